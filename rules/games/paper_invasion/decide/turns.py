"""Knows how turns follow one another and tokens within them (PI-TRN, PI-END)."""

from rules.games.paper_invasion.commands import EndTurn, Finish, GiveUp, TriggerEvent
from rules.games.paper_invasion.decide.dispatch import handle
from rules.games.paper_invasion.decide.draft import Draft
from rules.games.paper_invasion.decide.happening import happen
from rules.games.paper_invasion.events.turn import (
    GameEnded,
    GaveUp,
    TokenBegan,
    TokenFinished,
    TurnBegan,
    TurnEnded,
    TurnSkipped,
)
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Mode, Side
from rules.games.paper_invasion.ways import duties, duty
from rules.referee.toolkit.phrases import ended


def begin_token(draft: Draft, token: Token) -> None:
    """PI-TRN-02: the one before is finished first, and has nothing left that it must do."""
    state = draft.state
    if state.active == token.id:
        return
    if state.active:
        before = state.tokens[state.active]
        owed = duty(state, before)
        if owed is not None:
            draft.refuse("PI-TRN-02", f"{before.id} is finished first. {ended(owed[1])}")
        draft.emit(TokenFinished(token=before.id), clause="PI-TRN-02")
    draft.emit(TokenBegan(token=token.id), clause="PI-TRN-02")


@handle.register
def _finish(body: Finish, draft: Draft) -> None:
    token = draft.acting(body.token)
    owed = duty(draft.state, token)
    if owed is not None:
        draft.refuse(*owed)
    begin_token(draft, token)
    draft.emit(TokenFinished(token=token.id), clause="PI-TRN-02")


@handle.register
def _end(body: EndTurn, draft: Draft) -> None:
    del body
    side = draft.require_turn()
    owed = duties(draft.state)
    if owed:
        told = " ".join(ended(each[1]) for each in owed[:2])
        more = f" And {len(owed) - 2} more." if len(owed) > 2 else ""
        draft.refuse(owed[0][0], f"{told}{more}")
    draft.emit(TurnEnded(side=side), clause="PI-TRN-01")


@handle.register
def _trigger(body: TriggerEvent, draft: Draft) -> None:
    """PI-EVT-05: one event is compulsory; further ones are for the players to choose."""
    del body
    draft.require_turn()
    draft.require_heroes()
    allowed, state = draft.state.options.choice("extra_events"), draft.state
    if no_extra := why_no_extra(state):
        draft.refuse("PI-EVT-05", no_extra)
    why = "the players want it" if allowed == "any_time" else "it was triggered again"
    happen(draft, why=why, clause="PI-EVT-05", compulsory=False)


def why_no_extra(state: State) -> str | None:
    """Why the players cannot have another event now."""
    allowed = state.options.choice("extra_events")
    if allowed == "none":
        return "It was agreed that there are no further events."
    if state.events == 0:
        return "The event of this game has not come yet; it comes by itself."
    if allowed == "on_trigger" and not state.may_repeat:
        return "Another event may be had in the turn in which it is triggered again."
    return None


def next_turn(draft: Draft) -> None:
    """PI-TRN-08: the other side's turn, unless it misses it."""
    state = draft.state
    side = state.side.other
    skips = state.heroes_skip if side is Side.HEROES else state.enemies_skip
    if skips:
        draft.emit(TurnSkipped(side=side, turn=state.turn + 1), clause="PI-TRN-08")
    else:
        draft.emit(TurnBegan(side=side, turn=state.turn + 1), clause="PI-TRN-01")


def first_turn(draft: Draft) -> None:
    """PI-SET-09."""
    draft.emit(TurnBegan(side=draft.state.numbers.first, turn=1), clause="PI-SET-09")


def end_if_over(draft: Draft) -> bool:
    """PI-END: whether one side has nobody left, or one player is the last."""
    state = draft.state
    if state.outcome is not None:
        return True
    if not state.in_play:
        return False
    if not state.heroes:
        _over(draft, winner=Side.ENEMIES, clause="PI-END-02", how="No Hero is left.")
    elif not state.enemies:
        how = f"No Enemy is left, and {_heroes(len(state.heroes))} alive."
        _over(draft, winner=_winners(state), clause="PI-END-01", how=how)
    elif survivor := _last_survivor(state):
        how = f"Only {survivor} has a Hero left."
        _over(draft, winner=survivor, clause="PI-END-01", how=how)
    return draft.state.outcome is not None


def _heroes(count: int) -> str:
    return "1 Hero is" if count == 1 else f"{count} Heroes are"


def _winners(state: State) -> str:
    """PI-AMB-23: all Heroes' players, or those of them who have one left."""
    shared = state.mode is not Mode.CUT_THROAT or state.options.choice("mode") == "no_attacks"
    if shared:
        return Side.HEROES
    return " and ".join(dict.fromkeys(token.owner for token in state.heroes))


def _last_survivor(state: State) -> str:
    if state.mode is not Mode.CUT_THROAT or state.options.choice("mode") != "last_survivor":
        return ""
    owners = tuple(dict.fromkeys(token.owner for token in state.heroes))
    began = min(state.numbers.heroes, len(state.seats_of(Side.HEROES)))
    return owners[0] if len(owners) == 1 and began > 1 else ""


def _over(draft: Draft, *, winner: str, clause: str, how: str) -> None:
    state = draft.state
    event = GameEnded(winner=winner, clause=clause, how=how, word=state.word, player=state.player)
    draft.emit(event, clause=clause)


@handle.register
def _give_up(body: GiveUp, draft: Draft) -> None:
    """Whoever plays both sides gives the Heroes up."""
    del body
    author = draft.command.author
    side = Side.HEROES if author in draft.state.seats_of(Side.HEROES) else Side.ENEMIES
    draft.emit(GaveUp(side=side), clause="PI-END-02")
    clause = "PI-END-02" if side is Side.HEROES else "PI-END-01"
    _over(draft, winner=side.other, clause=clause, how=f"The {side} give up.")
