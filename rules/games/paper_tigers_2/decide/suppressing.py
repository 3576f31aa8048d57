"""Knows how units lose their cards under fire, and what that spreads to (PT2-H9c to H11b)."""

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.firing import no_target
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Purpose, Step
from rules.games.paper_tigers_2.decide.nearness import is_within
from rules.games.paper_tigers_2.decide.saving import Saves, saves_of, successes
from rules.games.paper_tigers_2.decide.throwing import thrown
from rules.games.paper_tigers_2.decide.weapons import check_weapon, weapon_called
from rules.games.paper_tigers_2.events import BonusShot, CardLost, CardsLost, Shrugged, Splashed
from rules.games.paper_tigers_2.pools import Dice
from rules.games.paper_tigers_2.reckoning import is_armoured
from rules.games.paper_tigers_2.state import Unit, own_units, unit_in
from rules.games.paper_tigers_2.vocabulary import NOBODY, SPREAD, Topic
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.ruling import RefusedError


def cards_on(draft: Draft, unit: Unit) -> list[str]:
    """Every card that a unit has left in this turn, as one names it."""
    lying = [
        f"card {place}" if not slot.card else card_from(slot.card).name
        for place, slot in enumerate(unit.cards, 1)
    ]
    open_ = [card_from(turned.card).name for turned in draft.state.queue if turned.unit == unit.id]
    return [*lying, *open_]


def _shrugs(draft: Draft, step: Step, *, unit: Unit, loses: str) -> bool | tuple[int, ...] | None:
    """True when dice saved it, the dice that did not, or None while somebody is asked."""
    if step.flag:
        return ()
    found = saves_of(draft, unit, step=step)
    if found is None:
        return None
    if step.topic == Topic.SUPPRESS and step.weapon not in {"barrage", "air strike"}:
        found = Saves(armour=Dice(count=0), cover=found.cover, evidence=found.evidence)
    if not found.count:
        return ()
    dice = DiceAsk(
        count=found.count,
        why=f"{unit.id} is under fire and saves its cards with {found.says}",
        means=(
            Meaning(when="one that saves", then="it keeps them"),
            Meaning(when="otherwise", then=f"it loses {loses}"),
        ),
    )
    clause = "PT2-H9g" if found.armour.count else "PT2-H9d"
    if step.weapon in {"barrage", "air strike"}:
        clause = "PT2-L4a"
    faces = thrown(draft, step, dice=dice, force=unit.force, clause=clause)
    if faces is None:
        return None
    options = draft.state.options
    if successes(unit, dice=faces, armour=found.armour.count, options=options):
        draft.emit(Shrugged(unit=unit.id, dice=faces), clause=clause)
        return True
    return faces


def suppress(draft: Draft, step: Step) -> None:
    """PT2-H9c: every card is lost, unless cover dice cancel it."""
    unit = unit_in(draft.state, step.unit)
    clause = "PT2-L4" if step.weapon in {"barrage", "air strike"} else "PT2-H9c"
    if not cards_on(draft, unit) or unit.destroyed:
        draft.emit(CardsLost(unit=unit.id), clause=clause)
        return
    found = _shrugs(draft, step, unit=unit, loses="every card on it")
    if isinstance(found, tuple):
        draft.emit(CardsLost(unit=unit.id, dice=found), clause=clause)


def lose_card(draft: Draft, step: Step) -> None:
    """PT2-H9f: one card is lost, of the shooter's choice, unless dice cancel it."""
    unit = unit_in(draft.state, step.unit)
    cards = cards_on(draft, unit)
    if not cards or unit.destroyed:
        draft.emit(CardLost(unit=unit.id, place=0), clause="PT2-H9f")
        return
    found = _shrugs(draft, step, unit=unit, loses="a card")
    if not isinstance(found, tuple):
        return
    if len(cards) == 1:
        _lose(draft, unit, card=0)
        return
    draft.ask(
        Purpose.AMENDED,
        topic=str(Topic.WHICH_CARD),
        kind=AskKind.CHOOSE,
        force=draft.state.unit(step.other).force,
        clause="PT2-H9f",
        says=f"Which card does {unit.id} lose?",
        unit=unit.id,
        other=step.other,
        choices=tuple(dict.fromkeys(cards)),
    )


def settle_which_card(draft: Draft, ask: Ask, *, choice: str) -> None:
    """The card that the shooter has chosen."""
    unit = unit_in(draft.state, ask.unit)
    _lose(draft, unit, card=cards_on(draft, unit).index(choice))


def _lose(draft: Draft, unit: Unit, *, card: int) -> None:
    if card < len(unit.cards):
        event = CardLost(unit=unit.id, place=card + 1, card=unit.cards[card].card)
    else:
        open_ = [turned.card for turned in draft.state.queue if turned.unit == unit.id]
        event = CardLost(unit=unit.id, place=0, card=open_[card - len(unit.cards)])
    draft.emit(event, clause="PT2-H9f")


def _others_near(draft: Draft, unit: Unit, *, target: str) -> list[Unit]:
    """Enemies of a shooter within six inches of its target, the target left out."""
    return [
        other
        for other in own_units(draft.state)
        if other.id != target
        and no_target(draft.state, unit, target=other) is None
        and other.side != unit.side
        and is_within(draft, (target, other.id), limit=SPREAD)
    ]


def splash(draft: Draft, step: Step) -> None:
    """PT2-H11b: a howitzer's hit suppresses another unarmoured unit, of the shooter's choice."""
    unit = unit_in(draft.state, step.unit)
    near = [
        other.id for other in _reachable(draft, step) if not is_armoured(other.own) or step.flag
    ]
    if len(near) < 2:
        event = Splashed(by=unit.id, target=step.other, other=near[0] if near else "")
        draft.emit(event, clause="PT2-H11b")
        return
    draft.ask(
        Purpose.AMENDED,
        topic=str(Topic.SPLASH),
        kind=AskKind.CHOOSE,
        force=unit.force,
        clause="PT2-H11b",
        says=f"Whom does the splash at {step.other} reach?",
        unit=unit.id,
        other=step.other,
        choices=tuple(near),
    )


def _reachable(draft: Draft, step: Step) -> list[Unit]:
    """Who is near a target, which may be gone by now: it counts where it stood."""
    unit = unit_in(draft.state, step.unit)
    if draft.state.unit(step.other).spot is None:
        return []
    return _others_near(draft, unit, target=step.other)


def settle_splash(draft: Draft, ask: Ask, *, choice: str) -> None:
    """Whom the splash reaches."""
    draft.emit(Splashed(by=ask.unit, target=ask.other, other=choice), clause="PT2-H11b")


def bonus_shot(draft: Draft, step: Step) -> None:
    """PT2-H10e: one more shot of a mortar, at the same target or one near it."""
    unit = unit_in(draft.state, step.unit)
    target = unit_in(draft.state, step.other)
    able = unit.in_play and not unit.hits
    near = [target, *_reachable(draft, step)] if able else []
    fit = [other.id for other in near if _in_range(draft, unit, target=other)]
    if not fit:
        draft.emit(BonusShot(unit=unit.id, target=""), clause="PT2-H10e")
        return
    draft.ask(
        Purpose.AMENDED,
        topic=str(Topic.BONUS_SHOT),
        kind=AskKind.CHOOSE,
        force=unit.force,
        clause="PT2-H10e",
        says=f"{unit.id} may fire its mortar once more: at whom?",
        unit=unit.id,
        other=step.other,
        choices=(*fit, NOBODY),
    )


def _in_range(draft: Draft, unit: Unit, *, target: Unit) -> bool:
    if no_target(draft.state, unit, target=target) is not None:
        return False
    try:
        aimed = check_weapon(draft, unit, weapon=weapon_called("mortar"), target=target)
    except RefusedError:
        return False
    return not aimed.doubtful


def settle_bonus_shot(draft: Draft, ask: Ask, *, choice: str) -> None:
    """At whom the mortar fires once more."""
    target = "" if choice == NOBODY else choice
    draft.emit(BonusShot(unit=ask.unit, target=target), clause="PT2-H10e")
