"""Tests of the clearance: how far a sight line really may shift before the answer changes."""

import itertools
import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from rules.table.shapes import Segment
from rules.table.sight.ground import Blockers, ground_of
from rules.table.sight.sight_line import Sight, look, sight_between
from rules.table.snapshot import Snapshot
from rules.table.units import Inches
from rules.table.verdict import Answer, Doubt
from tests import strategies
from tests.factories import area, box, piece, random_scene, table
from tests.rules.table.sight.plain_sight import blocked_plainly, turned

EPS = Doubt(floor=Inches(0.25))
HAIR = 1e-6
BESIDE = 1e-5

Spot = tuple[float, float]
Pair = tuple[str, str]


def moved(snapshot: Snapshot, pair: Pair, steps: tuple[Spot, Spot]) -> Snapshot | None:
    """The table with the two ends moved, or None when one would leave it."""
    for name, (dx, dy) in zip(pair, steps, strict=True):
        shown = snapshot.piece(name)
        assert shown.pose is not None
        x, y = shown.pose.x + dx, shown.pose.y + dy
        if not (0 <= x <= 36 and 0 <= y <= 36):
            return None
        snapshot = snapshot.moved(
            replace(shown, pose=replace(shown.pose, x=Inches(x), y=Inches(y)))
        )
    return snapshot


def vector(witness: Segment, *, length: float) -> Spot:
    (x0, y0), (x1, y1) = witness
    away = math.hypot(x1 - x0, y1 - y0)
    return (x1 - x0) / away * length, (y1 - y0) / away * length


def ways(found: Sight, snapshot: Snapshot, *, length: float) -> list[tuple[Spot, Spot]]:
    """How the ends would have to move by the witness: both sideways, or the one it starts at.

    The one end may have to go a hair to any side of where the witness points: at a corner that is
    bent inwards, straight on is no way out, and a sharp one has little room within.
    """
    assert found.witness is not None
    assert found.line is not None
    step, stay = vector(found.witness, length=length), (0.0, 0.0)
    steps: list[tuple[Spot, Spot]] = []
    (x0, y0), (x1, y1) = found.line
    across = step[0] * (x1 - x0) + step[1] * (y1 - y0)
    if abs(across) <= 1e-6 * length * math.hypot(x1 - x0, y1 - y0):
        steps.append((step, step))
    for number, (x, y) in enumerate(found.line):
        if math.dist(found.witness[0], (x, y)) >= 1e-6:
            continue
        for end_x, end_y in hairs((x + step[0], y + step[1]), snapshot):
            near = (end_x - x, end_y - y)
            steps.append((stay, near) if number else (near, stay))
    return steps


def hairs(spot: Spot, snapshot: Snapshot) -> Iterator[Spot]:
    """Places beside a spot: all round it, and in every area that comes as near."""
    for angle in map(math.radians, range(0, 360, 15)):
        yield spot[0] + math.cos(angle) * BESIDE, spot[1] + math.sin(angle) * BESIDE
    disc = shapely.Point(spot).buffer(BESIDE)
    for terrain in snapshot.terrain:
        part = shapely.intersection(shapely.Polygon(terrain.outline), disc)
        if part.area > 0:
            within = part.representative_point()
            yield within.x, within.y


def sure_looks(snapshot: Snapshot, blockers: Blockers) -> list[tuple[Pair, Sight, bool, float]]:
    """Every pair with something to shift to: its look, its answer and its clearance."""
    ground = ground_of(snapshot, blockers)
    found = []
    for pair in itertools.combinations(ground.index, 2):
        sight = look(ground, pair)
        value = sight.verdict.value
        if value is not None and abs(value) > 0.001:
            found.append((pair, sight, bool(sight.blocked_by), abs(value)))
    return found


def only(snapshot: Snapshot, ids: set[str]) -> Snapshot:
    """The table with no other areas than these; wrecks stay."""
    return replace(snapshot, terrain=tuple(a for a in snapshot.terrain if a.id in ids))


@pytest.mark.soak
@given(strategies.seeds)
def test_a_shift_by_less_changes_nothing(seed: int) -> None:
    snapshot, blockers = random_scene(np.random.default_rng(seed), pieces=6)
    for pair, sight, blocked, clearance in sure_looks(snapshot, blockers):
        assert sight.line is not None
        (x0, y0), (x1, y1) = sight.line
        length = math.hypot(x1 - x0, y1 - y0)
        for share in (-1 + HAIR, -0.6, 0.3, 1 - HAIR):
            by = share * clearance
            step = (-(y1 - y0) / length * by, (x1 - x0) / length * by)
            shifted = moved(snapshot, pair, (step, step))
            if shifted is not None:
                assert blocked_plainly(shifted, pair, blockers) in {blocked, None}


@pytest.mark.soak
@given(strategies.seeds)
def test_a_shift_by_a_hair_more_changes_the_answer(seed: int) -> None:
    snapshot, blockers = random_scene(np.random.default_rng(seed), pieces=6)
    for pair, sight, blocked, clearance in sure_looks(snapshot, blockers):
        assert sight.witness is not None
        assert math.dist(*sight.witness) == pytest.approx(clearance)
        shifted = [
            moved(snapshot, pair, steps) for steps in ways(sight, snapshot, length=clearance + HAIR)
        ]
        assert shifted
        if None not in shifted:
            # An end that steps into the area in its way may come behind another: that is no fault.
            met = {crossing.id for crossing in sight.blocked_by}
            answers = {
                blocked_plainly(only(s, met) if blocked else s, pair, blockers)
                for s in shifted
                if s is not None
            }
            assert answers & {not blocked, None}, (pair, sight.verdict.why)


@pytest.mark.soak
@given(strategies.seeds)
def test_ends_of_a_clear_line_may_stray_apart_by_less(seed: int) -> None:
    """Not only as one: each end may stray sideways by its own amount up to the clearance.

    Up to the nearest area, at least: an end that is in an area sees through it.
    """
    rng = np.random.default_rng(seed)
    snapshot, blockers = random_scene(rng, pieces=6)
    held = ground_of(snapshot, blockers)
    for pair, sight, blocked, clearance in sure_looks(snapshot, blockers):
        rows = [held.index[name] for name in pair]
        if blocked or held.ignored[rows].any():
            continue
        assert sight.line is not None
        (x0, y0), (x1, y1) = sight.line
        length = math.hypot(x1 - x0, y1 - y0)
        beside = min(
            shapely.distance(shapely.Polygon(a.outline), shapely.Point(end))
            for a in snapshot.terrain
            for end in sight.line
        )
        for _ in range(3):
            one, other = rng.uniform(-0.999, 0.999, 2) * min(clearance, beside)
            across = (-(y1 - y0) / length, (x1 - x0) / length)
            steps = (
                (across[0] * one, across[1] * one),
                (across[0] * other, across[1] * other),
            )
            shifted = moved(snapshot, pair, steps)
            if shifted is not None:
                assert blocked_plainly(shifted, pair, blockers) is not True


@pytest.mark.parametrize("degrees", range(0, 360, 7))
def test_geo_08_leaving_by_the_near_side_is_clear_at_any_angle(degrees: int) -> None:
    """A unit 0.1 in inside of a side that its line leaves by: in or out, nothing is in its way."""
    corners = [(14.0, 14.0), (20.0, 14.0), (20.0, 20.0), (14.0, 20.0)]
    start, end = (19.0, 19.9), (24.0, 30.0)
    woods = area("W", *(turned(corner, degrees=degrees, about=18) for corner in corners))
    ends = [turned(spot, degrees=degrees, about=18) for spot in (start, end)]
    snapshot = table(piece("A", ends[0]), piece("B", ends[1]), terrain=[woods])
    found = sight_between(snapshot, ("A", "B"), doubt=EPS)
    assert found.verdict.answer is Answer.YES
    assert found.verdict.value is None or found.verdict.value > 0.5


@pytest.mark.parametrize("degrees", range(0, 360, 7))
def test_geo_08_a_target_beside_an_area_that_lies_behind_it(degrees: int) -> None:
    """The woods begin where the line ends: a shift only puts an end into them."""
    corners = [(18.05, 18.1), (26.0, 17.0), (26.0, 26.0), (18.05, 26.0)]
    woods = area("W", *(turned(corner, degrees=degrees, about=18) for corner in corners))
    ends = [turned(spot, degrees=degrees, about=18) for spot in ((6.0, 18.0), (18.1, 18.0))]
    snapshot = table(piece("A", ends[0]), piece("B", ends[1]), terrain=[woods])
    found = sight_between(snapshot, ("A", "B"), doubt=Doubt())
    one = blocked_plainly(snapshot, ("A", "B"), Blockers())
    assert bool(found.blocked_by) is one


@pytest.mark.soak
@given(strategies.seeds, st.sampled_from([0.0, 0.1, 0.4]), st.sampled_from([0.0, 0.25]))
def test_too_close_is_within_the_bound_and_nothing_else_is(
    seed: int, sigma: float, floor: float
) -> None:
    snapshot, blockers = random_scene(np.random.default_rng(seed), sigma=sigma, pieces=4)
    doubt = Doubt(floor=Inches(floor))
    ground = ground_of(snapshot, blockers)
    for pair in itertools.combinations(ground.index, 2):
        found = look(ground, pair, doubt=doubt)
        verdict = found.verdict
        assert found.p_blocked is not None
        if verdict.margin is None or verdict.bound is None:
            continue
        close = verdict.bound > 0 and abs(verdict.margin) <= verdict.bound
        assert (verdict.answer is Answer.TOO_CLOSE_TO_CALL) is bool(close)
        assert abs(verdict.margin) < 1e-9 or bool(verdict.margin < 0) is bool(found.blocked_by)
        if verdict.answer is not Answer.TOO_CLOSE_TO_CALL:
            assert (verdict.answer is Answer.NO) is bool(found.blocked_by)
            assert not doubt.blocked_low < found.p_blocked < doubt.blocked_high


@pytest.mark.soak
@given(strategies.seeds, st.floats(0, 1))
def test_smaller_errors_never_turn_a_sure_answer_round(seed: int, share: float) -> None:
    wide, _ = random_scene(np.random.default_rng(seed), pieces=6, wrecks=0, sigma=0.4)
    narrow = replace(
        wide,
        pieces=tuple(
            piece(
                shown.id,
                (shown.pose.x, shown.pose.y),
                sigma=math.sqrt(shown.pose.covariance.xx) * share,
            )
            for shown in wide.pieces
            if shown.pose is not None
        ),
        terrain=tuple(replace(a, sigma=Inches(a.sigma * share)) for a in wide.terrain),
    )
    grounds = ground_of(wide), ground_of(narrow)
    for pair in itertools.combinations(grounds[0].index, 2):
        before, after = (look(ground, pair).verdict.answer for ground in grounds)
        if before is not Answer.TOO_CLOSE_TO_CALL:
            assert after in {before, Answer.TOO_CLOSE_TO_CALL}


@pytest.mark.soak
@given(strategies.seeds)
def test_a_look_is_the_same_both_ways(seed: int) -> None:
    snapshot, blockers = random_scene(np.random.default_rng(seed), pieces=4, sigma=0.2)
    ground = ground_of(snapshot, blockers)
    for one, other in itertools.combinations(ground.index, 2):
        there, back = look(ground, (one, other)), look(ground, (other, one))
        assert there.verdict.answer is back.verdict.answer
        assert there.p_blocked == back.p_blocked
        if there.verdict.value is None:
            assert back.verdict.value is None
        else:
            assert there.verdict.value == pytest.approx(back.verdict.value, abs=1e-9)
            assert there.verdict.sigma == pytest.approx(back.verdict.sigma, abs=1e-6)


def test_the_error_at_the_outline_is_that_of_both_ends_by_their_share() -> None:
    """At a quarter of the way the near end counts three quarters, the far one a quarter."""
    wall = box("H", (6.99, 10.3), (7.01, 16), kind="building", sigma=0.02)
    snapshot = table(
        piece("A", (2, 10), sigma=0.1), piece("B", (22, 10), sigma=0.2), terrain=[wall]
    )
    found = sight_between(snapshot, ("A", "B"))
    expected = math.sqrt((0.75 * 0.1) ** 2 + (0.25 * 0.2) ** 2 + 0.02**2)
    assert found.verdict.sigma == pytest.approx(expected, rel=1e-2)
    assert found.verdict.value == pytest.approx(0.3)


@pytest.mark.parametrize(("low", "answer"), [(0.21, Answer.YES), (0.19, Answer.TOO_CLOSE_TO_CALL)])
def test_two_standard_errors_of_an_area_are_the_boundary(low: float, answer: Answer) -> None:
    wall = box("H", (8, 10 + low), (12, 16), sigma=0.1)
    snapshot = table(piece("A", (2, 10)), piece("B", (22, 10)), terrain=[wall])
    assert sight_between(snapshot, ("A", "B")).verdict.answer is answer
