"""The 35 tiles: facts found again by an enumeration of its own, and every fault of the game's tables."""

import itertools
import shutil
from collections import Counter
from pathlib import Path

import pytest

from toolkit.components.faults import Fault
from toolkit.components.folder import load_folder
from toolkit.components.home import bundled_games
from toolkit.games.dragonpath.tables import (
    NoPairing,
    TileSet,
    all_classes,
    all_links,
    links_text,
    mirrored,
    parse_links,
    read,
    rotations,
    tile_class,
    turned,
)

# number, links, distinct rotations, and the number of the mirror twin
RULINGS = """
00 01 23 45 67 1 self
01 01 23 46 57 4 self
02 01 23 47 56 4 self
03 01 24 36 57 4 self
04 01 24 37 56 4 07
05 01 25 36 47 4 self
06 01 25 37 46 4 08
07 01 26 34 57 4 04
08 01 26 35 47 4 06
09 01 26 37 45 2 self
10 01 27 34 56 4 self
11 01 27 35 46 4 self
12 01 27 36 45 2 self
13 02 13 46 57 2 self
14 02 13 47 56 4 self
15 02 14 36 57 4 self
16 02 14 37 56 4 28
17 02 15 36 47 4 24
18 02 15 37 46 2 30
19 02 16 34 57 4 self
20 02 16 35 47 4 self
21 02 17 34 56 4 self
22 02 17 35 46 2 self
23 03 12 47 56 2 self
24 03 14 26 57 4 17
25 03 14 27 56 4 self
26 03 15 26 47 2 self
27 03 16 25 47 1 self
28 04 12 36 57 4 16
29 04 12 37 56 2 self
30 04 13 26 57 2 18
31 04 15 26 37 1 self
32 04 15 27 36 2 self
33 05 14 27 36 1 self
34 07 12 34 56 1 self
"""
Pairing = frozenset[frozenset[int]]


def listed() -> list[tuple[int, str, int, str]]:
    fields = RULINGS.split()
    return [
        (int(fields[at]), " ".join(fields[at + 1 : at + 5]), int(fields[at + 5]), fields[at + 6])
        for at in range(0, len(fields), 7)
    ]


def pairings() -> set[Pairing]:
    """All pairings of the ports, by brute force over all orders of them."""
    return {
        frozenset(frozenset(order[at : at + 2]) for at in range(0, 8, 2))
        for order in itertools.permutations(range(8))
        if order[0] < order[1] and order[2] < order[3] and order[4] < order[5] and order[6] < order[7]
    }


def turn(pairing: Pairing, quarters: int) -> Pairing:
    return frozenset(frozenset((port + 2 * quarters) % 8 for port in pair) for pair in pairing)


def flip(pairing: Pairing) -> Pairing:
    """Left and right exchanged: top 0 1 and bottom 4 5 swap within, the right 2 3 goes to the left 7 6."""
    mirror = {0: 1, 1: 0, 2: 7, 7: 2, 3: 6, 6: 3, 4: 5, 5: 4}
    return frozenset(frozenset(mirror[port] for port in pair) for pair in pairing)


def orbit(pairing: Pairing) -> frozenset[Pairing]:
    return frozenset(turn(pairing, quarters) for quarters in range(4))


def as_pairing(links: tuple[int, ...]) -> Pairing:
    return frozenset(frozenset((port, other)) for port, other in enumerate(links))


def test_105_pairings_and_35_classes_of_sizes_5_10_20() -> None:
    everything = pairings()
    classes = {orbit(pairing) for pairing in everything}
    assert (len(everything), len(classes)) == (105, 35)
    assert Counter(len(one) for one in classes) == {1: 5, 2: 10, 4: 20}
    assert {as_pairing(links) for links in all_links()} == everything
    assert {orbit(as_pairing(parse_links(name))) for name in all_classes()} == classes
    for links in all_links():
        assert rotations(links) == len(orbit(as_pairing(links)))
        assert as_pairing(turned(links)) == turn(as_pairing(links), 1)
        assert as_pairing(mirrored(links)) == flip(as_pairing(links))


def test_25_classes_are_their_own_mirror_image_and_10_form_5_pairs() -> None:
    classes = {orbit(pairing) for pairing in pairings()}
    twins = {one: orbit(flip(next(iter(one)))) for one in classes}
    assert sum(one == twin for one, twin in twins.items()) == 25
    assert len({frozenset((one, twin)) for one, twin in twins.items() if one != twin}) == 5


def test_u_turns() -> None:
    sides = [frozenset((0, 1)), frozenset((2, 3)), frozenset((4, 5)), frozenset((6, 7))]
    classes = {orbit(pairing) for pairing in pairings()}
    assert Counter(sum(side in next(iter(one)) for side in sides) for one in classes) == {
        0: 22,
        1: 8,
        2: 4,
        4: 1,
    }


def test_the_table_has_the_tiles_of_the_rulings_with_their_numbers() -> None:
    tiles, faults = read(load_folder(bundled_games()["dragonpath"]))
    assert faults == [] and tiles.total == 35
    rows = listed()
    assert len(rows) == 35
    assert [(tile.id, links_text(tile.links), tile.rotations) for tile in tiles.tiles] == [
        (number, links, count) for number, links, count, _ in rows
    ]
    classes = {links: number for number, links, _, _ in rows}
    for number, links, _, twin in rows:
        assert tile_class(parse_links(links)) == links  # the listed form is the canonical one
        other = classes[tile_class(mirrored(parse_links(links)))]
        assert other == (number if twin == "self" else int(twin))


def test_links_read_in_any_order_and_with_other_separators() -> None:
    plain = parse_links("01 23 46 57")
    assert plain == (1, 0, 3, 2, 6, 7, 4, 5)
    for text in ("10 32 64 75", "57 46 23 01", "01-23-46-57", "01/23/46/57", "01, 23, 46, 57", "01234657"):
        assert parse_links(text) == plain


@pytest.mark.parametrize(
    "text, said",
    [
        ("01 23 45 66", "joins port 6 more than once and leaves out port 7"),
        ("01 23 45", "leaves out port 6 and 7"),
        ("01 23 45 68", "has '8', which is no port"),
        ("01 23 45 67 01", "joins port 0 and 1 more than once"),
        ("ab", "has 'a', which is no port"),
        ("1234567", "has lost its leading zero; write it with spaces: 01 23 45 67"),
    ],
)
def test_what_is_no_pairing(text: str, said: str) -> None:
    with pytest.raises(NoPairing) as caught:
        parse_links(text)
    assert said in str(caught.value)


# --- the folder's tables ------------------------------------------------------------


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    shutil.copytree(bundled_games()["dragonpath"], folder)
    return folder


def change(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")


def checked(folder: Path) -> tuple[TileSet, list[Fault]]:
    return read(load_folder(folder))


def test_a_tile_that_is_no_pairing_is_an_error_with_its_place(game: Path) -> None:
    change(game, "tiles.csv", "05,01 25 36 47,1", "05,01 25 36 44,1")
    tiles, faults = checked(game)
    errors = [fault for fault in faults if fault.severity == "error"]
    assert [str(fault).split(": ")[0] for fault in errors] == ["tiles.csv:7:links"]
    assert "joins port 4 more than once" in errors[0].message
    assert 5 not in [tile.id for tile in tiles.tiles]


def test_a_tile_taken_out_is_gone_with_a_warning(game: Path) -> None:
    change(game, "tiles.csv", "05,01 25 36 47,1\n", "")
    tiles, (fault,) = checked(game)
    assert tiles.total == 34
    assert (fault.severity, fault.file) == ("warning", "tiles.csv")
    assert "34 tiles" in fault.message and "(01 25 36 47)" in fault.message


def test_count_zero_takes_a_tile_out_too(game: Path) -> None:
    change(game, "tiles.csv", "05,01 25 36 47,1", "05,01 25 36 47,0")
    tiles, (fault,) = checked(game)
    assert tiles.total == 34 and "34 tiles" in fault.message


def test_two_equal_tiles_are_a_warning_at_the_second(game: Path) -> None:
    change(game, "tiles.csv", "05,01 25 36 47,1", "05,01 23 45 67,1")
    faults = checked(game)[1]
    assert [(fault.row, fault.column, fault.severity) for fault in faults] == [
        (7, "links", "warning"),
        (None, None, "warning"),
    ]
    assert "tile 05 equals tile 00" in faults[0].message


def test_a_tile_that_is_another_one_turned_is_a_warning(game: Path) -> None:
    change(game, "tiles.csv", "02,01 23 47 56", "02," + links_text(turned(parse_links("01 23 46 57"))))
    faults = checked(game)[1]
    assert "tile 02 is, turned, tile 01" in faults[0].message


def test_more_than_one_copy_is_a_warning(game: Path) -> None:
    change(game, "tiles.csv", "05,01 25 36 47,1", "05,01 25 36 47,2")
    tiles, faults = checked(game)
    assert tiles.total == 36
    assert [(fault.row, fault.column, fault.severity) for fault in faults] == [
        (7, "count", "warning"),
        (None, None, "warning"),
    ]


def test_more_than_60_tiles_are_an_error(game: Path) -> None:
    change(game, "tiles.csv", "05,01 25 36 47,1", "05,01 25 36 47,27")
    assert any(fault.severity == "error" and "at most 60" in fault.message for fault in checked(game)[1])
    change(game, "tiles.csv", "05,01 25 36 47,27", "05,01 25 36 47,26")
    assert not any(fault.severity == "error" for fault in checked(game)[1])


def test_ids_that_collide_are_errors_of_the_table(game: Path) -> None:
    change(game, "tiles.csv", "06,", "5.0,")
    (fault,) = load_folder(game).errors
    assert (fault.file, fault.row, fault.column) == ("tiles.csv", 8, "id") and "row 7" in fault.message


def test_too_few_tiles_for_two_hands_are_an_error(game: Path) -> None:
    lines = (game / "tiles.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    (game / "tiles.csv").write_text("".join(lines[:6]), encoding="utf-8")
    assert any(fault.severity == "error" and "2 hands of 3" in fault.message for fault in checked(game)[1])


def test_markers_dragon_and_board(game: Path) -> None:
    change(game, "markers.csv", "8,black,#1A1A1A,hexagon,1\n", "")
    change(game, "markers.csv", "2,sky blue,#56B4E9,ring", "2,sky blue,#e69f00,triangle")
    change(game, "dragon.csv", "Dragon,1", "Dragon,0")
    change(game, "board.csv", "6,64.5", "7,64.5")
    faults = checked(game)[1]
    assert {fault.severity for fault in faults} == {"warning"}
    assert [(fault.file, fault.row, fault.column) for fault in faults] == [
        ("dragon.csv", None, None),
        ("markers.csv", None, None),
        ("markers.csv", 3, "colour"),
        ("markers.csv", 3, "symbol"),
        ("board.csv", None, "size"),
    ]


def test_a_folder_without_tiles_and_a_broken_folder(game: Path, tmp_path: Path) -> None:
    tiles, faults = checked(tmp_path / "nowhere")
    assert tiles.total == 0 and faults == []  # load_folder has said it
    (game / "game.toml").write_text('id = "x"\nversion = "1"\nplayers = [2, 8]\n', encoding="utf-8")
    faults = checked(game)[1]
    assert [fault.severity for fault in faults] == ["error", "warning", "warning", "warning"]
