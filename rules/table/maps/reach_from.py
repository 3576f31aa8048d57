"""Holds what a map of reach rests on: who moves how far, and what is in the way."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import shapely

from rules.table.maps.cells import CellAnswer
from rules.table.maps.range_cells import RangeFrom
from rules.table.outlines.outline import Outline
from rules.table.snapshot import TableSize
from rules.table.units import Inches


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ShutGround:
    """Ground that nobody goes through, and whether a body may hang over it."""

    solid: shapely.Geometry
    clearance: float
    """How far off it the centre keeps on its way."""
    room: float
    """How far the doubt about it reaches, courtesy included."""
    bare: bool
    """Only the centre counts, as in water."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StopGround:
    """Ground that ends the move of whoever goes into it."""

    solid: shapely.Geometry
    room: float
    area: str = ""
    """The name of the area."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class InTheWay:
    """Another body on the table."""

    outline: Outline
    room: float
    passable: bool
    """It may be passed, but not ended on."""
    may_overlap: bool = False
    """It may be ended on."""
    known: bool = True
    """Whether it is seen where it stands."""
    begun: float = 0.0
    """How deep the mover stands in it as its move begins."""
    convex: bool = True
    """Whether its outline bends inwards nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TurnGap:
    """A gap between two others that is passed only by turning in it."""

    one: Outline
    other: Outline
    led: float
    """How far its front is led aside by that turn."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EndsNear:
    """Whom it has to end near to."""

    ranged: RangeFrom
    excused: shapely.Geometry
    """Where it may be let off, and nothing is sure."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReachFrom:
    """Who moves from where, how far, and what is in the way."""

    table: TableSize
    body: Outline
    half_width: float
    lead: float
    """How far its leading point lies ahead of its centre."""
    allowance: Inches
    """No way is longer."""
    surely: Inches
    """A way of this length is surely short enough, but for the error."""
    bound: float
    """How near to its length the error makes a way too close to call."""
    courtesy: float = 0.0
    shut: tuple[ShutGround, ...] = ()
    stops: tuple[StopGround, ...] = ()
    bodies: tuple[InTheWay, ...] = ()
    near: EndsNear | None = None
    depth: float = np.inf
    """How far the leading point may go into ground that ends the move."""
    may_leave: bool = False
    """Whether it may hang over the table's edge."""
    keeps_off: bool = False
    """Whether each way keeps its distance to what it goes round, even where there is doubt."""
    straight: bool = False
    """Whether only a straight way is a sure one."""
    slides: float | None = None
    """How deep it may run into others on its way round, looking as it looks; None where it begins
    otherwise.
    """
    gaps: tuple[TurnGap, ...] = ()
    """Between which others it might turn on its way."""
    unsure: bool = False
    """Whether more counts than is told here, so that nothing is surely reached."""
    ends: Callable[[tuple[float, float]], CellAnswer] | None = None
    """What whoever judges finished moves says of one that ends there; None where nobody does."""
