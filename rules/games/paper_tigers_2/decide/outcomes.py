"""Knows what the total of a shot brings: a hit, a lethal hit, suppression, a card (PT2-D18, H9)."""

from dataclasses import dataclass

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.firing import played_card
from rules.games.paper_tigers.profiles import Ride, difficulty
from rules.games.paper_tigers_2.catalogue import Weapon
from rules.games.paper_tigers_2.decide.emplacements import emplacement_of
from rules.games.paper_tigers_2.decide.weapons import weapons_of
from rules.games.paper_tigers_2.events import Shot
from rules.games.paper_tigers_2.reckoning import half, is_armoured, reached_by
from rules.games.paper_tigers_2.state import Unit
from rules.games.paper_tigers_2.vocabulary import Topic
from rules.referee.toolkit.settings import Options

SUPPRESSING = frozenset({"machine gun", "mortar", "howitzer"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Hail:
    """Dice that fall on one target."""

    unit: Unit
    target: Unit
    weapon: Weapon
    dice: tuple[int, ...]
    says: str
    part: bool
    names: tuple[str, ...]
    """What the shot is: a second or a bonus one."""


def hits_of(total: int, *, needed: int, card: int, options: Options) -> int:
    """PT2-D18: two for a lethal hit, which takes twice the card's own Difficulty (AMB2-06)."""
    if total < needed:
        return 0
    base = needed if options.choice("lethal_base") == "modified" else card
    return 2 if total >= 2 * base else 1


def resolved(draft: Draft, hail: Hail) -> None:
    """Let a shot have happened, with all that follows from it."""
    options, card = draft.state.options, played_card(draft)
    needed, _ = reached_by(hail.target.own, card=card)
    own = difficulty(card)
    total = sum(hail.dice)
    armoured = is_armoured(hail.target.own)
    spares = hail.weapon.fires == "machine gun" and armoured
    hits = 0 if spares else hits_of(total, needed=needed, card=own, options=options)
    destroys = False
    if hits and hail.weapon.fires == "flame":
        hits, destroys = 2, emplacement_of(draft, hail.target) == "heavy"
    if hits and hail.target.own.has("flamethrower"):
        hits = 2
    base = needed if options.choice("half_base") == "modified" else own
    near = not hits and total >= half(base) and hail.weapon.name in SUPPRESSING
    strips = spares and total >= needed
    if near and armoured and hail.weapon.name != "machine gun":
        strips = options.choice("indirect_suppress_armour") == "one_card"
    event = Shot(
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
        second="" if hail.part else _second(hail, options=options),
    )
    draft.emit(event, clause=_clause(event, spares=spares))


def _clause(event: Shot, *, spares: bool) -> str:
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
    on_deck = hail.target.own.carries_squad is Ride.ON_DECK
    agreed = draft.state.options.flag("mg_hits_riders")
    return riders if strips and on_deck and agreed else ()


def _further(hail: Hail, *, hits: int, options: Options) -> str:
    if not hits:
        return ""
    if hail.weapon.name == "howitzer":
        return str(Topic.SPLASH)
    if hail.weapon.name != "mortar":
        return ""
    again = "bonus" not in hail.names or options.choice("mortar_chain") == "recursive"
    return str(Topic.BONUS_SHOT) if again else ""


def _second(hail: Hail, *, options: Options) -> str:
    """PT2-I3d: rapid fire once more; AMB2-33: the other one of two guns."""
    if "second" in hail.names or "bonus" in hail.names:
        return ""
    if hail.unit.own.has("rapid fire"):
        return hail.weapon.name
    if options.whole("two_guns_per_action") < 2 or not hail.unit.own.has("two guns"):
        return ""
    others = [
        weapon.name
        for weapon in weapons_of(hail.unit)
        if weapon.name != hail.weapon.name and weapon.gun
    ]
    return others[0] if hail.weapon.gun and others else ""
