"""Knows how a shot is fired: weapon, sight, dice and targets (PT2-D, H9)."""

from dataclasses import replace

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.firing import ask_sight, played_card
from rules.games.paper_tigers.events.action import ShotLost
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Purpose, Step
from rules.games.paper_tigers_2.catalogue import Condition, Situation, Stage, Weapon, modifiers
from rules.games.paper_tigers_2.decide.outcomes import Hail, resolved
from rules.games.paper_tigers_2.decide.splitting import asked_to_split, shares_of
from rules.games.paper_tigers_2.decide.throwing import thrown
from rules.games.paper_tigers_2.decide.weapons import Aimed, aimed_at, is_far, weapon_called
from rules.games.paper_tigers_2.events import WeaponChosen
from rules.games.paper_tigers_2.pools import Dice
from rules.games.paper_tigers_2.reckoning import action_pool, colour_of, is_armoured, reached_by
from rules.games.paper_tigers_2.state import Unit, unit_in
from rules.games.paper_tigers_2.vocabulary import Topic
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.ruling import RefusedError


def aim(draft: Draft, step: Step) -> None:
    """The next thing that a shot needs: its weapon, a die for its line, or its dice."""
    unit, target = unit_in(draft.state, step.unit), unit_in(draft.state, step.other)
    if target.destroyed:
        draft.emit(ShotLost(unit=unit.id, target=target.id), clause="PT1-D2i")
        return
    if not step.weapon:
        _choose_weapon(draft, unit, target=target)
        return
    if step.flag:
        ask_sight(draft, unit, target=target)
        return
    _shoot(draft, step, unit=unit, target=target)


def _choose_weapon(draft: Draft, unit: Unit, *, target: Unit) -> None:
    """PT2-H9b: one weapon an action; nobody is asked where only one can be fired."""
    try:
        found = aimed_at(draft, unit, target=target)
    except RefusedError:
        # What could be fired when it was declared cannot any more: its spotter is gone.
        draft.emit(ShotLost(unit=unit.id, target=target.id), clause="PT2-D8")
        return
    if len(found) == 1:
        _take(draft, unit, target=target, aimed=found[0])
        return
    draft.ask(
        Purpose.AMENDED,
        topic=str(Topic.WEAPON),
        kind=AskKind.CHOOSE,
        force=unit.force,
        clause="PT2-H9b",
        says=f"With what does {unit.id} fire at {target.id}?",
        unit=unit.id,
        other=target.id,
        choices=tuple(each.weapon.name for each in found),
    )


def settle_weapon(draft: Draft, ask: Ask, *, choice: str) -> None:
    """What was chosen to fire with."""
    unit, target = unit_in(draft.state, ask.unit), unit_in(draft.state, ask.other)
    found = {each.weapon.name: each for each in aimed_at(draft, unit, target=target)}
    _take(draft, unit, target=target, aimed=found[choice])


def _take(draft: Draft, unit: Unit, *, target: Unit, aimed: Aimed) -> None:
    event = WeaponChosen(
        unit=unit.id, target=target.id, weapon=aimed.weapon.name, doubtful=aimed.doubtful
    )
    draft.emit(event, clause=aimed.weapon.clause, evidence=aimed.evidence)


def fire_situation(draft: Draft, unit: Unit, *, weapon: Weapon, target: Unit) -> Situation:
    """What holds for a shot: the card, the range, the weapon, and who fires."""
    options = draft.state.options
    found = set(colour_of(played_card(draft)))
    if is_far(draft, (unit.id, target.id)):
        found.add(Condition.FAR)
    if weapon.fires == "main":
        found.add(Condition.MAIN)
    if weapon.fires == "machine gun":
        found.add(Condition.MACHINE_GUN)
        if options.flag("gun_class_on_mg"):
            found.add(Condition.MAIN)
        if options.flag("mg_bonus_per_gun") and unit.own.has("two machine guns"):
            found.add(Condition.SECOND_GUN)
    if weapon.fires == "mortar":
        found.add(Condition.MORTAR)
    if unit.own.infantry:
        found.add(Condition.ON_FOOT)
    return frozenset(found)


def fire_pool(draft: Draft, unit: Unit, *, weapon: Weapon, target: Unit) -> Dice:
    """The dice of a shot, with everything that changes them."""
    entry = unit.own
    if weapon.gun:
        # A gun of its own class among several (PT2-I5e).
        entry = replace(entry, modifiers=(*entry.modifiers, modifiers()[weapon.gun]))
    return action_pool(
        Stage.FIRE,
        entry,
        target=target.own,
        situation=fire_situation(draft, unit, weapon=weapon, target=target),
        options=draft.state.options,
    )


def _shoot(draft: Draft, step: Step, *, unit: Unit, target: Unit) -> None:
    card = played_card(draft)
    weapon = weapon_called(step.weapon)
    pool = fire_pool(draft, unit, weapon=weapon, target=target)
    needed, _ = reached_by(target.own, card=card)
    if pool.count < 1:
        draft.emit(ShotLost(unit=unit.id, target=target.id), clause="PT2-I4a")
        return
    dice = DiceAsk(
        count=pool.count,
        why=f"{unit.id} fires its {weapon.name} at {target.id} with the {card.name}, {pool.says}",
        means=(
            Meaning(when=f"{needed} or more", then=_reached(weapon, target=target)),
            Meaning(when="less", then="a miss"),
        ),
    )
    again = pool.count if unit.own.rerolls(Stage.FIRE) else 0
    faces = thrown(draft, step, dice=dice, force=unit.force, clause="PT2-D11", may_reroll=again)
    if faces is None or asked_to_split(draft, step, unit=unit, target=target, dice=faces):
        return
    for part in shares_of(step, dice=faces):
        hail = Hail(
            unit=unit,
            target=unit_in(draft.state, part.target),
            weapon=weapon,
            dice=part.dice,
            says=pool.says if part.last else "",
            part=not part.last,
            names=step.names,
        )
        resolved(draft, hail)


def _reached(weapon: Weapon, *, target: Unit) -> str:
    if weapon.fires == "machine gun" and is_armoured(target.own):
        return "it loses a card"
    return "a hit"
