"""Tests how wide the rim of a map of reach is, against judged moves to the cells left open."""

import math
import random
from collections import Counter
from dataclasses import replace
from typing import Final

import numpy as np
import pytest
import shapely

from conftest import SoakCount
from rules.referee.judging.counted_moves import reach_from
from rules.referee.judging.moves import judge_move
from rules.referee.judging.ruled_move import MoveClauses, MoveRules
from rules.referee.toolkit.evidence import Outcome
from rules.table.maps.cells import CellAnswer, CellGrid
from rules.table.maps.reach_cells import reach_cells
from rules.table.moves.piece_move import PieceMove
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches
from rules.table.verdict import Answer
from tests.rules.table.maps.map_scenes import ALL_KINDS, scene

RULES: Final = MoveRules(
    clauses=MoveClauses(move="M", still="S", entry="E", building="B", water="W"),
    allowance=Inches(6.0),
    vehicle=True,
)
STEP: Final = 0.5
CELLS: Final = 6
"""Cells judged on each table."""


@pytest.mark.soak
@pytest.mark.parametrize(
    ("kinds", "most"),
    [(("open",), 0.01), (("building",), 0.005), (("woods",), 0.01), (ALL_KINDS, 0.005)],
    ids=["models only", "houses", "woods", "all kinds"],
)
def test_most_cells_left_open_are_doubtful_or_lie_beside_the_other_answer(
    kinds: tuple[str, ...], most: float, rng_seed: int, soak_count: SoakCount
) -> None:
    """But for a few where there are so many that not all of them are asked about."""
    rng, told = random.Random(rng_seed), Counter[bool]()
    tables = soak_count(4, 100)
    while tables:
        snapshot = scene(rng, kinds=kinds)
        if _starts_on_shut_ground(snapshot):
            continue
        tables -= 1
        told.update(_needed(rng, snapshot))
    # Few tables tell a share only roughly, and the cells of one table are alike.
    likely = most * told.total()
    chance = 3 * math.sqrt(likely * CELLS) + 1
    assert told[False] <= likely + chance, f"{told[False]} of {told.total()} cells need not be"


def _starts_on_shut_ground(snapshot: Snapshot) -> bool:
    """Whether the mover starts where nothing is surely reached."""
    mover = snapshot.pieces[0]
    shut = reach_from(snapshot, (mover, mover), rules=RULES).shut
    pose = mover.pose
    assert pose is not None
    return any(bool(shapely.intersects(g.solid, shapely.Point(pose.x, pose.y))) for g in shut)


def _needed(rng: random.Random, snapshot: Snapshot) -> list[bool]:
    """Of some cells left open: whether the judge or the other sure answer nearby tells why."""
    mover = snapshot.pieces[0]
    grid = CellGrid(table=snapshot.table, step=Inches(STEP))
    middles = grid.middles()
    counts = reach_from(snapshot, (mover, mover), rules=RULES)
    found = reach_cells(counts, grid)
    rooms = [each.room for each in counts.shut]
    rooms += [each.room for each in counts.stops]
    rooms += [each.room for each in counts.bodies]
    room = max(counts.bound, counts.courtesy, *(r for r in rooms if math.isfinite(r)))
    # A way is in doubt from its error below what is allowed to as much or the courtesy above it.
    wide = counts.bound + room
    left = np.nonzero(found.answers == CellAnswer.TOO_CLOSE)[0].tolist()
    needed = []
    for cell in rng.sample(left, min(CELLS, len(left))):
        sure = _judged(snapshot, mover, x=float(middles[cell, 0]), y=float(middles[cell, 1]))
        if sure is CellAnswer.TOO_CLOSE:
            needed.append(True)
            continue
        other = CellAnswer.NO if sure is CellAnswer.YES else CellAnswer.YES
        places = middles[found.answers == other] - middles[cell]
        away = float(np.hypot(places[:, 0], places[:, 1]).min(initial=math.inf))
        needed.append(away <= STEP * math.sqrt(2) + wide)
    return needed


def _judged(snapshot: Snapshot, mover: Piece, *, x: float, y: float) -> CellAnswer:
    assert mover.pose is not None
    now = replace(mover, pose=replace(mover.pose, x=Inches(x), y=Inches(y)))
    told = judge_move(snapshot, PieceMove.between(mover, now), rules=RULES)
    answers = {each.measured.answer for each in told if each.outcome is Outcome.BROKEN}
    if Answer.NO in answers:
        return CellAnswer.NO
    surely = all(
        each.outcome is Outcome.KEPT and each.measured.answer is Answer.YES for each in told
    )
    return CellAnswer.YES if surely else CellAnswer.TOO_CLOSE
