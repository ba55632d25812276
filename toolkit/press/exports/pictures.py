"""A picture for every card, in folders by kind: the form in which shops with an upload page take decks."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from toolkit.components.sizes import Size
from toolkit.components.writing import safe_name
from toolkit.drawing.model import Drawing
from toolkit.press.exports.checks import matching
from toolkit.press.exports.goods import Goods, Item, upright
from toolkit.press.exports.orders import Exported, Made, Step
from toolkit.press.exports.stage import Stage
from toolkit.press.raster import pngs

Canvas = Callable[[Size], tuple[int, int]]


def pictures(
    goods: Goods,
    stage: Stage,
    exported: Exported,
    step: Step,
    names: Sequence[str],
    canvas: Canvas,
    every_copy: bool,
) -> None:
    """Make the pictures of all kinds: `<place>/<kind>/fronts`, and `back.png` or `<place>/<kind>/backs`.

    `canvas` says how large a picture of a size is, in pixels. With `every_copy` each copy has a file of its
    own; else the file's name says how many there are (`-x3`), and so does `counts.csv`.
    """
    plans = {name: plan(goods, name, every_copy) for name in goods.kinds}
    total = sum(len({id(d) for _, d in listed}) for listed in plans.values())
    done = 0
    for name, listed in plans.items():
        size = matching(*goods.size(name), names)
        assert size is not None  # checked before
        pixels = canvas(size)
        home = f"{exported.place}/{safe_name(name)}"
        by_drawing: dict[int, tuple[Drawing, list[str]]] = {}
        for path, drawing in listed:
            by_drawing.setdefault(id(drawing), (drawing, []))[1].append(path)
        distinct = [drawing for drawing, _ in by_drawing.values()]
        made = pngs(map(upright, distinct), canvas=pixels)
        for (_, paths), data in zip(by_drawing.values(), made, strict=True):
            for path in paths:
                stage.add(f"{home}/{path}", data)
            done += 1
            step(done, total)
        if not every_copy:
            stage.add(f"{home}/counts.csv", _counts(goods, name))
        _note_leftovers(stage, home, exported)
        pieces = len(goods.kinds[name])
        size_text = f"{size.name}, {pixels[0]} x {pixels[1]} px"
        exported.made.append(Made(goods.kind(name).title, pieces, len(listed), size_text))


def plan(goods: Goods, name: str, every_copy: bool) -> list[tuple[str, Drawing]]:
    """Path (in the kind's folder) and drawing of every picture of a kind."""
    found: list[tuple[str, Drawing]] = []
    single = goods.one_back(name)
    for front, back, item in _files(goods, name, every_copy):
        found.append((front, item.piece.drawing))
        if single is None and item.piece.back is not None:
            found.append((back, item.piece.back.drawing))
    if single is not None:
        found.append(("back.png", single))
    return found


def _files(goods: Goods, name: str, every_copy: bool) -> Iterator[tuple[str, str, Item]]:
    """The names of a front and of its back for every picture (or copy) of a kind."""
    items = goods.items(name)
    digits = max(2, len(str(len(goods.kinds[name]))))
    number = 0
    for item in items:
        for _ in range(item.count if every_copy else 1):
            number += 1
            times = f"-x{item.count}" if item.count > 1 and not every_copy else ""
            file = f"{number:0{digits}d}-{item.name[:60]}{times}.png"
            yield f"fronts/{file}", f"backs/{file}", item


def _counts(goods: Goods, name: str) -> bytes:
    """A table of the pictures with how many there are of each."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["front", "back", "count"])
    single = goods.one_back(name) is not None
    for front, back, item in _files(goods, name, False):
        writer.writerow([front, "back.png" if single else back, item.count])
    return text.getvalue().encode("utf-8")


def _note_leftovers(stage: Stage, home: str, exported: Exported) -> None:
    """Pictures of an earlier export would be uploaded along: say that they lie there."""
    folder = stage.output / Path(*home.split("/"))
    old = [path for path in folder.rglob("*.png") if path.relative_to(stage.output).as_posix() not in stage]
    if old:
        count = "a picture lies" if len(old) == 1 else f"{len(old)} pictures lie"
        exported.notes.append(f"In {folder} {count} from before, such as {old[0].name}: take them away.")
