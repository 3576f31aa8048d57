"""Knows whether a card may be laid on a unit, or a step passed."""

from rules.games.paper_tigers.commands import Assign, Pass
from rules.games.paper_tigers.decide.cards_laid import next_to_lay, unfit_for_card
from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.repairs import may_repair
from rules.games.paper_tigers.decide.turns import due
from rules.games.paper_tigers.events.turn import Assigned, Passed
from rules.games.paper_tigers.vocabulary import Phase


def require_card(draft: Draft, force: str, *, card: str, clause: str) -> None:
    """Refuse a card that the hand does not hold."""
    hand = draft.state.hands[force]
    if card and card not in hand.open:
        saved = ", ".join(hand.open) or "none"
        draft.refuse(clause, f"{force} has saved no {card}; saved cards: {saved}.")
    if not card and not hand.hidden:
        draft.refuse(clause, f"{force} has no face-down card left.")


@handle.register
def _assign(body: Assign, draft: Draft) -> None:
    draft.require_phase(Phase.ASSIGN)
    unit = draft.own_unit(body.unit)
    _require_turn(draft, unit.force)
    if unfit := unfit_for_card(draft.state, unit):
        draft.refuse(*unfit)
    require_card(draft, unit.force, card=body.card, clause="PT1-C2")
    clause = "PT1-J3d" if unit.is_bridge else "PT1-C5b" if body.card else "PT1-C2"
    draft.emit(Assigned(force=unit.force, unit=unit.id, card=body.card), clause=clause)


def _require_turn(draft: Draft, force: str) -> None:
    turn = next_to_lay(draft.state)
    if force in draft.state.passed:
        draft.refuse("PT1-C2", f"{force} has passed and lays no more cards in this step.")
    if turn and turn != force:
        clause = "PT1-H2" if draft.state.solo else "PT1-C2"
        draft.refuse(clause, f"It is {turn}'s turn to lay a card, not {force}'s.")


@handle.register
def _pass(body: Pass, draft: Draft) -> None:
    """PT1-C2b: nobody has to lay a card."""
    draft.require_phase(Phase.ASSIGN, Phase.REPAIR, Phase.ARRIVALS)
    force = body.force or _passing(draft)
    if force not in {each.name for each in draft.state.forces}:
        draft.refuse(draft.clause, f"There is no battle group called {force!r}.")
    draft.own_force(force)
    if force in draft.state.passed:
        draft.refuse(draft.clause, f"{force} has passed already.")
    match draft.state.phase:
        case Phase.ASSIGN:
            _require_turn(draft, force)
        case Phase.REPAIR if not may_repair(draft.state, force):
            draft.refuse("PT1-C4", f"It is not {force}'s turn to repair.")
        case Phase.ARRIVALS if not due(draft.state, force):
            draft.refuse("PT1-J1d", f"No unit of {force} is due in this turn.")
    draft.emit(Passed(force=force), clause=draft.clause)


def _passing(draft: Draft) -> str:
    """The battle group of the author whose turn it is."""
    state = draft.state
    mine = [force.name for force in state.forces if force.seat == draft.command.author]
    if state.phase is Phase.ASSIGN and next_to_lay(state) in mine:
        return next_to_lay(state)
    if state.phase is Phase.REPAIR:
        mine = [name for name in mine if may_repair(state, name)] or mine
    if state.phase is Phase.ARRIVALS:
        mine = [name for name in mine if due(state, name) and name not in state.passed] or mine
    return mine[0]
