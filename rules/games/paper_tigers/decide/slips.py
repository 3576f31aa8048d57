"""Knows how a side begins as slips of paper, for somebody who plays alone (PT1-H4)."""

from rules.games.paper_tigers.commands import TurnSlip, UseSlips
from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.placing import spot_of
from rules.games.paper_tigers.decide.turns import begin_turn
from rules.games.paper_tigers.events.setup import LeftOff, SlipsWritten, SlipTurned
from rules.games.paper_tigers.state import Slips, State
from rules.games.paper_tigers.vocabulary import Phase, UnitSpot
from rules.referee.toolkit.evidence import measured, rule_on
from rules.referee.toolkit.phrases import ended
from rules.table.measuring.ranges import Metric, range_to_point
from rules.table.snapshot import PieceState
from rules.table.units import Inches

ON_SLIP = Inches(1.0)
"""How far from a slip's middle its unit's middle stands at most."""


def most_of(slips: int) -> int:
    """PT1-H4c: how many slips may be blank, and how many left off the table.

    >>> most_of(9), most_of(8), most_of(2)
    (3, 2, 0)
    """
    return slips // 3


@handle.register
def _use_slips(body: UseSlips, draft: Draft) -> None:
    draft.require_phase(Phase.DEPLOY_FIRST, Phase.DEPLOY_SECOND)
    state = draft.state
    if not state.solo:
        draft.refuse("PT1-H4", "Slips are for somebody who plays alone.")
    if body.side not in state.sides:
        known = " or ".join(state.sides)
        draft.refuse("PT1-H4a", f"The side on slips is {known}, not {body.side!r}.")
    if state.slips is not None and state.slips.side != body.side:
        draft.refuse("PT1-H4a", f"One side is on slips already: {state.slips.side}.")
    if any(unit.spot is not None for unit in state.living(body.side)):
        draft.refuse("PT1-H4a", f"{body.side} has deployed already.")
    units = [unit for unit in state.living(body.side) if not unit.arrives]
    for unit in units:
        if unit.aboard:
            reason = f"{unit.id} gets off {unit.aboard} first: each unit has a slip of its own."
            draft.refuse("PT1-H4a", reason)
    total = len(units) + body.blanks
    most = most_of(total)
    for name, count in (("blank", body.blanks), ("left off", body.left_off)):
        if not 0 <= count <= most:
            reason = f"Of {total} slips at most {most} may be {name}, not {count}."
            draft.refuse("PT1-H4c", reason)
    if total - body.left_off > len(state.slip_pieces):
        reason = (
            f"That takes {total - body.left_off} slips; the roster has {len(state.slip_pieces)}."
        )
        draft.refuse("PT1-H4a", reason)
    event = SlipsWritten(
        side=body.side,
        slips=state.slip_pieces,
        blanks=body.blanks,
        left_off=body.left_off,
        on_table=total - body.left_off,
    )
    draft.emit(event, clause="PT1-H4a")


def _on_table(state: State, slips: Slips) -> int:
    """How many slips lie on the table."""
    units = [unit for unit in state.living(slips.side) if not unit.arrives]
    return len(units) + slips.blanks - slips.left_off


def slip_spots(draft: Draft) -> tuple[UnitSpot, ...]:
    """PT1-H4b: where the slips lie, as many as were written."""
    slips = draft.state.slips
    assert slips is not None
    seen = [
        piece
        for piece in draft.snapshot.pieces
        if piece.id in draft.state.slip_pieces and piece.state is not PieceState.LOST
    ]
    wanted = _on_table(draft.state, slips)
    if len(seen) != wanted:
        draft.refuse("PT1-H4b", f"{wanted} slips belong on the table; {len(seen)} lie there.")
    return tuple(
        UnitSpot(unit=piece.id, spot=spot) for piece in seen if (spot := spot_of(piece)) is not None
    )


@handle.register
def _turn_slip(body: TurnSlip, draft: Draft) -> None:
    draft.require_phase(Phase.TURN_SLIPS)
    slips = draft.state.slips
    assert slips is not None
    if body.slip not in slips.spots or body.slip in slips.turned:
        left = ", ".join(name for name in slips.spots if name not in slips.turned)
        draft.refuse("PT1-H4b", f"No slip {body.slip!r} lies face down; there are: {left}.")
    if body.unit:
        _place_on_slip(draft, body, slips=slips)
    else:
        if _blank(draft.state, slips) >= slips.blanks:
            draft.refuse("PT1-H4c", f"All {slips.blanks} blank slips have been turned over.")
        draft.emit(SlipTurned(slip=body.slip), clause="PT1-H4c")
    _finish(draft)


def _blank(state: State, slips: Slips) -> int:
    """How many slips have turned out blank: those that gave way to no unit."""
    return len(slips.turned) - sum(unit.spot is not None for unit in state.living(slips.side))


def _place_on_slip(draft: Draft, body: TurnSlip, *, slips: Slips) -> None:
    unit = draft.own_unit(body.unit)
    if unit.side != slips.side or unit.spot is not None or unit.arrives:
        draft.refuse("PT1-H4b", f"{unit.id} is on none of the slips.")
    at = slips.spots[body.slip]
    target = (at.x_in, at.y_in)
    found = range_to_point(
        draft.table, unit.id, target=target, metric=Metric.CENTRE, limit=ON_SLIP, doubt=draft.doubt
    )
    evidence = measured(found.verdict, what="slip", snapshot=draft.snapshot.number)
    outcome = rule_on(evidence, draft.tolerance)
    draft.hold("PT1-H4b", outcome, says=ended(evidence.why), found=evidence)
    spot = spot_of(draft.table.piece(unit.id))
    if spot is None:
        draft.refuse("PT1-H4b", f"{unit.id} is not on the table; nobody sees it.")
    event = SlipTurned(slip=body.slip, unit=unit.id, spot=spot)
    draft.emit(event, clause="PT1-H4b", evidence=(evidence,))


def _finish(draft: Draft) -> None:
    """PT1-H4d: with the last slip the battle begins; whoever was on none takes no part."""
    slips = draft.state.slips
    assert slips is not None
    if len(slips.turned) < len(slips.spots):
        return
    left = tuple(
        unit.id for unit in draft.state.living(slips.side) if unit.spot is None and not unit.arrives
    )
    if left:
        draft.emit(LeftOff(units=left), clause="PT1-H4c")
    begin_turn(draft)
