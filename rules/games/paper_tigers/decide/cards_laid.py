"""Knows who lays the next card on which unit (PT1-C2)."""

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.events.setup import PhaseBegan
from rules.games.paper_tigers.profiles import MOST_CARDS
from rules.games.paper_tigers.state import Force, State, Unit
from rules.games.paper_tigers.vocabulary import Phase


def unfit_for_card(state: State, unit: Unit) -> tuple[str, str] | None:
    """The clause and reason why a unit can take no card now, or None."""
    if unit.destroyed:
        return "PT1-D2i", f"{unit.id} is destroyed."
    if unit.is_bridge:
        return _bridge_unfit(state, unit)
    if unit.hits:
        return "PT1-C2a-x", f"{unit.id} is damaged: it takes no action cards until it recovers."
    if unit.spot is None:
        return "PT1-J1d", f"{unit.id} is not on the table yet."
    if len(unit.cards) >= MOST_CARDS:
        return "PT1-C2a", f"{unit.id} has {MOST_CARDS} cards already, which is the most."
    own = state.stages.rulings.unfit_for_card
    return None if own is None else own(unit)


def _bridge_unfit(state: State, unit: Unit) -> tuple[str, str] | None:
    if state.bridge_gone:
        return "PT1-J3d", "The bridge is gone."
    if unit.cards:
        return "PT1-J3d", "The bridge has its card already: one, not more."
    return None


def can_lay(state: State, force: Force) -> bool:
    """Whether a battle group has a card and a unit for it."""
    return bool(state.hands[force.name].count) and any(
        unfit_for_card(state, unit) is None
        for unit in state.units.values()
        if unit.force == force.name
    )


def next_to_lay(state: State) -> str:
    """The battle group whose turn it is to lay a card; empty when the step is over."""
    able = [
        force for force in state.forces if force.name not in state.passed and can_lay(state, force)
    ]
    if not able:
        return ""
    if state.solo:
        return min(able, key=lambda force: _solo_order(state, force)).name
    return alternating(state, able)


def _solo_order(state: State, force: Force) -> tuple[int, bool]:
    """PT1-H2: the side that rolled higher lays all of its cards first."""
    return (-state.counts.get(force.name, 0), force.side != state.attacker)


def alternating(state: State, able: list[Force]) -> str:
    """Side by side in turn, the Attacker's first; within a side as they sit."""
    last = state.laid[-1] if state.laid else ""
    side = state.other_side(state.force(last).side) if last else _first_side(state)
    candidates = [force for force in able if force.side == side] or able
    side = candidates[0].side
    names = [force.name for force in state.forces_of(side)]
    before = [name for name in state.laid if name in names]
    start = names.index(before[-1]) + 1 if before else 0
    turn = names[start:] + names[:start]
    return min(candidates, key=lambda force: turn.index(force.name)).name


def _first_side(state: State) -> str:
    if (own := state.stages.rulings.first_side) is not None:
        return own(state)
    if state.phase is not Phase.ASSIGN or state.options.choice("assign_first") == "attacker":
        return state.attacker
    names = [force.name for force in state.forces]

    def order(name: str) -> tuple[int, bool]:
        return (-state.counts[name], state.force(name).side != state.attacker)

    return state.force(min(names, key=order)).side


def look_who_lays(draft: Draft) -> bool:
    """Go on when nobody can or wants to lay another card."""
    if next_to_lay(draft.state):
        return False
    draft.emit(PhaseBegan(phase=Phase.PICK), clause="PT1-C3")
    return True
