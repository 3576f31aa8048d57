"""Tests of ways to many places at once, and of plain reach, against the way to one place."""

import math
import random
from dataclasses import replace

import numpy as np
import pytest
import shapely

from conftest import SoakCount
from rules.referee.judging.counted_moves import reach_from
from rules.referee.judging.plain_counts import SHUT, plain_reach
from rules.referee.judging.ruled_move import MoveClauses, MoveRules
from rules.table.maps.cells import CellAnswer, CellGrid
from rules.table.maps.range_cells import distances, edge_range, range_cells
from rules.table.maps.reach_cells import reach_cells
from rules.table.maps.reach_shapes import held_off
from rules.table.maps.ways_field import way_lengths
from rules.table.measuring.path import shortest_route
from rules.table.measuring.ranges import Metric, range_between
from rules.table.outlines.outline import place
from rules.table.snapshot import TableSize
from rules.table.units import Inches
from rules.table.verdict import Answer, Doubt
from tests.factories import box, disc, piece, rectangle, table
from tests.rules.table.maps.map_scenes import ALL_KINDS, scene

CLAUSES = MoveClauses(move="M", still="S", entry="E", building="B", water="W")
SIZE = TableSize(width=Inches(20), depth=Inches(20))


def test_a_way_goes_round_a_wall_and_through_a_hole_in_a_yard() -> None:
    wall = shapely.box(8, 4, 10, 16)
    start, places = np.array([4.0, 10.0]), np.array([[14.0, 10.0], [6.0, 10.0], [9.0, 10.0]])
    lengths = way_lengths(start, places, obstacles=[wall], most=30.0, table=SIZE)
    round_it = 2 * math.hypot(4, 6) + 2
    assert lengths[0] == pytest.approx(round_it, abs=1e-3)
    assert lengths[1] == pytest.approx(2.0)
    assert math.isinf(lengths[2])
    straight = way_lengths(start, places, obstacles=[wall], most=30.0, table=SIZE, straight=True)
    assert math.isinf(straight[0])


@pytest.mark.soak
def test_a_plain_way_is_what_the_shortest_route_says(rng_seed: int, soak_count: SoakCount) -> None:
    rng = random.Random(rng_seed)
    told = set()
    for _ in range(soak_count(3, 200)):
        snapshot, inches = scene(rng, kinds=ALL_KINDS), Inches(rng.choice((4.0, 9.0, 13.0)))
        grid = CellGrid(table=snapshot.table, step=Inches(0.5))
        mover = snapshot.pieces[0]
        assert mover.pose is not None
        found = reach_cells(plain_reach(snapshot, "P0", inches=inches, doubt=Doubt()), grid)
        middles = grid.middles()
        away = np.hypot(middles[:, 0] - mover.pose.x, middles[:, 1] - mover.pose.y)
        for cell in rng.sample(list(np.nonzero(away < inches + 1)[0]), 50):
            answer = CellAnswer(int(found.answers[cell]))
            to = (Inches(float(middles[cell, 0])), Inches(float(middles[cell, 1])))
            route = shortest_route(snapshot, "P0", to=to, impassable=SHUT, limit=inches)
            told.add(answer)
            if answer is CellAnswer.YES:
                assert route.verdict.answer is Answer.YES, (to, route)
            if answer is CellAnswer.NO:
                assert route.verdict.answer is Answer.NO, (to, route)
    assert told == set(CellAnswer)


@pytest.mark.soak
def test_a_range_from_edge_to_edge_is_as_it_is_measured(
    rng_seed: int, soak_count: SoakCount
) -> None:
    rng = random.Random(rng_seed)
    for _ in range(soak_count(100, 10_000)):
        one = piece(
            "A", (10, 10), heading=rng.uniform(0, 360), footprint=rectangle(2.0, 1.0), sigma=0.05
        )
        x, y = rng.uniform(2, 18), rng.uniform(2, 18)
        other = piece(
            "B", (x, y), heading=rng.uniform(0, 360), footprint=rectangle(1.5, 1.0), sigma=0.05
        )
        grid = CellGrid(table=table(side=20.0).table, step=Inches(0.5))
        bound = 2 * math.hypot(0.05, 0.05)
        ranged = edge_range(place(one), body=place(other), limit=Inches(4), bound=bound)
        answer = range_cells(ranged, grid).at(x, y)
        told = range_between(
            table(one, other, side=20.0), ("A", "B"), metric=Metric.EDGE, limit=Inches(4)
        )
        same = {Answer.YES: CellAnswer.YES, Answer.NO: CellAnswer.NO}
        assert answer in {CellAnswer.TOO_CLOSE, same.get(told.verdict.answer)}


@pytest.mark.parametrize("limit", [0.0, 0.2, 4.0, 30.0])
def test_a_range_map_is_measured_cell_by_cell_where_its_middle_does_not_say(limit: float) -> None:
    """Even where the doubt is wider than the range, so that touching is not surely within."""
    one = piece("A", (9, 11), heading=20.0, footprint=rectangle(3.0, 1.0))
    other = piece("B", (2, 2), footprint=disc(0.75))
    ranged = edge_range(place(one), body=place(other), limit=Inches(limit), bound=0.3, courtesy=0.5)
    grid = CellGrid(table=table(side=20.0).table, step=Inches(0.25))
    away = distances(ranged, grid.middles())
    answers = range_cells(ranged, grid).answers
    assert ((answers == CellAnswer.YES) == (away <= limit - 0.3 - grid.half)).all()
    assert ((answers == CellAnswer.NO) == (away > limit + 0.5 + grid.half)).all()


def test_a_house_in_the_way_is_no_place_to_end_on_nor_to_go_through() -> None:
    house = box("H", (12, 8), (14, 12), kind="building")
    snapshot = table(piece("A", (10, 10), sigma=0.02), terrain=(house,))
    grid = CellGrid(table=snapshot.table, step=Inches(0.5))
    found = reach_cells(plain_reach(snapshot, "A", inches=Inches(6), doubt=Doubt()), grid)
    assert found.at(13, 10) is CellAnswer.NO
    assert found.at(15.75, 10) is CellAnswer.NO
    assert found.at(14.2, 13.2) is CellAnswer.YES
    assert found.at(5, 10) is CellAnswer.YES


def test_a_hull_may_end_close_beside_a_house_and_not_in_it() -> None:
    house = box("H", (12, 8), (18, 12), kind="building")
    mover = piece("A", (10, 5), footprint=rectangle(2.0, 1.0), sigma=0.02)
    snapshot = table(mover, terrain=(house,), side=20.0)
    rules = MoveRules(clauses=CLAUSES, allowance=Inches(9.0), vehicle=True)
    grid = CellGrid(table=snapshot.table, step=Inches(0.1))
    found = reach_cells(reach_from(snapshot, (mover, mover), rules=rules), grid)
    assert found.at(15.05, 7.25) is CellAnswer.YES, "its side lies a quarter of an inch off"
    assert found.at(15.05, 7.45) is CellAnswer.YES, "a way keeps off no farther than its end lies"
    assert found.at(15.05, 7.65) is CellAnswer.TOO_CLOSE
    assert found.at(15.05, 7.95) is CellAnswer.NO, "half of its width is in the house"


def test_what_no_way_enters_sticks_out_no_farther_than_the_room_that_is_kept() -> None:
    spike = shapely.Polygon([(0, 0), (4, 0.1), (0, 0.2), (-1, 0.1)])
    for by in (0.05, 0.09, 0.12, 0.5):
        assert shapely.buffer(spike, by + 1e-6, quad_segs=64).covers(held_off(spike, by))


def test_what_is_open_for_nothing_is_asked_about_and_a_rim_is_not() -> None:
    """Nobody goes through the house here, and the judge says otherwise of what is behind it."""
    house = box("H", (12, 2), (14, 18), kind="building")
    mover = piece("A", (10, 10), footprint=disc(0.5), sigma=0.02)
    snapshot = table(mover, terrain=(house,), side=20.0)
    rules = MoveRules(clauses=CLAUSES, allowance=Inches(7.0), vehicle=True)
    grid = CellGrid(table=snapshot.table, step=Inches(0.5))
    heard: list[tuple[float, float]] = []

    def ends(at: tuple[float, float]) -> CellAnswer:
        heard.append(at)
        return CellAnswer.NO

    counts = reach_from(snapshot, (mover, mover), rules=rules)
    plain = reach_cells(replace(counts, ends=None), grid)
    reach_cells(replace(counts, ends=ends), grid)
    assert not heard, "only rims are open"
    unsure = replace(counts, unsure=True)
    found = reach_cells(replace(unsure, ends=ends), grid)
    assert heard
    assert len(heard) <= 60
    assert all(found.at(x, y) is CellAnswer.NO for x, y in heard)
    assert all(plain.at(x, y) is not CellAnswer.NO for x, y in heard)
