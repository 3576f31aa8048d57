"""Knows the ruling that is being worked out: who may ask for what, and how tokens are named."""

from types import MappingProxyType
from typing import Final

from rules.games.paper_invasion.change import evolve
from rules.games.paper_invasion.events.happening import Asked
from rules.games.paper_invasion.saying.phases import PHASES
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Ask, AskKind, Control, Mode, Phase, Side, Wall
from rules.referee.toolkit.phrases import ended, listed
from rules.referee.toolkit.ruling import Ruling

PHASE_CLAUSES: Final = MappingProxyType(
    {
        Phase.THEME: "PI-OBJ-01",
        Phase.WORD: "PI-SLOT-01",
        Phase.BOARD: "PI-SET-01",
        Phase.HEROES: "PI-SET-04",
        Phase.ENEMIES: "PI-SET-05",
        Phase.MARKERS: "PI-SET-07",
        Phase.HERO_TURN: "PI-TRN-01",
        Phase.ENEMY_TURN: "PI-TRN-01",
        Phase.OVER: "PI-END-01",
    }
)
"""The clause that says what happens in a phase, and with it what does not."""
KINDS: Final = MappingProxyType({Side.HEROES: ("hero", "H"), Side.ENEMIES: ("enemy", "O")})
"""PI-GEO-10: the kind of the tagged tokens of a side, and the letter of those without a tag."""


class Draft(Ruling[State]):
    """One ruling in the making."""

    __slots__ = ()

    def evolved(self, body: object) -> State:
        return evolve(self.state, body)

    @property
    def clause(self) -> str:
        """What says what may happen now."""
        return PHASE_CLAUSES[self.state.phase]

    def require_phase(self, *phases: Phase) -> None:
        """Refuse a command that belongs to another phase, or that a question keeps waiting."""
        ask = self.state.ask
        if ask is not None:
            self.refuse(ask.clause, f"First: {ended(ask.says)}")
        if self.state.phase not in phases:
            now = PHASES[self.state.phase]
            self.refuse(self.clause, f"That is not what is done now. {now}")

    def require_heroes(self) -> None:
        """Refuse whoever does not play for the Heroes."""
        playing = self.state.seats_of(Side.HEROES)
        if self.command.author not in playing:
            said = f"That is for {listed(playing)} to do, not for {self.command.author}."
            self.refuse("PI-OBJ-01", said)

    def require_turn(self, side: Side | None = None) -> Side:
        """PI-TRN-01: the side whose turn it is, if the author plays it now."""
        self.require_phase(Phase.HERO_TURN, Phase.ENEMY_TURN)
        on = self.state.side
        if side is not None and side is not on:
            self.refuse("PI-TRN-01", f"It is the {on}' turn; {side} wait for theirs.")
        seats = self.state.seats_of(on)
        if self.command.author not in seats:
            self.refuse("PI-TRN-01", f"It is the turn of {listed(seats)}, who play {on}.")
        return on

    def token(self, name: str) -> Token:
        """A token by the name that a command gives."""
        if name not in self.state.tokens:
            self.refuse("PI-OBJ-03", f"There is no token {name!r} on the board.")
        return self.state.tokens[name]

    def acting(self, name: str, side: Side | None = None) -> Token:
        """A token that may do something now; another one that is not finished comes first."""
        on = self.require_turn(side)
        token = self.token(name)
        if token.side is not on:
            self.refuse("PI-TRN-01", f"It is the {on}' turn, and {name} is none of them.")
        self._require_mover(token)
        if token.done:
            self.refuse("PI-TRN-02", f"{name} is finished, or waits for its side's next turn.")
        return token

    def _require_mover(self, token: Token) -> None:
        """PI-OBJ-01, PI-AMB-16: whose token it is, where that matters."""
        state, author = self.state, self.command.author
        if token.side is Side.HEROES:
            if token.owner and token.owner != author:
                self.refuse("PI-OBJ-01", f"{token.id} is {token.owner}'s Hero, not {author}'s.")
            return
        if state.control is not Control.ALTERNATING or state.active == token.id:
            return
        mover = next_mover(state)
        if mover != author:
            self.refuse("PI-EN-04", f"{mover} moves the next Enemy, not {author}.")

    def wall(self, name: str) -> Wall:
        """A wall by the name that a command gives."""
        found = self.state.map.wall(name)
        if found is None:
            self.refuse("PI-GEO-06", f"There is no wall {name!r}; a wall is called a|b or a|out-N.")
        assert found is not None
        return found

    def require_room(self, name: str) -> str:
        """A room by its letter."""
        if name not in self.state.map.names:
            known = ", ".join(self.state.map.names)
            self.refuse("PI-OBJ-05", f"There is no room {name!r}; there are {known}.")
        return name

    def new_names(self, side: Side, count: int = 1) -> tuple[str, ...]:
        """Names for tokens that come: those of tagged tokens first, in the roster's order."""
        kind, letter = KINDS[side]
        taken = list(self.state.names)
        found: list[str] = []
        tagged = [name for name, each in self.state.pieces.items() if each == kind]
        number = 1
        while len(found) < count:
            if tagged:
                name = tagged.pop(0)
            else:
                name, number = f"{letter}{number}", number + 1
            if name not in taken and name not in found:
                found.append(name)
        return tuple(found)

    def ask(
        self, kind: AskKind, *, clause: str, says: str, effect: str, choices: tuple[str, ...] = ()
    ) -> None:
        """Wait for something from the Heroes' players."""
        author = self.command.author
        playing = self.state.seats_of(Side.HEROES)
        made = Ask(
            id=self.state.asked + 1,
            seat=author if author in playing else playing[0],
            kind=kind,
            clause=clause,
            says=says,
            choices=choices,
            effect=effect,
        )
        self.emit(Asked(ask=made), clause=clause)


def next_mover(state: State) -> str:
    """PI-AMB-16: who moves the next Enemy where the players take turns at it."""
    seats = state.seats_of(Side.ENEMIES)
    return seats[state.activated % len(seats)]


def owner_of(state: State, number: int) -> str:
    """PI-OBJ-01: whose the Hero of that number is, counted from 0; nobody's where all share."""
    if state.mode is not Mode.CUT_THROAT:
        return ""
    seats = state.seats_of(Side.HEROES)
    return seats[number % len(seats)]
