"""Knows how players put right what the referee has wrong: only together, and in the log."""

from rules.games.papercraft.commands import AcceptTable, Amend
from rules.games.papercraft.decide.dispatch import handle
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.decide.hurting import die
from rules.games.papercraft.decide.placing import spot_of
from rules.games.papercraft.events.ending import Amended, TableAccepted
from rules.games.papercraft.measuring.shifts import shift_of
from rules.games.papercraft.saying import say
from rules.games.papercraft.vocabulary import Phase
from rules.table.snapshot import PieceState
from rules.table.units import Inches

MOST_HP = 9999


def _told(body: object) -> str:
    """What would be agreed on, so that nobody agrees to what is not said.

    >>> _told(Amended(unit="C1", hp=3, moved=False))
    'C1 has 3 HP and has not moved in this turn'
    """
    return say(body).removeprefix("Agreed: ").removesuffix(".")


@handle.register
def _amend(body: Amend, draft: Draft) -> None:
    unit = draft.known_unit(body.unit)
    if draft.state.phase in {Phase.MUSTER, Phase.ORDER, Phase.EDGES, Phase.DEPLOY}:
        draft.refuse("PC-OBJ-10", f"{unit.id} is as its army list has it until the first turn.")
    if not unit.alive:
        draft.refuse("PC-DTH-09", f"{unit.id} is dead: take back what killed it.")
    if draft.state.steps:
        draft.refuse("PC-ATK-07", "An attack is under way; amend what is wrong once it is done.")
    hp = unit.hp if body.hp is None else body.hp
    if not 0 <= hp <= MOST_HP:
        draft.refuse("PC-OBJ-10", f"A unit has 0 to {MOST_HP} HP, not {hp}.")
    moved = unit.moved if body.moved is None else body.moved
    if (hp, moved) == (unit.hp, unit.moved):
        draft.refuse("PC-OBJ-10", f"{unit.id} is like that already.")
    event = Amended(unit=unit.id, hp=hp, moved=moved)
    draft.unless_waived(
        "PC-OBJ-10",
        f"That {_told(event)} is for all to say: agree on it together, with a reason.",
    )
    draft.emit(event, clause="PC-OBJ-10")
    if hp == 0:
        die(draft, draft.state.unit(unit.id), by="")


@handle.register
def _accept_table(body: AcceptTable, draft: Draft) -> None:
    unit = draft.known_unit(body.unit)
    if not unit.on_table or unit.spot is None:
        draft.refuse("PC-MOV-13", f"{unit.id} does not stand on the table.")
    piece = draft.table.piece(unit.id)
    spot = spot_of(piece)
    if spot is None or piece.state is not PieceState.SEEN:
        draft.refuse("PC-MOV-13", f"The camera does not see {unit.id} lying still.")
    event = TableAccepted(unit=unit.id, spot=spot)
    shift = shift_of(piece, spot=unit.spot, least=Inches(0.0))
    evidence = () if shift is None else (shift.measured(unit.id, snapshot=draft.snapshot.number),)
    draft.unless_waived(
        "PC-MOV-13",
        f"That {_told(event)} is for all to say: agree on it together, with a reason.",
        evidence=evidence,
    )
    draft.emit(event, clause="PC-MOV-13", evidence=evidence)
