"""Says with which of its weapons a unit may fire at another: range, arc, sight, spotters."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from rules.games.paper_tigers.asking import Aiming
from rules.games.paper_tigers.chapters.fire.shots import check_sight, no_target, sight_rules
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.measuring.sighting import SightAnswer, range_of, sight_of
from rules.games.paper_tigers.measuring.sure_lines import Line, sure_lines, surely_beyond
from rules.games.paper_tigers.state import Unit
from rules.games.paper_tigers_2.chapters.throwing import UNCAST, Cast
from rules.games.paper_tigers_2.state import FAR, facts_in, own_units, sheet_of
from rules.games.paper_tigers_2.units.catalogue import Weapon, weapons
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.evidence import Measured, Outcome
from rules.referee.toolkit.phrases import ended
from rules.referee.toolkit.ruling import RefusedError
from rules.table.measuring.ranges import Metric
from rules.table.outlines.unit_table import reference_of
from rules.table.snapshot import Piece
from rules.table.units import Inches, plain
from rules.table.verdict import Answer

SUPPORT_WEAPONS = frozenset({"machine gun", "mortar"})
FLAME_TANK = Inches(12.0)
FLAME_ON_FOOT = Inches(6.0)
"""PT2-M4a."""
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenDice:
    """PT2-H9e: the places of dice that another target was given; perhaps none."""

    target: str
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponAim(Aiming):
    """A shot with one of a unit's weapons, as far as it has come."""

    weapon: str = ""
    """Empty while none has been chosen."""
    second: bool = False
    """PT2-I3d, I5e: it follows on another one of the same unit."""
    bonus: bool = False
    """PT2-H10e."""
    given: tuple[GivenDice, ...] = ()
    cast: Cast = UNCAST

    def anew(self, *, weapon: str, second: bool = False, bonus: bool = False) -> Self:
        """A further shot at the same target."""
        return replace(self, weapon=weapon, second=second, bonus=bonus, given=(), cast=UNCAST)

    @property
    def left(self) -> tuple[int, ...]:
        """The places of the dice that nobody else has been given."""
        gone = {place for each in self.given for place in each.places}
        return tuple(place for place in range(len(self.cast.dice)) if place not in gone)


@dataclass(frozen=True, slots=True, kw_only=True)
class Aimed:
    """A weapon that may fire at a target, and what that was judged by."""

    weapon: Weapon
    doubtful: bool
    evidence: tuple[Measured, ...]


def weapons_of(unit: Unit) -> tuple[Weapon, ...]:
    """What a unit has left to fire with; PT2-K3e may have cost it a support weapon."""
    lost = SUPPORT_WEAPONS if facts_in(unit).unarmed and sheet_of(unit).infantry else frozenset()
    return tuple(each for each in sheet_of(unit).weapons if each.name not in lost)


def aimed_at(draft: Draft, unit: Unit, *, target: Unit) -> tuple[Aimed, ...]:
    """Every weapon that may fire at a target; a refusal when none may."""
    if unit.aboard:
        draft.refuse("PT2-F2", f"{unit.id} is aboard {unit.aboard}: passengers do not fire.")
    if unfit := no_target(draft.state, unit, target=target):
        draft.refuse(*unfit)
    shooter = draft.state.unit(unit.id)
    arms = weapons_of(shooter)
    if not arms:
        draft.refuse("PT2-D7", f"{unit.id}, a {sheet_of(shooter).label}, has no weapon.")
    found: list[Aimed] = []
    refused: list[RefusedError] = []
    for weapon in arms:
        try:
            found.append(check_weapon(draft, shooter, weapon=weapon, target=target))
        except RefusedError as refusal:
            refused.append(refusal)
    if not found:
        raise refused[0]
    return tuple(found)


def check_weapon(draft: Draft, unit: Unit, *, weapon: Weapon, target: Unit) -> Aimed:
    """Hold a shot to one weapon's card, range, least range, arc and line."""
    _check_card(draft, unit, weapon=weapon)
    evidence = [*_check_range(draft, unit, weapon=weapon, target=target)]
    evidence += _check_least(draft, unit, weapon=weapon, target=target)
    evidence += _check_arc(draft, unit, weapon=weapon, target=target)
    if weapon.indirect and (seen := _spotted(draft, unit, target=target)) is not None:
        return Aimed(weapon=weapon, doubtful=False, evidence=(*evidence, *seen))
    doubtful, line = check_sight(draft, unit, target=target)
    return Aimed(weapon=weapon, doubtful=doubtful, evidence=(*evidence, *line))


def _check_card(draft: Draft, unit: Unit, *, weapon: Weapon) -> None:
    playing = draft.state.playing
    if weapon.red_only and playing is not None and not card_from(playing.turned.card).red:
        draft.refuse("PT2-M4a", f"The {weapon.name} of {unit.id} fires on red cards only.")


def range_limit(unit: Unit, weapon: Weapon) -> tuple[str, Inches] | None:
    """The clause and the farthest that a weapon reaches; None for as far as the unit sees."""
    if weapon.fires == "flame":
        return "PT2-M4a", FLAME_ON_FOOT if sheet_of(unit).infantry else FLAME_TANK
    if weapon.fires == "main" and sheet_of(unit).has("short gun range"):
        return "PT2-I4g", FAR
    if weapon.range is not None:
        return "PT2-D10", weapon.range
    return None


def _check_range(draft: Draft, unit: Unit, *, weapon: Weapon, target: Unit) -> tuple[Measured, ...]:
    limited = range_limit(unit, weapon)
    if limited is None:
        return ()
    clause, limit = limited
    pair = (unit.id, target.id)
    outcome, found = draft.once(
        (f"range {weapon.name}", *pair),
        lambda table: range_of(
            table,
            pair,
            limit=limit,
            metric=Metric(draft.state.options.choice("range_metric")),
            agreed=draft.agreed,
            reaches=f"the fire of its {weapon.name}",
        ),
    )
    return (draft.hold(clause, outcome, says=ended(found.why), found=found),)


def _check_least(draft: Draft, unit: Unit, *, weapon: Weapon, target: Unit) -> tuple[Measured, ...]:
    """PT2-H10c, H11a: never at what is surely within six inches."""
    if weapon.least is None:
        return ()
    least, pair = weapon.least, (unit.id, target.id)
    _, found = draft.once(
        ("least range", *pair),
        lambda table: range_of(
            table,
            pair,
            limit=Inches(least),
            metric=Metric.EDGE,
            agreed=draft.agreed,
            reaches="the least range",
        ),
    )
    clause = "PT2-H10c" if weapon.name == "mortar" else "PT2-H11a"
    near = found.margin is not None and found.margin >= draft.agreed.tolerance.courtesy
    if found.answer is Answer.YES and near:
        gap = plain(found.value or Inches(0.0))
        draft.unless_waived(
            clause,
            f"{target.id} is {gap} in from {unit.id}: a {weapon.name} does not fire at what is "
            f"within {plain(least)} in.",
            evidence=(found,),
        )
    return (found,)


def bearing_off(piece: Piece, other: Piece) -> float | None:
    """Degrees between a piece's heading and the way to another, 0 to 180; None when unseen."""
    if piece.pose is None or other.pose is None:
        return None
    here, there = reference_of(piece), reference_of(other)
    way = math.degrees(math.atan2(there[1] - here[1], there[0] - here[0]))
    return abs((way - piece.pose.heading + 180.0) % 360.0 - 180.0)


def arc_error(piece: Piece) -> float:
    """Two standard errors of a piece's heading, in degrees."""
    return 0.0 if piece.pose is None else 2 * math.sqrt(max(0.0, piece.pose.covariance.hh))


def _check_arc(draft: Draft, unit: Unit, *, weapon: Weapon, target: Unit) -> tuple[Measured, ...]:
    """PT2-H5, I5e: a gun without a turret fires through the front alone (GEO-23)."""
    if not fires_forward(unit, weapon):
        return ()
    shooter, other = (draft.table.piece(name) for name in (unit.id, target.id))
    off = bearing_off(shooter, other)
    limit = draft.state.options.number("fire_half_angle_deg")
    courtesy = draft.state.options.number("arc_eps_deg")
    if off is None:
        return ()
    over = off - limit
    found = Measured(
        what="arc",
        answer=Answer.YES if over <= arc_error(shooter) else Answer.NO,
        why=f"{target.id} lies {off:.0f} degrees off the front of {unit.id}, "
        f"whose {weapon.name} reaches {limit:.0f}",
        snapshot=draft.snapshot.number,
    )
    if over > max(courtesy, arc_error(shooter)):
        draft.unless_waived("PT2-H5", ended(found.why), evidence=(found,))
    return (found,)


def fires_forward(unit: Unit, weapon: Weapon) -> bool:
    """Whether a weapon only fires through the front of its vehicle."""
    alone = len(sheet_of(unit).weapons) == 1
    forward = sheet_of(unit).has("forward only") and (weapon.fires == "main" or alone)
    return weapon.forward or forward


def _spotted(draft: Draft, unit: Unit, *, target: Unit) -> tuple[Measured, ...] | None:
    """PT2-H10a, H11: the clear line of the shooter, or of any friend; None where nobody has one."""
    fit_only = draft.state.options.choice("spotter") == "fit_friend"
    friends = [
        other
        for other in own_units(draft.state)
        if other.side == unit.side
        and other.id != unit.id
        and other.in_play
        and not other.aboard
        and not (fit_only and other.hits)
    ]
    found = draft.once(
        ("spotted", unit.id, target.id),
        lambda _: first_clear_line(draft, (unit, *friends), target=target),
    )
    return None if found is None else (found,)


def first_clear_line(draft: Draft, units: Sequence[Unit], *, target: Unit) -> Measured | None:
    """A clear line from any of these, the likeliest first; the surely blocked are not measured."""
    names = [unit.id for unit in units if unit.id != target.id]
    lines = sure_lines(draft.table, target.id, targets=names, rules=sight_rules(draft))
    for name in likeliest(names, lines):
        found = clear_line(draft, draft.state.unit(name), target=target)
        if found is not None:
            return found
    return None


def likeliest(whose: Sequence[_T], lines: Sequence[Line]) -> list[_T]:
    """Those whose line may be clear: first where nothing stands on it as it is measured."""
    both = list(zip(whose, lines, strict=True))
    free = [each for each, line in both if line is Line.NOT_BLOCKED]
    return free + [each for each, line in both if line is Line.UNSURE]


def clear_line(draft: Draft, unit: Unit, *, target: Unit) -> Measured | None:
    """The line from a unit to another, if it is clear beyond doubt."""
    if unit.id == target.id:
        return None
    pair = (unit.id, target.id)
    found = draft.once(
        ("sight", *pair), lambda table: sight_of(table, pair, rules=sight_rules(draft))
    )
    return found.measured if found.answer is SightAnswer.CLEAR else None


def is_far(draft: Draft, pair: tuple[str, str]) -> bool:
    """Whether a target is beyond 12 in, past all courtesy (GEO-04)."""
    outcome, found = draft.once(
        ("far", *pair),
        lambda table: range_of(
            table,
            pair,
            limit=FAR,
            metric=Metric(draft.state.options.choice("range_metric")),
            agreed=draft.agreed,
            reaches="full fire",
        ),
    )
    if outcome is Outcome.ASKED:
        return found.margin is not None and found.margin < 0
    return outcome is Outcome.BROKEN


def weapon_called(name: str) -> Weapon:
    """A weapon by its name."""
    return weapons()[name]


def gap_between(
    draft: Draft, pair: tuple[str, str], *, limit: Inches, reaches: str = "it"
) -> tuple[Outcome, Measured]:
    """The gap of two units against a limit; which of them is named first makes no difference."""
    return draft.once(
        (f"within {limit}", *pair),
        lambda table: range_of(
            table,
            pair,
            limit=limit,
            metric=Metric(draft.state.options.choice("proximity_metric")),
            agreed=draft.agreed,
            reaches=reaches,
        ),
    )


def is_within(draft: Draft, pair: tuple[str, str], *, limit: Inches) -> bool:
    """Whether two units are so near to each other that nobody has to agree on it."""
    if surely_beyond(draft.table, pair, limit=limit, agreed=draft.agreed):
        return False
    outcome, _ = gap_between(draft, pair, limit=limit)
    return outcome in {Outcome.KEPT, Outcome.OVERLOOKED}


def require_within(
    draft: Draft, pair: tuple[str, str], *, limit: Inches, clause: str, reaches: str
) -> Measured:
    """Hold two units to a gap; the evidence."""
    outcome, found = gap_between(draft, pair, limit=limit, reaches=reaches)
    return draft.hold(clause, outcome, says=ended(found.why), found=found)
