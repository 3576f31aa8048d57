"""Coming onto the table in the middle of a battle (PT1-J1d)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.ground import hold_to_ground, seen_spot
from rules.games.paper_tigers.state import Force, State, Unit
from rules.games.paper_tigers.vocabulary import Phase, UnitSpot, awaited
from rules.referee.toolkit.evidence import Measured, measured, rule_on
from rules.referee.toolkit.game import Template
from rules.referee.toolkit.phrases import listed, verb
from rules.table.edges import TableEdge
from rules.table.outlines.outline import place
from rules.table.seeing import why_unmeasurable
from rules.table.snapshot import Piece, TableSize
from rules.table.units import Inches, plain
from rules.table.verdict import Verdict, cannot_see, judge

TOUCHING = Inches(0.5)
"""How near to its edge a unit counts as touching it."""


class ArrivalRules:
    """Where an edition may have units come onto the table in another way."""

    def comes_by_itself(self, state: State, unit: Unit) -> bool:
        """Whether a unit comes otherwise than at its side's own edge."""
        del state, unit
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrive:
    """The units that were due have come onto the table at their own edge."""

    def ruled(self, draft: Draft) -> None:
        draft.require_phase(Phase.ARRIVALS)
        for force in draft.state.forces:
            units = due(draft.state, force.name)
            if (
                force.seat == draft.command.author
                and units
                and force.name not in draft.state.passed
            ):
                spots, evidence = judge_arrival(draft, units)
                evidence += hold_to_ground(draft, units)
                event = Arrived(force=force.name, spots=spots)
                draft.emit(event, evidence=evidence)
                return
        draft.refuse("PT1-J1d", f"No unit of {draft.command.author} is due this turn.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrived:
    """Units came onto the table."""

    clause: ClassVar[str] = "PT1-J1d"

    force: str
    spots: tuple[UnitSpot, ...]

    def after(self, state: State) -> State:
        for each in self.spots:
            state = state.with_unit(
                replace(state.unit(each.unit), spot=each.spot, vouched=each.vouched)
            )
        return state

    def told(self) -> str:
        if not self.spots:
            return f"No unit of {self.force} comes onto the table."
        names = [each.unit for each in self.spots]
        return f"{listed(names)} of {self.force} {verb(names, 'come')} onto the table."


def due(state: State, force: str) -> tuple[Unit, ...]:
    """PT1-J1d: units of a battle group that may come onto the table now."""
    rules = state.edition.of(ArrivalRules)
    return tuple(
        unit
        for unit in state.units.values()
        if unit.force == force
        and not rules.comes_by_itself(state, unit)
        and unit.arrives
        and unit.arrives <= state.turn
        and unit.spot is None
        and not unit.destroyed
    )


def look_for_arrivals(draft: Draft) -> bool:
    """Go on when nobody is due who has not come or been held back."""
    state = draft.state
    if any(due(state, f.name) for f in state.forces if f.name not in state.passed):
        return False
    draft.begin(Phase.ROLL_CARDS, clause="PT1-C1")
    return True


def judge_arrival(
    draft: Draft, units: Sequence[Unit]
) -> tuple[tuple[UnitSpot, ...], list[Measured]]:
    """Hold each of these units to its side's own edge; where they stand, and the evidence."""
    spots, evidence = [], []
    for unit in units:
        side = unit.side == draft.state.defender
        edge = TableEdge(draft.state.edge) if side else TableEdge(draft.state.edge).opposite
        # Passengers come as far as their carrier does.
        found = _touches(draft, draft.table.piece(unit.aboard or unit.id), edge=edge)
        outcome = rule_on(found, draft.agreed.tolerance)
        evidence.append(draft.hold("PT1-J1d", outcome, says=found.why, found=found))
        spot = seen_spot(draft, unit, clause="PT1-J1d")
        spots.append(UnitSpot(unit=unit.id, spot=spot))
    return tuple(spots), evidence


def _touches(draft: Draft, piece: Piece, *, edge: TableEdge) -> Measured:
    number = draft.snapshot.number
    if reason := why_unmeasurable(draft.table, piece=piece, doubt=draft.doubt):
        return measured(cannot_see(reason, limit=TOUCHING), what="edge", snapshot=number)
    gap = edge_gap(piece, edge=edge, table=draft.table.table)
    assert piece.pose is not None
    error = piece.pose.covariance
    across = error.yy if edge in {TableEdge.SOUTH, TableEdge.NORTH} else error.xx
    sigma = Inches(across**0.5)
    bound = draft.doubt.bound(sigma)
    verdict = Verdict(
        answer=judge(TOUCHING - gap, bound),
        value=gap,
        limit=TOUCHING,
        margin=Inches(TOUCHING - gap),
        sigma=sigma,
        bound=bound,
        why=f"{piece.id} stands {plain(gap)} in from the {edge} edge, where it has to touch it",
    )
    return measured(verdict, what="edge", snapshot=number)


def edge_gap(piece: Piece, *, edge: TableEdge, table: TableSize) -> Inches:
    """From an edge of the table to the nearest point of a piece."""
    outline = place(piece)
    x, y = outline.corners[:, 0], outline.corners[:, 1]
    nearest = {
        TableEdge.SOUTH: float(y.min()),
        TableEdge.NORTH: table.depth - float(y.max()),
        TableEdge.WEST: float(x.min()),
        TableEdge.EAST: table.width - float(x.max()),
    }[edge]
    return Inches(max(0.0, nearest - outline.radius))


def _arriving(trial: Trial, force: Force) -> tuple[Template, ...]:
    units = due(trial.state, force.name)
    if not units or force.name in trial.state.passed:
        return ()
    names = listed(unit.id for unit in units)
    now, later = f"Bring {names} on at {force.name}'s edge.", f"Bring {names} on later."
    come = trial.plain(Arrive(), command="arrive", says=now)
    return (come, Template(command="pass", says=later, fixed={"force": force.name}))


def arrival_offers(trial: Trial) -> tuple[Template, ...]:
    """Units that are due come, or wait."""
    return tuple(each for force in trial.forces for each in _arriving(trial, force))


def awaits_arrivals(state: State) -> str:
    """Whoever has units to come."""
    coming = {
        force.name: tuple(unit.id for unit in due(state, force.name))
        for force in state.forces
        if force.name not in state.passed
    }
    units = [name for names in coming.values() for name in names]
    forces = [force for force, names in coming.items() if names]
    return awaited(forces, f"bring {listed(units)} onto the table at your own edge, or pass")
