"""Knows tables that Paper Tigers can be played on, and how players behave there."""

import math
from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

import shapely

from rules.games.paper_tigers.battle_options import HIGH_GROUND, OPTIONS, PATROLS, WITHDRAWAL
from rules.games.paper_tigers.initial import MARKERS
from rules.games.paper_tigers.measuring.scenario_ground import column_spots
from rules.games.paper_tigers.measuring.zones import Edge
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Purpose, Spot
from rules.referee.game import Seat, Setup, Template
from rules.referee.settings import options_from
from rules.table.outline import place
from rules.table.roster import Entry, Roster
from rules.table.shapes import Disc, Footprint, Point, Rectangle
from rules.table.snapshot import Piece, Pose, Snapshot, TableSize, Terrain
from rules.table.units import Degrees, Inches
from tests.rules.games.driver import Moved, Rng, Sample

SIDE: Final = 48.0
VEHICLE: Final = Rectangle(length=Inches(3.0), width=Inches(1.5))
FOOTPRINTS: Final[MappingProxyType[str, Footprint]] = MappingProxyType(
    {
        "squad": Disc(radius=Inches(0.6)),
        "gun": Disc(radius=Inches(0.9)),
        "slip": Rectangle(length=Inches(1.0), width=Inches(1.0)),
    }
)
MIXED: Final = ("tank", "tank", "squad", "squad", "gun", "truck", "halftrack")
RARE: Final = frozenset({"concede", "name_objective"})
"""What could be asked for again and again, or would end every game early."""
INWARD: Final = MappingProxyType(
    {Edge.SOUTH: 90.0, Edge.NORTH: 270.0, Edge.WEST: 0.0, Edge.EAST: 180.0}
)


def entry(name: str, *, side: str, kind: str, **extra: object) -> Entry:
    return Entry(
        id=name,
        name=name,
        side=side,
        kind=kind,
        footprint=FOOTPRINTS.get(kind, VEHICLE),
        tags=(),
        extra=MappingProxyType({"force": "", "unit": "", "arrives": 0, "figures": 0, **extra}),
    )


def army(side: str, kinds: Sequence[str], *, force: str = "", late: int = 0) -> list[Entry]:
    """Units of a side, of which the last ones come in turn 2."""
    letter = (force or side)[0]
    first = len(kinds) - late
    return [
        entry(f"{letter}{k + 1}", side=side, kind=kind, force=force, arrives=2 * (k >= first))
        for k, kind in enumerate(kinds)
    ]


def area(name: str, kind: str, *corners: tuple[float, float]) -> Terrain:
    outline = tuple((Inches(x), Inches(y)) for x, y in corners)
    return Terrain(id=name, kind=kind, outline=outline)


def box(name: str, kind: str, *, at: tuple[float, float], size: tuple[float, float]) -> Terrain:
    (x, y), (w, h) = at, size
    return area(name, kind, (x, y), (x + w, y), (x + w, y + h), (x, y + h))


OPEN_GROUND: Final = (
    box("W1", "woods", at=(10, 20), size=(6, 6)),
    box("W2", "woods", at=(30, 22), size=(7, 5)),
    box("B1", "building", at=(20, 24), size=(3, 3)),
    box("H1", "hill", at=(38, 28), size=(6, 6)),
)
BIG_HILL: Final = (*OPEN_GROUND[:3], box("H9", "hill", at=(18, 18), size=(12, 12)))
RIVER: Final = (
    OPEN_GROUND[0],
    box("R1", "river", at=(0, 14.5), size=(48, 2.5)),
    box("P1", "bridge", at=(22, 14), size=(4, 3.5)),
)


def piece_of(each: Entry) -> Piece:
    """A piece that waits beside the enemy's corner until somebody puts it down."""
    pose = Pose(x=Inches(SIDE / 2), y=Inches(SIDE / 2))
    return Piece(id=each.id, footprint=each.footprint, pose=pose, side=each.side, kind=each.kind)


def standing(snapshot: Snapshot, name: str, *, at: Point, heading: float = 0.0) -> Snapshot:
    """The table with a piece put down somewhere."""
    old = snapshot.piece(name)
    x, y = (min(max(0.0, c), SIDE) for c in at)
    pose = Pose(x=Inches(x), y=Inches(y), heading=Degrees(heading))
    return snapshot.moved(replace(old, pose=pose))


def on_edge(edge: Edge, *, along: float, depth: float) -> Point:
    """The point so far along an edge and so far from it."""
    x, y = {
        Edge.SOUTH: (along, depth),
        Edge.NORTH: (SIDE - along, SIDE - depth),
        Edge.WEST: (depth, SIDE - along),
        Edge.EAST: (SIDE - depth, along),
    }[edge]
    return Inches(x), Inches(y)


def lined_up(snapshot: Snapshot, names: Sequence[str], *, edge: Edge, depth: float) -> Snapshot:
    """Pieces side by side, looking at the enemy."""
    for k, name in enumerate(names):
        at = on_edge(edge, along=3.0 + 5.0 * (k % 9), depth=depth + 3.0 * (k // 9))
        snapshot = standing(snapshot, name, at=at, heading=INWARD[edge])
    return snapshot


def deployed(state: State, snapshot: Snapshot, *, edge: Edge) -> Snapshot:
    """Both sides where they may begin, once the Defender's edge is known."""
    withdrawing = state.options.choice("scenario") == WITHDRAWAL
    for side in state.sides:
        defends = side == state.defender
        own = edge if defends else edge.opposite
        units = [unit for unit in state.living(side) if not unit.arrives]
        depth = 20.0 if withdrawing and defends else 3.0
        snapshot = lined_up(snapshot, [u.pieces[0] for u in units], edge=own, depth=depth)
        hidden = state.slips is not None and state.slips.side == side
        if hidden:
            for unit, slip in zip(units, state.slip_pieces, strict=False):
                pose = snapshot.piece(unit.pieces[0]).pose
                assert pose is not None
                snapshot = standing(snapshot, slip, at=(pose.x, pose.y))
    return snapshot


def marched(state: State, snapshot: Snapshot, *, side: str, die: int) -> Snapshot:
    """A column in its prescribed place."""
    own = Edge(state.edge) if side == state.defender else Edge(state.edge).opposite
    squads = [unit for unit in state.living(side) if not unit.arrives]
    spots = column_spots(
        snapshot.table,
        edge=own,
        die=die,
        count=len(squads),
        footprints=[FOOTPRINTS["squad"]] * len(squads),
    )
    for unit, at in zip(squads, spots, strict=True):
        snapshot = standing(snapshot, unit.pieces[0], at=at, heading=INWARD[own])
    return snapshot


def somewhere(
    state: State, ask: Ask, *, snapshot: Snapshot, rng: Rng
) -> tuple[tuple[float, float], float]:
    """A place in any direction, mostly as far as allowed, and the heading to it."""
    unit = state.unit(ask.unit)
    start = snapshot.piece(unit.pieces[0]).pose if not unit.aboard else None
    if start is None:
        assert unit.spot is not None
        start = Pose(x=unit.spot.x_in, y=unit.spot.y_in)
    angle = rng.uniform(0, 2 * math.pi)
    far = ask.inches * rng.choice((0.0, 0.5, 0.9, 1.0, 1.1))
    at = (start.x + far * math.cos(angle), start.y + far * math.sin(angle))
    return at, math.degrees(angle)


def put(
    unit: Unit,
    template: Template,
    *,
    at: tuple[float, float],
    heading: float,
    snapshot: Snapshot,
    rng: Rng,
) -> Moved:
    """A unit somewhere else: by hand under the camera, or by word."""
    x, y = (min(max(1.6, c), SIDE - 1.6) for c in at)
    needs_word = any(hole.name == "to" and not hole.optional for hole in template.holes)
    if needs_word or rng.random() < 0.5:
        spot = Spot(x_in=Inches(x), y_in=Inches(y), heading_deg=Degrees(heading))
        return Moved(snapshot=snapshot, values={"to": spot}, sure=False)
    there = standing(snapshot, unit.pieces[0], at=(Inches(x), Inches(y)), heading=heading)
    return Moved(snapshot=there, sure=False)


def beside(state: State, ask: Ask, *, snapshot: Snapshot, rng: Rng) -> tuple[float, float]:
    """As far from the carrier as the die says, in any direction."""
    unit, carrier = state.unit(ask.unit), state.unit(ask.other)
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
        if gap(hull, there) < ask.inches:
            near = middle
        else:
            far = middle
    return spot.x_in + far * math.cos(angle), spot.y_in + far * math.sin(angle)


def gap(one: Piece, other: Piece) -> float:
    first, second = place(one), place(other)
    apart = float(shapely.distance(first.core(), second.core()))
    return max(0.0, apart - first.radius - second.radius)


def hands(state: State, template: Template, *, snapshot: Snapshot, rng: Rng) -> Moved:
    """What players do at this table before they ask for something."""
    asks = [ask for ask in state.asks if ask.id == template.fixed.get("ask")]
    asks += [ask for ask in state.asks if ask.unit and ask.unit == template.fixed.get("unit")]
    match template.command:
        case "choose_edge":
            scenario = state.options.choice("scenario")
            edge = Edge.SOUTH if scenario == WITHDRAWAL else rng.choice(list(Edge))
            there = deployed(state, snapshot, edge=edge)
            return Moved(snapshot=there, values={"edge": str(edge)})
        case "roll" if asks and asks[0].purpose is Purpose.COLUMN:
            die = rng.randint(1, 6)
            there = marched(state, snapshot, side=asks[0].other, die=die)
            return Moved(snapshot=there, values={"dice": (die,)})
        case "shuffle":
            return Moved(snapshot=arriving(state, snapshot))
        case "move_done" if asks:
            ask = next(each for each in asks if each.kind is AskKind.MOVE)
            at, heading = somewhere(state, ask, snapshot=snapshot, rng=rng)
            return put(
                state.unit(ask.unit), template, at=at, heading=heading, snapshot=snapshot, rng=rng
            )
        case "place" if asks:
            ask = next(each for each in asks if each.kind is AskKind.PLACE)
            at = beside(state, ask, snapshot=snapshot, rng=rng)
            return put(
                state.unit(ask.unit), template, at=at, heading=0.0, snapshot=snapshot, rng=rng
            )
    return Moved(snapshot=snapshot)


def arriving(state: State, snapshot: Snapshot) -> Snapshot:
    """Units that are due, at their own edge."""
    for side in state.sides:
        own = Edge(state.edge) if side == state.defender else Edge(state.edge).opposite
        due = [u for u in state.living(side) if u.spot is None and 0 < u.arrives <= state.turn]
        for k, unit in enumerate(due):
            at = on_edge(own, along=8.0 + 6.0 * k, depth=1.5)
            snapshot = standing(snapshot, unit.pieces[0], at=at, heading=INWARD[own])
    return snapshot


def sample(
    name: str,
    entries: Sequence[Entry],
    *,
    terrain: tuple[Terrain, ...] = OPEN_GROUND,
    seats: tuple[Seat, ...] = (
        Seat(name="Red", sides=("Red",)),
        Seat(name="Blue", sides=("Blue",)),
    ),
    **options: object,
) -> Sample:
    """A battle on a table of 48 by 48 inches."""
    snapshot = Snapshot(
        table=TableSize(width=Inches(SIDE), depth=Inches(SIDE)),
        pieces=tuple(piece_of(each) for each in entries),
        terrain=terrain,
        number=1,
    )
    setup = Setup(
        seats=seats,
        roster=Roster(entries=tuple(entries)),
        options=options_from(OPTIONS, options),
    )
    return Sample(name=name, setup=setup, snapshot=snapshot, mover=hands, rare=RARE)


def is_unit(each: Entry) -> bool:
    return each.kind not in MARKERS


ALONE: Final = (Seat(name="Red", sides=("Red", "Blue")),)
FOUR: Final = tuple(
    Seat(name=name, sides=(side,))
    for name, side in (("Rose", "Red"), ("Ruby", "Red"), ("Bell", "Blue"), ("Bay", "Blue"))
)
FOUR_ARMIES: Final = (
    *army("Red", ("tank", "squad", "truck"), force="Rose"),
    *(
        replace(each, id=each.id.replace("R", "U"))
        for each in army("Red", ("tank", "gun"), force="Ruby")
    ),
    *army("Blue", ("tank", "squad", "halftrack"), force="Bell"),
    *(
        replace(each, id=each.id.replace("B", "Y"))
        for each in army("Blue", ("armoured_car", "squad"), force="Bay")
    ),
)
TWO: Final = (*army("Red", MIXED), *army("Blue", MIXED))
SQUADS: Final = ("squad",) * 4
SLIPS: Final = tuple(entry(f"slip{k}", side="Blue", kind="slip") for k in range(7))

SAMPLES: Final = (
    sample("two players", TWO),
    sample(
        "clash of patrols",
        (*army("Red", (*SQUADS, "tank"), late=1), *army("Blue", (*SQUADS, "tank"), late=1)),
        scenario=PATROLS,
    ),
    sample("high ground", TWO, terrain=BIG_HILL, scenario=HIGH_GROUND),
    sample("withdrawal", TWO, terrain=RIVER, scenario=WITHDRAWAL),
    sample("alone", (*TWO, *SLIPS), seats=ALONE),
    sample("four players", FOUR_ARMIES, seats=FOUR, decks="per_side"),
    sample(
        "other agreements",
        TWO,
        assign_first="card_roll_winner",
        shuffle_cadence="per_deck",
        short_deal="reshuffle_now",
        pick_order="alternate",
        action_choice_time="on_reveal",
        allow_decline=False,
        assign_pass_is_final=False,
        remainder_mode="unit_by_unit",
        recovery_order="simultaneous",
        followers_declared="after_roll",
        chain_measured="after_leader",
        follow_identity="predecessor_in_chain",
        wrecks="always_burn",
        los_roll_scope="per_turn",
        dismount_direction="random",
        friendly_fire=True,
        tie_play_on="by_consent",
        saved_at_reshuffle="return",
    ),
)
