"""gridlokt's components: counted against the rules, told apart without colour; lanes meet at the edges."""

import shutil
from collections import Counter
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import toolkit
from toolkit.components.faults import FaultError
from toolkit.components.folder import Folder, load_folder
from toolkit.components.home import bundled_games
from toolkit.components.tables import Row
from toolkit.drawing.model import Drawing
from toolkit.drawing.symbols import NAMES
from toolkit.faces.check import check_folder
from toolkit.faces.face import Faces
from toolkit.games.gridlokt import fields as f

COLOURS = ("red", "blue", "yellow", "green")
SIDE = 63.5


@lru_cache
def folder() -> Folder:
    return load_folder(bundled_games()["gridlokt"]).require()


def rows(table: str, **wanted: str) -> list[Row]:
    return [row for row in folder().tables[table].rows if all(row.text(k) == v for k, v in wanted.items())]


def pieces(table: str, **wanted: str) -> int:
    return sum(row.count for row in rows(table, **wanted))


# -- counts ---------------------------------------------------------------------------------------


def test_the_folder_has_no_faults() -> None:
    assert [str(fault) for fault in [*folder().faults, *check_folder(folder())]] == []


def test_the_full_set_has_160_paths_twenty_of_each_of_eight_colours() -> None:
    assert pieces("paths") == 160
    names = {row.text("name") for row in rows("paths")}
    assert len(names) == 8
    for name in names:
        counts = {row.text("shape"): row.count for row in rows("paths", name=name)}
        assert counts == {"straight": 8, "t": 7, "corner": 5}


def test_the_game_for_four_has_80_paths_in_red_blue_yellow_and_green() -> None:
    assert pieces("paths", set="four") == 80
    assert tuple(dict.fromkeys(row.text("name") for row in rows("paths", set="four"))) == COLOURS


def test_personal_and_community_paths_add_up() -> None:
    personal = int(folder().options["personal_paths"].default) * folder().players[0]
    community = pieces("paths", set="four") - personal
    assert (personal, community) == (24, 56)
    assert (2 * personal, community - personal) == (48, 32)


def test_utilities_are_fifty() -> None:
    assert pieces("utilities") == 50
    assert {row.text("id"): row.count for row in rows("utilities")} == {
        **dict.fromkeys(("wall", "pit", "hook", "bridge"), 5),
        **dict.fromkeys(("straight", "corner"), 10),
        "warp": 2,
        **dict.fromkeys(("boots", "bomb", "trap", "drill", "shovel", "hammer", "switch", "move"), 1),
    }


def test_every_utility_says_what_it_does_in_whole_sentences() -> None:
    for row in rows("utilities"):
        effect = row.text("effect")
        assert effect.endswith(".") and effect[0].isupper(), row.text("id")
        assert 8 <= len(effect.split()) <= 32, row.text("id")


def test_tunnels_and_warps_show_their_mouths() -> None:
    opens = {row.text("id"): row.text("opens") for row in rows("utilities") if row.text("opens")}
    assert opens == {"straight": "NS", "corner": "NE", "warp": "NESW"}


def test_rooms_and_a_final_room_of_its_own() -> None:
    assert pieces("rooms") == 9
    regular = [row for row in rows("rooms") if row.text("id") != "F"]
    assert [row.text("name") for row in regular if row.text("set") == "four"] == list(COLOURS)
    assert len(regular) == 8 and all(row.count == 1 for row in regular)
    assert [row.text("name") for row in rows("rooms", id="F")] == ["final"]
    assert rows("rooms", id="F")[0].text("colour") not in {row.text("colour") for row in regular}


def test_tokens_are_64_and_sixteen_are_in_play() -> None:
    assert pieces("tokens") == 64
    assert all(row.count == 8 for row in rows("tokens"))
    assert sum(row.whole("in_play") for row in rows("tokens")) == 16
    assert {row.whole("in_play") for row in rows("tokens", set="four")} == {4}


def test_pieces_are_eight_and_four_of_them_have_the_seats_of_a_game() -> None:
    assert pieces("pieces") == 8
    seats = {row.whole("seat"): row.text("name") for row in rows("pieces")}
    assert [seats[seat] for seat in (1, 2, 3, 4)] == list(COLOURS)
    assert sorted(seats) == list(range(1, 9))


def test_two_centres_whose_sides_have_the_seats_colours_in_order() -> None:
    assert pieces("centre") == 2
    by_seat = sorted(rows("pieces"), key=lambda row: row.whole("seat"))
    for row, seats in zip(rows("centre"), (by_seat[:4], by_seat[4:]), strict=True):
        for side, piece in zip(("north", "east", "south", "west"), seats, strict=True):
            assert row.text(side) == piece.text("colour")
            assert row.text(f"{side}_symbol") == piece.text("symbol")


# -- colours and symbols --------------------------------------------------------------------------


def test_a_colour_has_the_same_value_symbol_letter_and_set_everywhere() -> None:
    looks: dict[str, set[tuple[str, ...]]] = {}
    for table in ("paths", "rooms", "tokens", "pieces"):
        for row in rows(table):
            look = (row.text("colour"), row.text("symbol"), row.text("id")[0], row.text("set"))
            looks.setdefault(row.text("name"), set()).add(look)
    assert len(looks) == 9  # and the Final Room
    assert all(len(found) == 1 for found in looks.values()), looks


def test_every_colour_has_a_symbol_of_its_own() -> None:
    symbols = {row.text("name"): row.text("symbol") for row in rows("rooms")}
    assert len(set(symbols.values())) == len(symbols)
    assert set(symbols.values()) <= set(NAMES)


SEEN_AS = {  # Machado, Oliveira and Fernandes 2009, severity 1: linear RGB as seen
    "common": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def lab(colour: str, sight: str) -> Any:
    """CIE L*a*b* of #RRGGBB as an eye of that kind sees it."""
    srgb = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    linear = np.clip(np.array(SEEN_AS[sight]) @ linear, 0, 1)
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    x, y, z = np.cbrt(np.maximum(to_xyz @ linear / np.array([0.9505, 1, 1.089]), 0.008856))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("sight", SEEN_AS)
def test_the_four_colours_can_be_told_apart_by_every_eye(sight: str) -> None:
    colours = {row.text("name"): row.text("colour") for row in rows("rooms", set="four")}
    for one, other in combinations(colours, 2):
        apart = float(np.linalg.norm(lab(colours[one], sight) - lab(colours[other], sight)))
        assert apart > 18, (one, other, apart)


# -- faces ----------------------------------------------------------------------------------------


@lru_cache
def face(kind: str, key: str, back: bool = False) -> Drawing:
    spec = folder().kinds[kind]
    row = next(row for row in rows(spec.table) if row.text("id") == key)
    faces = Faces(folder().path)
    drawn = faces.draw(faces.template(str(spec.back if back else spec.template)), dict(row), spec.size)
    assert drawn.faults == ()
    return drawn.drawing


@lru_cache
def pixels(kind: str, key: str, back: bool = False) -> Any:
    """The face as printed, 10 pixels a mm: an array (635, 635, 3)."""
    import pypdfium2

    from toolkit.drawing.pdf import PdfWriter

    writer = PdfWriter()
    writer.add_page(face(kind, key, back))
    document = pypdfium2.PdfDocument(writer.to_bytes())
    try:
        image = document[0].render(scale=10 * 25.4 / 72).to_pil().convert("RGB")
    finally:
        document.close()
    return np.asarray(image.resize((635, 635)), dtype=np.int64)


EDGES = {"N": 0, "E": 1, "S": 2, "W": 3}
OPEN = {"straight": "NS", "t": "NEW", "corner": "NE"}


def profile(picture: Any, side: str) -> Any:
    """The line of pixels 0.5 mm inside an edge, clockwise."""
    return np.rot90(picture, EDGES[side])[5]


def lane(picture: Any, side: str) -> tuple[int, int] | None:
    """First and last dark pixel of the lane's two outlines on an edge; None for an edge without a lane."""
    dark = np.flatnonzero(profile(picture, side).max(axis=1) < 80)
    return (int(dark[0]), int(dark[-1])) if len(dark) else None


@pytest.mark.parametrize("shape", OPEN)
def test_lanes_of_paths_end_in_the_middle_of_their_open_sides_and_nowhere_else(shape: str) -> None:
    for row in rows("paths", shape=shape):
        if row.text("name") == "black":
            continue  # its lane is dark itself; the same template draws it
        picture = pixels("paths", row.text("id"))
        for side in EDGES:
            found = lane(picture, side)
            if side not in OPEN[shape]:
                assert found is None, (row.text("id"), side)
                continue
            assert found is not None, (row.text("id"), side)
            assert abs(found[0] + found[1] - 634) <= 2, (row.text("id"), side)
            assert abs(found[1] - found[0] + 1 - 250) <= 3, (row.text("id"), side)


@pytest.mark.parametrize(
    ("kind", "key", "opens"),
    [
        ("centre", "U", "NESW"),
        ("rooms", "G", "NESW"),
        ("rooms", "F", "NESW"),
    ],
)
def test_lanes_of_other_cards_meet_those_of_paths(kind: str, key: str, opens: str) -> None:
    """The lane's light line lies at the same place on every edge of every card of the grid."""
    picture, path = pixels(kind, key), pixels("paths", "RS")
    light = np.flatnonzero(profile(path, "N")[200:300].min(axis=1) > 235) + 200
    assert len(light) > 0
    for side in opens:
        assert (profile(picture, side)[light].min(axis=1) > 235).all(), (key, side)


@pytest.mark.parametrize("key", ["straight", "corner", "warp"])
def test_mouths_of_utilities_lie_where_lanes_do(key: str) -> None:
    path = pixels("paths", "RS")
    light = np.flatnonzero(profile(path, "N")[200:300].min(axis=1) > 235) + 200
    opens = rows("utilities", id=key)[0].text("opens")
    for side in EDGES:
        shown = (profile(pixels("utilities", key), side)[light].min(axis=1) > 235).all()
        assert shown == (side in opens), (key, side)


def test_the_centre_shows_each_seats_colour_on_its_side() -> None:
    picture = pixels("centre", "U")
    for side, name in zip("NESW", COLOURS, strict=True):
        colour = rows("rooms", name=name)[0].text("colour")
        wanted = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
        assert np.abs(profile(picture, side)[250:380] - wanted).max() <= 6, side


@pytest.mark.parametrize(("kind", "key"), [("paths", "RS"), ("utilities", "wall")])
def test_backs_give_nothing_away_whichever_way_they_lie(kind: str, key: str) -> None:
    picture = pixels(kind, key, True)
    for quarter in (1, 2, 3):
        turned = np.abs(np.rot90(picture, quarter) - picture).max(axis=2)
        assert (turned > 60).mean() < 0.01, quarter


def test_the_centre_has_the_back_of_a_path_and_utilities_one_of_their_own() -> None:
    kinds = folder().kinds
    assert kinds["centre"].back == kinds["paths"].back != kinds["utilities"].back
    assert len({kinds[k].size for k in ("paths", "centre", "utilities", "rooms")}) == 1


def test_the_set_for_four_is_chosen_by_a_column_of_every_table() -> None:
    assert all("set" in table.columns for table in folder().tables.values())
    counts = Counter({name: pieces(name, set="four") for name in folder().tables})
    assert counts == {"paths": 80, "centre": 1, "rooms": 5, "tokens": 32, "pieces": 4, "utilities": 50}


# -- edited tables --------------------------------------------------------------------------------


def edited(tmp_path: Path, table: str, old: str, new: str) -> toolkit.Game:
    """The game with one change in one of its tables."""
    copy = tmp_path / "gridlokt"
    shutil.copytree(folder().path, copy)
    file = copy / f"{table}.csv"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8", newline="")
    return toolkit.open_game(str(copy))


def test_two_bombs_are_a_count_in_the_table(tmp_path: Path) -> None:
    game = edited(tmp_path, "utilities", "bomb,Bomb,trick,1", "bomb,Bomb,trick,2")
    position = game.position_from_text("gridlokt(players=4)\nhand R: | bomb bomb")
    assert "hand R: | bomb bomb" in position.to_text()
    assert position.state.deck_size[1] == 49
    with pytest.raises(ValueError, match="there are only 2 of bomb; this would be one more"):
        game.position_from_text("gridlokt(players=4)\nhand R: | bomb bomb bomb")


def test_a_utility_with_count_0_is_not_in_the_game(tmp_path: Path) -> None:
    game = edited(tmp_path, "utilities", "trap,Booby-Trap,trick,1", "trap,Booby-Trap,trick,0")
    with pytest.raises(ValueError, match="there are only 0 of trap"):
        game.position_from_text("gridlokt(players=4)\nhand R: | trap")


@pytest.mark.parametrize("name", f.UTILITY_IDS)
def test_every_utility_can_be_switched_off(name: str) -> None:
    """An option for each: with `off` none of them is dealt, and the rest is as it was."""
    game = toolkit.open_game("gridlokt")
    count = next(row.count for row in rows("utilities") if row.text("id") == name)
    position = game.new_position(4, 1, **{name: "off"})
    assert position.check() == []
    kinds = [
        position.table_record.kind[position.state.deck[1, i]] for i in range(position.state.deck_size[1])
    ]
    assert len(kinds) == 50 - count
    assert f.FIRST_KIND + f.UTILITY_IDS.index(name) not in kinds
    assert f"{name}=off" in game.name(4, {name: "off"})
    with pytest.raises(ValueError, match=f"there are only 0 of {name}"):
        game.position_from_text(f"gridlokt(players=4,{name}=off)\nhand R: | {name}")


@pytest.mark.parametrize(
    ("table", "old", "new", "said"),
    [
        ("pieces", "R,1,four", "Z,1,four", "pieces.csv:2:id: 'Z', but logs write R for seat 1; keep that"),
        ("paths", "RS,four,red,#C8323C,triangle,straight", "RC,four,red,#C8323C,triangle,straight", "'RC'"),
        ("utilities", "warp,Warp,warp,2", "warp,Warp,warp,3", "utilities.csv:8:count: 3 Warps"),
        ("tokens", "star,8,4", "star,8,3", "tokens.csv:4:in_play: 3 tokens are in play"),
        ("rooms", "G,four,green,#2E9E6B,square,1", "G,four,green,#2E9E6B,square,2", "rooms.csv:5:count: 2"),
        ("centre", "U,four", "U,eight", "centre.csv"),
    ],
)  # fmt: skip
def test_tables_that_cannot_be_played_are_refused_with_the_place(
    tmp_path: Path, table: str, old: str, new: str, said: str
) -> None:
    with pytest.raises(FaultError) as caught:
        edited(tmp_path, table, old, new)
    assert said in "\n".join(str(fault) for fault in caught.value.faults)


# -- rulebook -------------------------------------------------------------------------------------


def test_the_rulebook_tells_of_every_utility_and_every_option() -> None:
    text = (folder().path / "rulebook.en.md").read_text(encoding="utf-8")
    flat = " ".join(text.split()).lower()
    for row in rows("utilities"):
        assert f"**{row.text('title').lower()}** ({row.count})" in flat, row.text("title")
    for name in folder().options:
        assert name == "turn_cap" or f"`{name}`" in text, name


def test_the_rulebooks_numbers_are_those_of_the_tables() -> None:
    text = (folder().path / "rulebook.en.md").read_text(encoding="utf-8")
    for said in (
        f"{pieces('paths', set='four')} Path cards: 8 straight, 7 T and 5 corner Paths of each colour",
        f"{sum(row.whole('in_play') for row in rows('tokens'))} Room tokens, 4 of each colour",
        f"{pieces('utilities')} Utility cards",
        f"{pieces('paths')} Paths, a second Centre, 8 Rooms, {pieces('tokens')} tokens and 8 pieces",
        "Shuffle all other Paths, 56 of them",
    ):
        assert said in text, said
