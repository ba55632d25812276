"""Conditions on rows: what they keep, and what is said where one is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkit.components.schema import Value
from toolkit.components.where import MAX_DEPTH, MAX_LENGTH, WhereFault, parse_where

ROWS: list[dict[str, Value]] = [
    {"id": "007", "colour": "red", "cost": 3, "text": "Draw a Dragon", "rank": "10", "Card type": "spell"},
    {"id": "7", "colour": "blue", "cost": 12, "text": None, "rank": "9", "Card type": "unit"},
    {"id": "b", "colour": "green", "cost": None, "text": 'says "hi"', "rank": "x", "Card type": "spell"},
    {"id": "c", "colour": "it's", "cost": 0.5, "text": "", "rank": None, "Card type": "unit"},
]


def kept(text: str) -> list[Value]:
    where = parse_where(text)
    return [row["id"] for row in ROWS if where.keeps(row)]


@pytest.mark.parametrize(
    "text, ids",
    [
        ('colour == "red"', ["007"]),
        ("colour == 'red'", ["007"]),
        ("'red' == colour", ["007"]),
        ("colour != 'red'", ["7", "b", "c"]),
        ("cost == 3", ["007"]),
        ("cost == 3.0", ["007"]),
        ("cost == '3'", ["007"]),
        ("cost > 3", ["7"]),
        ("cost >= 3", ["007", "7"]),
        ("cost<3", ["c"]),
        ("cost <= .5", ["c"]),
        ("cost > -1", ["007", "7", "c"]),
        ("cost == ''", ["b"]),
        ("cost != 3", ["7", "b", "c"]),
        ("rank > 9", ["007"]),
        ("rank >= 9", ["007", "7"]),
        ("rank > '9'", ["007"]),
        ("rank == 10", ["007"]),
        ("id == '7'", ["7"]),
        ("id == 7", ["007", "7"]),
        ("id > 'a'", ["b", "c"]),
        ("colour in ('red', \"green\")", ["007", "b"]),
        ("colour not in ('red', 'green')", ["7", "c"]),
        ("cost in (3, 12)", ["007", "7"]),
        ("text contains 'dragon'", ["007"]),
        ("text contains '\"hi'", ["b"]),
        ('colour == "it\'s"', ["c"]),
        ("not colour == 'red' and cost > 1", ["7"]),
        ("colour == 'red' or colour == 'blue' and cost < 5", ["007"]),
        ("(colour == 'red' or colour == 'blue') and cost > 5", ["7"]),
        ("NOT (cost > 1 OR colour == 'green')", ["c"]),
        ("[Card type] == 'spell'", ["007", "b"]),
        ("absent == ''", ["007", "7", "b", "c"]),
    ],
)
def test_what_a_condition_keeps(text: str, ids: list[str]) -> None:
    assert kept(text) == ids


def test_two_columns_can_be_compared() -> None:
    assert parse_where("a < b").keeps({"a": "9", "b": "10"})
    assert not parse_where("a < b").keeps({"a": "9", "b": None})


@pytest.mark.parametrize(
    "text, at, said",
    [
        ("colour = 'red'", 8, "write =="),
        ("colour == 'red", 11, "never closed"),
        ("colour ==", 10, "the end where a column"),
        ("colour", 7, "comparison is missing"),
        ("colour == 'red' cost == 1", 17, "join conditions by and/or"),
        ("(colour == 'red'", 17, "')' is missing"),
        ("colour in 'red'", 11, "write a list"),
        ("colour in ('red' 'blue')", 18, "put commas between"),
        ("colour in ()", 12, "')' where a column"),
        ("a == 1 && b == 2", 8, "write and"),
        ("a == $", 6, "'$' means nothing"),
        ("[a == 1", 1, "[column name]"),
        ("a == 1e5", 6, "means nothing"),
        ("__import__('os').system('x')", 17, "'.' means nothing"),
        ("__import__('os')", 11, "comparison is missing"),
    ],
)
def test_a_wrong_condition_is_answered_with_place_and_cure(text: str, at: int, said: str) -> None:
    with pytest.raises(WhereFault) as caught:
        parse_where(text)
    assert f"character {at}: " in str(caught.value) and said in str(caught.value)


def test_an_empty_condition_and_endless_ones_are_refused() -> None:
    for text in ("", "  ", "(" * (MAX_DEPTH + 1) + "a == 1", "not " * 100 + "a == 1", "a" * (MAX_LENGTH + 1)):
        with pytest.raises(WhereFault):
            parse_where(text)


def test_columns_are_checked_against_the_tables() -> None:
    where = parse_where("colour == red")
    assert where.columns == {"colour", "red"}
    with pytest.raises(WhereFault, match="character 11: there is no column 'red'; put a text in quotes"):
        where.check(["id", "colour", "cost"])
    with pytest.raises(WhereFault, match="character 1: there is no column 'color'; did you mean 'colour'"):
        parse_where("color == 'red'").check(["id", "colour"], ["id", "x"])
    with pytest.raises(WhereFault, match="columns of one table"):
        parse_where("a == 1 and b == 1").check(["a"], ["b"])
    parse_where("a == 1").check(["b"], ["a"])


@given(st.text(alphabet="ab01 ()[]'\",.=!<>&|ornti", max_size=40))
def test_any_text_is_a_condition_or_refused_in_words(text: str) -> None:
    try:
        where = parse_where(text)
    except WhereFault as fault:
        assert str(fault)
    else:
        assert where.keeps({"a": 1, "b": "x"}) in (True, False)
