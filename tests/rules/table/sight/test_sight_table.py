"""Tests of all sight lines at once, against the slow and obvious way and under movements."""

import itertools
import math
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from conftest import SoakCount
from rules.table.bad_input import BadInputError
from rules.table.sight.ground import Blockers, ground_of
from rules.table.sight.sight_line import look
from rules.table.sight.sight_table import SightTable, sight_table
from rules.table.snapshot import Piece, PieceState, Pose, Snapshot, Terrain
from rules.table.units import Degrees, Inches
from tests import strategies
from tests.factories import box, disc, piece, random_scene, rectangle, table
from tests.rules.table.sight.plain_sight import all_plainly, turned

ROOT = Path(__file__).parents[4]
DISC_WRECK, BOX_WRECK = disc(1.0), rectangle(3.0, 1.5)

Spot = tuple[float, float]


def compare(snapshot: Snapshot, blockers: Blockers) -> int:
    """How many pairs agree with the plain way, the table and the single look; all must."""
    seen = sight_table(snapshot, blockers)
    ground = ground_of(snapshot, blockers)
    assert (seen.blocked == seen.blocked.T).all()
    assert not seen.blocked.diagonal().any()
    count = 0
    for (one, other), blocked in all_plainly(snapshot, blockers).items():
        if blocked is None:
            continue
        assert seen.is_blocked(one, other) is blocked, (one, other)
        assert bool(look(ground, (one, other)).blocked_by) is blocked, (one, other)
        assert bool(look(ground, (other, one)).blocked_by) is blocked, (other, one)
        count += 1
    return count


@pytest.mark.soak
@given(strategies.grid_tables())
def test_geo_08_every_pair_of_a_degenerate_table(snapshot: Snapshot) -> None:
    compare(snapshot, Blockers())


@pytest.mark.soak
@pytest.mark.parametrize("grid", [False, pytest.param(True, marks=pytest.mark.long)])
@given(seed=strategies.seeds)
def test_geo_08_every_pair_of_a_crowded_table(seed: int, grid: bool) -> None:
    rng = np.random.default_rng(seed)
    assert compare(*random_scene(rng, grid=grid)) > 40


@pytest.mark.soak
def test_many_tables_of_many_pairs(
    rng_seed: int, soak_count: SoakCount, record_property: Callable[[str, object], None]
) -> None:
    rng = np.random.default_rng(rng_seed)
    wanted = soak_count(300, 100_000)
    count = 0
    while count < wanted:
        count += compare(
            *random_scene(
                rng,
                pieces=int(rng.integers(2, 16)),
                areas=int(rng.integers(0, 9)),
                wrecks=int(rng.integers(0, 5)),
                grid=bool(rng.integers(0, 2)),
            )
        )
    record_property("soak", f"{count} sight lines as shapely has them")


@pytest.mark.parametrize("y", [11.0006, 8.9994])
def test_a_line_just_past_a_round_wreck_is_clear_in_the_table_too(y: float) -> None:
    """Six ten-thousandths of an inch past the circle, inside the polygon drawn round it."""
    wreck = piece("X", (10, 10), footprint=DISC_WRECK)
    snapshot = table(piece("A", (2, y)), piece("B", (18, y)), wreck)
    assert compare(snapshot, Blockers(pieces=frozenset("X"))) == 3


def test_an_end_just_beside_a_round_wreck_is_not_on_it() -> None:
    wreck = piece("X", (10, 10), footprint=DISC_WRECK)
    snapshot = table(piece("A", (11.0006, 10)), piece("B", (20, 10)), wreck)
    assert compare(snapshot, Blockers(pieces=frozenset("X"))) == 3


# --- the whole table moved -----------------------------------------------------------------------


def carried(snapshot: Snapshot, move: Callable[[Spot], Spot], *, turn: float) -> Snapshot:
    """Everything carried elsewhere by ``move``, which turns headings by ``turn`` degrees."""

    def there(shown: Piece) -> Piece:
        assert shown.pose is not None
        x, y = move((shown.pose.x, shown.pose.y))
        pose = replace(
            shown.pose, x=Inches(x), y=Inches(y), heading=Degrees(shown.pose.heading + turn)
        )
        return replace(shown, pose=pose)

    def ground(area: Terrain) -> Terrain:
        corners = [move((x, y)) for x, y in area.outline]
        return replace(area, outline=tuple((Inches(x), Inches(y)) for x, y in corners))

    return replace(
        snapshot,
        pieces=tuple(there(shown) for shown in snapshot.pieces),
        terrain=tuple(ground(area) for area in snapshot.terrain),
    )


def round_only(snapshot: Snapshot) -> Snapshot:
    """The same with every piece round: corners turned by 90 degrees are not whole any more."""
    return replace(
        snapshot, pieces=tuple(replace(shown, footprint=disc(0.75)) for shown in snapshot.pieces)
    )


@pytest.mark.soak
@pytest.mark.parametrize("quarter", [90, 180, 270])
@given(seed=strategies.seeds)
def test_quarter_turns_change_nothing_on_a_grid(seed: int, quarter: int) -> None:
    snapshot, blockers = random_scene(np.random.default_rng(seed), grid=True)
    before = sight_table(round_only(snapshot), replace(blockers, pieces=frozenset())).blocked
    moved = carried(snapshot, lambda at: turned(at, degrees=quarter, about=18), turn=quarter)
    after = sight_table(round_only(moved), replace(blockers, pieces=frozenset())).blocked
    assert (before == after).all()


@pytest.mark.soak
@given(strategies.seeds, st.integers(-4, 4), st.booleans())
def test_shifts_and_mirrors_change_nothing_on_a_grid(seed: int, step: int, mirror: bool) -> None:
    snapshot, blockers = random_scene(np.random.default_rng(seed), grid=True)
    blockers = replace(blockers, pieces=frozenset())

    def move(at: Spot) -> Spot:
        x, y = at
        return (36 - x if mirror else x) + step, y - step

    before = sight_table(snapshot, blockers).blocked
    assert (before == sight_table(carried(snapshot, move, turn=0), blockers).blocked).all()


@pytest.mark.soak
@given(strategies.seeds, st.floats(0, 360))
def test_any_turn_changes_nothing_that_is_not_on_the_edge(seed: int, degrees: float) -> None:
    snapshot, blockers = random_scene(np.random.default_rng(seed), pieces=6)
    try:
        moved = carried(snapshot, lambda at: turned(at, degrees=degrees, about=18), turn=degrees)
    except BadInputError:
        reject()  # A corner that all but touched a side does so after rounding.
    before, after = ground_of(snapshot, blockers), ground_of(moved, blockers)
    table_after = sight_table(moved, blockers)
    for pair in itertools.combinations(before.index, 2):
        one, other = look(before, pair), look(after, pair)
        if one.verdict.value is None:
            assert other.verdict.value is None
        elif abs(one.verdict.value) > 1e-6:
            assert other.verdict.answer is one.verdict.answer
            assert other.verdict.value == pytest.approx(one.verdict.value, abs=1e-6)
            assert table_after.is_blocked(*pair) is bool(one.blocked_by)


@pytest.mark.soak
@given(strategies.seeds, st.booleans())
def test_adding_terrain_never_opens_a_line(seed: int, grid: bool) -> None:
    snapshot, blockers = random_scene(np.random.default_rng(seed), areas=7, grid=grid)
    before = np.zeros((12, 12), dtype=bool)
    for count in range(len(snapshot.terrain) + 1):
        after = sight_table(replace(snapshot, terrain=snapshot.terrain[:count]), blockers).blocked
        assert not (before & ~after).any()
        before = after


@pytest.mark.soak
@given(strategies.seeds)
def test_a_burning_wreck_more_never_opens_a_line(seed: int) -> None:
    snapshot, blockers = random_scene(np.random.default_rng(seed))
    before = sight_table(snapshot, replace(blockers, pieces=frozenset())).blocked
    assert not (before & ~sight_table(snapshot, blockers).blocked).any()


# --- one piece moved -----------------------------------------------------------------------------


def same(one: SightTable, other: SightTable) -> None:
    assert (one.blocked == other.blocked).all()
    assert one.ground.snapshot.pieces == other.ground.snapshot.pieces
    assert one.ground.index == other.ground.index
    for name in ("centres", "covariance", "ring_covariance", "ignored", "forced"):
        assert np.array_equal(getattr(one.ground, name), getattr(other.ground, name)), name
    for name in one.ground.index:
        assert np.array_equal(one.shares_blocked(name), other.shares_blocked(name))
    for pair in itertools.combinations(one.ground.index, 2):
        assert look(one.ground, pair) == look(other.ground, pair)


@pytest.mark.soak
@pytest.mark.parametrize("grid", [False, pytest.param(True, marks=pytest.mark.long)])
@given(seed=strategies.seeds)
def test_moved_is_a_fresh_table(seed: int, grid: bool) -> None:
    rng = np.random.default_rng(seed)
    snapshot, blockers = random_scene(rng, pieces=3, areas=3, wrecks=2, sigma=0.1, grid=grid)
    seen = sight_table(snapshot, blockers)
    for _ in range(2):
        shown = snapshot.pieces[int(rng.integers(0, len(snapshot.pieces)))]
        assert shown.pose is not None
        onto = snapshot.pieces[int(rng.integers(0, len(snapshot.pieces)))]
        x, y = (round(float(v)) if grid else float(v) for v in rng.uniform(8, 28, 2))
        if onto.pose is not None and rng.integers(0, 2):
            x, y = onto.pose.x, onto.pose.y  # Right into a wreck, often.
        new = replace(shown, pose=replace(shown.pose, x=Inches(x), y=Inches(y)))
        snapshot, seen = snapshot.moved(new), seen.moved(new)
        same(seen, sight_table(snapshot, blockers))


def test_moved_onto_a_wreck_and_off_again() -> None:
    for shape in (DISC_WRECK, BOX_WRECK):
        wreck = piece("X", (10, 10), footprint=shape)
        blockers = Blockers(pieces=frozenset("X"))
        first = table(piece("A", (2, 20)), piece("B", (18, 20)), wreck)
        seen = sight_table(first, blockers)
        assert not seen.is_blocked("A", "B")
        on = seen.moved(piece("A", (10.3, 10)))
        assert on.is_blocked("A", "B")
        assert not on.is_blocked("A", "X")
        assert not on.moved(piece("A", (2, 20))).is_blocked("A", "B")
        driven = seen.moved(piece("X", (10, 20), footprint=shape))
        assert driven.is_blocked("A", "B")


def test_moved_leaves_the_old_table_as_it_was() -> None:
    snapshot = table(
        piece("A", (2, 10)), piece("B", (20, 10)), terrain=[box("W", (8, 8), (12, 14))]
    )
    seen = sight_table(snapshot)
    assert not seen.moved(piece("A", (2, 2))).moved(piece("B", (20, 2))).is_blocked("A", "B")
    assert seen.is_blocked("A", "B")
    assert seen.ground.snapshot is snapshot


def test_a_lost_piece_that_is_found_gets_its_row() -> None:
    found = piece("B", (20, 10))
    nowhere = replace(found, pose=None, state=PieceState.LOST)
    woods = box("W", (8, 8), (12, 14))
    seen = sight_table(table(piece("A", (2, 10)), nowhere, terrain=[woods]))
    assert list(seen.ground.index) == ["A"]
    assert seen.moved(found).is_blocked("A", "B")


def test_tables_with_nothing_on_them() -> None:
    assert sight_table(table()).blocked.shape == (0, 0)
    assert sight_table(table(terrain=[box("W", (1, 1), (2, 2))])).blocked.shape == (0, 0)
    assert not sight_table(table(piece("A"), piece("B", (2, 2)))).is_blocked("A", "B")


# --- threads -------------------------------------------------------------------------------------

EIGHT_AT_ONCE = """
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
import numpy as np
from rules.table.measuring.gaps import Outlines
from rules.table.sight.ground import ground_of
from rules.table.sight.sight_line import look
from rules.table.sight.sight_table import sight_table
from tests.factories import random_scene

snapshot, blockers = random_scene(np.random.default_rng(7), pieces=8, areas=8, sigma=0.1)
ground, outlines = ground_of(snapshot, blockers), Outlines(snapshot)
pairs = list(permutations(ground.index, 2))
rows = [[ground.index[name] for name in side] for side in zip(*pairs)]

def ask(_):
    looks = [look(ground, pair) for pair in pairs]
    seen = sight_table(snapshot, blockers)
    gaps = outlines.measure(*rows)
    shares = np.stack([seen.shares_blocked(name) for name in ground.index])
    return repr(looks), seen.blocked.tobytes(), gaps.distance.tobytes(), shares.tobytes()

alone = ask(0)
sys.setswitchinterval(1e-6)
with ThreadPoolExecutor(8) as pool:
    assert all(answer == alone for answer in pool.map(ask, range(24)))
print("equal")
"""


@pytest.mark.long
def test_eight_threads_at_once_get_equal_answers() -> None:
    """In a process of its own, so that a crash is a failed test and not the end of the run."""
    done = subprocess.run(
        [sys.executable, "-c", EIGHT_AT_ONCE],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "equal"), done.stderr[-2000:]


def test_a_pose_turned_full_circle_is_the_same() -> None:
    wreck = piece("X", (10, 10), footprint=BOX_WRECK)
    blockers = Blockers(pieces=frozenset("X"))
    first = table(piece("A", (2, 10.5)), piece("B", (18, 10.5)), wreck)
    assert wreck.pose is not None
    pose: Pose = replace(wreck.pose, heading=Degrees(360.0))
    assert sight_table(first, blockers).is_blocked("A", "B")
    assert sight_table(first.moved(replace(wreck, pose=pose)), blockers).is_blocked("A", "B")
    assert math.isclose(pose.heading, 360)
