"""Knows what a seat may ask for now: templates with holes, tried on the very rules that decide."""

from rules.games.paper_tigers.offering.acting import acting_offers
from rules.games.paper_tigers.offering.answers import answer_offers
from rules.games.paper_tigers.offering.cards import card_offers
from rules.games.paper_tigers.offering.setting_up import setup_offers
from rules.games.paper_tigers.offering.trial import Trial
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.toolkit.game import Template
from rules.table.snapshot import Snapshot

__all__ = ["options"]

BEFORE = frozenset({Phase.TERRAIN, Phase.DEPLOY_FIRST, Phase.DEPLOY_SECOND, Phase.TURN_SLIPS})


def options(state: State, snapshot: Snapshot, seat: str) -> tuple[Template, ...]:
    """What may be asked now; while somebody owes an answer, only that and giving up."""
    if state.outcome is not None or seat not in {force.seat for force in state.forces}:
        return ()
    trial = Trial(state, snapshot=snapshot, seat=seat)
    concede = Template(command="concede", says="Give the battle up.")
    if state.asks:
        return (*answer_offers(trial), concede)
    if state.phase in BEFORE:
        return (*setup_offers(trial), concede)
    if state.phase is Phase.ACT:
        return (*acting_offers(trial), concede)
    return (*card_offers(trial), concede)
