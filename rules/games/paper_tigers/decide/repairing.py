"""Knows whether a repair card may be laid, and whether a discard is right."""

from rules.games.paper_tigers.commands import Discard, Repair
from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.laying import require_card
from rules.games.paper_tigers.decide.repairs import may_repair, needs_repair, over_limit
from rules.games.paper_tigers.events.turn import Discarded, RepairLaid
from rules.games.paper_tigers.profiles import MOST_SAVED
from rules.games.paper_tigers.vocabulary import Phase


@handle.register
def _repair(body: Repair, draft: Draft) -> None:
    draft.require_phase(Phase.REPAIR)
    unit = draft.own_unit(body.unit)
    if unit.destroyed:
        draft.refuse("PT1-D2i", f"{unit.id} is destroyed and cannot be repaired.")
    if not needs_repair(draft.state, unit):
        draft.refuse("PT1-C4", f"{unit.id} is not damaged.")
    if unit.repair is not None:
        draft.refuse("PT1-C4a", f"{unit.id} has a repair card already: one, not more.")
    if not may_repair(draft.state, unit.force):
        draft.refuse("PT1-C4", f"It is not {unit.force}'s turn to repair.")
    require_card(draft, unit.force, card=body.card, clause="PT1-C4a")
    draft.emit(RepairLaid(force=unit.force, unit=unit.id, card=body.card), clause="PT1-C4a")


@handle.register
def _discard(body: Discard, draft: Draft) -> None:
    draft.require_phase(Phase.CLEAN_UP)
    state = draft.state
    mine = [force.name for force in state.forces if force.seat == draft.command.author]
    over = [name for name in mine if over_limit(state, name)]
    force = body.force or (over or mine)[0]
    if force not in mine:
        draft.refuse("PT1-I2", f"{force} is not commanded by {draft.command.author}.")
    hand, excess = state.hands[force], over_limit(state, force)
    if not excess:
        draft.refuse("PT1-C5c", f"{force} holds {hand.count} cards and may keep {MOST_SAVED}.")
    given = body.hidden + len(body.cards)
    if given != excess:
        draft.refuse(
            "PT1-C5c",
            f"{force} holds {hand.count} cards and discards exactly {excess}, not {given}.",
        )
    missing = next((card for card in body.cards if card not in hand.open), "")
    if missing:
        saved = ", ".join(hand.open) or "none"
        draft.refuse("PT1-C5c", f"{force} has saved no {missing}; saved cards: {saved}.")
    if len(set(body.cards)) != len(body.cards):
        draft.refuse("PT1-C5c", f"{force} discards each card once, not {', '.join(body.cards)}.")
    if not 0 <= body.hidden <= hand.hidden:
        draft.refuse("PT1-C5c", f"{force} has {hand.hidden} face-down cards, not {body.hidden}.")
    event = Discarded(force=force, hidden=body.hidden, cards=body.cards)
    draft.emit(event, clause="PT1-C5c")
