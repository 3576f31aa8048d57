"""How doubt and courtesy decide a measured limit, and that the two are never added up."""

import itertools
import json
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.referee.toolkit.evidence import (
    Leaning,
    Measured,
    Outcome,
    Tolerance,
    how_far,
    measured,
    rule_on,
)
from rules.referee.toolkit.vocabulary import read_as, written
from rules.table.measuring.ranges import range_between
from rules.table.units import Inches
from rules.table.verdict import Answer, judge
from tests.factories import lost, piece, table

LIMIT: Final = 12.0
MILDEST_FIRST: Final = (Outcome.KEPT, Outcome.OVERLOOKED, Outcome.ASKED, Outcome.BROKEN)

ALLOW, ASK, STRICT = Leaning.ALLOW, Leaning.ASK, Leaning.STRICT
KEPT, OVERLOOKED, ASKED, BROKEN = MILDEST_FIRST


def found_at(value: float, bound: float = 0.0) -> Measured:
    margin = LIMIT - value
    return Measured(
        what="range",
        answer=judge(margin, bound),
        why="T1 is some way off",
        snapshot=7,
        value=Inches(value),
        limit=Inches(LIMIT),
        margin=Inches(margin),
        sigma=Inches(bound / 2),
        bound=Inches(bound),
    )


def ruled(
    value: float,
    bound: float = 0.0,
    *,
    courtesy: float = 0.25,
    borderline: Leaning = ALLOW,
    doubt: Leaning = ALLOW,
) -> Outcome:
    tolerance = Tolerance(courtesy=Inches(courtesy), borderline=borderline, doubt=doubt)
    return rule_on(found_at(value, bound), tolerance)


@pytest.mark.parametrize(
    ("value", "bound", "outcomes"),
    [
        # Surely within: whatever was agreed.
        (11.0, 0.3, {ALLOW: KEPT, ASK: KEPT, STRICT: KEPT}),
        # Measured within, but doubtful.
        (11.9, 0.3, {ALLOW: KEPT, ASK: ASKED, STRICT: KEPT}),
        (12.0, 0.3, {ALLOW: KEPT, ASK: ASKED, STRICT: KEPT}),
        # Measured beyond, but doubtful.
        (12.1, 0.3, {ALLOW: OVERLOOKED, ASK: ASKED, STRICT: BROKEN}),
        (12.3, 0.3, {ALLOW: OVERLOOKED, ASK: ASKED, STRICT: BROKEN}),
        # Surely beyond.
        (12.31, 0.3, {ALLOW: BROKEN, ASK: BROKEN, STRICT: BROKEN}),
        (12.1, 0.05, {ALLOW: BROKEN, ASK: BROKEN, STRICT: BROKEN}),
    ],
)
def test_doubt_alone(value: float, bound: float, outcomes: dict[Leaning, Outcome]) -> None:
    # Without courtesy it makes no difference what was agreed for the borderline.
    for doubt, borderline in itertools.product(Leaning, Leaning):
        got = ruled(value, bound, courtesy=0.0, borderline=borderline, doubt=doubt)
        assert got is outcomes[doubt]


@pytest.mark.parametrize(
    ("value", "outcomes"),
    [
        (11.9, {ALLOW: KEPT, ASK: KEPT, STRICT: KEPT}),
        (12.0, {ALLOW: KEPT, ASK: KEPT, STRICT: KEPT}),
        (12.1, {ALLOW: OVERLOOKED, ASK: ASKED, STRICT: BROKEN}),
        (12.25, {ALLOW: OVERLOOKED, ASK: ASKED, STRICT: BROKEN}),
        (12.26, {ALLOW: BROKEN, ASK: BROKEN, STRICT: BROKEN}),
    ],
)
def test_courtesy_alone(value: float, outcomes: dict[Leaning, Outcome]) -> None:
    # Without error it makes no difference what was agreed for doubt.
    for borderline, doubt in itertools.product(Leaning, Leaning):
        assert ruled(value, borderline=borderline, doubt=doubt) is outcomes[borderline]


@pytest.mark.parametrize(
    ("value", "bound", "expected"),
    [
        # Past the courtesy and past the doubt, though not past their sum.
        (12.4, 0.3, BROKEN),
        (12.31, 0.3, BROKEN),
        (12.26, 0.2, BROKEN),
        # Past one of the two only.
        (12.28, 0.3, OVERLOOKED),
        (12.22, 0.2, OVERLOOKED),
        (12.9, 1.0, OVERLOOKED),
    ],
)
def test_courtesy_and_doubt_are_never_added_up(
    value: float, bound: float, expected: Outcome
) -> None:
    assert ruled(value, bound) is expected


@given(over=st.floats(0.001, 3), bound=st.floats(0, 2), courtesy=st.floats(0, 2))
def test_only_who_is_past_both_is_refused(over: float, bound: float, courtesy: float) -> None:
    refused = ruled(LIMIT + over, bound, courtesy=courtesy) is BROKEN
    surely = found_at(LIMIT + over, bound).answer is Answer.NO
    assert refused == (surely and LIMIT + over - LIMIT > courtesy + 1e-9)


@pytest.mark.parametrize(
    ("borderline", "doubt", "within", "just_past", "further_past"),
    [
        (ALLOW, ALLOW, KEPT, OVERLOOKED, OVERLOOKED),
        # By courtesy it would pass if it were a little further off, so it passes.
        (ALLOW, ASK, KEPT, OVERLOOKED, ASKED),
        (ALLOW, STRICT, KEPT, OVERLOOKED, BROKEN),
        (ASK, ALLOW, KEPT, OVERLOOKED, OVERLOOKED),
        (ASK, ASK, ASKED, ASKED, ASKED),
        (ASK, STRICT, KEPT, ASKED, BROKEN),
        (STRICT, ALLOW, KEPT, OVERLOOKED, OVERLOOKED),
        (STRICT, ASK, ASKED, ASKED, ASKED),
        (STRICT, STRICT, KEPT, BROKEN, BROKEN),
    ],
)
def test_each_pair_of_policies_for_a_doubtful_value(
    *,
    borderline: Leaning,
    doubt: Leaning,
    within: Outcome,
    just_past: Outcome,
    further_past: Outcome,
) -> None:
    got = tuple(
        ruled(value, 0.6, borderline=borderline, doubt=doubt) for value in (11.9, 12.1, 12.5)
    )
    assert got == (within, just_past, further_past)


@given(
    values=st.lists(st.floats(10, 14), min_size=2, max_size=2).map(sorted),
    bound=st.floats(0, 1.5),
    courtesy=st.floats(0, 1.5),
    borderline=st.sampled_from(Leaning),
    doubt=st.sampled_from(Leaning),
)
def test_who_is_further_off_never_fares_better(
    *, values: list[float], bound: float, courtesy: float, borderline: Leaning, doubt: Leaning
) -> None:
    better, worse = (
        ruled(value, bound, courtesy=courtesy, borderline=borderline, doubt=doubt)
        for value in values
    )
    assert MILDEST_FIRST.index(better) <= MILDEST_FIRST.index(worse)


def test_a_value_exactly_on_the_edge_of_courtesy_is_within_it() -> None:
    # 9.3 + 0.25 - 9.3 is not 0.25 in floating point.
    for limit in (9.3, 12.1, 0.1, 3.7):
        margin = limit - (limit + 0.25)
        found = Measured(what="move", answer=Answer.NO, why="", snapshot=1, margin=Inches(margin))
        assert rule_on(found, Tolerance()) is OVERLOOKED


@pytest.mark.parametrize(("borderline", "doubt"), [*itertools.product(Leaning, Leaning)])
def test_what_cannot_be_seen_is_never_ruled_on(borderline: Leaning, doubt: Leaning) -> None:
    verdict = range_between(
        table(piece("T1"), lost("T2")), ("T1", "T2"), limit=Inches(LIMIT)
    ).verdict
    found = measured(verdict, what="range", snapshot=7)
    assert rule_on(found, Tolerance(borderline=borderline, doubt=doubt)) is Outcome.UNSEEN


@pytest.mark.parametrize(("borderline", "doubt"), [*itertools.product(Leaning, Leaning)])
def test_an_answer_without_a_length_goes_by_the_answer(borderline: Leaning, doubt: Leaning) -> None:
    tolerance = Tolerance(borderline=borderline, doubt=doubt)

    def outcome(answer: Answer) -> Outcome:
        return rule_on(Measured(what="sight", answer=answer, why="", snapshot=1), tolerance)

    assert outcome(Answer.YES) is KEPT
    assert outcome(Answer.NO) is BROKEN
    expected = {ALLOW: OVERLOOKED, ASK: ASKED, STRICT: BROKEN}[doubt]
    assert outcome(Answer.TOO_CLOSE_TO_CALL) is expected


def test_no_without_anything_over_stays_no() -> None:
    found = Measured(what="stay", answer=Answer.NO, why="", snapshot=1, margin=Inches(0.0))
    assert rule_on(found, Tolerance()) is BROKEN


def test_evidence_keeps_all_of_a_verdict() -> None:
    snapshot = table(piece("T1", sigma=0.1), piece("T2", (20.0, 10.0), sigma=0.1))
    verdict = range_between(snapshot, ("T1", "T2"), limit=Inches(LIMIT)).verdict
    found = measured(
        verdict,
        what="range",
        snapshot=7,
        courtesy=Inches(0.25),
        line=((Inches(10.0), Inches(10.0)), (Inches(20.0), Inches(10.0))),
        blockers=("W1",),
    )
    for name in ("answer", "why", "value", "limit", "margin", "sigma", "bound", "declared"):
        assert getattr(found, name) == getattr(verdict, name)
    assert (found.what, found.snapshot, found.courtesy) == ("range", 7, 0.25)
    sent = json.dumps(written(found), allow_nan=False)
    assert read_as(Measured, json.loads(sent), where="evidence") == found


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (found_at(12.4, 0.3), "12.4 in, 12 allowed (error 0.15)"),
        (found_at(12.4), "12.4 in, 12 allowed"),
        (Measured(what="sight", answer=Answer.NO, why="Woods.", snapshot=1), "Woods."),
    ],
)
def test_how_far(found: Measured, expected: str) -> None:
    assert how_far(found) == expected
