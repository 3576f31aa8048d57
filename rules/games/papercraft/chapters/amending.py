"""Puts right what the umpire has wrong, if all agree to it (PC-OBJ-10, PC-MOV-13)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.papercraft.draft import Draft
from rules.games.papercraft.measuring.pieces import shift_from
from rules.games.papercraft.state import Phase, State
from rules.referee.judging.shifts import shift_evidence
from rules.referee.toolkit.spots import Spot, at, spot_of
from rules.table.snapshot import PieceState
from rules.table.units import Inches

MOST_HP = 9999


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendUnit:
    """What the players agree a unit's state to be: an ability by hand, or a mistake put right."""

    KIND: ClassVar[str] = "amend"

    unit: str
    hp: int | None = None
    moved: bool | None = None

    def ruled(self, draft: Draft) -> None:
        unit = draft.known_unit(self.unit)
        if draft.state.phase in {Phase.MUSTER, Phase.ORDER, Phase.EDGES, Phase.DEPLOY}:
            draft.refuse("PC-OBJ-10", f"{unit.id} is as its army list has it until the first turn.")
        if not unit.alive:
            draft.refuse("PC-DTH-09", f"{unit.id} is dead: take back what killed it.")
        if draft.state.steps:
            reason = "An attack is under way; amend what is wrong once it is done."
            draft.refuse("PC-ATK-07", reason)
        hp = unit.hp if self.hp is None else self.hp
        if not 0 <= hp <= MOST_HP:
            draft.refuse("PC-OBJ-10", f"A unit has 0 to {MOST_HP} HP, not {hp}.")
        moved = unit.moved if self.moved is None else self.moved
        if (hp, moved) == (unit.hp, unit.moved):
            draft.refuse("PC-OBJ-10", f"{unit.id} is like that already.")
        event = UnitAmended(unit=unit.id, hp=hp, moved=moved)
        draft.unless_waived(
            "PC-OBJ-10", f"That {_told(event)} is for all of you to agree on, with a reason."
        )
        draft.emit(event)
        if hp == 0:
            draft.book.dies(draft, draft.state.unit(unit.id), by="")


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitAmended:
    """What all agree a unit's state to be."""

    KIND: ClassVar[str] = "amended"
    clause: ClassVar[str] = "PC-OBJ-10"

    unit: str
    hp: int
    moved: bool

    def after(self, state: State) -> State:
        return state.with_unit(replace(state.unit(self.unit), hp=self.hp, moved=self.moved))

    def told(self) -> str:
        moved = "has moved" if self.moved else "has not moved"
        return f"Agreed: {self.unit} has {self.hp} HP and {moved} this turn."


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptSquare:
    """The players agree that a unit stands where the camera sees it."""

    KIND: ClassVar[str] = "accept_table"

    unit: str

    def ruled(self, draft: Draft) -> None:
        unit = draft.known_unit(self.unit)
        if not unit.on_table or unit.spot is None:
            draft.refuse("PC-MOV-13", f"{unit.id} does not stand on the table.")
        piece = draft.table.piece(unit.id)
        spot = spot_of(piece)
        if spot is None or piece.state is not PieceState.SEEN:
            draft.refuse("PC-MOV-13", f"The camera does not see {unit.id} lying still.")
        event = SquareAccepted(unit=unit.id, spot=spot)
        shift = shift_from(piece, unit.spot, least=Inches(0.0))
        number = draft.snapshot.number
        evidence = () if shift is None else (shift_evidence(shift, unit.id, snapshot=number),)
        draft.unless_waived(
            "PC-MOV-13",
            f"That {_told(event)} is for all of you to agree on, with a reason.",
            evidence=evidence,
        )
        draft.emit(event, evidence=evidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareAccepted:
    """A unit counts as standing where it is seen."""

    KIND: ClassVar[str] = "table_accepted"
    clause: ClassVar[str] = "PC-MOV-13"

    unit: str
    spot: Spot

    def after(self, state: State) -> State:
        return state.with_unit(replace(state.unit(self.unit), spot=self.spot, vouched=-1))

    def told(self) -> str:
        return f"Agreed: {self.unit} stands {at(self.spot)}."


def _told(event: UnitAmended | SquareAccepted) -> str:
    """What would be agreed on, so that nobody agrees to what is not said.

    >>> _told(UnitAmended(unit="C1", hp=3, moved=False))
    'C1 has 3 HP and has not moved this turn'
    """
    return event.told().removeprefix("Agreed: ").removesuffix(".")
