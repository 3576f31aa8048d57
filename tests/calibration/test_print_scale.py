"""Tests that a print that is one per cent off is always caught."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.print_scale import (
    UNCHECKED,
    PrintMeasurement,
    ScaleVerdict,
    by_bar,
    by_card,
    by_edge,
    check_scale,
)
from rules.table.bad_input import BadInputError

OFF = st.floats(0.01, 0.2) | st.floats(-0.2, -0.01)
BOUND = st.floats(1e-5, 0.05)
WITHIN = st.floats(-1.0, 1.0)


@given(off=OFF, readings=st.lists(st.tuples(BOUND, WITHIN), min_size=1, max_size=3))
def test_one_per_cent_is_always_caught(off: float, readings: list[tuple[float, float]]) -> None:
    measured = [
        PrintMeasurement(what=f"ruler {i}", scale=1 + off + bound * share, bound=bound)
        for i, (bound, share) in enumerate(readings)
    ]
    found = check_scale(measured)
    assert found.verdict in {ScaleVerdict.REFUSE, ScaleVerdict.CANNOT_TELL}
    assert not found.may_measure


@given(off=OFF, nominal=st.floats(2.0, 12.0), within=st.floats(0.002, 0.06), share=WITHIN)
def test_a_bar_of_any_length_catches_it(
    off: float, nominal: float, within: float, share: float
) -> None:
    read = nominal * (1 + off) + within * share
    assert not check_scale([by_bar(nominal, read, within_in=within)]).may_measure


@given(off=st.floats(-0.0025, 0.0025), share=WITHIN)
def test_a_true_print_that_is_read_well_is_not_refused(off: float, share: float) -> None:
    found = check_scale([by_bar(6.0, 6.0 * (1 + off) + 0.02 * share)])
    assert found.may_measure
    assert found.scale == pytest.approx(1 + off, abs=0.02 / 6 + 1e-9)


@pytest.mark.parametrize(
    ("read", "verdict", "sentence"),
    [
        (6.0, ScaleVerdict.OK, "the print is true to size (scale bar: +0.00 %)"),
        (6.02, ScaleVerdict.WARN, "the print is 0.3 % too large (scale bar); this is taken"),
        (5.97, ScaleVerdict.WARN, "the print is 0.5 % too small (scale bar); this is taken"),
        (5.955, ScaleVerdict.CANNOT_TELL, "the print may be 1 % off or more (scale bar: -0.75 %"),
        (6.06, ScaleVerdict.REFUSE, "the print is 1.0 % too large (scale bar): print it again"),
        (5.82, ScaleVerdict.REFUSE, "the print is 3.0 % too small (scale bar): print it again"),
    ],
)
def test_verdicts_and_their_words(read: float, verdict: ScaleVerdict, sentence: str) -> None:
    found = check_scale([by_bar(6.0, read)])
    assert found.verdict is verdict
    assert found.sentence.startswith(sentence)


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize("nominal", [2.0, 3.37, 5.0, 6.0, 7.3, 10.0])
def test_limits_hold_for_both_signs(nominal: float, sign: int) -> None:
    def verdict(share: float) -> ScaleVerdict:
        read = round(nominal * (1 + sign * share), 6)
        return check_scale([by_bar(nominal, read, within_in=1e-4 * nominal)]).verdict

    assert verdict(0.0101) is ScaleVerdict.REFUSE
    assert verdict(0.01) is ScaleVerdict.REFUSE
    assert verdict(0.0099) is ScaleVerdict.CANNOT_TELL
    assert verdict(0.0098) is ScaleVerdict.WARN
    assert verdict(0.003) is ScaleVerdict.WARN
    assert verdict(0.0029) is ScaleVerdict.OK


@given(off=st.floats(0.01, 0.2), sign=st.sampled_from([-1, 1]), nominal=st.floats(2.0, 12.0))
def test_what_is_read_as_one_per_cent_off_is_refused(off: float, sign: int, nominal: float) -> None:
    found = check_scale([by_bar(nominal, nominal * (1 + sign * off))])
    assert found.verdict is ScaleVerdict.REFUSE
    assert f"{100 * off:.1f} %" in found.sentence


def test_a_ruler_that_is_too_coarse_says_so() -> None:
    found = check_scale([by_bar(6.0, 6.0, within_in=0.0625)])
    assert found.verdict is ScaleVerdict.CANNOT_TELL
    assert found.sentence == (
        "the print may be 1 % off or more (scale bar: +0.00 % +- 1.04 %): "
        "measure again, to 0.5 % or better"
    )


def test_a_better_measurement_settles_what_a_coarse_one_cannot() -> None:
    coarse, fine = by_bar(6.0, 6.0, within_in=0.0625), by_card(1.001, sigma=0.0005)
    found = check_scale([coarse, fine])
    assert found.verdict is ScaleVerdict.OK
    assert abs(found.scale - 1.001) < 0.0001
    assert found.sigma < 0.0005


def test_measurements_that_contradict_each_other_settle_nothing() -> None:
    found = check_scale([by_bar(6.0, 6.0), by_card(1.015, sigma=0.001)])
    assert found.verdict is ScaleVerdict.CANNOT_TELL
    assert "contradict each other (scale bar +0.00 %, card +1.50 %)" in found.sentence


def test_an_edge_is_judged_against_the_layout() -> None:
    found = check_scale([by_edge(36.5, 36.0, solved_sigma_in=0.005)])
    assert found.verdict is ScaleVerdict.REFUSE
    assert check_scale([by_edge(36.02, 36.0, solved_sigma_in=0.005)]).verdict is ScaleVerdict.OK


def test_an_unchecked_print_measures_with_its_large_error() -> None:
    assert check_scale([]) is UNCHECKED
    assert UNCHECKED.may_measure
    assert UNCHECKED.sigma == 0.03


@pytest.mark.parametrize(
    ("read", "complaint"),
    [
        (15.24, "got 15.24, which looks like centimetres"),
        (152.0, "got 152, which looks like millimetres"),
        (0.0, "scale bar, measured: expected above 0 inches, got 0.0"),
        (float("nan"), "scale bar, measured: expected above 0 inches, got nan"),
        (700.0, "scale bar: expected a length near the meant one"),
    ],
)
def test_readings_that_cannot_be_are_refused(read: float, complaint: str) -> None:
    with pytest.raises(BadInputError, match=complaint):
        by_bar(6.0, read)
