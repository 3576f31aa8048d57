"""Times maps of a unit: what it sees, hits and reaches, beside shapely cell by cell."""

from collections.abc import Callable
from functools import partial

import numpy as np
import shapely

from benchmarks.finding import Effort, Finding, Goal, differing
from benchmarks.table.maps_race import least_of, processor_race
from benchmarks.table.plain_sight import Bools, lines, meet, spots
from benchmarks.table.scenes import star
from benchmarks.timing import least, peak_megabytes
from rules.referee.court.supposing.what_if import MapKind, TableLook, safe_map, unit_map
from rules.referee.judging.counted_moves import reach_from
from rules.referee.judging.ruled_move import MoveClauses, MoveRules
from rules.table.maps.cells import AnswerMap, CellGrid
from rules.table.maps.reach_cells import reach_cells
from rules.table.maps.sight_cells import sight_cells, sight_from
from rules.table.measuring.path import shortest_route
from rules.table.shapes import Rectangle
from rules.table.sight.ground import SOLID_KINDS, Blockers
from rules.table.snapshot import Covariance, Piece, Pose, Snapshot, TableSize, Terrain
from rules.table.units import Degrees, Inches
from rules.table.verdict import Doubt

_SIZE = TableSize(width=Inches(48), depth=Inches(36))
_KINDS = ("woods", "building", "hill", "river", "road")
_RULES = MoveRules(
    clauses=MoveClauses(move="M", still="S", entry="E", building="B", water="W"),
    allowance=Inches(10.0),
    vehicle=True,
)


def maps(effort: Effort) -> list[Finding]:
    """Sight at a quarter inch, reach and threat at half an inch, and a whole side."""
    findings: list[Finding] = []
    for seed in effort.pick((1, 2, 3), small=(1,)):
        exact, close = table_of(seed, error=0.0), table_of(seed, error=0.04)
        findings += [
            _sight(exact, effort=effort, seed=seed, goal=50.0),
            _sight(close, effort=effort, seed=seed, goal=120.0),
        ]
        findings += [
            _reach(close, effort=effort, seed=seed),
            _threat(close, effort=effort, seed=seed),
        ]
    findings += _side(table_of(1, error=0.04), effort=effort)
    return findings


def table_of(seed: int, *, error: float, units: int = 30) -> Snapshot:
    """20 areas of 20 to 60 corners, and pieces of two sides."""
    rng = np.random.default_rng(seed)
    middles = rng.uniform((4, 4), (44, 32), (20, 2)).tolist()
    places = rng.uniform((1.5, 1.5), (46.5, 34.5), (units, 2)).tolist()
    return Snapshot(
        table=_SIZE,
        terrain=tuple(
            Terrain(
                id=f"A{k}",
                kind=_KINDS[k % len(_KINDS)],
                outline=star(rng, middle=(x, y)),
                sigma=Inches(error),
            )
            for k, (x, y) in enumerate(middles)
        ),
        pieces=tuple(
            Piece(
                id=f"P{k}",
                footprint=Rectangle(length=Inches(2.0), width=Inches(1.0)),
                pose=Pose(
                    x=Inches(x),
                    y=Inches(y),
                    heading=Degrees(float(rng.uniform(0, 360))),
                    covariance=Covariance.round(Inches(error), Degrees(25 * error)),
                ),
                side=("red", "blue")[k % 2],
            )
            for k, (x, y) in enumerate(places)
        ),
    )


def _seen(table: Snapshot, *, step: float) -> AnswerMap:
    viewer = table.pieces[0]
    assert viewer.pose is not None
    point = np.array([viewer.pose.x, viewer.pose.y])
    view = sight_from(table, viewer, point=point, blockers=Blockers(), doubt=Doubt())
    return sight_cells(view, CellGrid(table=table.table, step=Inches(step)), doubt=Doubt())


def _plainly(table: Snapshot, *, step: float, of: Piece | None = None) -> Bools:
    """Which cells are seen: each area that holds neither end, against each line, by shapely."""
    grid = CellGrid(table=table.table, step=Inches(step))
    pose = (of or table.pieces[0]).pose
    assert pose is not None
    solid = [area for area in table.terrain if area.kind in SOLID_KINDS]
    areas = np.array([shapely.Polygon(area.outline) for area in solid], dtype=object)
    shapely.prepare(areas)
    middles = grid.middles()
    start = np.array([[pose.x, pose.y]])
    drawn = lines(np.broadcast_to(start, middles.shape), middles)
    held = meet(areas[:, None], spots(middles)[None]) | meet(areas[:, None], spots(start)[None])
    found = ~(meet(areas[:, None], drawn[None]) & ~held).any(axis=0)
    return np.asarray(found)


def _sight(table: Snapshot, *, effort: Effort, seed: int, goal: float) -> Finding:
    step = effort.pick(0.25, small=1.0)
    plain, found = _plainly(table, step=step), _seen(table, step=step)
    sure = found.answers != 2
    ours, peer = processor_race(
        lambda: _seen(table, step=step),
        lambda: _plainly(table, step=step),
        runs=effort.pick(9, small=1),
    )
    error = table.terrain[0].sigma
    how = f"with its band of doubt, errors of {error:g} in" if error else "exact"
    return Finding(
        benchmark="maps",
        measure=f"sight of a unit, 20 areas, {found.grid.count} cells, {how}, seed {seed}",
        value=ours.least,
        unit="ms",
        detail=f"{ours.says}, {(~sure).mean():.0%} too close to call",
        peer="shapely, prepared, cell by cell, without a band",
        peer_value=peer.least,
        goals=(Goal(most=goal),),
        wrong=differing((found.answers == 1)[sure], plain[sure], what="cells"),
    )


def _reach(table: Snapshot, *, effort: Effort, seed: int) -> Finding:
    grid = CellGrid(table=table.table, step=Inches(effort.pick(0.5, small=2.0)))
    movers = [each for each in table.pieces if not _stands_in_house(table, each)]
    movers = movers[: effort.pick(12, small=2)]
    worst, share, plain = 0.0, [], 0.0
    for mover in movers:
        laid = partial(_reached, table, mover, grid=grid)
        worst = max(worst, least_of(laid, runs=effort.pick(3, small=1)))
        found = laid()
        cells = int((found.answers > 0).sum())
        share.append(float((found.answers == 2).sum()) / max(1, cells))
        plain = max(plain, _way_by_way(table, mover, grid=grid) * cells)
    return Finding(
        benchmark="maps",
        measure=f"reach of 10 in, the slowest of {len(movers)} units, seed {seed}",
        value=worst,
        unit="ms",
        detail=f"{np.mean(share):.0%} of what may be reached is too close to call",
        peer="the shortest way to each of these cells by itself",
        peer_value=plain,
        goals=(Goal(most=200.0),),
    )


def _stands_in_house(table: Snapshot, mover: Piece) -> bool:
    """No vehicle may, so from there no move is surely legal."""
    assert mover.pose is not None
    spot = shapely.Point(mover.pose.x, mover.pose.y)
    return any(
        each.kind == "building" and shapely.distance(shapely.Polygon(each.outline), spot) < 1.2
        for each in table.terrain
    )


def _way_by_way(table: Snapshot, mover: Piece, *, grid: CellGrid) -> float:
    """Milliseconds for one cell, of a few that are spread round the mover."""
    assert mover.pose is not None
    middles = grid.middles()
    away = np.hypot(middles[:, 0] - mover.pose.x, middles[:, 1] - mover.pose.y)
    near = middles[(away > 3.0) & (away < 9.0)]
    some = [(Inches(float(x)), Inches(float(y))) for x, y in near[:: max(1, len(near) // 8)]]

    def go() -> None:
        for to in some:
            shortest_route(table, mover.id, to=to, clearance=Inches(0.5))

    go()
    return least(go, runs=1) / max(1, len(some))


def _reached(table: Snapshot, mover: Piece, *, grid: CellGrid) -> AnswerMap:
    return reach_cells(reach_from(table, (mover, mover), rules=_RULES), grid)


def _threat(table: Snapshot, *, effort: Effort, seed: int) -> Finding:
    step = Inches(effort.pick(0.5, small=2.0))
    foes = [each for each in table.pieces if each.side != table.pieces[0].side]
    ours, peer = processor_race(
        lambda: unit_map(
            TableLook(table, limit=Inches(24.0)), "P0", kind=MapKind.THREAT, step=step
        ),
        lambda: [_plainly(table, step=step, of=each) for each in foes],
        runs=effort.pick(5, small=1),
    )
    return Finding(
        benchmark="maps",
        measure=f"threat to a unit by {len(foes)} others within 24 in, seed {seed}",
        value=ours.least,
        unit="ms",
        detail=ours.says,
        peer="shapely, prepared, cell by cell, sight alone without a band",
        peer_value=peer.least,
        goals=(Goal(most=200.0),),
    )


def _side(table: Snapshot, *, effort: Effort) -> list[Finding]:
    step = effort.pick(0.25, small=2.0)
    half = Inches(effort.pick(0.5, small=2.0))
    mine = [piece.id for piece in table.pieces if piece.side == "red"]

    def see() -> None:
        look = TableLook(table)
        for name in mine:
            unit_map(look, name, kind=MapKind.SIGHT, step=Inches(step))

    def fear() -> None:
        safe_map(TableLook(table, limit=Inches(24.0)), "red", step=half)

    def plainly(width: float) -> None:
        for name in mine:
            _plainly(table, step=width, of=table.piece(name))

    seen, feared, plain, halves = processor_race(
        see,
        fear,
        partial(plainly, step),
        partial(plainly, float(half)),
        runs=effort.pick(3, small=1),
    )
    return [
        Finding(
            benchmark="maps",
            measure=f"sight of a whole side, {len(mine)} units, at a quarter inch",
            value=seen.least,
            unit="ms",
            peer="shapely, prepared, cell by cell, without a band",
            peer_value=plain.least,
            goals=(Goal(most=1000.0),),
        ),
        Finding(
            benchmark="maps",
            measure=f"threat by a whole side, {len(mine)} units",
            value=feared.least,
            unit="ms",
            peer="shapely, prepared, cell by cell, sight alone without a band",
            peer_value=halves.least,
            goals=(Goal(most=3000.0),),
        ),
        _memory(fear),
    ]


def _memory(fear: Callable[[], None]) -> Finding:
    return Finding(
        benchmark="maps",
        measure="memory of a side's threat",
        value=peak_megabytes(fear),
        unit="MB",
        goals=(Goal(most=100.0),),
    )
