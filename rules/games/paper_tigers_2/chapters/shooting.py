"""Fires a shot: its weapon, its dice, and how a machine gun divides them (PT2-D, H9)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from rules.games.paper_tigers.asking import Aiming
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.shots import (
    FiringRules,
    ShotLost,
    ask_sight,
    no_target,
    targets_of,
)
from rules.games.paper_tigers.chapters.following import played_card, require_action
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.profiles import ActionKind
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import reaching
from rules.games.paper_tigers_2.asking import TargetedChoice, UnitChoice
from rules.games.paper_tigers_2.chapters.counted_weapons import counted_weapons
from rules.games.paper_tigers_2.chapters.hits import Hail, resolved
from rules.games.paper_tigers_2.chapters.throwing import in_words, subsets, thrown
from rules.games.paper_tigers_2.chapters.weapons import (
    Aimed,
    GivenDice,
    WeaponAim,
    aimed_at,
    is_far,
    is_within,
    may_hit,
    weapon_called,
)
from rules.games.paper_tigers_2.state import HELP, KEEP, own_units, sheet_of, with_first
from rules.games.paper_tigers_2.units.catalogue import (
    Condition,
    Situation,
    Stage,
    Weapon,
    modifiers,
)
from rules.games.paper_tigers_2.units.pools import DicePool
from rules.games.paper_tigers_2.units.unit_dice import (
    action_pool,
    colour_of,
    is_armoured,
    reached_by,
)
from rules.referee.toolkit.dice import DiceAsk
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.ruling import RefusedError
from rules.referee.toolkit.what_counts import FireCounts


def _aim_in(state: State) -> WeaponAim:
    """The shot that is the first thing to do."""
    aim = state.steps[0]
    assert isinstance(aim, WeaponAim)
    return aim


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponChosen:
    """With what a unit fires."""

    clause: ClassVar[str] = "PT2-H9b"

    unit: str
    target: str
    weapon: str
    doubtful: bool = False
    """Its line of sight is in doubt."""
    barred: tuple[str, ...] = ()
    """Why it fires nothing else, where nobody was asked."""
    named: bool = False
    """The command has named it, and so all else is told."""

    def after(self, state: State) -> State:
        """The shot has its weapon; riders may have to get off before it."""
        aim = next(s for s in state.steps if isinstance(s, WeaponAim) and s.unit == self.unit)
        chosen = replace(aim, weapon=self.weapon, doubtful=self.doubtful)
        steps = tuple(chosen if step is aim else step for step in state.steps)
        return replace(state, steps=steps)

    def told(self) -> str:
        if self.named:
            return f"It fires its {self.weapon}."
        told = [f"{self.unit} fires its {self.weapon} at {self.target}."]
        told += [f"It fires nothing else there: {why}" for why in self.barred[:1]]
        told += [*self.barred[1:], *(["Its line of sight is in doubt."] if self.doubtful else [])]
        return " ".join(told)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceGiven:
    """PT2-H9e: some dice of a machine gun go to another target."""

    clause: ClassVar[str] = "PT2-H9e"

    unit: str
    target: str
    places: tuple[int, ...]

    def after(self, state: State) -> State:
        given = GivenDice(target=self.target, places=self.places)
        return with_first(state, given=(*_aim_in(state).given, given))

    def told(self) -> str:
        if not self.places:
            return f"{self.unit} gives {self.target} none of its dice."
        count = "one of its dice" if len(self.places) == 1 else f"{len(self.places)} of its dice"
        return f"{self.unit} turns {count} on {self.target}."


@dataclass(frozen=True, slots=True, kw_only=True)
class FireWeapon(Fire):
    """The unit whose card it is fires one of its weapons, alone or with followers."""

    KIND: ClassVar[str] = "fire"

    weapon: str = ""
    """With none it is asked for, if several can be fired."""

    def ruled(self, draft: Draft) -> None:
        turned, unit = require_action(draft, action=ActionKind.FIRE)
        del turned
        target = draft.known_unit(self.target)
        aimed = None
        if self.weapon:
            aimed = aimed_at(draft, unit, target=target, weapon=self.weapon).aimed[0]
        Fire.ruled(self, draft)
        if aimed is not None:
            _take(draft, unit, target=target, aimed=aimed, named=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmedAim(WeaponAim):
    """A shot to be fired."""

    def take(self, draft: Draft) -> None:
        """The next thing that it needs: its weapon, a die for its line, or its dice."""
        unit, target = draft.state.unit(self.unit), draft.state.unit(self.target)
        if target.destroyed:
            draft.emit(ShotLost(unit=unit.id, target=target.id), clause="PT1-D2i")
            return
        if not self.weapon:
            _choose_weapon(draft, unit, target=target)
            return
        if self.doubtful:
            ask_sight(draft, unit, target=target)
            return
        _shoot(draft, self, unit=unit, target=target)


class WeaponFire(FiringRules):
    """How units fire that have several weapons."""

    def aim(self, *, unit: str, target: str, doubtful: bool) -> Aiming:
        return ArmedAim(unit=unit, target=target, doubtful=doubtful)

    def check_shot(
        self, draft: Draft, unit: Unit, *, target: Unit
    ) -> tuple[bool, tuple[Measured, ...]]:
        """Hold a shot to what any of its weapons can do; whether only a doubtful line is left."""
        found = aimed_at(draft, unit, target=target).aimed
        sure = [each for each in found if not each.doubtful]
        best = (sure or found)[0]
        return not sure, best.evidence

    def counts(self, draft: Draft, unit: Unit) -> FireCounts | None:
        return None if unit.aboard else counted_weapons(draft, unit)

    def shots(self, trial: Trial, unit: Unit) -> Iterator[str]:
        """The targets at which its shot would be let pass, in the order of the battle."""
        for target in targets_of(trial.state, unit):
            if trial.keeps(partial(self.check_shot, unit=unit, target=target)):
                yield target.id


def _choose_weapon(draft: Draft, unit: Unit, *, target: Unit) -> None:
    """PT2-H9b: one weapon an action; nobody is asked where only one can be fired."""
    try:
        found = aimed_at(draft, unit, target=target)
    except RefusedError:
        # What could be fired when it was declared cannot any more: its spotter is gone.
        draft.emit(ShotLost(unit=unit.id, target=target.id), clause="PT2-D8")
        return
    names = tuple(each.weapon.name for each in found.aimed)
    if len(names) == 1:
        _take(draft, unit, target=target, aimed=found.aimed[0], barred=found.barred)
        return  # PT2-H9b: there is nothing to choose.
    draft.ask(
        WithWhat(unit=unit.id, target=target.id, choices=names),
        force=unit.force,
        clause="PT2-H9b",
        says=f"Which weapon does {unit.id} fire at {target.id}?",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WithWhat(TargetedChoice):
    """What was chosen to fire with."""

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        unit, target = draft.state.unit(self.unit), draft.state.unit(self.target)
        found = aimed_at(draft, unit, target=target, weapon=choice)
        _take(draft, unit, target=target, aimed=found.aimed[0])


def _take(
    draft: Draft,
    unit: Unit,
    *,
    target: Unit,
    aimed: Aimed,
    barred: tuple[str, ...] = (),
    named: bool = False,
) -> None:
    event = WeaponChosen(
        unit=unit.id,
        target=target.id,
        weapon=aimed.weapon.name,
        doubtful=aimed.doubtful,
        barred=barred,
        named=named,
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
        if options.flag("mg_bonus_per_gun") and sheet_of(unit).has("two machine guns"):
            found.add(Condition.SECOND_GUN)
    if weapon.fires == "mortar":
        found.add(Condition.MORTAR)  # PT2-H10b: beyond 12 in it costs a squad a die.
    if sheet_of(unit).infantry:
        found.add(Condition.ON_FOOT)
    return frozenset(found)


def fire_pool(draft: Draft, unit: Unit, *, weapon: Weapon, target: Unit) -> DicePool:
    """The dice of a shot, with everything that changes them."""
    entry = sheet_of(unit)
    if weapon.gun:
        # A gun of its own class among several (PT2-I5e).
        entry = replace(entry, modifiers=(*entry.modifiers, modifiers()[weapon.gun]))
    return action_pool(
        Stage.FIRE,
        entry,
        target=sheet_of(target),
        situation=fire_situation(draft, unit, weapon=weapon, target=target),
        options=draft.state.options,
    )


def _shoot(draft: Draft, aim: WeaponAim, *, unit: Unit, target: Unit) -> None:
    card = played_card(draft)
    weapon = weapon_called(aim.weapon)
    pool = fire_pool(draft, unit, weapon=weapon, target=target)
    needed, _ = reached_by(sheet_of(target), card=card)
    if pool.count < 1:
        draft.emit(ShotLost(unit=unit.id, target=target.id), clause="PT2-I4a")
        return
    dice = DiceAsk(
        count=pool.count,
        why=f"{unit.id} fires its {weapon.name} at {target.id} with the {card.name}, {pool.says}",
        means=reaching(needed, then=_reached(weapon, target=target), otherwise="a miss"),
    )
    again = pool.count if sheet_of(unit).rerolls(Stage.FIRE) else 0
    faces = thrown(
        draft, aim, other=target.id, dice=dice, force=unit.force, clause="PT2-D11", may_reroll=again
    )
    if faces is None or _asked_to_split(draft, aim, unit=unit, target=target):
        return
    for part in shares_of(aim):
        hail = Hail(
            unit=unit,
            target=draft.state.unit(part.target),
            weapon=weapon,
            dice=part.dice,
            says=pool.says if part.last else "",
            part=not part.last,
            aim=aim,
        )
        resolved(draft, hail)


def _reached(weapon: Weapon, *, target: Unit) -> str:
    if weapon.fires == "machine gun" and is_armoured(sheet_of(target)):
        return "it loses a card"
    return "a hit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Portion:
    """The dice that one target is tested with."""

    target: str
    dice: tuple[int, ...]
    last: bool


def _asked_to_split(draft: Draft, aim: WeaponAim, *, unit: Unit, target: Unit) -> bool:
    """Whether the shooter is asked to give dice to another target; at least one stays."""
    machine_gun = weapon_called(aim.weapon).fires == "machine gun"
    if not machine_gun or not draft.state.options.flag("mg_split") or len(aim.left) < 2:
        return False
    asked = {target.id, *(each.target for each in aim.given)}
    for other in own_units(draft.state):
        if other.id in asked or no_target(draft.state, unit, target=other) is not None:
            continue
        near = is_within(draft, (target.id, other.id), limit=HELP)
        if near and may_hit(draft, unit, weapon=aim.weapon, target=other):
            _ask(draft, aim, unit=unit, other=other)  # PT2-H9e
            return True
    return False


def _choices(aim: WeaponAim) -> dict[str, tuple[int, ...]]:
    """What may be given away, by its faces: never the last die."""
    found = subsets([aim.cast.dice[place] for place in aim.left], sizes=range(1, len(aim.left)))
    return {shown: tuple(aim.left[k] for k in chosen) for shown, chosen in found.items()}


def _ask(draft: Draft, aim: WeaponAim, *, unit: Unit, other: Unit) -> None:
    left = in_words([aim.cast.dice[place] for place in aim.left])
    draft.ask(
        GiveDice(unit=unit.id, other=other.id, choices=(KEEP, *_choices(aim))),
        force=unit.force,
        clause="PT2-H9e",
        says=f"Of the dice {left} of {unit.id}, which are for {other.id} instead of {aim.target}?",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveDice(UnitChoice):
    """Dice that go to another target."""

    other: str

    def shown(self) -> Mapping[str, object]:
        return {"unit": self.unit, "other": self.other}

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        places = () if choice == KEEP else _choices(_aim_in(draft.state))[choice]
        draft.emit(DiceGiven(unit=self.unit, target=self.other, places=places))


def shares_of(aim: WeaponAim) -> list[Portion]:
    """The dice by target; those that nobody else was given are for the first one, which is last."""
    dice = aim.cast.dice
    parts = [
        Portion(target=each.target, dice=tuple(dice[place] for place in each.places), last=False)
        for each in aim.given
        if each.places
    ]
    left = tuple(dice[place] for place in aim.left)
    return [*parts, Portion(target=aim.target, dice=left, last=True)]
