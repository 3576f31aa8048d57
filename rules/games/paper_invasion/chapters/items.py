"""What is in the vault, and what using it brings (PI-VAULT, PI-V)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.paper_invasion.asks import ByHand
from rules.games.paper_invasion.board import the_wall
from rules.games.paper_invasion.chapters.acting import move
from rules.games.paper_invasion.chapters.consequences import Removed, SkipSet, change, joined
from rules.games.paper_invasion.chapters.turns import begin_token
from rules.games.paper_invasion.draft import Draft
from rules.games.paper_invasion.outlines import is_zone
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Form, Phase, Side, Wall, WallState, Work
from rules.games.paper_invasion.ways import Bar, Bars, no_action, no_step
from rules.referee.toolkit.phrases import ended, listed


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemUsed:
    """The vault item is used up."""

    clause: ClassVar[str] = "PI-VAULT-02"

    token: str
    name: str
    acts: bool = False
    """PI-AMB-11: it cost the Action."""

    def after(self, state: State) -> State:
        """PI-VAULT-02: the holder shows H again."""
        token = state.tokens[self.token]
        state = state.with_token(replace(token, form=Form.HERO, acted=token.acted or self.acts))
        return replace(state, item_spent=True)

    def told(self) -> str:
        cost = " as its Action" if self.acts else ""
        return f"{self.token} uses the {self.name}{cost} and shows H again."


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushed:
    """Enemies were driven into another room."""

    clause: ClassVar[str] = "PI-V-5"

    tokens: tuple[str, ...]
    start: str
    to: str

    def after(self, state: State) -> State:
        for name in self.tokens:
            token = state.tokens[name]
            state = state.with_token(replace(token, place=self.to, attached=""))
        return state

    def told(self) -> str:
        many = "is" if len(self.tokens) == 1 else "are"
        return f"{listed(self.tokens)} {many} driven from {self.start} to {self.to}."


@dataclass(frozen=True, slots=True, kw_only=True)
class HeroJoined:
    """PI-V-8: a new Hero is on the board."""

    clause: ClassVar[str] = "PI-V-8"

    token: str
    room: str
    owner: str = ""

    def after(self, state: State) -> State:
        token = Token(id=self.token, form=Form.HERO, place=self.room, owner=self.owner)
        return joined(state, token)

    def told(self) -> str:
        whose = f" of {self.owner}" if self.owner else ""
        return f"A new Hero{whose}, {self.token}, is in {self.room} and waits for the next turn."


@dataclass(frozen=True, slots=True, kw_only=True)
class DodgerSet:
    """Grabs will fail in the next Enemy turn."""

    clause: ClassVar[str] = "PI-V-7"

    whom: str
    """"all", or the one Hero who is safe."""

    def after(self, state: State) -> State:
        return replace(state, dodging=self.whom)

    def told(self) -> str:
        who = "a Hero" if self.whom == "all" else self.whom
        return f"In the next Enemy turn every Grab at {who} fails."


@dataclass(frozen=True, slots=True, kw_only=True)
class UseItem:
    """Whoever holds the vault item uses it; what has to be said depends on the item."""

    token: str
    room: str = ""
    """Mover, Survivor: where to. Flamer: the second room. Shover: the room that is emptied."""
    to: str = ""
    """Shover: where its Enemies go."""
    wall: str = ""
    """Builder, Fixer."""
    enemies: tuple[str, ...] = ()
    """Flamer, Sniper; Shover, where all that go are named."""

    def ruled(self, draft: Draft) -> None:
        token = _using(draft, self.token)
        row = draft.state.vault_row
        effect, heeded = EFFECTS.get(row.effect, (None, ()))
        given = {"room": self.room, "to": self.to, "wall": self.wall, "enemies": self.enemies}
        if idle := [name for name, value in given.items() if value and name not in heeded]:
            said = f"The {row.name} has no use for {listed(idle)}."
            draft.refuse("PI-VAULT-02", said)
        if effect is None:
            _spend(draft, token)
            says = f"{ended(row.says)} Apply it by hand, set what it changes, and say so."
            draft.ask(ByHand(effect=row.effect), clause="PI-VAULT-04", says=says)
            return
        effect(draft, self, token=token)


MOST_BURNT: Final = 3


def _using(draft: Draft, name: str) -> Token:
    """PI-VAULT-03: the holder, if the item may be used now."""
    state = draft.state
    draft.require_heroes(Phase.HERO_TURN, Phase.ENEMY_TURN)
    token = draft.token(name)
    draft.keep_to(*no_use(state, token))
    if token.owner and token.owner != draft.command.author:
        draft.refuse("PI-OBJ-01", f"{name} is {token.owner}'s Hero, not {draft.command.author}'s.")
    if state.options.choice("item_cost") == "action":
        draft.acting(name, Side.HEROES)
        draft.keep_to(*no_action(state, token))
        begin_token(draft, token)
    return draft.token(name)


def no_use(state: State, token: Token) -> Bars:
    """Why a token cannot use the vault item now, whatever the item is."""
    if token.form is not Form.HOLDING:
        yield Bar("PI-VAULT-02", f"{token.id} holds no item of the vault.", for_good=True)
    if state.phase is not Phase.HERO_TURN and state.options.choice("item_cost") != "any_time":
        yield Bar("PI-VAULT-03", "The item is used in the Heroes' turn.")
    if token.looted == state.turn and not state.options.flag("item_same_turn"):
        yield Bar("PI-VAULT-03", "The item is used from the next turn on.")


def _spend(draft: Draft, token: Token) -> None:
    acts = draft.state.options.choice("item_cost") == "action"
    draft.emit(ItemUsed(token=token.id, name=draft.state.vault_row.name, acts=acts))


def _flamer(draft: Draft, body: UseItem, *, token: Token) -> None:
    state, clause = draft.state, "PI-V-1"
    burnt = draft.known_enemies(body.enemies, clause=clause)
    elsewhere = list(dict.fromkeys(e.place for e in burnt if e.place != token.place))
    if body.room and body.room not in {*elsewhere, token.place}:
        elsewhere.append(draft.require_room(body.room))
    beside = [name for name in state.map.neighbours(token.place) if not is_zone(name)]
    far = [place for place in elsewhere if place not in beside]
    if far:
        said = f"The Flamer reaches {token.place} and one room next to it, not {far[0]}."
        draft.unless_waived(clause, said)
    if len(elsewhere) > 1:
        said = f"The Flamer reaches one room next to {token.place}, not {listed(elsewhere)}."
        draft.unless_waived(clause, said)
    if too_many(state, burnt):
        each = "in each room" if state.options.choice("flamer_total") == "three_each" else "in all"
        said = f"The Flamer takes up to {MOST_BURNT} Enemies {each}, not {len(burnt)}."
        draft.unless_waived(clause, said)
    _spend(draft, token)
    _take_off(draft, burnt, clause=clause)


def too_many(state: State, burnt: tuple[Token, ...]) -> bool:
    """PI-AMB-21: whether these are more than the Flamer takes."""
    if state.options.choice("flamer_total") == "three":
        return len(burnt) > MOST_BURNT
    places = [token.place for token in burnt]
    return any(places.count(place) > MOST_BURNT for place in places)


def _take_off(draft: Draft, tokens: tuple[Token, ...], *, clause: str) -> None:
    names = tuple(token.id for token in tokens)
    draft.emit(Removed(tokens=names, why=draft.state.vault_row.name), clause=clause)


def _builder(draft: Draft, body: UseItem, *, token: Token) -> None:
    wall = draft.wall(body.wall)
    if wall.state is WallState.DOUBLE:
        draft.refuse("PI-V-2", f"{the_wall(wall)} is double, and the Builder draws no third line.")
    _draw(draft, token, wall=wall, work=Work.BUILDER)


def _fixer(draft: Draft, body: UseItem, *, token: Token) -> None:
    wall = draft.wall(body.wall)
    if wall.state is not WallState.OPENING:
        said = f"{the_wall(wall)} is not an Opening; the Fixer closes only Openings."
        draft.keep_to(Bar("PI-V-9", said, for_good=wall.state is WallState.DOUBLE))
    _draw(draft, token, wall=wall, work=Work.FIXER)


def _draw(draft: Draft, token: Token, *, wall: Wall, work: Work) -> None:
    _spend(draft, token)
    clause = "PI-V-2" if work is Work.BUILDER else "PI-V-9"
    change(draft, wall, by=1, work=work, clause=clause)


def _mover(draft: Draft, body: UseItem, *, token: Token) -> None:
    draft.keep_to(*no_step(draft.state, token, to=body.room))
    _spend(draft, token)
    move(draft, draft.token(token.id), to=body.room, free=True)


def _shaker(draft: Draft, body: UseItem, *, token: Token) -> None:
    del body
    _spend(draft, token)
    draft.emit(SkipSet(side=Side.ENEMIES), clause="PI-V-4")


def _shover(draft: Draft, body: UseItem, *, token: Token) -> None:
    state = draft.state
    start, to = draft.require_room(body.room), draft.require_room(body.to)
    draft.keep_to(*no_shove(state, start, to=to))
    there = tuple(each.id for each in state.at(start, Side.ENEMIES))
    pushed = tuple(name for name in there if name in body.enemies or not body.enemies)
    if strangers := [name for name in body.enemies if name not in there]:
        draft.refuse("PI-V-5", f"{strangers[0]} is not an Enemy in {start}.")
    if pushed != there:
        said = f"The Shover drives out all Enemies in {start}: {listed(there)}, not just some."
        draft.unless_waived("PI-V-5", said)
    _spend(draft, token)
    draft.emit(Pushed(tokens=pushed, start=start, to=to))


def no_shove(state: State, start: str, *, to: str) -> Bars:
    """Why the Enemies of a room cannot be driven into another."""
    if not state.at(start, Side.ENEMIES):
        yield Bar("PI-V-5", f"There is no Enemy in {start} to drive out.", for_good=True)
    walls = state.map.between(start, to)
    needs = state.options.choice("shover_walls") == "openings_only"
    if not walls:
        yield Bar("PI-V-5", f"{to} is not next to {start}.")
    elif needs and all(wall.state is not WallState.OPENING for wall in walls):
        yield Bar("PI-V-5", f"There is no Opening between {start} and {to}.")


def _sniper(draft: Draft, body: UseItem, *, token: Token) -> None:
    shot = draft.known_enemies(body.enemies, clause="PI-V-6")
    if len(shot) > 1:
        draft.unless_waived("PI-V-6", f"The Sniper takes one Enemy, not {len(shot)}.")
    if is_zone(shot[0].place) and not draft.state.options.flag("sniper_outside"):
        said = f"{shot[0].id} is outside; the Sniper takes an Enemy in a room."
        draft.unless_waived("PI-V-6", said)
    _spend(draft, token)
    _take_off(draft, shot, clause="PI-V-6")


def _dodger(draft: Draft, body: UseItem, *, token: Token) -> None:
    del body
    _spend(draft, token)
    everybody = draft.state.options.choice("dodger_scope") == "all"
    draft.emit(DodgerSet(whom="all" if everybody else token.id))


def _survivor(draft: Draft, body: UseItem, *, token: Token) -> None:
    room = draft.require_room(body.room)
    _spend(draft, token)
    name = draft.new_names(Side.HEROES)[0]
    draft.emit(HeroJoined(token=name, room=room, owner=token.owner))


Effect = Callable[..., None]
EFFECTS: Final[Mapping[str, tuple[Effect, tuple[str, ...]]]] = MappingProxyType(
    {
        "flamer": (_flamer, ("room", "enemies")),
        "builder": (_builder, ("wall",)),
        "mover": (_mover, ("room",)),
        "shaker": (_shaker, ()),
        "shover": (_shover, ("room", "to", "enemies")),
        "sniper": (_sniper, ("enemies",)),
        "dodger": (_dodger, ()),
        "survivor": (_survivor, ("room",)),
        "fixer": (_fixer, ("wall",)),
    }
)
"""What the referee does itself, each with what has to be said for it."""
