"""Tests of the four answers and of what makes one doubtful."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.table.bad_input import BadInputError
from rules.table.units import Inches, Seconds
from rules.table.verdict import Answer, Doubt, cannot_see, judge


def test_a_margin_on_either_side() -> None:
    assert judge(0.3, 0.1) is Answer.YES
    assert judge(-0.3, 0.1) is Answer.NO


@pytest.mark.parametrize("margin", [0.1, -0.1, 0.0, 0.0999, -0.0999])
def test_a_margin_up_to_the_bound_is_too_close(margin: float) -> None:
    assert judge(margin, 0.1) is Answer.TOO_CLOSE_TO_CALL


@pytest.mark.parametrize(("margin", "answer"), [(0.1 + 1e-6, Answer.YES), (-0.1 - 1e-6, Answer.NO)])
def test_just_beyond_the_bound_is_sure(margin: float, answer: Answer) -> None:
    assert judge(margin, 0.1) is answer


def test_geo_03_within_n_includes_exactly_n() -> None:
    assert judge(0.0, 0.0) is Answer.YES
    assert judge(12 - 12.0000000000000018, 0.0) is Answer.YES
    assert judge(-1e-6, 0.0) is Answer.NO


@given(st.floats(-50, 50), st.floats(0, 10), st.floats(0, 1))
def test_less_doubt_never_turns_an_answer_round(margin: float, bound: float, share: float) -> None:
    wide, narrow = judge(margin, bound), judge(margin, bound * share)
    if wide is not Answer.TOO_CLOSE_TO_CALL:
        assert narrow is wide


def test_the_bound_is_the_larger_of_sigmas_and_floor() -> None:
    doubt = Doubt(sigmas=2.0, floor=Inches(0.25))
    assert doubt.bound(0.1) == 0.25
    assert doubt.bound(0.2) == 0.4
    assert Doubt().bound(0.0) == 0.0


@pytest.mark.parametrize("value", [-0.1, math.nan, math.inf])
def test_a_doubt_that_cannot_be_is_refused_by_name(value: float) -> None:
    with pytest.raises(BadInputError, match=f"sigmas.*{value}"):
        Doubt(sigmas=value)
    with pytest.raises(BadInputError, match=f"floor.*{value}"):
        Doubt(floor=Inches(value))


@pytest.mark.parametrize("value", [-0.1, math.nan])
def test_an_age_that_cannot_be_is_refused(value: float) -> None:
    with pytest.raises(BadInputError, match="max_age"):
        Doubt(max_age=Seconds(value))


@pytest.mark.parametrize(("low", "high"), [(0.9, 0.1), (-0.1, 0.5), (0.5, 1.1), (0.5, 0.5)])
def test_shares_out_of_order_are_refused(low: float, high: float) -> None:
    with pytest.raises(BadInputError, match="blocked_low, blocked_high"):
        Doubt(blocked_low=low, blocked_high=high)


def test_what_cannot_be_seen_has_a_reason_and_no_numbers() -> None:
    verdict = cannot_see("A is hidden", limit=Inches(12))
    assert verdict.answer is Answer.CANNOT_SEE
    assert (verdict.value, verdict.margin, verdict.sigma, verdict.bound) == (None,) * 4
    assert verdict.limit == 12.0
    assert verdict.why == "A is hidden"
