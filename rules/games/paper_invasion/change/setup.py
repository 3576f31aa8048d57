"""Knows what the events before the first turn change."""

from dataclasses import replace

from rules.games.paper_invasion.change.dispatch import added, change
from rules.games.paper_invasion.events import setup as happened
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Form, Phase, TableName


@change.register
def _theme(event: happened.ThemeChosen, state: State) -> State:
    return replace(
        state, theme=event.theme, mode=event.mode, hero_name=event.hero_name,
        enemy_name=event.enemy_name, phase=Phase.WORD,
    )  # fmt: skip


@change.register
def _remembered(event: happened.WordsRemembered, state: State) -> State:
    fresh = [(event.player, word) for word in event.words]
    return replace(state, used=tuple(dict.fromkeys((*state.used, *fresh))))


@change.register
def _table(event: happened.TableReplaced, state: State) -> State:
    if event.table is TableName.VAULT:
        return replace(state, vault_table=event.rows)
    return replace(state, event_table=event.rows)


@change.register
def _word(event: happened.WordTaken, state: State) -> State:
    return replace(
        state, word=event.word, player=event.player, slots=event.slots, phase=Phase.BOARD
    )


@change.register
def _dice(event: happened.DiceTaken, state: State) -> State:
    return replace(state, player=event.player, slots=event.slots, phase=Phase.BOARD)


@change.register
def _board(event: happened.BoardTaken, state: State) -> State:
    return replace(state, board=event.board, doubts=event.doubts)


@change.register
def _mended(event: happened.BoardMended, state: State) -> State:
    return replace(state, board=event.board, doubts=event.doubts)


@change.register
def _confirmed(event: happened.BoardConfirmed, state: State) -> State:
    del event
    return replace(state, phase=Phase.HEROES)


@change.register
def _heroes(event: happened.HeroesPlaced, state: State) -> State:
    for name in event.tokens:
        token = Token(id=name, form=Form.HERO, place=event.room, owner=event.owner)
        state = added(state, token)
    placed = len(state.heroes) >= state.numbers.heroes
    return replace(state, phase=Phase.ENEMIES if placed else Phase.HEROES)


@change.register
def _enemy(event: happened.EnemyPlaced, state: State) -> State:
    token = Token(id=event.token, form=Form.ENEMY, place=event.zone, attached=event.room)
    state = added(state, token)
    dealt = state.dealt + 1
    phase = Phase.MARKERS if dealt >= state.numbers.enemies else Phase.ENEMIES
    return replace(state, dealt=dealt, phase=phase)


@change.register
def _vault(event: happened.VaultPlaced, state: State) -> State:
    return replace(state, vault_room=event.room)


@change.register
def _event(event: happened.EventPlaced, state: State) -> State:
    return replace(state, event_room=event.room)


@change.register
def _control(event: happened.ControlSet, state: State) -> State:
    return replace(state, control=event.control)
