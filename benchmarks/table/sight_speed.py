"""Times exact sight: all pairs, one moved unit, and a thousand units."""

from collections.abc import Callable
from itertools import cycle

import numpy as np

from benchmarks.finding import Effort, Finding, Goal, differing
from benchmarks.table.plain_sight import PlainSight
from benchmarks.table.scenes import crowded, spot
from benchmarks.timing import peak_megabytes, race
from rules.table.shapes import Floats
from rules.table.sight.ground import Ground, ground_of
from rules.table.sight.sight_table import SightTable, sight_table, sight_table_of
from rules.table.snapshot import Piece, Pose, Snapshot
from rules.table.units import Inches

JudgeAll = Callable[[Ground], SightTable]
Move = Callable[[SightTable, Piece], SightTable]

_BROADCAST = "shapely, prepared broadcast"


def all_pairs(effort: Effort, *, judge_all: JudgeAll = sight_table_of) -> list[Finding]:
    """Every pair of 100 units among 60 and among 20 areas."""
    full = ((60, 1), (60, 2), (60, 3), (20, 1), (20, 2))
    findings: list[Finding] = []
    for areas, seed in effort.pick(full, small=((12, 1), (0, 2), (30, 3))):
        scene = crowded(units=effort.pick(100, small=25), areas=areas, seed=seed)
        title = f"{len(scene.pieces)} units, {areas} areas, seed {seed}"
        findings += _packed(
            scene, title=title, effort=effort, judge_all=judge_all, with_tree=seed == 1
        )
        if seed == 1:
            findings += _from_scratch(scene, title=title, effort=effort)
    return findings


def _packed(
    scene: Snapshot, *, title: str, effort: Effort, judge_all: JudgeAll, with_tree: bool
) -> list[Finding]:
    first, second = np.triu_indices(len(scene.pieces), 1)
    ground = ground_of(scene)
    peer = PlainSight(scene, prepared=True)
    reference = PlainSight(scene, prepared=False).blocked(first, second)
    blocked = judge_all(ground).blocked
    wrong = differing(blocked[first, second], reference, what="pairs")
    wrong += differing(blocked, blocked.T, what="entries, mirrored,")
    ours, broadcast, tree = race(
        lambda: judge_all(ground),
        lambda: peer.blocked(first, second),
        lambda: peer.blocked_by_tree(first, second),
        runs=effort.pick(25, small=1),
    )
    goals = (Goal(most=10.0), Goal(of="ratio", least=5.0)) if len(scene.terrain) == 60 else ()
    beside: tuple[tuple[str, str, float], ...] = (
        (f"{reference.mean():.0%} blocked", _BROADCAST, broadcast.least),
        ("beside a search tree", "shapely, STRtree of the lines", tree.least),
    )
    return [
        Finding(
            benchmark="all pairs",
            measure=f"{title}: {measure}",
            value=ours.least,
            unit="ms",
            detail=ours.says,
            peer=name,
            peer_value=least,
            goals=goals if number == 0 else (),
            wrong=wrong if number == 0 else (),
        )
        for number, (measure, name, least) in enumerate(beside)
        if number == 0 or with_tree
    ]


def _from_scratch(scene: Snapshot, *, title: str, effort: Effort) -> list[Finding]:
    first, second = np.triu_indices(len(scene.pieces), 1)
    packing, whole, building, peer = race(
        lambda: ground_of(scene),
        lambda: sight_table(scene),
        lambda: PlainSight(scene, prepared=True),
        lambda: PlainSight(scene, prepared=True).blocked(first, second),
        runs=effort.pick(15, small=1),
    )
    return [
        Finding(
            benchmark="all pairs",
            measure=f"{title}: packing alone, `ground_of`",
            value=packing.least,
            unit="ms",
            detail=packing.says,
            peer="shapely, polygons built and prepared",
            peer_value=building.least,
        ),
        Finding(
            benchmark="all pairs",
            measure=f"{title}: packing and all pairs, `sight_table`",
            value=whole.least,
            unit="ms",
            detail=whole.says,
            peer="shapely, the same from nothing",
            peer_value=peer.least,
        ),
    ]


def one_moved(effort: Effort, *, move: Move = SightTable.moved) -> list[Finding]:
    """One unit moves among 99 others and 60 areas."""
    units, areas = effort.pick((100, 60), small=(20, 15))
    scene = crowded(units=units, areas=areas, seed=1)
    table = sight_table(scene)
    moves = _moves(scene, count=effort.pick(60, small=8))
    wrong: tuple[str, ...] = ()
    for piece in moves:
        fresh = sight_table(scene.moved(piece)).blocked
        wrong += differing(move(table, piece).blocked, fresh, what=f"pairs after {piece.id} moved")
    plain = PlainSight(scene, prepared=True)
    held = plain.holding(plain.centres)
    ours_next, peer_next = cycle(moves), cycle(moves)

    def peer() -> object:
        piece = next(peer_next)
        others = np.delete(np.arange(units), table.ground.index[piece.id])
        return plain.blocked_from(_place(piece), others=others, held=held)

    ours, theirs = race(lambda: move(table, next(ours_next)), peer, runs=effort.pick(900, small=1))
    return [
        Finding(
            benchmark="one moved",
            measure=f"{units} units, {areas} areas: `SightTable.moved`, {len(moves)} moves",
            value=ours.least,
            unit="ms",
            detail=ours.says,
            peer=f"shapely, prepared, {units - 1} lines",
            peer_value=theirs.least,
            goals=(Goal(most=0.3),),
            wrong=wrong,
        )
    ]


def _moves(scene: Snapshot, *, count: int) -> list[Piece]:
    rng = np.random.default_rng(11)
    moves = []
    for number in range(count):
        piece = scene.pieces[(7 * number) % len(scene.pieces)]
        x, y = spot(rng)
        moves.append(
            Piece(
                id=piece.id,
                footprint=piece.footprint,
                pose=Pose(x=Inches(x), y=Inches(y)),
            )
        )
    return moves


def _place(piece: Piece) -> Floats:
    assert piece.pose is not None
    return np.array([piece.pose.x, piece.pose.y])


def thousand_units(effort: Effort, *, judge_all: JudgeAll = sight_table_of) -> list[Finding]:
    """All 499,500 pairs of 1,000 units; the reference runs once, in parts."""
    units, areas = effort.pick((1000, 60), small=(120, 20))
    scene = crowded(units=units, areas=areas, seed=5)
    first, second = np.triu_indices(units, 1)
    ground = ground_of(scene)
    reference = PlainSight(scene, prepared=True).blocked_in_parts(first, second)
    wrong = differing(judge_all(ground).blocked[first, second], reference, what="pairs")
    few = np.arange(0, len(first), effort.pick(50, small=10))
    peer = PlainSight(scene, prepared=True)
    ours, part = race(
        lambda: judge_all(ground),
        lambda: peer.blocked(first[few], second[few]),
        runs=effort.pick(9, small=1),
    )
    title = f"{units} units, {areas} areas, {len(first)} pairs"
    return [
        Finding(
            benchmark="thousand units",
            measure=f"{title}: time",
            value=ours.least,
            unit="ms",
            detail=ours.says,
            peer=f"{_BROADCAST}, every {len(first) // len(few)}th pair, scaled up",
            peer_value=part.least * len(first) / len(few),
            goals=(Goal(most=700.0),),
            wrong=wrong,
        ),
        Finding(
            benchmark="thousand units",
            measure=f"{title}: peak of memory",
            value=peak_megabytes(lambda: judge_all(ground)),
            unit="MB",
            detail="a run of its own",
            peer="one byte a pair and area",
            peer_value=len(first) * areas / 1e6,
            goals=(Goal(most=60.0),),
        ),
    ]
