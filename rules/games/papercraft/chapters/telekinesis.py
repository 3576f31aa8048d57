"""Shifts a unit by another's will (PC-ABL-07)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.papercraft.abilities import Ability, Effect, ability_of
from rules.games.papercraft.asks import OpposedRoll, TargetRoll
from rules.games.papercraft.chapters.moving import PutQuestion, stands_free, stands_still
from rules.games.papercraft.draft import Draft
from rules.games.papercraft.state import State, TargetStep, Unit
from rules.referee.judging.shifts import measured_shift
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.findings import judged
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.spots import Spot
from rules.table.snapshot import Piece
from rules.table.units import Inches, plain


@dataclass(frozen=True, slots=True, kw_only=True)
class AimShift(TargetStep):
    """PC-ABL-07: a friend lets it; against an enemy both sides roll."""

    attack_die: int = 0
    guard_die: int = 0
    """What either side has rolled; nothing while it has not."""

    def take(self, draft: Draft) -> None:
        state = draft.state
        unit, target = state.unit(self.unit), state.unit(self.target)
        if not target.alive:
            draft.emit(ShiftAimed(unit=unit.id, target=target.id, took=False))
            return
        if not state.enemies(unit, target):
            draft.emit(ShiftAimed(unit=unit.id, target=target.id))
            return
        bonus, guard = _ability(unit).hit_bonus, target.profile.dodge
        means = (
            Meaning(when="the caster's total is as high or higher", then="it may be shifted"),
            Meaning(when="it is lower", then="it stays where it is"),
        )
        caster = DiceAsk(count=1, why=f"{unit.id} reaches for {target.id}, {bonus:+d}", means=means)
        defender = DiceAsk(count=1, why=f"{target.id} against {unit.id}, {guard:+d}", means=means)
        grip = GripRoll(dice=caster, unit=unit.id, target=target.id)
        draft.ask_roll(grip, clause="PC-ABL-07")
        resist = ResistRoll(dice=defender, unit=target.id, caster=unit.id)
        draft.ask_roll(resist, clause="PC-ABL-07")

    def settle(self, draft: Draft) -> None:
        """Once both dice are in: a tie takes hold, as with attacks (PC-ABL-07)."""
        unit, target = draft.state.unit(self.unit), draft.state.unit(self.target)
        total = self.attack_die + _ability(unit).hit_bonus
        guard = self.guard_die + target.profile.dodge
        took = total >= guard
        event = ShiftAimed(
            unit=unit.id, target=target.id, attack_total=total, guard_total=guard, took=took
        )
        draft.emit(event)


def _ability(unit: Unit) -> Ability:
    ability = ability_of(unit.profile, Effect.SHIFT)
    assert ability is not None
    return ability


@dataclass(frozen=True, slots=True, kw_only=True)
class GripRoll(OpposedRoll):
    """The caster's die against an enemy."""

    KIND: ClassVar[str] = "shift_hit"
    die: ClassVar[str] = "attack_die"

    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResistRoll(OpposedRoll):
    """The die of the enemy who is to be shifted."""

    KIND: ClassVar[str] = "shift_guard"
    die: ClassVar[str] = "guard_die"

    caster: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftAimed:
    """PC-ABL-07: whether the grip takes hold; a friend lets it without a roll."""

    clause: ClassVar[str] = "PC-ABL-07"

    unit: str
    target: str
    attack_total: int = 0
    guard_total: int = 0
    took: bool = True

    def after(self, state: State) -> State:
        state = state.without(AimShift, self.unit)
        if not self.took:
            return state
        return state.with_next(RollShift(unit=self.unit, target=self.target))

    def told(self) -> str:
        if not self.attack_total and self.took:
            return f"{self.target} lets {self.unit} shift it."
        result = "takes hold of" if self.took else "finds no hold on"
        totals = f"{self.attack_total} against {self.guard_total}"
        return f"{self.unit} {result} {self.target}: {totals}."


@dataclass(frozen=True, slots=True, kw_only=True)
class RollShift(TargetStep):
    """PC-ABL-07: how far the target may be shifted."""

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        reach = _ability(unit).dice
        assert reach is not None
        dice = DiceAsk(
            count=reach.count,
            why=f"how far {unit.id} shifts {self.target}",
            means=(Meaning(when=f"the die {reach.plus:+d}", then="inches at most"),),
        )
        question = ShiftRoll(dice=dice, unit=unit.id, target=self.target)
        draft.ask_roll(question, clause="PC-ABL-07")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftRoll(TargetRoll):
    """How far a unit may be shifted."""

    KIND: ClassVar[str] = "shift_far"

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        """PC-ABL-07: so many inches."""
        del ask
        reach = _ability(draft.state.unit(self.unit)).dice
        assert reach is not None
        inches = sum(dice) + reach.plus
        draft.emit(ShiftRolled(unit=self.unit, target=self.target, inches=inches))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftRolled:
    """How far the target may be shifted."""

    clause: ClassVar[str] = "PC-ABL-07"

    unit: str
    target: str
    inches: int

    def after(self, state: State) -> State:
        allowed = Inches(float(self.inches))
        put = PutShifted(unit=self.unit, target=self.target, allowed=allowed)
        return state.without(RollShift, self.unit).with_next(put)

    def told(self) -> str:
        return f"{self.unit} may shift {self.target} by up to {self.inches} in."


@dataclass(frozen=True, slots=True, kw_only=True)
class PutShifted(TargetStep):
    """PC-ABL-07: wait until the target stands where it is shifted to."""

    allowed: Inches

    def take(self, draft: Draft) -> None:
        inches = self.allowed
        draft.ask(
            ShiftQuestion(unit=self.target, caster=self.unit, inches=inches),
            player=draft.state.unit(self.unit).player,
            clause="PC-ABL-07",
            says=f"Shift {self.target} by up to {plain(inches)} in, or leave it where it is.",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftQuestion(PutQuestion):
    """Where a unit is shifted to."""

    KIND: ClassVar[str] = "shift"

    caster: str

    def put(self, draft: Draft, ask: Ask, *, end: Piece, spot: Spot) -> None:
        """PC-ABL-07: no farther than the dice allow, and not onto another unit."""
        unit = draft.state.unit(self.unit)
        assert unit.spot is not None
        pair = (draft.ruled(end, spot=unit.spot), end)
        found = measured_shift(draft.table, pair, limit=self.inches, doubt=draft.agreed.doubt)
        evidence = draft.held(judged("PC-ABL-07", found, says=found.why, agreed=draft.agreed))
        if not stands_still(unit, end=end):
            stands_free(draft, unit, end=end, table=draft.table)
        own_turn = unit.player == draft.state.active
        far = found.value or Inches(0.0)
        event = Shifted(
            unit=self.caster,
            target=unit.id,
            spot=spot,
            length=far,
            counts=own_turn and far > draft.length("moved_threshold_in"),
            vouched=draft.vouched(end),
            ask_id=ask.id,
        )
        draft.emit(event, evidence=(evidence,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Shifted:
    """Where the target stands now."""

    clause: ClassVar[str] = "PC-ABL-07"

    unit: str
    target: str
    spot: Spot
    length: Inches
    counts: bool = False
    """It was shifted in a turn of its own, so it has moved."""
    vouched: int = -1
    ask_id: int = 0

    def after(self, state: State) -> State:
        state = state.closed(self.ask_id).without(PutShifted, self.unit)
        unit = state.unit(self.target)
        moved = unit.moved or self.counts
        return state.with_unit(replace(unit, spot=self.spot, moved=moved, vouched=self.vouched))

    def told(self) -> str:
        return f"{self.unit} shifts {self.target} by {plain(self.length)} in."
