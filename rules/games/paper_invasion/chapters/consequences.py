"""What an event or an item brings: tokens lost or turned, turns missed, or nothing at all."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_invasion.draft import Draft
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Form, Side
from rules.referee.toolkit.phrases import listed, verb


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """Tokens are taken off the board."""

    clause: ClassVar[str] = "PI-E-6"

    tokens: tuple[str, ...]
    why: str
    item_lost: bool = False
    vault_open: bool = False

    def after(self, state: State) -> State:
        active = "" if state.active in self.tokens else state.active
        state = replace(state.without(*self.tokens), active=active)
        return item_gone(state, lost=self.item_lost, vault_open=self.vault_open)

    def told(self) -> str:
        lost = " The item is gone." if self.item_lost else ""
        lost = " The vault can be looted again." if self.vault_open else lost
        gone = f"{listed(self.tokens)} {verb(self.tokens, 'leave')} the board"
        return f"{self.why}: {gone}.{lost}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipSet:
    """A side will miss its next turn."""

    clause: ClassVar[str] = "PI-E-5"

    side: Side

    def after(self, state: State) -> State:
        if self.side is Side.HEROES:
            return replace(state, heroes_skip=state.heroes_skip + 1)
        return replace(state, enemies_skip=state.enemies_skip + 1)

    def told(self) -> str:
        return f"The {self.side} will miss their next turn."


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingHappened:
    """The event finds nothing that it could change."""

    clause: ClassVar[str] = "PI-EVT-04"

    why: str

    def after(self, state: State) -> State:
        del self
        return state

    def told(self) -> str:
        return f"{self.why}: nothing happens."


def added(state: State, token: Token) -> State:
    """The state with one token more, whose name nobody else gets."""
    names = tuple(dict.fromkeys((*state.names, token.id)))
    return replace(state.with_token(token), names=names)


def item_gone(state: State, *, lost: bool, vault_open: bool) -> State:
    """PI-AMB-12: what becomes of the item with its holder."""
    if vault_open:
        return replace(state, looted=False)
    return replace(state, item_spent=True) if lost else state


def acted(state: State, token: str) -> State:
    """The state in which a token has had its Action."""
    return state.with_token(replace(state.tokens[token], acted=True))


def turned(state: State, hero: str, *, enemy: str) -> State:
    """A Hero is an Enemy from now on, and acts from its side's next turn (PI-TRN-07)."""
    lost = state.tokens[hero]
    token = Token(
        id=enemy,
        form=Form.ENEMY,
        place=lost.place,
        attached=lost.attached,
        moved=True,
        acted=True,
        done=True,
    )
    active = "" if state.active == hero else state.active
    state = replace(state.without(hero), active=active)
    return added(state, token)


def nothing(draft: Draft, why: str, *, clause: str) -> None:
    """The event finds nothing."""
    draft.emit(NothingHappened(why=why), clause=clause)
