"""Knows what a seat may ask for now: templates with holes, each of which `decide` accepts."""

from rules.games.paper_invasion.offering.answers import answer_offers
from rules.games.paper_invasion.offering.playing import playing_offers
from rules.games.paper_invasion.offering.setting_up import setup_offers
from rules.games.paper_invasion.offering.trial import Trial
from rules.games.paper_invasion.state import State
from rules.referee.toolkit.game import Template
from rules.table.snapshot import Snapshot

__all__ = ["options"]


def options(state: State, snapshot: Snapshot, seat: str) -> tuple[Template, ...]:
    """What may be asked now; while the umpire waits for an answer, only that and giving up."""
    if state.outcome is not None or seat not in {each.name for each in state.seats}:
        return ()
    trial = Trial(state, snapshot=snapshot, seat=seat)
    if state.ask is not None:
        return (*answer_offers(trial), *trial.always)
    if state.in_play:
        return (*playing_offers(trial), *trial.always)
    return (*setup_offers(trial), *trial.always)
