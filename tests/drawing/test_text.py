"""Fonts, shaping, line breaking and fitting."""

import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolkit.drawing.fonts import FAMILIES, WEIGHTS, FontNotFound, MissingGlyphs, find_font, open_font
from toolkit.drawing.text import Span, Style, fit, layout, shape, text_width

SERIF = Style(find_font("serif"), 4.0)
SANS = Style(find_font("sans"), 4.0)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("weight", WEIGHTS)
def test_every_font_has_the_characters_that_games_need(family: str, weight: str) -> None:
    assert find_font(family, weight).missing("æøå ÆØÅ £ € → \u00d7 \u2013 — “” \u2019 ½ é ü ß") == ""


def test_kerning_brings_letters_together() -> None:
    apart = (
        sum(SERIF.font.advance(g.gid) for g in shape("AVATAR", SERIF).glyphs) * SERIF.size / SERIF.font.units
    )
    assert shape("AVATAR", SERIF).width < apart - 0.5


def test_ligatures_are_those_of_the_font_and_keep_their_text() -> None:
    line = shape("office", SERIF)
    assert [g.text for g in line.glyphs] == ["o", "ffi", "c", "e"]
    assert "".join(g.text for g in line.glyphs) == line.text
    plain = shape("office", Style(SERIF.font, 4.0, features=("-liga",)))
    assert [g.text for g in plain.glyphs] == list("office")


def test_anchors_move_the_run() -> None:
    start = shape("Board", SANS, 10, 5)
    assert shape("Board", SANS, 10, 5, "middle").x == pytest.approx(10 - start.width / 2)
    assert shape("Board", SANS, 10, 5, "end").x == pytest.approx(10 - start.width)


LONG = "Donau\u00addampf\u00adschiff\u00adfahrts\u00adgesell\u00adschaft"


def test_a_word_is_divided_at_a_soft_hyphen_and_nowhere_else() -> None:
    block = layout(f"Die {LONG} f\u00e4hrt.", SANS, width=27)
    lines = [line.text for line in block.lines]
    assert len(lines) == 4 and all(line.endswith("-") for line in lines[:-1])
    assert "".join(line.removesuffix("-") for line in lines) == (
        "Die Donaudampfschifffahrtsgesellschaft f\u00e4hrt."
    )
    assert all(line.width <= 27.01 for line in block.lines)  # with its hyphen


def test_a_soft_hyphen_is_not_seen_where_a_word_is_whole() -> None:
    whole = layout(LONG, SANS, width=200).lines
    assert [line.text for line in whole] == [LONG.replace("\u00ad", "")]
    # shaped as one word: the ligature over the place of a hyphen is there
    assert whole[0].width == pytest.approx(shape(whole[0].text, SANS).width)


def test_a_hyphen_has_the_look_of_its_word_and_words_are_divided_only_where_it_helps() -> None:
    bold = Style(find_font("sans", "bold"), 4.0)
    block = layout([Span("Ein ", SANS), Span("Donau\u00addampfer", bold)], width=21)
    assert [(line.text, line.font.name) for line in block.lines] == [
        ("Ein ", "SourceSansPro-Regular"),
        ("Donau-", "SourceSansPro-Bold"),
        ("dampfer", "SourceSansPro-Bold"),
    ]
    even = layout("Wir neh\u00admen alle das Schiff", SANS, width=24)
    assert not any("-" in line.text for line in even.lines)


def test_tracking_goes_between_letters_only() -> None:
    wide = Style(SANS.font, 4.0, tracking=0.1)
    assert shape("abc", wide).width == pytest.approx(shape("abc", SANS).width + 2 * 0.4)
    assert text_width("abc", wide) == pytest.approx(shape("abc", wide).width)


def test_a_missing_character_is_named_with_its_code_point_and_the_font_file() -> None:
    with pytest.raises(MissingGlyphs, match=r"SourceSansPro-Regular\.ttf.*'龍' \(U\+9F8D") as caught:
        shape("dragon 龍", SANS)
    assert caught.value.characters == "龍"


def test_right_to_left_text_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"U\+05D0|right-to-left"):
        shape("אב", SANS)


@pytest.mark.parametrize(
    ("family", "weight", "said"), [("sanss", "bold", "'sans'"), ("sans", "blod", "'bold'")]
)
def test_an_unknown_font_names_the_nearest(family: str, weight: str, said: str) -> None:
    with pytest.raises(FontNotFound, match=said):
        find_font(family, weight)


def test_cff_fonts_are_refused_with_advice(tmp_path: Path) -> None:
    otf = SANS.font.path.with_suffix(".otf")
    with pytest.raises(FontNotFound, match="TrueType"):
        open_font(otf)
    wrong = tmp_path / "x.ttf"
    wrong.write_bytes(b"hello, world")
    with pytest.raises(FontNotFound, match="not a TrueType font"):
        open_font(wrong)


WORDS = st.lists(st.text(st.sampled_from("abcdefg AVTæøå-"), min_size=1, max_size=9), min_size=1, max_size=40)


@settings(max_examples=60, deadline=None)
@given(WORDS, st.floats(20, 120), st.sampled_from(["start", "middle", "end"]))
def test_lines_fit_their_box_and_no_word_is_lost(words: list[str], width: float, align: str) -> None:
    text = " ".join(words)
    block = layout(text, SERIF, width=width, align=align)
    assert "".join(line.text for line in block.lines).replace(" ", "") == text.replace(" ", "")
    for line in block.lines:
        assert line.x >= -1e-6 or " " not in line.text
        if " " in line.text:
            assert line.x + line.width <= width * 1.001


def test_styles_share_a_line_and_a_baseline() -> None:
    bold = Style(find_font("serif", "bold"), 4.0)
    block = layout([Span("one ", SERIF), Span("two", bold), Span(" three", SERIF)], width=200)
    assert [line.text for line in block.lines] == ["one ", "two", " three"]
    assert len({line.y for line in block.lines}) == 1
    first, second, third = block.lines
    assert second.x == pytest.approx(first.x + first.width)
    assert third.x == pytest.approx(second.x + second.width)


def test_newlines_end_lines_and_justified_lines_fill_the_box() -> None:
    assert layout("a\nb\n\nc", SERIF, width=50).line_count == 4
    text = "the quick brown fox jumps over the lazy dog " * 3
    block = layout(text, SERIF, width=60, justify=True)
    for line in block.lines[:-1]:
        assert line.x + line.width == pytest.approx(60, abs=0.01)


def test_breaking_evens_out_the_lines() -> None:
    text = "Every tile you lay carries the paths on, yours and everybody else's."
    even = [line.width for line in layout(text, SERIF, width=70).lines]
    greedy = [line.width for line in layout(text, SERIF, width=70, balance=False).lines]
    assert max(even) - min(even) <= max(greedy) - min(greedy)


def test_text_becomes_smaller_until_it_fits() -> None:
    fitted = fit("some words that need room " * 4, SERIF, width=40, height=20, floor=1.0)
    assert not fitted.lost
    assert 1.0 < fitted.size < 4.0
    assert fitted.block.height <= 20.1


def test_what_does_not_fit_at_the_floor_is_named() -> None:
    words = [f"word{i}" for i in range(200)]
    fitted = fit(" ".join(words), SERIF, width=40, height=20, floor=2.5)
    assert fitted.size == pytest.approx(2.5)
    kept = " ".join(line.text for line in fitted.block.lines).split()
    assert [*kept, *fitted.lost] == words
    assert fitted.block.height <= 20.1
    wide = fit("Donaudampfschifffahrt", SERIF, width=10, height=20, floor=3.0)
    assert wide.lost == ("Donaudampfschifffahrt",)


def test_a_long_text_is_fitted_at_once() -> None:
    started = time.monotonic()
    fitted = fit("a b " * 1250, replace(SANS, size=150.0), width=57, height=57, floor=0.35)
    assert time.monotonic() - started < 8.0  # laid out at every size it takes half a minute
    assert fitted.lost or fitted.block.height <= 57 * 1.02


@given(
    words=st.lists(
        st.sampled_from(["a", "lazy", "internationalisation", "x-y", "\n"]), min_size=1, max_size=40
    ),
    width=st.floats(8, 60),
    height=st.floats(2, 40),
)
@settings(max_examples=40, deadline=None)
def test_sizes_that_are_passed_over_do_not_fit(words: list[str], width: float, height: float) -> None:
    text = " ".join(words)
    fitted = fit(text, SANS, width=width, height=height, floor=1.0)
    larger = fitted.size / 0.98
    if fitted.size > 1.0 and larger <= SANS.size:
        block = layout(text, replace(SANS, size=larger), width=width)
        assert block.height > height + 0.0199 * larger or block.widest > width * 1.001
