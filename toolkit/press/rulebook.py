"""The rulebook: a Markdown file set in two columns, with diagrams drawn by the game's own view.

Besides Markdown's headings, paragraphs, lists, tables, quotes (set as tinted boxes), `code`, *emphasis* and
links there are two fenced blocks: `diagram` (see `toolkit.press.diagrams`) and `picture`, which places a
template of the game folder:

    ```picture
    file: banner.toml
    span: page
    ```

or `pieces: tiles 12, tiles 12 back, markers 1`, which places pieces beside each other at one scale. `:coin:`
in running text is an icon, as on cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, field
from pathlib import Path as FilePath
from typing import Any

from toolkit.components.faults import Fault, FaultError, suggest
from toolkit.components.folder import Folder
from toolkit.components.paths import OutsideFolder
from toolkit.components.reading import Unreadable, read_file
from toolkit.drawing.fonts import find_font
from toolkit.drawing.geometry import compose, line, scale, translate
from toolkit.drawing.model import Anchor, Drawing, Group, Item, Path, Symbol, Use
from toolkit.drawing.text import POINT, Span, Style, layout, shape, text_width
from toolkit.drawing.text import Block as TextBlock
from toolkit.faces.face import Faces
from toolkit.faces.letters import icon_span
from toolkit.faces.markup import read_icons
from toolkit.faces.values import ValueFault
from toolkit.press.columns import column_widths
from toolkit.press.diagrams import Diagrams, picture_width
from toolkit.press.hyperlinks import COLOUR, anchors, areas, dead_ends, opens, targets
from toolkit.press.lineup import line_up
from toolkit.press.paper import Paper
from toolkit.press.typeset import Block, Flow, Piece, lines_to_pieces, resized

MAX_BYTES = 500_000

PICTURE_KEYS = ("file", "pieces", "span", "width", "caption")
"""What a `picture` block may say."""

INK = "#1d2624"
ACCENT = "#1f4b48"
QUIET = "#5d6a66"
TINT = "#f4ecd8"
BAR = "#c9983f"

SIDE = 15.0
TOP = 13.0
BOTTOM = 15.0
GUTTER = 7.5

FIGURES = tuple(1.25 - 0.01 * i for i in range(36))
"""How much larger or smaller than asked for figures may become so that the pages are full."""

TYPE = (1.0, 1.02, 1.04, 1.06, 1.08)
"""How much larger the type may become where larger figures are not enough for that."""

ENOUGH = 12.0
"""Pages with no more than this left empty (mm, all columns together) are full."""


@dataclass(slots=True)
class Book:
    """A rulebook's pages, and for each page the headings on it for the outline."""

    pages: list[Drawing]
    bookmarks: dict[int, list[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sizes:
    """Type sizes of a rulebook in points."""

    body: float = 9.6
    lead: float = 12.8
    h1: float = 24.0
    h2: float = 13.0
    h3: float = 10.0
    small: float = 8.0

    def larger(self, factor: float) -> Sizes:
        """All sizes times a factor."""
        return Sizes(*(factor * size for size in astuple(self)))


def rulebook_pages(folder: Folder, path: FilePath, paper: Paper, faces: Faces | None = None) -> Book:
    """Set a rulebook; `faces` shares templates that were read already. Raises FaultError for what is wrong
    in it (file, row, what would be right).
    """
    name = path.name
    try:
        text = read_file(path, MAX_BYTES, path.parent).decode("utf-8-sig")
    except Unreadable as error:
        raise FaultError([Fault(name, None, None, str(error))]) from None
    except UnicodeDecodeError:
        raise FaultError([Fault(name, None, None, "is not UTF-8 text; save it as UTF-8")]) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    width = (paper.width - 2 * SIDE - GUTTER) / 2
    maker = _Maker(folder, name, paper.width - 2 * SIDE, width, faces or Faces(folder.path))
    count, flow = _fullest(maker, text, paper)
    pages = []
    for number in range(count):
        items = [*flow.items.get(number, []), *_foot(folder, paper, number, count)]
        title = f"{folder.title}, rulebook, page {number + 1}"
        pages.append(Drawing(paper.width, paper.height, tuple(items), title))
    return Book(pages, flow.bookmarks)


def _fullest(maker: _Maker, text: str, paper: Paper) -> tuple[int, Flow]:
    """Set the text with type and figures of the size that leaves least of the pages empty; returns the number
    of pages and the flow. A text that fills its pages in no size keeps the size that is asked for, and the
    columns of its last page have one height. Raises FaultError for what is wrong in the text.
    """
    best: tuple[tuple[int, float], list[Block], Flow] | None = None
    plain = best
    for growth in TYPE:
        maker.sizes = Sizes().larger(growth)
        blocks = maker.blocks(text)
        if maker.faults:
            raise FaultError(maker.faults)
        for factor in FIGURES:
            sized = [resized(block, factor) for block in blocks]
            count, flow = _flow(maker, sized, paper)
            rank = (count, round(flow.spare))
            if best is None or rank < best[0]:
                best = (rank, sized, flow)
        plain = plain or best
        if best is not None and best[0][1] <= ENOUGH:
            break
    assert best is not None and plain is not None
    if best[0][1] > ENOUGH:
        best = plain if plain[0][0] == best[0][0] else best
        return best[0][0], _even(maker, best[1], paper, best[0][0], best[2])
    return best[0][0], best[2]


def _flow(
    maker: _Maker, blocks: Sequence[Block], paper: Paper, ends: dict[int, float] | None = None
) -> tuple[int, Flow]:
    columns = (SIDE, SIDE + maker.width + GUTTER)
    flow = Flow(columns, maker.width, TOP, paper.height - BOTTOM, {}, {}, ends or {})
    return flow.run(blocks), flow


def _even(maker: _Maker, blocks: Sequence[Block], paper: Paper, count: int, flow: Flow) -> Flow:
    """The same pages with the lowest last page that they fit on, so that its columns are about as high; no
    more figures go to another column for that.
    """
    low, high, most = TOP, paper.height - BOTTOM, flow.moved
    while high - low > 0.5:
        end = (low + high) / 2
        needed, found = _flow(maker, blocks, paper, {count - 1: end})
        if needed <= count and found.moved <= most:
            high, flow = end, found
        else:
            low = end
    return flow


def _foot(folder: Folder, paper: Paper, number: int, count: int) -> list[Item]:
    y = paper.height - 8.6
    style = Style(find_font("sans"), 7 * POINT, QUIET)
    items: list[Item] = [
        Path(line(SIDE, y - 3.4, paper.width - SIDE, y - 3.4), stroke=BAR, width=0.3),
        shape(f"{folder.title} · rules version {folder.version}", style, SIDE, y),
        shape(f"{number + 1} / {count}", style, paper.width - SIDE, y, "end"),
    ]
    return items


class _Maker:
    """Turns Markdown into blocks."""

    def __init__(self, folder: Folder, name: str, page: float, width: float, faces: Faces) -> None:
        self.folder = folder
        self.name = name
        self.page = page
        self.width = width
        self.sizes = Sizes()
        self.faults: list[Fault] = []
        self.faces = faces
        self.diagrams = Diagrams(folder, name)
        self.drawn: dict[int, Drawing] = {}  # pictures by row: they stay the same in every size of type
        self.anchors: dict[int, str] = {}  # names of headings, by row from 0
        self.row = 1

    def blocks(self, text: str) -> list[Block]:
        from markdown_it import MarkdownIt

        tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)
        self.anchors = anchors(tokens)
        for row, address in dead_ends(tokens, list(self.anchors.values())):
            known = [f"#{name}" for name in self.anchors.values()]
            message = f"there is no heading '{address}' to lead to; {suggest(address, known)}"
            self.faults.append(Fault(self.name, row + 1, None, message))
        found = self._blocks(tokens, self.width)
        # What begins with neither a title nor a banner is headed by the game's name.
        return [self._name(), *found] if found and not found[0].span else found

    def _name(self) -> Block:
        """The game's title, as a heading of the first level."""
        style = Style(find_font("serif", "bold"), self.sizes.h1 * POINT, ACCENT)
        block = self._lay([Span(self.folder.title, style)], self.page, 1.15)
        pieces = lines_to_pieces(block.lines, style.size * 1.15)
        return Block(pieces, after=3.0, whole=True, span=True, bookmark=self.folder.title)

    # -- structure ------------------------------------------------------------------------------

    def _blocks(self, tokens: Sequence[Any], width: float) -> list[Block]:
        out: list[Block] = []
        i = 0
        while i < len(tokens):
            token = tokens[i]
            if token.map:
                self.row = token.map[0] + 1
            kind = token.type
            if kind == "heading_open":
                out.append(self._heading(int(token.tag[1]), tokens[i + 1], width))
                i += 3
            elif kind == "paragraph_open":
                out.append(self._paragraph(tokens[i + 1], width))
                i += 3
            elif kind in ("bullet_list_open", "ordered_list_open"):
                end = _close(tokens, i)
                out.extend(self._list(tokens[i + 1 : end], kind.startswith("ordered"), width, token))
                i = end + 1
            elif kind == "blockquote_open":
                end = _close(tokens, i)
                out.append(self._box(tokens[i + 1 : end], width))
                i = end + 1
            elif kind == "table_open":
                end = _close(tokens, i)
                out.append(self._table(tokens[i + 1 : end], width))
                i = end + 1
            elif kind == "fence":
                out.extend(self._fence(token, width))
                i += 1
            elif kind == "hr":
                out.append(
                    Block((Piece((Path(line(0, 0, width, 0), stroke=BAR, width=0.3),), 0.3),), 2.5, 2.5)
                )
                i += 1
            elif kind == "code_block":
                out.append(self._plain(token.content, width))
                i += 1
            else:
                i += 1
        return out

    def _style(
        self, size: float, weight: str = "regular", italic: bool = False, family: str = "serif"
    ) -> Style:
        return Style(find_font(family, weight, italic), size * POINT, INK)

    def _heading(self, level: int, inline: Any, width: float) -> Block:
        sizes = self.sizes
        size = {1: sizes.h1, 2: sizes.h2}.get(level, sizes.h3)
        family = "serif" if level < 3 else "sans"
        style = Style(find_font(family, "bold" if level != 2 else "semibold"), size * POINT, ACCENT)
        spans = self._spans(inline, style)
        block = self._lay(spans, self.page if level == 1 else width, 1.15)
        pieces = lines_to_pieces(block.lines, style.size * 1.15, areas(block.lines, targets(inline)))
        if level == 2:
            rule = Path(line(0, 0.2, width, 0.2), stroke=BAR, width=0.35)
            pieces = (*pieces, Piece((rule,), 0.6))
        name = self.anchors.get(self.row - 1, "")
        if name and pieces:
            above = Anchor(0, -style.size, name)
            pieces = (Piece((above, *pieces[0].items), pieces[0].height), *pieces[1:])
        return Block(
            pieces,
            before={1: 0.0, 2: 4.2}.get(level, 2.6),
            after={1: 3.0, 2: 1.9}.get(level, 0.7),
            keep=level > 1,
            whole=True,
            span=level == 1,
            bookmark=inline.content if level <= 2 else "",
        )

    def _paragraph(self, inline: Any, width: float, before: float = 0.0, after: float = 1.5) -> Block:
        style = self._style(self.sizes.body)
        block = self._lay(self._spans(inline, style), width, self.sizes.lead / self.sizes.body)
        links = areas(block.lines, targets(inline))
        return Block(lines_to_pieces(block.lines, self.sizes.lead * POINT, links), before, after)

    def _lay(self, spans: Sequence[Span], width: float, leading: float) -> TextBlock:
        try:
            return layout(spans, width=width, leading=leading)
        except ValueError as error:
            self.faults.append(Fault(self.name, self.row, None, str(error)))
        return TextBlock((), width, 0.0, 0, 0.0)

    def _list(self, tokens: Sequence[Any], ordered: bool, width: float, opening: Any) -> list[Block]:
        out: list[Block] = []
        number = int(opening.attrs.get("start", 1)) if opening.attrs else 1
        i = 0
        inset = 5.0 if ordered else 3.8
        while i < len(tokens):
            end = _close(tokens, i)
            inner = self._blocks(tokens[i + 1 : end], width - inset)
            for k, block in enumerate(inner):
                mark: tuple[Item, ...] = ()
                if k == 0:
                    mark = self._mark(str(number) if ordered else "", inset)
                pieces = []
                for m, piece in enumerate(block.pieces):
                    moved: tuple[Item, ...] = (Group(piece.items, translate(inset, 0)),)
                    pieces.append(Piece((*mark, *moved) if m == 0 else moved, piece.height))
                last = k == len(inner) - 1
                out.append(Block(tuple(pieces), 0.0, 0.75 if last else block.after, block.keep))
            number += 1
            i = end + 1
        if out:
            tail = out[-1]
            out[-1] = Block(tail.pieces, tail.before, 1.7, tail.keep)
        return out

    def _mark(self, text: str, inset: float) -> tuple[Item, ...]:
        body = self._style(self.sizes.body)
        cap = body.size * body.font.cap_height
        if text:
            style = Style(find_font("sans", "bold"), self.sizes.body * POINT, BAR, ("lnum",))
            return (shape(text, style, inset - 1.5, cap, "end"),)
        x_height = body.size * body.font.x_height
        d = 0.95
        y = cap - x_height / 2
        diamond = (("M", 1.1, y - d), ("L", 1.1 + d, y), ("L", 1.1, y + d), ("L", 1.1 - d, y), ("Z",))
        return (Path(diamond, fill=BAR),)

    def _box(self, tokens: Sequence[Any], width: float) -> Block:
        pad = 2.2
        inner = self._blocks(tokens, width - 2 * pad - 1.2)
        pieces: list[Piece] = []
        for number, block in enumerate(inner):
            if number and block.before:
                pieces.append(Piece((), block.before))
            pieces.extend(block.pieces)
            if number < len(inner) - 1 and block.after:
                pieces.append(Piece((), block.after))
        # The last line's piece is as high as the leading; the box needs only the letters.
        if pieces:
            pieces[-1] = Piece(pieces[-1].items, self.sizes.body * POINT * 0.8)
        return Block(tuple(pieces), 1.6, 2.8, whole=True, ground=(TINT, pad, BAR))

    def _table(self, tokens: Sequence[Any], width: float) -> Block:
        rows: list[list[Any]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(token)
        count = max((len(r) for r in rows), default=1)
        body = self._style(self.sizes.body)
        head = self._style(self.sizes.body, "semibold", family="sans")
        shares, gap = self._columns(rows, count, (head, body), width)
        narrow = sum(shares) + gap * (count - 1) - width
        if narrow > 0.05:
            message = f"the words of this table are {narrow:.1f} mm wider than a column of the page"
            self.faults.append(Fault(self.name, self.row, None, f"{message}; shorten or divide them"))
        pieces: list[Piece] = []
        for number, row in enumerate(rows):
            x = 0.0
            cells: list[Item] = []
            deepest = 0
            for c, cell in enumerate(row):
                style = head if number == 0 else body
                block = self._lay(self._spans(cell, style), shares[c], self.sizes.lead / self.sizes.body)
                links = [link for _, link in areas(block.lines, targets(cell))]
                cells.append(Group((*block.items, *links), translate(x, 0.9)))
                deepest = max(deepest, block.line_count)
                x += shares[c] + gap
            height = deepest * self.sizes.lead * POINT + 1.2
            cells.append(
                Path(
                    line(0, height - 0.1, width, height - 0.1), stroke=BAR, width=0.3 if number == 0 else 0.12
                )
            )
            if any(cell.content for cell in row):
                pieces.append(Piece(tuple(cells), height))
        return Block(tuple(pieces), 1.0, 2.4)

    def _columns(
        self, rows: Sequence[Sequence[Any]], count: int, styles: tuple[Style, Style], width: float
    ) -> tuple[list[float], float]:
        """The widths of a table's columns, and the gap between them; `styles` are those of head and body."""
        natural, least = [0.0] * count, [0.0] * count
        for number, row in enumerate(rows):
            for c, cell in enumerate(row):
                spans = self._spans(cell, styles[min(number, 1)])
                try:
                    wide = sum(text_width(span.text, span.style) for span in spans)
                    words = [text_width(w, span.style) for span in spans for w in span.text.split()]
                except ValueError:
                    continue  # laying the cell out says what is wrong with it
                natural[c] = max(natural[c], min(width, wide + 0.01))
                least[c] = max([least[c], *(word + 0.01 for word in words)])
        return column_widths(natural, least, width)

    def _plain(self, text: str, width: float) -> Block:
        style = Style(find_font("sans"), self.sizes.body * POINT, INK)
        block = self._lay([Span(text.rstrip("\n"), style)], width - 6, self.sizes.lead / self.sizes.body)
        pieces = tuple(
            Piece((Group(p.items, translate(4, 0)),), p.height)
            for p in lines_to_pieces(block.lines, self.sizes.lead * POINT)
        )
        return Block(pieces, 0.6, 2.0)

    # -- fences -----------------------------------------------------------------------------------

    def _fence(self, token: Any, width: float) -> list[Block]:
        row = token.map[0] + 2
        try:
            if token.info.strip() == "diagram":
                return [self._diagram(token.content, row, width)]
            if token.info.strip() == "picture":
                return [self._picture(token.content, row, width)]
        except FaultError as error:
            self.faults.extend(error.faults)
            return []
        return [self._plain(token.content, width)]

    def _diagram(self, text: str, row: int, width: float) -> Block:
        request = self.diagrams.read(text, row)
        drawing = self.drawn.get(row)
        if drawing is None:
            drawing = self.drawn[row] = self.diagrams.draw(request, row)
        shown = min(request.width or width, width)
        pieces = [self._shown(drawing, shown, (width - shown) / 2)]
        if request.caption:
            pieces += self._caption(request.caption, width)
        return Block(tuple(pieces), 0.8, 2.6, whole=True, figure=(request.width or width, width))

    @staticmethod
    def _shown(drawing: Drawing, width: float, x: float) -> Piece:
        k = width / drawing.width
        return Piece((Use(Symbol(drawing), compose(translate(x, 0), scale(k))),), drawing.height * k)

    def _picture(self, text: str, row: int, width: float) -> Block:
        values: dict[str, str] = {}
        rows: dict[str, int] = {}
        for number, raw in enumerate(text.splitlines()):
            key, colon, value = (part.strip() for part in raw.partition(":"))
            if key and (not colon or key not in PICTURE_KEYS):
                message = f"unknown line '{raw.strip()}' in a picture; {suggest(key, PICTURE_KEYS)}"
                raise FaultError([Fault(self.name, row + number, None, message)])
            if key:
                values[key], rows[key] = value, row + number
        if ("pieces" in values) == ("file" in values):
            message = "a picture is either of `pieces` or of a `file`; write one of them"
            raise FaultError([Fault(self.name, row, None, message)])
        span = values.get("span") == "page"
        if not span and "span" in values:
            message = f"span is '{values['span']}'; write page, or leave it out"
            raise FaultError([Fault(self.name, rows["span"], "span", message)])
        full = self.page if span else width
        try:
            wanted = picture_width(values["width"]) if "width" in values else full
        except ValueError as error:
            raise FaultError([Fault(self.name, rows["width"], "width", str(error))]) from None
        drawing = self.drawn.get(row)
        if drawing is None and "pieces" in values:
            drawing = self._row_of_pieces(values["pieces"], rows["pieces"])
        elif drawing is None:
            drawing = self._art(values["file"], rows["file"], full)
        self.drawn[row] = drawing
        shown = min(full, wanted)
        pieces = [self._shown(drawing, shown, (full - shown) / 2)]
        if values.get("caption"):
            pieces += self._caption(values["caption"], full)
        figure = None if span else (wanted, full)
        return Block(tuple(pieces), 0.8, 4.5 if span else 2.6, whole=True, span=span, figure=figure)

    def _art(self, file: str, row: int, width: float) -> Drawing:
        """A template of the folder, with the game's facts as its values."""
        try:
            template = self.faces.template(file)
        except OutsideFolder as error:
            raise FaultError([Fault(self.name, row, "file", str(error))]) from None
        facts = {
            "id": self.folder.id,
            "title": self.folder.title,
            "version": self.folder.version,
            "fewest": self.folder.players[0],
            "most": self.folder.players[1],
            "width": width,
        }
        face = self.faces.draw(template, facts)
        # of a file that cannot be read there is no more to say
        faults = [*template.faults, *(face.faults if template.file.data else ())]
        if faults:
            raise FaultError(faults)
        return face.drawing

    def _row_of_pieces(self, text: str, row: int) -> Drawing:
        """Pieces beside each other at one scale: `tiles 12, dragon dragon, tiles 12 back`."""
        try:
            return line_up(self.folder, self.faces, text)
        except ValueError as error:
            raise FaultError([Fault(self.name, row, "pieces", str(error))]) from None

    def _caption(self, text: str, width: float) -> list[Piece]:
        style = Style(find_font("sans", "regular", True), self.sizes.small * POINT, QUIET)
        block = self._lay([Span(text, style)], width, 1.25)
        return [Piece((), 1.4), *lines_to_pieces(block.lines, style.size * 1.25)]

    # -- running text -------------------------------------------------------------------------

    def _spans(self, inline: Any, base: Style) -> list[Span]:
        """The pieces of a paragraph in their styles: emphasis, strong, code, links."""
        spans: list[Span] = []
        bold = italic = linked = False
        serif = base.font.name.startswith("SourceSerif")
        weight = _weight(base.font.name)
        family = "serif" if serif else "sans"
        for child in inline.children or []:
            kind = child.type
            if kind == "strong_open":
                bold = True
            elif kind == "strong_close":
                bold = False
            elif kind == "em_open":
                italic = True
            elif kind == "em_close":
                italic = False
            elif kind == "link_open":
                linked = opens(str(child.attrGet("href") or ""))
            elif kind == "link_close":
                linked = False
            elif kind == "image":
                message = (
                    f"the picture '{child.attrGet('src')}' is not placed so; write a `picture` block for it"
                )
                self.faults.append(Fault(self.name, self.row, None, message))
            elif kind in ("softbreak", "hardbreak"):
                spans.append(Span(" " if kind == "softbreak" else "\n", base))
            elif kind in ("text", "code_inline"):
                text = child.content
                if kind == "code_inline":
                    font = find_font("sans", "semibold")
                    style = Style(font, base.size * 0.95, COLOUR if linked else ACCENT, ("lnum", "tnum"))
                else:
                    font = find_font(
                        family, ("semibold" if weight == "regular" else "black") if bold else weight, italic
                    )
                    fill = COLOUR if linked else base.fill
                    style = Style(font, base.size, fill, base.features, base.tracking)
                spans.extend([Span(text, style)] if kind == "code_inline" else self._with_icons(text, style))
        return spans or [Span("", base)]

    def _with_icons(self, text: str, style: Style) -> list[Span]:
        """A text with its icons, `:coin:`, in the colour of its letters."""
        spans = []
        for run in read_icons(text):
            if not run.icon:
                spans.append(Span(run.text, style))
                continue
            try:
                spans.append(icon_span(self.faces.icon(run.icon, style.fill), run.icon, style))
            except ValueFault as error:
                message = f"{error}, or write `{run.text}` if no icon is meant"
                self.faults.append(Fault(self.name, self.row, None, message))
        return spans


def _weight(name: str) -> str:
    """The weight that a font's file name says."""
    style = name.rpartition("-")[2].removesuffix("It").lower()
    return style if style in ("light", "semibold", "bold", "black") else "regular"


def _close(tokens: Sequence[Any], start: int) -> int:
    """The index of the token that closes the one at `start`."""
    depth = 0
    for i in range(start, len(tokens)):
        depth += tokens[i].nesting
        if depth == 0:
            return i
    return len(tokens) - 1
