"""Plays Paper Invasion in tests: who stands where, what walls are, who asks what.

Host plays the Heroes, Guest the Enemies. A position is built directly on one of the umpire's own
layouts; whatever happens by itself then happens as the first command is given.

>>> game = position(rooms=4, heroes={"c": 1}, enemies={"c": 3})
>>> game.do("Host", Kill(token="H1")), game.count("c", Side.ENEMIES)
(('H1 begins.', 'H1 kills O1 and O2.', ...), 1)
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from rules.games.paper_invasion import GAME
from rules.games.paper_invasion.board import board_of, rooms_on
from rules.games.paper_invasion.chapters.acting import Kill
from rules.games.paper_invasion.draft import evolve
from rules.games.paper_invasion.initial import OPTIONS
from rules.games.paper_invasion.outlines import is_zone
from rules.games.paper_invasion.phases import decide
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.tables import starter_rooms
from rules.games.paper_invasion.vocabulary import Form, Mode, Phase, Side, Slots, WallState
from rules.referee.toolkit.game import Command, Event, Refusal, Seat, Setup, Template
from rules.referee.toolkit.settings import options_from
from rules.table.roster import Roster
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches

__all__ = ["GUEST", "HOST", "Kill", "Play", "Side", "new_game", "position"]

HOST, GUEST = "Host", "Guest"
TWO = (Seat(name=HOST, sides=("Heroes",)), Seat(name=GUEST, sides=("Enemies",)))
ALONE = (Seat(name=HOST, sides=("Heroes", "Enemies")),)
EMPTY = Snapshot(table=TableSize(width=Inches(16.0), depth=Inches(12.0)), number=1)
T = TypeVar("T")


@dataclass(slots=True)
class Play:
    """A game in a test."""

    state: State
    snapshot: Snapshot = EMPTY

    def ask(self, seat: str, body: object, **more: object) -> tuple[Event, ...] | Refusal:
        """What the umpire answers; nothing has changed."""
        command = Command(author=seat, body=body, **more)  # type: ignore[arg-type]
        return decide(self.state, command, self.snapshot)

    def events(self, seat: str, body: object, **more: object) -> tuple[Event, ...]:
        """What happens; a refusal fails the test."""
        found = self.ask(seat, body, **more)
        assert not isinstance(found, Refusal), f"{found.clause}: {found.reason}"
        for event in found:
            self.state = evolve(self.state, event.body)
        return found

    def do(self, seat: str, body: object, **more: object) -> tuple[str, ...]:
        """The same, as it is told."""
        return tuple(GAME.say(event.body) for event in self.events(seat, body, **more))

    def the(self, kind: type[T], seat: str, body: object) -> T:
        """The one event of a kind that a command brings."""
        (found,) = [e.body for e in self.events(seat, body) if isinstance(e.body, kind)]
        return found

    def refused(self, seat: str, body: object) -> str:
        """The clause that refuses a command; anything else fails the test."""
        found = self.ask(seat, body)
        assert isinstance(found, Refusal), f"expected a refusal of {body}, got {found}"
        return found.clause

    def reason(self, seat: str, body: object) -> str:
        """The reason of a refusal."""
        found = self.ask(seat, body)
        assert isinstance(found, Refusal), f"expected a refusal of {body}, got {found}"
        return found.reason

    def wall(self, name: str) -> WallState:
        """The state of a wall."""
        found = self.state.map.wall(name)
        assert found is not None, f"expected a wall {name}"
        return found.state

    def count(self, place: str, side: Side) -> int:
        """How many of a side are in a place."""
        return len(self.state.at(place, side))

    def phase(self) -> Phase:
        """Where the game stands."""
        return self.state.phase

    def form(self, token: str) -> Form:
        """What a token shows."""
        return self.state.tokens[token].form

    def winner(self) -> str | None:
        """Who has won, or None while the game goes on."""
        return None if self.state.outcome is None else self.state.outcome.winner

    def templates(self, seat: str) -> tuple[Template, ...]:
        """What a seat may ask for."""
        return GAME.options(self.state, self.snapshot, seat)

    def offered(self, seat: str) -> list[str]:
        """The kinds of commands that are offered and not greyed."""
        return [each.command for each in self.templates(seat) if each.refusal is None]


def new_game(
    *, seats: tuple[Seat, ...] = TWO, roster: Roster | None = None, **options: Any
) -> Play:
    """A game before its theme is chosen."""
    chosen = options_from(OPTIONS, options)
    setup = Setup(seats=seats, roster=roster or Roster(entries=()), options=chosen)
    return Play(GAME.initial(setup))


def position(
    *,
    rooms: int = 4,
    heroes: Mapping[str, int] | None = None,
    enemies: Mapping[str, int] | None = None,
    walls: Mapping[str, str] | None = None,
    sealed: tuple[str, ...] = (),
    turn: Side = Side.HEROES,
    vault: int = 1,
    event: int = 5,
    vault_room: str = "a",
    event_room: str = "a",
    holder: str = "",
    dealt: int = 18,
    had: int = 0,
    seats: tuple[Seat, ...] = TWO,
    mode: Mode = Mode.SOLO,
    **options: Any,
) -> Play:
    """A game in its second turn, with everybody where a test wants them."""
    state = new_game(seats=seats, **options).state
    board = board_of(starter_rooms(rooms), least=0.5)
    for name, kind in (walls or {}).items():
        wall = board.wall(name)
        assert wall is not None, f"expected a wall {name}"
        made = replace(wall, state=WallState(kind), sealed=name in sealed)
        board = board.with_wall(made)
    phase = Phase.HERO_TURN if turn is Side.HEROES else Phase.ENEMY_TURN
    state = replace(
        state,
        board=board,
        phase=phase,
        turn=2,
        mode=mode,
        vault_room=vault_room,
        dealt=dealt,
        events=had,
        came=had > 0,
        event_room=event_room,
        slots=Slots(digits=(2, 4, vault, event, rooms - 1, 3)),
    )
    for letter, places in (("H", heroes or {"a": 1}), ("O", enemies or {"out-N": 4})):
        state = _placed(state, letter, places)
    if holder:
        token = replace(state.tokens[holder], form=Form.HOLDING)
        state = replace(state.with_token(token), looted=True)
    return Play(state)


def _placed(state: State, letter: str, places: Mapping[str, int]) -> State:
    number = 0
    for place, count in places.items():
        for _ in range(count):
            number += 1
            form = Form.HERO if letter == "H" else Form.ENEMY
            attached = rooms_on(state.map, place)[0] if is_zone(place) else ""
            token = Token(id=f"{letter}{number}", form=form, place=place, attached=attached)
            state = replace(state.with_token(token), names=(*state.names, token.id))
    return state
