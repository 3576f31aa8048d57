"""Knows what a seat may ask for now: templates with holes, tried on the very rules that decide."""

from rules.games.papercraft.offering.answers import answer_offers
from rules.games.papercraft.offering.fighting import fighting_offers
from rules.games.papercraft.offering.moving import moving_offers
from rules.games.papercraft.offering.setting_up import setup_offers
from rules.games.papercraft.offering.trial import Trial
from rules.games.papercraft.state import State
from rules.games.papercraft.vocabulary import Phase
from rules.referee.toolkit.game import Template
from rules.table.snapshot import Snapshot

__all__ = ["options"]

BEFORE = frozenset({Phase.MUSTER, Phase.ORDER, Phase.EDGES, Phase.DEPLOY})


def options(state: State, snapshot: Snapshot, seat: str) -> tuple[Template, ...]:
    """What may be asked now; while somebody owes an answer, only that and giving up."""
    if state.outcome is not None or seat not in {player.seat for player in state.players}:
        return ()
    trial = Trial(state, snapshot=snapshot, seat=seat)
    concede = trial.plain_concede()
    if state.asks:
        return (*answer_offers(trial), *concede)
    if state.phase in BEFORE:
        return (*setup_offers(trial), *concede)
    if state.player(state.active).seat != seat:
        return concede
    if state.phase is Phase.MOVE:
        return (*moving_offers(trial), *concede)
    return (*fighting_offers(trial), *concede)
