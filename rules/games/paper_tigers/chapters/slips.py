"""Beginning as slips of paper, for somebody who plays alone (PT1-H4)."""

import math
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_tigers.chapters.turns import begin_turn
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.ground import seen_spot
from rules.games.paper_tigers.initial import is_small
from rules.games.paper_tigers.state import Slips, State, Unit
from rules.games.paper_tigers.vocabulary import Phase, UnitSpot
from rules.referee.toolkit.evidence import measured, rule_on
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import counted, listed, verb
from rules.referee.toolkit.ruling import unit_hole
from rules.referee.toolkit.spots import Spot, spot_of
from rules.table.measuring.ranges import Metric, range_to_point
from rules.table.snapshot import PieceState, Snapshot
from rules.table.units import Inches

ON_SLIP = Inches(1.0)
"""How far from a slip's middle its unit's middle stands at most."""
NEAR_SLIP = 6.0
"""Inches from a slip within which a unit may be the one meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UseSlips:
    """PT1-H4: one side begins as slips of paper."""

    side: str
    blanks: int = 0
    left_off: int = 0

    def ruled(self, draft: Draft) -> None:
        draft.require_phase(Phase.DEPLOY_FIRST, Phase.DEPLOY_SECOND)
        state = draft.state
        if not state.solo:
            draft.unless_waived("PT1-H4", "Slips are for somebody who plays alone.")
        if self.side not in state.sides:
            known = " or ".join(state.sides)
            draft.refuse("PT1-H4a", f"The side on slips is {known}, not {self.side!r}.")
        if state.slips is not None and state.slips.side != self.side:
            draft.refuse("PT1-H4a", f"One side is on slips already: {state.slips.side}.")
        if any(unit.spot is not None for unit in state.living(self.side)):
            draft.refuse("PT1-H4a", f"{self.side} has deployed already.")
        units = [unit for unit in state.living(self.side) if not unit.arrives]
        for unit in units:
            if unit.aboard:
                reason = f"{unit.id} gets off {unit.aboard} first: each unit has a slip of its own."
                draft.unless_waived("PT1-H4a", reason)
        total = len(units) + self.blanks
        most = most_of(total)
        for name, count in (("blank", self.blanks), ("left off", self.left_off)):
            reason = f"Of {total} slips at most {most} may be {name}, not {count}."
            if not 0 <= count < total:
                draft.refuse("PT1-H4c", reason)
            if count > most:
                draft.unless_waived("PT1-H4c", reason)
        if total - self.left_off > len(state.slip_pieces):
            there = f"the roster has {len(state.slip_pieces)}"
            draft.refuse("PT1-H4a", f"That takes {total - self.left_off} slips; {there}.")
        event = SlipsWritten(
            side=self.side,
            slips=state.slip_pieces,
            blanks=self.blanks,
            left_off=self.left_off,
            on_table=total - self.left_off,
        )
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSlip:
    """A slip is turned over and its unit put in its place; no unit for a blank one."""

    slip: str
    unit: str = ""

    def ruled(self, draft: Draft) -> None:
        draft.require_phase(Phase.TURN_SLIPS)
        slips = draft.state.slips
        assert slips is not None
        if self.slip not in slips.spots or self.slip in slips.turned:
            left = ", ".join(name for name in slips.spots if name not in slips.turned)
            draft.refuse("PT1-H4b", f"No slip {self.slip!r} lies face down; there are: {left}.")
        if self.unit:
            _place_on_slip(draft, self, slips=slips)
        else:
            if _blank(draft.state, slips) >= slips.blanks:
                says = f"All {slips.blanks} blank slips have been turned over."
                draft.unless_waived("PT1-H4c", says)
            draft.emit(SlipTurned(slip=self.slip))
        _finish(draft)


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipsWritten:
    """A side begins as slips of paper."""

    clause: ClassVar[str] = "PT1-H4a"

    side: str
    slips: tuple[str, ...]
    blanks: int
    left_off: int
    on_table: int = 0
    """How many lie there: a slip for each unit and the blanks, without those left off."""

    def after(self, state: State) -> State:
        slips = Slips(side=self.side, blanks=self.blanks, left_off=self.left_off)
        return replace(state, slips=slips, slip_pieces=self.slips)

    def told(self) -> str:
        return (
            f"{self.side} begins as {counted(self.on_table, 'slip')} of paper on the table: "
            f"{self.blanks} blank, {self.left_off} more left off."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipTurned:
    """A slip gave way to its unit, or was blank."""

    slip: str
    unit: str = ""
    spot: Spot | None = None

    @property
    def clause(self) -> str:
        return "PT1-H4b" if self.unit else "PT1-H4c"

    def after(self, state: State) -> State:
        if state.slips is not None:
            slips = replace(state.slips, turned=(*state.slips.turned, self.slip))
            state = replace(state, slips=slips)
        if self.unit:
            state = state.with_unit(replace(state.unit(self.unit), spot=self.spot))
        return state

    def told(self) -> str:
        if self.unit:
            return f"{self.slip} is turned over: {self.unit} stands there."
        return f"{self.slip} is turned over: blank."


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOff:
    """Units that were on no slip and take no part."""

    clause: ClassVar[str] = "PT1-H4c"

    units: tuple[str, ...]

    def after(self, state: State) -> State:
        units = {name: unit for name, unit in state.units.items() if name not in self.units}
        state = replace(state, units=units)
        # PT1-C1c counts those that the battle begins with.
        return replace(state, small_game=is_small(state))

    def told(self) -> str:
        who = listed(self.units)
        return f"{who[:1].upper()}{who[1:]} {verb(self.units or ('',), 'stay')} out of the battle."


def most_of(slips: int) -> int:
    """PT1-H4c: how many slips may be blank, and how many left off the table.

    >>> most_of(9), most_of(8), most_of(2)
    (3, 2, 0)
    """
    return slips // 3


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
        draft.unless_waived(
            "PT1-H4b", f"{wanted} slips belong on the table; {len(seen)} lie there."
        )
    return tuple(
        UnitSpot(unit=piece.id, spot=spot) for piece in seen if (spot := spot_of(piece)) is not None
    )


def _blank(state: State, slips: Slips) -> int:
    """How many slips have turned out blank: those that gave way to no unit."""
    return len(slips.turned) - sum(unit.spot is not None for unit in state.living(slips.side))


def _place_on_slip(draft: Draft, command: TurnSlip, *, slips: Slips) -> None:
    unit = draft.own_unit(command.unit)
    if unit.side != slips.side or unit.spot is not None or unit.arrives:
        draft.refuse("PT1-H4b", f"{unit.id} is on none of the slips.")
    at = slips.spots[command.slip]
    target = (at.x_in, at.y_in)
    found = range_to_point(
        draft.table, unit.id, target=target, metric=Metric.CENTRE, limit=ON_SLIP, doubt=draft.doubt
    )
    evidence = measured(found.verdict, what="slip", snapshot=draft.snapshot.number)
    outcome = rule_on(evidence, draft.agreed.tolerance)
    draft.hold("PT1-H4b", outcome, says=evidence.why, found=evidence)
    spot = seen_spot(draft, unit, clause="PT1-H4b")
    event = SlipTurned(slip=command.slip, unit=unit.id, spot=spot)
    draft.emit(event, evidence=(evidence,))


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
        draft.emit(LeftOff(units=left))
    begin_turn(draft)


def slip_offers(trial: Trial) -> tuple[Template, ...]:
    """Which side may begin as slips, with how many blank and left off."""
    state = trial.state
    if not state.solo or state.slips is not None or not state.slip_pieces:
        return ()
    found = []
    for side in state.sides:
        units = [unit for unit in state.living(side) if not unit.arrives]
        if len(units) > len(state.slip_pieces) or any(unit.spot for unit in units):
            continue
        most = tuple(range(most_of(len(units)) + 1))
        spare = len(state.slip_pieces) - len(units)
        holes = (
            Hole(
                name="blanks",
                kind="count",
                allowed=tuple(count for count in most if count <= spare),
                optional=True,
            ),
            Hole(name="left_off", kind="count", allowed=most, optional=True),
        )
        says = f"Let {side} begin as slips of paper."
        found.append(
            Template(
                command="use_slips",
                says=says,
                fixed={"side": side},
                holes=holes,
                refusal=trial.refusal(UseSlips(side=side)),
            )
        )
    return tuple(found)


def turn_slip_offers(trial: Trial) -> tuple[Template, ...]:
    """Each slip that lies face down, with the units near it."""
    state = trial.state
    slips = state.slips
    if slips is None:
        return ()
    units = [unit for unit in state.living(slips.side) if unit.spot is None and not unit.arrives]
    found = []
    for slip in slips.spots:
        if slip in slips.turned:
            continue
        tries = [("", TurnSlip(slip=slip))]
        tries += [
            (unit.id, TurnSlip(slip=slip, unit=unit.id))
            for unit in units
            if _lies_near(trial.snapshot, unit, spot=slips.spots[slip])
        ]
        allowed, greyed = trial.sorted_out(tries)
        if allowed:
            hole = unit_hole("unit", allowed, greyed=greyed)
            says = f"{slip} is turned over: which unit stands there, or none?"
            found.append(
                Template(command="turn_slip", says=says, fixed={"slip": slip}, holes=(hole,))
            )
    return tuple(found)


def _lies_near(snapshot: Snapshot, unit: Unit, *, spot: Spot) -> bool:
    """Whether a unit is worth naming for a slip; one that nobody sees is, with the reason."""
    poses = [snapshot.piece(name).pose for name in unit.pieces]
    return any(
        pose is None or math.dist((pose.x, pose.y), (spot.x_in, spot.y_in)) <= NEAR_SLIP
        for pose in poses
    )


def awaits_slips(state: State) -> str:
    """The side on slips."""
    side = state.slips.side if state.slips is not None else state.defender
    return f"{side}: turn the slips over, one by one."
