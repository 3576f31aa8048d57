"""Tests of how lengths and errors read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.table.units import plain, plain_error


@pytest.mark.parametrize(
    ("length", "text"),
    [(13.2, "13.2"), (9, "9"), (100, "100"), (0.005001, "0.01"), (-0.001, "0"), (-2.5, "-2.5")],
)
def test_lengths_read_plainly(length: float, text: str) -> None:
    assert plain(length) == text


@given(st.floats(-1000, 1000))
def test_a_length_is_rounded_by_half_a_hundredth_at_most(length: float) -> None:
    assert float(plain(length)) == pytest.approx(length, abs=0.005001)


@given(st.floats(1e-12, 100))
def test_an_error_is_never_rounded_away_to_nothing(length: float) -> None:
    text = plain_error(length)
    assert text.startswith("under ") or float(text) > 0


@pytest.mark.parametrize("length", [0.0005, 0.0007, 0.00099])
def test_an_error_under_a_thousandth_is_not_cut_to_nothing(length: float) -> None:
    assert plain_error(length) != "0.000"


@given(st.floats(0.0005, 100))
def test_an_error_is_near_what_it_says(length: float) -> None:
    assert float(plain_error(length)) == pytest.approx(length, abs=max(0.005001, 0.1 * length))


def test_no_error_is_none() -> None:
    assert plain_error(0) == "0"
