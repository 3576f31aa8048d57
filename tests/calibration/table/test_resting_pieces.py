"""Tests that pieces at rest make a calibration as much surer as it then is, and no more."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from calibration.error_map import usual_95
from calibration.table.resting_pieces import RestingProblem, RestingSheet
from calibration.table.table_problem import TableProblem, TableState
from tests.calibration.simulated import BIG
from tests.calibration.table.drawn_rest import DrawnRest, SetUp, Stated

CAREFUL = SetUp(photographs=4, is_lens_measured=True)
LEANING = SetUp(table=BIG, lean_deg=30.0)


def drawn(setup: SetUp, *, seed: int) -> DrawnRest:
    return DrawnRest(setup, rng=np.random.default_rng([7, seed]))


@cache
def alone(setup: SetUp, *, seed: int) -> Stated:
    """What is told without any piece, however many there are."""
    table = drawn(setup, seed=seed)
    return table.stated(table.fit())


def lifted(sheet: RestingSheet, *, by_px: float) -> RestingSheet:
    """One of its corners is bent up."""
    first, *others = sheet.tags
    corners = first.seen.corners.copy()
    corners[2] += by_px
    bent = replace(first, seen=replace(first.seen, corners=corners))
    return replace(sheet, tags=(bent, *others))


def test_pieces_at_rest_shrink_the_error_of_a_single_photograph() -> None:
    table = drawn(SetUp(), seed=1)
    alone, rested = table.fit(), table.fit(table.resting(22))
    before, after = table.stated(alone), table.stated(rested)
    assert (alone.pieces, rested.pieces) == (0, 22)
    assert after.within < 0.8 * before.within
    assert after.off < 2 * after.within
    # The southern anchors are still the table's own frame.
    assert np.abs(rested.calibrated.layout.places[0, :2]).max() < 1e-9


def test_a_sheet_that_is_bent_is_left_out() -> None:
    table = drawn(SetUp(), seed=1)
    sheets = table.resting(9)
    found = table.fit([lifted(sheets[0], by_px=1.5), *sheets[1:]])
    assert found.pieces == 8


def test_what_prints_share_is_left() -> None:
    """However many rest, nobody knows the size of the print better than a ruler told."""
    table = drawn(CAREFUL, seed=1)
    alone, rested = table.fit().calibrated, table.fit(table.resting(22)).calibrated
    assert rested.scale_sigma > 0.9 * alone.scale_sigma
    assert usual_95(rested, table=CAREFUL.table) > 0.95 * usual_95(alone, table=CAREFUL.table)


def test_the_slopes_are_those_of_what_is_predicted() -> None:
    table = drawn(SetUp(photographs=2), seed=1)
    problem, state = solved(table)
    joint = RestingProblem(anchors=problem, sheets=table.resting(2))
    count = len(joint.has_prior)
    rng = np.random.default_rng(3)
    begin = joint.moved(joint.start(state), 0.3 * rng.normal(size=count) * joint.has_prior)
    told = joint.observed(begin).slopes
    for index in [0, 5, 9, *range(joint.of_anchors - 6, count)]:
        step = np.zeros(count)
        step[index] = 1e-4
        up, down = (joint.observed(joint.moved(begin, each)) for each in (step, -step))
        slope = (up.residuals - down.residuals) / 2e-4
        assert np.abs(told[..., index] - slope).max() < 1e-3 * max(np.abs(slope).max(), 0.01)


def solved(table: DrawnRest) -> tuple[TableProblem, TableState]:
    """The anchors' own problem, near its solution."""
    found = table.fit().calibrated
    layout = found.layout
    mean = np.concatenate([found.model.lens.values, [layout.scale], layout.places.reshape(-1)])
    photographs = table.photographs[-1:]
    problem = TableProblem(
        lens=found.model.lens,
        numbers=layout.numbers,
        size=layout.size,
        mean=mean,
        root=np.diag([1.0] * 4 + [0.01] * 5 + [0.001] + [0.05] * layout.places.size),
        photographs=photographs,
        floor=found.floor,
    )
    known = np.zeros(problem.root.shape[1])
    return problem, TableState(known=known, stands=(found.model.stand,))


@pytest.mark.long
@pytest.mark.soak
@pytest.mark.parametrize(
    ("setup", "pieces", "most"),
    [
        (SetUp(), 8, 0.85),
        (SetUp(), 22, 0.77),
        (LEANING, 8, 0.92),
        (LEANING, 22, 0.82),
        (SetUp(is_lens_measured=True), 22, 1.0),
        (SetUp(photographs=4), 22, 1.02),
        (CAREFUL, 22, 1.02),
    ],
)
def test_the_error_is_as_stated_after_as_before(
    setup: SetUp,
    pieces: int,
    most: float,
    soak_count: Callable[[int, int], int],
    record_property: Callable[[str, object], None],
) -> None:
    before, after = list[Stated](), list[Stated]()
    for seed in range(soak_count(6, 24)):
        table = drawn(setup, seed=seed)
        before.append(alone(setup, seed=seed))
        after.append(table.stated(table.fit(table.resting(pieces))))
    for name, told in (("before", before), ("after", after)):
        record_property(name, summary(told))
    assert np.median([e.within for e in after]) <= most * np.median([e.within for e in before])
    assert 0.8 <= np.sqrt(np.mean([each.normalised for each in after])) <= 1.2
    assert np.mean([each.covered for each in after]) >= 0.85


def summary(told: list[Stated]) -> str:
    """In one line."""
    within, off = (np.median([getattr(e, name) for e in told]) for name in ("within", "off"))
    error = np.sqrt(np.mean([each.normalised for each in told]))
    covered = np.mean([each.covered for each in told])
    return f"{within:.4f} in, off {off:.4f} in, error {error:.2f}, {covered:.1%} within 95 %"
