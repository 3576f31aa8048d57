"""Works a ruling out: who may ask for what, how tokens are named, and what every event sets off."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from rules.games.paper_invasion.asks import AskAnswered, HeroesAsked
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import EnemyControl, Mode, Phase, Side, Wall
from rules.games.paper_invasion.ways import Bar, may_step
from rules.referee.toolkit.chapters import PhaseRow
from rules.referee.toolkit.game import Command, Hole, Refusal
from rules.referee.toolkit.phrases import ended, listed
from rules.referee.toolkit.questions import Ask, Question
from rules.referee.toolkit.ruling import RefusedError, Ruling
from rules.table.snapshot import Snapshot

Phases = Mapping[Phase, PhaseRow]
"""What the rules say of each phase."""

KINDS: Final = MappingProxyType({Side.HEROES: ("hero", "H"), Side.ENEMIES: ("enemy", "O")})
"""PI-GEO-10: the kind of the tagged tokens of a side, and the letter of those without a tag."""


class Draft(Ruling[State]):
    """One ruling in the making."""

    __slots__ = ("phases",)

    def __init__(
        self, state: State, *, command: Command, snapshot: Snapshot, phases: Phases
    ) -> None:
        super().__init__(state, command=command, snapshot=snapshot)
        self.phases = phases

    def evolved(self, body: Any) -> State:
        return evolve(self.state, body)

    @property
    def phase(self) -> PhaseRow:
        """What the rules say of the present phase."""
        return self.phases[self.state.phase]

    def require_phase(self, *phases: Phase) -> None:
        """Refuse a command that belongs to another phase, or that a question keeps waiting."""
        ask = self.state.ask
        if ask is not None:
            self.refuse(ask.clause, f"First: {ended(ask.says)}")
        if self.state.phase not in phases:
            self.refuse(self.phase.clause, f"It is not time for that. {self.phase.says}")

    def require_heroes(self, *phases: Phase) -> None:
        """Refuse whoever does not play for the Heroes; with phases, also in any other phase."""
        if phases:
            self.require_phase(*phases)
        playing = self.state.seats_of(Side.HEROES)
        if self.command.author not in playing:
            said = f"That is for {listed(playing)} to do, not for {self.command.author}."
            self.refuse("PI-OBJ-01", said)

    def require_turn(self, side: Side | None = None) -> Side:
        """PI-TRN-01: the side whose turn it is, or that one, if the author plays it."""
        self.require_phase(Phase.HERO_TURN, Phase.ENEMY_TURN)
        on = side or self.state.side
        seats = self.state.seats_of(on)
        if self.command.author not in seats:
            self.refuse("PI-TRN-01", f"It is the {on}' turn: {listed(seats)} may act.")
        return on

    def token(self, name: str) -> Token:
        """A token by the name that a command gives."""
        if name not in self.state.tokens:
            self.refuse("PI-OBJ-03", f"There is no token {name!r} on the board.")
        return self.state.tokens[name]

    def acting(self, name: str, side: Side | None = None) -> Token:
        """A token that may do something now; another one that is not finished comes first."""
        self.require_phase(Phase.HERO_TURN, Phase.ENEMY_TURN)
        on, token = self.state.side, self.token(name)
        if side is not None and token.side is not side:
            self.refuse("PI-OBJ-03", f"{name} is not one of the {side}, who do that.")
        if token.side is not on:
            self.unless_waived("PI-TRN-01", f"It is the {on}' turn, and {name} is not one of them.")
        self.require_turn(token.side)
        self._require_mover(token)
        if token.done:
            said = f"{name} is finished, or waits for its side's next turn."
            self.unless_waived("PI-TRN-02", said)
        return token

    def _require_mover(self, token: Token) -> None:
        """PI-OBJ-01, PI-AMB-16: whose token it is, where that matters."""
        state, author = self.state, self.command.author
        if token.side is Side.HEROES:
            if token.owner and token.owner != author:
                self.refuse("PI-OBJ-01", f"{token.id} is {token.owner}'s Hero, not {author}'s.")
            return
        if state.control is not EnemyControl.ALTERNATING or state.active == token.id:
            return
        mover = next_mover(state)
        if mover != author:
            self.unless_waived("PI-EN-04", f"{mover} moves the next Enemy, not {author}.")

    def keep_to(self, *bars: Bar | None) -> None:
        """Refuse for each reason that there is; what makes sense can be let pass by agreement."""
        for bar in bars:
            if bar is not None:
                (self.refuse if bar.for_good else self.unless_waived)(bar.clause, bar.reason)

    def wall(self, name: str) -> Wall:
        """A wall by the name that a command gives."""
        found = self.state.map.wall(name)
        if found is None:
            self.refuse("PI-GEO-06", f"There is no wall {name!r}; a wall is called a|b or a|out-N.")
        return found

    def known_enemies(self, names: Sequence[str], *, clause: str) -> tuple[Token, ...]:
        """The Enemies of these names, each once."""
        found = tuple(self.token(name) for name in names)
        if not found or len(set(names)) < len(names):
            self.refuse(clause, "Name the Enemies, each once.")
        wrong = [token.id for token in found if token.side is not Side.ENEMIES]
        if wrong:
            self.refuse(clause, f"{wrong[0]} is not an Enemy.")
        return found

    def require_room(self, name: str) -> str:
        """A room by its letter."""
        if name not in self.state.map.names:
            known = ", ".join(self.state.map.names)
            self.refuse("PI-OBJ-05", f"There is no room {name!r}; there are {known}.")
        return name

    def new_names(self, side: Side, count: int = 1) -> tuple[str, ...]:
        """PI-GEO-10: names for tokens that come, those of tagged tokens first."""
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

    def open_ask(self, kind: str, number: int = 0) -> Ask:
        """The ask that is answered so; anybody who plays for the Heroes may."""
        ask = self.state.ask
        if ask is None or ask.question.answered_by != kind:
            waits = "" if ask is None else f" The umpire waits for this: {ended(ask.says)}"
            self.refuse(self.phase.clause, f"Nothing of that kind is asked just now.{waits}")
        self.require_heroes()
        if number not in {0, ask.id}:
            self.refuse(ask.clause, f"That is not what is asked now. {ended(ask.says)}")
        return ask

    def chosen(self, ask: Ask, *, choice: str) -> None:
        """A question about a token was answered."""
        token = self.token(choice)
        self.emit(AskAnswered(ask_id=ask.id, answer=token.id), clause=ask.clause)

    def ask(self, question: Question, *, clause: str, says: str) -> None:
        """Wait for something from the Heroes' players."""
        author = self.command.author
        playing = self.state.seats_of(Side.HEROES)
        seat = author if author in playing else playing[0]
        number = self.state.asked + 1
        made = Ask(id=number, seat=seat, who="", clause=clause, says=says, question=question)
        self.emit(HeroesAsked(ask=made), clause=clause)


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


def pick(name: str, allowed: Iterable[object], *, kind: str = "choice") -> tuple[Hole, ...]:
    """The one hole of a template, to be filled with one of these."""
    return (Hole(name=name, kind=kind, allowed=tuple(allowed)),)


class Trial:
    """One moment of a game, in which one seat's commands are tried; nothing comes of it."""

    __slots__ = ("phases", "seat", "snapshot", "state")

    def __init__(self, state: State, *, snapshot: Snapshot, seat: str, phases: Phases) -> None:
        self.state = state
        self.snapshot = snapshot
        self.seat = seat
        self.phases = phases

    @property
    def for_heroes(self) -> bool:
        """Whether this seat plays for the Heroes."""
        return self.seat in self.state.seats_of(Side.HEROES)

    @property
    def for_enemies(self) -> bool:
        """Whether this seat plays for the Enemies."""
        return self.seat in self.state.seats_of(Side.ENEMIES)

    def refusal(self, body: Any) -> Refusal | None:
        """Why a command would be refused, or None."""
        command = Command(author=self.seat, body=body)
        draft = Draft(self.state, command=command, snapshot=self.snapshot, phases=self.phases)
        try:
            body.ruled(draft)
        except RefusedError as refused:
            return refused.refusal
        return None


FEW = 2
"""PI-EVT-01."""


def evolve(state: State, event: Any) -> State:
    """The state after an event, with what it sets off."""
    return noticing(event.after(state), before=state)


def noticing(state: State, *, before: State) -> State:
    """PI-EVT-01 and -02: whether few Enemies are left now, and who of them could have moved."""
    if not state.in_play or not before.in_play or state.outcome is not None:
        return state
    state = _few(state, before=before)
    if state.phase is not Phase.ENEMY_TURN or state.ending:
        return state
    able = [token for token in state.enemies if not token.could_move and may_step(state, token)]
    for token in able:
        state = state.with_token(replace(token, could_move=True))
    return state


def _few(state: State, *, before: State) -> State:
    count, had = len(state.enemies), len(before.enemies)
    if count >= had:
        return state
    exactly = state.options.choice("trigger_a") == "exactly_two"
    falls = count == FEW if exactly else 0 < count <= FEW
    if had > FEW and falls:
        state = triggered(state, "PI-EVT-01")
    return replace(state, removed=True)


def due_now(state: State) -> str:
    """The clause of an event that has to happen before anything else.

    A game that begins with few Enemies has its event with the first of them that falls. That is
    seen here and not as they fall, so that games which were played otherwise stay as they were.
    """
    falls = state.options.choice("trigger_a") == "falls_to_two" and state.removed
    few = falls and not state.came and 0 < len(state.enemies) <= FEW
    return state.due or ("PI-EVT-01" if few else "")


def triggered(state: State, clause: str) -> State:
    """PI-EVT-05: the first time the event is due, after that the players may have it."""
    if not state.came and not state.due:
        return replace(state, due=clause)
    return replace(state, may_repeat=True)
