"""Does what players of Paper Tigers do at the table before they ask for something.

They set up side by side, walk towards the enemy more often than not, climb aboard what is near, and
are mostly, but not always, within what they rolled.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import shapely

from rules.games.paper_tigers.battle_options import WITHDRAWAL
from rules.games.paper_tigers.chapters.beginning import ColumnRoll
from rules.games.paper_tigers.chapters.riding import PlaceQuestion
from rules.games.paper_tigers.chapters.walking import MoveQuestion
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.tests.armies import FOOTPRINTS, SIDE
from rules.games.paper_tigers.tests.battles import about
from rules.games.paper_tigers.tests.column import column_spots
from rules.referee.toolkit.game import Template
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.spots import Spot
from rules.table.edges import TableEdge
from rules.table.outlines.outline import place
from rules.table.shapes import Point
from rules.table.snapshot import Covariance, Piece, PieceState, Pose, Snapshot
from rules.table.units import Degrees, Inches
from rules.testing.driver import Moved, Rng

INWARD: Final = MappingProxyType(
    {TableEdge.SOUTH: 90.0, TableEdge.NORTH: 270.0, TableEdge.WEST: 0.0, TableEdge.EAST: 180.0}
)


def on_edge(edge: TableEdge, *, along: float, depth: float) -> Point:
    """The point so far along an edge and so far from it."""
    x, y = {
        TableEdge.SOUTH: (along, depth),
        TableEdge.NORTH: (SIDE - along, SIDE - depth),
        TableEdge.WEST: (depth, SIDE - along),
        TableEdge.EAST: (SIDE - depth, along),
    }[edge]
    return Inches(x), Inches(y)


def edge_of(state: State, side: str, *, own: TableEdge | None = None) -> TableEdge:
    """A side's own edge of the table."""
    edge = own or TableEdge(state.edge)
    return edge if side == state.defender else edge.opposite


@dataclass(frozen=True, slots=True, kw_only=True)
class Players:
    """How these players put their models down; an instance is a sample's mover."""

    camera: bool = True
    """Whether anybody sees the table; otherwise every place is said."""
    sigma: float = 0.0
    """The camera's standard error in inches."""
    spread: float = 5.0
    """How far apart models are set up."""

    def __call__(self, state: State, template: Template, *, snapshot: Snapshot, rng: Rng) -> Moved:
        """What they do before they ask for this."""
        match template.command:
            case "choose_edge":
                scenario = state.options.choice("scenario")
                edge = TableEdge.SOUTH if scenario == WITHDRAWAL else rng.choice(list(TableEdge))
                there = self._deployed(state, snapshot, edge=edge)
                return Moved(snapshot=there, values={"edge": str(edge)})
            case "use_slips":
                return self._slips_laid(state, template, snapshot=snapshot, rng=rng)
            case "turn_slip":
                return self._slip_turned(state, template, snapshot=snapshot, rng=rng)
            case "shuffle":
                return Moved(snapshot=self._arriving(state, snapshot))
            case "roll":
                return self._rolled(state, template, snapshot=snapshot, rng=rng)
            case "move_done":
                ask = next(each for each in state.asks if isinstance(each.question, MoveQuestion))
                at, heading = somewhere(state, ask, snapshot=snapshot, rng=rng)
                return self._put(
                    state, template, at=at, heading=heading, snapshot=snapshot, rng=rng
                )
            case "place":
                ask = next(each for each in state.asks if isinstance(each.question, PlaceQuestion))
                at = beside(state, ask, snapshot=snapshot, rng=rng)
                return self._put(state, template, at=at, heading=0.0, snapshot=snapshot, rng=rng)
        return Moved(snapshot=snapshot)

    def standing(
        self, snapshot: Snapshot, name: str, *, at: Point, heading: float = 0.0
    ) -> Snapshot:
        """The table with a piece put down somewhere: seen there, or on somebody's word."""
        old = snapshot.piece(name)
        x, y = (round(min(max(0.0, c), SIDE), 2) for c in at)
        pose = Pose(
            x=Inches(x),
            y=Inches(y),
            heading=Degrees(round(heading)),
            covariance=Covariance.round(Inches(self.sigma), Degrees(20 * self.sigma)),
        )
        if self.camera:
            return snapshot.moved(replace(old, pose=pose, state=PieceState.SEEN))
        told = replace(old, pose=pose, state=PieceState.DECLARED, declared_by=old.side)
        # What is said is no new picture of the table.
        return replace(snapshot.moved(told), number=snapshot.number)

    def _deployed(self, state: State, snapshot: Snapshot, *, edge: TableEdge) -> Snapshot:
        """Both sides where they may begin, once the Defender's edge is known."""
        withdrawing = state.options.choice("scenario") == WITHDRAWAL
        for side in state.sides:
            own = edge_of(state, side, own=edge)
            waiting = [unit for unit in state.standby.values() if unit.side == side]
            units = [unit for unit in (*state.living(side), *waiting) if not unit.arrives]
            depth = 20.0 if withdrawing and side == state.defender else 3.0
            snapshot = self._lined_up(
                snapshot, [unit.pieces for unit in units], edge=own, depth=depth
            )
        if state.slips is None:
            return snapshot
        hidden = len(state.living(state.slips.side)) + state.slips.blanks - state.slips.left_off
        own = edge_of(state, state.slips.side, own=edge)
        return self._slips_down(state, snapshot, count=hidden, edge=own)

    def _lined_up(
        self, snapshot: Snapshot, units: Sequence[tuple[str, ...]], *, edge: TableEdge, depth: float
    ) -> Snapshot:
        """Units side by side, looking at the enemy; loose figures close together."""
        row = max(1, int((SIDE - 6.0) // self.spread) + 1)
        for k, pieces in enumerate(units):
            for n, name in enumerate(pieces):
                along = 3.0 + self.spread * (k % row) + 1.3 * (n % 2)
                at = on_edge(edge, along=along, depth=depth + 3.0 * (k // row) + 1.3 * (n // 2))
                snapshot = self.standing(snapshot, name, at=at, heading=INWARD[edge])
        return snapshot

    def _slips_down(
        self, state: State, snapshot: Snapshot, *, count: int, edge: TableEdge
    ) -> Snapshot:
        """So many slips where their side's units are lined up, and further along."""
        for k, name in enumerate(state.slip_pieces[:count]):
            at = on_edge(edge, along=3.0 + self.spread * (k % 9), depth=3.0 + 3.0 * (k // 9))
            snapshot = self.standing(snapshot, name, at=at)
        return snapshot

    def _slips_laid(
        self, state: State, template: Template, *, snapshot: Snapshot, rng: Rng
    ) -> Moved:
        """Any number of slips is blank that may be, before the edge is chosen or after."""
        if not state.edge and rng.random() < 0.5:
            return Moved(snapshot=snapshot)
        holes = {hole.name: hole.allowed for hole in template.holes}
        side = str(template.fixed["side"])
        blanks, left_off = (rng.choice(holes[name]) for name in ("blanks", "left_off"))
        assert isinstance(blanks, int)
        assert isinstance(left_off, int)
        if state.edge:
            count = len(state.living(side)) + blanks - left_off
            edge = edge_of(state, side)
            snapshot = self._slips_down(state, snapshot, count=count, edge=edge)
        return Moved(snapshot=snapshot, values={"blanks": blanks, "left_off": left_off})

    def _slip_turned(
        self, state: State, template: Template, *, snapshot: Snapshot, rng: Rng
    ) -> Moved:
        """Somebody's choice stands there; the others wait where the next slips lie."""
        (hole,) = template.holes
        chosen = str(rng.choice(hole.allowed))
        slips = state.slips
        assert slips is not None
        turned = {*slips.turned, str(template.fixed["slip"])}
        left = [name for name in slips.spots if name not in turned]
        waiting = [u for u in state.living(slips.side) if u.spot is None and u.id != chosen]
        for slip, unit in zip(left, waiting, strict=False):
            spot = slips.spots[slip]
            at = (spot.x_in, spot.y_in)
            snapshot = self.standing(snapshot, unit.pieces[0], at=at)
        return Moved(snapshot=snapshot, values={"unit": chosen})

    def _arriving(self, state: State, snapshot: Snapshot) -> Snapshot:
        """Units that are due, at their own edge."""
        for side in state.sides:
            own = edge_of(state, side)
            due = [u for u in state.living(side) if u.spot is None and 0 < u.arrives <= state.turn]
            for k, unit in enumerate(due):
                at = on_edge(own, along=8.0 + 6.0 * k, depth=1.5)
                snapshot = self.standing(snapshot, unit.pieces[0], at=at, heading=INWARD[own])
        return snapshot

    def _rolled(self, state: State, template: Template, *, snapshot: Snapshot, rng: Rng) -> Moved:
        """A column lines up by its die."""
        asks = [ask for ask in state.asks if ask.id == template.fixed.get("ask")]
        if not asks or type(asks[0].question) is not ColumnRoll:
            return Moved(snapshot=snapshot)
        side, die = about(asks[0]).side, rng.randint(1, 6)
        own = edge_of(state, side)
        squads = [unit for unit in state.living(side) if not unit.arrives]
        outlines = [FOOTPRINTS["squad"]] * len(squads)
        spots = column_spots(
            snapshot.table, edge=own, die=die, count=len(squads), footprints=outlines
        )
        for unit, at in zip(squads, spots, strict=True):
            snapshot = self.standing(snapshot, unit.pieces[0], at=at, heading=INWARD[own])
        return Moved(snapshot=snapshot, values={"dice": (die,)})

    def _put(
        self,
        state: State,
        template: Template,
        *,
        at: tuple[float, float],
        heading: float,
        snapshot: Snapshot,
        rng: Rng,
    ) -> Moved:
        """A unit somewhere else: by hand in view, by word, or by word and out of sight."""
        unit = state.unit(str(template.fixed["unit"]))
        reach = {UnitKind.SQUAD: 0.6, UnitKind.GUN: 0.9}.get(unit.kind, 1.7)
        x, y = (round(min(max(reach, c), SIDE - reach), 2) for c in at)
        spot = Spot(x_in=Inches(x), y_in=Inches(y), heading_deg=Degrees(round(heading)))
        if not self.camera:
            return Moved(snapshot=snapshot, values={"to": spot}, sure=False)
        needed = any(hole.name == "to" and not hole.optional for hole in template.holes)
        values = {"to": spot} if needed or rng.random() < 0.15 else {}
        if values and rng.random() < 0.5:
            for name in unit.pieces:
                hidden = replace(snapshot.piece(name), state=PieceState.HIDDEN)
                snapshot = snapshot.moved(hidden)
            return Moved(snapshot=snapshot, values=values, sure=False)
        for n, name in enumerate(unit.pieces):
            off = (Inches(x + 1.3 * (n % 2)), Inches(y + 1.3 * (n // 2)))
            snapshot = self.standing(snapshot, name, at=off, heading=heading)
        return Moved(snapshot=snapshot, values=values, sure=False)


def somewhere(
    state: State, ask: Ask, *, snapshot: Snapshot, rng: Rng
) -> tuple[tuple[float, float], float]:
    """A place mostly towards some enemy, a friend or a house, and the heading to it."""
    unit = state.unit(about(ask).unit)
    assert unit.spot is not None
    x, y = unit.spot.x_in, unit.spot.y_in
    goals = [other.spot for other in state.units.values() if other.spot and other.id != unit.id]
    angle = rng.uniform(-math.pi, math.pi)
    if goals and rng.random() < 0.7:
        goal = rng.choice(goals)
        angle = math.atan2(goal.y_in - y, goal.x_in - x) + rng.uniform(-0.3, 0.3)
    elif snapshot.terrain and rng.random() < 0.5:
        centre = shapely.Polygon(rng.choice(snapshot.terrain).outline).centroid
        angle = math.atan2(centre.y - y, centre.x - x)
    far = about(ask).inches * rng.choice((rng.uniform(0, 1), 0.6, 0.9, 1.0, 1.0, 1.1))
    if not unit.aboard and rng.random() < 0.1:
        far = 0.0
    return (x + far * math.cos(angle), y + far * math.sin(angle)), math.degrees(angle)


def beside(state: State, ask: Ask, *, snapshot: Snapshot, rng: Rng) -> tuple[float, float]:
    """As far from the carrier, or from whom it is put beside, as is asked, in any direction."""
    shown = about(ask).shown()
    unit, carrier = state.unit(shown["unit"]), state.unit(shown["other"])
    own = snapshot.piece(unit.pieces[0])
    hull = snapshot.piece(carrier.pieces[0])
    assert carrier.spot is not None
    spot = carrier.spot
    hull = replace(hull, pose=Pose(x=spot.x_in, y=spot.y_in, heading=spot.heading_deg))
    angle = rng.uniform(0, 2 * math.pi)
    near, far = 0.0, 12.0
    for _ in range(40):
        middle = (near + far) / 2
        x, y = spot.x_in + middle * math.cos(angle), spot.y_in + middle * math.sin(angle)
        there = replace(own, pose=Pose(x=Inches(x), y=Inches(y)))
        if gap(hull, there) < shown["inches"]:
            near = middle
        else:
            far = middle
    return spot.x_in + far * math.cos(angle), spot.y_in + far * math.sin(angle)


def gap(one: Piece, other: Piece) -> float:
    """Inches between two outlines."""
    first, second = place(one), place(other)
    apart = float(shapely.distance(first.core(), second.core()))
    return max(0.0, apart - first.radius - second.radius)


hands: Final = Players()
"""Players under an exact camera."""
standing: Final = hands.standing
told: Final = Players(camera=False)
"""Players without one."""
blurred: Final = Players(sigma=0.05, spread=3.6)
"""Players close together under a camera that measures as a good one does."""
