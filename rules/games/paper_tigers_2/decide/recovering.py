"""Knows how units recover: falling back first, three dice, engines that burn (PT2-C20 to C23)."""

import math

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.repairs import roll_repairs
from rules.games.paper_tigers.decide.saving import destroy
from rules.games.paper_tigers.events.turn import RecoveryRolled
from rules.games.paper_tigers.measuring.journey import Finding
from rules.games.paper_tigers.measuring.spacing import spacing
from rules.games.paper_tigers.profiles import difficulty
from rules.games.paper_tigers.state import Unit as BasicUnit
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Purpose, Step
from rules.games.paper_tigers_2.catalogue import Condition, Situation, Stage
from rules.games.paper_tigers_2.decide.water import too_much
from rules.games.paper_tigers_2.decide.weapons import clear_line
from rules.games.paper_tigers_2.events import Freed, RegroupSettled
from rules.games.paper_tigers_2.reckoning import action_pool
from rules.games.paper_tigers_2.state import Unit, own_units, unit_in
from rules.games.paper_tigers_2.vocabulary import FALL_BACK, NO, YES, Topic
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.spots import Spot
from rules.table.snapshot import Piece
from rules.table.units import Inches, plain

STAYED = 0.5
"""Inches: who has moved less than that has not fallen back."""


def may_repair(unit: BasicUnit) -> bool:
    """PT2-I4n: an immobile unit has something to repair though it has no hit."""
    return isinstance(unit, Unit) and unit.immobile and not unit.destroyed


def roll_recoveries(draft: Draft) -> bool:
    """Each recovery in turn: an offer to fall back, and its dice, once all cards are turned up."""
    waiting = [unit for unit in own_units(draft.state) if unit.repair is not None]
    if not waiting or any(unit.repair is not None and not unit.repair.card for unit in waiting):
        return roll_repairs(draft)
    unit = waiting[0]
    if may_regroup(draft, unit):
        draft.ask(
            Purpose.AMENDED,
            topic=str(Topic.REGROUP),
            kind=AskKind.CHOOSE,
            force=unit.force,
            clause="PT2-C23",
            says=f"Does {unit.id} fall back {plain(FALL_BACK)} in before it recovers, for one more "
            "die?",
            unit=unit.id,
            choices=(YES, NO),
        )
        return True
    _ask_dice(draft, unit)
    return True


def may_regroup(draft: Draft, unit: Unit) -> bool:
    """PT2-C23, I4l, I4n: a damaged unit that can move, and was not asked yet in this turn."""
    stuck = unit.immobile and not draft.state.options.flag("immobile_regroup")
    return (
        unit.damaged
        and unit.asked_to_regroup != draft.state.turn
        and not unit.aboard
        and not stuck
        and not unit.own.has("no retreat")
        and not unit.own.has("glider")
    )


def settle_regroup(draft: Draft, ask: Ask, *, choice: str) -> None:
    """Whether a unit falls back."""
    draft.emit(RegroupSettled(unit=ask.unit, falls_back=choice == YES), clause="PT2-C23")


def fall_back(draft: Draft, step: Step) -> None:
    """Wait until the unit stands where it falls back to; if it stays it has not regrouped."""
    unit = draft.state.unit(step.unit)
    draft.ask(
        Purpose.FINISH_MOVE,
        topic=str(Topic.FALL_BACK),
        kind=AskKind.MOVE,
        force=unit.force,
        clause="PT2-C23",
        says=f"Move {unit.id} back {plain(FALL_BACK)} in, away from the enemy, or leave it there.",
        unit=unit.id,
        inches=FALL_BACK,
    )


def has_regrouped(draft: Draft, unit: Unit) -> bool:
    """Whether it fell back in this turn, and did not stay where it stood."""
    if unit.regrouped != draft.state.turn or unit.spot is None or unit.regroups_from is None:
        return False
    return _far(unit.spot, unit.regroups_from) >= STAYED


def _far(one: Spot, other: Spot) -> float:
    return math.dist((one.x_in, one.y_in), (other.x_in, other.y_in))


def _ask_dice(draft: Draft, unit: Unit) -> None:
    assert unit.repair is not None
    card = card_from(unit.repair.card)
    needed = difficulty(card)
    situation: Situation = frozenset({Condition.REGROUPED} if has_regrouped(draft, unit) else ())
    pool = action_pool(Stage.RECOVERY, unit.own, situation=situation, options=draft.state.options)
    dice = DiceAsk(
        count=max(1, pool.count),
        why=f"{unit.id} recovers with the {card.name}, {pool.says}",
        means=(
            Meaning(when=f"{needed} or more", then="it is fit again"),
            Meaning(when="less", then="it burns" if unit.engine_hot else "it stays as it is"),
        ),
    )
    draft.ask_roll(
        Purpose.AMENDED, topic=str(Topic.RECOVER), force=unit.force, clause="PT2-C21", dice=dice,
        unit=unit.id, number=needed,
    )  # fmt: skip


def settle_recovery(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """Whether a unit is fit again; PT2-I4e: or burns, PT2-I4n: or can move again."""
    unit = unit_in(draft.state, ask.unit)
    good = sum(dice) >= ask.number
    apart = draft.state.options.choice("immobile_recovery") == "separate_rolls"
    event = RecoveryRolled(unit=unit.id, total=sum(dice), difficulty=ask.number, recovered=good)
    draft.emit(event, clause="PT2-C22" if good else "PT2-C21")
    if good and unit.engine_hot and not unit.immobile:
        draft.emit(Freed(unit=unit.id), clause="PT2-I4e")
    if good and unit.immobile and not (apart and unit.hits):
        draft.emit(Freed(unit=unit.id), clause="PT2-I4n")
    if not good and unit.engine_hot:
        destroy(draft, unit.id, by="")


def fall_back_findings(
    draft: Draft, unit: Unit, *, ways: tuple[Piece, Piece], length: float
) -> tuple[Finding, ...]:
    """PT2-C23, GEO-24: away from whoever was nearest, and no nearer to anybody."""
    start, end = ways
    options = draft.state.options
    found = []
    if options.choice("regroup_exact") == "exact":
        short = FALL_BACK - length
        says = f"{unit.id} has fallen back {plain(Inches(length))} in of {plain(FALL_BACK)}"
        found.append(too_much(draft, unit, value=short, limit=0.0, clause="PT2-C23", says=says))
    gaps = _gaps(draft, unit, start=start, end=end)
    if not gaps:
        return tuple(found)
    least_before = min(before for before, _ in gaps.values())
    least_after = min(after for _, after in gaps.values())
    says = (
        f"{unit.id} was {plain(Inches(least_before))} in from its nearest enemy, and is "
        f"{plain(Inches(least_after))} in from one now"
    )
    found.append(
        too_much(
            draft, unit, value=least_before - least_after, limit=0.0, clause="PT2-C23", says=says
        )
    )
    nearest = [name for name, (before, _) in gaps.items() if before <= least_before]
    policy = options.choice("regroup_reference")
    for name in nearest if policy == "nearest" else gaps:
        before, after = gaps[name]
        says = (
            f"{unit.id} falls back towards {name}: from {plain(Inches(before))} in to "
            f"{plain(Inches(after))} in"
        )
        found.append(
            too_much(draft, unit, value=before - after, limit=0.0, clause="PT2-C23", says=says)
        )
    return tuple(found)


def _gaps(draft: Draft, unit: Unit, *, start: Piece, end: Piece) -> dict[str, tuple[float, float]]:
    """By enemy, the gap before and after; only of those in sight where that is agreed."""
    seen_only = draft.state.options.choice("regroup_reference") == "visible_enemies"
    found = {}
    for enemy in own_units(draft.state):
        if enemy.side == unit.side or not enemy.in_play or enemy.aboard:
            continue
        piece = draft.table.piece(enemy.id)
        if piece.pose is None:
            continue
        if seen_only and clear_line(draft, enemy, target=unit) is None:
            continue
        before = spacing(draft.table, (piece, start)).gap
        found[enemy.id] = (float(before), float(spacing(draft.table, (piece, end)).gap))
    return found
