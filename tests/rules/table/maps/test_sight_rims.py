"""Tests how wide the rim of a map of sight is, against what its error and its cells explain."""

import math
import random
from collections.abc import Iterator
from typing import Final

import numpy as np
import pytest
import shapely

from conftest import SoakCount
from rules.table.maps.cells import CellAnswer, CellGrid
from rules.table.maps.sight_cells import SightFrom, sight_cells, sight_from
from rules.table.shapes import Floats
from rules.table.sight.ground import Blockers
from rules.table.units import Inches
from rules.table.verdict import Doubt
from tests.rules.table.maps.map_scenes import scene

CELLS: Final = 12
"""Cells judged on each table."""
MOST: Final = 0.03
"""Of the open cells: what none of the changes that are tried here explains."""
WIDER: Final = 1.15
"""By how much the map takes the error wider than it is, for two flips on one line."""
STEP: Final = 0.25


@pytest.mark.soak
@pytest.mark.parametrize("floor", [0.0, 0.25], ids=["measured error", "a floor of doubt"])
def test_what_is_open_is_seen_or_hidden_as_error_and_cell_let_it(
    floor: float, rng_seed: int, soak_count: SoakCount
) -> None:
    """Moved by no more than the cell and the error, a line there is clear, and another is not."""
    rng, told = random.Random(rng_seed), []
    for number in range(soak_count(3, 100)):
        snapshot = scene(rng)
        viewer = snapshot.pieces[0]
        assert viewer.pose is not None
        blockers = Blockers(pieces=frozenset({"P2", "P3"} if number % 2 else ()))
        spot = np.array([viewer.pose.x, viewer.pose.y])
        doubt = Doubt(floor=Inches(floor))
        view = sight_from(snapshot, viewer, point=spot, blockers=blockers, doubt=doubt)
        grid = CellGrid(table=snapshot.table, step=Inches(STEP))
        found = sight_cells(view, grid, doubt=doubt)
        open_ = np.nonzero(found.those(CellAnswer.TOO_CLOSE))[0].tolist()
        places = grid.middles()[rng.sample(open_, min(CELLS, len(open_)))]
        told += [_may_flip(view, each, doubt=doubt, half=grid.half) for each in places]
    likely = MOST * len(told)
    needless = len(told) - sum(told)
    assert needless <= likely + 3 * math.sqrt(likely) + 1, f"{needless} of {len(told)}"


def _may_flip(view: SightFrom, end: Floats, *, doubt: Doubt, half: float) -> bool:
    """Whether nothing hides a place for sure, and something does on some tables and not on others.

    Those are the tables that may be the real one, with the place anywhere in its cell. The errors
    of two things have nothing to do with one another, so each is looked at by itself.
    """
    strays = max((each.sigma for each in view.hiders), default=0.0)
    bound = max(doubt.bound(WIDER * math.hypot(view.sigma, strays)), doubt.floor) + 1e-6
    starts, ends = list(_round(view.point, by=bound)), list(_round(end, by=half + bound))
    lines = [(start, at) for start in starts for at in ends]
    may_hide = False
    for hider in view.hiders:
        seen: set[bool] = set()
        for by in (-bound, 0.0, bound):
            solid = shapely.buffer(shapely.Polygon(hider.ring), by, join_style="mitre")
            seen |= set(_seen(solid, lines, porous=hider.porous))
        if seen == {False}:
            return False
        may_hide |= len(seen) == 2
    return may_hide


def _round(middle: Floats, *, by: float) -> Iterator[Floats]:
    """A place, and eight round it that leave none of the circle between them out."""
    yield middle
    far = by / math.cos(math.pi / 8)
    for k in range(8):
        turn = k * math.pi / 4
        yield middle + far * np.array([math.cos(turn), math.sin(turn)])


def _seen(
    solid: shapely.Geometry, ends: list[tuple[Floats, Floats]], *, porous: bool
) -> list[bool]:
    """Along which of these lines it hides nothing; whoever stands in an area is seen."""
    spots = np.array(ends)
    hit = shapely.intersects(solid, shapely.linestrings(spots))
    if porous:
        hit &= ~np.any(shapely.intersects(solid, shapely.points(spots)), axis=1)
    found: list[bool] = np.logical_not(hit).tolist()
    return found
