"""What an event of the event table does, and where (PI-EVT, PI-E)."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.paper_invasion.asks import ByHand
from rules.games.paper_invasion.board import is_outer, within
from rules.games.paper_invasion.chapters.consequences import (
    Removed,
    SkipSet,
    change,
    item_told,
    joined,
    nothing,
    turned,
    without_item,
)
from rules.games.paper_invasion.chapters.placing import next_zone, usual_room
from rules.games.paper_invasion.chapters.secret_passage import open_passage
from rules.games.paper_invasion.draft import Draft
from rules.games.paper_invasion.outlines import ZONES, is_zone
from rules.games.paper_invasion.seeing import on_sheet
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Form, Row, Side, Wall, WallState, Work
from rules.games.paper_invasion.ways import with_holder
from rules.referee.toolkit.phrases import ended
from rules.referee.toolkit.questions import Ask, ChoiceQuestion


@dataclass(frozen=True, slots=True, kw_only=True)
class EventHappened:
    """The event of the game happens, before anybody else acts."""

    clause: ClassVar[str] = "PI-EVT-04"

    number: int
    name: str
    says: str
    why: str
    compulsory: bool = True

    def after(self, state: State) -> State:
        came, events = state.came or self.compulsory, state.events + 1
        state = replace(state, due="", may_repeat=False, events=events, came=came)
        return replace(state, happening=self.name)

    def told(self) -> str:
        kind = "The event" if self.compulsory else "Another event"
        return f"{kind}, as {self.why}: {ended(f'{self.name}. {self.says}')}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenTurned:
    """PI-E-1: a Hero was an Enemy all along."""

    clause: ClassVar[str] = "PI-E-1"

    hero: str
    enemy: str
    item_lost: bool = False
    vault_open: bool = False

    def after(self, state: State) -> State:
        return without_item(turned(state, self.hero, enemy=self.enemy), self)

    def told(self) -> str:
        return f"{self.hero} was an Enemy all along: {self.enemy} from now on.{item_told(self)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """One Enemy that an event brings."""

    token: str
    place: str
    attached: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnemiesArrived:
    """PI-E-8, PI-E-9: more Enemies."""

    clause: ClassVar[str] = "PI-E-8"

    arrivals: tuple[Arrival, ...]
    dealt: int
    """How many of them were dealt to the sides of the board."""

    def after(self, state: State) -> State:
        for each in self.arrivals:
            token = Token(id=each.token, form=Form.ENEMY, place=each.place, attached=each.attached)
            state = joined(state, token)
        return replace(state, dealt=state.dealt + self.dealt)

    def told(self) -> str:
        told = []
        for each in self.arrivals:
            outside = f", outside {each.attached}" if is_zone(each.place) else ""
            told.append(f"{each.token} appears {within(each.place)}{outside}.")
        return " ".join(told)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichToken(ChoiceQuestion):
    """On which of several tokens an event falls."""

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        self.fall(draft, draft.token(choice))

    @classmethod
    def fall(cls, draft: Draft, token: Token) -> None:
        """What the event does to the token."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichTurns(WhichToken):
    """Which Hero turns into an Enemy."""

    @classmethod
    def fall(cls, draft: Draft, token: Token) -> None:
        """PI-E-1: it was one all along."""
        lost, open_again = with_holder(draft.state, token)
        name = draft.new_names(Side.ENEMIES)[0]
        draft.emit(TokenTurned(hero=token.id, enemy=name, item_lost=lost, vault_open=open_again))


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichIsLost(WhichToken):
    """Which token is taken off the board."""

    @classmethod
    def fall(cls, draft: Draft, token: Token) -> None:
        """PI-E-6, PI-E-7."""
        lost, open_again = with_holder(draft.state, token)
        why = draft.state.happening
        event = Removed(tokens=(token.id,), why=why, item_lost=lost, vault_open=open_again)
        draft.emit(event, clause="PI-E-6" if token.side is Side.HEROES else "PI-E-7")


def happen(draft: Draft, *, why: str, clause: str, chosen: Row | None = None) -> None:
    """PI-EVT-03, PI-EVT-04: the row of slot 4, at once; or a further event, with a chosen row."""
    row = chosen or draft.state.event_row
    number, own = row.number, chosen is None
    effect = EFFECTS.get(row.effect)
    says = "" if effect in {None, _terror} else row.says  # What follows says the same.
    event = EventHappened(number=number, name=row.name, says=says, why=why, compulsory=own)
    draft.emit(event, clause=clause)
    if effect is not None:
        effect(draft)
        return
    says = f"{ended(row.says)} Apply it by hand, set what it changes, and say so."
    draft.ask(ByHand(effect=row.effect), clause="PI-EVT-07", says=says)


def places(state: State) -> tuple[str, ...]:
    """The event's room, then its surroundings ring by ring; at last the outside, from the north."""
    rings = state.map.rings(state.event_room)
    cut_off = tuple(name for name in state.map.names if name not in rings)
    return (*rings, *cut_off, *ZONES)


def found_tokens(draft: Draft, side: Side) -> tuple[Token, ...]:
    """The tokens of the first place that has any, the one nearest to its middle first."""
    for place in places(draft.state):
        here = draft.state.at(place, side)
        if here:
            return tuple(sorted(here, key=lambda token: _from_middle(draft, token)))
    return ()


def _from_middle(draft: Draft, token: Token) -> float:
    """Inches, where the camera sees it; nobody is nearer where it does not."""
    if token.place in ZONES:
        return 0.0
    found = on_sheet(draft.snapshot, token.id)
    if isinstance(found, str):
        return 0.0
    x, y = draft.state.map.centre(token.place)
    # To a tenth of an inch: a tremble of the camera decides about nobody.
    return round(math.dist(found.spot, (x, y)), 1)


def _fall(draft: Draft, *, side: Side, clause: str, which: type[WhichToken]) -> None:
    """An event falls on one token of a side: the first, or whichever the players name."""
    here = found_tokens(draft, side)
    if not here:
        nothing(draft, f"None of the {side} is on the board", clause=clause)
    elif len(here) > 1 and draft.state.options.choice("event_pick") == "player":
        names = tuple(token.id for token in here)
        says = f"Which of the {side} in {here[0].place}?"
        draft.ask(which(choices=names), clause="PI-EVT-06", says=says)
    else:
        which.fall(draft, here[0])


def in_order(state: State) -> Iterator[Wall]:
    """Every wall once: those of the event's room clockwise from north, then those around it."""
    told: set[str] = set()
    for place in places(state):
        for wall in state.map.walls_of(place):
            if wall.id not in told:
                told.add(wall.id)
                yield wall


def _thin(draft: Draft) -> None:
    walls = tuple(in_order(draft.state))
    double = (wall for wall in walls if wall.state is WallState.DOUBLE)
    sealed = (wall for wall in walls if wall.state is WallState.SINGLE and wall.sealed)
    wall = next(double, None) or next(sealed, None)
    if draft.state.options.choice("paper_thin") == "any_barrier":
        wall = next((wall for wall in walls if wall.state is not WallState.OPENING), None)
    if wall is None:
        nothing(draft, "No line was added that could wear away", clause="PI-E-2")
        return
    change(draft, wall, by=-1, work=Work.THIN, clause="PI-E-2")


def _koolaid(draft: Draft) -> None:
    state = draft.state
    room = next((p for p in places(state) if p not in ZONES and state.at(p, Side.HEROES)), None)
    holds = state.options.choice("outer_walls") == "indestructible"
    walls = () if room is None else state.map.walls_of(room)
    fitting = (
        wall
        for wall in walls
        if wall.state is not WallState.OPENING and not (holds and is_outer(wall))
    )
    wall = next(fitting, None)
    if wall is None:
        nothing(draft, "No room with a Hero has a wall left to break through", clause="PI-E-3")
        return
    step = state.options.choice("koolaid_depth") == "one_step"
    lines = 1 if step else wall.state.lines
    change(draft, wall, by=-lines, work=Work.KOOLAID, clause="PI-E-3")


def _terror(draft: Draft) -> None:
    draft.emit(SkipSet(side=Side.HEROES))


def _reinforce(draft: Draft, *, count: int, clause: str) -> None:
    state, how = draft.state, draft.state.options.choice("reinforce_at")
    names = draft.new_names(Side.ENEMIES, count)
    if how == "outside":
        # One by one: the room of each depends on who is there already.
        for name in names:
            zone = next_zone(draft.state)
            room = usual_room(draft.state, zone)
            arrival = Arrival(token=name, place=zone, attached=room)
            draft.emit(EnemiesArrived(arrivals=(arrival,), dealt=1), clause=clause)
        return
    rooms = state.map.rings(state.event_room)
    arrivals = tuple(
        Arrival(token=name, place=rooms[0] if how == "event_room" else rooms[place % len(rooms)])
        for place, name in enumerate(names)
    )
    draft.emit(EnemiesArrived(arrivals=arrivals, dealt=0), clause=clause)


EFFECTS: Final[MappingProxyType[str, Callable[[Draft], None]]] = MappingProxyType(
    {
        "sleeper_awakens": partial(_fall, side=Side.HEROES, clause="PI-E-1", which=WhichTurns),
        "paper_thin": _thin,
        "koolaid_man": _koolaid,
        "secret_passage": open_passage,
        "terror_stricken": _terror,
        "its_a_trap": partial(_fall, side=Side.HEROES, clause="PI-E-6", which=WhichIsLost),
        "freak_accident": partial(_fall, side=Side.ENEMIES, clause="PI-E-7", which=WhichIsLost),
        "bad": partial(_reinforce, count=2, clause="PI-E-8"),
        "worse": partial(_reinforce, count=4, clause="PI-E-9"),
    }
)
"""What the referee does itself; any other effect is applied by the players."""
