"""A run's figures as tables for people: for the terminal, a text file or a notebook."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolkit.lab.measure import Pair, Report, Rows, Summary, is_turn
from toolkit.lab.setup import Setup

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType

NONE = "\N{EN DASH}"

NARROWEST = 12
"""Letters that a line's label needs beside its figures."""

OUTCOME_WORDS = {
    "win": "one winner",
    "joint_win": "joint win",
    "draw": "draw",
    "stalled": "stalled",
    "turn_cap": "cut off by the turn cap",
}


@dataclass(frozen=True)
class Table:
    """One table of a report; the first column is text, the others are figures."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


@dataclass(frozen=True)
class Page:
    """A whole report: lines above (the first says which bots played), tables, and notes below."""

    head: list[str]
    tables: list[Table]
    notes: list[str]


def page(setup: Setup, report: Report, rows: Rows, asked: int) -> Page:
    """Lay out the report of a run that was asked for `asked` games."""
    tables = [_figures(setup, report), _outcomes(setup, report, rows), _seats(setup, report)]
    if setup.seat_measures:
        tables.append(_seat_figures(setup, report))
    if setup.mixed and report["bots_result"]:
        tables.append(_bots(setup, report))
    if report["decks"]:
        tables.append(_decks(setup, report))
    if report["events"]:
        tables.append(_events(setup, report))
    return Page(_head(setup, report, asked), [t for t in tables if t.rows], _notes(setup, report, asked))


def bots_line(setup: Setup) -> str:
    """Which bots played, and where they sat."""
    if not setup.mixed:
        return f"Bots: {setup.bots[0]} in every seat"
    if setup.confounded:
        seats = ", ".join(f"{bot} in seat {seat}" for seat, bot in enumerate(setup.bots, 1))
        return f"Bots: {seats} (seats fixed)"
    return f"Bots: {_listed(setup.bots)}, changing seats from game to game"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + " and " + names[-1]


def _head(setup: Setup, report: Report, asked: int) -> list[str]:
    speed = report["speed"]
    games = _count(report["games"], "game")
    if report["games"] < asked:
        games = f"the first {games} of {asked:,}"
    pace = f"{games} in {speed['seconds']:.2f} s with {_count(speed['workers'], 'thread')}"
    if report["games"]:
        pace += f", {speed['games_per_second']:,.0f} a second"
    if speed["compile_seconds"] > 0:
        pace += f" (compiling first took {speed['compile_seconds']:.1f} s)"
    return [
        bots_line(setup),
        f"{setup.name}, rules version {setup.version}, tables {setup.fingerprint}",
        f"{pace}; seed {setup.seed}, random stream {setup.stream}",
    ]


def _figures(setup: Setup, report: Report) -> Table:
    rows = [_figure(_said(setup, name), summary) for name, summary in report["measures"].items()]
    for name, deck in report["decks"].items():
        said = setup.say(name)
        rows.append(_figure(f"{said}: ran dry in turn (if it did)", deck["first_emptied_turn"]))
        if deck["reshuffles"]["max"]:
            rows.append(_figure(f"{said}: reshuffles", deck["reshuffles"]))
        rows.append(_figure(f"{said}: left at the end", deck["left_at_end"]))
    return Table(
        "Figures of a game",
        ("", "mean", "95 % interval", "min", "10 %", "median", "90 %", "max"),
        rows,
    )


def _figure(label: str, summary: Summary) -> tuple[str, ...]:
    places = _places(summary["ci95"])
    plain = (summary["min"], summary["p10"], summary["median"], summary["p90"], summary["max"])
    return (
        label,
        _number(summary["mean"], places),
        _interval(summary["ci95"], places),
        *(NONE if value is None else f"{value:,g}" for value in plain),
    )


def _outcomes(setup: Setup, report: Report, rows: Rows) -> Table:
    from toolkit.engine.state import ENDINGS
    from toolkit.lab.measure import share_of

    lines: list[tuple[str, ...]] = []
    units = rows["game"] // setup.rotations
    for name, games in report["outcomes"].items():
        if games:
            share = share_of(rows["ended"] == ENDINGS.index(name), units)
            lines.append((OUTCOME_WORDS[name], f"{games:,}", *_share(share["share"], share["ci95"])))
        if name == "stalled":
            lines.extend(
                (f"  {setup.say(detail)}", f"{count:,}", "", "")
                for detail, count in report["stalled_details"].items()
            )
    return Table("How games end", ("", "games", "share", "95 % interval"), lines)


def _seats(setup: Setup, report: Report) -> Table:
    lines = []
    for seat in report["seats"]:
        place = seat["seat"] - 1
        label = f"seat {seat['seat']}" + (f" ({setup.bots[place]})" if setup.confounded else "")
        lines.append((label, *_share(seat["win_share"], seat["ci95"])))
    return Table("Wins by seat", ("", "share", "95 % interval"), lines)


def _seat_figures(setup: Setup, report: Report) -> Table:
    """The mean of each seat's measures, side by side."""
    lines = []
    for name in setup.seat_measures:
        found = [seat["measures"][name] for seat in report["seats"]]
        places = max(_places(summary["ci95"]) for summary in found)
        lines.append((_said(setup, name), *(_number(summary["mean"], places) for summary in found)))
    return Table("Means by seat", ("", *(f"seat {seat['seat']}" for seat in report["seats"])), lines)


def _said(setup: Setup, name: str) -> str:
    """A measure in plain words; where it is a turn, that games without it are left out."""
    return setup.say(name) + (" (where it came to that)" if is_turn(name) else "")


def _bots(setup: Setup, report: Report) -> Table:
    lines = []
    for bot in report["bots_result"]:
        seats = setup.bots.count(bot["bot"])
        even = f"{100 * seats / setup.players:.1f} %"
        lines.append(
            (bot["bot"], f"{seats} of {setup.players}", *_share(bot["win_share"], bot["ci95"]), even)
        )
    return Table("Wins by bot", ("", "seats", "share", "95 % interval", "if all were equal"), lines)


def _decks(setup: Setup, report: Report) -> Table:
    lines = [
        (
            setup.say(name),
            *_share(deck["emptied_share"], deck["ci95"]),
            _share(deck["starved_share"], None)[0],
        )
        for name, deck in report["decks"].items()
    ]
    return Table("Decks: games in which", ("", "it ran dry", "95 % interval", "a draw was refused"), lines)


def _events(setup: Setup, report: Report) -> Table:
    lines = [(setup.say(name), *_share(e["share"], e["ci95"])) for name, e in report["events"].items()]
    return Table("Games in which", ("", "share", "95 % interval"), lines)


def _notes(setup: Setup, report: Report, asked: int) -> list[str]:
    notes = []
    games = report["games"]
    if games < asked:
        notes.append(
            f"Stopped early: these are the first {games:,} of {asked:,} games in order. Games finished out "
            "of order are left out, as the short ones are finished first."
        )
    capped = _count(report["outcomes"]["turn_cap"], "game")
    if report["outcomes"]["turn_cap"]:
        lasted = report["measures"]["turns"]["km_median"]
        notes.append(
            f"{capped} reached the turn cap and would have gone on: means would be too low and are not given."
            + (
                f" By Kaplan-Meier, half of all games are over by turn {lasted:g}."
                if lasted is not None
                else " So many did that not even half of the lengths are known."
            )
        )
    if report["outcomes"]["stalled"] or report["outcomes"]["turn_cap"]:
        notes.append("Games that stalled or were cut off count as nobody's win.")
    if setup.confounded:
        notes.append(
            "Each bot kept its seat, so seat and bot cannot be told apart: a share above is the work of "
            "both. Let the bots change seats to measure either."
        )
    elif setup.mixed:
        notes.append(
            f"The bots played each deal {setup.rotations} times, moving on by a seat each time; such a round "
            "counts as one observation."
        )
        left_over = games % setup.rotations
        if left_over and games > setup.rotations:
            notes.append(
                f"The last round is unfinished; wins by bot leave out its {_count(left_over, 'game')}."
            )
    return notes


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def _places(interval: Pair, scale: float = 1.0) -> int:
    """Decimal places that suit the width of an interval."""
    if interval is None or interval[1] <= interval[0]:
        return 2
    half = scale * (interval[1] - interval[0]) / 2
    return min(4, max(0, math.ceil(-math.log10(half / 2))))


def _number(value: float | None, places: int) -> str:
    return NONE if value is None else f"{value:,.{places}f}"


def _interval(interval: Pair, places: int) -> str:
    return NONE if interval is None else f"{interval[0]:,.{places}f} to {interval[1]:,.{places}f}"


def _share(share: float | None, interval: Pair) -> tuple[str, str]:
    if share is None:
        return NONE, NONE
    places = max(1, min(2, _places(interval, 100)))
    said = NONE if interval is None else f"{100 * interval[0]:.{places}f} to {100 * interval[1]:.{places}f} %"
    return f"{100 * share:.{places}f} %", said


def renderable(report: Page) -> RenderableType:
    """The report for rich."""
    from rich.console import Group
    from rich.text import Text

    parts: list[RenderableType] = [
        Text(line, style="bold" if place == 0 else "") for place, line in enumerate(report.head)
    ]
    for table in report.tables:
        parts.extend([Text(""), _Drawn(table)])
    parts.extend(Text(note) for note in _spaced(report.notes))
    return Group(*parts)


@dataclass(frozen=True)
class _Drawn:
    """A table for rich; where the terminal is too narrow for its figures, a list that says the same."""

    table: Table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterable[RenderableType]:
        from rich import box
        from rich.padding import Padding
        from rich.table import Table as RichTable
        from rich.text import Text

        lines = [self.table.columns, *self.table.rows]
        figures = sum(max(map(len, column)) + 1 for column in list(zip(*lines, strict=True))[1:])
        if figures + NARROWEST > options.max_width:
            yield Text(self.table.title, style="bold")
            for label, *cells in self.table.rows:
                said = (f"{column} {cell}" for column, cell in zip(lines[0][1:], cells, strict=True) if cell)
                yield Padding(Text(f"{label}: {', '.join(said)}"), (0, 0, 0, 2))
            return
        drawn = RichTable(
            box=box.SIMPLE_HEAD,
            show_edge=False,
            pad_edge=False,
            padding=(0, 1, 0, 0),
            title=Text(self.table.title, style="bold"),
            title_justify="left",
        )
        for place, column in enumerate(self.table.columns):
            drawn.add_column(
                Text(column),
                justify="right" if place else "left",
                no_wrap=place > 0,
            )
        for row in self.table.rows:
            drawn.add_row(*(Text(cell) for cell in row))
        yield drawn


def text(report: Page, width: int = 110) -> str:
    """The report as plain text, without colours."""
    import io

    from rich.console import Console

    out = io.StringIO()
    Console(file=out, width=width, no_color=True, force_terminal=False).print(renderable(report))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def to_html(report: Page) -> str:
    """The report as a fragment of HTML, for notebooks."""

    def cells(tag: str, row: Iterable[str]) -> str:
        made = (
            f'<{tag} style="text-align:{"right" if place else "left"}">{html.escape(cell)}</{tag}>'
            for place, cell in enumerate(row)
        )
        return "<tr>" + "".join(made) + "</tr>"

    parts = [f"<p>{'<br>'.join(html.escape(line) for line in report.head)}</p>"]
    for table in report.tables:
        parts.append(f'<table><caption style="text-align:left">{html.escape(table.title)}</caption>')
        parts.append(f"<thead>{cells('th', table.columns)}</thead><tbody>")
        parts.extend(cells("td", row) for row in table.rows)
        parts.append("</tbody></table>")
    parts.extend(f"<p>{html.escape(note)}</p>" for note in report.notes)
    return "<div>" + "\n".join(parts) + "</div>"


def _spaced(notes: list[str]) -> Iterable[str]:
    for note in notes:
        yield ""
        yield note
