"""`pnp fetch`: against a server of our own, with everything that servers answer."""

import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from toolkit.cli.main import run
from toolkit.components import fetch
from toolkit.components.fetch import table_address
from toolkit.components.folder import load_folder

sys.path.insert(0, str(Path(__file__).parents[1] / "components"))
from books import xlsx

CARDS = b"id,cost,count\na,1,2\nb,2,1\n"


class Web(BaseHTTPRequestHandler):
    """Answers from a dictionary: path -> (status, content type, body)."""

    pages: ClassVar[dict[str, tuple[int, str, bytes]]] = {}
    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        if self.path == "/silent":
            threading.Event().wait(3)
            return
        status, kind, body = self.pages.get(self.path, (404, "text/html", b"<html>none</html>"))
        self.send_response(status)
        if status in (302, 307):
            self.send_header("Location", body.decode())
            body = b""
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on the terminal."""


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setattr(Web, "pages", {"/cards": (200, "text/csv", CARDS)})
    monkeypatch.setattr(Web, "asked", [])
    server = ThreadingHTTPServer(("127.0.0.1", 0), Web)
    server.daemon_threads = True
    server.block_on_close = False
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def game(tmp_path: Path, web: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "game.toml").write_text(
        f"""id = "mine"
version = "1"
players = [2, 4]
[tables.cards]
file = "cards.csv"
url = "{web}/cards"
key = "id"
[tables.cards.columns]
id = {{ required = true }}
cost = {{ type = "whole" }}
""",
        encoding="utf-8",
    )
    return folder


def test_the_first_time_the_table_is_there_and_is_read_from_the_copy(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["fetch", "mine"]) == 0
    assert "cards.csv: fetched, 2 rows" in capsys.readouterr().out
    assert (game / "cards.csv").read_bytes() == CARDS
    assert Web.asked == ["/cards"]
    assert load_folder(game).require().tables["cards"].count() == 3
    assert Web.asked == ["/cards"], "reading a game asks nobody"


def test_what_has_changed_is_listed(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / "cards.csv").write_bytes(CARDS)
    Web.pages["/cards"] = (200, "text/csv", b"id,cost,count\nb,5,1\nc,1,1\n")
    assert run(["fetch", "mine"]) == 0
    out = capsys.readouterr().out
    assert "cards.csv: 1 row changed, 1 row added, 1 row gone" in out
    assert "  b: cost 2 -> 5" in out and "  c: added" in out and "  a: gone" in out
    assert run(["fetch", "mine"]) == 0
    assert "nothing has changed" in capsys.readouterr().out
    Web.pages["/cards"] = (200, "text/csv", b"id;cost;count\nb;5.0;\nc;1;1\n")
    before = (game / "cards.csv").read_bytes()
    assert run(["fetch", "mine", "--json"]) == 0
    (table,) = json.loads(capsys.readouterr().out)["tables"]
    assert table["status"] == "unchanged" and (game / "cards.csv").read_bytes() == before
    Web.pages["/cards"] = (200, "text/csv", b"id,cost,count\nc,1,1\nb,5,1\n")
    assert run(["fetch", "mine"]) == 0
    assert "the rows are in another order" in capsys.readouterr().out


def test_json_says_what_became_of_every_table(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / "cards.csv").write_bytes(b"id,cost\na,3\n")
    assert run(["fetch", "mine", "--json"]) == 0
    (table,) = json.loads(capsys.readouterr().out)["tables"]
    assert table["status"] == "changed" and table["added"] == ["b"]
    assert {"key": "a", "column": "cost", "before": 3, "after": 1} in table["changed"]


LOGIN = b"<!DOCTYPE html><html><head><title>Sign in &amp; go</title></head><body>a,b</body></html>"


@pytest.mark.parametrize(
    "answer, said",
    [
        ((200, "text/csv", b"id,cost,count\na,x,2\n"), "cards.csv (as fetched):2:cost: 'x' is not a whole"),
        ((200, "text/html; charset=utf-8", LOGIN), "is a web page (Sign in & go) and no table"),
        ((200, "text/csv", b"\xef\xbb\xbf\n <html><p>x</p></html>"), "is a web page and no table"),
        ((404, "text/html", b""), "the server answers 404"),
        ((403, "text/html", b""), "let everybody with the link read it"),
        ((500, "text/html", b""), "the server answers 500"),
        ((200, "text/csv", b"  \n"), "is empty"),
        ((200, "text/csv", b"x" * 8_000_001), "more than 8,000,000 bytes"),
        ((302, "text/html", b"file:///etc/passwd"), "answers 302"),
        ((302, "text/html", b"/cards"), "redirect"),
    ],
)
def test_what_is_no_good_is_refused_and_the_old_copy_stays(
    game: Path, capsys: pytest.CaptureFixture[str], answer: tuple[int, str, bytes], said: str
) -> None:
    (game / "cards.csv").write_bytes(CARDS)
    Web.pages["/cards"] = answer
    assert run(["fetch", "mine"]) == 1
    out, err = capsys.readouterr()
    assert said in err and "Traceback" not in err
    assert "the file stays as it was" in out
    assert (game / "cards.csv").read_bytes() == CARDS
    assert [path.name for path in game.iterdir() if path.name != "game.toml"] == ["cards.csv"]


def test_a_redirection_is_followed(game: Path, web: str) -> None:
    Web.pages["/other"] = Web.pages["/cards"]
    Web.pages["/cards"] = (307, "text/html", f"{web}/other".encode())
    assert run(["fetch", "mine"]) == 0
    assert (game / "cards.csv").read_bytes() == CARDS


def test_a_silent_server_and_none_at_all(
    game: Path, web: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (game / "game.toml").read_text(encoding="utf-8")
    (game / "game.toml").write_text(text.replace("/cards", "/silent"), encoding="utf-8")
    monkeypatch.setattr(fetch, "PATIENCE", 0.2)
    assert run(["fetch", "mine"]) == 1
    assert "silent" in capsys.readouterr().err
    monkeypatch.setattr(fetch, "PATIENCE", 20)
    monkeypatch.setattr(fetch, "MAX_SECONDS", 0.2)
    assert run(["fetch", "mine"]) == 1
    assert "takes more than" in capsys.readouterr().err
    (game / "game.toml").write_text(text.replace(web, "http://127.0.0.1:1"), encoding="utf-8")
    assert run(["fetch", "mine"]) == 1
    assert "game.toml:6:1: http://127.0.0.1:1/cards: cannot be reached" in capsys.readouterr().err


def test_a_workbook_is_fetched_as_it_is(game: Path) -> None:
    Web.pages["/cards"] = (
        200,
        "application/octet-stream",
        xlsx(A=[["id"], ["x"]], B=[["id", "cost"], ["y", 2]]),
    )
    text = (game / "game.toml").read_text(encoding="utf-8")
    (game / "game.toml").write_text(
        text.replace('"cards.csv"', '"cards.xlsx"\nsheet = "B"'), encoding="utf-8"
    )
    assert run(["fetch", "mine"]) == 0
    assert [row["id"] for row in load_folder(game).require().tables["cards"].rows] == ["y"]


def test_tables_are_chosen_by_name(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fetch", "mine", "--only", "card"]) == 1
    assert "has no table 'card' with a url; did you mean 'cards'?" in capsys.readouterr().err
    assert run(["fetch", "mine", "--only", "cards"]) == 0
    assert run(["fetch", "dragonpath"]) == 1
    assert "no table of dragonpath has an address" in capsys.readouterr().err


GOOGLE = "https://docs.google.com/spreadsheets/d/"


@pytest.mark.parametrize(
    "url, kind, address",
    [
        (f"{GOOGLE}1aB-c_d/edit#gid=42", ".csv", f"{GOOGLE}1aB-c_d/export?format=csv&gid=42"),
        (f"{GOOGLE}1aB-c_d/edit?gid=42#gid=42", ".csv", f"{GOOGLE}1aB-c_d/export?format=csv&gid=42"),
        (f"{GOOGLE}1aB-c_d/edit?usp=sharing", ".csv", f"{GOOGLE}1aB-c_d/export?format=csv"),
        (f"{GOOGLE}1aB-c_d", ".xlsx", f"{GOOGLE}1aB-c_d/export?format=xlsx"),
        (f"{GOOGLE}e/2PACX-1v/pubhtml", ".csv", f"{GOOGLE}e/2PACX-1v/pub?output=csv"),
        (
            f"{GOOGLE}e/2PACX-1v/pubhtml?gid=7&single=true",
            ".csv",
            f"{GOOGLE}e/2PACX-1v/pub?output=csv&single=true&gid=7",
        ),
        (f"{GOOGLE}e/2PACX-1v/pub?output=csv", ".csv", f"{GOOGLE}e/2PACX-1v/pub?output=csv"),
        ("https://example.com/cards.csv?x=1#y", ".csv", "https://example.com/cards.csv?x=1#y"),
    ],
)
def test_links_to_a_google_sheet_become_the_address_of_the_table(url: str, kind: str, address: str) -> None:
    assert table_address(url, kind) == address
