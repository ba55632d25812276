"""Saving ink: nothing solid, nothing that carries meaning lost, colours still told apart."""

import io
from itertools import combinations

import pytest
from PIL import Image as Pillow

from toolkit.drawing.colours import PALETTE, channels
from toolkit.drawing.fonts import find_font
from toolkit.drawing.geometry import bounds, circle, line, parse_path, rectangle
from toolkit.drawing.ink import HATCHES, difference, hatch_of, inked
from toolkit.drawing.model import Drawing, Group, Image, Item, Join, Path, Symbol, TextLine, Use, walk
from toolkit.drawing.text import Style, shape


def face(*items: Item, bleed: float = 0.0) -> Drawing:
    return Drawing(60, 90, items, bleed=bleed)


def paths(drawing: Drawing) -> list[Path]:
    return [item for item in walk(drawing) if isinstance(item, Path)]


def box(x: float, y: float, w: float, h: float, fill: str, **more: object) -> Path:
    return Path(rectangle(x, y, w, h), fill=fill, **more)  # type: ignore[arg-type]


def test_full_is_the_drawing_itself_and_an_unknown_way_is_refused() -> None:
    drawing = face(box(0, 0, 60, 90, "#123456"))
    assert inked(drawing, "full") is drawing
    with pytest.raises(ValueError, match=r"no way 'none'.*full, low, grey"):
        inked(drawing, "none")


def test_low_has_white_areas_with_thin_dark_outlines() -> None:
    made = inked(face(box(-3, -3, 66, 96, "#1f4b48"), box(10, 10, 30, 30, "#f5ead2"), bleed=3.0), "low")
    ground, inner = paths(made)
    assert ground.fill == "#ffffff" and ground.stroke is None  # cut away in the bleed: no outline
    assert inner.fill == "#ffffff" and inner.stroke == "#000000" and inner.width <= 0.25


def test_the_outline_of_a_piece_without_bleed_stays() -> None:
    (path,) = paths(inked(face(box(0, 0, 60, 90, "#1f4b48")), "low"))
    assert path.stroke == "#000000"


def test_low_leaves_out_what_hardly_shows_and_keeps_what_does() -> None:
    ground = box(-3, -3, 66, 96, "#1f4b48")
    texture = Path(line(5, 5, 40, 40), stroke="#245350", width=0.3)
    shade = box(5, 50, 20, 20, "#000000", opacity=0.1)
    light = Path(line(5, 20, 40, 20), stroke="#ffffff", width=0.3)
    made = paths(inked(face(ground, texture, shade, light, bleed=3.0), "low"))
    assert [p.d for p in made] == [ground.d, light.d]
    assert made[1].stroke == "#000000"  # white on dark has become black on white


def test_a_hidden_thing_stays_hidden() -> None:
    below = Path(line(0, 0, 60, 90), stroke="#000000", width=0.4)
    made = paths(inked(face(below, box(10, 10, 40, 70, "#ffffff")), "low"))
    assert made[-1].fill == "#ffffff" and made[-1].d == rectangle(10, 10, 40, 70)


def test_a_broad_line_becomes_two_thin_ones() -> None:
    made = paths(inked(face(Path(line(0, 40, 60, 40), stroke="#0072b2", width=6.0)), "low"))
    assert [(p.stroke, round(p.width, 2)) for p in made] == [("#000000", 6.0), ("#ffffff", 5.6)]
    # The white goes on beyond the ends, where renderers would else leave a hair of grey.
    assert bounds(made[1].d) == pytest.approx((-0.1, 40, 60.1, 40))
    for d in ("M10 10V30A20 20 0 0 0 30 50", "M10 10V30A20 20 0 0 0 30 50H50", "M10 10H50V40Z"):
        _, white = paths(inked(face(Path(parse_path(d), stroke="#0072b2", width=6.0)), "low"))
        ends = (10, 9.9) if "Z" not in d else (10, 10)
        assert bounds(white.d)[:2] == pytest.approx(ends)


def test_words_are_black_and_stand_on_clear_ground_where_there_is_hatching() -> None:
    style = Style(find_font("sans"), 5.0, "#ffffff")
    made = inked(face(box(0, 0, 60, 90, "#0072b2"), shape("Attack", style, 10, 50)), "low")
    *_, halo, words = made.items
    assert isinstance(words, TextLine) and words.fill == "#000000" and words.text == "Attack"
    assert isinstance(halo, Path) and halo.fill == "#ffffff"


def test_small_dark_signs_stay_solid() -> None:
    (path,) = paths(inked(face(Path(circle(20, 20, 1.2), fill="#222222")), "low"))
    assert path.fill == "#000000" and path.stroke is None


@pytest.mark.parametrize("mode", ["low", "grey"])
def test_no_colour_is_left(mode: str) -> None:
    symbol = Symbol(face(box(5, 5, 20, 20, "#d55e00"), Path(line(0, 0, 9, 9), stroke="#56b4e9")))
    inner = Group((Use(symbol), Path(circle(40, 40, 8), fill="#e69f00", stroke="#009e73", width=2.0)))
    drawing = Drawing(60, 90, (inner,), joins=(Join(0, 40, -1, 0, (("#e69f00", 5.0), ("#f0e442", 3.0))),))
    made = inked(drawing, mode)
    colours = [c for p in paths(made) for c in (p.fill, p.stroke) if c is not None]
    colours += [c for join in made.joins for c, _ in join.strokes]
    assert len(colours) > 5
    assert all(len(set(channels(c))) == 1 for c in colours)


def test_the_palettes_colours_are_hatched_each_in_its_own_way_however_a_piece_is_turned() -> None:
    ways = [(len(h.angles), h.dash, h.places) for h in (HATCHES[p.colour] for p in PALETTE)]
    assert len(set(ways)) == len(PALETTE)
    # near to a colour of the palette, the same hatching; greys and muted colours have none
    assert hatch_of("#e6a010") == HATCHES["#e69f00"] and hatch_of("#0070aa") == HATCHES["#0072b2"]
    assert hatch_of("#808080") is hatch_of("#1f4b48") is hatch_of("#ffffff") is None


@pytest.mark.parametrize("mode", ["low", "grey"])
def test_areas_of_the_palette_differ_in_their_pixels(mode: str) -> None:
    from toolkit.press.raster import image

    made = {}
    for paint in PALETTE[:7]:
        drawing = Drawing(20, 20, (box(0, 0, 20, 20, paint.colour),), bleed=0.0)
        made[paint.name] = image(inked(drawing, mode), 200).convert("L")
    for one, other in combinations(made, 2):
        apart = sum(
            abs(a - b) > 60 for a, b in zip(made[one].tobytes(), made[other].tobytes(), strict=True)
        ) / len(made[one].tobytes())
        assert apart > 0.02, (one, other)


def test_low_takes_far_less_ink_than_full() -> None:
    from toolkit.press.raster import image

    drawing = face(box(-3, -3, 66, 96, "#0072b2"), box(10, 10, 40, 40, "#1a1a1a"), bleed=3.0)

    def darkness(made: Drawing) -> float:
        grey = image(made, 300).convert("L")
        return 1 - sum(grey.tobytes()) / 255 / (grey.width * grey.height)

    assert darkness(inked(drawing, "low")) < 0.2 * darkness(drawing)


def test_pictures_are_grey_and_pale_and_keep_what_is_clear_in_them() -> None:
    source = Pillow.new("RGBA", (4, 4), (200, 30, 30, 255))
    source.putpixel((0, 0), (0, 0, 0, 0))
    buffer = io.BytesIO()
    source.save(buffer, "PNG")
    drawing = face(Image(buffer.getvalue(), 0, 0, 20, 20))
    for mode, darkest in (("grey", 60), ("low", 190)):
        (image,) = inked(drawing, mode).items
        assert isinstance(image, Image)
        opened = Pillow.open(io.BytesIO(image.data))
        assert opened.mode == "LA"
        assert opened.getpixel((0, 0))[1] == 0 and opened.getpixel((2, 2))[1] == 255  # type: ignore[index]
        assert opened.getpixel((2, 2))[0] >= darkest  # type: ignore[index]


def test_a_symbol_used_twice_stays_one_symbol() -> None:
    symbol = Symbol(Drawing(10, 10, (box(0, 0, 10, 10, "#d55e00"),)))
    made = inked(face(Use(symbol), Use(symbol, (1, 0, 0, 1, 20, 0))), "low")
    one, two = made.items
    assert isinstance(one, Use) and isinstance(two, Use) and one.symbol is two.symbol


def test_difference_is_that_of_the_standard() -> None:
    assert difference("#ffffff", "#000000") == pytest.approx(100, abs=0.1)
    assert difference("#ff0000", "#00ff00") == pytest.approx(170.6, abs=0.5)
    assert difference("#123456", "#123456") == 0


def test_a_symbol_is_drawn_on_what_lies_below_each_of_its_parts() -> None:
    # Its middle lies on something else than the sign at its head: light on light there, light on dark here.
    sign = Symbol(Drawing(60, 90, (box(28, 4, 4, 4, "#fffdf6"),)))
    for matrix in ((1, 0, 0, 1, 0, 0), (-1, 0, 0, 1, 60, 0), (1, 0, 0, 1, 0.5, 0.5)):
        made = inked(
            face(
                box(-3, -3, 66, 96, "#e7e1d3"),
                box(15, -3, 30, 96, "#c8323c"),
                Path(circle(30, 45, 8), fill="#fffdf6"),
                Use(sign, matrix),
                bleed=3.0,
            ),
            "low",
        )
        (drawn,) = (item for item in made.items if isinstance(item, Use))
        (mark,) = paths(drawn.symbol.drawing)
        assert mark.stroke == "#000000"


def test_a_symbol_that_is_used_often_stays_one() -> None:
    brick = Symbol(Drawing(10, 5, (box(0, 0, 10, 5, "#d8cfbb"), box(2, 2, 4, 1, "#802020"))))
    wall = [Use(brick, (1, 0, 0, 1, 10 * x, 5 * y)) for y in range(18) for x in range(6)]
    made = inked(face(box(-3, -3, 66, 96, "#1f4b48"), *wall, bleed=3.0), "low")
    used = [item.symbol for item in made.items if isinstance(item, Use)]
    assert len(used) == 108 and len(set(map(id, used))) <= 4


def test_a_bent_line_is_seen_against_what_lies_below_it_not_inside_its_bend() -> None:
    # Casing and fill on the same way: whatever stands inside the bend, they look the same.
    way = parse_path("M10 10V60A20 20 0 0 0 50 60V10")
    strokes = (("#0e2726", 8.2), ("#c9983f", 6.6), ("#f6ecd4", 5.6))
    lane = [Path(way, stroke=colour, width=width) for colour, width in strokes]
    ground = box(-3, -3, 66, 96, "#1f4b48")
    alone = inked(face(ground, *lane, bleed=3.0), "low")
    beside = inked(face(ground, box(18, 20, 24, 40, "#f6ecd4"), *lane, bleed=3.0), "low")
    assert paths(alone)[-6:] == paths(beside)[-6:]
