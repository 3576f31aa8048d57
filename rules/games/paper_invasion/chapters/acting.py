"""Moves and Actions of both sides (PI-MOV, PI-HERO, PI-EN)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from rules.games.paper_invasion import ways
from rules.games.paper_invasion.board import across, called, called_wall
from rules.games.paper_invasion.chapters.consequences import (
    acted,
    change,
    item_told,
    turned,
    without_item,
)
from rules.games.paper_invasion.chapters.placing import seen_place
from rules.games.paper_invasion.chapters.turns import begin_token
from rules.games.paper_invasion.draft import Draft, Trial, next_mover, pick
from rules.games.paper_invasion.outlines import is_zone
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import EnemyControl, Form, Side, Wall, Work
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import ended, listed


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenMoved:
    """A token went to another place."""

    KIND: ClassVar[str] = "moved"
    clause: ClassVar[str] = "PI-MOV-01"

    token: str
    start: str
    to: str
    wall: str
    """The wall that it went through; nothing from one zone outside to the next."""
    free: bool = False
    """Whether the item gave it."""

    def after(self, state: State) -> State:
        token = state.tokens[self.token]
        attached = ""
        if is_zone(self.to):
            attached = token.place if not is_zone(token.place) else _first_room(state, self.to)
        moved = token.moved or not self.free
        gone = replace(token, place=self.to, attached=attached, moved=moved, could_move=True)
        return state.with_token(gone)

    def told(self) -> str:
        through = f" through {called_wall(self.wall)}" if "#" in self.wall else ""
        more = ", one room further" if self.free else ""
        return f"{self.token} goes from {called(self.start)} to {called(self.to)}{through}{more}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Killed:
    """A Hero killed Enemies in its room."""

    clause: ClassVar[str] = "PI-HERO-01"

    token: str
    enemies: tuple[str, ...]

    def after(self, state: State) -> State:
        return acted(state.without(*self.enemies), self.token)

    def told(self) -> str:
        return f"{self.token} kills {listed(self.enemies)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Looted:
    """A Hero opened the vault and holds what was in it."""

    clause: ClassVar[str] = "PI-HERO-04"

    token: str
    name: str
    says: str

    def after(self, state: State) -> State:
        token = replace(state.tokens[self.token], form=Form.HOLDING, looted=state.turn, acted=True)
        return replace(state.with_token(token), looted=True, item_spent=False)

    def told(self) -> str:
        return f"{self.token} opens the vault and shows P. {self.name}: {ended(self.says)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grabbed:
    """A Hero is an Enemy now."""

    clause: ClassVar[str] = "PI-EN-02"

    token: str
    hero: str
    enemy: str
    """The name that it goes by from now on."""
    item_lost: bool = False
    vault_open: bool = False
    """PI-AMB-12: the vault can be looted again."""

    def after(self, state: State) -> State:
        state = acted(turned(state, self.hero, enemy=self.enemy), self.token)
        return without_item(state, self)

    def told(self) -> str:
        lost = item_told(self)
        return f"{self.token} grabs {self.hero}, who is the Enemy {self.enemy} from now on.{lost}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GrabFailed:
    """PI-V-7: a Grab came to nothing, and the Action is spent."""

    clause: ClassVar[str] = "PI-V-7"

    token: str
    hero: str

    def after(self, state: State) -> State:
        return acted(state, self.token)

    def told(self) -> str:
        return f"{self.token} grabs at {self.hero} and fails; the Action is spent."


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveToken:
    """A token goes to a place next to its own, or to where the camera sees it."""

    KIND: ClassVar[str] = "move"
    token: str
    to: str = ""

    def ruled(self, draft: Draft) -> None:
        token = draft.acting(self.token)
        draft.keep_to(*ways.no_move(draft.state, token))
        to = self.to or seen_place(draft, self.token)
        draft.keep_to(*ways.no_step(draft.state, token, to=to))
        begin_token(draft, token)
        move(draft, token, to=to)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kill:
    """A Hero kills two Enemies in its room; with none named, the first that are there."""

    token: str
    enemies: tuple[str, ...] = ()

    def ruled(self, draft: Draft) -> None:
        token = _actor(draft, self.token, side=Side.HEROES)
        draft.keep_to(*ways.no_kill(draft.state, token))
        here = tuple(each.id for each in draft.state.at(token.place, Side.ENEMIES))
        count = min(ways.KILLS, len(here))
        killed = self.enemies or here[:count]
        draft.known_enemies(killed, clause="PI-HERO-01")
        if len(killed) != count or not set(killed) <= set(here):
            said = f"A Kill takes {count} of {', '.join(here)} in {token.place}."
            draft.unless_waived("PI-HERO-01", said)
        begin_token(draft, token)
        draft.emit(Killed(token=token.id, enemies=tuple(killed)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """A Hero adds a line to a wall of its room."""

    token: str
    wall: str

    def ruled(self, draft: Draft) -> None:
        token = _actor(draft, self.token, side=Side.HEROES)
        wall = draft.wall(self.wall)
        draft.keep_to(*ways.no_seal(draft.state, token, wall=wall))
        begin_token(draft, token)
        change(draft, wall, by=1, work=Work.SEAL, clause="PI-HERO-02", token=token.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Smash:
    """A Hero or an Enemy takes a line off a wall of its place."""

    token: str
    wall: str

    def ruled(self, draft: Draft) -> None:
        token = _actor(draft, self.token)
        wall = draft.wall(self.wall)
        unfit = ways.no_hero_smash if token.side is Side.HEROES else ways.no_enemy_smash
        draft.keep_to(*unfit(draft.state, token, wall=wall))
        begin_token(draft, token)
        smash(draft, token, wall=wall)


@dataclass(frozen=True, slots=True, kw_only=True)
class Loot:
    """A Hero opens the vault in its room."""

    token: str

    def ruled(self, draft: Draft) -> None:
        token = _actor(draft, self.token, side=Side.HEROES)
        draft.keep_to(*ways.no_loot(draft.state, token))
        begin_token(draft, token)
        row = draft.state.vault_row
        draft.emit(Looted(token=token.id, name=row.name, says=row.says))


@dataclass(frozen=True, slots=True, kw_only=True)
class Grab:
    """An Enemy turns a Hero in its room into an Enemy."""

    token: str
    hero: str

    def ruled(self, draft: Draft) -> None:
        token = _actor(draft, self.token, side=Side.ENEMIES)
        hero = draft.token(self.hero)
        draft.keep_to(*ways.no_grab(token, hero))
        begin_token(draft, token)
        grab(draft, token, hero=hero)


def _first_room(state: State, zone: str) -> str:
    walls = state.map.walls_of(zone)
    return walls[0].one if walls else ""


def _actor(draft: Draft, name: str, *, side: Side | None = None) -> Token:
    """A token that may make an Action now."""
    token = draft.acting(name, side)
    draft.keep_to(*ways.no_action(draft.state, token))
    return token


def move(draft: Draft, token: Token, *, to: str, free: bool = False) -> None:
    """A token goes one place on."""
    shared = (wall.id for wall in draft.state.map.between(token.place, to))
    ways_there = (wall for place, wall in ways.steps(draft.state, token) if place == to)
    wall = next(ways_there, None) or next(shared, "")
    clause = "PI-MOV-01" if token.side is Side.HEROES else "PI-MOV-03"
    event = TokenMoved(token=token.id, start=token.place, to=to, wall=wall, free=free)
    draft.emit(event, clause="PI-V-3" if free else clause)


def smash(draft: Draft, token: Token, *, wall: Wall) -> None:
    """PI-WALL-05: one line goes."""
    clause = "PI-HERO-03" if token.side is Side.HEROES else "PI-EN-01"
    change(draft, wall, by=-1, work=Work.SMASH, clause=clause, token=token.id)


def grab(draft: Draft, token: Token, *, hero: Token) -> None:
    """PI-EN-02, unless the Dodger makes it fail."""
    if draft.state.dodging in {"all", hero.id}:
        draft.emit(GrabFailed(token=token.id, hero=hero.id))
        return
    lost, open_again = ways.with_holder(draft.state, hero)
    event = Grabbed(
        token=token.id,
        hero=hero.id,
        enemy=draft.new_names(Side.ENEMIES)[0],
        item_lost=lost,
        vault_open=open_again,
    )
    draft.emit(event, clause="PI-EN-03" if hero.form is Form.HOLDING else "PI-EN-02")


def action_offers(trial: Trial) -> Iterator[Template]:
    """Every Move and Action of every token that may begin now."""
    for token in _ready(trial):
        yield from _offers_of(trial.state, token)


def _ready(trial: Trial) -> tuple[Token, ...]:
    """The tokens that this seat may act with: the one that is on first, alone while it owes."""
    state = trial.state
    waiting = [token for token in state.of(state.side) if not token.done]
    if state.side is Side.HEROES:
        waiting = [token for token in waiting if token.owner in {"", trial.seat}]
    if state.active and not state.options.flag("interleave"):
        active = state.tokens[state.active]
        mine = [token for token in waiting if token.id == state.active]
        if ways.duty(state, active) is not None:
            return tuple(mine)
        waiting = [*mine, *(token for token in waiting if token.id != state.active)]
    if state.side is Side.ENEMIES and state.control is EnemyControl.ALTERNATING:
        on = next_mover(state)
        waiting = [t for t in waiting if t.id == state.active or trial.seat == on]
    return tuple(waiting)


def _offers_of(state: State, token: Token) -> Iterator[Template]:
    yield from _move(state, token)
    if not any(ways.no_action(state, token)):
        if token.side is Side.HEROES:
            yield from _hero(state, token)
        else:
            yield from _enemy(state, token)
    if ways.duty(state, token) is None:
        says = f"{token.id} is done for this turn."
        yield Template(command="finish", says=says, fixed={"token": token.id})


def _move(state: State, token: Token) -> Iterator[Template]:
    if any(ways.no_move(state, token)):
        return
    allowed = tuple(dict.fromkeys(place for place, _ in ways.steps(state, token)))
    if not allowed:
        return
    beside = dict.fromkeys(across(wall, token.place) for wall in state.map.walls_of(token.place))
    others = (place for place in beside if place not in allowed)
    greyed = {place: next(ways.no_step(state, token, to=place)).reason for place in others}
    hole = Hole(name="to", kind="choice", allowed=allowed, greyed=MappingProxyType(greyed))
    says = f"{token.id} goes from {called(token.place)} to another place."
    yield Template(command="move", says=says, fixed={"token": token.id}, holes=(hole,))


def _hero(state: State, token: Token) -> Iterator[Template]:
    fixed = {"token": token.id}
    if not any(ways.no_kill(state, token)):
        here = tuple(each.id for each in state.at(token.place, Side.ENEMIES))
        many = len(here) > ways.KILLS
        hole = Hole(name="enemies", kind="units", allowed=here, count=ways.KILLS)
        says = f"{token.id} kills {'two Enemies' if len(here) > 1 else here[0]} in {token.place}."
        yield Template(command="kill", says=says, fixed=fixed, holes=(hole,) if many else ())
    if not any(ways.no_loot(state, token)):
        says = f"{token.id} opens the vault in {token.place}."
        yield Template(command="loot", says=says, fixed=fixed)
    if seals := ways.fitting(state, token, unfit=ways.no_seal):
        says = f"{token.id} adds a line to a wall of {called(token.place)}."
        yield Template(command="seal", says=says, fixed=fixed, holes=pick("wall", seals))
    yield from _smash(state, token, unfit=ways.no_hero_smash)


def _smash(state: State, token: Token, *, unfit: Callable[..., ways.Bars]) -> Iterator[Template]:
    if walls := ways.fitting(state, token, unfit=unfit):
        says = f"{token.id} takes a line off a wall of {called(token.place)}."
        fixed = {"token": token.id}
        yield Template(command="smash", says=says, fixed=fixed, holes=pick("wall", walls))


def _enemy(state: State, token: Token) -> Iterator[Template]:
    if here := tuple(hero.id for hero in state.at(token.place, Side.HEROES)):
        says, fixed = f"{token.id} grabs a Hero in {token.place}.", {"token": token.id}
        yield Template(
            command="grab", says=says, fixed=fixed, holes=pick("hero", here, kind="unit")
        )
    yield from _smash(state, token, unfit=ways.no_enemy_smash)
