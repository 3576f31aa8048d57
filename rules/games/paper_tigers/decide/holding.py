"""Knows when the players say who holds an objective, because measuring cannot (PT1-G3b2)."""

from rules.games.paper_tigers.battle_options import WITHDRAWAL
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.scoring import control_of
from rules.games.paper_tigers.vocabulary import AskKind, Purpose

NOBODY = "nobody"


def ask_who_holds(draft: Draft) -> bool:
    """Ask about every objective in doubt, where that is agreed; whether anybody is asked.

    It is asked of the enemy of whoever holds it as measured, who has most to lose by a yes.
    """
    state = draft.state
    withdrawing = state.options.choice("scenario") == WITHDRAWAL
    areas = {area.id: area for area in draft.table.terrain}
    for each in state.objectives:
        if each.area not in areas or (withdrawing and each.area == state.bridge):
            continue
        control = control_of(draft, areas[each.area])
        if not control.asked:
            continue
        asked = state.other_side(control.side) if control.side else state.attacker
        draft.ask(
            Purpose.HELD,
            kind=AskKind.CHOOSE,
            force=state.forces_of(asked)[0].name,
            clause="PT1-G3b2",
            says=f"Measured, {control.says}. Who holds {each.area}?",
            other=each.area,
            choices=(*state.sides, NOBODY),
            evidence=control.measured,
        )
    return bool(draft.state.asks)
