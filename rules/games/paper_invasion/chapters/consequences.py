"""What actions, items and events bring: walls changed, tokens lost or turned, turns missed."""

from dataclasses import dataclass, field, replace
from typing import ClassVar, Protocol

from rules.games.paper_invasion.board import called_wall
from rules.games.paper_invasion.draft import Draft
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Form, Side, Wall, WallState, Work
from rules.referee.toolkit.phrases import listed, verb


class Costly(Protocol):
    """An event in which the vault item may go with its holder (PI-AMB-12)."""

    @property
    def item_lost(self) -> bool: ...

    @property
    def vault_open(self) -> bool: ...


def without_item(state: State, event: Costly) -> State:
    """The state in which the holder is gone."""
    if event.vault_open:
        return replace(state, looted=False)
    return replace(state, item_spent=True) if event.item_lost else state


def item_told(event: Costly) -> str:
    """What is said of the item at the end of a sentence."""
    if event.vault_open:
        return " The vault can be looted again."
    return " The item is gone." if event.item_lost else ""


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
        return without_item(state, self)

    def told(self) -> str:
        gone = f"{listed(self.tokens)} {verb(self.tokens, 'leave')} the board"
        return f"{self.why}: {gone}.{item_told(self)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipSet:
    """PI-E-5, PI-V-4: a side will miss its next turn."""

    clause: ClassVar[str] = "PI-E-5"

    side: Side

    def after(self, state: State) -> State:
        return state.skipping(self.side, more=1)

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


@dataclass(frozen=True, slots=True, kw_only=True)
class WallChanged:
    """A wall has another state."""

    clause: ClassVar[str] = "PI-HERO-02"

    wall: str
    before: WallState
    becomes: WallState = field(metadata={"wire": "after"})
    work: Work
    token: str = ""
    """Whose Action it was; nothing where no Action was spent."""

    def after(self, state: State) -> State:
        wall = state.map.wall(self.wall)
        assert wall is not None
        closes = self.work in CLOSING and self.before is WallState.OPENING
        sealed = self.becomes is not WallState.OPENING and (wall.sealed or closes)
        board = state.map.with_wall(replace(wall, state=self.becomes, sealed=sealed))
        doubts = tuple(each for each in state.doubts if each.subject != wall.id)
        state = replace(state, board=board, doubts=doubts)
        return acted(state, self.token) if self.token else state

    def told(self) -> str:
        wall = called_wall(self.wall)
        now = f"{wall} is {self.becomes.called} now"
        if self.work in {Work.SEAL, Work.SMASH}:
            done = "seals" if self.work is Work.SEAL else "smashes"
            return f"{self.token} {done} {wall}, now {self.becomes.called}."
        match self.work:
            case Work.AGREED:
                return f"Agreed: {now}."
            case Work.STRIP:
                return f"The strip counts: {now}."
        return f"{self.work}: {now}."


CLOSING = frozenset({Work.SEAL, Work.BUILDER, Work.FIXER})
"""PI-E-2: what makes an Opening a barrier that can wear away again."""


def change(draft: Draft, wall: Wall, *, by: int, work: Work, clause: str, token: str = "") -> None:
    """A wall gets so many lines more, or fewer with a number below 0."""
    event = WallChanged(
        wall=wall.id, before=wall.state, becomes=wall.state.stepped(by), work=work, token=token
    )
    draft.emit(event, clause=clause)


def added(state: State, token: Token) -> State:
    """The state with one token more, whose name nobody else gets."""
    names = tuple(dict.fromkeys((*state.names, token.id)))
    return replace(state.with_token(token), names=names)


def joined(state: State, token: Token) -> State:
    """PI-TRN-07: the same in the midst of a game: it acts from its side's next turn."""
    return added(state, replace(token, moved=True, acted=True, done=True))


def acted(state: State, token: str) -> State:
    """The state in which a token has had its Action."""
    return state.with_token(replace(state.tokens[token], acted=True))


def turned(state: State, hero: str, *, enemy: str) -> State:
    """A Hero is an Enemy from now on, and acts from its side's next turn (PI-TRN-07)."""
    lost = state.tokens[hero]
    active = "" if state.active == hero else state.active
    state = replace(state.without(hero), active=active)
    return joined(state, Token(id=enemy, form=Form.ENEMY, place=lost.place, attached=lost.attached))


def nothing(draft: Draft, why: str, *, clause: str) -> None:
    """The event finds nothing."""
    draft.emit(NothingHappened(why=why), clause=clause)
