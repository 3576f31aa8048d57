"""Knows what the battle waits for, and from whom, in a sentence."""

from collections.abc import Callable, Iterable
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.battle_options import HIGH_GROUND, WITHDRAWAL
from rules.games.paper_tigers.decide.cards_laid import next_to_lay
from rules.games.paper_tigers.decide.picking import still_to_pick
from rules.games.paper_tigers.decide.repairs import may_repair, over_limit
from rules.games.paper_tigers.decide.turns import due, shuffler
from rules.games.paper_tigers.profiles import MOST_SAVED
from rules.games.paper_tigers.saying.phrases import the_card
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.toolkit.phrases import counted, ended, listed

UMPIRE: Final = "The umpire goes on by itself."


def awaits(state: State) -> str:
    """What is waited for now; open asks come before everything else."""
    if state.outcome is not None:
        return ended(state.outcome.says)
    if state.asks:
        return " ".join(f"{ask.force or ask.seat}: {ended(ask.says)}" for ask in state.asks)
    return _BY_PHASE[state.phase](state)


def _from(names: Iterable[str], what: str) -> str:
    """A wish to these; nobody to wait for means that the umpire goes on."""
    known = tuple(names)
    return f"{listed(known)}: {what}." if known else UMPIRE


def _umpire(state: State) -> str:
    del state
    return UMPIRE


def _terrain(state: State) -> str:
    # PT1-J2a and J3a give the terrain to the Defender.
    defends = state.options.choice("scenario") in {HIGH_GROUND, WITHDRAWAL}
    layer = state.defender if defends else state.attacker
    return f"{layer}: lay out the terrain, and say when it is done."


def _deploy_first(state: State) -> str:
    if not state.edge:
        return f"{state.defender}: choose your edge of the table."
    return f"{state.defender}: set up your units, and say when they stand."


def _deploy_second(state: State) -> str:
    return f"{state.attacker}: set up your units, and say when they stand."


def _turn_slips(state: State) -> str:
    side = state.slips.side if state.slips is not None else state.defender
    return f"{side}: turn the slips over, one by one."


def _shuffle(state: State) -> str:
    return f"{shuffler(state)}: shuffle the draw pile."


def _arrivals(state: State) -> str:
    coming = {
        force.name: tuple(unit.id for unit in due(state, force.name))
        for force in state.forces
        if force.name not in state.passed
    }
    units = [name for names in coming.values() for name in names]
    forces = [force for force, names in coming.items() if names]
    return _from(forces, f"bring {listed(units)} onto the table at your own edge, or pass")


def _deal(state: State) -> str:
    counts = ", ".join(f"{name} {count}" for name, count in state.counts.items())
    return f"Everybody: deal the cards, {counts}, one by one." if counts else UMPIRE


def _assign(state: State) -> str:
    force = next_to_lay(state)
    return _from((force,) if force else (), "lay a card on a unit, or pass")


def _pick(state: State) -> str:
    return _from(still_to_pick(state), "pick the unit that acts, and which of its cards")


def _act(state: State) -> str:
    playing = state.playing
    if playing is None or playing.action is not None or playing.actors:
        return UMPIRE
    turned = playing.turned
    card = the_card(turned.card)
    unit = state.units.get(turned.unit)
    if unit is not None and unit.is_bridge:
        return f"{turned.force}: light the charge under {turned.unit} with {card}."
    bound = f"is to {turned.intent}" if turned.intent else "may fire or move"
    return f"{turned.force}: {turned.unit} {bound} with {card}."


def _repair(state: State) -> str:
    forces = [force.name for force in state.forces if may_repair(state, force.name)]
    return _from(forces, "lay a card on a damaged unit, or pass")


def _clean_up(state: State) -> str:
    over = {force.name: over_limit(state, force.name) for force in state.forces}
    told = [
        f"{force}: discard {counted(count, 'card')}, {MOST_SAVED} may be kept."
        for force, count in over.items()
        if count
    ]
    return " ".join(told) or UMPIRE


_BY_PHASE: Final[MappingProxyType[Phase, Callable[[State], str]]] = MappingProxyType(
    {
        Phase.ROLL_SIDES: _umpire,
        Phase.TERRAIN: _terrain,
        Phase.DEPLOY_FIRST: _deploy_first,
        Phase.DEPLOY_SECOND: _deploy_second,
        Phase.TURN_SLIPS: _turn_slips,
        Phase.SHUFFLE: _shuffle,
        Phase.ARRIVALS: _arrivals,
        Phase.ROLL_CARDS: _umpire,
        Phase.DEAL: _deal,
        Phase.ASSIGN: _assign,
        Phase.PICK: _pick,
        Phase.ACT: _act,
        Phase.REPAIR: _repair,
        Phase.REPAIR_ROLLS: _umpire,
        Phase.CLEAN_UP: _clean_up,
        Phase.DECK_CHECK: _umpire,
        Phase.ENDED: _umpire,
    }
)
