"""Pieces that are folded, measured flat and folded: standees and tuck boxes."""

import json
import math
from collections import Counter
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from toolkit.components.faults import FaultError
from toolkit.components.folder import load_folder
from toolkit.drawing.geometry import apply, bounds
from toolkit.drawing.model import Drawing
from toolkit.faces.face import Faces
from toolkit.press import Order, run
from toolkit.press.check import check_press
from toolkit.press.contours import Contour
from toolkit.press.exports import ExportOrder, export
from toolkit.press.nets import Net, box_depth, panel_face, standee, tuckbox
from toolkit.press.pieces import Look, Piece, make_pieces
from toolkit.press.raster import image

GAME = """
id = "fold"
title = "Fold"
version = "1"
players = [2, 4]
[tables.pawns]
file = "pawns.csv"
key = "id"
[tables.pawns.columns]
id = {}
colour = {}
symbol = {}
title = { default = "Fold" }
[kinds.pawns]
title = "Pawns"
table = "pawns"
make = "standee"
size = [20, 30]
tab = 8
template = "ready/pawn.toml"
[kinds.cards]
title = "Cards"
table = "pawns"
size = "poker"
template = "ready/token.toml"
back = "ready/token.toml"
[kinds.box]
title = "Box"
table = "pawns"
make = "tuckbox"
holds = "cards"
stock = 0.32
template = "ready/box.toml"
"""


BOXES = [(64.5, 89.9, 17.2), (45.45, 64.5, 8.0), (60, 92, 40), (70, 121, 3)]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "fold"
    folder.mkdir()
    (folder / "game.toml").write_text(GAME, encoding="utf-8")
    (folder / "pawns.csv").write_text(
        "id,colour,symbol,count\na,#d55e00,diamond,2\nb,#0072b2,ring,1\n", encoding="utf-8"
    )
    return folder


def pieces(folder: Path, kind: str) -> list[Piece]:
    opened = load_folder(folder).require()
    return make_pieces(opened, [opened.kinds[kind]], Faces(folder))


def change(folder: Path, old: str, new: str) -> None:
    assert old in GAME
    (folder / "game.toml").write_text(GAME.replace(old, new), encoding="utf-8")


# -- standees


def test_a_standee_is_front_and_mirrored_back_joined_at_the_fold_with_tabs() -> None:
    net = standee(20, 30, 8, own_back=False)
    assert (net.width, net.height) == (20, 76)
    assert [line.corners[0][1] for line in net.folds] == [8, 38, 68]
    behind, front = net.panels
    # folded at 38, every point of the front meets the same point of its mirror image
    for x, y in ((0, 0), (20, 0), (3, 11), (20, 30)):
        fx, fy = apply(front.matrix, x, y)
        bx, by = apply(behind.matrix, x, y)
        assert (fx, fy - 38) == pytest.approx((bx, 38 - by))
    assert apply(front.matrix, 0, 30)[1] == 68 and apply(behind.matrix, 0, 30)[1] == 8


def test_a_back_of_its_own_stands_upright_and_unmirrored_behind() -> None:
    behind, _ = standee(20, 30, 8, own_back=True).panels
    a, b, c, d = behind.matrix[:4]
    assert a * d - b * c == pytest.approx(1)  # turned, not mirrored
    assert apply(behind.matrix, 0, 0) == (20, 38) and apply(behind.matrix, 20, 30) == (0, 8)


def test_without_a_tab_there_is_one_fold() -> None:
    net = standee(20, 30, 0, own_back=False)
    assert net.height == 60 and len(net.folds) == 1


def test_a_printed_standee_looks_so(game: Path) -> None:
    piece = pieces(game, "pawns")[0]
    assert piece.back is None and piece.net is not None
    assert (piece.drawing.width, piece.drawing.height) == (20, 76)
    picture = np.asarray(image(piece.drawing, 254).convert("RGB")).astype(int)  # 10 px a mm
    upper, lower = picture[80:380], picture[380:680]
    assert (np.abs(upper[::-1] - lower) > 60).mean() < 0.02  # mirrored at the fold
    assert (np.abs(lower - (0xD5, 0x5E, 0x00)).sum(axis=2) < 30).mean() > 0.2
    front = panel_face(piece.net, piece.drawing, 1)
    behind = panel_face(piece.net, piece.drawing, 0)
    assert (front.width, front.height) == (behind.width, behind.height) == (20, 30)
    one, other = (np.asarray(image(d, 100).convert("L")).astype(int) for d in (front, behind))
    assert (np.abs(one - other[:, ::-1]) > 60).mean() < 0.05  # the same figure from behind


def test_words_that_would_be_mirrored_are_warned_of(game: Path) -> None:
    def said() -> list[str]:
        return [str(fault) for fault in check_press(load_folder(game)) if "mirrored" in fault.message]

    toml = (game / "game.toml").read_text(encoding="utf-8")
    assert said() == []  # a pawn without a name
    (game / "game.toml").write_text(
        toml.replace('template = "ready/pawn.toml"', 'template = "name.toml"'), encoding="utf-8"
    )
    (game / "name.toml").write_text("[[layers]]\ntype = 'text'\ntext = '{{ id }}'\n", encoding="utf-8")
    (fault,) = said()
    assert fault.startswith("game.toml:17:1: warning: its words are mirrored on the other side; write")
    (game / "game.toml").write_text(
        toml.replace('template = "ready/pawn.toml"', 'template = "name.toml"\nback = "name.toml"'),
        encoding="utf-8",
    )
    assert said() == []


def test_sheets_hold_whole_nets_and_copies_are_counted(game: Path, tmp_path: Path) -> None:
    printed = run(load_folder(game), tmp_path / "out", Order(only=("pawns",)))
    assert [file.pieces for file in printed.files] == [3] and not printed.files[0].two_sided


# -- tuck boxes


def steps(contour: Contour) -> list[tuple[float, float]]:
    return [(x, y) for x, y, _ in contour.corners]


def levels(net: Net, upright: bool) -> list[float]:
    along = 0 if upright else 1
    found = set()
    for fold in net.folds:
        (a, b) = steps(fold)
        if a[along] == b[along]:
            found.add(round(a[along], 6))
    return sorted(found)


@pytest.mark.parametrize(
    ("w", "h", "d"), [(64.5, 89.9, 17.2), (45.45, 64.5, 8.0), (60, 92, 40), (70, 121, 3)]
)
def test_a_folded_box_has_the_inside_that_was_asked_for(w: float, h: float, d: float) -> None:
    net = tuckbox(w, h, d)
    across = [0.0, *levels(net, True)]
    assert [b - a for a, b in pairwise(across)] == pytest.approx([w, d, w, d])  # once around the cards
    lid, top, bottom = levels(net, False)
    assert (top - lid, bottom - top) == pytest.approx((d, h))
    front, back = net.panels
    assert (front.x, front.y, front.width, front.height) == pytest.approx((0, top, w, h))
    assert (back.x, back.width) == pytest.approx((w + d, w))
    (cut,) = net.cuts
    left, up, right, down = bounds(cut.segments())
    assert (left, up) == pytest.approx((0, 0), abs=1e-3)
    assert (right, down) == pytest.approx((net.width, net.height), abs=1e-3)
    # bottom and lid are as deep as the box, the tongue goes on beyond the lid
    assert max(y for x, y in steps(cut) if x < w) == pytest.approx(bottom + d)
    assert min(y for _, y in steps(cut)) == pytest.approx(min(lid - min(15, h / 2), top - _dust(net)))


def _dust(net: Net) -> float:
    """How high the dust flaps are."""
    top = levels(net, False)[1]
    w, d = net.panels[0].width, net.panels[1].x - net.panels[0].width
    xs = [y for x, y in steps(net.cuts[0]) if w < x < w + d and y < top]
    return top - min(xs)


@pytest.mark.parametrize(
    ("w", "h", "d"), [(64.5, 89.9, 17.2), (45.45, 64.5, 8.0), (60, 92, 40), (70, 121, 3)]
)
def test_flaps_do_not_hinder_each_other(w: float, h: float, d: float) -> None:
    net = tuckbox(w, h, d)
    assert 2 * _dust(net) <= w  # the two dust flaps do not meet
    (cut,) = net.cuts
    points = steps(cut)
    assert len(set(points)) == len(points)
    # the outline does not cross itself
    lines = list(zip(points, [*points[1:], points[0]], strict=True))
    for i, (a, b) in enumerate(lines):
        for c, e in lines[i + 2 : len(lines) - (i == 0)]:
            assert not _cross(a, b, c, e), (a, b, c, e)
    # the flap to be glued is no wider than the panel behind which it lies
    assert net.width - (2 * w + 2 * d) <= w


def _cross(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]
) -> bool:
    def side(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < -1e-9 and side(c, d, a) * side(c, d, b) < -1e-9


def test_the_notch_goes_into_the_front(game: Path) -> None:
    (cut,) = tuckbox(64.5, 89.9, 17.2).cuts
    top = 17.2 + 15
    inside = [s for s in cut.segments() if len(s) > 2 and 20 < float(s[-2]) < 45 and float(s[-1]) > top + 1]
    assert inside  # the arc comes below the upper edge of the front
    assert max(float(s[-1]) for s in inside) == pytest.approx(top + 9, abs=0.01)


def test_the_digest_of_a_net_follows_its_faces_and_size_and_no_marks(game: Path) -> None:
    def digests(look: Look | None = None) -> list[str]:
        opened = load_folder(game).require()
        found = make_pieces(opened, opened.kinds.values(), Faces(game), look)
        return [piece.hash for piece in found if piece.net is not None]

    before = digests()
    assert digests(Look(bleed=0.5, marked=True)) == before
    change(game, "tab = 8", "tab = 9")
    assert [a == b for a, b in zip(before, digests(), strict=True)] == [False] * 3 + [True] * 3
    change(game, "stock = 0.32", "stock = 0.5")
    assert [a == b for a, b in zip(before, digests(), strict=True)] == [True] * 3 + [False] * 3
    change(game, "tab = 8\n", 'tab = 8\nback = "ready/token.toml"\n')
    assert [a == b for a, b in zip(before, digests(), strict=True)] == [False] * 3 + [True] * 3


def test_a_box_is_as_deep_as_the_cards_it_holds(game: Path) -> None:
    folder = load_folder(game).require()
    box = folder.kinds["box"]
    assert box.size == pytest.approx((64.5, 89.9))
    assert box_depth(box, folder) == pytest.approx(3 * 0.32 + 1)
    (game / "pawns.csv").write_text("id,colour,symbol,count\na,#d55e00,ring,54\n", encoding="utf-8")
    folder = load_folder(game).require()
    assert box_depth(folder.kinds["box"], folder) == pytest.approx(54 * 0.32 + 1)
    change(game, 'holds = "cards"\nstock = 0.32\n', 'cards = 90\nsize = "mini-euro"\n')
    folder = load_folder(game).require()
    assert folder.kinds["box"].size == pytest.approx((45, 69))
    assert box_depth(folder.kinds["box"], folder) == pytest.approx(90 * 0.3 + 1)


def test_sides_and_lid_have_the_colour_of_the_front(game: Path) -> None:
    change(game, 'title = { default = "Fold" }\n', 'title = { default = "Fold" }\ntext = {}\n')
    piece = pieces(game, "box")[0]
    assert piece.net is not None
    picture = image(piece.drawing, 127).convert("RGB")  # 5 px a mm
    top = levels(piece.net, False)[1]
    x = (levels(piece.net, True)[0] + levels(piece.net, True)[1]) / 2
    assert picture.getpixel((round(x * 5), round((top + 40) * 5))) == (0xD5, 0x5E, 0x00)
    assert picture.getpixel((1, 1)) == (255, 255, 255)


# -- what game.toml may say


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('make = "standee"', 'make = "standy"', "did you mean 'standee'"),
        ("tab = 8", "tab = -1", "a tab of -1 mm; write 0 to 100"),
        ("tab = 8", "tab = 8\nstock = 0.3", "only a tuckbox has 'stock'"),
        (
            'make = "standee"\nsize = [20, 30]',
            'make = "standee"\nshape = "circle"\ndiameter = 9',
            "rectangle",
        ),
        ('holds = "cards"', 'holds = "card"', "did you mean 'cards'"),
        ('holds = "cards"', 'holds = "pawns"', "no kind of cards"),
        ('holds = "cards"', "", "a tuckbox holds a kind or a number of cards; write holds"),
        ('holds = "cards"', 'holds = "cards"\ncards = 5', "a tuckbox holds a kind or a number"),
        ('holds = "cards"', 'cards = 0\nsize = "poker"', "write 1 to 2000"),
        ("stock = 0.32", "stock = 40", "cards 40 mm thick"),
    ],
)
def test_faults_name_their_place_and_what_would_be_right(game: Path, old: str, new: str, said: str) -> None:
    change(game, old, new)
    faults = [str(fault) for fault in load_folder(game).errors]
    assert any(said in fault and fault.startswith("game.toml:") for fault in faults), faults


def test_a_box_for_far_too_many_cards_is_refused_by_print_and_by_check(game: Path) -> None:
    from toolkit.press.check import check_press

    (game / "pawns.csv").write_text("id,colour,symbol,count\na,#d55e00,ring,900\n", encoding="utf-8")
    with pytest.raises(FaultError, match=r"game\.toml:\d+:\d+: a box 289 mm deep is too deep"):
        pieces(game, "box")
    assert any("too deep" in str(fault) for fault in check_press(load_folder(game)))


# -- cutters and Tabletop Simulator


def test_a_cutter_scores_the_folds_and_cuts_the_outline(game: Path, tmp_path: Path) -> None:
    import ezdxf

    made = export(load_folder(game), ExportOrder("cutter", only=("box", "pawns")), tmp_path)
    assert sum(m.pieces for m in made.made) == 6
    scored: Counter[int] = Counter()
    for path in sorted((tmp_path / "cutter").glob("*.dxf")):
        document = ezdxf.readfile(path)  # type: ignore[attr-defined]
        for line in document.modelspace().query('LWPOLYLINE[layer=="Score"]'):
            (ax, ay), (bx, by) = line.get_points("xy")
            scored[round(math.dist((ax, ay), (bx, by)))] += 1
        outlines = document.modelspace().query('LWPOLYLINE[layer=="Cut"]')
        assert all(line.closed for line in outlines if len(line) > 4)
        group = ElementTree.parse(path.with_suffix(".svg")).getroot().find(".//*[@id='Score']")
        assert group is not None and {p.attrib["stroke"] for p in group} == {"#0000FF"}
    assert scored[20] == 9  # three folds of each of three pawns
    assert scored[90] == 12  # four upright folds of each of three boxes


def test_a_standee_is_a_figure_on_the_table_and_a_box_is_left_out(game: Path, tmp_path: Path) -> None:
    made = export(load_folder(game), ExportOrder("tts"), tmp_path)
    assert any(note.startswith("Box: left out") for note in made.notes)
    saved = json.loads(next(tmp_path.glob("*.json")).read_text(encoding="utf-8"))
    figures = [o for o in saved["ObjectStates"] if o["Name"] == "Figurine_Custom"]
    assert len(figures) == 3
    assert all(f["CustomImage"]["ImageURL"] != f["CustomImage"]["ImageSecondaryURL"] for f in figures)


def test_a_shop_of_cards_leaves_folded_pieces_out(game: Path, tmp_path: Path) -> None:
    made = export(load_folder(game), ExportOrder("mpc", only=()), tmp_path)
    assert [m.what for m in made.made] == ["Cards"]
    assert sum("folded" in note for note in made.notes) == 2


def test_nets_keep_titles_for_readers(game: Path) -> None:
    drawing: Drawing = pieces(game, "pawns")[0].drawing
    assert drawing.title == "Pawns a"
