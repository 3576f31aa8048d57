"""Knows what Moves, Actions and the vault item change."""

from dataclasses import replace

from rules.games.paper_invasion.change.dispatch import added, change, item_gone
from rules.games.paper_invasion.events import action as happened
from rules.games.paper_invasion.outlines import is_zone
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Form, Side, WallState, Work

CLOSING = frozenset({Work.SEAL, Work.BUILDER, Work.FIXER})
"""PI-E-2: what makes an Opening a barrier that can wear away again."""


@change.register
def _moved(event: happened.Moved, state: State) -> State:
    token = state.tokens[event.token]
    attached = ""
    if is_zone(event.to):
        attached = token.place if not is_zone(token.place) else _first_room(state, event.to)
    return state.with_token(
        replace(
            token, place=event.to, attached=attached, moved=token.moved or not event.free,
            could_move=True,
        )
    )  # fmt: skip


def _first_room(state: State, zone: str) -> str:
    walls = state.map.walls_of(zone)
    return walls[0].one if walls else ""


@change.register
def _wall_changed(event: happened.WallChanged, state: State) -> State:
    wall = state.map.wall(event.wall)
    assert wall is not None
    closes = event.work in CLOSING and event.before is WallState.OPENING
    sealed = event.after is not WallState.OPENING and (wall.sealed or closes)
    board = state.map.with_wall(replace(wall, state=event.after, sealed=sealed))
    doubts = tuple(each for each in state.doubts if each.subject != wall.id)
    state = replace(state, board=board, doubts=doubts)
    return _acted(state, event.token) if event.token else state


def _acted(state: State, token: str) -> State:
    return state.with_token(replace(state.tokens[token], acted=True))


@change.register
def _killed(event: happened.Killed, state: State) -> State:
    return _acted(state.without(*event.enemies), event.token)


@change.register
def _looted(event: happened.Looted, state: State) -> State:
    token = replace(state.tokens[event.token], form=Form.HOLDING, looted=state.turn, acted=True)
    return replace(state.with_token(token), looted=True, item_spent=False)


def turned(state: State, hero: str, *, enemy: str) -> State:
    """A Hero is an Enemy from now on, and acts from its side's next turn (PI-TRN-07)."""
    lost = state.tokens[hero]
    token = Token(
        id=enemy, form=Form.ENEMY, place=lost.place, attached=lost.attached, moved=True,
        acted=True, done=True,
    )  # fmt: skip
    active = "" if state.active == hero else state.active
    state = replace(state.without(hero), active=active)
    return added(state, token)


@change.register
def _grabbed(event: happened.Grabbed, state: State) -> State:
    state = _acted(turned(state, event.hero, enemy=event.enemy), event.token)
    return item_gone(state, lost=event.item_lost, vault_open=event.vault_open)


@change.register
def _grab_failed(event: happened.GrabFailed, state: State) -> State:
    return _acted(state, event.token)


@change.register
def _item_used(event: happened.ItemUsed, state: State) -> State:
    """PI-VAULT-02: the holder shows H again."""
    token = state.tokens[event.token]
    state = state.with_token(replace(token, form=Form.HERO, acted=token.acted or event.acts))
    return replace(state, item_spent=True)


@change.register
def _removed(event: happened.Removed, state: State) -> State:
    active = "" if state.active in event.tokens else state.active
    state = replace(state.without(*event.tokens), active=active)
    return item_gone(state, lost=event.item_lost, vault_open=event.vault_open)


@change.register
def _pushed(event: happened.Pushed, state: State) -> State:
    for name in event.tokens:
        token = state.tokens[name]
        state = state.with_token(replace(token, place=event.to, attached=""))
    return state


@change.register
def _joined(event: happened.HeroJoined, state: State) -> State:
    """PI-TRN-07: it waits for the next Hero turn."""
    token = Token(
        id=event.token, form=Form.HERO, place=event.room, owner=event.owner, moved=True,
        acted=True, done=True,
    )  # fmt: skip
    return added(state, token)


@change.register
def _skip_set(event: happened.SkipSet, state: State) -> State:
    if event.side is Side.HEROES:
        return replace(state, heroes_skip=state.heroes_skip + 1)
    return replace(state, enemies_skip=state.enemies_skip + 1)


@change.register
def _dodger_set(event: happened.DodgerSet, state: State) -> State:
    return replace(state, dodging=event.whom)
