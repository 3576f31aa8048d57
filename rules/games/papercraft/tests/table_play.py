"""Plays Papercraft on a small table in tests: what lies where, and who asks what.

Host plays Red from the south, Guest plays Blue from the north, and it is Red's turn. A position is
built directly, with a line for each unit, and then settled: whatever happens by itself has happened
and the umpire waits for somebody.

>>> game = attacking(
...     put("A", "seal_captain", (10, 10)), put("B", "paper_ghouls", (10, 12.1), blue=True)
... )
>>> told = game.do(HOST, Attack(unit="A", attack="blade", target="B"))
>>> told = game.fought(4, 2)
>>> the(told, HitRolled).hit, game.waits_for
(True, [<class 'rules.games.papercraft.chapters.damage.DamageRoll'>])
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, TypeVar

from rules.games.papercraft import GAME
from rules.games.papercraft.catalogue import CATALOGUE, SQUARES
from rules.games.papercraft.chapters.attacks import Attack
from rules.games.papercraft.chapters.hits import AttackRoll, GuardRoll, HitRolled
from rules.games.papercraft.chapters.moving import EndMovement
from rules.games.papercraft.chapters.mustering import GetReady
from rules.games.papercraft.chapters.turns import EndTurn
from rules.games.papercraft.draft import Draft
from rules.games.papercraft.options import OPTIONS
from rules.games.papercraft.phases import BOOK, decide
from rules.games.papercraft.profiles import SecondaryType, UnitProfile
from rules.games.papercraft.state import Phase, Player, State, Unit
from rules.games.papercraft.tests.armies import COMPLETED, roster
from rules.referee.toolkit.chapters import progress
from rules.referee.toolkit.game import Command, Event, Refusal, Seat, Setup
from rules.referee.toolkit.questions import Choose, Question, Roll
from rules.referee.toolkit.settings import options_from
from rules.referee.toolkit.spots import Spot
from rules.table.edges import TableEdge
from rules.table.shapes import Rectangle
from rules.table.snapshot import Piece, PieceState, Pose, Snapshot, Terrain
from rules.table.units import Degrees, Inches
from tests.factories import Corner, piece, table

__all__ = [
    "GUEST",
    "HOST",
    "STRICT",
    "TOTALS",
    "Attack",
    "Battle",
    "HitRolled",
    "Put",
    "all_of",
    "attacking",
    "moving",
    "new_battle",
    "placing",
    "profile_of",
    "put",
    "ruling",
    "spot",
    "started",
    "the",
    "turn_over",
]

HOST, GUEST = "Host", "Guest"
SIDE = 36.0
STRICT = MappingProxyType(
    {"pos_tol_in": 0.0, "move_tol_in": 0.0, "borderline_band_in": 0.0, "doubt_policy": "strict"}
)
"""Options without any courtesy: what the worked examples are reckoned with."""
TOTALS: Final[list[type[Question]]] = [AttackRoll, GuardRoll]
"""The dice that decide whether an attack hits."""
T = TypeVar("T")


def spot(x: float, y: float, heading: float = 90.0) -> Spot:
    return Spot(x_in=Inches(x), y_in=Inches(y), heading_deg=Degrees(heading))


def profile_of(unit_type: str, **changes: Any) -> UnitProfile:
    """A unit of the lists that come with the umpire, with what a test wants otherwise."""
    listed = CATALOGUE[unit_type]
    known = {k: str(v) for k, v in COMPLETED.get(unit_type, {}).items() if k in listed.row}
    if "secondary_type" in listed.missing:
        known["secondary_type"] = "Infantry"
    return replace(listed.completed(**known).profile, **changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Put:
    """One unit: what the game knows of it, and the square that the camera sees."""

    unit: Unit
    piece: Piece | None


def put(
    name: str,
    unit_type: str,
    at: Corner | None,
    heading: float = 90.0,
    *,
    blue: bool = False,
    player: str = "",
    side: str = "",
    sigma: float = 0.0,
    seen: PieceState = PieceState.SEEN,
    face: str = "",
    profile: UnitProfile | None = None,
    **more: Any,
) -> Put:
    """A unit of the lists; one that is nowhere is still in its box."""
    found = profile or profile_of(unit_type)
    square = SQUARES[found.secondary]
    mine = side or ("Blue" if blue else "Red")
    there = None if at is None else spot(*at, heading)
    given = {"hp": found.hp, "spot": there, "start": there, **more}
    unit = Unit(
        id=name,
        player=player or mine,
        side=mine,
        profile=found,
        width=square.width,
        depth=square.depth,
        **given,
    )
    if at is None:
        return Put(unit=unit, piece=None)
    outline = Rectangle(length=square.depth, width=square.width)
    made = piece(name, at, heading=heading, footprint=outline, sigma=sigma, state=seen)
    return Put(unit=unit, piece=replace(made, side=mine, face=face))


class Battle:
    """A battle in the middle of things: its state, what lies on the table, and what is said."""

    def __init__(self, state: State, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        command = Command(author="", body=None)
        draft = Draft(state, command=command, snapshot=snapshot, book=BOOK)
        progress(draft)
        self.state = draft.state

    def do(self, who: str, body: object, *, waives: Iterable[str] = ()) -> tuple[Event, ...]:
        """Ask for something that has to be accepted, and let it happen."""
        decision = self._decided(who, body, waives=waives)
        assert not isinstance(decision, Refusal), f"{decision.clause}: {decision.reason}"
        for event in decision:
            self.state = GAME.evolve(self.state, event.body)
            assert GAME.say(event.body)
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

    def chose(self, who: str, choice: str) -> tuple[Event, ...]:
        return self.do(who, Choose(choice=choice))

    def fought(self, attacker: int, defender: int) -> tuple[Event, ...]:
        """Both dice of an opposed roll, whoever has to throw them."""
        hit, guard = self.state.asks[:2]
        first = self.rolled(hit.seat, attacker, ask=hit.id)
        return (*first, *self.rolled(guard.seat, defender, ask=guard.id))

    def hit_for(self, *dice: int) -> tuple[Event, ...]:
        """The damage dice that are due."""
        ask = self.state.asks[0]
        return self.rolled(ask.seat, *dice, ask=ask.id)

    def lies(
        self,
        name: str,
        at: Corner,
        heading: float | None = None,
        *,
        sigma: float = 0.0,
        seen: PieceState = PieceState.SEEN,
        face: str = "",
    ) -> None:
        """A hand puts a square down elsewhere; the camera sees it in the next snapshot."""
        unit = self.state.unit(name)
        old = next((each for each in self.snapshot.pieces if each.id == name), None)
        turned = heading
        if turned is None:
            turned = old.pose.heading if old is not None and old.pose else 90.0
        outline = Rectangle(length=unit.depth, width=unit.width)
        new = piece(name, at, heading=turned, footprint=outline, sigma=sigma, state=seen)
        new = replace(new, side=unit.side, face=face)
        if old is not None:
            self.snapshot = self.snapshot.moved(new)
        else:
            self.looks(pieces=(*self.snapshot.pieces, new))

    def gone(self, name: str) -> None:
        """A square is taken off the table."""
        self.looks(pieces=tuple(each for each in self.snapshot.pieces if each.id != name))

    def looks(self, **changes: Any) -> None:
        """The next snapshot is another in this: its health, its terrain, its pieces."""
        self.snapshot = replace(self.snapshot, number=self.snapshot.number + 1, **changes)

    def unit(self, name: str) -> Unit:
        return self.state.unit(name)

    @property
    def waits_for(self) -> list[type[Question]]:
        """What the open asks are for."""
        return [type(ask.question) for ask in self.state.asks]


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
    players: tuple[Player, ...] = (),
    **more: Any,
) -> Battle:
    """A battle at any phase; `more` are fields of the state."""
    names = dict.fromkeys((each.unit.player, each.unit.side) for each in units)
    seats = {"Red": HOST, "Blue": GUEST}
    made = players or tuple(
        Player(name=name, seat=seats.get(name, name), side=mine, total=400) for name, mine in names
    )
    order = tuple(player.name for player in made)
    given: dict[str, Any] = {
        "order": order,
        "active": order[0],
        "turn": 1,
        "round": 1,
        "turns": {order[0]: 1},
        "edges": dict(zip(order, TableEdge, strict=False)),
        **more,
    }
    state = State(
        options=options_from(OPTIONS, chosen or {}),
        players=made,
        phase=phase,
        units={each.unit.id: each.unit for each in units},
        **given,
    )
    pieces = [each.piece for each in units if each.piece is not None]
    return Battle(state, table(*pieces, terrain=terrain, side=side))


def moving(*units: Put, **more: Any) -> Battle:
    """Red's Movement phase; options by their names in `chosen`."""
    return started(*units, phase=Phase.MOVE, **more)


def attacking(*units: Put, **more: Any) -> Battle:
    """Red's Attack phase."""
    return started(*units, phase=Phase.ATTACK, **more)


def placing(*units: Put, **more: Any) -> Battle:
    """Units are being placed, Red first."""
    return started(*units, phase=Phase.DEPLOY, active="", turn=0, round=0, turns={}, **more)


def turn_over(game: Battle) -> tuple[Event, ...]:
    """Whoever's turn it is ends it, from either phase."""
    seat = game.state.player(game.state.active).seat
    told: tuple[Event, ...] = ()
    if game.state.phase is Phase.MOVE:
        told = game.do(seat, EndMovement())
    return (*told, *game.do(seat, EndTurn()))


def new_battle(
    *armies: Iterable[dict[str, object]],
    seats: tuple[Seat, ...] = (Seat(name=HOST, sides=("Red",)), Seat(name=GUEST, sides=("Blue",))),
    ready: bool = True,
    side: float = SIDE,
    **options: object,
) -> Battle:
    """A battle from the very beginning, with all squares in their boxes."""
    setup = Setup(seats=seats, roster=roster(*armies), options=options_from(OPTIONS, options))
    game = Battle(GAME.initial(setup), table(side=side))
    for player in game.state.players if ready else ():
        game.do(player.seat, GetReady(player=player.name))
    return game


def sized(secondary: SecondaryType) -> tuple[float, float]:
    """Front and depth of a square."""
    square = SQUARES[secondary]
    return square.width, square.depth


def seen_at(game: Battle, name: str) -> Pose:
    """Where the camera has a square."""
    pose = game.snapshot.piece(name).pose
    assert pose is not None
    return pose
