"""Lets units recover: falling back first, three dice, engines that burn (PT2-C21 to C23)."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Final

from rules.games.paper_tigers.asking import GroupRoll, in_front
from rules.games.paper_tigers.chapters.fire.saving import destroy
from rules.games.paper_tigers.chapters.repairs import RecoveryRolled, roll_repairs
from rules.games.paper_tigers.chapters.walking import FinishMove, MoveQuestion
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.ground import judged
from rules.games.paper_tigers.profiles import difficulty
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import reaching
from rules.games.paper_tigers_2.asking import UnitChoice
from rules.games.paper_tigers_2.chapters.carrying import bank_findings, too_much, way_of
from rules.games.paper_tigers_2.chapters.weapons import clear_line
from rules.games.paper_tigers_2.state import NO, YES, facts_in, own_units, sheet_of, with_facts
from rules.games.paper_tigers_2.units.catalogue import Condition, Situation, Stage
from rules.games.paper_tigers_2.units.unit_dice import action_pool
from rules.referee.judging.spacing import spacing
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.dice import DiceAsk
from rules.referee.toolkit.findings import Finding
from rules.referee.toolkit.questions import Ask
from rules.table.moves.piece_move import PieceMove
from rules.table.outlines.unit_table import reference_of
from rules.table.snapshot import Piece
from rules.table.units import Inches, plain


@dataclass(frozen=True, slots=True, kw_only=True)
class RegroupSettled:
    """PT2-C23: whether a unit falls back before its recovery."""

    clause: ClassVar[str] = "PT2-C23"

    unit: str
    falls_back: bool

    def after(self, state: State) -> State:
        unit = with_facts(state.unit(self.unit), asked_to_regroup=state.turn)
        if not self.falls_back:
            return state.with_unit(unit)
        unit = with_facts(unit, regrouped=state.turn, regroups_from=unit.spot, covered=False)
        step = FallBack(unit=self.unit, inches=round(FALL_BACK))
        return in_front(state.with_unit(unit), step)

    def told(self) -> str:
        if self.falls_back:
            return f"{self.unit} falls back before it recovers."
        return f"{self.unit} does not fall back."


@dataclass(frozen=True, slots=True, kw_only=True)
class Freed:
    """A unit that could not move can move again."""

    clause: ClassVar[str] = "PT2-I4n"

    unit: str

    def after(self, state: State) -> State:
        return state.with_unit(with_facts(state.unit(self.unit), immobile=False, engine_hot=False))

    def told(self) -> str:
        return f"{self.unit} runs again."


FALL_BACK: Final = Inches(6.0)
"""PT2-C23."""
STAYED: Final = 0.5
"""Inches: who has moved less than that has not fallen back."""


def roll_recoveries(draft: Draft) -> bool:
    """Each recovery in turn: an offer to fall back, and its dice, once all cards are turned up."""
    waiting = [unit for unit in own_units(draft.state) if unit.repair is not None]
    if not waiting or any(unit.repair is not None and not unit.repair.card for unit in waiting):
        return roll_repairs(draft)
    unit = waiting[0]
    if may_regroup(draft, unit):
        draft.ask(
            FallBackFirst(unit=unit.id, choices=(YES, NO)),
            force=unit.force,
            clause="PT2-C23",
            says=f"Does {unit.id} fall back {plain(FALL_BACK)} in before it recovers, for one more "
            "die?",
        )
        return True
    _ask_dice(draft, unit)
    return True


def may_regroup(draft: Draft, unit: Unit) -> bool:
    """PT2-C23, I4l, I4n: a damaged unit that can move, and was not asked yet this turn."""
    facts = facts_in(unit)
    stuck = facts.immobile and not draft.state.options.flag("immobile_regroup")
    return (
        unit.damaged
        and facts.asked_to_regroup != draft.state.turn
        and not unit.aboard
        and not stuck
        and not sheet_of(unit).has("no retreat")
        and not sheet_of(unit).has("glider")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FallBackFirst(UnitChoice):
    """Whether a unit falls back."""

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        draft.emit(RegroupSettled(unit=self.unit, falls_back=choice == YES))


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveBack(MoveQuestion):
    """A unit is to fall back, or to stay."""

    def findings(self, draft: Draft, move: PieceMove, *, aboard: str) -> Iterable[Finding]:
        """PT2-C23: whoever may fall back may as well stay, however it stands."""
        here, there = reference_of(move.mover), reference_of(move.now)
        if math.dist((here[0], here[1]), (there[0], there[1])) < STAYED:
            return ()
        found = judged(draft, move, allowance=self.inches, aboard=aboard)
        return (*found, *_held_back(draft, move, aboard=aboard))


def _held_back(draft: Draft, move: PieceMove, *, aboard: str) -> tuple[Finding, ...]:
    unit = draft.state.unit(move.mover.id)
    ferry = aboard or unit.aboard
    if ferry:
        return bank_findings(draft, unit, ferry=draft.state.unit(ferry))
    length = math.fsum(math.dist(one, other) for one, other in pairwise(way_of(move)))
    return fall_back_findings(draft, unit, ways=(move.mover, move.now), length=length)


@dataclass(frozen=True, slots=True, kw_only=True)
class FallBack(FinishMove):
    """A unit that falls back; if it stays it has not regrouped."""

    @property
    def anywhere(self) -> float:
        """PT2-C23: it goes away from the enemy, and all of its way or none."""
        return 0.0

    def take(self, draft: Draft) -> None:
        """Wait until the unit stands where it falls back to."""
        unit = draft.state.unit(self.unit)
        draft.ask(
            self.question(),
            force=unit.force,
            clause="PT2-C23",
            says=f"Move {unit.id} back {plain(FALL_BACK)} in, away from the enemy, or leave it "
            "there.",
        )

    def question(self) -> MoveBack:
        """PT2-C23: what falling back is held to."""
        return MoveBack(unit=self.unit, inches=FALL_BACK)


def has_regrouped(draft: Draft, unit: Unit) -> bool:
    """Whether it fell back this turn, and did not stay where it stood."""
    facts = facts_in(unit)
    start = facts.regroups_from
    if facts.regrouped != draft.state.turn or unit.spot is None or start is None:
        return False
    return math.dist((unit.spot.x_in, unit.spot.y_in), (start.x_in, start.y_in)) >= STAYED


def _ask_dice(draft: Draft, unit: Unit) -> None:
    assert unit.repair is not None
    card = card_from(unit.repair.card)
    needed = difficulty(card)
    situation: Situation = frozenset({Condition.REGROUPED} if has_regrouped(draft, unit) else ())
    pool = action_pool(
        Stage.RECOVERY, sheet_of(unit), situation=situation, options=draft.state.options
    )
    dice = DiceAsk(
        count=max(1, pool.count),
        why=f"{unit.id} tries to recover with the {card.name}, {pool.says}",
        means=reaching(
            needed,
            then="it is fit again",
            otherwise="it burns" if facts_in(unit).engine_hot else "it stays as it is",
        ),
    )
    roll = RecoveryDice(unit=unit.id, difficulty=needed, dice=dice)
    draft.ask_roll(roll, force=unit.force, clause="PT2-C21")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveryDice(GroupRoll):
    """Whether a unit is fit again; PT2-I4e: or burns, PT2-I4n: or can move again."""

    purpose = "amended"
    unit: str
    difficulty: int

    def shown(self) -> Mapping[str, object]:
        return {"unit": self.unit, "number": self.difficulty}

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        del ask
        unit = draft.state.unit(self.unit)
        good = sum(dice) >= self.difficulty
        apart = draft.state.options.choice("immobile_recovery") == "separate_rolls"
        event = RecoveryRolled(
            unit=unit.id, total=sum(dice), difficulty=self.difficulty, recovered=good
        )
        draft.emit(event, clause="PT2-C22" if good else "PT2-C21")
        facts = facts_in(unit)
        if good and facts.engine_hot and not facts.immobile:
            draft.emit(Freed(unit=unit.id), clause="PT2-I4e")
        if good and facts.immobile and not (apart and unit.hits):
            draft.emit(Freed(unit=unit.id))
        if not good and facts.engine_hot:
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
