"""Knows who acts next: picks, cards turned up, and the order in which they are played (PT1-C3)."""

from rules.games.paper_tigers.commands import Pick
from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.initiative import in_order, suits_decide, tied
from rules.games.paper_tigers.decide.repairs import go_on_to_repairs
from rules.games.paper_tigers.events.setup import PhaseBegan, RollTied
from rules.games.paper_tigers.events.turn import (
    IntentChosen,
    Picked,
    QueueFormed,
    TieRolled,
    TurnedUp,
)
from rules.games.paper_tigers.profiles import ActionKind
from rules.games.paper_tigers.state import Force, State, Unit
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Phase, Purpose, Turned
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.phrases import counted


def with_cards(state: State, force: Force) -> tuple[Unit, ...]:
    """A battle group's units that have an unused card."""
    return tuple(u for u in state.units.values() if u.force == force.name and u.cards)


def still_to_pick(state: State) -> tuple[str, ...]:
    """The battle groups that may pick now, in the order agreed."""
    if state.solo:
        return ()
    waiting = [
        force
        for force in state.forces
        if with_cards(state, force) and not _has_picked(state, force)
    ]
    order = state.options.choice("pick_order")
    if order == "simultaneous" or not waiting:
        return tuple(force.name for force in waiting)
    if order == "higher_roll_first":
        first = min(waiting, key=lambda f: (-state.counts[f.name], f.side != state.attacker))
    else:
        leads = state.attacker if state.round % 2 == 0 else state.defender
        first = min(waiting, key=lambda force: force.side != leads)
    return (first.name,)


def _has_picked(state: State, force: Force) -> bool:
    return any(state.unit(name).force == force.name for name in state.picks)


def _sides_left(state: State) -> set[str]:
    return {unit.side for unit in state.units.values() if unit.cards}


def turn_cards_up(draft: Draft) -> bool:
    """Everything between the picks and the first card of the round."""
    state = draft.state
    if state.queue and not state.picks:
        return _put_in_order(draft)
    left = _sides_left(state)
    if not left and not state.picks:
        go_on_to_repairs(draft)
        return True
    if not state.picks and _all_at_once(state, left):
        for unit in [unit for unit in state.units.values() if unit.cards]:
            _pick_by_rule(draft, unit)
        return True
    if still_to_pick(state):
        return False
    for name in tuple(state.picks):
        _turn_or_ask(draft, name)
    return True


def _all_at_once(state: State, left: set[str]) -> bool:
    """PT1-C3f, or alone (PT1-H3): nobody picks."""
    return state.solo or (
        len(left) == 1 and state.options.choice("remainder_mode") == "all_at_once"
    )


def _pick_by_rule(draft: Draft, unit: Unit) -> None:
    """Alone one card a unit and round; the last side's remainder all at once."""
    alone = draft.state.solo
    places = (1,) if alone else tuple(range(1, len(unit.cards) + 1))
    second = alone and draft.state.round > 0
    clause = ("PT1-H3b" if second else "PT1-H3a") if alone else "PT1-C3f"
    event = Picked(force=unit.force, unit=unit.id, cards=places, by_rule=True)
    draft.emit(event, clause=clause)


def _turn_or_ask(draft: Draft, name: str) -> None:
    unit = draft.state.unit(name)
    places = draft.state.picks[name]
    known = [unit.cards[place - 1].card for place in places]
    hidden = sum(1 for card in known if not card)
    if not hidden:
        event = TurnedUp(force=unit.force, unit=name, cards=places, faces=tuple(known))
        draft.emit(event, clause="PT1-C3")
        return
    what = "the card" if hidden == 1 else f"the {hidden} cards"
    draft.ask(
        Purpose.PICKED,
        kind=AskKind.TURN_UP,
        force=unit.force,
        clause="PT1-C3",
        says=f"Turn up {what} on {name}.",
        unit=name,
        cards=hidden,
    )


def settle_picked(draft: Draft, ask: Ask, *, faces: tuple[str, ...]) -> None:
    """The faces of a picked unit's cards, with those that were known already."""
    unit = draft.state.unit(ask.unit)
    places = draft.state.picks[ask.unit]
    told = list(faces)
    known = tuple(unit.cards[place - 1].card or told.pop(0) for place in places)
    event = TurnedUp(force=unit.force, unit=unit.id, cards=places, faces=known, ask_id=ask.id)
    draft.emit(event, clause="PT1-C3")


def _put_in_order(draft: Draft) -> bool:
    state = draft.state
    if state.options.choice("action_choice_time") == "on_reveal":
        unbound = [each for each in state.queue if not each.intent and not _is_bridge(state, each)]
        for turned in unbound:
            _ask_intent(draft, turned)
        if unbound:
            return True
    group = tied(state)
    if group:
        _ask_tie(draft, group)
        return True
    own = state.stages.rulings.in_order
    order = in_order(state.queue, suits_count=suits_decide(state)) if own is None else own(state)
    draft.emit(QueueFormed(order=order), clause="PT1-C3a")
    draft.emit(PhaseBegan(phase=Phase.ACT), clause="PT1-C3d")
    return True


def _is_bridge(state: State, turned: Turned) -> bool:
    return state.unit(turned.unit).is_bridge


def _ask_intent(draft: Draft, turned: Turned) -> None:
    own = draft.state.stages.rulings.intents
    choices = tuple(str(kind) for kind in ActionKind)
    if own is not None:
        choices = own(draft.state, turned)
    draft.ask(
        Purpose.INTENT,
        kind=AskKind.CHOOSE,
        force=turned.force,
        clause="PT1-C3c",
        says=f"{turned.unit} has turned the {card_from(turned.card).name}: {_either(choices)}?",
        unit=turned.unit,
        other=turned.card,
        choices=choices,
    )


def _either(choices: tuple[str, ...]) -> str:
    """Choices as one asks for them.

    >>> _either(("fire", "move")), _either(("fire", "move", "take_cover"))
    ('fire or move', 'fire, move or take cover')
    """
    *most, last = (choice.replace("_", " ") for choice in choices)
    return f"{', '.join(most)} or {last}" if most else last


def settle_intent(draft: Draft, ask: Ask, *, choice: str) -> None:
    """What a card is bound to."""
    draft.emit(IntentChosen(card=ask.other, unit=ask.unit, intent=choice), clause="PT1-C3c")


def _ask_tie(draft: Draft, group: tuple[Turned, ...]) -> None:
    """PT1-I3: the sides roll for equal cards of two packs."""
    state = draft.state
    cards = " and ".join(card_from(turned.card).name for turned in group)
    means = (
        Meaning(when="the higher total", then="that side's card is played first"),
        Meaning(when="equal totals", then="both roll again"),
    )
    for side in state.sides:
        dice = DiceAsk(count=2, why=f"{side} for who comes first, {cards}", means=means)
        force = next(t.force for t in group if state.force(t.force).side == side)
        draft.ask_roll(Purpose.TIE, force=force, clause="PT1-I3", dice=dice, other=side)


def settle_tie(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """Both sides' rolls, once both are in."""
    del dice
    state = draft.state
    if any(other.purpose is ask.purpose for other in state.asks):
        return
    group = tied(state)
    totals = {
        state.force(force).side: sum(rolled)
        for force, rolled in state.rolls.items()
        if force in {turned.force for turned in group}
    }
    if len(set(totals.values())) == 1:
        draft.emit(RollTied(total=next(iter(totals.values()))), clause="PT1-I3")
        return
    for side, total in totals.items():
        own = [turned for turned in group if state.force(turned.force).side == side]
        event = TieRolled(
            side=side,
            cards=tuple(turned.card for turned in own),
            units=tuple(turned.unit for turned in own),
            total=total,
        )
        draft.emit(event, clause="PT1-I3")


@handle.register
def _pick(body: Pick, draft: Draft) -> None:
    draft.require_phase(Phase.PICK)
    unit = draft.own_unit(body.unit)
    may = still_to_pick(draft.state)
    if _has_picked(draft.state, draft.state.force(unit.force)):
        draft.refuse("PT1-C3", f"{unit.force} has picked already in this round.")
    if unit.force not in may:
        first = may[0] if may else "nobody"
        draft.refuse("PT1-C3", f"It is {first}'s turn to pick.")
    if not unit.cards:
        draft.refuse("PT1-C3", f"{unit.id} has no card to turn up.")
    places = body.cards
    right = len(set(places)) == len(places) > 0
    if not right or not all(1 <= place <= len(unit.cards) for place in places):
        count = counted(len(unit.cards), "card")
        draft.refuse("PT1-C3", f"{unit.id} has {count}: pick by the place, once each, from 1.")
    draft.emit(Picked(force=unit.force, unit=unit.id, cards=places), clause="PT1-C3")
