"""Tests of sight maps: what they call sure is never contradicted by a measurement in a cell."""

import random
from dataclasses import replace

import numpy as np
import pytest

from conftest import SoakCount
from rules.table.maps.cells import AnswerMap, CellAnswer, CellGrid
from rules.table.maps.sight_cells import sight_cells, sight_from
from rules.table.shapes import Disc
from rules.table.sight.ground import Blockers, ground_of
from rules.table.sight.sight_line import look
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches
from rules.table.verdict import Answer, Doubt
from tests.factories import box, disc, piece, table
from tests.rules.table.maps.map_scenes import scene

SAME = {
    Answer.YES: CellAnswer.YES,
    Answer.NO: CellAnswer.NO,
    Answer.TOO_CLOSE_TO_CALL: CellAnswer.TOO_CLOSE,
}


def seen_map(
    snapshot: Snapshot, viewer: Piece, *, blockers: Blockers, doubt: Doubt, step: float
) -> AnswerMap:
    assert viewer.pose is not None
    grid = CellGrid(table=snapshot.table, step=Inches(step))
    spot = np.array([viewer.pose.x, viewer.pose.y])
    view = sight_from(snapshot, viewer, point=spot, blockers=blockers, doubt=doubt)
    return sight_cells(view, grid, doubt=doubt)


@pytest.mark.soak
def test_what_is_sure_is_what_a_measurement_says(rng_seed: int, soak_count: SoakCount) -> None:
    rng = random.Random(rng_seed)
    doubtful = 0
    for number in range(soak_count(4, 200)):
        snapshot = scene(rng)
        viewer = snapshot.pieces[0]
        blockers = Blockers(pieces=frozenset({"P2", "P3"} if number % 2 else ()))
        doubt = Doubt(floor=Inches(0.25)) if number % 3 == 0 else Doubt()
        found = seen_map(snapshot, viewer, blockers=blockers, doubt=doubt, step=0.25)
        middles = found.grid.middles()
        for cell in rng.sample(range(found.grid.count), 50):
            x, y = (Inches(float(value)) for value in middles[cell])
            assert viewer.pose is not None
            there = replace(
                viewer,
                id="X",
                footprint=Disc(radius=Inches(0.1)),
                pose=replace(viewer.pose, x=x, y=y),
            )
            ground = ground_of(replace(snapshot, pieces=(*snapshot.pieces, there)), blockers)
            told = SAME[look(ground, ("P0", "X"), doubt=doubt).verdict.answer]
            answer = CellAnswer(int(found.answers[cell]))
            doubtful += answer is CellAnswer.TOO_CLOSE
            assert answer in {CellAnswer.TOO_CLOSE, told}, (number, x, y)
    assert doubtful


def test_where_only_some_cells_are_wanted_they_are_told_as_on_the_whole_map(
    rng_seed: int,
) -> None:
    rng = random.Random(rng_seed)
    for radius in (0.0, *(rng.uniform(3, 15) for _ in range(4))):
        snapshot = scene(rng)
        viewer = snapshot.pieces[0]
        assert viewer.pose is not None
        grid = CellGrid(table=snapshot.table, step=Inches(0.25))
        spot = np.array([viewer.pose.x, viewer.pose.y])
        view = sight_from(snapshot, viewer, point=spot, blockers=Blockers(), doubt=Doubt())
        middles = grid.middles()
        near = np.hypot(middles[:, 0] - spot[0], middles[:, 1] - spot[1]) < radius
        whole = sight_cells(view, grid, doubt=Doubt())
        part = sight_cells(view, grid, doubt=Doubt(), wanted=near)
        assert (whole.answers[near] == part.answers[near]).all()


def test_the_shadow_of_a_house_has_a_rim_that_widens_with_distance() -> None:
    house = box("H", (10, 16), (14, 20), kind="building")
    viewer = piece("A", (4.0, 18.0), footprint=disc(0.5), sigma=0.1)
    snapshot = table(viewer, terrain=(house,))
    found = seen_map(snapshot, viewer, blockers=Blockers(), doubt=Doubt(), step=0.25)
    assert found.at(20, 18) is CellAnswer.NO
    assert found.at(20, 2) is CellAnswer.YES
    close = found.those(CellAnswer.TOO_CLOSE).reshape(found.grid.rows, found.grid.columns)
    near, far = (close[:, int(x / found.grid.width)].sum() for x in (15, 34))
    assert 0 < near < far


def test_whoever_stands_in_woods_is_seen_and_what_is_behind_them_is_not() -> None:
    woods = box("W", (10, 10), (16, 20))
    viewer = piece("A", (4.0, 15.0), footprint=disc(0.5))
    snapshot = table(viewer, terrain=(woods,))
    found = seen_map(snapshot, viewer, blockers=Blockers(), doubt=Doubt(), step=0.5)
    assert found.at(13, 15) is CellAnswer.YES
    assert found.at(20, 15) is CellAnswer.NO


def test_two_doubts_on_one_line_are_no_certainty() -> None:
    """A corner may let the line pass, and the error may put its end into the woods."""
    woods = box("W", (24, 22), (30, 27))
    house = box("H", (18, 18), (21, 21), kind="building")
    viewer = piece("A", (2.92, 4.23), footprint=disc(0.5), sigma=0.0)
    snapshot = table(viewer, terrain=(woods, house))
    doubt = Doubt(floor=Inches(0.25))
    found = seen_map(snapshot, viewer, blockers=Blockers(), doubt=doubt, step=0.5)
    assert found.at(30.25, 24.75) is CellAnswer.TOO_CLOSE
    assert found.at(31.75, 24.75) is CellAnswer.NO


def test_a_blocker_that_nobody_sees_leaves_nothing_surely_clear() -> None:
    wreck = piece("W", (12.0, 15.0), footprint=disc(1.0), age=9.0)
    viewer = piece("A", (4.0, 15.0), footprint=disc(0.5))
    snapshot = table(viewer, wreck)
    blockers = Blockers(pieces=frozenset({"W"}))
    found = seen_map(snapshot, viewer, blockers=blockers, doubt=Doubt(), step=0.5)
    assert not found.those(CellAnswer.YES).any()
    assert found.at(20, 15) is CellAnswer.NO
