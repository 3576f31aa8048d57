"""Plays any game by itself: takes what a seat is offered and fills in what is left open.

It knows no game. Before anything is really done on the table it asks the referee, without any
consequence, whether it would be accepted, as players who know the rules need not ask.
"""

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, get_args, get_origin

import numpy as np
import shapely

from rules.referee.court.asking import ask
from rules.referee.court.offers import offers
from rules.referee.log.battle import Battle
from rules.referee.log.entries import Stamp
from rules.referee.toolkit.dice import FACES
from rules.referee.toolkit.game import Command, Hole, Template
from rules.referee.toolkit.vocabulary import written
from rules.table.outlines.outline import place
from rules.table.snapshot import Piece, PieceState, Pose, Snapshot
from rules.table.units import Degrees, Inches

Rng = random.Random
Body = Mapping[str, object]

NEVER: Final = frozenset(
    {
        "concede",
        "take_back",
        "challenge",
        "settle",
        "measure_again",
        "override",
        "amend_state",
        "change_option",
        "object",
        "declare_unmoved",
        "withdraw_declared",
        "dismiss_proposal",
        "board",
    }
)
"""They would end or stop every battle, settle what nobody disputes, or put models out of sight."""
WEIGHTS: Final = {"fire": 3.0, "attack": 3.0, "pass": 0.1, "decline": 0.1, "name_objective": 0.1}
"""How likely a kind of command is, against 1: players come to fight."""
OPTIONAL: Final = 0.3
LENGTHS: Final = (8.8, 6.8, 5.3, 3.8, 2.8, 1.8, 0.8, 0.0)
"""Inches; the longest that the referee would accept is taken."""
ANGLES: Final = (0.0, 0.4, -0.4, 0.9, -0.9, 1.6, -1.6, 2.4, -2.4)
EDGE_IN: Final = 2.2
APART_IN: Final = 0.5
TRIES: Final = 24
EDGES: Final = frozenset({"south", "north", "west", "east"})
DRY: Final = Stamp(time="2000-01-01T00:00:00Z", command_id="dry", umpire_version="demo")


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What somebody does next: perhaps a piece is moved by hand, then a command is given."""

    seat: str
    body: Body
    moves: Mapping[str, Pose] = field(default_factory=dict)
    """Where pieces are to stand before the command is given."""


class DemoPlayer:
    """Plays every seat. The same seed and the same table give the same battle."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def turn(self, battle: Battle, table: Snapshot) -> Turn | None:
        """The next thing that somebody does; None where nobody can do anything."""
        ready = [
            (seat.name, template)
            for seat in battle.setup.seats
            for template in offers(battle, table, seat=seat.name)
            if template.refusal is None and template.command not in NEVER
        ]
        while ready:
            weights = [WEIGHTS.get(template.command, 1.0) for _, template in ready]
            seat, template = self._rng.choices(ready, weights)[0]
            found = self._tried(battle, table, seat=seat, template=template)
            if found is not None:
                return found
            ready.remove((seat, template))
        return None

    def _tried(
        self, battle: Battle, table: Snapshot, *, seat: str, template: Template
    ) -> Turn | None:
        walks = any(hole.kind == "pose" for hole in template.holes)
        for _ in range(TRIES if not walks else 2):
            body = self._filled(battle, template, table=table, seat=seat)
            if walks:
                unit = str(template.fixed.get("unit", body.get("unit", "")))
                for moves in self._walks(battle, table, unit=unit):
                    if _would_pass(battle, moved(table, moves), seat=seat, body=body):
                        return Turn(seat=seat, body=body, moves=moves)
            elif _would_pass(battle, table, seat=seat, body=body):
                return Turn(seat=seat, body=body)
        return None

    # --- the open places ---------------------------------------------------------------------

    def _filled(
        self, battle: Battle, template: Template, *, table: Snapshot, seat: str
    ) -> dict[str, object]:
        values: dict[str, object] = {}
        for hole in template.holes:
            if hole.kind == "pose" or (hole.optional and not self._wants(hole)):
                continue
            if hole.kind == "dice":
                values[hole.name] = [self._rng.randint(1, FACES) for _ in range(hole.count)]
            elif hole.allowed:
                values[hole.name] = self._chosen(
                    battle, template, hole=hole, table=table, seat=seat
                )
        fields = {name: written(value) for name, value in {**template.fixed, **values}.items()}
        return {"kind": template.command, **fields}

    def _wants(self, hole: Hole) -> bool:
        return bool(hole.allowed) and self._rng.random() < OPTIONAL

    def _chosen(
        self, battle: Battle, template: Template, *, hole: Hole, table: Snapshot, seat: str
    ) -> object:
        edge = _own_edge(battle, hole, table=table, seat=seat)
        value = edge or self._rng.choice(hole.allowed)
        if not _takes_several(battle, template, hole=hole) or isinstance(value, tuple | list):
            return value
        return self._rng.sample(hole.allowed, min(hole.count, len(hole.allowed)))

    # --- where to walk -----------------------------------------------------------------------

    def _walks(self, battle: Battle, table: Snapshot, *, unit: str) -> Iterator[dict[str, Pose]]:
        """Ways of a unit, the most hopeful first: towards an enemy, and as far as may be."""
        own = [piece for piece in table.pieces if _is_of(battle, piece, unit=unit) and piece.pose]
        if not own:
            return
        lead = own[0]
        assert lead.pose is not None
        towards = _bearing(lead, table)
        wanted = towards + self._rng.uniform(-0.3, 0.3)
        for angle in ANGLES:
            for length in LENGTHS:
                step = length * np.array([math.cos(wanted + angle), math.sin(wanted + angle)])
                there = {
                    piece.id: _shifted(piece.pose, step, heading=math.degrees(wanted + angle))
                    for piece in own
                    if piece.pose is not None
                }
                if _has_room(table, there):
                    yield there


def moved(table: Snapshot, moves: Mapping[str, Pose]) -> Snapshot:
    """The table with these pieces elsewhere."""
    for name, pose in moves.items():
        table = table.moved(replace(table.piece(name), pose=pose, state=PieceState.SEEN))
    return table


def _would_pass(battle: Battle, table: Snapshot, *, seat: str, body: Body) -> bool:
    command = Command(author=seat, body=body)
    return ask(battle, command, snapshot=table, stamp=DRY).refusal is None


def _takes_several(battle: Battle, template: Template, *, hole: Hole) -> bool:
    commands = battle.game.commands
    if template.command not in commands.kinds:
        return False
    kind = commands.kinds[template.command]
    types = {each.name: each.type for each in commands.fields(kind)}
    found = types.get(hole.name)
    if get_origin(found) is tuple:
        return True
    return any(get_origin(each) is tuple for each in get_args(found))


def _own_edge(battle: Battle, hole: Hole, *, table: Snapshot, seat: str) -> str:
    """Where an edge of the table is chosen: the one that the seat's own pieces stand near."""
    if not hole.allowed or not set(map(str, hole.allowed)) <= EDGES:
        return ""
    sitting = battle.seat(seat)
    sides = () if sitting is None else sitting.sides
    spots = [(p.pose.x, p.pose.y) for p in table.pieces if p.side in sides and p.pose is not None]
    if not spots:
        return ""
    east, north = (float(each) for each in np.mean(spots, axis=0))
    far = {
        "south": north,
        "north": table.table.depth - north,
        "west": east,
        "east": table.table.width - east,
    }
    return min(map(str, hole.allowed), key=lambda name: far[name])


def _is_of(battle: Battle, piece: Piece, *, unit: str) -> bool:
    if piece.id == unit:
        return True
    entries = battle.setup.roster.entries
    return any(each.id == piece.id and each.extra.get("unit") == unit for each in entries)


def _bearing(piece: Piece, table: Snapshot) -> float:
    """The direction to the nearest piece of another side, or to the middle of the table."""
    assert piece.pose is not None
    here = np.array([piece.pose.x, piece.pose.y])
    others = [
        np.array([each.pose.x, each.pose.y])
        for each in table.pieces
        if each.pose is not None and each.side and each.side != piece.side
    ]
    middle = np.array([table.table.width / 2, table.table.depth / 2])
    goal = min(others, key=lambda at: float(np.hypot(*(at - here))), default=middle)
    east, north = goal - here
    return math.atan2(north, east)


def _shifted(pose: Pose, step: np.ndarray, *, heading: float) -> Pose:
    is_still = not np.any(step)
    return Pose(
        x=Inches(round(pose.x + float(step[0]), 2)),
        y=Inches(round(pose.y + float(step[1]), 2)),
        heading=pose.heading if is_still else Degrees(round(heading % 360.0, 1)),
    )


def _has_room(table: Snapshot, there: Mapping[str, Pose]) -> bool:
    """Whether nothing stands in the way at the end: figures and trees would hide tags."""
    tall = [shapely.Polygon(area.outline) for area in table.terrain if area.height > 0]
    rest = [place(each) for each in table.pieces if each.id not in there and each.pose]
    for name, pose in there.items():
        if not EDGE_IN <= pose.x <= table.table.width - EDGE_IN:
            return False
        if not EDGE_IN <= pose.y <= table.table.depth - EDGE_IN:
            return False
        one = place(replace(table.piece(name), pose=pose))
        if any(shapely.distance(one.core(), area) - one.radius < APART_IN for area in tall):
            return False
        for other in rest:
            apart = shapely.distance(one.core(), other.core()) - one.radius - other.radius
            if apart < APART_IN:
                return False
    return True
