"""Plain English for seats, outcomes and entries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import TYPE_CHECKING

from toolkit.journal.line import Entry

if TYPE_CHECKING:
    from toolkit.engine.position import Outcome


def seat_name(seat: int, names: Mapping[int, str]) -> str:
    """`seat 2 (Bob)`, or `seat 2` where it has no name."""
    return f"seat {seat} ({names[seat]})" if seat in names else f"seat {seat}"


_LABEL = re.compile(r"(seat|hand) (\d+)", re.IGNORECASE)


def label_text(label: str, names: Mapping[int, str], bots: Mapping[int, str] | None = None) -> str:
    """A label of `Position.lines` with the name of its seat: `hand 2 (Bob)`, or that of its bot."""
    match = _LABEL.fullmatch(label)
    seat = int(match[2]) if match is not None else 0
    name = names.get(seat) or (bots or {}).get(seat)
    return f"{label} ({name})" if name else label


def seat_with_bot(seat: int, names: Mapping[int, str], bots: Mapping[int, str]) -> str:
    """`seat 2 (Bob)`, and for a seat that no person played `seat 2 (the bot greedy)`."""
    if seat not in bots:
        return seat_name(seat, names)
    return (
        f"seat {seat} ({names[seat]}, the bot {bots[seat]})"
        if seat in names
        else f"seat {seat} (the bot {bots[seat]})"
    )


def listed(words: Iterable[str]) -> str:
    """`a, b and c`."""
    *most, last = list(words) or ["nobody"]
    return f"{', '.join(most)} and {last}" if most else last


def outcome_text(winners: Iterable[int], reason: str, names: Mapping[int, str], detail: str = "") -> str:
    """How a game ended, in a clause: `seat 2 (Bob) wins`."""
    who = [seat_name(seat, names) for seat in winners]
    if reason == "stalled":
        text = "the game is stuck"
    elif reason == "turn_cap":
        text = "the limit on turns was reached"
    elif not who:
        text = "nobody wins"
    elif len(who) == 1:
        text = f"{who[0]} wins"
    else:
        text = f"{listed(who)} win together"
    if reason in ("stalled", "turn_cap") and who:
        text += f", {listed(who)} ahead"
    return f"{text} ({detail.replace('_', ' ')})" if detail else text


def outcome_of(outcome: Outcome, names: Mapping[int, str]) -> str:
    """How the engine sees the end of a game."""
    return outcome_text(outcome.winners, outcome.reason, names, outcome.detail)


_ENDS = {
    "finished": "finished",
    "abandoned": "abandoned",
    "time": "out of time",
    "stalled": "stuck",
    "restarted": "begun again",
}


def how_ended(how: str) -> str:
    """What an `end` record's `how` says, in words."""
    return _ENDS.get(how, how)


def is_draw(event: str) -> bool:
    """Whether a chance event is a draw, such as `2+17`, and not what came up, such as `flip c3=wall`."""
    return "+" in event


def chance_text(events: Iterable[str]) -> str:
    """What chance did after a move: `flip c3=question; draws 2+?`."""
    groups = [(drawn, " ".join(group)) for drawn, group in groupby(events, is_draw)]
    return "; ".join(f"draws {said}" if drawn else said for drawn, said in groups)


def entry_text(entry: Entry, names: Mapping[int, str]) -> str:
    """One entry in words, without its number and time."""
    data, kind = entry.data, entry.record.type
    if kind == "move":
        text = f"{seat_name(data['seat'], names)}: {data['move']}"
        if data.get("illegal"):
            broke = f"broke {data['rule']}" if data.get("rule") else "broke the rules"
            text += f"  ({broke}; {str(data.get('ruling', 'stood')).replace('_', ' ')})"
        return text + (f"  {data['comment']}" if data.get("comment") else "")
    if kind == "chance":
        event = str(data["event"])
        return f"draw: {event}" if is_draw(event) else f"chance: {event}"
    if kind == "note":
        about = [f"{name} {data[name]}" for name in ("seat", "rule", "component") if name in data]
        what = "illegal move" if data.get("illegal") else data.get("kind", "note")
        return f"{what}{' on ' + ', '.join(about) if about else ''}: {data['text']}"
    if kind == "end":
        ended = f"end: {how_ended(data['how'])}"
        if "winners" in data:
            ended += "; " + outcome_text(
                data["winners"], data.get("outcome", ""), names, data.get("detail", "")
            )
        return ended
    if kind in ("retract", "takeback"):
        what = "retracted" if kind == "retract" else "taken back by the players"
        return (
            f"{what}: entr{'ies' if len(data['of']) != 1 else 'y'} {listed(str(seq) for seq in data['of'])}"
        )
    if kind == "amend":
        return f"entry {data['of']} amended: {', '.join(f'{k} {v}' for k, v in data['set'].items())}"
    if kind == "reveal":
        return f"entry {data['of']} revealed: {data['event']}"
    if kind == "pause":
        return "break" + (f": {data['why']}" if data.get("why") else "")
    if kind == "resume":
        return "break over"
    if kind == "checkpoint":
        return f"after turn {data['turn']}: position {data['hash']}"
    if kind == "recovered":
        return _recovered(entry)
    if kind == "anchor":
        return "log opened again" if data["why"] == "reopened" else f"clock moved on by {data['gap']:.0f} s"
    if kind == "seats":
        return "names: " + ", ".join(f"{seat} {name}" for seat, name in data["names"].items())
    return kind


def _recovered(entry: Entry) -> str:
    data = entry.data
    if data.get("completed"):
        return "recovered: the last line had lost its line end"
    return f"recovered: a torn last line ({data['bytes']} bytes) was moved to {data['file']}"
