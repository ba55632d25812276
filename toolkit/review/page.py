"""A replay as one HTML page: board pictures, moves, notes, stepping; needs no network and trusts nobody."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolkit.journal.begin import tool
from toolkit.journal.clock import duration_text
from toolkit.journal.words import chance_text, label_text, listed, seat_name
from toolkit.review.colours import ink_on, seat_colours
from toolkit.review.named import with_names
from toolkit.review.story import Moment, Story

if TYPE_CHECKING:
    from toolkit.games.game import Game

HERE = Path(__file__).parent

_MAP = re.compile(r"board|row \S+")
"""Labels of `Position.lines` that make up a map, whose columns stand under each other."""


def replay_page(story: Story, game: Game | None) -> str:
    """The page for a story that was told with pictures.

    Everything in it that came from the log is escaped; the page's policy lets only its own script and style
    run, and nothing be fetched.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    defs, frames, frame_of = _pictures(story)
    header = story.header
    seats = header.players if header is not None else max((m.seat for m in story.moments), default=0)
    css = _read("page.css") + _seat_rules(seat_colours(game, seats))
    js = _read("page.js")
    steps = [_step(story, moment) for moment in story.moments]
    data = {
        "steps": [
            {key: step[key] for key in ("what", "more", "label", "seat", "table")}
            | {"frame": frame_of[number]}
            for number, step in enumerate(steps)
        ]
    }
    environment = Environment(
        loader=FileSystemLoader(HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    template = environment.get_template("page.html.jinja")
    return template.render(
        policy=_policy(css, js),
        generator=tool(),
        title=_title(story),
        css=Markup(css),
        js=Markup(js),
        defs=Markup("".join(defs.values())),
        frames=[Markup(frame) for frame in frames],
        no_picture=story.refused or "this game has no view of its board",
        outcome=story.outcome[:1].upper() + story.outcome[1:],
        facts=_facts(story),
        warnings=_warnings(story),
        players=[_player(story, seat) for seat in range(1, seats + 1)],
        steps=steps,
        has_table=any(step["table"] for step in steps),
        about=_about(story, game),
        data=Markup(_script_json(data)),
    )


def _read(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def _policy(css: str, js: str) -> str:
    """What the page may do: run this script, use this style, show pictures that it carries; nothing else."""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src '{_digest(js)}'",
            f"style-src '{_digest(css)}'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _script_json(value: Any) -> str:
    """JSON that cannot end the script element it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for letter in "<>&\u2028\u2029":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return text


def _pictures(story: Story) -> tuple[dict[str, str], list[str], list[int]]:
    """Definitions of all pictures together, each different picture once, and which one each moment has."""
    from toolkit.drawing.geometry import n
    from toolkit.drawing.svg import svg_parts

    defs: dict[str, str] = {}
    frames: dict[str, int] = {}
    frame_of: list[int] = []
    for moment in story.moments:
        if moment.drawing is None:
            frame_of.append(-1)
            continue
        drawing = with_names(moment.drawing, story.names)
        parts, body = svg_parts(drawing)
        defs.update(parts)
        box = f"0 0 {n(drawing.width)} {n(drawing.height)}"
        board = f' data-board="0 0 {n(story.board_width)} {n(drawing.height)}"' if story.board_width else ""
        svg = (
            f'<svg viewBox="{box}"{board} xmlns="http://www.w3.org/2000/svg" '
            f'xmlns:xlink="http://www.w3.org/1999/xlink" aria-hidden="true">{body}</svg>'
        )
        frame_of.append(frames.setdefault(svg, len(frames)))
    return defs, list(frames), frame_of


def _step(story: Story, moment: Moment) -> dict[str, Any]:
    """What the page shows of a moment."""
    bots = story.header.bots if story.header is not None else {}
    before = story.moments[moment.number - 1] if moment.number else None
    if moment.number == 0:
        who, text, what = "set-up", "set-up", "The game is set up"
        if story.header is not None:
            what += f"; {seat_name(story.header.first, story.names)} starts"
    else:
        who = seat_name(moment.seat, story.names)
        text = moment.text
        what = f"{who} plays {moment.text}"
    draws = _draws(moment.draws)
    turn = f"turn {moment.turn}" if moment.turn else ""
    remarks = [f"{remark.kind}: {remark.text}" for remark in moment.remarks]
    more = "; ".join(part for part in (turn, draws, *moment.marks, *remarks) if part)
    label = f"Step {moment.number} of {len(story.moments) - 1}: {what}"
    if moment.number == len(story.moments) - 1:
        more = "; ".join(part for part in (more, story.outcome) if part)
    return {
        "who": who,
        "text": text,
        "what": what,
        "more": more,
        "label": label,
        "seat": moment.seat,
        "turn": moment.turn,
        "turn_begins": moment.turn > 0 and (before is None or before.turn != moment.turn),
        "draws": draws,
        "clock": duration_text(moment.played) if moment.played is not None and moment.number else "",
        "marks": moment.marks,
        "remarks": moment.remarks,
        "table": _table(moment, story.names, bots),
    }


def _table(moment: Moment, names: Mapping[int, str], bots: Mapping[int, str]) -> list[tuple[str, str]]:
    """What lies there, as (label, text); rows of a map have no label but begin with it."""
    maps = [bool(_MAP.fullmatch(label)) for label, _ in moment.table]
    wide = max(
        (len(label) for (label, _), is_map in zip(moment.table, maps, strict=True) if is_map), default=0
    )
    return [
        ("", f"{label:<{wide}} {said}") if is_map else (label_text(label, names, bots), said)
        for (label, said), is_map in zip(moment.table, maps, strict=True)
    ]


def _draws(texts: list[str]) -> str:
    if not texts:
        return ""
    if len(texts) > 4:
        unseen = sum("?" in text for text in texts)
        if unseen == len(texts):
            return f"{len(texts)} draws, unseen"
    return chance_text(texts)


def _title(story: Story) -> str:
    header = story.header
    title = header.title if header is not None else story.log.path.name
    if story.names:
        title += ": " + listed(story.names[seat] for seat in sorted(story.names))
    return title


def _facts(story: Story) -> list[str]:
    header = story.header
    facts = [f"{len(story.moments) - 1} moves"]
    if story.seconds:
        facts.append(f"{duration_text(story.seconds)} of play")
    if header is not None:
        if header.time is not None:
            facts.append(header.time.strftime("%Y-%m-%d %H:%M") + (f", {header.zone}" if header.zone else ""))
        if header.origin == "simulated":
            facts.append("simulated")
    if story.unknown:
        facts.append(f"{story.unknown} draws nobody saw")
    return facts


def _warnings(story: Story) -> list[str]:
    lines: list[str] = []
    if story.refused:
        lines.append(f"The engine did not check this log: {story.refused}.")
    if story.problems:
        first = story.problems[0]
        count = len(story.problems)
        others = f" and {count - 1} other{'s' if count > 2 else ''}" if count > 1 else ""
        lines.append(f"Line {first.line}{others} of the log and the rules do not agree: {first.message}.")
    for problem in story.unreadable[:5]:
        lines.append(f"Line {problem.line} of the log cannot be read: {problem.message}.")
    if len(story.unreadable) > 5:
        lines.append(f"… and {len(story.unreadable) - 5} more lines that cannot be read.")
    return lines


def _player(story: Story, seat: int) -> dict[str, Any]:
    header = story.header
    return {
        "seat": seat,
        "name": story.names.get(seat, ""),
        "bot": header.bots.get(seat, "") if header is not None else "",
        "first": header is not None and header.first == seat,
    }


def _about(story: Story, game: Game | None) -> list[tuple[str, str]]:
    header = story.header
    if header is None:
        return [("file", story.log.path.name)]
    options = ", ".join(f"{name} {value}" for name, value in header.options.items())
    checked = (
        "no" if story.refused else ("yes" if not (story.problems or story.unreadable) else "with faults")
    )
    about = [
        ("file", story.log.path.name),
        ("game", f"{header.game}, rules {header.rules_version}"),
        ("tables", header.fingerprint[:12]),
        ("options", options),
        ("coordinates", header.coordinates),
        ("kept by", header.tool),
        ("checked by the engine", checked),
        ("entries corrected", str(story.corrected)),
    ]
    if header.random:
        about.append(("random", ", ".join(f"{name} {value}" for name, value in header.random.items())))
    return [(label, value) for label, value in about if value]


def _seat_rules(colours: list[str]) -> str:
    return "".join(
        f".seat-{seat} {{ background: {colour}; color: {ink_on(colour)}; }}\n"
        for seat, colour in enumerate(colours, 1)
    )
