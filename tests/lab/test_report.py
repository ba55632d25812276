"""What people read: who played, what is told apart and what is not, and that nothing is cut."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np

from toolkit.lab.report import bots_line, page, text

ROTATING = {"bots": ("greedy", "random"), "seatings": ((0, 1), (1, 0))}
FIXED = {"bots": ("greedy", "random"), "seatings": ((0, 1),), "fixed_seats": True}


def test_the_first_line_says_which_bots_played(toy: SimpleNamespace) -> None:
    for changes, line in [
        ({"bots": ("mcts:50", "mcts:50")}, "Bots: mcts:50 in every seat"),
        (ROTATING, "Bots: greedy and random, changing seats from game to game"),
        (FIXED, "Bots: greedy in seat 1, random in seat 2 (seats fixed)"),
    ]:
        setup = toy.setup(**changes)
        result = toy.result(toy.rows(4, setup), setup)
        assert bots_line(setup) == line
        assert result.to_text().splitlines()[0] == line
        assert f"<p>{line}<br>" in result._repr_html_()


def test_bots_are_compared_only_when_they_changed_seats(toy: SimpleNamespace) -> None:
    rotating = toy.result(toy.rows(40, toy.setup(**ROTATING)), toy.setup(**ROTATING)).to_text()
    assert "Wins by bot" in rotating
    assert "cannot be told apart" not in rotating
    fixed = toy.result(toy.rows(40, toy.setup(**FIXED)), toy.setup(**FIXED)).to_text()
    assert "Wins by bot" not in fixed
    assert "seat and bot cannot be told apart" in fixed
    assert "seat 1 (greedy)" in fixed
    alike = toy.result(toy.rows(40)).to_text()
    assert "Wins by bot" not in alike


def test_an_unfinished_round_is_named(toy: SimpleNamespace) -> None:
    setup = toy.setup(**ROTATING)
    assert "leave out its 1 game." in toy.result(toy.rows(41, setup), setup).to_text()
    assert "leave out" not in toy.result(toy.rows(40, setup), setup).to_text()


def test_cut_off_games_show_no_mean_and_say_why(toy: SimpleNamespace) -> None:
    rows = toy.rows(6, turns=[1, 3, 4, 5, 6, 8], ended=["win", "turn_cap", "win", "turn_cap", "win", "win"])
    said = toy.result(rows).to_text()
    (turns,) = [line.split() for line in said.splitlines() if line.startswith("turns")]
    assert turns == ["turns", "\N{EN DASH}", "\N{EN DASH}", "1", "1", "6", "8", "8"]
    assert "2 games reached the turn cap" in said
    assert "half of all games are over by turn 6" in said
    assert "nobody's win" in said


def test_stalled_games_say_what_stalled_them(toy: SimpleNamespace) -> None:
    rows = toy.rows(4, ended=["stalled", "stalled", "win", "win"], detail=[1, 1, 0, 0])
    lines = [line.split() for line in toy.result(rows).to_text().splitlines()]
    assert ["stuck", "2"] in lines


def test_names_are_said_in_plain_english(toy: SimpleNamespace) -> None:
    said = toy.result(toy.rows(4)).to_text()
    assert "something went bang" in said
    assert "the pile: left at the end" in said


def test_figures_are_as_precise_as_their_intervals(toy: SimpleNamespace) -> None:
    rng = np.random.default_rng(1)
    rows = toy.rows(10_000, turns=rng.poisson(30, 10_000), actions=rng.poisson(30_000, 10_000))
    lines = {line.split()[0]: line for line in toy.result(rows).to_text().splitlines() if line.split()}
    mean, low, _, high = lines["turns"].split()[1:5]
    assert all(len(text.split(".")[1]) == 2 for text in (mean, low, high))
    assert lines["actions"].split()[1].startswith(("29,99", "30,00"))


def test_the_text_is_not_cut_and_has_no_codes(toy: SimpleNamespace) -> None:
    said = toy.result(toy.rows(4)).to_text()
    assert "\x1b" not in said and "…" not in said
    assert max(map(len, said.splitlines())) <= 110


def test_a_narrow_terminal_gets_all_labels_and_figures(toy: SimpleNamespace) -> None:
    result = toy.result(toy.rows(4))
    report = page(result.setup, result.to_dict(), result.rows, result.asked)
    words = " ".join(text(report, 40).split())
    assert "\N{HORIZONTAL ELLIPSIS}" not in words
    for table in report.tables:
        for row in table.rows:
            assert all(word in words for word in row[0].split()), row
            assert all(cell in words for cell in row[1:]), row


def test_html_is_escaped(toy: SimpleNamespace) -> None:
    setup = toy.setup(words={"bang": "<script>alert(1)</script>"}, name="toy<b>")
    page = toy.result(toy.rows(2, setup), setup)._repr_html_()
    assert "<script" not in page and "<b>" not in page
    assert "&lt;script&gt;" in page


def test_json_is_whole_and_has_no_nan(toy: SimpleNamespace) -> None:
    for games in (0, 1, 50):
        result = toy.result(toy.rows(games), asked=50)
        assert json.loads(result.to_json()) == result.to_dict()
        assert "NaN" not in result.to_json()


def test_a_run_without_a_game_still_reports(toy: SimpleNamespace) -> None:
    said = toy.result(toy.rows(0), asked=50).to_text()
    assert "the first 0 games of 50" in said


def test_measures_of_the_seats_stand_side_by_side(toy: SimpleNamespace) -> None:
    setup = toy.setup(seat_measures=("steps", "out_turn"))
    rows = toy.rows(2, setup)
    rows["seat_measure"][:, 0, :2] = [[1, 10], [3, 30]]
    said = toy.result(rows, setup).to_text()
    assert "Means by seat" in said
    line = next(line for line in said.splitlines() if line.startswith("steps"))
    assert line.split()[1:] == ["2", "20"]
    assert "out turn (where it came to that)" in said
