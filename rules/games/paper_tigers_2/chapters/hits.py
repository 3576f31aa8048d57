"""Settles what a shot brings: a hit, a lethal hit, suppression, a card (PT2-D18, H9)."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rules.games.paper_tigers.asking import in_front, without
from rules.games.paper_tigers.chapters.following import played_card
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.profiles import Ride, difficulty
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import CardStep, needed
from rules.games.paper_tigers_2.chapters.fortifications import emplacement_of
from rules.games.paper_tigers_2.chapters.saving import WeaponSave, hit_steps
from rules.games.paper_tigers_2.chapters.suppressing import LoseCard, MortarAgain, Splash, Suppress
from rules.games.paper_tigers_2.chapters.throwing import explained
from rules.games.paper_tigers_2.chapters.weapons import WeaponAim, perhaps_aimed, weapons_of
from rules.games.paper_tigers_2.state import sheet_of
from rules.games.paper_tigers_2.units.catalogue import Weapon
from rules.games.paper_tigers_2.units.unit_dice import half, is_armoured, reached_by
from rules.referee.toolkit.phrases import listed
from rules.referee.toolkit.settings import Options

SPLASH: Final = "splash"
BONUS: Final = "bonus_shot"
"""What a hit of a howitzer and of a mortar brings besides."""
SUPPRESSING: Final = frozenset({"machine gun", "mortar", "howitzer"})


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponFired:
    """A shot, and what it brings."""

    KIND: ClassVar[str] = "shot"

    unit: str
    target: str
    weapon: str
    dice: tuple[int, ...]
    """Those that were counted."""
    total: int
    difficulty: int
    says: str = ""
    """How the dice were counted."""
    hits: int = 0
    """0 for a miss, 2 for a lethal hit."""
    suppresses: bool = False
    costs_card: bool = False
    """A machine gun against armour."""
    passengers: tuple[str, ...] = ()
    """Whoever rides on the target and is hit with it."""
    passenger_hits: int = 1
    further: str = ""
    """What a hit of a mortar or howitzer brings besides: bonus_shot or splash."""
    destroys: bool = False
    """No save is possible."""
    part: bool = False
    """One of several targets, and not the last."""
    second: str = ""
    """PT2-I3d, I5e: the weapon of another shot of this unit that follows."""
    settled: bool = False
    """What it has hit saves before anything further comes of it; in older logs it did so after."""

    def after(self, state: State) -> State:
        aimed = self._aimed(state)
        second: tuple[CardStep, ...] = ()
        if not self.part:
            state = without(state, WeaponAim, unit=self.unit)
        if self.second:
            second = (aimed.anew(weapon=self.second, second=True),)
        if not self.hits and not aimed.second:
            state = _missed(state, self.unit)
        return in_front(state, *self._brought(state, aimed=aimed), *second)

    def _aimed(self, state: State) -> WeaponAim:
        """The step that this is the shot of."""
        return next(
            step for step in state.steps if isinstance(step, WeaponAim) and step.unit == self.unit
        )

    def _brought(self, state: State, *, aimed: WeaponAim) -> tuple[CardStep, ...]:
        """All that has to be settled, in order: the save at once, then what the hit brings."""
        settled = (*self._hit_steps(state), *self._card_steps())
        further = self._further(state, aimed=aimed)
        if self.settled or state.options.choice("chain_on") == "unsaved_hit":
            return (*settled, *further)
        return (*further, *settled)

    def _further(self, state: State, *, aimed: WeaponAim) -> tuple[CardStep, ...]:
        stood = state.unit(self.target).spot
        if self.further == SPLASH:
            return (Splash(unit=self.unit, target=self.target, stood=stood),)
        if self.further == BONUS:
            again = aimed.anew(weapon="mortar", bonus=True)
            return (MortarAgain(unit=self.unit, target=self.target, stood=stood, aim=again),)
        return ()

    def _hit_steps(self, state: State) -> tuple[CardStep, ...]:
        """Hits on the target and on whoever rides on it, who gets off."""
        hit = WeaponSave(
            unit=self.target,
            by=self.unit,
            hits=self.hits,
            weapon="flame in bunker" if self.destroys else self.weapon,
            face=max(self.dice, default=0),
        )
        aboard = replace(hit, hits=self.passenger_hits, weapon=self.weapon)
        return hit_steps(state, hit, aboard=aboard, passengers=self.passengers)

    def _card_steps(self) -> tuple[CardStep, ...]:
        """Cards that the target may lose."""
        every = Suppress(unit=self.target, by=self.unit, weapon=self.weapon)
        one = LoseCard(unit=self.target, by=self.unit, weapon=self.weapon)
        return (*((every,) if self.suppresses else ()), *((one,) if self.costs_card else ()))

    def told(self) -> str:
        target = self.target
        if self.passengers:
            target += f", with {listed(self.passengers)} aboard"
        how = {0: "misses", 1: "hits", 2: "lands a lethal hit on"}[min(self.hits, 2)]
        if self.costs_card and not self.hits:
            how = "rattles"
        told = f"{self.unit} {how} {target}: {needed(self.total, self.difficulty)}"
        told += f"{explained(self.says)}."
        if self.suppresses:
            told += f" That is near enough to suppress {self.target}."
        if self.destroys:
            told += " No save helps against that."
        return told


def _missed(state: State, unit: str) -> State:
    """Remember that the card's user failed, for the options that ask."""
    playing = state.playing
    if playing is None or not playing.actors or playing.actors[0] != unit:
        return state
    state = replace(state, playing=replace(playing, failed=True))
    if not state.options.flag("leader_failure_blocks"):
        return state
    return replace(state, steps=tuple(step for step in state.steps if step.unit == unit))


@dataclass(frozen=True, slots=True, kw_only=True)
class Hail:
    """Dice that fall on one target."""

    unit: Unit
    target: Unit
    weapon: Weapon
    dice: tuple[int, ...]
    says: str
    part: bool
    aim: WeaponAim


def hits_of(total: int, *, needed: int, card: int, options: Options) -> int:
    """PT2-D18: two for a lethal hit, which takes twice the card's own Difficulty (AMB2-06)."""
    if total < needed:
        return 0
    base = needed if options.choice("lethal_base") == "modified" else card
    return 2 if total >= 2 * base else 1


def resolved(draft: Draft, hail: Hail) -> None:
    """Let a shot have happened, with all that follows from it."""
    options, card = draft.state.options, played_card(draft)
    needed, _ = reached_by(sheet_of(hail.target), card=card)
    own = difficulty(card)
    total = sum(hail.dice)
    armoured = is_armoured(sheet_of(hail.target))
    spares = hail.weapon.fires == "machine gun" and armoured
    hits = 0 if spares else hits_of(total, needed=needed, card=own, options=options)
    destroys = False
    if hits and hail.weapon.fires == "flame":
        hits, destroys = 2, emplacement_of(draft, hail.target) == "heavy"  # PT2-M4b, M4c
    if hits and sheet_of(hail.target).has("flamethrower"):
        hits = 2
    base = needed if options.choice("half_base") == "modified" else own
    near = not hits and total >= half(base) and hail.weapon.name in SUPPRESSING
    strips = spares and total >= needed
    if near and armoured and hail.weapon.name != "machine gun":
        strips = options.choice("indirect_suppress_armour") == "one_card"
    event = WeaponFired(
        unit=hail.unit.id,
        target=hail.target.id,
        weapon=hail.weapon.name,
        dice=hail.dice,
        total=total,
        difficulty=needed,
        says=hail.says,
        hits=hits,
        suppresses=near and not armoured,
        costs_card=strips,
        passengers=_riders(draft, hail, hits=hits, strips=strips and spares),
        passenger_hits=2 if hits == 2 and options.choice("passenger_lethal") == "two_hits" else 1,
        further=_further(hail, hits=hits, options=options),
        destroys=destroys,
        part=hail.part,
        second="" if hail.part else _second(draft, hail),
        settled=True,
    )
    draft.emit(event, clause=_clause(event, spares=spares))


def _clause(event: WeaponFired, *, spares: bool) -> str:
    if event.hits == 2:
        return "PT2-D18"
    if event.hits:
        return "PT2-D11"
    if event.costs_card:
        return "PT2-H9f" if spares else "PT2-H10d"
    return "PT2-H9c" if event.suppresses else "PT2-D12"


def _riders(draft: Draft, hail: Hail, *, hits: int, strips: bool) -> tuple[str, ...]:
    """PT2-F3: whoever is aboard is hit too; by a machine gun at armour only as agreed."""
    riders = draft.state.passengers_of(hail.target.id)
    if hits:
        return riders
    on_deck = sheet_of(hail.target).carries_squad is Ride.ON_DECK
    agreed = draft.state.options.flag("mg_hits_riders")
    return riders if strips and on_deck and agreed else ()


def _further(hail: Hail, *, hits: int, options: Options) -> str:
    if not hits:
        return ""
    if hail.weapon.name == "howitzer":
        return SPLASH
    if hail.weapon.name != "mortar":
        return ""
    again = not hail.aim.bonus or options.choice("mortar_chain") == "recursive"
    return BONUS if again else ""


def _second(draft: Draft, hail: Hail) -> str:
    """PT2-I3d: rapid fire once more; AMB2-33: the other one of two guns, if it can fire there."""
    unit, target, options = hail.unit, hail.target, draft.state.options
    if hail.aim.second or hail.aim.bonus:
        return ""
    if sheet_of(hail.unit).has("rapid fire"):
        return hail.weapon.name
    if options.whole("two_guns_per_action") < 2 or not sheet_of(hail.unit).has("two guns"):
        return ""
    others = [
        weapon.name
        for weapon in weapons_of(unit)
        if weapon.name != hail.weapon.name
        and weapon.gun
        and perhaps_aimed(draft, unit, weapon=weapon, target=target) is not None
    ]
    return others[0] if hail.weapon.gun and others else ""
