"""Moves a unit: its dice, the road, water, and what a failed move does (PT2-D1, H12)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Final

import shapely

from rules.games.paper_tigers.chapters.fire.saving import Save, take_hit
from rules.games.paper_tigers.chapters.following import played_card
from rules.games.paper_tigers.chapters.moving import MoveRolled, MovingRules, RollMove
from rules.games.paper_tigers.chapters.walking import FinishMove, MoveQuestion
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.ground import GroundRules, judged
from rules.games.paper_tigers.profiles import difficulty
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import CardStep, needed, reaching
from rules.games.paper_tigers_2.chapters.carrying import (
    WATER,
    Way,
    areas_of,
    bank_findings,
    on_its_way,
    too_much,
    way_of,
)
from rules.games.paper_tigers_2.chapters.throwing import UNCAST, Cast, explained, thrown
from rules.games.paper_tigers_2.state import facts_in, sheet_of, with_facts
from rules.games.paper_tigers_2.units.catalogue import Stage
from rules.games.paper_tigers_2.units.pools import DicePool
from rules.games.paper_tigers_2.units.unit_dice import action_pool, colour_of
from rules.referee.judging.areas import areas_holding
from rules.referee.judging.ruled_move import MoveRules
from rules.referee.toolkit.dice import DiceAsk
from rules.referee.toolkit.findings import Finding
from rules.table.moves.piece_move import PieceMove
from rules.table.units import Inches, plain

ROAD: Final = frozenset({"road"})
ON_WATER: Final = Inches(6.0)
"""PT2-J2."""
ON_LAND: Final = Inches(0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCounted:
    """What a move roll comes to (PT2-D2, D3, H12)."""

    unit: str
    total: int
    difficulty: int
    allowance: Inches
    off_road: Inches = Inches(0.0)
    """How much of it may be used off the road, where a road die was rolled; else 0."""
    road: bool = False
    on_water: Inches = Inches(0.0)
    """How far in all if any of its way is on water; 0 for a unit that stays on land."""
    says: str = ""

    @property
    def clause(self) -> str:
        return "PT2-D3" if self.allowance > 0 else "PT2-D4"

    def after(self, state: State) -> State:
        rolled = MoveRolled(
            unit=self.unit, total=self.total, difficulty=self.difficulty, allowance=self.allowance
        )
        state = rolled.after(state)
        if not self.allowance > 0:
            return state
        off_road = float(round(self.off_road)) if self.road else None
        steps = tuple(
            FinishWeighedMove(unit=step.unit, inches=step.inches, off_road=off_road)
            if isinstance(step, FinishMove) and step.unit == self.unit
            else step
            for step in state.steps
        )
        return replace(state, steps=steps)

    def told(self) -> str:
        rolled = needed(self.total, self.difficulty) + explained(self.says)
        if not self.allowance > 0:
            return f"{self.unit} stays where it is: {rolled}."
        off = ", its most" if self.total > self.allowance else ""
        if self.road and self.off_road < self.allowance:
            off += f", of which {plain(self.off_road)} in off the road"
        if 0 < self.on_water < self.allowance:
            off += f", and {_afloat(self.on_water)}"
        return f"{self.unit} may move up to {plain(self.allowance)} in{off}: {rolled}."


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverLeft:
    """PT2-D25: what Take Cover gave a unit is lost."""

    clause: ClassVar[str] = "PT2-D25"

    unit: str

    def after(self, state: State) -> State:
        return state.with_unit(with_facts(state.unit(self.unit), covered=False))

    def told(self) -> str:
        return f"{self.unit} leaves the cover that it took."


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokeDown:
    """PT2-I4e, I4n: what a failed move does to a unit that cannot stand it."""

    unit: str
    immobile: bool = False
    hot: bool = False
    """PT2-I4e: it may burn."""

    @property
    def clause(self) -> str:
        return "PT2-I4n" if self.immobile else "PT2-I4e"

    def after(self, state: State) -> State:
        unit = state.unit(self.unit)
        facts = facts_in(unit)
        unit = with_facts(
            unit, immobile=facts.immobile or self.immobile, engine_hot=facts.engine_hot or self.hot
        )
        return state.with_unit(unit)

    def told(self) -> str:
        told = ["cannot move until it recovers"] if self.immobile else []
        told += ["has fire in its engine"] if self.hot else []
        return f"{self.unit} {' and '.join(told) or 'breaks down'}."


def is_on_road(draft: Draft, unit: Unit) -> bool:
    """PT2-H12: whether a wheeled unit begins its move on a road (GEO-07b)."""
    if not sheet_of(unit).has("wheeled") or unit.aboard:
        return False
    if not areas_of(draft.snapshot, ROAD):
        return False
    held = areas_holding(draft.table, unit.id, kinds=ROAD, doubt=draft.doubt)
    return bool(held.sure or held.leaning)


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowMove(RollMove):
    """A move that dice are thrown for."""

    cast: Cast = UNCAST

    def take(self, draft: Draft) -> None:
        """The dice of a move, with the road die apart from the others."""
        unit = draft.state.unit(self.unit)
        if facts_in(unit).covered and draft.state.options.choice("cover_loss") == "any_move":
            draft.emit(CoverLeft(unit=unit.id))
            return
        card = played_card(draft)
        needed = difficulty(card)
        pool = action_pool(
            Stage.MOVE, sheet_of(unit), situation=colour_of(card), options=draft.state.options
        )
        road = is_on_road(draft, unit)
        if pool.count < 1:
            _count(draft, unit, pool=pool, faces=(), road=False)
            return
        dice = DiceAsk(
            count=pool.count + road,
            why=f"{unit.id} moves with the {card.name}, {pool.says}"
            + (", and the last die is for the road" if road else ""),
            means=reaching(needed, then=_reach(unit), otherwise="it stays where it is"),
        )
        again = pool.count if sheet_of(unit).rerolls(Stage.MOVE) else 0
        faces = thrown(draft, self, dice=dice, force=unit.force, clause="PT2-D2", may_reroll=again)
        if faces is not None:
            _count(draft, unit, pool=pool, faces=faces, road=road)


def cap(unit: Unit) -> Inches | None:
    """PT2-D3, H8a, J2: how far one card carries this unit at most; None for as far as the dice."""
    sheet = sheet_of(unit)
    return ON_WATER if sheet.has("landing craft") else sheet.cap


def _reach(unit: Unit) -> str:
    most = cap(unit)
    reach = "as far as the total in inches"
    if most is None and sheet_of(unit).has("amphibious"):
        return f"{reach}, but {_afloat(ON_WATER)}"
    return reach if most is None else f"{reach}, but no more than {plain(most)}"


def _afloat(most: Inches) -> str:
    return f"no more than {plain(most)} if any of it is on water"


def _count(draft: Draft, unit: Unit, *, pool: DicePool, faces: tuple[int, ...], road: bool) -> None:
    """What the dice allow."""
    needed = difficulty(played_card(draft))
    own = pool.total(faces[: pool.count])
    extra = faces[-1] if road else 0
    total = own + (extra if draft.state.options.flag("road_die_counts") else 0)
    reached, most = total >= needed, cap(unit)
    allowance = float(own + extra) if reached else 0.0
    if most is not None:
        allowance = min(allowance, most)
    event = MoveCounted(
        unit=unit.id,
        total=total,
        difficulty=needed,
        allowance=Inches(allowance),
        off_road=Inches(float(min(own, allowance))),
        road=road,
        on_water=Inches(min(allowance, ON_WATER)) if sheet_of(unit).has("amphibious") else ON_LAND,
        says=pool.says,
    )
    draft.emit(event, clause="PT2-D3" if reached else "PT2-D4")
    if not reached:
        _broken(draft, unit)  # PT2-D4
    elif facts_in(unit).covered:
        draft.emit(CoverLeft(unit=unit.id))


def _broken(draft: Draft, unit: Unit) -> None:
    """PT2-I4d, I4e, I4n: what a failed move does to a unit that cannot stand it."""
    hot, stuck = sheet_of(unit).has("engine fire"), sheet_of(unit).has("weak running gear")
    if hot or (stuck and not facts_in(unit).immobile):
        draft.emit(BrokeDown(unit=unit.id, immobile=stuck, hot=hot))
    if sheet_of(unit).has("unreliable"):
        take_hit(draft, Save(unit=unit.id, by="", hits=1), clause="PT2-I4d")


class FordingRules(GroundRules):
    """Where amphibians and landing craft go."""

    def changed(self, draft: Draft, unit: Unit, *, rules: MoveRules) -> MoveRules:
        """PT2-J1: amphibians go into water; landing craft nowhere else, which is found apart."""
        del draft
        if unit.is_bridge:
            return rules
        if sheet_of(unit).has("amphibious") or sheet_of(unit).has("landing craft"):
            return replace(rules, impassable_kinds=frozenset())
        return rules


class DiceMovingRules(MovingRules):
    """How this edition throws for a move."""

    def roll_step(self, unit: str) -> CardStep:
        return ThrowMove(unit=unit)


def unfit_for_move(state: State, unit: Unit) -> tuple[str, str] | None:
    """PT2-I4n, K2: why a unit cannot move at all; or None."""
    del state
    if facts_in(unit).immobile:
        return "PT2-I4n", f"{unit.id} cannot move until a recovery frees it."
    if sheet_of(unit).has("glider"):
        return "PT2-K3d", f"{unit.id} is a glider and has stopped for good."
    return None


def _length(way: Way) -> float:
    return float(shapely.LineString(way).length)


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighedMove(MoveQuestion):
    """A unit is to be moved on roads, land and water."""

    def findings(self, draft: Draft, move: PieceMove, *, aboard: str) -> Iterable[Finding]:
        """Everything that the move is held to, in this edition too."""
        found = judged(draft, move, allowance=self.inches, aboard=aboard)
        return (*found, *self._besides(draft, move, aboard=aboard))

    def _besides(self, draft: Draft, move: PieceMove, *, aboard: str) -> Iterator[Finding]:
        unit = draft.state.unit(self.unit)
        ferry = aboard or unit.aboard
        if ferry:
            yield from bank_findings(draft, unit, ferry=draft.state.unit(ferry))
        else:
            yield from self._on_its_way(draft, unit, way=way_of(move))

    def _on_its_way(self, draft: Draft, unit: Unit, *, way: Way) -> Iterator[Finding]:
        """PT2-H12 and J2: what of a way lies off the road, or on water."""
        step = draft.state.steps[0]
        off_road = step.off_road if isinstance(step, FinishWeighedMove) else None
        if off_road is not None and off_road < self.inches:
            beside = _length(way) - on_its_way(draft, way, kinds=ROAD)
            what = f"{unit.id} went {plain(Inches(beside))} in off the road"
            says = f"{what}, and {plain(Inches(off_road))} in are allowed there"
            yield too_much(draft, unit, value=beside, limit=off_road, clause="PT2-H12", says=says)
        wet = on_its_way(draft, way, kinds=WATER)
        if sheet_of(unit).has("amphibious") and wet > 0:
            went = _length(way)
            what = f"{unit.id} went {plain(Inches(went))} in in all, {plain(Inches(wet))} of them"
            says = f"{what} on water, and {plain(ON_WATER)} in are the most where any are"
            yield too_much(draft, unit, value=went, limit=ON_WATER, clause="PT2-J2", says=says)
        if sheet_of(unit).has("landing craft"):
            dry = _length(way) - wet
            says = f"{unit.id} went {plain(Inches(dry))} in on land, where it cannot be"
            yield too_much(draft, unit, value=dry, limit=0.0, clause="PT2-J1", says=says)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishWeighedMove(FinishMove):
    """Wait until the unit stands where it wants to, by road or not."""

    off_road: float | None = None
    """How much of it may be used off the road, where a road die was rolled."""

    @property
    def anywhere(self) -> float:
        return self.inches if self.off_road is None else self.off_road

    def question(self) -> MoveQuestion:
        """What the move will be held to."""
        return WeighedMove(unit=self.unit, inches=Inches(float(self.inches)))
