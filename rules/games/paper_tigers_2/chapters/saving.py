"""Settles what becomes of a hit: armour by facing, cover, lethal hits, rivets (PT2-D13)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_tigers.asking import in_front
from rules.games.paper_tigers.chapters.fire.saving import HitTaken, Save, Saved, destroy, take_hit
from rules.games.paper_tigers.chapters.fire.shelter import Pool, SavingRules, Shelter, shelter_of
from rules.games.paper_tigers.chapters.riding import GetOff
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.profiles import Ride
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import CardStep
from rules.games.paper_tigers_2.chapters.fortifications import emplacement_of
from rules.games.paper_tigers_2.chapters.throwing import UNCAST, Cast, HandStep, thrown
from rules.games.paper_tigers_2.chapters.weapons import arc_error, bearing_off
from rules.games.paper_tigers_2.state import facts_in, sheet_of
from rules.games.paper_tigers_2.units.catalogue import Condition, Situation, Stage
from rules.games.paper_tigers_2.units.pools import DicePool
from rules.games.paper_tigers_2.units.unit_dice import (
    armour_pool,
    cover_pool,
    cover_situation,
    saves_on,
)
from rules.referee.judging.areas import areas_holding
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.settings import Options
from rules.referee.toolkit.spots import Spot
from rules.table.verdict import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainStep(HandStep):
    """What a hit on a target is to bring besides."""

    target: str
    stood: Spot | None = None
    """Where the target stood; it may be gone by now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainBroken:
    """AMB2-20: what a hit was to bring besides comes to nothing, since it was saved."""

    clause: ClassVar[str] = "PT2-H10e"

    unit: str

    def after(self, state: State) -> State:
        steps = tuple(
            step
            for step in state.steps
            if not (isinstance(step, ChainStep) and step.target == self.unit)
        )
        return replace(state, steps=steps)

    def told(self) -> str:
        return f"{self.unit} has saved the hit: nothing more comes of it."


@dataclass(frozen=True, slots=True, kw_only=True)
class RivetsBurst:
    """PT2-I4m: a hit brings another one."""

    clause: ClassVar[str] = "PT2-I4m"

    unit: str
    by: str

    def after(self, state: State) -> State:
        return in_front(state, WeaponSave(unit=self.unit, by=self.by, hits=1, weapon="rivets"))

    def told(self) -> str:
        return f"Rivets burst inside {self.unit}: it takes one more hit."


TOWN = frozenset({"town"})
OFF_TABLE = frozenset({"barrage", "air strike"})
INDIRECT = frozenset({"mortar", "howitzer"})


class FrontSaves(SavingRules):
    """What a unit saves with, as far as it hangs on its place alone."""

    def saves(self, unit: Unit, shelter: Shelter) -> Pool:
        """The dice from the front, without what only this edition knows of a place."""
        if unit.is_bridge:
            return Pool()
        sheet = sheet_of(unit)
        place = cover_situation(
            in_cover=shelter.in_cover, covered=False, on_hill=shelter.on_big_hill
        )
        return Pool(
            armour=armour_pool(sheet, situation=frozenset()).count,
            cover=cover_pool(sheet, situation=place).count,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Saves:
    """The dice that may save a unit, by sort, and what they were judged by."""

    armour: DicePool
    cover: DicePool
    evidence: tuple[Measured, ...] = ()

    @property
    def count(self) -> int:
        return self.armour.count + self.cover.count

    @property
    def says(self) -> str:
        """Both sorts, explained."""
        told = [
            f"{sort} {pool.says}"
            for sort, pool in (("armour", self.armour), ("cover", self.cover))
            if pool.count
        ]
        return "; ".join(told)


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """What a unit is under: from whom, with what, and how hard."""

    by: str
    weapon: str
    passenger: bool = False
    lethal: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponSave(Save):
    """A hit to be saved from, by what it was brought about with."""

    weapon: str = ""
    face: int = 0
    """The highest die of the shot."""
    cast: Cast = UNCAST

    @property
    def incoming(self) -> Incoming:
        return Incoming(
            by=self.by, weapon=self.weapon, passenger=self.passenger, lethal=self.hits > 1
        )

    def take(self, draft: Draft) -> None:
        """Ask for the saving dice, or let the hit stand where there are none."""
        unit = draft.state.unit(self.unit)
        hit = self
        if self.passenger and sheet_of(unit).has("flamethrower") and self.hits == 1:
            # PT2-M4d: lethal for them whatever it is for their carrier (AMB2-64).
            hit = replace(self, hits=2)
        if hit.weapon == "flame in bunker":
            _take(draft, hit, left=hit.hits, clause="PT2-M4b")
            return
        if hit.weapon == "rivets" and not draft.state.options.flag("rivets_save"):
            _take(draft, hit, left=hit.hits, clause="PT2-I4m")
            return
        found = saves_of(draft, unit, fire=hit.incoming)
        if found is None:
            return
        dice = _thrown(draft, hit, unit=unit, found=found) if found.count else ()
        if dice is not None:
            _settle(draft, hit, unit=unit, dice=dice, found=found)


def hit_steps(
    state: State, hit: WeaponSave, *, aboard: WeaponSave, passengers: tuple[str, ...]
) -> tuple[CardStep, ...]:
    """PT2-F3: a hit on a unit, if it is one, and on each that rides on it, who gets off."""
    inside = state.unit(hit.unit).profile.carries_squad is Ride.INSIDE
    return (
        *(replace(aboard, unit=name, passenger=True) for name in passengers),
        *((hit,) if hit.hits else ()),
        *(GetOff(unit=name, carrier=hit.unit, may_stay=inside) for name in passengers),
    )


def rerolls(unit: Unit, found: Saves) -> int:
    """PT2-H13a, I3a: so many of the dice, armour first, may be rolled again."""
    armour = found.armour.count if sheet_of(unit).rerolls(Stage.ARMOUR) else 0
    if sheet_of(unit).rerolls(Stage.COVER) and armour == found.armour.count:
        return found.count
    return armour


def _thrown(draft: Draft, hit: WeaponSave, *, unit: Unit, found: Saves) -> tuple[int, ...] | None:
    """The saving dice as they stand in the end; None while somebody is asked for them."""
    needed = saves_on(sheet_of(unit))
    good = f"{needed} or more on any die"
    if found.armour.count and found.cover.count and needed > 5:
        good = f"{needed} on armour or 5 or more on cover"
    lethal = "a lethal hit" if hit.hits > 1 else "a hit"
    dice = DiceAsk(
        count=found.count,
        why=f"{unit.id} tries to save itself from {lethal} with {found.says}",
        means=(
            Meaning(when=good, then=f"{lethal} is cancelled"),
            Meaning(when="otherwise", then=_if_unsaved(unit, hit.hits)),
        ),
    )
    saved = bool(hit.cast.dice) and not _left(draft, hit, dice=hit.cast.dice, found=found)
    return thrown(
        draft,
        hit,
        other=hit.by,
        dice=dice,
        force=unit.force,
        clause="PT2-D13" if found.armour.count else "PT2-D14",
        may_reroll=0 if saved else rerolls(unit, found),
        armour=found.armour.count if found.cover.count else 0,
    )


def _if_unsaved(unit: Unit, hits: int) -> str:
    lost = unit.hits + hits >= unit.profile.destroyed_at
    return "it is destroyed" if lost else "it is damaged"


def saves_of(draft: Draft, unit: Unit, *, fire: Incoming) -> Saves | None:
    """The dice that a unit has where it stands; None while a player has to say where that is."""
    if fire.passenger and draft.state.options.choice("passenger_cover") == "never":
        shelter = Shelter()
        evidence: tuple[Measured, ...] = ()
    else:
        found = shelter_of(draft, unit, shooter=fire.by)
        if found is None:
            return None
        shelter, evidence = found
    cover = cover_situation(
        in_cover=shelter.in_cover or in_town(draft, unit),
        # PT2-D24: vehicles as well as squads.
        covered=facts_in(unit).covered and not unit.aboard,
        on_hill=shelter.on_big_hill,
        emplacement=emplacement_of(draft, unit),
    )
    if unit.aboard:
        armour = DicePool(count=0)
        facing: tuple[Measured, ...] = ()
    else:
        situation, facing = _facing(draft, unit, fire=fire)
        if fire.lethal:
            situation |= {Condition.LETHAL}
        armour = armour_pool(sheet_of(unit), situation=situation)
    return Saves(
        armour=armour,
        cover=cover_pool(sheet_of(unit), situation=cover),
        evidence=(*evidence, *facing),
    )


def in_town(draft: Draft, unit: Unit) -> bool:
    """AMB2-54: whether it stands on ground that is marked as a town, where that counts."""
    if draft.state.options.choice("town_is") == "building" or unit.aboard:
        return False
    held = areas_holding(draft.table, unit.id, kinds=TOWN, doubt=draft.doubt)
    return bool(held.sure or held.leaning)


def _facing(draft: Draft, unit: Unit, *, fire: Incoming) -> tuple[Situation, tuple[Measured, ...]]:
    """PT2-D19: whether fire comes from anywhere but the front (GEO-22), and by what that is known.

    Within the courtesy, or what the camera cannot tell, it is the front, which is for the target.
    """
    options = draft.state.options
    if fire.weapon in OFF_TABLE:
        return frozenset({Condition.SIDE}), ()  # PT2-L3g: never the front.
    if fire.weapon in INDIRECT and options.choice("indirect_facing") == "front":
        return frozenset(), ()
    target = draft.table.piece(unit.id)
    off = bearing_off(target, draft.table.piece(fire.by))
    if off is None:
        return frozenset(), ()
    limit = options.number("front_half_angle_deg")
    over = off - limit
    side = over > max(options.number("arc_eps_deg"), arc_error(target))
    found = Measured(
        what="facing",
        answer=Answer.NO if side else Answer.YES,
        why=f"{fire.by} lies {off:.0f} degrees off the front of {unit.id}, "
        f"which reaches {limit:.0f}",
        snapshot=draft.snapshot.number,
    )
    return frozenset({Condition.SIDE}) if side else frozenset(), (found,)


def successes(unit: Unit, *, dice: tuple[int, ...], armour: int, options: Options) -> int:
    """How many of the dice save, each alone; PT2-H1a, H2a: thin armour on a 6 only."""
    needed = saves_on(sheet_of(unit))
    plates = [die >= needed for die in dice[:armour]]
    cover = sum(die >= 5 for die in dice[armour:])
    return _of_armour(unit, plates=plates, options=options) + cover


def _of_armour(unit: Unit, *, plates: list[bool], options: Options) -> int:
    """AMB2-10 and -12: of two dice the best counts, or the worst, as agreed; it is one save."""
    if not sheet_of(unit).has("best of two armour") or len(plates) < 2:
        return sum(plates)
    if sheet_of(unit).has("tank destroyer"):
        worst = options.choice("td_keep") == "worst"
    else:
        worst = options.choice("best_of_two_armour") == "worst_of_two"
    return int(all(plates) if worst else any(plates))


def _left(draft: Draft, hit: WeaponSave, *, dice: tuple[int, ...], found: Saves) -> int:
    """PT2-D18: the hits that the dice leave; one that saves is enough, or each saves from one."""
    options, unit = draft.state.options, draft.state.unit(hit.unit)
    good = successes(unit, dice=dice, armour=found.armour.count, options=options)
    if not good:
        return hit.hits
    return max(0, hit.hits - good) if options.choice("lethal_save") == "per_success" else 0


def _settle(
    draft: Draft, hit: WeaponSave, *, unit: Unit, dice: tuple[int, ...], found: Saves
) -> None:
    """What the dice leave of a hit."""
    left = _left(draft, hit, dice=dice, found=found)
    if dice:
        event = Saved(unit=unit.id, dice=dice, armour=found.armour.count, saved=not left)
        clause = "PT2-D13" if found.armour.count else "PT2-D14"
        draft.emit(event, clause=clause, evidence=found.evidence)
    if left:
        _take(draft, hit, left=left, clause="PT2-D15", evidence=found.evidence)
    elif draft.state.options.choice("chain_on") == "unsaved_hit" and not hit.passenger:
        draft.emit(ChainBroken(unit=unit.id))
    _rivets(draft, hit)


def _take(
    draft: Draft, hit: WeaponSave, *, left: int, clause: str, evidence: tuple[Measured, ...] = ()
) -> None:
    """A hit that stays; PT2-I4k: for a death trap it is the end when a 5 or 6 was shown."""
    unit = draft.state.unit(hit.unit)
    if (
        sheet_of(unit).has("death trap")
        and not hit.passenger
        and _trapped(hit, draft.state.options)
    ):
        hits = max(unit.hits + left, unit.profile.destroyed_at)
        event = HitTaken(unit=unit.id, by=hit.by, hits=hits)
        draft.emit(event, clause="PT2-I4k", evidence=evidence)
        destroy(draft, unit.id, by=hit.by)
        return
    take_hit(draft, replace(hit, hits=left), clause=clause, evidence=evidence)


def _trapped(hit: WeaponSave, options: Options) -> bool:
    least = 6 if options.choice("death_trap_faces") == "6" else 5
    return hit.face >= least


def _rivets(draft: Draft, hit: WeaponSave) -> None:
    """PT2-I4m: when hit, saved or not, one more; that one brings no other."""
    unit = draft.state.unit(hit.unit)
    if (
        not sheet_of(unit).has("rivets")
        or hit.passenger
        or hit.weapon == "rivets"
        or unit.destroyed
    ):
        return
    draft.emit(RivetsBurst(unit=unit.id, by=hit.by))
