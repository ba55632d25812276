"""What shops and Tabletop Simulator get: measured, counted, and refused where they would not take it."""

import csv
import io
import json
import re
import zlib
from collections import Counter
from pathlib import Path
from urllib.parse import unquote, urlparse

import numpy as np
import pypdfium2
import pytest
from PIL import Image as Pillow

from toolkit.components.faults import FaultError
from toolkit.components.folder import load_folder
from toolkit.components.sizes import find_size
from toolkit.drawing.cmyk import CmykWriter, inks, most_ink, separated
from toolkit.drawing.colours import PALETTE
from toolkit.drawing.geometry import rectangle
from toolkit.drawing.model import Drawing, Image
from toolkit.drawing.model import Path as Outline
from toolkit.press.exports import Exported, ExportOrder, export
from toolkit.press.exports.checks import matching, nearest
from toolkit.press.exports.mpc import canvas
from toolkit.press.exports.tts import USABLE, cell_pixels, grid

MM = 72 / 25.4


def run(folder: Path, place: str, output: Path, **more: object) -> Exported:
    return export(load_folder(folder), ExportOrder(place, **more), output)  # type: ignore[arg-type]


def edit(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def deck(cards: Path) -> Path:
    """The eleven poker cards as a shop takes them: 1/8 in of bleed, three copies of one, none of another."""
    for name in ("front.toml", "back.toml"):
        text = (cards / name).read_text(encoding="utf-8")
        text = text if text.lstrip().startswith("bleed") else "bleed = 3.0\n" + text
        (cards / name).write_text(text.replace("bleed = 3.0", "bleed = 3.175"), encoding="utf-8")
    rows = "".join(f"c{i},{ {2: 3, 5: 0}.get(i, 1) }\n" for i in range(1, 12))
    (cards / "cards.csv").write_text("id,count\n" + rows, encoding="utf-8")
    return cards


# -- The Game Crafter, MakePlayingCards


def test_the_game_crafter_gets_pictures_of_its_size_with_counts(deck: Path, tmp_path: Path) -> None:
    made = run(deck, "tgc", tmp_path / "out")
    home = tmp_path / "out" / "tgc" / "cards"
    fronts = sorted(p.name for p in (home / "fronts").iterdir())
    assert len(fronts) == 10 and "02-c2-x3.png" in fronts and not any("c5" in name for name in fronts)
    for path in [*(home / "fronts").iterdir(), home / "back.png"]:
        picture = Pillow.open(path)
        assert (picture.size, picture.mode) == ((825, 1125), "RGB")
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    with (home / "counts.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert sum(int(row["count"]) for row in rows) == 12 == made.made[0].pieces
    assert {row["back"] for row in rows} == {"back.png"}
    assert all((home / row["front"]).is_file() for row in rows)
    assert sorted(made.paths) == sorted(p for p in (tmp_path / "out").rglob("*") if p.is_file())


def test_the_bleed_is_filled_and_the_cut_lies_where_it_should(deck: Path, tmp_path: Path) -> None:
    (deck / "front.toml").write_text(
        'bleed = 3.175\n[[layers]]\ntype = "rectangle"\nfill = "#ff0000"\nbleed = true\n'
        '[[layers]]\ntype = "rectangle"\nx = 0\ny = 0\nwidth = 63.5\nheight = 88.9\nfill = "#0000ff"\n',
        encoding="utf-8",
    )
    run(deck, "tgc", tmp_path)
    picture = np.asarray(Pillow.open(next((tmp_path / "tgc/cards/fronts").iterdir()))).astype(int)
    blue = (picture[:, :, 2] > 200) & (picture[:, :, 0] < 60)
    ys, xs = np.where(blue)
    assert abs(xs.min() - 37.5) <= 1 and abs(xs.max() - 786.5) <= 1  # 1/8 in are 37.5 px
    assert abs(ys.min() - 37.5) <= 1 and abs(ys.max() - 1086.5) <= 1
    assert (picture[0, :, 0] > 200).all() and (picture[:, -1, 0] > 200).all()


def test_words_within_75_pixels_of_the_edge_are_warned_of(deck: Path, tmp_path: Path) -> None:
    assert run(deck, "tgc", tmp_path / "a").warnings == []
    edit(deck, "front.toml", "x = 5\ny = 5", "x = 2\ny = 5")
    made = run(deck, "tgc", tmp_path / "b")
    assert len(made.warnings) == 10
    assert re.fullmatch(
        r"cards\.csv:2: warning: Cards c1: 'c1' is 2(\.\d)? mm from the cut; The Game Crafter wants 3\.2 mm",
        str(made.warnings[0]),
    )


def test_colour_that_ends_at_the_cut_is_warned_of(deck: Path, tmp_path: Path) -> None:
    edit(deck, "back.toml", "bleed = true\n", "")
    made = run(deck, "mpc", tmp_path)
    (warning,) = made.warnings  # one back, one warning
    assert "100 % of the back's edge has colour up to the cut and white beyond" in str(warning)
    assert "write bleed = true in that layer" in str(warning)


def test_make_playing_cards_gets_a_file_for_every_copy(deck: Path, tmp_path: Path) -> None:
    run(deck, "mpc", tmp_path)
    fronts = sorted((tmp_path / "mpc" / "cards" / "fronts").iterdir())
    assert len(fronts) == 12
    assert [p.name for p in fronts[:5]] == [
        "01-c1.png", "02-c2.png", "03-c2.png", "04-c2.png", "05-c3.png",
    ]  # fmt: skip
    assert Pillow.open(fronts[0]).size == (750 + 72, 1050 + 72)
    assert fronts[1].read_bytes() == fronts[2].read_bytes() != fronts[4].read_bytes()


def test_the_usual_card_of_make_playing_cards_has_36_pixels_of_1110() -> None:
    assert canvas(find_size("standard")) == (816, 1110)
    assert canvas(find_size("tarot")) == (825 + 72, 1425 + 72)


def test_cards_that_lie_are_turned_upright(deck: Path, tmp_path: Path) -> None:
    edit(deck, "game.toml", "size = [63.5, 88.9]", "size = [88.9, 63.5]")
    run(deck, "tgc", tmp_path)
    assert Pillow.open(tmp_path / "tgc/cards/back.png").size == (825, 1125)


def test_backs_of_their_own_have_files_of_their_own(deck: Path, tmp_path: Path) -> None:
    text = '[[layers]]\ntype = "text"\ntext = "{{ id }}"\nx = 9\ny = 9\nsize = 12\n'
    with (deck / "back.toml").open("a", encoding="utf-8") as file:
        file.write(text)
    run(deck, "tgc", tmp_path)
    home = tmp_path / "tgc" / "cards"
    assert {p.name for p in (home / "fronts").iterdir()} == {p.name for p in (home / "backs").iterdir()}
    assert not (home / "back.png").exists()


def test_pictures_of_an_earlier_export_are_named(deck: Path, tmp_path: Path) -> None:
    run(deck, "tgc", tmp_path)
    edit(deck, "cards.csv", "c7,1\n", "")
    made = run(deck, "tgc", tmp_path)
    assert any("from before" in note for note in made.notes)


# -- what is refused


@pytest.mark.parametrize("place", ["tgc", "mpc", "drivethru"])
def test_every_fault_is_said_at_once_and_nothing_is_written(cards: Path, tmp_path: Path, place: str) -> None:
    edit(cards, "game.toml", "size = [63.5, 88.9]", "size = [60, 80]")
    edit(cards, "game.toml", 'back = "back.toml"\n', "")
    edit(cards, "front.toml", "bleed = 3.0", "bleed = 1.0")
    with pytest.raises(FaultError) as caught:
        run(cards, place, tmp_path / "out")
    said = [str(fault) for fault in caught.value.faults]
    assert any(
        re.match(r"game\.toml:\d+:\d+: Cards: .* no cards of 60 x 80 mm; nearest are ", s) for s in said
    )
    assert any(re.match(r"game\.toml:\d+:\d+: Cards: has no back", s) for s in said)
    assert any(re.match(r"front\.toml:\d+:bleed: bleed is 1 mm, and .* write bleed = 3\.", s) for s in said)
    assert not (tmp_path / "out").exists()


def test_the_nearest_sizes_are_named() -> None:
    names = ("poker", "tarot", "mini")
    assert nearest(60, 80, names, 2) == "poker (63.5 x 88.9), mini (44.45 x 63.5)"
    assert matching(88.9, 63.5, names) == find_size("poker") and matching(63, 88, names) is None


def test_what_is_no_card_is_left_out_or_refused_if_asked_for(deck: Path, tmp_path: Path) -> None:
    with (deck / "game.toml").open("a", encoding="utf-8") as file:
        file.write(
            '[kinds.chips]\ntitle = "Chips"\ntable = "cards"\nshape = "circle"\ndiameter = 20\n'
            'template = "front.toml"\n'
        )
    made = run(deck, "tgc", tmp_path / "a")
    assert [m.what for m in made.made] == ["Cards"]
    assert any(note.startswith("Chips: left out") for note in made.notes)
    with pytest.raises(FaultError, match=r"Chips: The Game Crafter takes no pieces of this shape"):
        run(deck, "tgc", tmp_path / "b", only=("chips",))


@pytest.mark.parametrize("place", ["tgc", "mpc", "drivethru"])
@pytest.mark.parametrize("size, said", [((15.875, 15.875), "small"), ((500, 340), "large")])
def test_counters_and_boards_are_left_out_beside_cards(
    deck: Path, tmp_path: Path, place: str, size: tuple[float, float], said: str
) -> None:
    with (deck / "game.toml").open("a", encoding="utf-8") as file:
        file.write(
            f'[kinds.other]\ntitle = "Other"\ntable = "cards"\nsize = {list(size)}\ntemplate = "front.toml"\n'
        )
    made = run(deck, place, tmp_path / "out")
    assert [one.what for one in made.made] == ["Cards"]
    assert any(note.startswith("Other: left out") and f"no cards as {said} as" in note for note in made.notes)
    with pytest.raises(FaultError, match=rf"Other: .* takes no cards as {said} as .*; leave other out"):
        run(deck, place, tmp_path / "again", only=("other",))
    assert not (tmp_path / "again").exists()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"only": ("card",)}, "did you mean 'cards'"),
        ({"where": "colour == 1"}, "no column 'colour'"),
        ({"where": "id =="}, "character"),
        ({"where": 'id == "nobody"'}, "nothing to export"),
    ],
)
def test_a_wrong_order_is_said_and_nothing_is_written(
    deck: Path, tmp_path: Path, more: dict[str, object], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        run(deck, "tgc", tmp_path / "out", **more)
    assert not (tmp_path / "out").exists()
    with pytest.raises(ValueError, match="did you mean 'tgc'"):
        run(deck, "tgcc", tmp_path / "out")


def test_where_chooses_rows(deck: Path, tmp_path: Path) -> None:
    run(deck, "tgc", tmp_path, where='id in ("c1", "c2")')
    assert len(list((tmp_path / "tgc/cards/fronts").iterdir())) == 2


def test_a_disk_that_fails_leaves_nothing_half_written(
    deck: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from toolkit.press.exports import stage

    calls = []

    def failing(path: Path, data: bytes) -> Path:
        calls.append(path)
        if len(calls) == 4:
            raise OSError(28, "No space left on device", str(path))
        return write(path, data)

    write = stage.write_bytes
    monkeypatch.setattr(stage, "write_bytes", failing)
    with pytest.raises(OSError, match="No space"):
        run(deck, "tgc", tmp_path / "out" / "deep")
    assert not (tmp_path / "out").exists()


# -- DriveThruCards


def content(document: pypdfium2.PdfDocument, raw: bytes) -> str:
    """Every content stream of a PDF, as text."""
    found = []
    for match in re.finditer(rb"stream\r?\n(.*?)endstream", raw, re.DOTALL):
        try:
            found.append(zlib.decompress(match[1]).decode("latin-1"))
        except zlib.error:
            continue
    return "\n".join(found)


def test_drive_thru_has_one_file_of_backs_before_fronts(deck: Path, tmp_path: Path) -> None:
    run(deck, "drivethru", tmp_path)
    (path,) = tmp_path.glob("*.pdf")
    document = pypdfium2.PdfDocument(path)
    assert len(document) == 24
    words = [page.get_textpage().get_text_range().strip() for page in document]
    assert words[::2] == [""] * 12  # backs
    assert words[1::2] == ["c1", "c2", "c2", "c2", *(f"c{i}" for i in (3, 4, *range(6, 12)))]
    for page in document:
        assert (page.get_width() / MM, page.get_height() / MM) == pytest.approx((69.85, 95.25), abs=0.01)
        left, bottom, right, top = (v / MM for v in page.get_trimbox())
        assert (left, bottom) == pytest.approx((3.175, 3.175), abs=0.01)
        assert (right - left, top - bottom) == pytest.approx((63.5, 88.9), abs=0.01)
        assert page.get_bleedbox() == page.get_mediabox()


def test_drive_thru_is_in_cmyk_with_little_ink_and_embedded_fonts(deck: Path, tmp_path: Path) -> None:
    run(deck, "drivethru", tmp_path)
    (path,) = tmp_path.glob("*.pdf")
    raw = path.read_bytes()
    text = content(pypdfium2.PdfDocument(raw), raw)
    assert not re.search(r"^[\d. ]+ (rg|RG|g|G)\b", text, re.MULTILINE)
    colours = re.findall(r"((?:[\d.]+ ){4})[kK]\b", text)
    assert colours and all(sum(map(float, c.split())) <= 2.4 for c in colours)
    assert b"/FontFile2" in raw and b"/Type3" not in raw and b"/Helvetica" not in raw


def test_drive_thru_has_no_die_line_and_each_picture_once(deck: Path, tmp_path: Path) -> None:
    noise = np.random.default_rng(2).integers(0, 256, (60, 40, 3), dtype=np.uint8)
    Pillow.fromarray(noise).save(deck / "art.png", dpi=(300, 300))
    with (deck / "front.toml").open("a", encoding="utf-8") as file:
        file.write('[[layers]]\ntype = "image"\nfile = "art.png"\nx = 20\ny = 20\nwidth = 3\nheight = 5\n')
    run(deck, "drivethru", tmp_path)
    (path,) = tmp_path.glob("*.pdf")
    raw = path.read_bytes()
    assert raw.count(b"/Subtype /Image") == 1
    assert not re.search(r"^.*\bS$", content(pypdfium2.PdfDocument(raw), raw), re.MULTILINE)  # no strokes


def test_a_file_that_shops_refuse_for_its_size_is_named(
    deck: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from toolkit.press.exports import drivethru

    monkeypatch.setattr(drivethru, "LARGEST", 1000)
    made = run(deck, "drivethru", tmp_path)
    assert any("shops refuse more than 100" in note for note in made.notes)


def test_print_play_games_gets_eighteen_cards_a_sheet_without_lines(deck: Path, tmp_path: Path) -> None:
    from toolkit.press import Order
    from toolkit.press import run as print_run

    rows = "".join(f"c{i},1\n" for i in range(36))
    (deck / "cards.csv").write_text("id,count\n" + rows, encoding="utf-8")
    order = Order(paper="12x18in", marks="none", bleed=2.0, gap=4.0)
    (file,) = print_run(load_folder(deck), tmp_path, order).files
    assert (file.sheets, file.pieces) == (2, 36)
    document = pypdfium2.PdfDocument(file.paths[0])
    assert (document[0].get_width() / 72, document[0].get_height() / 72) == pytest.approx((12, 18), abs=1e-3)
    front = document[0]
    beyond = [(a - b) / MM for a, b in zip(front.get_trimbox(), front.get_bleedbox(), strict=True)]
    assert beyond == pytest.approx([2, 2, -2, -2], abs=0.01)
    # No line to cut along: the ground goes on from card to card, through every cut and gap.
    shown = np.asarray(front.render(scale=25.4 / 72 * 4).to_pil().convert("RGB"))  # 4 pixels a mm
    left, _, right, top = (v / MM * 4 for v in front.get_trimbox())
    first = shown.shape[0] - top
    for row in (first + 4 * 63.5 / 2, first + 4 * (63.5 + 4 + 63.5 / 2)):
        across = shown[round(row), round(left) - 4 : round(right) + 4].astype(int)
        assert np.abs(across - (0xCF, 0xD8, 0xC8)).max() <= 3


def test_equal_input_gives_equal_files(deck: Path, tmp_path: Path) -> None:
    for place in ("drivethru", "tgc", "cutter"):
        run(deck, place, tmp_path / "a")
        run(deck, place, tmp_path / "b")
    names = sorted(p.relative_to(tmp_path / "a") for p in (tmp_path / "a").rglob("*") if p.is_file())
    assert len(names) > 10
    assert all((tmp_path / "a" / n).read_bytes() == (tmp_path / "b" / n).read_bytes() for n in names)


def test_inks_never_exceed_the_limit_and_greys_are_black_alone() -> None:
    steps = ("00", "33", "66", "99", "cc", "ff")
    for r in steps:
        for g in steps:
            for b in steps:
                found = inks(f"#{r}{g}{b}")
                assert sum(found) <= 2.4 + 1e-9 and all(0 <= share <= 1 for share in found)
    for grey in steps:
        assert inks(f"#{grey}{grey}{grey}") == pytest.approx((0, 0, 0, 1 - int(grey, 16) / 255), abs=1e-6)
    assert inks("#000000") == (0, 0, 0, 1)
    for paint in PALETTE[:7]:
        assert sum(inks(paint.colour)[:3]) > inks(paint.colour)[3]  # lively colours stay lively


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "P", "CMYK"])
def test_pictures_are_taken_apart_within_the_limit(mode: str) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (32, 32, 3), dtype=np.uint8)
    picture = Pillow.fromarray(noise).convert(mode)
    if mode == "RGBA":
        picture.putalpha(Pillow.fromarray(noise[:, :, 0]))
    if mode == "CMYK":
        picture = Pillow.merge("CMYK", [Pillow.new("L", (32, 32), 255)] * 4)  # 400 % of ink
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG" if mode == "CMYK" else "PNG")
    made, alpha = separated(buffer.getvalue())
    assert made.mode == "CMYK" and most_ink(made) <= 2.4
    assert (alpha is not None) == (mode == "RGBA")
    writer = CmykWriter()
    writer.add_page(Drawing(20, 20, (Image(buffer.getvalue(), 0, 0, 20, 20),)))
    raw = writer.to_bytes()
    assert b"/DeviceCMYK" in raw and b"/DeviceRGB" not in raw and (b"/SMask" in raw) == (mode == "RGBA")
    # What the file holds, pixel by pixel: four shares of at most 240 % together, and no empty picture.
    stored = re.findall(rb"<<([^<>]*?/Subtype\s*/Image[^<>]*?)>>\s*stream\r?\n(.*?)endstream", raw, re.S)
    (inked,) = (zlib.decompress(data) for head, data in stored if b"/DeviceCMYK" in head)
    shares = np.frombuffer(inked, np.uint8).reshape(32 * 32, 4).astype(int)
    assert 0.3 * 255 < shares.sum(axis=1).max() <= 2.4 * 255
    assert len({tuple(pixel) for pixel in shares.tolist()}) >= (1 if mode == "CMYK" else 50)


def test_cmyk_looks_much_like_the_screen() -> None:
    from toolkit.drawing.ink import difference
    from toolkit.press.gallery import render

    colours = ["#1f4b48", "#f5ead2", "#d1495b", "#2e6da4", "#f2b134", "#808080", "#000000", "#e69f00"]
    writer = CmykWriter()
    items = tuple(Outline(rectangle(10 * i, 0, 10, 10), fill=c) for i, c in enumerate(colours))
    writer.add_page(Drawing(80, 10, items))
    (page,) = render(writer.to_bytes(), 25.4)
    seen = ["#{:02x}{:02x}{:02x}".format(*page.getpixel((10 * i + 5, 5))) for i in range(8)]
    assert all(difference(a, b) < 20 for a, b in zip(colours, seen, strict=True)), seen


# -- Tabletop Simulator


def table(output: Path) -> dict[str, object]:
    (path,) = output.glob("*-tts.json")
    saved: dict[str, object] = json.loads(path.read_text(encoding="utf-8"))
    return saved


def local(address: str) -> Path:
    return Path(unquote(urlparse(address).path))


def test_a_deck_has_every_copy_and_ids_that_point_into_its_sheet(deck: Path, tmp_path: Path) -> None:
    run(deck, "tts", tmp_path)
    (made,) = table(tmp_path)["ObjectStates"]  # type: ignore[misc]
    assert made["Name"] == "DeckCustom" and len(made["DeckIDs"]) == 12
    assert made["DeckIDs"] == [card["CardID"] for card in made["ContainedObjects"]]
    assert Counter(made["DeckIDs"]).most_common(1)[0] == (101, 3)
    assert sorted(set(made["DeckIDs"])) == [100 + i for i in range(10)]
    custom = made["CustomDeck"]["1"]
    assert custom["UniqueBack"] is False and custom["BackIsHidden"] is True
    sheet = Pillow.open(local(custom["FaceURL"]))
    wide, high = sheet.width / custom["NumWidth"], sheet.height / custom["NumHeight"]
    assert (wide, high) == (int(wide), int(high)) and high / wide == pytest.approx(1.4, abs=0.01)
    assert sheet.mode == "RGB" and max(sheet.size) <= 4096
    # the hidden card, in the last place, is the back
    last = sheet.crop((sheet.width - int(wide), sheet.height - int(high), sheet.width, sheet.height))
    assert np.abs(np.asarray(last).astype(int)[20:-20, 20:-20] - (0x44, 0x55, 0x66)).max() <= 2
    guids = [made["GUID"], *(card["GUID"] for card in made["ContainedObjects"])]
    assert len(set(guids)) == len(guids) and all(re.fullmatch("[0-9a-f]{6}", g) for g in guids)


def test_more_than_69_cards_take_more_sheets(deck: Path, tmp_path: Path) -> None:
    rows = "".join(f"c{i},1\n" for i in range(1, 2 * USABLE + 3))
    (deck / "cards.csv").write_text("id,count\n" + rows, encoding="utf-8")
    run(deck, "tts", tmp_path)
    (made,) = table(tmp_path)["ObjectStates"]  # type: ignore[misc]
    assert list(made["CustomDeck"]) == ["1", "2", "3"]
    assert len(set(made["DeckIDs"])) == 2 * USABLE + 2
    for number, custom in made["CustomDeck"].items():
        cards = [i for i in made["DeckIDs"] if i // 100 == int(number)]
        assert len(cards) <= USABLE
        assert max(i % 100 for i in cards) < custom["NumWidth"] * custom["NumHeight"] - 1
        assert custom["NumWidth"] <= 10 and custom["NumHeight"] <= 7
        assert max(Pillow.open(local(custom["FaceURL"])).size) <= 4096


def test_grids_and_pixels_keep_to_the_limits() -> None:
    for count in range(1, USABLE + 1):
        columns, rows = grid(count)
        assert 2 <= columns <= 10 and 2 <= rows <= 7 and columns * rows > count
        for size in ((63.5, 88.9), (88.9, 63.5), (20.0, 20.0), (139.7, 88.9)):
            wide, high = cell_pixels(*size, columns, rows)
            assert columns * wide <= 4096 and rows * high <= 4096
    assert grid(USABLE) == (10, 7)


def test_files_are_named_by_their_content(deck: Path, tmp_path: Path) -> None:
    first = {p.name for p in run(deck, "tts", tmp_path / "a").paths if p.suffix == ".png"}
    again = {p.name for p in run(deck, "tts", tmp_path / "b").paths if p.suffix == ".png"}
    assert first == again and len(first) == 2
    edit(deck, "back.toml", "#445566", "#665544")
    changed = {p.name for p in run(deck, "tts", tmp_path / "c").paths if p.suffix == ".png"}
    assert len(changed & first) == 0  # the back is on the sheet of the faces too, as the hidden card


def test_unique_backs_are_a_sheet_of_their_own(deck: Path, tmp_path: Path) -> None:
    with (deck / "back.toml").open("a", encoding="utf-8") as file:
        file.write('[[layers]]\ntype = "text"\ntext = "{{ id }}"\nx = 9\ny = 9\nsize = 12\n')
    run(deck, "tts", tmp_path, address="https://example.org/pictures/")
    (made,) = table(tmp_path)["ObjectStates"]  # type: ignore[misc]
    custom = made["CustomDeck"]["1"]
    assert custom["UniqueBack"] is True
    faces, backs = (tmp_path / "tts" / custom[key].rsplit("/", 1)[1] for key in ("FaceURL", "BackURL"))
    assert custom["FaceURL"] == f"https://example.org/pictures/{faces.name}"
    assert Pillow.open(faces).size == Pillow.open(backs).size and faces != backs


def test_pieces_without_backs_are_tiles_and_equal_ones_lie_in_stacks(deck: Path, tmp_path: Path) -> None:
    edit(deck, "game.toml", 'back = "back.toml"\n', "")
    edit(deck, "game.toml", "size = [63.5, 88.9]", 'shape = "circle"\ndiameter = 25.4')
    run(deck, "tts", tmp_path)
    objects: list[dict[str, object]] = table(tmp_path)["ObjectStates"]  # type: ignore[assignment]
    assert sum(int(o.get("Number", 1)) for o in objects) == 12  # type: ignore[call-overload]
    assert Counter(o["Name"] for o in objects) == {"Custom_Tile": 9, "Custom_Tile_Stack": 1}
    tile = objects[0]["CustomImage"]["CustomTile"]  # type: ignore[index]
    assert tile["Type"] == 2 and tile["Stretch"] is False
    # a tile is two units wide at scale 1, a card of 88.9 mm 3.05 high
    scale = objects[0]["Transform"]["scaleX"]  # type: ignore[index]
    assert 2 * scale == pytest.approx(25.4 * 3.05 / 88.9, abs=1e-3)


def test_a_board_lies_still_and_has_all_the_pixels_there_may_be(deck: Path, tmp_path: Path) -> None:
    edit(deck, "game.toml", 'back = "back.toml"\n', "")
    edit(deck, "game.toml", "[63.5, 88.9]", "[500, 340]")
    run(deck, "tts", tmp_path, where='id == "c1"')
    (board,) = table(tmp_path)["ObjectStates"]  # type: ignore[misc]
    assert board["Locked"] is True
    assert Pillow.open(local(board["CustomImage"]["ImageURL"])).size == (4096, 2785)


def test_one_card_alone_is_a_card(deck: Path, tmp_path: Path) -> None:
    run(deck, "tts", tmp_path, where='id == "c1"')
    (made,) = table(tmp_path)["ObjectStates"]  # type: ignore[misc]
    assert made["Name"] == "CardCustom" and made["CardID"] == 100
