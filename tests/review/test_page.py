"""The replay page: what is in it, that nothing a stranger wrote runs, and that a browser steps through it."""

from __future__ import annotations

import html.parser
import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from toolkit.api import open_game
from toolkit.drawing.model import Drawing, Group, TextLine, walk
from toolkit.games.game import Game
from toolkit.journal.reader import Reader, read_log
from toolkit.journal.records import Log
from toolkit.journal.session import Session
from toolkit.review.board import board_page
from toolkit.review.colours import ink_on, seat_colours
from toolkit.review.named import with_names
from toolkit.review.page import replay_page
from toolkit.review.story import Story, tell


class Tags(html.parser.HTMLParser):
    """Collects every start tag with its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.fixture(scope="module")
def story(log: Log, game: Game) -> Story:
    return tell(log, game, pictures=True)


@pytest.fixture(scope="module")
def page(story: Story, game: Game) -> str:
    return replay_page(story, game)


@pytest.fixture(scope="module")
def tags(page: str) -> list[tuple[str, dict[str, str | None]]]:
    parser = Tags()
    parser.feed(page)
    return parser.found


def test_the_page_needs_nothing_from_elsewhere(tags: list[tuple[str, dict[str, str | None]]]) -> None:
    for tag, attributes in tags:
        assert tag not in ("link", "iframe", "object", "embed", "form", "img", "base"), (tag, attributes)
        for name in ("src", "href", "xlink:href", "action", "srcset", "data"):
            address = attributes.get(name)
            assert address is None or address.startswith(("#", "data:image/")), (tag, address)


def test_nothing_a_stranger_wrote_becomes_markup(
    page: str, tags: list[tuple[str, dict[str, str | None]]]
) -> None:
    assert [tag for tag, _ in tags].count("script") == 2  # the data and the page's own
    assert not [name for _, attributes in tags for name in attributes if name.startswith("on")]
    assert not [attributes for _, attributes in tags if "style" in attributes]
    assert "&lt;script&gt;alert" in page
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    assert not set(data[1]) & set("<>&\u2028")
    assert "alert('x')" in json.dumps(json.loads(data[1]))


def test_the_policy_lets_only_the_page_itself_run(page: str) -> None:
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert "default-src &#39;none&#39;" in policy[1]
    assert "unsafe" not in policy[1]


def test_each_picture_and_definition_is_there_once(
    page: str, story: Story, tags: list[tuple[str, dict[str, str | None]]]
) -> None:
    ids = [attributes["id"] for _, attributes in tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    frames = [name for name in ids if name is not None and name.startswith("frame-")]
    assert 10 < len(frames) <= len(story.moments)
    used = {
        (a.get("xlink:href") or a.get("href") or "#").removeprefix("#") for tag, a in tags if tag == "use"
    }
    assert used <= set(ids)


def test_a_log_that_cannot_be_followed_has_a_page_too(log: Log, game: Game) -> None:
    old = log.path.read_bytes().replace(b'"rules_version": "', b'"rules_version": "0.', 1)
    page = replay_page(tell(Reader().read_bytes(old, log.path), game, pictures=True), game)
    assert "No picture of the board" in page
    assert "did not check" in page
    assert "m19" in page
    headless = replay_page(tell(Reader().read_bytes(b"{\n" + old.split(b"\n", 1)[1], log.path), None), None)
    assert "m19" in headless


def texts_of(drawing: Drawing) -> list[TextLine]:
    return [item for item in walk(drawing) if isinstance(item, TextLine)]


def test_pictures_have_the_names_of_the_players(story: Story) -> None:
    drawing = story.moments[1].drawing
    assert drawing is not None
    named = with_names(drawing, {1: "Ann", 2: "Wilhelmina the Great", 3: "\U0001f409"})
    before, after = texts_of(drawing), texts_of(named)
    assert [line.text for line in before].count("Seat 1") == 1
    told = [line.text for line in after]
    assert told.count("Ann") == 1
    assert told.count("Wilhelmina th…") == 1
    assert told.count("Seat 3") == 1  # no font of ours can write that name
    assert not [text for text in told if "Seat 1" in text or "seat 1" in text or "eat 2" in text]
    for old, new in zip(before, after, strict=True):
        assert (new.y, new.size) == (old.y, old.size)
    rows = [
        [i for i in item.items if isinstance(i, TextLine)] for item in walk(named) if isinstance(item, Group)
    ]
    said = [row for row in rows if len(row) > 1 and row[1].text == "to play"]
    assert [row[0].text for row in said] == ["Seat 3"]
    for row in rows:
        for left, right in itertools.pairwise(row):
            if left.y == right.y:
                assert right.x >= left.x + left.width  # nothing is written over a name
    assert with_names(drawing, {}) is drawing


def test_a_game_without_a_view_has_a_page_without_pictures(tmp_path: Path) -> None:
    folder = Path(__file__).parents[1] / "games" / "fixtures" / "race"
    race = open_game(folder, trust=True)
    session = Session.begin(tmp_path / "race.jsonl", race, 2, names={1: "Ann"})
    session.settle()
    session.move("1")
    session.settle()
    session.close()
    story = tell(read_log(tmp_path / "race.jsonl", strict=True), race, pictures=True)
    page = replay_page(story, race)
    assert "No picture of the board: this game has no view" in page
    assert "<template" not in page
    assert "hand 1 (Ann)" in page


def test_without_an_engine_no_turn_and_no_end_are_made_up(log: Log, game: Game) -> None:
    kinds = (b'"type": "checkpoint"', b'"type": "end"')
    lines = log.path.read_bytes().splitlines(keepends=True)
    bare = b"".join(line for line in lines if not any(kind in line for kind in kinds))
    old = bare.replace(b'"rules_version": "', b'"rules_version": "0.', 1)
    page = replay_page(tell(Reader().read_bytes(old, log.path), game, pictures=True), game)
    assert "<b>No end recorded</b>" in page
    assert '<span class="unseen">turn </span>' not in page
    assert "turn 1" not in page
    assert len(re.findall(r'<span class="draws">draws [^<]*\?', page)) > 5  # what nobody saw is there too


def test_seats_have_the_colours_of_their_pieces(game: Game) -> None:
    markers = [row.text("colour") for row in game.folder.tables["markers"].rows]
    assert seat_colours(game, 8) == markers
    assert len(set(seat_colours(None, 8))) == 8
    by_seat = open_game("gridlokt")
    pieces = [row.text("colour") for row in by_seat.folder.tables["pieces"].rows]
    assert seat_colours(by_seat, 4) == pieces[:4]
    assert ink_on("#f0e442") == "#000000"
    assert ink_on("#1a1a1a") == "#ffffff"


def test_the_board_page_escapes_its_title() -> None:
    page = board_page('<?xml version="1.0"?>\n<svg><!-- {braces} --></svg>', "</title><script>")
    assert "<svg><!-- {braces} --></svg>" in page
    assert "<script>" not in page


# --- in a browser


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def opened(browser: Any, page: str, tmp_path: Path) -> Iterator[Any]:
    """The page from disk, without a network; whatever goes wrong in it fails the test."""
    file = tmp_path / "replay.html"
    file.write_text(page, encoding="utf-8")
    context = browser.new_context(viewport={"width": 1280, "height": 860}, offline=True)
    tab = context.new_page()
    wrong: list[str] = []
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    tab.on("dialog", lambda dialog: wrong.append(f"dialog {dialog.message}"))
    tab.on("request", lambda request: None if request.url.startswith("file:") else wrong.append(request.url))
    tab.goto(file.as_uri())
    yield tab
    assert wrong == []
    context.close()


def step(tab: Any) -> str:
    return str(tab.locator("#count").inner_text())


def board(tab: Any) -> str:
    return str(tab.locator("#board > svg").evaluate("svg => svg.outerHTML"))


def test_keys_step_through_it(opened: Any, story: Story) -> None:
    last = len(story.moments) - 1
    assert step(opened) == f"0 / {last}"
    seen = {board(opened)}
    for number in range(1, 7):
        opened.keyboard.press("ArrowRight")
        assert step(opened) == f"{number} / {last}"
        seen.add(board(opened))
    assert len(seen) == 7
    opened.keyboard.press("ArrowLeft")
    assert step(opened) == f"5 / {last}"
    opened.keyboard.press("End")
    assert step(opened) == f"{last} / {last}"
    opened.keyboard.press("ArrowRight")
    assert step(opened) == f"{last} / {last}"
    assert story.outcome in opened.locator("#more").inner_text()
    opened.keyboard.press("Home")
    assert step(opened) == f"0 / {last}"


def test_buttons_slider_and_list_do_the_same(opened: Any, story: Story) -> None:
    last = len(story.moments) - 1
    opened.get_by_role("button", name="One step on").click()
    opened.get_by_role("button", name="One step on").click()
    assert step(opened) == f"2 / {last}"
    opened.get_by_role("button", name="One step back").click()
    assert step(opened) == f"1 / {last}"
    opened.get_by_role("button", name="To the end").click()
    assert step(opened) == f"{last} / {last}"
    opened.get_by_role("button", name="To the beginning").click()
    opened.get_by_role("slider").fill("4")
    assert step(opened) == f"4 / {last}"
    assert story.moments[4].text in opened.locator("#what").inner_text()
    opened.get_by_role("slider").press("ArrowRight")
    assert step(opened) == f"5 / {last}"  # one key, one step
    opened.locator("#list button").nth(3).click()
    assert step(opened) == f"3 / {last}"
    assert opened.locator("#list [aria-current=step]").count() == 1
    opened.keyboard.press("ArrowDown")
    assert step(opened) == f"4 / {last}"
    assert opened.evaluate("document.activeElement.dataset.step") == "4"


def test_space_plays_and_pauses(opened: Any) -> None:
    opened.get_by_label("Speed").select_option("fast")
    opened.locator("body").click(position={"x": 2, "y": 2})
    opened.keyboard.press("Space")
    assert opened.get_by_role("button", name="Pause").count() == 1
    opened.locator("#count", has_text="2 /").wait_for()
    opened.keyboard.press("Space")
    assert opened.get_by_role("button", name="Play").count() == 1


def test_notes_and_names_are_shown_as_text(opened: Any) -> None:
    assert "<script>alert('x')</script>" in opened.locator(".note").first.inner_text()
    assert "<img src=x" in opened.locator(".players").inner_text()
    assert opened.locator("img").count() == 0
    assert "broke rule T5" in opened.locator(".mark").first.inner_text()


def test_what_lies_there_is_told_beside_the_board(opened: Any, story: Story) -> None:
    words = opened.locator("#words summary")
    box = words.bounding_box()
    assert box["y"] + box["height"] < 860  # in sight without scrolling
    words.click()
    assert "hand 1 (Ann)" in opened.locator("#table").inner_text()
    opened.keyboard.press("End")
    rows = opened.locator("#table .map")
    laid = [said for label, said in story.moments[-1].table if label.startswith(("board", "row"))]
    assert len(laid) > 1
    assert rows.count() == len(laid)
    assert laid[1].rstrip() in opened.locator("#table").inner_text()


def test_on_a_phone_the_board_is_large_and_the_rest_in_words(browser: Any, page: str, tmp_path: Path) -> None:
    file = tmp_path / "replay.html"
    file.write_text(page, encoding="utf-8")
    context = browser.new_context(viewport={"width": 390, "height": 844})
    tab = context.new_page()
    tab.goto(file.as_uri())
    width, height = tab.locator("#board > svg").evaluate(
        "svg => [svg.viewBox.baseVal.width, svg.viewBox.baseVal.height]"
    )
    assert abs(width - height) < 1  # the board alone
    tab.keyboard.press("ArrowRight")
    assert tab.locator("#board > svg").evaluate("svg => svg.viewBox.baseVal.width") == width
    assert tab.locator("#table").is_visible()
    smallest = tab.evaluate(
        "Math.min(...[...document.querySelectorAll('main span, main p, main dd, main dt, main time, h2')]"
        ".filter(e => e.textContent.trim() && e.getBoundingClientRect().width > 2)"
        ".map(e => parseFloat(getComputedStyle(e).fontSize)))"
    )
    assert smallest >= 13
    tab.set_viewport_size({"width": 1280, "height": 900})
    tab.wait_for_function(f"document.querySelector('#board > svg').viewBox.baseVal.width > {width}")
    context.close()


def test_an_address_names_a_step(opened: Any) -> None:
    opened.evaluate("location.hash = '#step-6'")
    opened.locator("#count", has_text="6 /").wait_for()
    opened.reload()
    assert step(opened).startswith("6 /")


def test_the_step_is_announced_and_everything_has_a_name(opened: Any) -> None:
    assert opened.locator("[aria-live=polite] #what").count() == 1
    nameless = opened.evaluate(
        "[...document.querySelectorAll('button, input, select')].filter(e =>"
        " !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length)).length"
    )
    assert nameless == 0
    opened.keyboard.press("ArrowRight")
    assert opened.locator("#board").get_attribute("aria-label").startswith("Step 1 of")
    outline = opened.locator("#next").evaluate("e => { e.focus(); return getComputedStyle(e).outlineStyle; }")
    assert outline == "solid"


@pytest.mark.parametrize(
    ("width", "height", "scheme"), [(360, 740, "light"), (800, 1100, "dark"), (1600, 900, "dark")]
)
def test_it_fits_every_screen(
    browser: Any, page: str, tmp_path: Path, width: int, height: int, scheme: str
) -> None:
    file = tmp_path / "replay.html"
    file.write_text(page, encoding="utf-8")
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    tab = context.new_page()
    tab.goto(file.as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    box = tab.locator("#board > svg").bounding_box()
    assert box is not None
    assert box["width"] > 250
    controls = tab.locator("#controls").bounding_box()
    assert controls is not None
    assert controls["y"] + controls["height"] <= height + 1  # reachable without scrolling
    foot = "document.querySelector('footer').getBoundingClientRect().bottom"
    empty = f"document.documentElement.scrollHeight - {foot}"
    assert tab.evaluate(f"{empty} - scrollY") < 2 or tab.evaluate(
        "document.documentElement.scrollHeight <= innerHeight"
    )  # the page ends where its text ends
    tab.evaluate("document.querySelector('[data-acting] .now, .now').parentElement.dataset.acting = ''")
    badge = tab.locator("[data-acting] .now").first.bounding_box()
    assert badge is not None
    assert badge["height"] < 26  # one line
    ground = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(22, 24, 28)") == (scheme == "dark")
    context.close()
