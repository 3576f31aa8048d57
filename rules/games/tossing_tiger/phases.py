"""What happens in each phase of a game and in each stage of a war, once for each."""

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Final

from rules.games.tossing_tiger.animals import free_talk
from rules.games.tossing_tiger.chapters import (
    battles,
    dawn_rules,
    ending,
    layout,
    opening,
    piles,
    rounds,
    spoils,
)
from rules.games.tossing_tiger.draft import Draft, Trial
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import Phase, WarStage, war_of
from rules.referee.toolkit.chapters import PhaseRow
from rules.referee.toolkit.game import Command, Decision, Template
from rules.referee.toolkit.phrases import ended
from rules.table.snapshot import Snapshot

UMPIRE: Final = "The umpire goes on by itself."
STAGES: Final = MappingProxyType[WarStage, Callable[[Draft, War], None]](
    {
        WarStage.NUMBER: opening.ask_number,
        WarStage.DAWNCARD: opening.ask_dawncard,
        WarStage.BUILD: piles.build,
        WarStage.LAYOUT: layout.ask_rows,
        WarStage.WAR_RULE: opening.open_rule,
        WarStage.BATTLE: battles.fight,
        WarStage.CLOSING: dawn_rules.close,
        WarStage.SPOILS: spoils.share,
        WarStage.PENALTY: spoils.penalise,
    }
)
"""What each part of a war does on its own: it asks somebody, or lets something have happened."""


def decide(state: State, command: Command, snapshot: Snapshot) -> Decision:
    """What a command brings: all that happens until the umpire waits for somebody again."""
    return Draft(state, command=command, snapshot=snapshot, phases=PHASES).decided(_ruled)


def _ruled(draft: Draft) -> None:
    state, author, body = draft.state, draft.command.author, draft.command.body
    if state.outcome is not None:
        draft.refuse("TT-END-01", f"The game is over: {state.outcome.says}")
    if author not in {player.seat for player in state.players}:
        draft.refuse("TT-SET-01", f"{author} has no seat in this game.")
    rule = getattr(body, "ruled", None)
    if rule is None:
        draft.refuse("TT-TRN-01", f"This game knows no command {type(body).__name__}.")
    rule(draft)
    # Several wars may go on at once, so an open question holds up only its own.
    while draft.state.outcome is None and draft.phase.goes_on is not None:
        if not draft.phase.goes_on(draft):
            return


def options(state: State, snapshot: Snapshot, seat: str) -> tuple[Template, ...]:
    """What may be asked now."""
    offers = PHASES[state.phase].offers
    if offers is None or seat not in {player.seat for player in state.players}:
        return ()
    return tuple(offers(Trial(state=state, snapshot=snapshot, seat=seat)))


def awaits(state: State) -> str:
    """What is waited for now."""
    told = PHASES[state.phase].awaits
    return UMPIRE if told is None else told(state)


def _pairing(draft: Draft) -> bool:
    return _ended_at_once(draft) or rounds.pair(draft)


def _wars(draft: Draft) -> bool:
    """TT-SIM-03: every war that waits for nobody goes on; after the last comes the next round."""
    state = draft.state
    if _ended_at_once(draft):
        return True
    if not state.going:
        if ending.is_over(state):
            return ending.conclude(draft)
        rounds.next_round(draft)
        return True
    asked = {war_of(ask) for ask in state.asks}
    war = next((war for war in state.going if war.id not in asked), None)
    if war is None:
        return False
    STAGES[war.stage](draft, war)
    return True


def _ended_at_once(draft: Draft) -> bool:
    """TT-AMB-01, TT-AMB-23, and hands that were amended: no waiting for the end of the round."""
    state = draft.state
    options = state.options
    fresh = len(state.going) == len(state.wars)
    named = state.going or state.phase is Phase.PAIRING
    between = fresh and named and all(war.stage is WarStage.NUMBER for war in state.going)
    over = len(state.going) < len(state.wars) and options.choice("sim_end") == "at_once"
    if not (between or over or options.choice("end_check") == "any_moment"):
        return False
    if not ending.is_over(state):
        return False
    for war in state.going:
        spoils.give_back(draft, war)
    ending.conclude(draft)
    return True


def _offered(trial: Trial) -> Iterator[Template]:
    yield from layout.lanes_offered(trial)
    for ask in trial.state.asks:
        if ask.seat == trial.seat:
            yield ask.question.offer(trial, ask)
    yield from dawn_rules.freely_offered(trial)


def _awaited(state: State) -> str:
    told = (_said(ask.who, ended(ask.says)) for ask in state.asks)
    return " ".join((*dict.fromkeys(told), *map(free_talk, state.talking))) or UMPIRE


def _said(player: str, says: str) -> str:
    return says if says.startswith(f"{player}:") else f"{player}: {says}"


def _over(state: State) -> str:
    return UMPIRE if state.outcome is None else ended(state.outcome.says)


PHASES: Final = MappingProxyType(
    {
        Phase.SETUP: PhaseRow(
            clause="TT-SET-02",
            goes_on=rounds.begin,
            offers=rounds.seats_offered,
            awaits=rounds.seats_awaited,
        ),
        Phase.START: PhaseRow(clause="TT-SET-04", offers=_offered, awaits=_awaited),
        Phase.PAIRING: PhaseRow(
            clause="TT-TRN-02", goes_on=_pairing, offers=_offered, awaits=_awaited
        ),
        Phase.WAR: PhaseRow(clause="TT-TRN-01", goes_on=_wars, offers=_offered, awaits=_awaited),
        Phase.SCAN: PhaseRow(
            clause="TT-HI-02", goes_on=ending.conclude, offers=_offered, awaits=_awaited
        ),
        Phase.ENDED: PhaseRow(clause="TT-END-01", awaits=_over),
    }
)
"""The clause that says what happens in a phase, and with it what does not; and what goes on."""
