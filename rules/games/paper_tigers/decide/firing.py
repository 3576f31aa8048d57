"""Knows when a unit may fire at another (PT1-D2), and what its dice bring."""

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.events.action import Shot, ShotLost, SightSettled
from rules.games.paper_tigers.measuring.sighting import (
    SightAnswer,
    SightRules,
    range_of,
    sight_of,
)
from rules.games.paper_tigers.profiles import ActionKind
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import Ask, Purpose, Step
from rules.referee.toolkit.cards import Card, card_from
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.phrases import ended
from rules.table.measuring.ranges import Metric
from rules.table.units import Inches

CLEAR_FROM = 4
"""PT1-D2b: the die that settles a doubtful line says clear from here on."""


def unarmed(state: State, unit: Unit) -> tuple[str, str] | None:
    """The clause and reason why a unit cannot fire wherever its target stands, or None."""
    if unit.aboard:
        return "PT1-F2", f"{unit.id} is aboard {unit.aboard}: passengers do not fire."
    if unit.profile.transport and not state.options.flag("transports_fire"):
        return "PT1-D2c", f"{unit.id} is a {unit.profile.name} and has no weapon in this battle."
    return None


def no_target(state: State, unit: Unit, *, target: Unit) -> tuple[str, str] | None:
    """The clause and reason why this can be no target wherever it stands, or None."""
    if target.destroyed:
        return "PT1-D2i", f"{target.id} is destroyed already."
    if target.is_bridge:
        return "PT1-J3d", "A bridge is blown with a charge and a card, not by fire."
    if target.spot is None:
        return "PT1-J1d", f"{target.id} is not on the table."
    if target.id == unit.id:
        return "PT1-D2a", f"{unit.id} cannot fire at itself."
    if target.side == unit.side and not state.options.flag("friendly_fire"):
        return "PT1-D2d", f"{target.id} is on {unit.id}'s own side."
    own = state.stages.rulings.no_target
    if own is not None and (unfit := own(state, unit, target)):
        return unfit
    if target.aboard:
        return "PT1-F3", f"{target.id} rides on {target.aboard}: fire at that instead."
    return None


def check_shot(draft: Draft, unit: Unit, *, target: Unit) -> tuple[bool, tuple[Measured, ...]]:
    """Hold a shot to range and sight; whether the line is in doubt, and the evidence."""
    if (own := draft.state.stages.rulings.check_shot) is not None:
        return own(draft, unit, target=target)
    if unfit := unarmed(draft.state, unit) or no_target(draft.state, unit, target=target):
        draft.refuse(*unfit)
    ranged = check_range(draft, unit, target=target)
    return check_sight(draft, unit, target=target, besides=(ranged,))


def check_sight(
    draft: Draft, unit: Unit, *, target: Unit, besides: tuple[Measured, ...] = ()
) -> tuple[bool, tuple[Measured, ...]]:
    """Hold a shot to a clear line; whether the die has to say, and all the evidence."""
    pair = (unit.id, target.id)
    found = draft.once(
        ("sight", *pair), lambda table: sight_of(table, pair, rules=sight_rules(draft))
    )
    evidence = (*besides, found.measured)
    if found.answer is SightAnswer.UNSEEN:
        why = found.measured.why
        reason = f"The umpire cannot tell whether {unit.id} sees {target.id}: {why}."
        draft.unless_waived("PT1-D2a", reason, evidence=evidence)
    if found.answer is SightAnswer.BLOCKED:
        draft.unless_waived("PT1-D2a", ended(found.says), evidence=evidence)
    if found.answer is not SightAnswer.DOUBT:
        return False, evidence
    settled = settled_in_turn(draft.state, (unit.id, target.id))
    if settled is False:
        reason = f"The die has blocked this line for turn {draft.state.turn}."
        draft.refuse("PT1-D2b", reason, evidence=evidence)
    return settled is None, evidence


def sight_rules(draft: Draft) -> SightRules:
    """What the players agreed on sight, with the wrecks that burn by now."""
    options = draft.state.options
    return SightRules(
        band=Inches(options.number("los_doubt_band_in")),
        own_area_blocks=options.flag("own_area_blocks"),
        models_block=options.flag("models_block_los"),
        hill_overlook=options.flag("hill_overlook"),
        wrecks=frozenset(unit.id for unit in draft.state.units.values() if unit.burning),
        doubt=draft.doubt,
    )


def check_range(draft: Draft, unit: Unit, *, target: Unit) -> Measured:
    """Hold a shot to the range of its weapon; the evidence."""
    pair = (unit.id, target.id)
    outcome, found = draft.once(
        ("range", *pair),
        lambda table: range_of(
            table,
            pair,
            limit=draft.state.stages.fire_range(unit),
            metric=Metric(draft.state.options.choice("range_metric")),
            tolerance=draft.tolerance,
            doubt=draft.doubt,
            reaches="infantry fire",
        ),
    )
    if draft.state.stages.fire_range(unit) is None:
        return found  # As far as it sees: whether it does is for the line of sight.
    return draft.hold("PT1-D2c", outcome, says=ended(found.why), found=found)


def settled_in_turn(state: State, pair: tuple[str, str]) -> bool | None:
    """What an earlier die of this turn said of this line, where it stands so long (AMB1-22)."""
    if state.options.choice("los_roll_scope") != "per_turn":
        return None
    for one, other, clear in state.sight_rolls:
        if {one, other} == set(pair):
            return clear
    return None


def aim(draft: Draft, step: Step) -> None:
    """The next die of a shot: for a doubtful line, or to hit."""
    unit, target = draft.state.unit(step.unit), draft.state.unit(step.other)
    if target.destroyed:
        draft.emit(ShotLost(unit=unit.id, target=target.id), clause="PT1-D2i")
        return
    if step.flag:
        ask_sight(draft, unit, target=target)
        return
    card = played_card(draft)
    needed = draft.state.stages.to_hit(target, card=card)
    dice = DiceAsk(
        count=draft.state.stages.action_dice(unit, ActionKind.FIRE, card=card),
        why=f"{unit.id} fires at {target.id} with the {card.name}",
        means=(
            Meaning(when=f"{needed} or more", then="a hit"),
            Meaning(when="less", then="a miss"),
        ),
    )
    draft.ask_roll(
        Purpose.FIRE,
        force=unit.force,
        clause="PT1-D2d",
        dice=dice,
        unit=unit.id,
        other=target.id,
        number=needed,
    )


def ask_sight(draft: Draft, unit: Unit, *, target: Unit) -> None:
    """PT1-D2b: ask for the die that says whether a doubtful line is clear."""
    dice = DiceAsk(
        count=1,
        why=f"whether {unit.id} sees {target.id}, which is too close to call",
        means=(
            Meaning(when="1, 2 or 3", then="the line is blocked"),
            Meaning(when="4, 5 or 6", then="it is clear"),
        ),
    )
    draft.ask_roll(
        Purpose.SIGHT, force=unit.force, clause="PT1-D2b", dice=dice, unit=unit.id, other=target.id
    )


def played_card(draft: Draft) -> Card:
    """The card that is being played."""
    assert draft.state.playing is not None
    return card_from(draft.state.playing.turned.card)


def settle_sight(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """PT1-D2b: what the die says of a doubtful line."""
    event = SightSettled(unit=ask.unit, target=ask.other, clear=dice[0] >= CLEAR_FROM)
    draft.emit(event, clause="PT1-D2b")


def settle_fire(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """PT1-D2d and D2e: a hit, or nothing."""
    total, card = sum(dice), played_card(draft)
    hits = draft.state.stages.hits(total, needed=ask.number, card=card)
    hit = hits > 0
    event = Shot(
        unit=ask.unit,
        target=ask.other,
        total=total,
        difficulty=ask.number,
        hit=hit,
        hits=max(1, hits),
        passenger=draft.state.passenger_of(ask.other) if hit else "",
    )
    draft.emit(event, clause="PT1-D2d" if hit else "PT1-D2e")
