"""Finds which units lack a smoke marker, and which have one though they have no hit (PT1-A5)."""

import math
from typing import Final

import shapely

from rules.games.paper_tigers.chapters.fire.saving import Save
from rules.games.paper_tigers.state import State, Unit
from rules.table.outlines.outline import Outline, place
from rules.table.snapshot import PieceState, Snapshot

SMOKE: Final = "smoke"
"""The kind of a piece that marks a hit."""
AT_UNIT: Final = 1.0
"""Inches, edge to edge: a marker this near to a unit belongs to it."""


def misplaced_smoke(state: State, snapshot: Snapshot) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """Damaged units without a marker, and unhurt ones with one; neither where nobody uses any.

    A marker near a damaged unit, or near what carries one, belongs to that one, whoever else stands
    close by; and loose figures may be laid down instead (PT1-D2d).
    """
    if not any(piece.kind == SMOKE for piece in snapshot.pieces):
        return (), ()
    markers = [
        (place(piece), piece.state)
        for piece in snapshot.pieces
        if piece.kind == SMOKE and piece.pose is not None and piece.state is not PieceState.LOST
    ]
    standing = [(unit, laid) for unit in state.units.values() if (laid := _laid(unit, snapshot))]
    riding = {unit.aboard for unit in state.units.values() if unit.damaged}
    hurt = [
        (unit, laid)
        for unit, laid in standing
        if unit.damaged or unit.destroyed or unit.id in riding
    ]
    seen_ids = {unit.id for unit, _ in standing}
    hidden = [unit for unit in state.units.values() if unit.damaged and unit.id not in seen_ids]
    being_hit = {step.unit for step in state.steps if isinstance(step, Save)}
    bare = tuple(
        unit
        for unit, laid in hurt
        if unit.damaged
        and len(unit.pieces) == 1
        and not any(gap(marker, laid) <= AT_UNIT for marker, _ in markers)
    )
    marked: dict[str, Unit] = {}
    for marker, seen in markers:
        if seen is not PieceState.SEEN or any(gap(marker, laid) <= AT_UNIT for _, laid in hurt):
            continue
        if any(_hides_at(unit, marker) for unit in hidden):
            continue
        near = min(
            ((gap(marker, laid), unit.id) for unit, laid in standing), default=(AT_UNIT + 1, "")
        )
        if near[0] <= AT_UNIT and near[1] not in being_hit:
            marked[near[1]] = state.unit(near[1])
    return bare, tuple(marked.values())


def _hides_at(unit: Unit, marker: Outline) -> bool:
    """Whether a marker lies where a unit was ruled to be that nobody sees, in a house say."""
    if unit.spot is None or unit.aboard:
        return False
    x, y = (float(each) for each in marker.centre)
    far = math.dist((x, y), (unit.spot.x_in, unit.spot.y_in))
    return far - marker.radius <= AT_UNIT + unit.length


def _laid(unit: Unit, snapshot: Snapshot) -> tuple[Outline, ...]:
    """A unit's outlines, where it stands for itself and is in sight."""
    if unit.aboard or unit.spot is None:
        return ()
    names = frozenset(unit.pieces)
    return tuple(
        place(piece)
        for piece in snapshot.pieces
        if piece.id in names and piece.pose is not None and piece.state is PieceState.SEEN
    )


def gap(marker: Outline, laid: tuple[Outline, ...]) -> float:
    """From the marker's edge to the nearest of these outlines', in inches."""
    return min(
        max(
            0.0,
            float(shapely.distance(marker.core(), outline.core())) - marker.radius - outline.radius,
        )
        for outline in laid
    )
