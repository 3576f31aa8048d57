"""Knows which units lack a smoke marker, and which have one though they have no hit (PT1-A5)."""

from typing import Final

import shapely

from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import StepKind
from rules.table.outline import Outline, place
from rules.table.snapshot import PieceState, Snapshot

SMOKE: Final = "smoke"
"""The kind of a piece that marks a hit."""
AT_UNIT: Final = 1.0
"""Inches, edge to edge: a marker this near to a unit belongs to it."""


def misplaced_smoke(state: State, snapshot: Snapshot) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """Damaged units without a marker, and unhurt ones with one; neither where nobody uses any.

    A marker near a damaged unit belongs to that one, whoever else stands close by; and loose
    figures may be laid down instead (PT1-D2d).
    """
    if not any(piece.kind == SMOKE for piece in snapshot.pieces):
        return (), ()
    markers = [
        (place(piece), piece.state)
        for piece in snapshot.pieces
        if piece.kind == SMOKE and piece.pose is not None and piece.state is not PieceState.LOST
    ]
    standing = [(unit, laid) for unit in state.units.values() if (laid := _laid(unit, snapshot))]
    hurt = [(unit, laid) for unit, laid in standing if unit.damaged or unit.destroyed]
    being_hit = {step.unit for step in state.steps if step.kind is StepKind.SAVE}
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
        near = min(
            ((gap(marker, laid), unit.id) for unit, laid in standing), default=(AT_UNIT + 1, "")
        )
        if near[0] <= AT_UNIT and near[1] not in being_hit:
            marked[near[1]] = state.unit(near[1])
    return bare, tuple(marked.values())


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
