"""Moves squares as players of Papercraft do before they ask for something.

They place their squares side by side, walk towards the enemy more often than not, and are mostly,
but not always, within their Movement.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import shapely

from rules.games.papercraft.chapters.gale import FlightQuestion
from rules.games.papercraft.chapters.moving import PutQuestion, to_put_down
from rules.games.papercraft.chapters.sheltering import PutBesideRuin
from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.state import State, Unit
from rules.referee.toolkit.game import Template
from rules.referee.toolkit.spots import Spot
from rules.table.edges import TableEdge
from rules.table.snapshot import Covariance, PieceState, Pose, Snapshot
from rules.table.units import Degrees, Inches
from rules.testing.driver import Moved, Rng

INWARD: Final = MappingProxyType(
    {TableEdge.SOUTH: 90.0, TableEdge.NORTH: 270.0, TableEdge.WEST: 0.0, TableEdge.EAST: 180.0}
)
LEAST: Final = 0.4
"""Inches below which nobody bothers to move."""
CLEAR: Final = 0.05
"""Inches that these players leave between squares."""


@lru_cache(maxsize=20_000)
def square(spot: Spot, *, width: float, depth: float) -> shapely.Polygon:
    """The outline of a square that lies there."""
    turn = math.radians(spot.heading_deg)
    ahead, across = math.cos(turn), math.sin(turn)
    return shapely.Polygon(
        (spot.x_in + u * ahead - r * across, spot.y_in + u * across + r * ahead)
        for u, r in (
            (depth / 2, width / 2),
            (depth / 2, -width / 2),
            (-depth / 2, -width / 2),
            (-depth / 2, width / 2),
        )
    )


def front(unit: Unit, spot: Spot) -> tuple[float, float]:
    """The middle of a square's front."""
    turn = math.radians(spot.heading_deg)
    ahead = unit.depth / 2
    return spot.x_in + ahead * math.cos(turn), spot.y_in + ahead * math.sin(turn)


def at(x: float, y: float, heading: float) -> Spot:
    return Spot(
        x_in=Inches(round(x, 3)), y_in=Inches(round(y, 3)), heading_deg=Degrees(round(heading, 1))
    )


def is_free(state: State, unit: Unit, spot: Spot, *, side: tuple[float, float]) -> bool:
    """Whether a square would lie there on the table and on nobody."""
    core = square(spot, width=unit.width, depth=unit.depth)
    west, south, east, north = core.bounds
    if west < 0 or south < 0 or east > side[0] or north > side[1]:
        return False
    half = math.hypot(unit.width, unit.depth) / 2
    for other in state.units.values():
        if not other.on_table or other.id == unit.id or other.spot is None:
            continue
        far = math.dist((spot.x_in, spot.y_in), (other.spot.x_in, other.spot.y_in))
        if far > half + math.hypot(other.width, other.depth) / 2 + CLEAR:
            continue
        theirs = square(other.spot, width=other.width, depth=other.depth)
        if shapely.distance(core, theirs) <= CLEAR:
            return False
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Players:
    """How these players put their squares down; an instance is a sample's mover."""

    camera: bool = True
    """Whether anybody sees the table; otherwise every place is said."""
    sigma: float = 0.0
    """The camera's standard error in inches."""
    bold: float = 0.8
    """How often they walk towards an enemy."""

    def __call__(self, state: State, template: Template, *, snapshot: Snapshot, rng: Rng) -> Moved:
        """What they do before they ask for this."""
        snapshot = self._tidied(state, snapshot)
        unit = state.units.get(str(template.fixed.get("unit", "")))
        side = (float(snapshot.table.width), float(snapshot.table.depth))
        if unit is None or template.refusal is not None:
            return Moved(snapshot=snapshot)
        match template.command:
            case "place":
                spot = zone_spot(state, unit, rng=rng, side=side)
            case "move_done":
                spot = walk_spot(state, unit, rng=rng, side=side, bold=self.bold)
            case "put_down":
                spot = put_spot(state, unit, rng=rng, side=side)
            case "leave":
                spot = beside(state, unit, unit.inside, rng=rng, side=side)
            case _:
                return Moved(snapshot=snapshot)
        return self._put(unit, spot, template=template, snapshot=snapshot)

    def _put(self, unit: Unit, spot: Spot, *, template: Template, snapshot: Snapshot) -> Moved:
        """By hand in view, or by word."""
        needed = any(hole.name == "to" and not hole.optional for hole in template.holes)
        if not self.camera:
            return Moved(snapshot=snapshot, values={"to": spot}, sure=False)
        values: Mapping[str, object] = {"to": None} if needed else {}
        return Moved(snapshot=self.standing(snapshot, unit, spot=spot), values=values, sure=False)

    def standing(self, snapshot: Snapshot, unit: Unit, *, spot: Spot) -> Snapshot:
        """The table with a square put down."""
        pose = Pose(
            x=spot.x_in,
            y=spot.y_in,
            heading=spot.heading_deg,
            covariance=Covariance.round(Inches(self.sigma), Degrees(10 * self.sigma)),
        )
        old = snapshot.piece(unit.id)
        return snapshot.moved(replace(old, pose=pose, state=PieceState.SEEN, face="face"))

    def _off(self, snapshot: Snapshot, name: str) -> Snapshot:
        piece = snapshot.piece(name)
        if piece.state is PieceState.LOST:
            return snapshot
        return snapshot.moved(replace(piece, state=PieceState.LOST, pose=None))

    def _tidied(self, state: State, snapshot: Snapshot) -> Snapshot:
        """The dead are turned over or taken off."""
        if not self.camera:
            return snapshot
        for unit in state.units.values():
            piece = snapshot.piece(unit.id)
            if unit.fate is Fate.REMOVED or unit.inside:
                snapshot = self._off(snapshot, unit.id)
            elif not unit.alive and piece.face != "corpse":
                snapshot = snapshot.moved(replace(piece, face="corpse"))
        return snapshot


def zone_spot(state: State, unit: Unit, *, rng: Rng, side: tuple[float, float]) -> Spot:
    """Somewhere free in the start zone, looking at the enemy."""
    edge = state.edges[unit.player]
    wide, deep = side if edge in {TableEdge.SOUTH, TableEdge.NORTH} else side[::-1]
    found = None
    for _ in range(200):
        along = rng.uniform(unit.width / 2, wide - unit.width / 2)
        into = rng.uniform(unit.depth / 2, 10 - unit.depth / 2)
        x, y = {
            TableEdge.SOUTH: (along, into),
            TableEdge.NORTH: (along, deep - into),
            TableEdge.WEST: (into, along),
            TableEdge.EAST: (deep - into, along),
        }[edge]
        found = at(x, y, INWARD[edge])
        if is_free(state, unit, found, side=side):
            return found
    assert found is not None
    return found


def walk_spot(
    state: State, unit: Unit, *, rng: Rng, side: tuple[float, float], bold: float
) -> Spot:
    """As far towards an enemy as the Movement goes, or anywhere."""
    assert unit.spot is not None
    x, y, heading = unit.spot.x_in, unit.spot.y_in, unit.spot.heading_deg
    left = max(0.0, (unit.profile.movement or 0.0) - unit.walked) * rng.choice(
        (1.0, 1.0, 0.5, 1.05)
    )
    enemies = [o for o in state.units.values() if o.side != unit.side and o.on_table and o.alive]
    angle = rng.uniform(-math.pi, math.pi)
    if enemies and rng.random() < bold:
        goal = min(enemies, key=lambda o: _apart(unit, o))
        assert goal.spot is not None
        angle = math.atan2(goal.spot.y_in - y, goal.spot.x_in - x) + rng.gauss(0, 0.1)
    turned = math.degrees(angle) if rng.random() < 0.3 else heading
    best = unit.spot
    low, high = 0.0, left
    for _ in range(9):
        middle = (low + high) / 2
        spot = at(x + middle * math.cos(angle), y + middle * math.sin(angle), turned)
        if _front_walk(unit, spot) <= left and is_free(state, unit, spot, side=side):
            best, low = spot, middle
        else:
            high = middle
    return best if low > LEAST else unit.spot


def _front_walk(unit: Unit, spot: Spot) -> float:
    assert unit.spot is not None
    return math.dist(front(unit, unit.spot), front(unit, spot))


def _apart(one: Unit, other: Unit) -> float:
    assert one.spot is not None
    assert other.spot is not None
    return math.dist((one.spot.x_in, one.spot.y_in), (other.spot.x_in, other.spot.y_in))


def put_spot(state: State, unit: Unit, *, rng: Rng, side: tuple[float, float]) -> Spot:
    """Where a unit is put that an ability moves, or that comes out of a ruin."""
    question = to_put_down(state)[unit.id].question
    assert isinstance(question, PutQuestion)
    if isinstance(question, PutBesideRuin):
        return beside(state, unit, question.building, rng=rng, side=side)
    assert unit.spot is not None
    if rng.random() < 0.3:
        return unit.spot
    angle, far = rng.uniform(-math.pi, math.pi), question.inches * rng.choice((0.5, 0.9))
    enemies = [o for o in state.units.values() if o.side != unit.side and o.on_table and o.alive]
    if isinstance(question, FlightQuestion) and enemies:
        goal = min(enemies, key=lambda o: _apart(unit, o))
        assert goal.spot is not None
        angle = math.atan2(goal.spot.y_in - unit.spot.y_in, goal.spot.x_in - unit.spot.x_in)
        far = 0.99 * question.inches
    x, y = unit.spot.x_in + far * math.cos(angle), unit.spot.y_in + far * math.sin(angle)
    spot = at(x, y, unit.spot.heading_deg)
    return spot if is_free(state, unit, spot, side=side) else unit.spot


def beside(state: State, unit: Unit, building: str, *, rng: Rng, side: tuple[float, float]) -> Spot:
    """Some free place that touches a building."""
    house = state.unit(building)
    assert house.spot is not None
    places = list(_around(house, unit))
    rng.shuffle(places)
    free = [spot for spot in places if is_free(state, unit, spot, side=side)]
    return free[0] if free else places[0]


def _around(house: Unit, unit: Unit) -> Iterator[Spot]:
    spot = house.spot
    assert spot is not None
    # A square with its building's heading, its front along the building's side.
    gap = 0.1
    turn = math.radians(spot.heading_deg)
    for ahead, along in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        far = (
            (house.depth + unit.depth) / 2 + gap if ahead else (house.width + unit.width) / 2 + gap
        )
        for slide in (-2.0, -1.0, 0.0, 1.0, 2.0):
            u = ahead * far + (slide if not ahead else 0.0)
            r = along * far + (slide if not along else 0.0)
            x = spot.x_in + u * math.cos(turn) - r * math.sin(turn)
            y = spot.y_in + u * math.sin(turn) + r * math.cos(turn)
            if x > 0 and y > 0:
                yield at(x, y, spot.heading_deg)


hands: Final = Players()
"""Players under an exact camera."""
told: Final = Players(camera=False)
"""Players without one."""
blurred: Final = Players(sigma=0.03)
"""Players under a camera that measures as a good one does."""
