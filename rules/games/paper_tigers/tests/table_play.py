"""Plays Paper Tigers on a small table in tests: what stands where, and who asks what.

Host plays Red, who attacks from the north; Guest plays Blue, who defends the south. A position is
built directly, with a line for each unit, and then settled: whatever happens by itself has happened
and the umpire waits for somebody.

>>> game = acting(put("T1", (10, 10)), put("E1", (20, 10), blue=True), cards={"T1": "QH"})
>>> told = game.do(HOST, Fire(target="E1"))
>>> told = game.rolled(HOST, 4, 3, 3)
>>> the(told, Shot).hit, [question.__name__ for question in game.waits_for]
(True, ['SaveRoll'])
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.battle_options import OPTIONS
from rules.games.paper_tigers.chapters.deploying import ChooseEdge, DeployDone
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.shots import Shot
from rules.games.paper_tigers.chapters.initiative import in_order
from rules.games.paper_tigers.chapters.laying import TurnUp
from rules.games.paper_tigers.chapters.terrain import TerrainDone
from rules.games.paper_tigers.draft import Draft, evolve
from rules.games.paper_tigers.phases import decide
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import Hand, Pack, Slot, State, Unit
from rules.games.paper_tigers.tests.battles import GUEST as BLUE
from rules.games.paper_tigers.tests.battles import HOST as RED
from rules.games.paper_tigers.tests.battles import battle, spot
from rules.games.paper_tigers.vocabulary import Phase, Turned
from rules.referee.toolkit.chapters import progress
from rules.referee.toolkit.game import Command, Event, Refusal, Seat, Setup
from rules.referee.toolkit.questions import Choose, Question, Roll
from rules.referee.toolkit.settings import options_from
from rules.table.roster import Entry, Roster
from rules.table.shapes import Disc, Footprint, Polygon, Rectangle
from rules.table.snapshot import Piece, PieceState, Pose, Snapshot, Terrain
from rules.table.units import Degrees, Inches
from tests.factories import Corner, disc, piece, rectangle, table

__all__ = [
    "BLUE",
    "GUEST",
    "HOST",
    "HULL",
    "RED",
    "Battle",
    "Fire",
    "Put",
    "Shot",
    "acting",
    "all_of",
    "assigning",
    "dead",
    "ending_turn",
    "entry",
    "loose",
    "new_battle",
    "picking",
    "put",
    "ruling",
    "set_up",
    "started",
    "the",
    "turn_start",
]

HOST, GUEST = "Host", "Guest"
SIDE = 48.0
FOOT, CREWED, HULL = disc(0.5), disc(0.9), rectangle(3.0, 1.5)
EMPTY = Hand()
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Put:
    """One unit on the table: what the game knows of it, and the pieces that the camera sees."""

    unit: Unit
    pieces: tuple[Piece, ...]


def put(
    name: str,
    at: Corner,
    *,
    kind: str = "tank",
    blue: bool = False,
    heading: float = 0.0,
    footprint: Footprint | None = None,
    sigma: float = 0.0,
    seen: PieceState = PieceState.SEEN,
    cards: Sequence[str] = (),
    **more: Any,
) -> Put:
    """A unit of one piece; cards by their faces, an empty one for a card lying face down."""
    sort = UnitKind(kind)
    outline = footprint or {UnitKind.SQUAD: FOOT, UnitKind.GUN: CREWED}.get(sort) or HULL
    reach = [x for x, _ in outline.vertices] if isinstance(outline, Polygon) else [0.0]
    length = max(reach) - min(reach)
    if isinstance(outline, Rectangle | Disc):
        length = outline.length if isinstance(outline, Rectangle) else 2 * outline.radius
    given = {"cards": tuple(Slot(card=card) for card in cards), "had_card": bool(cards), **more}
    return Put(
        unit=_unit(name, kind=sort, blue=blue, at=at, heading=heading, length=length, more=given),
        pieces=(piece(name, at, heading=heading, footprint=outline, sigma=sigma, state=seen),),
    )


def loose(name: str, *figures: Corner, blue: bool = False, kind: str = "squad", **more: Any) -> Put:
    """A unit of several pieces: a squad of loose figures, or a gun and then its crew."""
    pieces = tuple(piece(f"{name}{k}", at, footprint=disc(0.3)) for k, at in enumerate(figures, 1))
    x, y = (sum(each) / len(figures) for each in zip(*figures, strict=True))
    given = {"pieces": tuple(each.id for each in pieces), **more}
    unit = _unit(
        name, kind=UnitKind(kind), blue=blue, at=(x, y), heading=0.0, length=2.0, more=given
    )
    return Put(unit=unit, pieces=pieces)


def _unit(
    name: str,
    *,
    kind: UnitKind,
    blue: bool,
    at: Corner,
    heading: float,
    length: float,
    more: Mapping[str, Any],
) -> Unit:
    force = BLUE if blue else RED
    given: dict[str, Any] = {"pieces": (name,), "spot": spot(*at, heading), **more}
    return Unit(
        id=name, force=force.name, side=force.side, kind=kind, length=Inches(length), **given
    )


def dead(name: str, kind: str, *, blue: bool = False, by: str = "") -> Put:
    killer = by or ("T1" if blue else "E1")
    return put(
        name, (0, 0), kind=kind, blue=blue, spot=None, destroyed=True, hits=2, destroyed_by=killer
    )


class Battle:
    """A battle in the middle of things: its state, what lies on the table, and what is said."""

    def __init__(self, state: State, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        draft = Draft(state, command=Command(author="", body=None), snapshot=snapshot)
        progress(draft)
        self.state = draft.state

    def do(self, who: str, body: object, *, waives: Iterable[str] = ()) -> tuple[Event, ...]:
        """Ask for something that has to be accepted, and let it happen."""
        decision = self._decided(who, body, waives=waives)
        assert not isinstance(decision, Refusal), f"{decision.clause}: {decision.reason}"
        for event in decision:
            self.state = evolve(self.state, event.body)
        return decision

    def refused(self, who: str, body: object, *, waives: Iterable[str] = ()) -> Refusal:
        """Ask for something that has to be refused."""
        decision = self._decided(who, body, waives=waives)
        assert isinstance(decision, Refusal), f"accepted: {decision}"
        return decision

    def _decided(
        self, who: str, body: object, *, waives: Iterable[str]
    ) -> tuple[Event, ...] | Refusal:
        command = Command(author=who, body=body, waives=frozenset(waives))
        return decide(self.state, command, self.snapshot)

    def rolled(self, who: str, *dice: int, ask: int = 0) -> tuple[Event, ...]:
        return self.do(who, Roll(dice=dice, ask=ask))

    def chose(self, who: str, choice: str, *, ask: int = 0) -> tuple[Event, ...]:
        return self.do(who, Choose(choice=choice, ask=ask))

    def turned(self, who: str, *faces: str, ask: int = 0) -> tuple[Event, ...]:
        return self.do(who, TurnUp(cards=faces, ask=ask))

    def stands(
        self,
        name: str,
        at: Corner,
        *,
        heading: float | None = None,
        sigma: float = 0.0,
        seen: PieceState = PieceState.SEEN,
    ) -> None:
        """A hand puts a piece down elsewhere; the camera sees it in the next snapshot."""
        old = self.snapshot.piece(name)
        turned = heading if heading is not None else old.pose.heading if old.pose else 0.0
        new = piece(
            name,
            at,
            heading=turned,
            footprint=old.footprint,
            sigma=sigma,
            state=seen,
            kind=old.kind,
        )
        self.snapshot = self.snapshot.moved(replace(new, side=old.side))

    def looks(self, **changes: Any) -> None:
        """The next snapshot is another in this: its health, its terrain, its pieces."""
        self.snapshot = replace(self.snapshot, number=self.snapshot.number + 1, **changes)

    def unit(self, name: str) -> Unit:
        return self.state.unit(name)

    def hand(self, force: str) -> Hand:
        return self.state.hands[force]

    @property
    def discards(self) -> tuple[str, ...]:
        """The faces on Red's discard pile; the pile of everybody where there is one pack."""
        return self.state.packs[self.state.pack_of("Red")].discards

    @property
    def waits_for(self) -> list[type[Question]]:
        """What is asked, by its kind."""
        return [type(ask.question) for ask in self.state.asks]

    @property
    def card_up(self) -> tuple[str, str] | None:
        """The card that is being played, and on whom."""
        playing = self.state.playing
        return None if playing is None else (playing.turned.card, playing.turned.unit)


def all_of(events: Iterable[Event], kind: type[T]) -> list[T]:
    """What has happened of one kind."""
    return [event.body for event in events if isinstance(event.body, kind)]


def the(events: Iterable[Event], kind: type[T]) -> T:
    """The one thing of its kind that has happened."""
    (found,) = all_of(events, kind)
    return found


def ruling(events: Iterable[Event], kind: type[object]) -> Event:
    """The one thing of its kind that has happened, with its clause and its evidence."""
    (found,) = (event for event in events if isinstance(event.body, kind))
    return found


def started(
    *units: Put,
    phase: Phase,
    terrain: Sequence[Terrain] = (),
    chosen: dict[str, object] | None = None,
    side: float = SIDE,
    **more: Any,
) -> Battle:
    """A battle at any phase; `more` are fields of the state."""
    given: dict[str, Any] = {"edge": "south", "phase": phase, **more}
    state = battle(*(each.unit for each in units), chosen=chosen, **given)
    pieces = [piece for each in units for piece in each.pieces]
    return Battle(state, table(*pieces, terrain=terrain, side=side))


def turn_start(*units: Put, drawn: int = 0, **more: Any) -> Battle:
    """Both sides are asked how many cards they get; so many are gone from the pack."""
    packs = {"pack": Pack(draw=52 - drawn, hidden_discards=drawn)}
    return started(*units, **{"phase": Phase.ROLL_CARDS, "packs": packs, **more})


def assigning(*units: Put, red: Hand = EMPTY, blue: Hand = EMPTY, **more: Any) -> Battle:
    """Cards are to be laid on units."""
    given: dict[str, Any] = {"phase": Phase.ASSIGN, "counts": {"Red": 7, "Blue": 7}, **more}
    return started(*units, hands={"Red": red, "Blue": blue}, **given)


def picking(*units: Put, **more: Any) -> Battle:
    """Cards lie on units; everybody picks one."""
    given: dict[str, Any] = {"phase": Phase.PICK, "counts": {"Red": 7, "Blue": 7}, **more}
    return started(*units, **given)


def acting(*units: Put, cards: Mapping[str, str | Sequence[str]], **more: Any) -> Battle:
    """Cards lie open, by unit, and the first of them is to be played."""
    owners = {each.unit.id: each.unit.force for each in units}
    queue = [
        Turned(card=card, unit=name, force=owners[name])
        for name, faces in cards.items()
        for card in ([faces] if isinstance(faces, str) else faces)
    ]
    given: dict[str, Any] = {"phase": Phase.ACT, "queue": in_order(queue), **more}
    marked = [
        replace(each, unit=replace(each.unit, had_card=each.unit.had_card or each.unit.id in cards))
        for each in units
    ]
    return started(*marked, **given)


def ending_turn(*units: Put, red: Hand = EMPTY, blue: Hand = EMPTY, **more: Any) -> Battle:
    """All cards are played; whoever has damaged units may repair."""
    return started(*units, hands={"Red": red, "Blue": blue}, **{"phase": Phase.REPAIR, **more})


def entry(name: str, *, side: str, kind: str, **extra: object) -> Entry:
    """One line of an army list."""
    columns = {"force": "", "unit": "", "arrives": 0, "figures": 0, **extra}
    return Entry(
        id=name,
        name=name,
        side=side,
        kind=kind,
        footprint={"squad": FOOT, "gun": CREWED}.get(kind) or HULL,
        tags=(),
        extra=MappingProxyType(columns),
    )


def new_battle(
    red: Sequence[str] = ("tank", "squad"),
    blue: Sequence[str] = ("tank", "squad"),
    *,
    terrain: Sequence[Terrain] = (),
    extra: Sequence[Entry] = (),
    seats: Sequence[Seat] = (
        Seat(name=HOST, sides=("Red",)),
        Seat(name=GUEST, sides=("Blue",)),
    ),
    side: float = SIDE,
    **options: object,
) -> Battle:
    """A battle before its first roll, from army lists of kinds: R1, R2 ... and B1, B2 ...

    Red's pieces wait along the north edge and Blue's along the south, each in its zone.
    """
    both = (("Red", red), ("Blue", blue))
    armies = [
        entry(f"{own[0]}{k}", side=own, kind=kind)
        for own, kinds in both
        for k, kind in enumerate(kinds, 1)
    ]
    entries = (*armies, *extra)
    setup = Setup(
        seats=tuple(seats),
        roster=Roster(entries=entries),
        options=options_from(OPTIONS, options),
    )
    rows = {"Red": (side - 3.0, 270.0), "Blue": (3.0, 90.0)}
    pieces = []
    for place, each in enumerate(entries):
        y, heading = rows[each.side]
        x = 4.0 + 4.0 * (place % len(red) if each.side == "Red" else place - len(red))
        pose = Pose(x=Inches(min(x, side)), y=Inches(y), heading=Degrees(heading))
        pieces.append(
            Piece(id=each.id, footprint=each.footprint, pose=pose, side=each.side, kind=each.kind)
        )
    return Battle(GAME.initial(setup), table(*pieces, terrain=terrain, side=side))


def set_up(game: Battle, edge: str = "south") -> Battle:
    """The same battle with Red as the Attacker and everybody in place: time for a shuffle."""
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 2)
    game.do(HOST, TerrainDone())
    game.chose(GUEST, "accept")
    game.do(GUEST, ChooseEdge(edge=edge))
    game.do(GUEST, DeployDone())
    game.do(HOST, DeployDone())
    return game
