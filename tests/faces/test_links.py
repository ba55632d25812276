"""Links between ports: they meet at the edges of neighbouring tiles, and pass over and under by turns."""

import math

import pytest

from toolkit.components import load_folder
from toolkit.components.home import bundled_games
from toolkit.drawing.geometry import cubic_at
from toolkit.drawing.model import Path
from toolkit.faces import Faces
from toolkit.faces.links import arrange, parse_links, part, port, route, weave

SIDE = 63.5
NEIGHBOURS = {0: 5, 1: 4, 2: 7, 3: 6, 4: 1, 5: 0, 6: 3, 7: 2}
STEPS = {0: (0, -SIDE), 1: (SIDE, 0), 2: (0, SIDE), 3: (-SIDE, 0)}


def test_ports_go_clockwise_and_divide_each_side_in_three() -> None:
    places = [(10, 0), (20, 0), (30, 10), (30, 20), (20, 30), (10, 30), (0, 20), (0, 10)]
    for number, place in enumerate(places):
        p = port(number, 2, 30, 30)
        assert (p.x, p.y) == pytest.approx(place)


@pytest.mark.parametrize(("one", "other"), NEIGHBOURS.items())
def test_a_port_lies_where_the_neighbours_does(one: int, other: int) -> None:
    dx, dy = STEPS[one // 2]
    a, b = port(one, 2, SIDE, SIDE), port(other, 2, SIDE, SIDE)
    assert math.hypot(a.x - (b.x + dx), a.y - (b.y + dy)) < 0.01
    assert (a.out_x, a.out_y) == (-b.out_x, -b.out_y)


def all_links() -> list[tuple[int, int]]:
    return [(a, b) for a in range(8) for b in range(8) if a != b]


@pytest.mark.parametrize("link", all_links())
def test_links_reach_the_edge_at_a_right_angle(link: tuple[int, int]) -> None:
    for bias in (-1.0, 0.0, 1.0):
        curve = route(link, 2, SIDE, SIDE, bias)
        for end, near, number in ((curve[0], curve[1], link[0]), (curve[3], curve[2], link[1])):
            p = port(number, 2, SIDE, SIDE)
            assert math.dist(end, (p.x, p.y)) < 0.01
            inward = (near[0] - end[0], near[1] - end[1])
            assert inward[0] * p.out_y - inward[1] * p.out_x == pytest.approx(0, abs=1e-9)
            assert inward[0] * p.out_x + inward[1] * p.out_y < -1
        for i in range(101):
            x, y = cubic_at(curve, i / 100)
            assert -0.01 <= x <= SIDE + 0.01 and -0.01 <= y <= SIDE + 0.01


def test_printed_ribbons_of_all_tiles_meet_at_all_edges() -> None:
    """Every stroke of every tile's ribbons runs through its ports, straight across the edge."""
    folder = load_folder(bundled_games()["dragonpath"])
    faces = Faces(folder.path)
    template = faces.template("tile.toml")
    ports = [port(i, 2, SIDE, SIDE) for i in range(8)]
    widths: set[tuple[float, ...]] = set()
    for row in folder.tables["tiles"].rows:
        drawing = faces.draw(template, dict(row), (SIDE, SIDE)).drawing
        ribbons = [i for i in drawing.items if isinstance(i, Path) and i.stroke and len(i.d) == 4]
        assert len(ribbons) == 12  # four links of three strokes each; patches are shorter
        reached: dict[int, list[float]] = {}
        for ribbon in ribbons:
            for outer, edge in ((ribbon.d[0], ribbon.d[1]), (ribbon.d[3], ribbon.d[2])):
                x, y = (float(v) for v in edge[-2:])
                number = min(range(8), key=lambda i: math.dist((x, y), (ports[i].x, ports[i].y)))
                p = ports[number]
                assert math.dist((x, y), (p.x, p.y)) < 0.01
                assert math.dist([float(v) for v in outer[-2:]], (x + 3 * p.out_x, y + 3 * p.out_y)) < 0.01
                reached.setdefault(number, []).append(ribbon.width)
        assert sorted(reached) == list(range(8))
        widths |= {tuple(w) for w in reached.values()}
    assert len(widths) == 1  # the same lines in the same order at every edge of every tile


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("05 5x", "'5x' is no link"),
        ("08", "no port 8"),
        ("00", "to itself"),
        ("01 12", "port 1 is used twice"),
    ],
)
def test_wrong_links_say_why(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parse_links(text, 2)


def test_links_of_faces_with_many_ports() -> None:
    assert parse_links("0-11, 3-10", 3) == ((0, 11), (3, 10))


def test_crossing_links_pass_over_and_under_by_turns() -> None:
    curves = arrange(parse_links("05 14 27 36", 2), 2, SIDE, SIDE, 8.0)
    patches = weave(curves, 8.0)
    # Four straight links make four crossings; later ones lie over earlier ones in all four, two of them
    # must change.
    assert len(patches) == 2
    for patch in patches:
        middle = cubic_at(curves[patch.link], (patch.start + patch.end) / 2)
        assert any(
            math.dist(middle, (x, y)) < 2 for x in (SIDE / 3, SIDE * 2 / 3) for y in (SIDE / 3, SIDE * 2 / 3)
        )


def test_links_that_do_not_cross_are_left_alone() -> None:
    curves = arrange(parse_links("01 23 45 67", 2), 2, SIDE, SIDE, 8.0)
    assert weave(curves, 8.0) == []
    assert list(curves) == [route(p, 2, SIDE, SIDE) for p in parse_links("01 23 45 67", 2)]


def test_crossings_are_spread_where_all_would_meet_in_the_middle() -> None:
    plain = [route(p, 2, SIDE, SIDE) for p in parse_links("04 15 26 37", 2)]
    assert all(math.dist(cubic_at(c, 0.5), (SIDE / 2, SIDE / 2)) < 0.01 for c in plain)
    spread = arrange(parse_links("04 15 26 37", 2), 2, SIDE, SIDE, 8.0)
    assert sum(math.dist(cubic_at(c, 0.5), (SIDE / 2, SIDE / 2)) for c in spread) > 4


def test_a_part_of_a_curve_lies_on_it() -> None:
    curve = route((0, 3), 2, SIDE, SIDE)
    piece = part(curve, 0.25, 0.75)
    for i in range(11):
        assert cubic_at(piece, i / 10) == pytest.approx(cubic_at(curve, 0.25 + 0.05 * i))
