"""The histogram: what it says, that it holds the numbers, and equal bytes for equal results."""

from __future__ import annotations

import io
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pytest

from toolkit.lab.figure import MEAN, MEDIAN, draw, histogram
from toolkit.lab.save import save


def made(toy: SimpleNamespace, games: int = 2000, **changes: object) -> SimpleNamespace:
    rng = np.random.default_rng(4)
    turns = rng.poisson(30, games)
    emptied = np.where(rng.random(games) < 0.7, rng.integers(1, np.maximum(turns, 2)), 0)
    result: SimpleNamespace = toy.result(toy.rows(games, turns=turns, emptied=emptied, **changes))
    return result


def texts(result: SimpleNamespace) -> str:
    figure = draw(result)
    found = [text.get_text() for text in figure.texts]
    for axes in figure.axes:
        found += [axes.get_title(loc="left"), axes.get_xlabel(), axes.get_ylabel()]
        legend = axes.get_legend()
        found += [text.get_text() for text in legend.get_texts()] if legend else []
    return "\n".join(found)


def test_equal_results_give_equal_bytes(toy: SimpleNamespace) -> None:
    for kind in ("svg", "png"):
        assert histogram(made(toy, 500), kind) == histogram(made(toy, 500), kind)


def test_the_files_are_what_they_are_called(toy: SimpleNamespace) -> None:
    from PIL import Image

    root = ElementTree.fromstring(histogram(made(toy), "svg"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    picture = Image.open(io.BytesIO(histogram(made(toy), "png")))
    assert picture.format == "PNG" and picture.width > 1000
    assert not {"Software", "Creation Time"} & set(picture.info)


def test_it_says_what_was_played(toy: SimpleNamespace) -> None:
    said = texts(made(toy))
    for part in (
        "Toy",
        "toy(players=2)",
        "2,000 games",
        "seed 1",
        "Bots: random in every seat",
        "turns played",
        "share of the games",
        "The pile: turn it ran dry",
    ):
        assert part in said


def test_bars_add_up_and_the_marks_are_where_the_figures_are(toy: SimpleNamespace) -> None:
    result = made(toy)
    length, pile = draw(result).axes
    assert sum(bar.get_height() for bar in length.patches) == pytest.approx(1.0)
    share = result.to_dict()["decks"]["pile"]["emptied_share"]
    assert sum(bar.get_height() for bar in pile.patches) == pytest.approx(share)
    marks = {line.get_color(): line.get_xdata()[0] for line in length.lines}
    turns = result.to_dict()["measures"]["turns"]
    assert marks == {MEAN: turns["mean"], MEDIAN: turns["median"]}
    one = [bar for bar in length.patches if bar.get_x() < 30 < bar.get_x() + bar.get_width()]
    assert one[0].get_height() == pytest.approx(np.mean(result.rows["turns"] == 30))


def test_cut_off_games_are_marked_and_no_mean_is_drawn(toy: SimpleNamespace) -> None:
    turns = np.minimum(np.random.default_rng(4).poisson(30, 500), 33)
    ended = np.where(turns == 33, "turn_cap", "win")
    said = texts(toy.result(toy.rows(500, turns=turns, ended=ended)))
    assert f"cut off by the turn cap ({100 * np.mean(turns == 33):.1f} %)" in said
    assert "mean" not in said and "median" in said


def test_a_game_without_an_empty_deck_has_one_panel(toy: SimpleNamespace) -> None:
    result = toy.result(toy.rows(10, turns=np.arange(10)))
    assert len(draw(result).axes) == 1


def test_very_long_games_still_have_bars_to_see(toy: SimpleNamespace) -> None:
    turns = np.random.default_rng(2).integers(1, 20_000, 300)
    axes = draw(toy.result(toy.rows(300, turns=turns))).axes[0]
    assert len(axes.patches) <= 60
    assert sum(bar.get_height() for bar in axes.patches) == pytest.approx(1.0)


def test_no_game_no_picture(toy: SimpleNamespace) -> None:
    with pytest.raises(ValueError, match="no game"):
        histogram(toy.result(toy.rows(0), asked=5), "svg")


def test_the_style_of_other_figures_is_left_alone(toy: SimpleNamespace) -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    histogram(made(toy, 50), "svg")
    assert dict(matplotlib.rcParams) == before


def test_a_folder_gets_report_and_pictures(toy: SimpleNamespace, tmp_path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "new" / "folder"
    paths = save(made(toy), folder)
    assert [path.name for path in paths] == [
        "report.json",
        "report.txt",
        "histogram.svg",
        "histogram.png",
    ]
    assert sorted(folder.iterdir()) == sorted(paths)  # and no temporary file left
    assert folder.joinpath("report.txt").read_text("utf-8") == made(toy).to_text()
    save(made(toy, 100), folder)
    assert "100 games" in folder.joinpath("report.txt").read_text("utf-8")
    only = save(toy.result(toy.rows(0), asked=5), tmp_path / "empty")
    assert [path.name for path in only] == ["report.json", "report.txt"]
