"""Describes maps of a unit, the numbers at a place, and what a tried command would get."""

from typing import Any, Literal

from api.answers.wire import PointIn
from api.shapes.shaped import Described


class MapAreaTold(Described):
    """The places with one answer; whatever is in none of the areas of a map is NO."""

    answer: Literal["YES", "TOO_CLOSE_TO_CALL"]
    rings_in: list[list[PointIn]]
    """Outlines in inches, holes among them: fill by even and odd."""


class MapLayerTold(Described):
    """What one unit does to a map of threat."""

    unit: str
    areas: list[MapAreaTold]


class MapCellsTold(Described):
    """An answer for each cell."""

    width_in: float
    depth_in: float
    rows: list[str]
    """From the south: for each cell 0 for NO, 1 for YES, 2 for too close to call."""


class NumbersHereTold(Described):
    """What a measurement would give at one place of a map."""

    says: str
    """For a small label: how far off, in sight or hidden by what."""
    sentence: str
    """The whole of it, with the nearest place where it would be otherwise."""
    nearest_in: PointIn | None
    """That place, measured again there; null where none was found."""


class UnitMapTold(Described):
    """A map of a unit or of a side."""

    kind: str
    """sight, fire, reach, threat or from."""
    unit: str
    snapshot: int
    says: str
    """What it is of; where nothing is answered, why."""
    answered: bool
    areas: list[MapAreaTold]
    layers: list[MapLayerTold]
    """Of a map of threat: who hits where."""
    cells: MapCellsTold | None
    """If they were asked for."""
    here: NumbersHereTold | None
    """Of the place that was asked about, in place of the areas; else null."""


class NumbersToTold(Described):
    """What is measured from a unit, or from where it could stand, to another."""

    unit: str
    foe: bool
    """Whether it may fire at it."""
    range_answer: str
    range_in: float | None
    sight_answer: str | None
    """Null in a game without lines of sight."""
    line_in: list[PointIn]
    """From where to where the range is measured; empty where it cannot be."""
    says: str


class NumbersThereTold(Described):
    """All that is measured from one place, the nearest unit first."""

    unit: str
    snapshot: int
    others: list[NumbersToTold]


class NearestPlaceTold(Described):
    """The nearest place found at which a command would be allowed."""

    x_in: float
    y_in: float
    away_in: float
    says: str


class TriedTold(Described):
    """What the referee would say to a command; nothing has happened."""

    allowed: bool
    says: str
    clause: str | None
    """By which it would be refused."""
    reason: str | None
    """Why, without where else it would do."""
    waivable: bool
    """Whether the players may agree to let it pass."""
    evidence: list[dict[str, Any]]
    """What was measured, as in rulings."""
    nearest: NearestPlaceTold | None
    rolls: list[str]
    """What whoever gives it would have to roll next, and what which result brings."""
