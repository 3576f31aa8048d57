"""Knows what becomes of a hit: armour by facing, cover, lethal hits, rivets (PT2-D13)."""

from dataclasses import dataclass, replace

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.saving import destroy, shelter_of, take_hit
from rules.games.paper_tigers.events.action import HitTaken, Saved
from rules.games.paper_tigers.measuring.cover import areas_holding
from rules.games.paper_tigers.profiles import Shelter
from rules.games.paper_tigers.vocabulary import Step
from rules.games.paper_tigers_2.catalogue import Condition, Situation, Stage
from rules.games.paper_tigers_2.decide.emplacements import emplacement_of
from rules.games.paper_tigers_2.decide.throwing import thrown
from rules.games.paper_tigers_2.decide.weapons import arc_error, bearing_off
from rules.games.paper_tigers_2.events import ChainBroken, RivetsBurst
from rules.games.paper_tigers_2.pools import Dice
from rules.games.paper_tigers_2.reckoning import (
    armour_pool,
    cover_pool,
    cover_situation,
    saves_on,
)
from rules.games.paper_tigers_2.state import Unit, unit_in
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.settings import Options
from rules.table.verdict import Answer

TOWN = frozenset({"town"})
OFF_TABLE = frozenset({"barrage", "air strike"})
INDIRECT = frozenset({"mortar", "howitzer"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Saves:
    """The dice that may save a unit, by sort, and what they were judged by."""

    armour: Dice
    cover: Dice
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


def save(draft: Draft, step: Step) -> None:
    """Ask for the saving dice of a hit, or let it stand where there are none."""
    unit = unit_in(draft.state, step.unit)
    if step.flag and unit.own.has("flamethrower") and step.number == 1:
        # PT2-M4d: lethal for them whatever it is for their carrier (AMB2-64).
        step = replace(step, number=2)
    if step.weapon == "flame in bunker":
        _take(draft, step, left=step.number, clause="PT2-M4b")
        return
    if step.weapon == "rivets" and not draft.state.options.flag("rivets_save"):
        _take(draft, step, left=step.number, clause="PT2-I4m")
        return
    found = saves_of(draft, unit, step=step, lethal=step.number > 1)
    if found is None:
        return
    if not found.count:
        _settle(draft, step, unit=unit, dice=(), found=found)
        return
    faces = _thrown(draft, step, unit=unit, found=found)
    if faces is not None:
        _settle(draft, step, unit=unit, dice=faces, found=found)


def _rerolls(unit: Unit, found: Saves) -> int:
    """PT2-H13a, I3a: so many of the dice, armour first, may be rolled again."""
    armour = found.armour.count if unit.own.rerolls(Stage.ARMOUR) else 0
    if unit.own.rerolls(Stage.COVER) and armour == found.armour.count:
        return found.count
    return armour


def _thrown(draft: Draft, step: Step, *, unit: Unit, found: Saves) -> tuple[int, ...] | None:
    """The saving dice as they stand in the end; None while somebody is asked for them."""
    needed = saves_on(unit.own)
    good = f"{needed} or more on any die"
    if found.armour.count and found.cover.count and needed > 5:
        good = f"{needed} on armour or 5 or more on cover"
    lethal = "a lethal hit" if step.number > 1 else "a hit"
    dice = DiceAsk(
        count=found.count,
        why=f"{unit.id} saves from {lethal} with {found.says}",
        means=(
            Meaning(when=good, then=f"{lethal} is cancelled"),
            Meaning(when="otherwise", then=_if_unsaved(unit, step.number)),
        ),
    )
    return thrown(
        draft,
        step,
        dice=dice,
        force=unit.force,
        clause="PT2-D13" if found.armour.count else "PT2-D14",
        may_reroll=_rerolls(unit, found),
    )


def _if_unsaved(unit: Unit, hits: int) -> str:
    lost = unit.hits + hits >= unit.profile.destroyed_at
    return "it is destroyed" if lost else "it is damaged"


def saves_of(draft: Draft, unit: Unit, *, step: Step, lethal: bool = False) -> Saves | None:
    """The dice that a unit has where it stands; None while a player has to say where that is."""
    if step.flag and draft.state.options.choice("passenger_cover") == "never":
        shelter = Shelter()
        evidence: tuple[Measured, ...] = ()
    else:
        found = shelter_of(draft, unit, shooter=step.other)
        if found is None:
            return None
        shelter, evidence = found
    cover = cover_situation(
        in_cover=shelter.in_cover or in_town(draft, unit),
        covered=unit.covered and not unit.aboard,
        on_hill=shelter.on_big_hill,
        emplacement=emplacement_of(draft, unit),
    )
    if unit.aboard:
        armour = Dice(count=0)
        facing: tuple[Measured, ...] = ()
    else:
        situation, facing = _facing(draft, unit, step=step)
        if lethal:
            situation |= {Condition.LETHAL}
        armour = armour_pool(unit.own, situation=situation)
    return Saves(
        armour=armour,
        cover=cover_pool(unit.own, situation=cover),
        evidence=(*evidence, *facing),
    )


def in_town(draft: Draft, unit: Unit) -> bool:
    """AMB2-54: whether it stands on ground that is marked as a town, where that counts."""
    if draft.state.options.choice("town_is") == "building" or unit.aboard:
        return False
    held = areas_holding(draft.table, unit.id, kinds=TOWN, doubt=draft.doubt)
    return bool(held.sure or held.leaning)


def _facing(draft: Draft, unit: Unit, *, step: Step) -> tuple[Situation, tuple[Measured, ...]]:
    """PT2-D19: whether fire comes from anywhere but the front (GEO-22), and by what that is known.

    Within the courtesy, or what the camera cannot tell, it is the front, which is for the target.
    """
    options = draft.state.options
    if step.weapon in OFF_TABLE:
        return frozenset({Condition.SIDE}), ()
    if step.weapon in INDIRECT and options.choice("indirect_facing") == "front":
        return frozenset(), ()
    target = draft.table.piece(unit.id)
    off = bearing_off(target, draft.table.piece(step.other))
    if off is None:
        return frozenset(), ()
    limit = options.number("front_half_angle_deg")
    over = off - limit
    side = over > max(options.number("arc_eps_deg"), arc_error(target))
    found = Measured(
        what="facing",
        answer=Answer.NO if side else Answer.YES,
        why=f"{step.other} lies {off:.0f} degrees off the front of {unit.id}, "
        f"which reaches {limit:.0f}",
        snapshot=draft.snapshot.number,
    )
    return frozenset({Condition.SIDE}) if side else frozenset(), (found,)


def successes(unit: Unit, *, dice: tuple[int, ...], armour: int, options: Options) -> int:
    """How many of the dice save, each alone; PT2-H1a, H2a: thin armour on a 6 only."""
    needed = saves_on(unit.own)
    plates = [die >= needed for die in dice[:armour]]
    cover = sum(die >= 5 for die in dice[armour:])
    return _of_armour(unit, plates=plates, options=options) + cover


def _of_armour(unit: Unit, *, plates: list[bool], options: Options) -> int:
    """AMB2-10 and -12: of two dice the best counts, or the worst, as agreed; it is one save."""
    if not unit.own.has("best of two armour") or len(plates) < 2:
        return sum(plates)
    if unit.own.has("tank destroyer"):
        worst = options.choice("td_keep") == "worst"
    else:
        worst = options.choice("best_of_two_armour") == "worst_of_two"
    return int(all(plates) if worst else any(plates))


def _settle(draft: Draft, step: Step, *, unit: Unit, dice: tuple[int, ...], found: Saves) -> None:
    """What the dice leave of a hit."""
    good = successes(unit, dice=dice, armour=found.armour.count, options=draft.state.options)
    left = step.number
    if good:
        each = draft.state.options.choice("lethal_save") == "per_success"
        left = max(0, step.number - good) if each else 0
    if dice:
        event = Saved(unit=unit.id, dice=dice, armour=found.armour.count, saved=not left)
        clause = "PT2-D13" if found.armour.count else "PT2-D14"
        draft.emit(event, clause=clause, evidence=found.evidence)
    if left:
        _take(draft, step, left=left, clause="PT2-D15", evidence=found.evidence)
    elif draft.state.options.choice("chain_on") == "unsaved_hit" and not step.flag:
        draft.emit(ChainBroken(unit=unit.id), clause="PT2-H10e")
    _rivets(draft, step)


def _take(
    draft: Draft,
    step: Step,
    *,
    left: int,
    clause: str,
    evidence: tuple[Measured, ...] = (),
) -> None:
    """A hit that stays; PT2-I4k: for a death trap it is the end when a 5 or 6 was shown."""
    unit = unit_in(draft.state, step.unit)
    if unit.own.has("death trap") and not step.flag and _trapped(step, draft.state.options):
        hits = max(unit.hits + left, unit.profile.destroyed_at)
        event = HitTaken(unit=unit.id, by=step.other, hits=hits)
        draft.emit(event, clause="PT2-I4k", evidence=evidence)
        destroy(draft, unit.id, by=step.other)
        return
    take_hit(draft, replace(step, number=left), clause=clause, evidence=evidence)


def _trapped(step: Step, options: Options) -> bool:
    least = 6 if options.choice("death_trap_faces") == "6" else 5
    return step.card.isdecimal() and int(step.card) >= least


def _rivets(draft: Draft, step: Step) -> None:
    """PT2-I4m: when hit, saved or not, one more; that one brings no other."""
    unit = unit_in(draft.state, step.unit)
    if not unit.own.has("rivets") or step.flag or step.weapon == "rivets" or unit.destroyed:
        return
    draft.emit(RivetsBurst(unit=unit.id, by=step.other), clause="PT2-I4m")
