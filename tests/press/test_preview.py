"""The live preview: what changed is drawn anew, the last good picture stays, strangers get nothing."""

import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from toolkit.components.starter import make_game
from toolkit.faces.face import Faces
from toolkit.press.preview import Preview
from toolkit.press.preview_server import PreviewServer


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_game(tmp_path / "mine")
    return tmp_path / "mine"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The ids of the rows that were drawn."""
    rows: list[Any] = []
    draw = Faces.draw

    def noted(self: Faces, template: Any, row: Any, *rest: Any, **more: Any) -> Any:
        rows.append(row["id"])
        return draw(self, template, row, *rest, **more)

    monkeypatch.setattr(Faces, "draw", noted)
    return rows


def change(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")


def kind(preview: Preview, name: str) -> dict[str, Any]:
    return next(kind for kind in preview.state["kinds"] if kind["name"] == name)


def fronts(preview: Preview, name: str = "cards") -> dict[str, str]:
    return {piece["id"]: piece["front"] for piece in kind(preview, name)["pieces"]}


def test_every_piece_is_shown_with_its_count_and_pictures(folder: Path) -> None:
    preview = Preview(folder)
    preview.rebuild()
    cards = kind(preview, "cards")
    assert (cards["count"], cards["size"], cards["file"]) == (11, [63.5, 88.9], "cards.csv")
    assert [(piece["id"], piece["count"]) for piece in cards["pieces"]] == [
        ("walk", 4),
        ("trot", 4),
        ("gallop", 3),
    ]
    assert len({piece["back"] for piece in cards["pieces"]}) == 1
    assert kind(preview, "pawns")["shape"] == "circle" and preview.state["faults"] == []
    for piece in cards["pieces"]:
        svg = preview.picture(piece["front"])
        assert svg is not None and svg.lstrip().startswith((b"<?xml", b"<svg")) and b"63.5mm" in svg
    assert preview.picture("0" * 32) is None


def test_hexagons_and_polygons_are_shown_as_they_are_cut(folder: Path) -> None:
    game = folder / "game.toml"
    text = game.read_text(encoding="utf-8")
    head, _, rest = text.partition("[kinds.cards]")
    for said, corners in (
        ('shape = "hex"\nsize = [40, 34.64]', [[100, 50], [75, 100], [25, 100], [0, 50], [25, 0], [75, 0]]),
        (
            'shape = "polygon"\nsize = [63.5, 80]\noutline = [[0, 0], [63.5, 0], [0, 40]]',
            [[0, 0], [100, 0], [0, 50]],
        ),
    ):
        kinds = rest.replace('size = "poker"', said, 1)
        game.write_text(f"{head}[kinds.cards]{kinds}", encoding="utf-8")
        preview = Preview(folder)
        preview.rebuild()
        assert preview.state["faults"] == []
        assert kind(preview, "cards")["outline"] == corners
        assert kind(preview, "pawns")["outline"] is None


def test_only_the_row_that_changed_is_drawn_again(folder: Path, drawn: list[Any]) -> None:
    preview = Preview(folder)
    preview.rebuild()
    before, count = fronts(preview), preview.state["version"]
    drawn.clear()
    change(folder, "cards.csv", "Two steps at a time.", "Two steps.")
    preview.rebuild()
    after = fronts(preview)
    assert drawn == ["trot"]
    assert after["trot"] != before["trot"] and after["walk"] == before["walk"]
    assert preview.state["version"] > count
    assert preview.picture(before["trot"]) is None, "what no page asks for is dropped"


def test_a_changed_template_is_seen(folder: Path) -> None:
    preview = Preview(folder)
    preview.rebuild()
    before = fronts(preview)
    change(folder, "card.toml", 'ink = "#22262b"', 'ink = "#553333"')
    preview.rebuild()
    assert all(fronts(preview)[name] != before[name] for name in before)


@pytest.mark.parametrize(
    "file, old, new, place",
    [
        ("cards.csv", "walk,1,", "walk,one,", "cards.csv:2:value"),
        ("card.toml", 'type = "circle"', 'type = "cirle"', "card.toml:"),
        ("card.toml", 'text = "{{ name }}"', 'text = "{{ nam }}"', "card.toml:"),
        ("game.toml", 'id = "mine"', "id = ", "game.toml:"),
    ],
)
def test_a_fault_stands_above_and_the_last_good_picture_stays(
    folder: Path, file: str, old: str, new: str, place: str
) -> None:
    preview = Preview(folder)
    preview.rebuild()
    before = fronts(preview)
    text = (folder / file).read_text(encoding="utf-8")
    change(folder, file, old, new)
    preview.rebuild()
    assert any(
        fault["place"].startswith(place) and fault["severity"] == "error" for fault in preview.state["faults"]
    )
    assert fronts(preview) == before
    if file != "game.toml":
        assert next(piece for piece in kind(preview, "cards")["pieces"] if piece["id"] == "walk")["faulty"]
    assert all(preview.picture(name) for name in before.values())
    (folder / file).write_text(text, encoding="utf-8")
    preview.rebuild()
    assert preview.state["faults"] == [] and fronts(preview) == before
    assert not any(piece["faulty"] for piece in kind(preview, "cards")["pieces"])


def test_a_row_that_goes_is_shown_no_more(folder: Path) -> None:
    preview = Preview(folder)
    preview.rebuild()
    change(
        folder,
        "cards.csv",
        'gallop,3,Gallop,star,#B4500A,"The fastest card, and there are few of them.",3\n',
        "",
    )
    preview.rebuild()
    assert list(fronts(preview)) == ["walk", "trot"]


def test_a_language_is_chosen(folder: Path) -> None:
    (folder / "pawns.csv").write_text(
        "id,name,name.da,colour,symbol\n1,orange,orange,#E69F00,ring\n", encoding="utf-8"
    )
    preview = Preview(folder, "da")
    preview.rebuild()
    assert preview.state["language"] == "da"


def test_a_thorough_check_of_an_older_state_is_not_shown(folder: Path) -> None:
    preview = Preview(folder)
    preview.rebuild()
    old = preview.folder
    assert old is not None
    preview.rebuild()
    version = preview.state["version"]
    preview.add_faults(old, [])
    assert preview.state["version"] == version


# --- the server


@pytest.fixture
def server(folder: Path) -> Iterator[PreviewServer]:
    preview = Preview(folder)
    preview.rebuild()
    made = PreviewServer(preview)
    made.preview = preview  # type: ignore[attr-defined]
    yield made
    made.close()


def ask(
    server: PreviewServer, path: str, host: str | None = None, method: str = "GET"
) -> tuple[int, bytes, Any]:
    address = server.address.removeprefix("http://").rstrip("/")
    connection = http.client.HTTPConnection(address, timeout=10)
    connection.putrequest(method, path, skip_host=True)
    connection.putheader("Host", address if host is None else host.replace("PORT", address.split(":")[1]))
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body, answer.headers


def test_page_state_and_pictures_are_served(server: PreviewServer) -> None:
    status, page, headers = ask(server, "/")
    assert status == 200 and b"<!doctype html>" in page
    nonce = headers["Content-Security-Policy"].split("'nonce-")[1].split("'")[0]
    assert f'<script nonce="{nonce}">'.encode() in page and b"NONCE" not in page
    state = json.loads(ask(server, "/state")[1])
    name = state["kinds"][0]["pieces"][0]["front"]
    status, svg, headers = ask(server, f"/face/{name}.svg")
    assert (status, headers["Content-Type"]) == (200, "image/svg+xml") and b"<svg" in svg
    assert ask(server, "/state", "localhost:PORT")[0] == 200


@pytest.mark.parametrize(
    "host", ["example.com", "example.com:PORT", "127.0.0.1", "", "127.0.0.1:PORT.evil.com"]
)
def test_another_name_for_this_computer_is_not_answered(server: PreviewServer, host: str) -> None:
    for path in ("/", "/state", "/events"):
        status, body, _ = ask(server, path, host)
        assert status == 403 and b"mine" not in body


@pytest.mark.parametrize(
    "path",
    [
        "/game.toml",
        "/../game.toml",
        "/face/../game.toml",
        "/face/%2e%2e/x.svg",
        "//etc/passwd",
        "/face/0.svg",
    ],
)
def test_nothing_but_the_page_is_served(server: PreviewServer, path: str) -> None:
    assert ask(server, path)[0] == 404
    assert ask(server, "/", method="POST")[0] == 501


def test_only_this_computer_can_ask(server: PreviewServer) -> None:
    assert server._server.server_address[0] == "127.0.0.1"


def test_a_page_that_listens_hears_of_a_change(server: PreviewServer) -> None:
    address = server.address.removeprefix("http://").rstrip("/")
    connection = http.client.HTTPConnection(address, timeout=20)
    connection.request("GET", "/events")
    answer = connection.getresponse()
    assert answer.headers["Content-Type"] == "text/event-stream"
    preview: Preview = server.preview  # type: ignore[attr-defined]
    assert answer.readline() == f"data: {preview.state['version']}\n".encode()
    answer.readline()
    threading.Timer(0.1, preview.rebuild).start()
    assert answer.readline().startswith(b"data: ")
    connection.close()
