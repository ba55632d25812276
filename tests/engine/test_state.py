"""State records and their plain views."""

import numpy as np
import pytest

from toolkit.engine.state import Views, plain_array, record_dtype, state_dtype, view_class


def test_a_view_reads_and_writes_the_record_itself() -> None:
    dtype = record_dtype([("a", "i1", ()), ("b", "i8", (2, 3)), ("c", "i4", (4,))])
    record = np.zeros(1, dtype)
    view = view_class(dtype)(memoryview(record.view(np.uint8)))
    view.a = -3
    view.b[1, 2] = 2**40
    view.c[3] += 7
    assert record["a"][0] == -3
    assert record["b"][0, 1, 2] == 2**40
    assert record["c"][0].tolist() == [0, 0, 0, 7]
    record["a"][0] = 5
    assert view.a == 5
    assert type(view.b[1, 2]) is int


def test_a_store_that_does_not_fit_is_refused() -> None:
    dtype = record_dtype([("a", "i1", ())])
    view = view_class(dtype)(bytearray(dtype.itemsize))
    with pytest.raises(ValueError):
        view.a = 200


def test_unknown_fields_and_wrong_sizes_are_refused() -> None:
    dtype = record_dtype([("a", "i4", ())])
    view = view_class(dtype)(bytearray(4))
    with pytest.raises(AttributeError, match="no field 'b'"):
        _ = view.b
    with pytest.raises(AttributeError):
        view.b = 1
    with pytest.raises(ValueError, match="4 bytes"):
        view_class(dtype)(bytearray(5))


@pytest.mark.parametrize("kind", ["u4", "f8", "u8", "i3"])
def test_only_signed_fields_are_records(kind: str) -> None:
    with pytest.raises(ValueError, match="allowed are"):
        record_dtype([("a", kind, ())])


def test_a_field_declared_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        state_dtype([("turns", "i4", ())])


def test_views_copy_bytes_not_references() -> None:
    dtype = record_dtype([("a", "i4", ())])
    views = Views(dtype, 2)
    views[0].a = 9
    views[1] = views[0]
    views[0].a = 1
    assert views[1].a == 9
    assert len(views) == 2


def test_a_plain_array_indexes_like_a_numpy_one() -> None:
    array = plain_array([2, 3])
    array[1, 2] = -4
    assert array[1, 2] == -4
    assert array.shape == (2, 3)
