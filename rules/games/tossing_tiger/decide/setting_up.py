"""Knows how players sit down, who begins, who fights whom, and how rounds follow each other."""

from typing import Final

from rules.games.tossing_tiger.commands import Ready
from rules.games.tossing_tiger.decide.dispatch import handle
from rules.games.tossing_tiger.decide.draft import Draft
from rules.games.tossing_tiger.events.setup import (
    PhaseBegan,
    RoundBegan,
    SatDown,
    StarterSet,
    WarDeclared,
)
from rules.games.tossing_tiger.initial import DEALT
from rules.games.tossing_tiger.vocabulary import Ask, Phase, Purpose
from rules.referee.toolkit.phrases import counted, listed

MOST_AT_AN_EDGE: Final = 6


@handle.register
def _ready(body: Ready, draft: Draft) -> None:
    """TT-SET-01, TT-SET-02, TT-GEO-01."""
    state = draft.state
    if state.phase is not Phase.SETUP:
        draft.refuse("TT-SET-02", "The cards were dealt already.")
    mine = [player for player in state.players if player.seat == draft.command.author]
    waiting = [player for player in mine if player.edge is None]
    named = [player for player in waiting if body.player in {"", player.name}]
    if not named:
        who = listed(player.name for player in waiting)
        draft.refuse("TT-SET-02", f"{draft.command.author} may get ready: {who}.")
    sitting = sum(player.edge is body.edge for player in state.players)
    if sitting >= MOST_AT_AN_EDGE:
        says = f"The {body.edge} edge has room for {counted(MOST_AT_AN_EDGE, 'player')}."
        draft.refuse("TT-GEO-01", says)
    event = SatDown(player=named[0].name, edge=body.edge, cards=DEALT)
    draft.emit(event, clause="TT-SET-02")


def begin(draft: Draft) -> bool:
    """TT-SET-04: once everybody has six cards, somebody is to begin."""
    state = draft.state
    if any(player.edge is None for player in state.players):
        return False
    draft.emit(PhaseBegan(phase=Phase.START), clause="TT-SET-03")
    names = state.teams if state.together else tuple(player.name for player in state.players)
    draft.choose(
        Purpose.STARTER,
        settle=settle_starter,
        player=state.players[0].name,
        clause="TT-SET-04",
        says="Who begins? Let chance decide, or agree.",
        choices=names,
    )
    return True


def settle_starter(draft: Draft, ask: Ask, *, choice: str) -> None:
    """TT-SET-04."""
    del ask
    draft.emit(StarterSet(player=choice), clause="TT-SET-04")
    begin_round(draft, choice)


def begin_round(draft: Draft, starter: str) -> None:
    """TT-TRN-01, TT-SIM-01, TT-SIM-02, TT-FT-02: the players in order, from whoever starts."""
    state = draft.state
    clause, arbiter = "TT-TRN-01", ""
    if state.together:
        clause = "TT-FT-02"
        waiting = (starter, *(team for team in state.teams if team != starter))
    else:
        names = [player.name for player in state.players]
        at = names.index(starter)
        waiting = (*names[at:], *names[:at])
    if state.options.flag("simulwars"):
        clause = "TT-SIM-01"
        if len(waiting) % 2:
            clause, arbiter = "TT-SIM-02", starter
            waiting = waiting[1:]
    event = RoundBegan(
        round=state.round + 1, player=starter, waiting=tuple(waiting), arbiter=arbiter
    )
    draft.emit(event, clause=clause)


def next_round(draft: Draft) -> None:
    """TT-TRN-01, TT-SIM-04, TT-FT-02: the next player clockwise, or the other team."""
    state = draft.state
    names = state.teams if state.together else tuple(player.name for player in state.players)
    begin_round(draft, names[(names.index(state.starter) + 1) % len(names)])


def pair(draft: Draft) -> bool:
    """TT-TRN-02, TT-SIM-01: opponents are named until everybody who can has one."""
    state = draft.state
    if state.asks:
        return False
    several = state.options.flag("simulwars")
    if (state.wars and not several) or len(state.waiting) < 2:
        draft.emit(PhaseBegan(phase=Phase.WAR), clause="TT-TRN-02")
        return True
    attacker, *others = state.waiting
    draft.choose(
        Purpose.OPPONENT,
        settle=settle_opponent,
        player=state.speaker(attacker).name,
        clause="TT-SIM-01" if several else "TT-TRN-02",
        says=f"{attacker} attacks: name the opponent.",
        choices=tuple(others),
    )
    return True


def settle_opponent(draft: Draft, ask: Ask, *, choice: str) -> None:
    """TT-OBJ-06."""
    event = WarDeclared(
        war=draft.state.war_count + 1, attacker=draft.state.waiting[0], defender=choice
    )
    draft.emit(event, clause=ask.clause)
