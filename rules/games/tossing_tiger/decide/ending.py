"""Knows when a game is over, and who has won it (TT-END, TT-HI, TT-FT-09 and 10)."""

from typing import Final

from rules.games.tossing_tiger.commands import ShowHand
from rules.games.tossing_tiger.decide.dispatch import handle
from rules.games.tossing_tiger.decide.draft import Draft
from rules.games.tossing_tiger.events.ending import GameEnded, HandShown
from rules.games.tossing_tiger.events.setup import PhaseBegan
from rules.games.tossing_tiger.state import State
from rules.games.tossing_tiger.vocabulary import AskKind, Count, Phase, Purpose
from rules.referee.toolkit.phrases import counted, listed

FEW, FEW_TOGETHER = 1, 2
"""TT-END-01, TT-FT-10: a hand of so many cards or fewer ends the game."""
WAR_PILE_FULL: Final = 10
"""TT-FT-09."""


def is_over(state: State) -> bool:
    """TT-END-01, TT-FT-09, TT-FT-10: whether no further war is fought."""
    few = FEW_TOGETHER if state.together else FEW
    exhausted = any(state.owned(player.name) <= few for player in state.players)
    return exhausted or (state.together and state.war_pile >= WAR_PILE_FULL)


def conclude(draft: Draft) -> None:
    """The game is over: who has won, after hands were shown where they decide it."""
    state = draft.state
    if state.together:
        _teams(draft)
        return
    if state.options.flag("highscore"):
        _after_scan(draft, tuple(player.name for player in state.players))
        return
    leaders, most = _most(state)
    how = f"with {counted(most, 'card')} in hand"
    if len(leaders) > 1 and state.options.choice("end_tie") == "most_strengths":
        _after_scan(draft, leaders)
        return
    if len(leaders) > 1 and state.options.choice("end_tie") == "last_attacker":
        last = state.wars[-1].attacker if state.wars else ""
        if last in leaders:
            leaders, how = (last,), f"{how}, as the last attacker of those"
    _end(draft, leaders, how=how, clause="TT-END-02")


def _most(state: State) -> tuple[tuple[str, ...], int]:
    owned = {player.name: state.owned(player.name) for player in state.players}
    most = max(owned.values())
    return tuple(name for name, count in owned.items() if count == most), most


def end(draft: Draft, *, how: str, clause: str) -> None:
    """TT-AMB-19: no number is legal, so that most cards win."""
    del clause
    state = draft.state
    totals = _totals(state)
    most = max(totals.values())
    winners = tuple(name for name, count in totals.items() if count == most)
    _end(draft, winners, how=f"{how}; most cards win", clause="TT-FT-05")


def _end(draft: Draft, winners: tuple[str, ...], *, how: str, clause: str) -> None:
    totals = tuple(Count(name=name, count=count) for name, count in _totals(draft.state).items())
    draft.emit(GameEnded(winners=winners, how=how, totals=totals), clause=clause)


def _totals(state: State) -> dict[str, int]:
    names = state.teams if state.together else tuple(player.name for player in state.players)
    return {name: sum(state.owned(member.name) for member in state.members(name)) for name in names}


# --- teams ---------------------------------------------------------------------------------------


def _teams(draft: Draft) -> None:
    """TT-FT-09, TT-FT-10, TT-AMB-25."""
    state = draft.state
    totals = _totals(state)
    most = max(totals.values())
    larger = tuple(name for name, count in totals.items() if count == most)
    exhausted = tuple(
        dict.fromkeys(p.team for p in state.players if state.owned(p.name) <= FEW_TOGETHER)
    )
    full = state.war_pile >= WAR_PILE_FULL
    pile_first = state.options.choice("ft_end_order") == "war_pile_first"
    if full and (pile_first or not exhausted):
        how = f"with {counted(most, 'card')}, as the war pile has {state.war_pile}"
        _end(draft, larger, how=how, clause="TT-FT-09")
    elif len(exhausted) == 1:
        winners = tuple(team for team in state.teams if team not in exhausted)
        how = f"as {exhausted[0]} has a hand of {FEW_TOGETHER} cards or fewer"
        _end(draft, winners, how=how, clause="TT-FT-10")
    else:
        how = f"with {counted(most, 'card')}, as both teams have such a hand"
        _end(draft, larger, how=how, clause="TT-FT-10")


# --- hands that are shown ------------------------------------------------------------------------


def _after_scan(draft: Draft, names: tuple[str, ...]) -> None:
    """TT-HI-01, TT-HI-02, TT-AMB-02."""
    state = draft.state
    if state.phase is not Phase.SCAN:
        draft.emit(PhaseBegan(phase=Phase.SCAN, names=names), clause="TT-HI-02")
        for name in names:
            _ask_hand(draft, name)
        return
    if any(name not in state.shown for name in names):
        return
    high = state.options.flag("highscore")
    points = {name: state.shown[name] if high else -state.shown[name] for name in names}
    best = max(points.values())
    winners = tuple(name for name in names if points[name] == best)
    told = ", ".join(f"{name} {points[name]}" for name in names)
    what = "points" if high else "strengths"
    clause = "TT-HI-02" if high else "TT-END-02"
    _end(draft, winners, how=f"with {best} {what} ({told})", clause=clause)


def _ask_hand(draft: Draft, name: str) -> None:
    count = draft.state.hands[name]
    if not count:
        draft.emit(HandShown(player=name, cards=(), points=0), clause="TT-HI-02")
        return
    draft.ask(
        Purpose.SHOW,
        kind=AskKind.SHOW,
        player=name,
        clause="TT-HI-02",
        says=f"{name}: show your {counted(count, 'card')}.",
        count=count,
    )


def points_of(state: State, cards: tuple[str, ...]) -> int:
    """TT-HI-01: minus one for each printed strength."""
    return -sum(len(state.deck.strengths.get(state.deck.animal(card), ())) for card in cards)


@handle.register
def _show_hand(body: ShowHand, draft: Draft) -> None:
    ask = draft.open_ask(AskKind.SHOW, body.ask)
    state = draft.state
    if len(body.cards) != ask.count:
        got = counted(len(body.cards), "card")
        draft.refuse("TT-HI-02", f"{ask.player} has {ask.count} in hand, not {got}.")
    odd = [card for card in body.cards if not can_be_shown(state, card)]
    twice = [card for card in body.cards if body.cards.count(card) > 1]
    if odd or twice:
        told = listed(dict.fromkeys(odd or twice))
        draft.refuse("TT-HI-02", f"These cannot be in that hand: {told}.")
    points = points_of(state, body.cards)
    event = HandShown(player=ask.player, cards=body.cards, points=points, ask_id=ask.id)
    draft.emit(event, clause="TT-HI-01")


def can_be_shown(state: State, card: str) -> bool:
    """Whether a hand may hold a card of this deck."""
    return card in state.deck.cards and card not in state.shown_cards and state.can_show(card)
