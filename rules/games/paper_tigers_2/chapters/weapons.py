"""Says with which of its weapons a unit may fire at another: range, arc, sight, spotters."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from rules.games.paper_tigers.asking import Aiming
from rules.games.paper_tigers.chapters.fire.shots import (
    check_sight,
    no_target,
    no_targets,
    sight_rules,
)
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.state import Unit
from rules.games.paper_tigers_2.chapters.throwing import UNCAST, Cast
from rules.games.paper_tigers_2.state import FAR, facts_in, own_units, sheet_of
from rules.games.paper_tigers_2.units.catalogue import Weapon, weapons
from rules.referee.judging.sighting import SightAnswer, range_of, sight_of
from rules.referee.judging.sure_lines import Line, sure_lines, surely_beyond
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.evidence import Measured, Outcome
from rules.referee.toolkit.game import Refusal
from rules.referee.toolkit.phrases import article, ended
from rules.referee.toolkit.ruling import RefusedError, waived_as
from rules.referee.toolkit.spots import Spot, usual_error, word_piece
from rules.table.measuring.ranges import Metric
from rules.table.outlines.unit_table import reference_of
from rules.table.snapshot import Piece, Snapshot
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Choosable:
    """The weapons that may fire at a target, and why others may not."""

    aimed: tuple[Aimed, ...]
    barred: tuple[str, ...] = ()


def aimed_at(draft: Draft, unit: Unit, *, target: Unit, weapon: str = "") -> Choosable:
    """Every weapon that may fire at a target, or the one that is named; a refusal if none may."""
    if unit.aboard:
        reason = f"{unit.id} is aboard {unit.aboard}: passengers do not fire."
        draft.unless_waived("PT2-F2", reason)
    draft.hold_fit(no_targets(draft.state, unit, target=target))
    shooter = draft.state.unit(unit.id)
    arms = [each for each in weapons_of(shooter) if weapon in {"", each.name}]
    if not arms:
        what = f"no {weapon} to fire" if weapon else "no weapon"
        draft.refuse("PT2-D7", f"{unit.id}, {article(sheet_of(shooter).label)}, has {what}.")
    found: list[Aimed] = []
    refused: list[RefusedError] = []
    for each in arms:
        try:
            found.append(check_weapon(draft, shooter, weapon=each, target=target))
        except RefusedError as refusal:
            refused.append(refusal)
    barred = tuple(dict.fromkeys(each.refusal.reason for each in refused))
    if not found:
        _refuse_all(draft, [each.refusal for each in refused])
        return aimed_at(draft, unit, target=target, weapon=weapon)
    return Choosable(aimed=tuple(found), barred=barred)


def _refuse_all(draft: Draft, refusals: Sequence[Refusal]) -> None:
    """Refuse for what bars each weapon, unless that was let pass; then each of it is let pass."""
    first = refusals[0]
    reason = " ".join(dict.fromkeys(each.reason for each in refusals))
    if not first.waivable:
        raise RefusedError(replace(first, reason=reason))
    draft.unless_waived(first.clause, reason, evidence=first.evidence)
    each_of_them = {waived_as(each.clause, each.reason) for each in refusals if each.waivable}
    draft.command = replace(draft.command, waives=draft.command.waives | each_of_them)


def check_weapon(draft: Draft, unit: Unit, *, weapon: Weapon, target: Unit) -> Aimed:
    """Hold a shot to one weapon's card, range, least range, arc and line."""
    _check_card(draft, unit, weapon=weapon)
    evidence = [*_check_range(draft, unit, weapon=weapon, target=target)]
    evidence += _check_least(draft, unit, weapon=weapon, target=target)
    evidence += _check_arc(draft, unit, weapon=weapon, target=target)
    if weapon.indirect and (seen := _spotted(draft, unit, target=target)) is not None:
        return Aimed(weapon=weapon, doubtful=False, evidence=(*evidence, *seen))
    try:
        doubtful, line = check_sight(draft, unit, target=target)
    except RefusedError as refused:
        if not weapon.indirect:
            raise
        found = refused.refusal
        reason = f"{found.reason} Nobody else sees it for the {weapon.name} of {unit.id}."
        if not found.waivable:
            draft.refuse(found.clause, reason, evidence=found.evidence)
        draft.unless_waived(found.clause, reason, evidence=found.evidence)
        return Aimed(weapon=weapon, doubtful=False, evidence=(*evidence, *found.evidence))
    return Aimed(weapon=weapon, doubtful=doubtful, evidence=(*evidence, *line))


def may_hit(draft: Draft, unit: Unit, *, weapon: str, target: Unit) -> bool:
    """Whether a further shot with that weapon is possible beyond doubt."""
    if no_target(draft.state, unit, target=target) is not None:
        return False
    aimed = perhaps_aimed(draft, unit, weapon=weapon_called(weapon), target=target)
    return aimed is not None and not aimed.doubtful


def perhaps_aimed(draft: Draft, unit: Unit, *, weapon: Weapon, target: Unit) -> Aimed | None:
    """A weapon that may fire at a target; None where anything stands against it."""
    try:
        return check_weapon(draft, unit, weapon=weapon, target=target)
    except RefusedError:
        return None


def _check_card(draft: Draft, unit: Unit, *, weapon: Weapon) -> None:
    playing = draft.state.playing
    if weapon.red_only and playing is not None and not card_from(playing.turned.card).red:
        draft.unless_waived("PT2-M4a", f"The {weapon.name} of {unit.id} fires on red cards only.")


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
    reaches = f"the fire of its {weapon.name}"
    outcome, found = in_range(draft, pair, limit=limit, metric="range_metric", reaches=reaches)
    return (draft.hold(clause, outcome, says=ended(found.why), found=found),)


def _check_least(draft: Draft, unit: Unit, *, weapon: Weapon, target: Unit) -> tuple[Measured, ...]:
    """PT2-H10c, H11a: never at what is surely within six inches."""
    if weapon.least is None:
        return ()
    pair = (unit.id, target.id)
    _, found = in_range(draft, pair, limit=weapon.least, reaches="the least range")
    clause = "PT2-H10c" if weapon.name == "mortar" else "PT2-H11a"
    near = found.margin is not None and found.margin >= draft.agreed.tolerance.courtesy
    if found.answer is Answer.YES and near:
        gap = plain(found.value or Inches(0.0))  # PT2-H10c, H11a
        draft.unless_waived(
            clause,
            f"{target.id} is {gap} in from {unit.id}: a {weapon.name} does not fire at what is "
            f"within {plain(weapon.least)} in.",
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
    outcome, found = in_range(draft, pair, limit=FAR, metric="range_metric", reaches="full fire")
    if outcome is Outcome.ASKED:
        return found.margin is not None and found.margin < 0
    return outcome is Outcome.BROKEN


def weapon_called(name: str) -> Weapon:
    """A weapon by its name."""
    return weapons()[name]


def in_range(
    draft: Draft, pair: tuple[str, str], *, limit: Inches, metric: str = "", reaches: str
) -> tuple[Outcome, Measured]:
    """The distance of two units against a limit, taken once as the option named `metric` says.

    Without one it is from edge to edge.
    """
    how = Metric(draft.state.options.choice(metric)) if metric else Metric.EDGE
    agreed = draft.agreed
    return draft.once(
        (reaches, limit, metric, *pair),
        lambda table: range_of(
            table, pair, limit=limit, metric=how, agreed=agreed, reaches=reaches
        ),
    )


def is_within(
    draft: Draft, pair: tuple[str, str], *, limit: Inches, stood: Spot | None = None
) -> bool:
    """Whether two units are so near to each other that nobody has to agree on it.

    The first counts where it stood, should it be gone by now.
    """
    agreed, table = draft.agreed, _with_gone(draft, pair[0], stood=stood)
    if surely_beyond(table, pair, limit=limit, agreed=agreed):
        return False
    metric = Metric(draft.state.options.choice("proximity_metric"))
    outcome, _ = draft.once(
        ("near", limit, stood, *pair),
        lambda _: range_of(table, pair, limit=limit, metric=metric, agreed=agreed, reaches="it"),
    )
    return outcome in {Outcome.KEPT, Outcome.OVERLOOKED}


def _with_gone(draft: Draft, name: str, *, stood: Spot | None) -> Snapshot:
    """The table with a unit where it stood that has just been taken off it."""
    table = draft.table
    if stood is None or draft.state.unit(name).spot is not None:
        return table
    model = draft.snapshot.piece(draft.state.unit(name).pieces[0])
    author, error = draft.state.unit(name).force, usual_error(draft.table)
    gone = word_piece(replace(model, id=name), spot=stood, author=author, error=error)
    return replace(table, pieces=(*table.pieces, gone))


def require_apart(
    draft: Draft, pair: tuple[str, str], *, least: Inches, clause: str, says: str
) -> None:
    """Hold two units to a gap that they keep at least; `says` has its place for the gap."""
    _, found = in_range(draft, pair, limit=least, reaches=clause)
    if found.value is not None and found.value < least - draft.agreed.tolerance.courtesy:
        reason = says.format(gap=plain(found.value), least=plain(least))
        draft.unless_waived(clause, reason, evidence=(found,))


def require_within(
    draft: Draft, pair: tuple[str, str], *, limit: Inches, clause: str, reaches: str
) -> Measured:
    """Hold two units to a gap; the evidence."""
    outcome, found = in_range(draft, pair, limit=limit, metric="proximity_metric", reaches=reaches)
    return draft.hold(clause, outcome, says=ended(found.why), found=found)
