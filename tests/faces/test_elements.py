"""Icons, QR codes, hatching, roads, pictures and marked text; and what the check says of their looks."""

import io
import re
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image as Picture

from toolkit.components import load_folder
from toolkit.components.faults import FaultError
from toolkit.drawing import geometry
from toolkit.drawing.ink import inked
from toolkit.drawing.model import Drawing, Group, Image, TextLine, Use, walk
from toolkit.drawing.model import Path as Outline
from toolkit.drawing.pdf import PdfWriter
from toolkit.faces import check_folder, face, load_template
from toolkit.faces.elements.hatch import PATTERNS
from toolkit.faces.elements.roads import read_sides
from toolkit.faces.markup import Run, read
from toolkit.faces.values import ValueFault

GAME = """id = "g"
title = "G"
version = "1"
players = [2, 4]
[tables.cards]
file = "cards.csv"
key = "id"
[tables.cards.columns]
id = {}
name = {}
[kinds.cards]
table = "cards"
size = [50, 50]
template = "card.toml"
"""


def draw(folder: Path, text: str, row: dict[str, object] | None = None) -> Drawing:
    (folder / "card.toml").write_text("size = [50, 50]\n" + text, encoding="utf-8")
    template = load_template(folder / "card.toml", folder)
    assert [str(fault) for fault in template.faults] == []
    return face(template, row or {})


def centres(drawing: Drawing) -> list[tuple[float, float]]:
    """The middle of every line of text, from left to right, and its baseline."""
    found = []
    for group in drawing.items:
        assert isinstance(group, Group)
        for item in group.items:
            assert isinstance(item, TextLine)
            x, y = geometry.apply(group.transform, item.x + item.width / 2, item.y)
            found.append((x, y))
    return found


def test_text_without_a_box_is_set_in_the_safe_area(tmp_path: Path) -> None:
    layer = "[[layers]]\ntype = 'text'\ntext = 'Ruby'\nalign = 'centre'\n"
    (bare,) = centres(draw(tmp_path, "safe = 4\n" + layer))
    (moved,) = centres(draw(tmp_path, "safe = 4\n" + layer + "x = 10\ny = 10"))
    (given,) = centres(draw(tmp_path, "safe = 4\n" + layer + "width = 20"))
    assert bare[0] == pytest.approx(25)
    assert 4 < bare[1] < 8
    assert moved[0] == pytest.approx((10 + 46) / 2)
    assert given[0] == pytest.approx(10)


def check(folder: Path, text: str, palette: str = "") -> list[str]:
    (folder / "game.toml").write_text(GAME + palette, encoding="utf-8")
    (folder / "cards.csv").write_text("id,name\n1,a\n2,b\n", encoding="utf-8")
    (folder / "card.toml").write_text(text, encoding="utf-8")
    read_folder = load_folder(folder)
    assert [str(fault) for fault in read_folder.faults] == []
    return [str(fault) for fault in check_folder(read_folder)]


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("a **b** c", [Run("a "), Run("b", bold=True), Run(" c")]),
        ("*a*", [Run("a", italic=True)]),
        ("***a***", [Run("a", bold=True, italic=True)]),
        ("**a *b* c**", [Run("a ", True), Run("b", True, True), Run(" c", True)]),
        ("2 * 3 and 5*3", [Run("2 * 3 and 5*3")]),
        (r"\*a\* \:b:", [Run("*a* :b:")]),
        ("10:30:45", [Run("10:30:45")]),
        ("pay 3:coin:", [Run("pay 3"), Run(":coin:", icon="coin")]),
        ("note:this:that", [Run("note:this:that")]),
    ],
)
def test_markup(text: str, runs: list[Run]) -> None:
    assert read(text) == runs


@pytest.mark.parametrize("text", ["**a", "a *b", "*a ** b"])
def test_markup_that_is_not_closed_is_refused(text: str) -> None:
    with pytest.raises(ValueFault, match="never closed"):
        read(text)


def test_bold_italic_and_icons_stand_in_a_line(tmp_path: Path) -> None:
    text = "[[layers]]\ntype = 'text'\ntext = 'a **b** *c* :coin:'\n"
    drawing = draw(tmp_path, text)
    fonts = [item.font.name for item in walk(drawing) if isinstance(item, TextLine)]
    assert {"SourceSansPro-Regular", "SourceSansPro-Bold", "SourceSansPro-It"} <= set(fonts)
    (icon,) = [item for item in walk(drawing) if isinstance(item, Use)]
    assert icon.symbol.drawing.title == "coin"


def test_an_unknown_icon_names_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(FaultError, match=r"no icon 'coin, gem'; a list is written as repeat = .*\{\{ item"):
        draw(tmp_path, "[[layers]]\ntype = 'icon'\nicon = '{{ cost }}'", {"cost": "coin, gem"})
    with pytest.raises(FaultError, match="there is no icon 'cion'; did you mean 'coin'"):
        draw(tmp_path, "[[layers]]\ntype = 'text'\ntext = 'a :cion:'\n")


def test_icons_of_the_folder_come_first_and_take_the_colour(tmp_path: Path) -> None:
    (tmp_path / "icons").mkdir()
    svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path d='M0 0h8v8z'/></svg>"
    (tmp_path / "icons" / "coin.svg").write_text(svg, encoding="utf-8")
    drawing = draw(tmp_path, "[[layers]]\ntype = 'icon'\nicon = 'coin'\ncolour = '#ff0000'\n")
    (path,) = [item for item in walk(drawing) if isinstance(item, Outline)]
    assert path.fill == "#ff0000" and len(path.d) == 4


def test_a_qr_code_is_one_outline_that_can_be_read(tmp_path: Path) -> None:
    drawing = draw(tmp_path, "[[layers]]\ntype = 'qr'\ntext = 'https://example.org'\nsize = 30\n")
    ground, code = drawing.items
    assert isinstance(ground, Outline) and isinstance(code, Outline)
    import segno

    matrix = segno.make_qr("https://example.org", error="m", boost_error=False).matrix
    module = 30 / (len(matrix) + 8)
    corners = [(s[1], s[2]) for s in code.d if len(s) == 3]
    loops: list[list[tuple[float, float]]] = []
    for step in code.d:
        if step[0] == "M":
            loops.append([])
        if len(step) == 3:
            loops[-1].append((float(step[1]), float(step[2])))
    assert len(corners) == sum(map(len, loops))
    for y, row in enumerate(matrix):  # winding of every module's middle
        for x, dark in enumerate(row):
            px, py = (x + 4.5) * module, (y + 4.5) * module
            inside = 0
            for loop in loops:
                for (ax, ay), (bx, by) in zip(loop, [*loop[1:], loop[0]], strict=True):
                    if ax == bx and ax > px and min(ay, by) < py < max(ay, by):
                        inside += 1 if by > ay else -1
            assert bool(inside) == bool(dark)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_fill_their_area(tmp_path: Path, pattern: str) -> None:
    drawing = draw(tmp_path, f"[[layers]]\ntype = 'hatch'\npattern = '{pattern}'\nwidth = 9\nheight = 9\n")
    assert [item for item in walk(drawing) if isinstance(item, Outline)]


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("ns", "ns"),
        ("top right", "ne"),
        ("corner", "ne"),
        ("corner 90", "es"),
        ("t", "nes"),
        ("cross", "nesw"),
        ("", ""),
    ],
)
def test_sides_of_roads(text: str, sides: str) -> None:
    assert read_sides(text) == sides


@pytest.mark.parametrize("sides", ["s", "swn", "esw", "nesw"])
def test_a_road_that_ends_or_forks_has_no_seam(tmp_path: Path, sides: str) -> None:
    lines = "strokes = [{ width = 20.3, colour = '#3a3a3a' }, { width = 8, colour = '#d8c9a0' }]\n"
    drawing = draw(tmp_path, f"bleed = 0\n[[layers]]\ntype = 'road'\nsides = '{sides}'\n{lines}")
    assert len(drawing.items) == 2  # one shape for each line
    writer = PdfWriter()
    writer.add_page(drawing)
    page = pypdfium2.PdfDocument(writer.to_bytes())[0]
    seen = np.asarray(page.render(scale=600 / 72).to_pil().convert("L"), dtype=int)
    middle, edge = len(seen) // 2, int((25 + 20.3 / 2) / 25.4 * 600)
    if "e" not in sides:  # along the outer edge on the right, every row is as the next
        rows = seen[middle : len(seen) - 4, edge - 3 : edge + 4]
        assert abs(rows - rows[len(rows) // 2]).max() <= 1
    arm = seen[middle : len(seen) - 4, middle - 90 : middle + 90]  # in the lane, and to the south of it
    assert arm.min() == arm.max()


@pytest.mark.parametrize("sides", ["n", "ns", "nes", "nesw"])
@pytest.mark.parametrize("box", ["", "x = 10\ny = 10\nwidth = 30\nheight = 30\n"])
def test_a_road_drawn_in_outline_is_open_at_its_ends(tmp_path: Path, sides: str, box: str) -> None:
    lines = "strokes = [{ width = 8, colour = '#3a3a3a' }]\n"
    drawing = draw(tmp_path, f"bleed = 0\n[[layers]]\ntype = 'road'\nsides = '{sides}'\n{lines}{box}")
    writer = PdfWriter()
    writer.add_page(inked(drawing, "low"))
    page = pypdfium2.PdfDocument(writer.to_bytes())[0]
    seen = np.asarray(page.render(scale=10 * 25.4 / 72).to_pil().convert("L"), dtype=int)  # 10 pixels a mm
    middle = len(seen) // 2
    for side in sides:  # seen with that side at the top
        turned = np.rot90(seen, "nesw".index(side))
        lane = turned[: middle - 10, middle - 20 : middle + 20]
        assert lane.min() > 200  # nothing across the road on its way out
        walls = turned[middle // 2, middle - 60 : middle + 60]
        assert walls.min() < 100  # and something along it


def test_dashes_run_through_a_fork(tmp_path: Path) -> None:
    lines = "strokes = [{ width = 1, colour = '#3a3a3a', dash = [2, 1] }]\n"
    drawing = draw(tmp_path, f"bleed = 0\n[[layers]]\ntype = 'road'\nsides = 'esw'\n{lines}")
    (path,) = drawing.items
    assert isinstance(path, Outline) and path.d == (
        *geometry.line(50, 25, 0, 25),
        *geometry.line(25, 50, 25, 25),
    )


@pytest.mark.parametrize("text", ["x", "nn", "t 45"])
def test_wrong_sides_are_refused(text: str) -> None:
    with pytest.raises(ValueFault):
        read_sides(text)


def save(folder: Path, name: str, picture: Picture.Image, **options: object) -> None:
    buffer = io.BytesIO()
    picture.save(buffer, "PNG" if name.endswith("png") else "JPEG", **options)
    (folder / name).write_bytes(buffer.getvalue())


def test_a_photo_is_turned_as_its_camera_says(tmp_path: Path) -> None:
    picture = Picture.new("RGB", (40, 20), "white")
    exif = Picture.Exif()
    exif[0x0112] = 6
    save(tmp_path, "a.jpg", picture, exif=exif)
    drawing = draw(tmp_path, "[[layers]]\ntype = 'image'\nfile = 'a.jpg'\nwidth = 40\nheight = 40\n")
    (image,) = [item for item in walk(drawing) if isinstance(item, Image)]
    assert (image.width, image.height) == (20.0, 40.0)
    assert Picture.open(io.BytesIO(image.data)).getexif().get(0x0112, 1) == 1


@pytest.mark.parametrize("mode", ["CMYK", "L"])
def test_jpegs_in_other_colours(tmp_path: Path, mode: str) -> None:
    save(tmp_path, "a.jpg", Picture.new(mode, (8, 8)))
    drawing = draw(tmp_path, "[[layers]]\ntype = 'image'\nfile = 'a.jpg'\n")
    (image,) = [item for item in walk(drawing) if isinstance(item, Image)]
    assert Picture.open(io.BytesIO(image.data)).mode in ("RGB", "L")


@pytest.mark.parametrize("mode", ["P", "1", "LA", "I;16"])
def test_pngs_in_other_colours(tmp_path: Path, mode: str) -> None:
    save(tmp_path, "a.png", Picture.new(mode, (8, 8)))
    drawing = draw(tmp_path, "[[layers]]\ntype = 'image'\nfile = 'a.png'\n")
    (image,) = [item for item in walk(drawing) if isinstance(item, Image)]
    assert Picture.open(io.BytesIO(image.data)).mode in ("RGB", "L", "RGBA", "P")


SVG = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'>{}</svg>"


@pytest.mark.parametrize(
    ("inner", "said"),
    [
        ("<text>a</text>", "words"),
        ("<image href='a.png'/>", "a picture of pixels"),
        ("<script>1</script>", "a programme"),
        ("<rect width='4' height='4' filter='url(#a)'/>", "uses filter"),
        ("<use href='other.svg#a'/>", "lies elsewhere"),
        ("<g id='a'><use href='#a'/></g>", "uses itself"),
        ("<rect width='4' height='4' fill='url(#p)'/>", "which is not in it"),
        ("<mask/>", "a mask"),
        ("<foreignObject/>", "another kind of document"),
        ("<rect", "is no SVG file"),
    ],
)
def test_svg_is_refused_by_the_name_of_the_feature(tmp_path: Path, inner: str, said: str) -> None:
    (tmp_path / "a.svg").write_text(SVG.format(inner), encoding="utf-8")
    with pytest.raises(FaultError, match=said):
        draw(tmp_path, "[[layers]]\ntype = 'image'\nfile = 'a.svg'\n")


def test_entities_are_refused(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>' + SVG.format("<g/>")
    (tmp_path / "a.svg").write_text(bomb, encoding="utf-8")
    with pytest.raises(FaultError, match="declares entities"):
        draw(tmp_path, "[[layers]]\ntype = 'image'\nfile = 'a.svg'\n")


def test_every_feature_that_an_svg_picture_is_refused_for_is_named_at_once(tmp_path: Path) -> None:
    inner = "<text>a</text><g><rect width='3' height='3' mask='url(#m)'/><text>b</text><image/></g>"
    (tmp_path / "a.svg").write_text(SVG.format(inner), encoding="utf-8")
    with pytest.raises(FaultError) as caught:
        draw(tmp_path, "[[layers]]\ntype = 'image'\nfile = 'a.svg'\n")
    (fault,) = caught.value.faults
    assert fault.message.count("<text>") == 1  # what is there twice is said once
    assert (
        fault.message.index("(<text>)") < fault.message.index("uses mask") < fault.message.index("(<image>)")
    )


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("Art/../a.png", "outside"),
        ("art/knigt.png", "did you mean 'art/Knight.png'?"),
        ("x.png", "put the pict"),
    ],
)
def test_a_picture_that_is_not_there_names_the_nearest(tmp_path: Path, name: str, right: str) -> None:
    (tmp_path / "art").mkdir()
    save(tmp_path, "art/Knight.png", Picture.new("L", (9, 9)))
    with pytest.raises(FaultError, match=re.escape(right)):
        draw(tmp_path, f"[[layers]]\ntype = 'image'\nfile = '{name}'\n")


def test_the_copies_of_a_layer_are_warned_of_once(tmp_path: Path) -> None:
    layer = "type = 'icon'\nicon = 'coin'\nx = 5\ny = 5\nsize = 6\nrepeat = '9'\nspacing = [7, 0]\n"
    (found,) = check(tmp_path, f"[[layers]]\n{layer}")
    assert "this icon reaches 19.6 mm beyond the safe area" in found


def test_the_check_warns_of_few_pixels(tmp_path: Path) -> None:
    save(tmp_path, "a.png", Picture.new("RGB", (100, 100)))
    (found,) = check(
        tmp_path, "[[layers]]\ntype = 'image'\nfile = 'a.png'\nx = 5\ny = 5\nwidth = 20\nheight = 20\n"
    )
    assert found.startswith("card.toml:3:file: warning: 'a.png' has 127 dpi at 20 x 20 mm; 300 dpi")


def test_the_check_warns_of_words_beyond_the_safe_area(tmp_path: Path) -> None:
    text = "[[layers]]\ntype = 'text'\ntext = 'abc'\nx = 1\ny = 10\n"
    (found,) = check(tmp_path, text)
    assert found.startswith("card.toml:2:type: warning: this text reaches 2.0 mm beyond the safe area, 3 mm")
    assert check(tmp_path, text.replace("x = 1", "x = 3")) == []


def test_the_check_warns_of_icons_of_few_pixels(tmp_path: Path) -> None:
    (tmp_path / "icons").mkdir()
    save(tmp_path, "icons/ore.png", Picture.new("RGBA", (30, 30)))
    icon = "[[layers]]\ntype = 'icon'\nicon = 'ore'\nx = 5\ny = 5\nsize = "
    (found,) = check(tmp_path, icon + "10\n")
    assert found.startswith("card.toml:3:icon: warning: 'ore' has 76 dpi at 10 x 10 mm; 300 dpi are needed")
    assert check(tmp_path, icon + "2.5\n") == []
    words = "[[layers]]\ntype = 'text'\ntext = 'a :ore: b :ore:'\nx = 5\ny = 5\nsize = "
    (found,) = check(tmp_path, words + "12\n")
    assert found.startswith("card.toml:3:text: warning: 'ore' has ")
    assert check(tmp_path, words + "6\n") == []


def test_the_check_warns_of_codes_that_are_not_dark_on_light(tmp_path: Path) -> None:
    code = "[[layers]]\ntype = 'qr'\ntext = 'x'\nx = 5\ny = 5\ncolour = "
    (found,) = check(tmp_path, code + "'#ffffff'\nground = '#000000'\n")
    assert found.startswith("card.toml:6:colour: warning: is hardly darker than the ground, or lighter;")
    assert check(tmp_path, code + "'#1f4b48'\n") == []


def test_an_unknown_symbol_names_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(FaultError, match="there is no symbol 'squar'; did you mean 'square'"):
        draw(tmp_path, "[[layers]]\ntype = 'symbol'\nsymbol = 'squar'\nradius = 3\n")


@pytest.mark.parametrize(
    ("layer", "said"),
    [
        ("type = 'rectangle'\nfill = '#000000'", "3.0 mm short of the bleed (left, top, right, bottom)"),
        ("type = 'rectangle'\nx = -1\ny = 5\nwidth = 20\nheight = 9\nfill = '#000000'", "2.0 mm short"),
        ("type = 'rectangle'\nx = 30\ny = -5\nwidth = 20\nheight = 9\nfill = '#000000'", "3.0 mm short"),
        ("type = 'rectangle'\nfill = '#000000'\nbleed = true", ""),
        ("type = 'rectangle'\nx = 1\ny = 1\nwidth = 48\nheight = 48\nfill = '#000000'", ""),
        ("type = 'rectangle'\nx = -9\nwidth = 5\nfill = '#000000'", ""),
        (
            "type = 'image'\nfile = 'a.png'\nfit = 'cover'\nheight = 8",
            "3.0 mm short of the bleed (left, top,",
        ),
        ("type = 'road'\nsides = 'cross'\nstrokes = [{ width = 4, colour = '#000000' }]", ""),
    ],
)
def test_the_check_warns_of_what_ends_at_the_cut(tmp_path: Path, layer: str, said: str) -> None:
    save(tmp_path, "a.png", Picture.new("RGB", (900, 900)))
    found = check(tmp_path, f"bleed = 3\n[[layers]]\n{layer}\n")
    if not said:
        assert found == []
        return
    (line,) = found
    assert line.startswith("card.toml:3:type: warning: this ") and said in line


def test_only_the_pieces_that_end_at_the_cut_are_named(tmp_path: Path) -> None:
    layer = "type = 'circle'\nx = 5\ny = 20\nradius = '{{ 6 if name == \"b\" else 2 }}'\nfill = '#000000'\n"
    (found,) = check(tmp_path, f"[[layers]]\n{layer}")
    assert found.startswith("card.toml:2:type: warning: 2: this circle lies on the cut and ends 2.0 mm short")


@pytest.mark.parametrize(
    ("shape", "x", "out"),
    [
        ("hex", 18.0, 0.0),
        ("hex", 6.0, 4.63),  # by the slanting side, which the box of the piece does not show
        ("polygon", 18.0, 0.0),
        ("polygon", 38.0, 5.0),
    ],
)
def test_the_safe_area_of_what_is_no_rectangle_follows_its_cut(
    tmp_path: Path, shape: str, x: float, out: float
) -> None:
    cut = 'size = [50, 43.3]\nshape = "hex"'
    if shape == "polygon":
        cut = 'size = [50, 50]\nshape = "polygon"\noutline = [[0, 0], [50, 0], [0, 50]]'
    game = GAME.replace("size = [50, 50]", cut)
    (tmp_path / "game.toml").write_text(game, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("id,name\n1,a\n", encoding="utf-8")
    text = f"[[layers]]\ntype = 'symbol'\nsymbol = 'disc'\nx = {x}\ny = 12\nradius = 2.5\n"
    (tmp_path / "card.toml").write_text(text, encoding="utf-8")
    found = [str(fault) for fault in check_folder(load_folder(tmp_path))]
    if not out:
        assert found == []
    else:
        assert f"this symbol reaches {out:.1f} mm beyond the safe area" in found[0]


def test_words_in_included_art_have_a_safe_area_too(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    art = "size = [20, 20]\nsafe = 0\nbleed = 0\n[[layers]]\ntype = 'text'\ntext = 'abc'\n"
    (tmp_path / "art" / "name.toml").write_text(art, encoding="utf-8")
    layer = "[[layers]]\ntype = 'include'\nfile = 'art/name.toml'\nscale = 0.5\ny = 20\nx = "
    (found,) = check(tmp_path, layer + "1\n")
    assert "the words of this include reach 2.0 mm beyond the safe area, 3 mm from the cut" in found
    assert check(tmp_path, layer + "4\n") == []


@pytest.mark.parametrize(
    ("layer", "cure"),
    [
        ("type = 'rectangle'\nx = 5", 'fill = "#000000" or stroke = "#000000"'),
        ("type = 'line'\npoints = [[5, 5], [9, 9]]", 'write stroke = "#000000"'),
        ("type = 'grid'\ncolumns = 2\nrows = 2\nx = 5\ny = 5\nwidth = 9\nheight = 9", "write stroke ="),
    ],
)
def test_a_shape_without_a_colour_is_warned_of(tmp_path: Path, layer: str, cure: str) -> None:
    found = check(tmp_path, f"[[layers]]\n{layer}\n")
    assert sum("has no colour and is not seen; write " in line and cure in line for line in found) == 1
    assert not any(
        "not seen" in line for line in check(tmp_path, f"[[layers]]\n{layer}\nstroke = '{{{{ name }}}}'")
    )


def test_sides_of_a_grid_are_known_ones(tmp_path: Path) -> None:
    layer = "[[layers]]\ntype = 'grid'\ncolumns = 2\nrows = 2\nlabels = true\nsides = ['botom']\n"
    found = check(tmp_path, layer)
    assert any("sides: has 'botom'; did you mean 'bottom'?" in line for line in found)


def test_a_repeated_layer_may_use_its_piece(tmp_path: Path) -> None:
    text = "[[layers]]\ntype = 'text'\ntext = '{{ item }}'\nx = 5\ny = 5\nrepeat = '{{ name }}'\n"
    assert check(tmp_path, text) == []
    (found,) = check(tmp_path, text.replace("{{ name }}", "{{ nmae }}"))
    assert "card.toml:6:repeat: there is no column 'nmae'" in found


def test_a_colour_of_the_palette_has_its_symbol(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(
        '[palette.red]\ncolour = "#d55e00"\nsymbol = "star"\n', encoding="utf-8"
    )
    palette = '[palette.red]\ncolour = "#d55e00"\nsymbol = "star"\n'
    text = "[[layers]]\ntype = 'symbol'\nsymbol = 'red'\nradius = 3\n"
    assert check(tmp_path, text, palette) == []


def test_colours_that_some_cannot_tell_apart_are_named_unless_symbols_do(tmp_path: Path) -> None:
    card = "[[layers]]\ntype = 'circle'\nradius = 3\nfill = '#000000'\n"
    palette = '[palette.red]\ncolour = "#a06020"\n[palette.green]\ncolour = "#708020"\n'
    (found,) = check(tmp_path, card, palette)
    assert found.startswith(
        "game.toml:17:palette: warning: #708020 (green) and #a06020 (red) are hard to tell"
    )
    assert "for readers who see no green (deuteranopia), " in found
    signed = palette.replace('20"\n', '20"\nsymbol = "star"\n', 1).replace(
        '8020"\n', '8020"\nsymbol = "ring"\n'
    )
    assert check(tmp_path, card, signed) == []


def test_icons_tell_colours_apart_as_symbols_do(tmp_path: Path) -> None:
    def said(one: str, other: str) -> list[str]:
        (tmp_path / "cards.csv").write_text(
            f"id,colour,icon\n1,#a06020,{one}\n2,#708020,{other}\n", encoding="utf-8"
        )
        return [str(fault) for fault in check_folder(load_folder(tmp_path)) if fault.column == "colour"]

    (tmp_path / "game.toml").write_text(GAME.replace("name = {}", "colour = {}\nicon = {}"), encoding="utf-8")
    (tmp_path / "card.toml").write_text("[[layers]]\ntype = 'circle'\nradius = 3\n", encoding="utf-8")
    (tmp_path / "icons").mkdir()
    square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'
    (tmp_path / "icons" / "wreck.svg").write_text(square, encoding="utf-8")
    assert said("leaf", "wreck") == []
    (fault,) = said("leaf", "leaf")
    assert "#708020 (2) and #a06020 (1) are hard to tell apart" in fault
    assert len(said("leaf", "brown")) == 1


def test_a_colour_that_is_like_several_is_one_warning(tmp_path: Path) -> None:
    card = "[[layers]]\ntype = 'circle'\nradius = 3\nfill = '#000000'\n"
    palette = "".join(
        f'[palette.{name}]\ncolour = "{colour}"\n'
        for name, colour in (
            ("red", "#a06020"),
            ("green", "#708020"),
            ("grey", "#6b7885"),
            ("white", "#ffffff"),
        )
    )
    one, two = check(tmp_path, card, palette)
    assert "#708020 (green) and #a06020 (red) are hard to tell apart: " in one
    assert "#6b7885 (grey) is hard to tell apart from #a06020 (red): " in two
    assert "; from #708020 (green): " in two and two.endswith("or give each a symbol of its own")
