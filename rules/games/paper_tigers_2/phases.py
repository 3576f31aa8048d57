"""Puts the chapters together: what each phase does, offers and awaits beyond the basic game."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from rules.games.paper_tigers import phases as basic
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import Edition, Phase, the_card
from rules.games.paper_tigers_2.chapters import (
    acting,
    blows,
    carrying,
    close_combat,
    contact,
    fortifications,
    hits,
    moving,
    recovery,
    saving,
    shooting,
    suppressing,
    taking_cover,
    throwing,
    turn,
)
from rules.games.paper_tigers_2.chapters.beyond import (
    coming_down,
    entering,
    landing,
    scenarios,
    support,
)
from rules.games.paper_tigers_2.state import battle_in, own_units
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.chapters import PhaseRow
from rules.referee.toolkit.game import Template
from rules.referee.toolkit.phrases import listed
from rules.table.snapshot import Snapshot

CHAPTERS: Final = (
    throwing,
    fortifications,
    saving,
    suppressing,
    hits,
    shooting,
    moving,
    recovery,
    taking_cover,
    blows,
    contact,
    close_combat,
    support,
    scenarios,
    entering,
    coming_down,
    landing,
)


def options(state: State, snapshot: Snapshot, seat: str) -> tuple[Template, ...]:
    """What may be asked now; whoever is to get beside its target may as well give it up."""
    found = basic.options(state, snapshot, seat)
    return (*found, *contact.breaking_off(state, seat)) if state.asks else found


def _act(draft: Draft) -> bool:
    return scenarios.look_at_edges(draft) or _basically(Phase.ACT, draft)


def _arrivals(draft: Draft) -> bool:
    """Landings and entries come first; players may be waited for in both."""
    done = landing.look_for_landings(draft)
    if done is None:
        return False
    return done or _basically(Phase.ARRIVALS, draft)


def _basically(phase: Phase, draft: Draft) -> bool:
    """What the basic game does in a phase."""
    goes_on = basic.PHASES[phase].goes_on
    return goes_on is not None and goes_on(draft)


def _action_offers(trial: Trial) -> tuple[Template, ...]:
    """Close combat on a red card, cover on a black one, and what an ace calls."""
    playing = trial.state.playing
    if playing is None or playing.actors:
        return ()
    unit = trial.state.unit(playing.turned.unit)
    if unit.is_bridge or unit.force not in {force.name for force in trial.forces}:
        return ()
    card = card_from(playing.turned.card)
    called: tuple[Template, ...] = ()
    if card.rank == "A" and trial.state.options.choice("ace_support") == "unit":
        called = support.support_offers(trial, unit, card=card.name, face="")
    if card.red:
        return (*close_combat.close_combat_offers(trial, unit, card=card.name), *called)
    return (taking_cover.cover_offer(trial, unit, card=card.name), *called)


def _awaits_arrivals(state: State) -> str:
    flying = [unit for unit in own_units(state) if entering.is_in_air(unit) and not unit.aboard]
    if flying:
        forces = dict.fromkeys(unit.force for unit in flying)
        return f"{listed(forces)}: say where {listed(unit.id for unit in flying)} come down."
    with_card = dict.fromkeys(force for force, _ in battle_in(state).entry_cards)
    coming = [force for force in entering.still_entering(state) if force in with_card]
    if not coming:
        return ""
    return f"{listed(coming)}: bring units onto the table at the edge that was named, or nobody."


def _awaits_action(state: State) -> str:
    playing = state.playing
    if playing is None or playing.actors or playing.turned.intent:
        return ""
    turned = playing.turned
    if state.unit(turned.unit).is_bridge:
        return ""
    *most, last = (action.replace("_", " ") for action in acting.intents(state, turned))
    may = f"{', '.join(most)} or {last}"
    return f"{turned.force}: {turned.unit} may {may} with {the_card(turned.card)}."


def _amended(
    phase: Phase,
    *,
    goes_on: Callable[[Any], bool] | None = None,
    offers: Callable[[Any], tuple[Template, ...]] | None = None,
    awaits: Callable[[Any], str] | None = None,
) -> tuple[Phase, PhaseRow]:
    """A phase of the basic game with what this edition does in it, offers besides, awaits first."""
    row = basic.PHASES[phase]

    def both_offered(trial: Any) -> tuple[Template, ...]:
        basically = () if row.offers is None else tuple(row.offers(trial))
        return (*basically, *(() if offers is None else offers(trial)))

    def either_awaited(state: Any) -> str:
        own = "" if awaits is None else awaits(state)
        return own or ("" if row.awaits is None else row.awaits(state))

    return phase, replace(
        row,
        goes_on=goes_on or row.goes_on,
        offers=both_offered if offers else row.offers,
        awaits=either_awaited if awaits else row.awaits,
    )


PHASES: Final[Mapping[Phase, PhaseRow]] = MappingProxyType(
    {
        **basic.PHASES,
        **dict(
            (
                _amended(Phase.DEPLOY_FIRST, offers=fortifications.flame_offers),
                _amended(Phase.DEPLOY_SECOND, offers=fortifications.flame_offers),
                _amended(
                    Phase.ARRIVALS,
                    goes_on=_arrivals,
                    offers=landing.arrival_offers,
                    awaits=_awaits_arrivals,
                ),
                _amended(Phase.PICK, offers=support.hand_offers),
                _amended(Phase.ACT, goes_on=_act, offers=_action_offers, awaits=_awaits_action),
                _amended(Phase.REPAIR_ROLLS, goes_on=recovery.roll_recoveries),
            )
        ),
    }
)
EDITION: Final = Edition(
    phases=PHASES,
    rules=(
        acting.CardColourRules(),
        carrying.LoadRules(),
        entering.CardArrivals(),
        landing.SequelTurns(),
        moving.DiceMovingRules(),
        moving.FordingRules(),
        saving.FrontSaves(),
        scenarios.FogTerrain(),
        scenarios.PincersDeploying(),
        scenarios.ScoutingBeginning(),
        scenarios.ScoutingScores(),
        shooting.WeaponFire(),
        turn.SequelActing(),
        turn.SequelInitiative(),
        turn.SequelLaying(),
    ),
)
"""What this edition rules otherwise, chapter by chapter."""
