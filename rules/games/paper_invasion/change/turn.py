"""Knows what the events of turns change, but for Moves and Actions."""

from dataclasses import replace

from rules.games.paper_invasion.change.dispatch import change, triggered
from rules.games.paper_invasion.events import turn as happened
from rules.games.paper_invasion.state import Outcome, State
from rules.games.paper_invasion.vocabulary import Phase, Side


@change.register
def _turn_began(event: happened.TurnBegan, state: State) -> State:
    phase = Phase.HERO_TURN if event.side is Side.HEROES else Phase.ENEMY_TURN
    tokens = {
        name: replace(token, moved=False, acted=False, done=False, could_move=False)
        if token.side is event.side
        else token
        for name, token in state.tokens.items()
    }
    first = not state.in_play
    state = replace(
        state, phase=phase, turn=event.turn, tokens=tokens, active="", ending=False,
        may_repeat=False,
    )  # fmt: skip
    few = first and 0 < len(state.enemies) <= 2
    if few and state.options.choice("trigger_a") == "at_set_up":
        state = triggered(state, "PI-EVT-01")
    return state


@change.register
def _turn_skipped(event: happened.TurnSkipped, state: State) -> State:
    """PI-TRN-08. Nobody could have moved in a turn that was none, so it brings no event."""
    phase = Phase.HERO_TURN if event.side is Side.HEROES else Phase.ENEMY_TURN
    state = replace(state, phase=phase, turn=event.turn, active="", ending=True)
    if event.side is Side.HEROES:
        return replace(state, heroes_skip=state.heroes_skip - 1)
    return replace(state, enemies_skip=state.enemies_skip - 1)


@change.register
def _token_began(event: happened.TokenBegan, state: State) -> State:
    """PI-AMB-16: each Enemy that begins passes the right to move the next one on."""
    count = state.activated + (state.phase is Phase.ENEMY_TURN)
    return replace(state, active=event.token, activated=count)


@change.register
def _token_finished(event: happened.TokenFinished, state: State) -> State:
    token = state.tokens[event.token]
    active = "" if state.active == event.token else state.active
    return replace(state.with_token(replace(token, done=True)), active=active)


@change.register
def _turn_ended(event: happened.TurnEnded, state: State) -> State:
    state = replace(state, active="", ending=True)
    if event.side is Side.HEROES:
        return state
    state = replace(state, dodging="")
    could = [token.could_move for token in state.enemies if not _new(state, token.id)]
    needs_all = state.options.choice("trigger_b") == "none_could"
    stuck = not any(could) if needs_all else not all(could)
    return triggered(state, "PI-EVT-02") if could and stuck else state


def _new(state: State, token: str) -> bool:
    """PI-TRN-07: whether it has come in this turn, in which it could not have moved."""
    found = state.tokens[token]
    return found.done and found.moved and found.acted and not found.could_move


@change.register
def _gave_up(event: happened.GaveUp, state: State) -> State:
    names = tuple(token.id for token in state.of(event.side))
    return state.without(*names)


@change.register
def _game_ended(event: happened.GameEnded, state: State) -> State:
    outcome = Outcome(winner=event.winner, clause=event.clause, says=event.how)
    used = state.used
    if event.word:
        used = tuple(dict.fromkeys((*used, (event.player, event.word))))
    return replace(state, outcome=outcome, phase=Phase.OVER, used=used, ask=None, due="")
