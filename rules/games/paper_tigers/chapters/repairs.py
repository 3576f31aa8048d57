"""Repairs: laying repair cards, turning them up, and rolling for each (PT1-C4)."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rules.games.paper_tigers.asking import GroupRoll
from rules.games.paper_tigers.chapters.laying import (
    GroupFaces,
    able_to_repair,
    card_hole,
    laying,
    may_repair,
    needs_repair,
    pass_offer,
    require_card,
)
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.profiles import difficulty
from rules.games.paper_tigers.state import Force, Slot, State, Unit
from rules.games.paper_tigers.vocabulary import Phase, awaited, needed, reaching, the_card
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.dice import DiceAsk
from rules.referee.toolkit.game import Template
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.ruling import unit_hole


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """A card laid on a damaged unit."""

    unit: str
    card: str = ""

    def ruled(self, draft: Draft) -> None:
        draft.require_phase(Phase.REPAIR)
        unit = draft.own_unit(self.unit)
        if unit.destroyed:
            draft.refuse("PT1-D2i", f"{unit.id} is destroyed and cannot be repaired.")
        if not needs_repair(draft.state, unit):
            draft.refuse("PT1-C4", f"{unit.id} is not damaged.")
        if unit.repair is not None:
            draft.unless_waived("PT1-C4a", f"{unit.id} has its repair card already.")
        elif not may_repair(draft.state, unit.force):
            draft.unless_waived("PT1-C4", f"It is not {unit.force}'s turn to repair.")
        require_card(draft, unit.force, card=self.card, clause="PT1-C4a")
        draft.emit(RepairLaid(force=unit.force, unit=unit.id, card=self.card))


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairFaces(GroupFaces):
    """A repair card's face."""

    purpose = "repair"
    unit: str

    def turned_up(self, draft: Draft, ask: Ask, *, faces: tuple[str, ...]) -> None:
        event = RepairTurned(unit=self.unit, card=faces[0], ask_id=ask.id)
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveryRoll(GroupRoll):
    """Whether a unit is fit again."""

    purpose = "recover"
    unit: str
    needed: int

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        del ask
        total, fit = sum(dice), sum(dice) >= self.needed
        event = RecoveryRolled(unit=self.unit, total=total, difficulty=self.needed, recovered=fit)
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairLaid:
    """A card was laid on a damaged unit."""

    clause: ClassVar[str] = "PT1-C4a"

    force: str
    unit: str
    card: str = ""

    def after(self, state: State) -> State:
        unit = state.unit(self.unit)
        if unit.repair is not None:
            state = state.discarding(self.force, unit.repair.card)
        hand = state.hands[self.force].without(self.card)
        state = state.with_unit(replace(unit, repair=Slot(card=self.card)))
        return laying(state.with_hand(self.force, hand), self.force)

    def told(self) -> str:
        return f"{self.force} lays {the_card(self.card)} on {self.unit} to repair it."


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairTurned:
    """A repair card lies open."""

    clause: ClassVar[str] = "PT1-C4a"

    unit: str
    card: str
    ask_id: int = 0

    def after(self, state: State) -> State:
        return state.with_unit(replace(state.unit(self.unit), repair=Slot(card=self.card)))

    def told(self) -> str:
        return f"The repair card of {self.unit} is {the_card(self.card)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveryRolled:
    """Whether a damaged unit is fit again."""

    unit: str
    total: int
    difficulty: int
    recovered: bool

    @property
    def clause(self) -> str:
        return "PT1-C4b" if self.recovered else "PT1-C4a"

    def after(self, state: State) -> State:
        unit = state.unit(self.unit)
        card = unit.repair.card if unit.repair is not None else ""
        unit = replace(unit, repair=None, hits=0 if self.recovered else unit.hits)
        return state.with_unit(unit).discarding(unit.force, card)

    def told(self) -> str:
        result = "is fit again" if self.recovered else "stays damaged"
        return f"{self.unit} {result}: {needed(self.total, self.difficulty)}."


def look_who_repairs(draft: Draft) -> bool:
    """Go on when nobody can or wants to repair."""
    if able_to_repair(draft.state):
        return False
    _go_on_to_rolls(draft)
    return True


def go_on_to_repairs(draft: Draft) -> None:
    """After the last card: to the repairs, where anybody can repair anything."""
    if able_to_repair(draft.state):
        draft.begin(Phase.REPAIR, clause="PT1-C4")
    else:
        _go_on_to_rolls(draft)


def _go_on_to_rolls(draft: Draft) -> None:
    if any(unit.repair is not None for unit in draft.state.units.values()):
        draft.begin(Phase.REPAIR_ROLLS, clause="PT1-C4a")
    else:
        draft.begin(Phase.CLEAN_UP, clause="PT1-C5")


def roll_repairs(draft: Draft) -> bool:
    """PT1-C4a: all repair cards are turned up together, then each is rolled for."""
    repairing = [unit for unit in draft.state.units.values() if unit.repair is not None]
    hidden = [unit for unit in repairing if unit.repair is not None and not unit.repair.card]
    for unit in hidden:
        draft.ask(
            RepairFaces(unit=unit.id, cards=1),
            force=unit.force,
            clause="PT1-C4a",
            says=f"Turn up the repair card on {unit.id}.",
        )
    if not hidden and repairing:
        _ask_recovery(draft, repairing[0])
    if not repairing:
        draft.begin(Phase.CLEAN_UP, clause="PT1-C5")
    return True


RECOVERY_DICE: Final = 2
"""PT1-C4a: whatever the card's colour."""


def _ask_recovery(draft: Draft, unit: Unit) -> None:
    assert unit.repair is not None
    card = card_from(unit.repair.card)
    needed = difficulty(card)
    dice = DiceAsk(
        count=RECOVERY_DICE,
        why=f"{unit.id} tries to recover with the {card.name}",
        means=reaching(needed, then="the hit is gone", otherwise="it stays damaged"),
    )
    roll = RecoveryRoll(dice=dice, unit=unit.id, needed=needed)
    draft.ask_roll(roll, force=unit.force, clause="PT1-C4a")


def _repairing(trial: Trial, force: Force) -> tuple[Template, ...]:
    if not may_repair(trial.state, force.name):
        return ()
    hole = card_hole(trial, force)
    card = str(hole.allowed[0])
    hit = [
        u
        for u in trial.state.units.values()
        if u.force == force.name and needs_repair(trial.state, u)
    ]
    allowed, greyed = trial.sorted_out((u.id, Repair(unit=u.id, card=card)) for u in hit)
    lay = Template(
        command="repair",
        says=f"{force.name} lays a card on a damaged unit.",
        holes=(unit_hole("unit", allowed, greyed=greyed), hole),
    )
    return (lay, pass_offer(trial, force, what="repairs no more."))


def repair_offers(trial: Trial) -> tuple[Template, ...]:
    """A card for a damaged unit, or a pass."""
    return tuple(each for force in trial.forces for each in _repairing(trial, force))


def awaits_repairs(state: State) -> str:
    """Whoever may repair."""
    forces = [force.name for force in state.forces if may_repair(state, force.name)]
    return awaited(forces, "lay a card on a damaged unit, or pass")
