"""Finishing a move: where the unit stands, what it rides on, and whether it may (PT1-D1b, D1d)."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.games.paper_tigers.asking import ShownAsk, without
from rules.games.paper_tigers.chapters.riding import no_ride
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.ground import (
    corrected,
    end_of,
    house_of,
    judged,
    require_inside,
    start_of,
)
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import CardStep
from rules.referee.judging.areas import of_kinds
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.findings import Finding
from rules.referee.toolkit.game import Hole, MoveReach, Template
from rules.referee.toolkit.phrases import listed
from rules.referee.toolkit.questions import Ask, Question
from rules.referee.toolkit.ruling import unit_hole
from rules.referee.toolkit.spots import Spot, spot_hole, spot_of
from rules.table.moves.piece_move import PieceMove
from rules.table.snapshot import Piece, PieceState, Terrain
from rules.table.units import Inches, plain

NEAR = 3.0
"""Inches beyond what a unit may move within which a carrier or a house is worth naming."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveDone:
    """A unit stands where it wants to: where the camera sees it, or where the player says."""

    unit: str
    to: Spot | None = None
    way: tuple[tuple[Inches, Inches], ...] = ()
    """Points that the way led through, where it was not the shortest."""
    aboard: str = ""
    """The carrier it got on."""
    in_area: str = ""
    """The house that hides it, on the player's word."""

    def ruled(self, draft: Draft) -> None:
        unit = draft.own_unit(self.unit)
        ask = draft.open_ask("move_done")
        question = ask.question
        assert isinstance(question, MoveQuestion)
        if question.unit != unit.id:
            draft.refuse(ask.clause, f"{question.unit} is moving now, not {unit.id}.")
        draft.require_on_table(unit, self.to)
        house = house_of(draft, unit, name=self.in_area)
        if self.aboard and self.in_area:
            draft.refuse(
                "PT1-F1", f"{unit.id} is aboard {self.aboard} or in {self.in_area}, not both."
            )
        if self.aboard:
            _require_ride(draft, unit, carrier=self.aboard)
        start = start_of(draft, unit)
        end = end_of(draft, unit, to=self.to, aboard=self.aboard, house=house, start=start)
        if start.pose is None or end.pose is None:
            draft.refuse(
                "PT1-D1b",
                f"Nobody sees where {unit.id} stands: put it in view, or say where it is.",
            )
        if house is not None and (self.to is not None or end.state is PieceState.SEEN):
            require_inside(draft, end, house=house)
        # Whoever was aboard stood there in its carrier's outline.
        move = PieceMove.between(replace(start, footprint=end.footprint), end, way=self.way)
        evidence = [
            draft.hold(each.clause, each.outcome, says=corrected(each), found=each.measured)
            for each in question.findings(draft, move, aboard=self.aboard)
        ]
        self._finish(draft, ask, end=end, evidence=evidence)

    def _finish(self, draft: Draft, ask: Ask, *, end: Piece, evidence: list[Measured]) -> None:
        unit, spot = draft.state.unit(self.unit), spot_of(end)
        if self.aboard:
            spot = spot_of(draft.table.piece(self.aboard)) or spot
        assert spot is not None
        # In a house it stands anywhere (GEO-00), unless a player has said where.
        anywhere = bool(self.in_area) and self.to is None
        told = end.state is PieceState.DECLARED and not self.aboard and not anywhere
        walked = next((found.value for found in evidence if found.what == "move"), None)
        event = Moved(
            unit=unit.id,
            spot=spot,
            length=walked or Inches(0.0),
            aboard=self.aboard,
            off="" if self.aboard else unit.aboard,
            in_area=self.in_area,
            vouched=draft.snapshot.number if told else -1,
            ask_id=ask.id,
        )
        draft.emit(event, evidence=evidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveQuestion(Question, ShownAsk):
    """A unit is to be moved, and stands where it wants to when that is answered."""

    answered_by = "move_done"
    purpose = "finish_move"
    unit: str
    inches: Inches
    """How far."""

    def findings(self, draft: Draft, move: PieceMove, *, aboard: str) -> Iterable[Finding]:
        """Everything that the move is held to; ``aboard`` is the carrier that it got on."""
        return judged(draft, move, allowance=self.inches, aboard=aboard)

    def offered(self, trial: Trial, ask: Ask) -> Template:
        """Where the unit stands will do when it may stand there; otherwise a place is asked for."""
        unit = trial.state.unit(self.unit)
        stands = trial.refusal(MoveDone(unit=unit.id)) is None
        holes = [spot_hole(optional=stands)]
        if stands:
            holes += _rides(trial, unit, inches=self.inches)
            holes += _houses(trial, unit, inches=self.inches)
        carrier = trial.state.unit(unit.aboard) if unit.aboard else unit
        spot = carrier.spot
        return Template(
            command="move_done",
            says=ask.says,
            fixed={"unit": unit.id},
            holes=tuple(holes),
            verb="Done",
            reach=None
            if spot is None
            else MoveReach(unit=unit.id, x=spot.x_in, y=spot.y_in, limit=self.inches),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishMove(CardStep):
    """Wait until the unit stands where it wants to."""

    acts = True
    mortal = True
    by_hand = True
    inches: int

    @property
    def anywhere(self) -> float:
        """How much of it may be used whatever the ground."""
        return self.inches

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        says = f"Move {unit.id} up to {plain(self.inches)} in"
        if unit.aboard:
            says += f", measured from {unit.aboard}"
        draft.ask(self.question(), force=unit.force, clause="PT1-D1b", says=f"{says}.")

    def question(self) -> MoveQuestion:
        """What the move will be held to."""
        return MoveQuestion(unit=self.unit, inches=Inches(float(self.inches)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A unit has moved."""

    unit: str
    spot: Spot
    length: Inches
    aboard: str = ""
    off: str = ""
    """The carrier that it got off with this move."""
    in_area: str = ""
    vouched: int = -1
    """The snapshot that the spot was typed in over; -1 where the camera saw it."""
    ask_id: int = 0

    @property
    def clause(self) -> str:
        return "PT1-F1" if self.aboard else "PT1-D1b"

    def after(self, state: State) -> State:
        unit = state.unit(self.unit)
        unit = replace(
            unit, spot=self.spot, vouched=self.vouched, aboard=self.aboard, in_area=self.in_area
        )
        state = without(state.with_unit(unit), FinishMove, unit=self.unit)
        for rider in state.passengers_of(self.unit):
            state = state.with_unit(replace(state.unit(rider), spot=self.spot))
        return state

    def told(self) -> str:
        length = plain(self.length)
        told = [f"gets off {self.off}"] if self.off else []
        told += [] if length == "0" else [f"moves {length} in"]
        if self.aboard:
            told.append(f"is carried by {self.aboard} now")
        if self.in_area:
            told.append(f"is in {self.in_area} now")
        return f"{self.unit} {listed(told or ['stays where it is'])}."


def _require_ride(draft: Draft, unit: Unit, *, carrier: str) -> None:
    if unit.aboard and unit.aboard != carrier:
        says = f"{unit.id} is aboard {unit.aboard} and has to get off first."
        draft.unless_waived("PT1-F1", says)
    draft.hold_fit((no_ride(draft.state, unit, carrier=draft.known_unit(carrier)),))


def _rides(trial: Trial, unit: Unit, *, inches: Inches) -> list[Hole]:
    carriers = [
        other
        for other in trial.state.units.values()
        if other.id != unit.id
        and not other.destroyed
        and no_ride(trial.state, unit, carrier=other) is None
        and _apart(unit, other) <= inches + other.length + unit.length + NEAR
    ]
    tries = [(other.id, MoveDone(unit=unit.id, aboard=other.id)) for other in carriers]
    allowed, greyed = trial.sorted_out(tries)
    return [unit_hole("aboard", allowed, greyed=greyed, optional=True)] if carriers else []


def _apart(one: Unit, other: Unit) -> float:
    if one.spot is None or other.spot is None:
        return math.inf
    return math.dist((one.spot.x_in, one.spot.y_in), (other.spot.x_in, other.spot.y_in))


def _houses(trial: Trial, unit: Unit, *, inches: Inches) -> list[Hole]:
    if unit.kind is not UnitKind.SQUAD:
        return []
    houses = [
        area
        for area in of_kinds(trial.snapshot.terrain, {"building"})
        if _reach(unit, area) <= inches + NEAR
    ]
    tries = [(area.id, MoveDone(unit=unit.id, in_area=area.id)) for area in houses]
    allowed, greyed = trial.sorted_out(tries)
    hole = Hole(name="in_area", kind="area", allowed=allowed, greyed=greyed, optional=True)
    return [hole] if houses else []


def _reach(unit: Unit, area: Terrain) -> float:
    if unit.spot is None:
        return math.inf
    here = (unit.spot.x_in, unit.spot.y_in)
    return min(math.dist(here, corner) for corner in area.outline)
