"""Knows what events of the event table, answers, and changes by hand bring about."""

from dataclasses import replace

from rules.games.paper_invasion.board import rooms_on
from rules.games.paper_invasion.change.action import turned
from rules.games.paper_invasion.change.dispatch import added, change, item_gone
from rules.games.paper_invasion.events import happening as happened
from rules.games.paper_invasion.outlines import is_zone
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Form, Side


@change.register
def _happened(event: happened.EventHappened, state: State) -> State:
    del event
    return replace(state, due="", may_repeat=False, events=state.events + 1)


@change.register
def _asked(event: happened.Asked, state: State) -> State:
    return replace(state, ask=event.ask, asked=event.ask.id)


@change.register
def _answered(event: happened.Answered, state: State) -> State:
    del event
    return replace(state, ask=None)


@change.register
def _turned(event: happened.TokenTurned, state: State) -> State:
    state = turned(state, event.hero, enemy=event.enemy)
    return item_gone(state, lost=event.item_lost, vault_open=event.vault_open)


@change.register
def _room_added(event: happened.RoomAdded, state: State) -> State:
    """An Enemy whose room has no wall on its side any more stands outside of the nearest one."""
    state = replace(state, board=event.board)
    for token in tuple(state.tokens.values()):
        if is_zone(token.place) and token.attached not in rooms_on(event.board, token.place):
            rooms = rooms_on(event.board, token.place) or (event.room,)
            state = state.with_token(replace(token, attached=rooms[0]))
    return state


@change.register
def _arrived(event: happened.EnemiesArrived, state: State) -> State:
    for each in event.arrivals:
        token = Token(
            id=each.token, form=Form.ENEMY, place=each.place, attached=each.attached, moved=True,
            acted=True, done=True,
        )  # fmt: skip
        state = added(state, token)
    return replace(state, dealt=state.dealt + event.dealt)


@change.register
def _nothing(event: happened.NothingHappened, state: State) -> State:
    del event
    return state


@change.register
def _tokens_set(event: happened.TokensSet, state: State) -> State:
    active = "" if state.active in event.gone else state.active
    state = replace(state.without(*event.gone), active=active)
    form = Form.HERO if event.side is Side.HEROES else Form.ENEMY
    rooms = rooms_on(state.map, event.place) if is_zone(event.place) else ()
    for name in event.come:
        token = Token(
            id=name, form=form, place=event.place, attached=rooms[0] if rooms else "", moved=True,
            acted=True, done=True,
        )  # fmt: skip
        state = added(state, token)
    return state


@change.register
def _token_put(event: happened.TokenPut, state: State) -> State:
    token = state.tokens[event.token]
    rooms = rooms_on(state.map, event.place) if is_zone(event.place) else ()
    attached = rooms[0] if rooms else ""
    return state.with_token(replace(token, place=event.place, attached=attached))
