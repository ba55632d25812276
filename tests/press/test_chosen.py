"""Which kinds and rows an order wants: the same for sheets, shops and the bill of materials."""

from pathlib import Path

import pytest

from toolkit.components import load_folder
from toolkit.press.bom import bill_of
from toolkit.press.chosen import chosen_rows, nothing_chosen
from toolkit.press.exports import ExportOrder
from toolkit.press.exports.goods import gather
from toolkit.press.job import run
from toolkit.press.order import Order

SKERRY = Path(__file__).with_name("fixtures") / "skerry"


def column_of_one_table() -> tuple[str, str]:
    """A column that one table alone has, and the kind that is printed from it."""
    folder = load_folder(SKERRY).require()
    for kind in folder.kinds.values():
        others = {c for k in folder.kinds.values() if k is not kind for c in folder.tables[k.table].columns}
        for name in folder.tables[kind.table].columns:
            if name not in others:
                return name, kind.name
    raise AssertionError("every column stands in two tables")


def test_kinds_without_a_column_of_the_condition_are_left_out_everywhere(tmp_path: Path) -> None:
    column, kind = column_of_one_table()
    where = f"not {column} == 'nothing has this'"
    folder = load_folder(SKERRY).require()
    kinds, keeps, book = chosen_rows(folder, (), where)
    assert [k.name for k in kinds] == [kind] and keeps is not None and not book
    printed = run(folder, tmp_path, Order(where=where))
    assert [file.pieces for file in printed.files if file.pieces] == [
        folder.tables[folder.kinds[kind].table].count()
    ]
    assert [line.kind for line in bill_of(folder, Order(where=where)).kinds] == [kind]
    assert list(gather(folder, ExportOrder("tts", (), where)).kinds) == [kind]


def test_where_nothing_fits_the_values_that_there_are_are_named() -> None:
    folder = load_folder(SKERRY).require()
    column, kind = column_of_one_table()
    table = folder.tables[folder.kinds[kind].table]
    said = nothing_chosen(folder, (), f"{column} == 'nothing has this'")
    assert f"no row of skerry meets the condition {column} == 'nothing has this'; {column} is " in said
    assert said.partition(f"; {column} is ")[2].startswith(
        next(filter(None, (row.text(column) for row in table.rows)))
    )


def test_a_kind_or_column_that_there_is_not_is_named() -> None:
    folder = load_folder(SKERRY)
    with pytest.raises(ValueError, match="has no kind 'islnds'; did you mean 'islands'"):
        chosen_rows(folder, ("islnds",), None)
    with pytest.raises(ValueError, match="there is no column 'nonsense'"):
        chosen_rows(folder, (), "nonsense == 1")
