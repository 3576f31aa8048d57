"""Maps of a unit for a seat: what it sees, reaches, hits and fears, on the table as it may see it.

Nothing is written, and nobody learns of it.
"""

import math
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.referee.court.declared import seen_table
from rules.referee.court.hidden import shown_to
from rules.referee.judging.plain_counts import plain_counts, plain_reach
from rules.referee.judging.unit_maps import fire_map, firing_places, reach_map, sight_map
from rules.referee.log.battle import Battle
from rules.referee.toolkit.phrases import counted
from rules.referee.toolkit.spots import RuledPlaces
from rules.referee.toolkit.what_counts import UnitCounts
from rules.table.bad_input import BadInputError
from rules.table.maps.cells import AnswerMap, CellGrid, both, either
from rules.table.snapshot import Piece, PieceState, Pose, Snapshot
from rules.table.units import Degrees, Inches, Seconds
from rules.table.verdict import Doubt


class MapKind(StrEnum):
    """What a map of a unit tells."""

    SIGHT = "sight"
    FIRE = "fire"
    REACH = "reach"
    THREAT = "threat"
    FROM = "from"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ghost:
    """A unit where it does not stand."""

    unit: str
    x_in: Inches
    y_in: Inches
    heading_deg: Degrees | None = None
    """None where it looks as it looks now."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MapLayer:
    """What one unit does to a map."""

    unit: str
    map: AnswerMap


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class UnitMap:
    """A map of a unit; without an answer it says why there is none."""

    kind: MapKind
    unit: str
    snapshot: int
    says: str
    map: AnswerMap | None = None
    layers: tuple[MapLayer, ...] = ()


def supposed(battle: Battle | None, snapshot: Snapshot, *, ghost: Ghost) -> Snapshot:
    """The next snapshot, in which a unit stands where a ghost does, with all of its pieces."""
    names = _pieces_of(battle, ghost.unit)
    known = {piece.id: piece for piece in snapshot.pieces}
    stands = [piece for name in names if (piece := known.get(name)) and piece.pose is not None]
    if not stands:
        raise BadInputError("unit", expected="a unit that stands on the table", got=ghost.unit[:60])
    x, y = _middle(stands)
    for piece in stands:
        snapshot = snapshot.moved(_shifted(piece, ghost, by=(ghost.x_in - x, ghost.y_in - y)))
    return snapshot


def unit_of(battle: Battle | None, name: str) -> str:
    """The unit that a name stands for: its own, or that of one of its pieces."""
    places = {} if battle is None else ruled_places(battle)
    if name in places:
        return name
    return next((unit for unit, place in places.items() if name in place.pieces), name)


def ruled_places(battle: Battle) -> RuledPlaces:
    """Where a battle has each unit; nothing where its game does not know."""
    told = battle.game.ruled_places
    return {} if told is None else told(battle.state)


def _pieces_of(battle: Battle | None, unit: str) -> tuple[str, ...]:
    place = None if battle is None else ruled_places(battle).get(unit)
    return (unit,) if place is None else tuple(place.pieces)


def _middle(stands: list[Piece]) -> tuple[float, float]:
    poses = [piece.pose for piece in stands if piece.pose is not None]
    return (
        math.fsum(pose.x for pose in poses) / len(poses),
        math.fsum(pose.y for pose in poses) / len(poses),
    )


def _shifted(piece: Piece, ghost: Ghost, *, by: tuple[float, float]) -> Piece:
    assert piece.pose is not None
    heading = piece.pose.heading if ghost.heading_deg is None else ghost.heading_deg
    pose = Pose(
        x=Inches(piece.pose.x + by[0]),
        y=Inches(piece.pose.y + by[1]),
        heading=heading,
        covariance=piece.pose.covariance,
    )
    # Whoever asks supposes that it would be seen there.
    return replace(piece, pose=pose, state=PieceState.SEEN, age=Seconds(0.0), declared_by=None)


class TableLook:
    """The table as one seat may see it, and what counts on it for each unit, worked out once."""

    __slots__ = ("_counts", "battle", "inches", "limit", "table")

    def __init__(
        self,
        snapshot: Snapshot,
        *,
        battle: Battle | None = None,
        seat: str = "",
        ghost: Ghost | None = None,
        inches: Inches | None = None,
        limit: Inches | None = None,
        everything: bool = False,
    ) -> None:
        """``inches`` and ``limit`` are how far a unit moves and hits where nobody says.

        ``everything`` leaves nothing out, for whoever has the battle's file.
        """
        hides = battle is not None and not everything
        shown = shown_to(battle, snapshot, seat=seat) if battle and hides else snapshot
        if ghost is not None:
            shown = supposed(battle, shown, ghost=ghost)
        self.battle, self.inches, self.limit = battle, inches, limit
        self.table = shown if battle is None else seen_table(battle, shown)
        self._counts: dict[str, UnitCounts | None] = {}

    def names(self) -> tuple[str, ...]:
        """Every unit that may stand on the table: pieces by their ids where no game has others."""
        places = {} if self.battle is None else ruled_places(self.battle)
        parts = {name for place in places.values() for name in place.pieces}
        loose = (piece.id for piece in self.table.pieces if piece.id not in parts)
        return tuple(dict.fromkeys((*places, *loose)))

    def counts(self, unit: str) -> UnitCounts | None:
        """What counts for a unit: as its game says, else what every table has."""
        if unit not in self._counts:
            self._counts[unit] = self._counted(unit)
        return self._counts[unit]

    def _plain(self, unit: str) -> UnitCounts | None:
        if all(piece.id != unit for piece in self.table.pieces):
            return None
        return plain_counts(self.table, unit, limit=self.limit, inches=self.inches)

    def _counted(self, unit: str) -> UnitCounts | None:
        told = None if self.battle is None else self.battle.game.what_counts
        if self.battle is None or told is None:
            return self._plain(unit)
        found = told(self.battle.state, self.table, unit)
        if found is None:
            # What the game has put nowhere yet may well stand on the table.
            place = ruled_places(self.battle).get(unit)
            return self._plain(unit) if place is None or place.spot is None else None
        if self.inches is None:
            return found
        says = f"up to {self.inches:g} in, as you suppose"
        if found.reach is None:
            reach = plain_reach(found.table, unit, inches=self.inches, doubt=Doubt())
            return replace(found, reach=reach, reach_says=f"{says}, round rivers and houses")
        # Nobody judges a move that is supposed to be longer than it is.
        reach = replace(found.reach, allowance=self.inches, surely=self.inches, ends=None)
        return replace(found, reach=reach, reach_says=says)


def unit_map(
    look: TableLook, unit: str, *, kind: MapKind, step: Inches, target: str = ""
) -> UnitMap:
    """One map of a unit; cells are ``step`` wide."""
    counts = look.counts(unit)
    grid = CellGrid(table=look.table.table, step=step)
    made: UnitMap = UnitMap(kind=kind, unit=unit, snapshot=look.table.number, says="")
    if counts is None:
        return replace(made, says=f"{unit} does not stand on the table by itself.")
    if kind is MapKind.SIGHT:
        found = sight_map(counts, grid)
        none = "This game has no lines of sight over the ground."
        return replace(made, map=found, says=f"What {unit} sees." if found else none)
    if kind is MapKind.FIRE:
        found = fire_map(counts, grid)
        none = f"{unit} hits nobody at a distance."
        return replace(made, map=found, says=f"What {unit} could hit from here." if found else none)
    if kind is MapKind.REACH:
        found = reach_map(counts, grid)
        says = f"Where {unit} could end its move, {counts.reach_says}."
        return replace(made, map=found, says=says if found else _unmoved(unit))
    if kind is MapKind.THREAT:
        return _threat(look, counts, grid=grid, made=made)
    return _from(look, counts, grid=grid, made=made, target=target)


def _unmoved(unit: str) -> str:
    return f"{unit} does not move by inches now: say how many it should have."


def _threat(look: TableLook, counts: UnitCounts, *, grid: CellGrid, made: UnitMap) -> UnitMap:
    """Who could see and reach each place in their next action, from where they stand."""
    layers = []
    for foe in _foes_of(look, counts):
        found = fire_map(foe, grid, body=counts.piece)
        if found is not None:
            layers.append(MapLayer(unit=foe.piece.id, map=found))
    if not layers:
        return replace(made, says=f"Nobody could hit {made.unit} at a distance.")
    whole = either(each.map for each in layers)
    says = f"Where {made.unit} could be hit in the next action of {counted(len(layers), 'unit')}."
    return replace(made, map=whole, layers=tuple(layers), says=says)


def _foes_of(look: TableLook, counts: UnitCounts) -> list[UnitCounts]:
    """The units on the table that may fire at this one."""
    found = []
    for name in look.names():
        foe = look.counts(name) if name != counts.piece.id else None
        if foe is not None and counts.piece.id in foe.foes:
            found.append(foe)
    return found


def _from(
    look: TableLook, counts: UnitCounts, *, grid: CellGrid, made: UnitMap, target: str
) -> UnitMap:
    """From where it could hit a target, of the places that it reaches."""
    other = look.counts(target)
    if other is None:
        return replace(made, says=f"{target or 'The target'} does not stand on the table.")
    reach = reach_map(counts, grid)
    acting = counts if reach is None or counts.moved is None else counts.moved
    fire = firing_places(acting, other.piece, grid=grid)
    if fire is None:
        after = "" if acting is counts else " after a move"
        return replace(made, says=f"{made.unit} hits nobody at a distance{after}.")
    if reach is None:
        return replace(made, map=fire, says=f"From where {made.unit} could hit {target}.")
    says = (
        f"Where {made.unit} could end its move, {counts.reach_says}, and hit {target} from there."
    )
    return replace(made, map=both((fire, reach)), says=says)


def safe_map(look: TableLook, side: str, *, step: Inches) -> UnitMap:
    """Which places the units of a side could hit in their next action, laid over one another."""
    grid = CellGrid(table=look.table.table, step=step)
    made = UnitMap(kind=MapKind.THREAT, unit=side, snapshot=look.table.number, says="")
    layers = []
    for name in look.names():
        counts = look.counts(name)
        if counts is not None and counts.side == side:
            found = fire_map(counts, grid)
            if found is not None:
                layers.append(MapLayer(unit=name, map=found))
    if not layers:
        return replace(made, says=f"No unit of {side or 'that side'} hits anybody at a distance.")
    says = f"Where {counted(len(layers), 'unit')} of {side} could hit next."
    return replace(made, map=either(each.map for each in layers), layers=tuple(layers), says=says)
