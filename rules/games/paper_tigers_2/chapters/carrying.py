"""Says who may ride on what, and what of a way lies on water (PT2-F, H2, H6, J, K2)."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

import shapely

from rules.games.paper_tigers.chapters.riding import RidingRules, not_together
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers_2.state import CONTACT, sheet_of
from rules.games.paper_tigers_2.units.catalogue import Load
from rules.games.paper_tigers_2.units.sheet import UnitSheet
from rules.referee.judging.ruled_move import finding
from rules.referee.toolkit.findings import Finding
from rules.referee.toolkit.phrases import article
from rules.table.moves.piece_move import PieceMove
from rules.table.outlines.outline import place
from rules.table.outlines.unit_table import reference_of
from rules.table.snapshot import Covariance, Snapshot, Terrain
from rules.table.units import Inches, plain
from rules.table.verdict import Verdict, judge

Way = list[tuple[float, float]]
"""Where a unit went, corner by corner."""
TOWED: Final = "gun"
WATER: Final = frozenset({"river", "water"})
"""GEO-07a: what only amphibians and landing craft cross."""
NEVER_CARRIED: Final = frozenset({"landing craft", "glider"})


class LoadRules(RidingRules):
    """What carries whom, by what its line in the lists says."""

    def no_ride(self, state: State, unit: Unit, *, carrier: Unit) -> tuple[str, str] | None:
        """The clause and reason why a unit cannot ride on, or be towed by, another; or None."""
        clause = "PT2-F6" if unit.kind == TOWED else "PT2-F1"
        if unit.is_bridge or carrier.is_bridge or carrier.destroyed:
            return clause, f"{carrier.id} cannot carry anybody."
        if carrier.side != unit.side:
            return clause, f"{carrier.id} is not on {unit.id}'s side."
        if carrier.id == unit.id or carrier.aboard or state.passengers_of(unit.id):
            return clause, f"{carrier.id} cannot carry {unit.id}."
        riders = [name for name in state.passengers_of(carrier.id) if name != unit.id]
        if not fits(sheet_of(carrier).loads, [sheet_of(unit)]):
            what = f"{unit.id}, {article(sheet_of(unit).type)}"
            return (clause, f"{what}, cannot ride on {article(sheet_of(carrier).label)}.")
        own = [sheet_of(state.unit(name)) for name in riders]
        if not fits(sheet_of(carrier).loads, [*own, sheet_of(unit)]):
            aboard = " and ".join(riders)
            return clause, f"{carrier.id} carries {aboard} already, and has no room for {unit.id}."
        return not_together(unit, carrier)


def fits(loads: Sequence[Load], riders: Sequence[UnitSheet]) -> bool:
    """Whether some way to fill a carrier has room for all of these."""
    return any(_fits(load, riders) for load in loads)


def _fits(load: Load, riders: Sequence[UnitSheet]) -> bool:
    if any(rider.type in NEVER_CARRIED for rider in riders):
        return False
    if load.units:
        return len(riders) <= load.units
    room = asdict(load)
    for rider in riders:
        place = next((sort for sort in _sorts(rider) if room[sort]), None)
        if place is None:
            return False
        room[place] -= 1
    return True


def _sorts(rider: UnitSheet) -> tuple[str, ...]:
    """As what a unit takes up room, the narrowest first."""
    if rider.has("scouts"):
        return ("scouts", "squads")
    if rider.infantry:
        return ("squads",)
    if rider.type.endswith("towed gun"):
        return ("light_guns", "guns") if rider.has("light gun") else ("guns",)
    if rider.type.endswith("tank"):
        return ("tanks",)
    return ("light_transports",) if rider.type == "light transport" else ()


def on_its_way(draft: Draft, way: Way, *, kinds: frozenset[str]) -> float:
    """Inches of a way that lie in areas of these kinds, bridges over them left out."""
    areas = _solid(draft.snapshot, kinds)
    if shapely.is_empty(areas) or len(way) < 2:
        return 0.0
    solid = shapely.difference(areas, _solid(draft.snapshot, frozenset({"bridge"})))
    return float(shapely.intersection(shapely.LineString(way), solid).length)


def to_land(draft: Draft, unit: Unit) -> float:
    """From a craft's outline to the nearest land, 0 where it touches that."""
    water, piece = _solid(draft.snapshot, WATER), draft.table.piece(unit.id)
    if piece.pose is None or shapely.is_empty(water):
        return 0.0
    size = draft.snapshot.table
    land = shapely.difference(shapely.box(0.0, 0.0, size.width, size.depth), water)
    outline = place(piece)
    return max(0.0, float(shapely.distance(outline.core(), land)) - outline.radius)


def areas_of(snapshot: Snapshot, kinds: frozenset[str]) -> tuple[Terrain, ...]:
    """The areas of these kinds, however somebody has spelt them."""
    return tuple(area for area in snapshot.terrain if area.kind.strip().casefold() in kinds)


def _solid(snapshot: Snapshot, kinds: frozenset[str]) -> shapely.Geometry:
    outlines = [shapely.Polygon(area.outline) for area in areas_of(snapshot, kinds)]
    return shapely.union_all([shapely.make_valid(each) for each in outlines])


def too_much(
    draft: Draft, unit: Unit, *, value: float, limit: float, clause: str, says: str
) -> Finding:
    """The finding on a length that may not go past its limit, by the error of the unit's pose."""
    piece = draft.table.piece(unit.id)
    error = Covariance() if piece.pose is None else piece.pose.covariance
    sigma = Inches(max(error.xx, error.yy) ** 0.5)
    bound = draft.doubt.bound(sigma)
    verdict = Verdict(
        answer=judge(Inches(limit - value), bound),
        value=Inches(value),
        limit=Inches(limit),
        margin=Inches(limit - value),
        sigma=sigma,
        bound=bound,
        why=says,
    )
    return finding(
        verdict, clause=clause, what="way", says=says, snapshot=draft.table, agreed=draft.agreed
    )


def bank_findings(draft: Draft, unit: Unit, *, ferry: Unit) -> tuple[Finding, ...]:
    """PT2-J3: landing craft load and unload at the water's edge."""
    if not sheet_of(ferry).has("landing craft"):
        return ()
    gap = to_land(draft, ferry)
    says = f"{ferry.id} lies {plain(Inches(gap))} in from the bank"
    found = too_much(draft, unit, value=gap, limit=CONTACT, clause="PT2-J3", says=says)
    return (found,)


def way_of(move: PieceMove) -> Way:
    """The way that a unit went, corner by corner."""
    here, there = reference_of(move.mover), reference_of(move.now)
    return [
        (float(here[0]), float(here[1])),
        *((float(x), float(y)) for x, y in move.way),
        (float(there[0]), float(there[1])),
    ]
