"""Tells what a measurement would give at one place of a map, and the nearest place that differs."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import numpy as np

from rules.referee.court.supposing.numbers_there import measured_to
from rules.referee.court.supposing.what_if import MapKind, TableLook, unit_map
from rules.referee.judging.unit_maps import reach_map, seeing_places
from rules.referee.toolkit.what_counts import UnitCounts
from rules.table.maps.cells import AnswerMap, CellAnswer, CellGrid
from rules.table.outlines.outline import place
from rules.table.outlines.unit_table import reference_of
from rules.table.shapes import Disc
from rules.table.sight.ground import ground_of
from rules.table.sight.sight_line import Sight, look
from rules.table.snapshot import Piece, PieceState, Pose, Snapshot
from rules.table.units import Degrees, Inches, Seconds, plain
from rules.table.verdict import Answer

_STEP: Final = Inches(0.5)
_HERE: Final = "this place"
_POINT: Final = Disc(radius=Inches(0.05))
"""A bare place, as a map's cell is one."""
_TRIED: Final = 12
"""Places, the nearest first, that are measured again before one is told."""
_CLOSER: Final = 4
"""Halvings between a place that does not do and one that does."""

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class NumbersHere:
    """What a measurement would give at a place, for players."""

    says: str
    """"8.4 in away, hidden by woods W1": for a small label."""
    sentence: str
    """The whole of it for whoever does not see the map."""
    nearest: Spot | None = None
    """Where it would be otherwise, measured again there."""


def numbers_here(
    table_look: TableLook, unit: str, *, kind: MapKind, spot: Spot, target: str = ""
) -> NumbersHere | None:
    """The numbers at a place of a map; None for a unit that does not stand on the table."""
    counts = table_look.counts(unit)
    if counts is None:
        return None
    if kind in {MapKind.SIGHT, MapKind.FIRE}:
        return _seen(counts, spot)
    if kind is MapKind.REACH:
        return _reached(counts, spot)
    found = unit_map(table_look, unit, kind=kind, step=_STEP, target=target)
    if found.map is None:
        return NumbersHere(says=found.says, sentence=found.says)
    if kind is MapKind.THREAT:
        names = [(each.unit, each.map.at(*spot)) for each in found.layers]
        says = _who_hits(unit, names)
        return NumbersHere(says=says, sentence=says)
    says = f"From here {unit} {_COULD[found.map.at(*spot)]} {target}"
    return NumbersHere(says=says, sentence=f"{says}.")


_COULD: Final = MappingProxyType(
    {
        CellAnswer.YES: "could hit",
        CellAnswer.NO: "could not hit",
        CellAnswer.TOO_CLOSE: "is too close to call against",
    }
)


def _who_hits(unit: str, names: list[tuple[str, CellAnswer]]) -> str:
    """Who could hit a unit at a place.

    >>> yes, no = CellAnswer.YES, CellAnswer.NO
    >>> _who_hits("T1", [("G1", yes), ("S5", no), ("S6", CellAnswer.TOO_CLOSE)])
    'Here 1 of 3 could hit T1: G1; too close to call: S6.'
    """
    sure = [name for name, answer in names if answer is CellAnswer.YES]
    close = [name for name, answer in names if answer is CellAnswer.TOO_CLOSE]
    says = f"Here {len(sure) or 'none'} of {len(names)} could hit {unit}"
    says += f": {', '.join(sure)}" if sure else ""
    return f"{says}; too close to call: {', '.join(close)}." if close else f"{says}."


# --- sight ----------------------------------------------------------------------------------------


def _seen(counts: UnitCounts, spot: Spot) -> NumbersHere:
    """Of the unit that stands there, else of the bare place."""
    other = _standing_at(counts, spot)
    if other is not None:
        return _seen_unit(counts, other)
    there = _bare(counts.piece, spot)
    numbers = measured_to(_with(counts, there), there.id)
    says = numbers.says.removeprefix(f"{_HERE} is ")
    if numbers.sight is None or numbers.sight.verdict.answer is not Answer.NO:
        return NumbersHere(says=says, sentence=f"{counts.piece.id}: {says}.")

    def is_seen(at: Spot) -> bool:
        moved = _bare(counts.piece, at)
        return _sees(counts, _with(counts, moved).table, other=moved.id)

    cells = seeing_places(counts, counts.piece, grid=_grid(counts), error=counts.piece)
    nearest = _nearest(cells, spot, holds=is_seen)
    return _told(counts, (says, numbers.sight), begins=(spot, _HERE), nearest=nearest)


def _seen_unit(counts: UnitCounts, other: Piece) -> NumbersHere:
    """Of another unit, and from where it would be seen."""
    numbers = measured_to(counts, other.id)
    if numbers.sight is None or numbers.sight.verdict.answer is not Answer.NO:
        return NumbersHere(says=numbers.says, sentence=f"{numbers.says}.")
    x, y = (float(value) for value in reference_of(counts.piece))

    def sees(at: Spot) -> bool:
        moved = _shifted(counts.piece, by=(at[0] - x, at[1] - y))
        return _sees(counts, counts.table.moved(moved), other=other.id)

    cells = seeing_places(counts, other, grid=_grid(counts), error=counts.piece)
    nearest = _nearest(cells, (x, y), holds=sees)
    return _told(counts, (numbers.says, numbers.sight), begins=((x, y), other.id), nearest=nearest)


def _told(
    counts: UnitCounts, found: tuple[str, Sight], *, begins: tuple[Spot, str], nearest: Spot | None
) -> NumbersHere:
    """The sentence: "The woods W1 hide H7 from here; 1.2 in to the left it would be seen."""
    (says, sight), (start, what) = found, begins
    hides = " and ".join(f"the {each.kind} {each.id}" for each in sight.blocked_by) or "Something"
    one = len(sight.blocked_by) == 1 and sight.blocked_by[0].kind != "woods"
    verb = "hides" if one else "hide"
    of = f"from {counts.piece.id}" if what == _HERE else "from here"
    sentence = f"{hides[0].upper()}{hides[1:]} {verb} {what} {of}"
    if nearest is None:
        return NumbersHere(says=says, sentence=f"{sentence}.")
    other = next((p for p in counts.table.pieces if p.id == what), None)
    ahead = start if other is None else reference_of(other)
    way = way_to(start, nearest, eyes=reference_of(counts.piece), ahead=ahead)
    sentence = f"{sentence}; {way} it would be seen."
    return NumbersHere(says=says, sentence=sentence, nearest=nearest)


def _sees(counts: UnitCounts, table: Snapshot, *, other: str) -> bool:
    assert counts.sight is not None
    found = look(
        ground_of(table, counts.sight.blockers), (counts.piece.id, other), doubt=counts.sight.doubt
    )
    return found.verdict.answer is Answer.YES


def _standing_at(counts: UnitCounts, spot: Spot) -> Piece | None:
    found = [
        (math.dist(spot, reference_of(each)), each.id, each)
        for each in counts.table.pieces
        if each.pose is not None and each.id != counts.piece.id
    ]
    away, _, nearest = min(found, default=(math.inf, "", counts.piece))
    return nearest if nearest.pose is not None and away <= place(nearest).reach else None


def _bare(like: Piece, spot: Spot) -> Piece:
    """A bare place, as well known as a unit."""
    assert like.pose is not None
    pose = Pose(
        x=Inches(spot[0]),
        y=Inches(spot[1]),
        heading=Degrees(0.0),
        covariance=like.pose.covariance,
    )
    return Piece(id=_HERE, footprint=_POINT, pose=pose, state=PieceState.SEEN, age=Seconds(0.0))


def _with(counts: UnitCounts, there: Piece) -> UnitCounts:
    table = counts.table
    return replace(counts, table=replace(table, pieces=(*table.pieces, there)))


def _shifted(piece: Piece, *, by: Spot) -> Piece:
    assert piece.pose is not None
    pose = replace(piece.pose, x=Inches(piece.pose.x + by[0]), y=Inches(piece.pose.y + by[1]))
    return replace(piece, pose=pose)


# --- reach ----------------------------------------------------------------------------------------


def _reached(counts: UnitCounts, spot: Spot) -> NumbersHere:
    grid = _grid(counts)
    cells = reach_map(counts, grid)
    start = reference_of(counts.piece)
    away = plain(Inches(math.dist(spot, start)))
    if cells is None:
        says = f"{away} in straight from {counts.piece.id}"
        return NumbersHere(says=says, sentence=f"{says}.")
    answer = cells.at(*spot)
    says = f"{away} in straight from {counts.piece.id}, {_REACHED[answer]}"
    nearest = None
    if answer is CellAnswer.NO:
        nearest = _nearest(cells, spot, holds=lambda at: cells.at(*at) is CellAnswer.YES)
    if nearest is None:
        return NumbersHere(says=says, sentence=f"{says}.")
    way = way_to(spot, nearest, eyes=start, ahead=spot)
    return NumbersHere(says=says, sentence=f"{says}; {way} it would do.", nearest=nearest)


_REACHED: Final = MappingProxyType(
    {
        CellAnswer.YES: "within reach",
        CellAnswer.NO: "out of reach",
        CellAnswer.TOO_CLOSE: "too close to call",
    }
)


# --- the nearest place ----------------------------------------------------------------------------


def _grid(counts: UnitCounts) -> CellGrid:
    return CellGrid(table=counts.table.table, step=_STEP)


def _nearest(cells: AnswerMap | None, spot: Spot, *, holds: Callable[[Spot], bool]) -> Spot | None:
    """The nearest place that a map holds for sure, measured again, and drawn in from there."""
    if cells is None:
        return None
    good = next((at for at in _sure(cells, spot) if holds(at)), None)
    bad = spot
    for _ in range(_CLOSER if good is not None else 0):
        assert good is not None
        middle = (bad[0] + good[0]) / 2, (bad[1] + good[1]) / 2
        if holds(middle):
            good = middle
        else:
            bad = middle
    return good


def _sure(cells: AnswerMap, spot: Spot) -> Iterator[Spot]:
    middles = cells.grid.middles()
    away = np.hypot(middles[:, 0] - spot[0], middles[:, 1] - spot[1])
    rows = np.nonzero(cells.those(CellAnswer.YES))[0]
    for row in rows[np.argsort(away[rows], kind="stable")][:_TRIED]:
        yield float(middles[row, 0]), float(middles[row, 1])


_WAYS: Final = (
    "farther on",
    "farther on and to the left",
    "to the left",
    "back and to the left",
    "back",
    "back and to the right",
    "to the right",
    "farther on and to the right",
)


def way_to(start: Spot, end: Spot, *, eyes: object, ahead: object) -> str:
    """How far, and to which hand of whoever looks from one place to another.

    >>> way_to((5.0, 5.0), (5.0, 6.2), eyes=(0.0, 5.0), ahead=(5.0, 5.0))
    '1.2 in to the left'
    """
    one, other = np.asarray(eyes, dtype=float), np.asarray(ahead, dtype=float)
    looking = math.atan2(other[1] - one[1], other[0] - one[0])
    going = math.atan2(end[1] - start[1], end[0] - start[0])
    way = _WAYS[round((going - looking) / (math.pi / 4)) % 8]
    # Rounded up: less might not do.
    far = math.ceil(math.dist(start, end) * 10 - 1e-6) / 10
    return f"{plain(Inches(far))} in {way}"
