"""Finds what is near what: neighbours within a reach, and chains of neighbours."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from rules.table.measuring.gaps import Outlines
from rules.table.measuring.ranges import within_verdict
from rules.table.seeing import on_whose_word, why_unmeasurable
from rules.table.shapes import Point, point
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches, plain
from rules.table.verdict import Answer, Doubt, Verdict, cannot_see, judge

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """One other piece, whether it is within the reach, and where the gap was measured."""

    piece: str
    verdict: Verdict
    start: Point | None
    end: Point | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainMember:
    """One other piece, and whether links of at most the reach lead to it."""

    piece: str
    answer: Answer
    path: tuple[str, ...]
    """The pieces from the first to this one by the fewest links; empty when none leads there."""
    gaps: tuple[Inches, ...]
    why: str


def near(
    snapshot: Snapshot,
    piece_id: str,
    *,
    reach: Inches = Inches(3.0),
    candidates: Collection[str] | None = None,
    doubt: Doubt = Doubt(),
) -> tuple[Near, ...]:
    """Every other piece (or candidate) with its gap's verdict, the nearest first."""
    snapshot.piece(piece_id)
    others = _candidates(snapshot, start=piece_id, names=candidates)
    piece = snapshot.piece(piece_id)
    reason = why_unmeasurable(snapshot, piece=piece, doubt=doubt)
    reasons = {
        other.id: reason or why_unmeasurable(snapshot, piece=other, doubt=doubt) for other in others
    }
    outlines = Outlines(snapshot)
    seen = [other for other in others if reasons[other.id] is None]
    rows = [outlines.index[other.id] for other in seen]
    found: list[Near] = []
    if rows:
        gaps = outlines.measure([outlines.index[piece_id]] * len(rows), rows)
        for k, other in enumerate(seen):
            gap = Inches(float(gaps.distance[k]))
            verdict = within_verdict(
                gap,
                subject=f"{other.id} is {plain(gap)} in from {piece_id} edge to edge",
                limit=reach,
                sigma=Inches(float(gaps.sigma[k])),
                overlap=Inches(float(gaps.depth[k])),
                doubt=doubt,
                pieces=(piece, other),
            )
            found.append(
                Near(
                    piece=other.id,
                    verdict=verdict,
                    start=point(gaps.start[k]),
                    end=point(gaps.end[k]),
                )
            )
    found.sort(key=lambda each: (each.verdict.value or 0.0, each.piece))
    unseen = [
        Near(piece=name, verdict=cannot_see(why, limit=reach), start=None, end=None)
        for name, why in reasons.items()
        if why is not None
    ]
    return (*found, *unseen)


def chain(
    snapshot: Snapshot,
    piece_id: str,
    *,
    reach: Inches = Inches(3.0),
    links: int = 2,
    candidates: Collection[str] | None = None,
    doubt: Doubt = Doubt(),
) -> tuple[ChainMember, ...]:
    """Which pieces are tied to the first one by at most ``links`` links, each within ``reach``.

    A member is TOO_CLOSE_TO_CALL when every way to it rests on a link that is.
    """
    start = snapshot.piece(piece_id)
    names = [p.id for p in _candidates(snapshot, start=piece_id, names=candidates)]
    blind = {
        name: why_unmeasurable(snapshot, piece=snapshot.piece(name), doubt=doubt)
        for name in (piece_id, *names)
    }
    if blind[piece_id] is not None:
        return tuple(_unseen(name, blind[piece_id] or "") for name in names)
    outlines = Outlines(snapshot)
    seen = {start.id, *(name for name in names if blind[name] is None)}
    reached = chain_reached(outlines, piece_id, members=seen, reach=reach, links=links, doubt=doubt)
    through = _through_unseen(
        outlines, piece_id, members={start.id, *names}, reach=reach, links=links, doubt=doubt
    )
    out = [name for name in names if name in seen and name not in reached.possible]
    reasons = _why_out(
        out, outlines=outlines, reached=reached, members=sorted(seen), reach=reach, links=links
    )
    found = []
    for name in names:
        if (why := blind[name]) is not None:
            found.append(_unseen(name, why))
        elif name in reached.certain or name in reached.possible:
            path = reached.certain.get(name) or reached.possible[name]
            found.append(_linked(path, reached=reached, reach=reach, snapshot=snapshot))
        elif name in through:
            unseen = next(each for each in through[name] if each not in seen)
            found.append(_unseen(name, f"{name} may hang on {unseen}: {blind[unseen]}"))
        else:
            why = reasons[name]
            found.append(ChainMember(piece=name, answer=Answer.NO, path=(), gaps=(), why=why))
    return tuple(found)


def _through_unseen(
    outlines: Outlines,
    start: str,
    *,
    members: Collection[str],
    reach: float,
    links: int,
    doubt: Doubt,
) -> dict[str, Path]:
    """What the chain would reach if pieces that are not seen still stood where they were last."""
    placed = [name for name in members if name in outlines.index]
    reached = chain_reached(outlines, start, members=placed, reach=reach, links=links, doubt=doubt)
    return reached.possible


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """The paths of fewest links to everything in a chain."""

    certain: dict[str, Path]
    """By links that are surely short enough."""
    possible: dict[str, Path]
    """By links of which some may be too close to call."""
    endless: dict[str, Path]
    """The same with any number of links."""
    gaps: dict[tuple[str, str], float]


def chain_reached(
    outlines: Outlines,
    start: str,
    *,
    members: Collection[str],
    reach: float,
    links: int,
    doubt: Doubt = Doubt(),
) -> Reached:
    """Follow the links from ``start`` through the ``members`` of a packed table."""
    sure, doubtful, gaps = _links(outlines, members=members, reach=reach, doubt=doubt)
    certain = _fewest_links(start, neighbours=sure, links=links)
    if not doubtful:
        endless = _fewest_links(start, neighbours=sure, links=len(members))
        return Reached(certain=certain, possible=certain, endless=endless, gaps=gaps)
    both = _both(sure, doubtful)
    return Reached(
        certain=certain,
        possible=_fewest_links(start, neighbours=both, links=links),
        endless=_fewest_links(start, neighbours=both, links=len(members)),
        gaps=gaps,
    )


Neighbours = dict[str, list[str]]


def _candidates(snapshot: Snapshot, *, start: str, names: Collection[str] | None) -> list[Piece]:
    """The other pieces, or those of them that were named; a name that nobody has is a mistake."""
    for name in sorted(names or ()):
        snapshot.piece(name)
    return [p for p in snapshot.pieces if p.id != start and (names is None or p.id in names)]


def _links(
    outlines: Outlines, *, members: Collection[str], reach: float, doubt: Doubt
) -> tuple[Neighbours, Neighbours, dict[tuple[str, str], float]]:
    """Sure links, doubtful links and the gap of each."""
    worst = outlines.worst_sigma(reach)
    first, second = outlines.pairs_within(reach + doubt.bound(worst))
    ids = [piece.id for piece in outlines.pieces]
    kept = [
        k
        for k, (a, b) in enumerate(zip(first, second, strict=True))
        if ids[a] in members and ids[b] in members
    ]
    sure: Neighbours = {}
    doubtful: Neighbours = {}
    gaps: dict[tuple[str, str], float] = {}
    if not kept:
        return sure, doubtful, gaps
    measured = outlines.measure(first[kept], second[kept], deep=False)
    margins = reach - measured.distance + measured.depth
    # The depth of an overlap matters only where touching alone would leave doubt.
    vague = (measured.distance <= 0) & (reach <= doubt.bound(worst))
    sigmas = measured.sigma
    if vague.any():
        again = np.nonzero(vague)[0]
        deeper = outlines.measure(first[kept][again], second[kept][again])
        margins[again], sigmas[again] = reach + deeper.depth, deeper.sigma
    for k, margin, sigma, gap in zip(kept, margins, sigmas, measured.distance, strict=True):
        one, other = ids[first[k]], ids[second[k]]
        answer = judge(float(margin), doubt.bound(float(sigma)))
        if answer is Answer.NO:
            continue
        gaps[one, other] = gaps[other, one] = float(gap)
        into = sure if answer is Answer.YES else doubtful
        into.setdefault(one, []).append(other)
        into.setdefault(other, []).append(one)
    return sure, doubtful, gaps


def _both(one: Neighbours, other: Neighbours) -> Neighbours:
    return {name: one.get(name, []) + other.get(name, []) for name in dict.fromkeys((*one, *other))}


def _fewest_links(start: str, *, neighbours: Neighbours, links: int) -> dict[str, tuple[str, ...]]:
    """The path of fewest links to everything within that many."""
    paths: dict[str, Path] = {start: (start,)}
    ring = [start]
    for _ in range(links):
        following = []
        for name in ring:
            for other in sorted(neighbours.get(name, [])):
                if other not in paths:
                    paths[other] = (*paths[name], other)
                    following.append(other)
        ring = following
    return paths


def _unseen(name: str, why: str) -> ChainMember:
    return ChainMember(piece=name, answer=Answer.CANNOT_SEE, path=(), gaps=(), why=why)


def _linked(path: Path, *, reached: Reached, reach: float, snapshot: Snapshot) -> ChainMember:
    steps = tuple(Inches(reached.gaps[pair]) for pair in pairwise(path))
    way = path[0] + "".join(
        f" - {plain(gap)} in - {name}" for name, gap in zip(path[1:], steps, strict=True)
    )
    certain = path[-1] in reached.certain
    says = "in the chain" if certain else f"too close to {plain(reach)} in to call"
    return ChainMember(
        piece=path[-1],
        answer=Answer.YES if certain else Answer.TOO_CLOSE_TO_CALL,
        path=path,
        gaps=steps,
        why=f"{path[-1]} is {says}: {way}" + on_whose_word(snapshot.piece(name) for name in path),
    )


def _why_out(
    names: list[str],
    *,
    outlines: Outlines,
    reached: Reached,
    members: list[str],
    reach: float,
    links: int,
) -> dict[str, str]:
    """For each piece outside the chain the reason, in a player's words."""
    reasons = {
        name: f"{name} is out of the chain: it would need {len(reached.endless[name]) - 1} links, "
        f"{links} allowed"
        for name in names
        if name in reached.endless
    }
    apart = [name for name in names if name not in reached.endless]
    if not apart:
        return reasons
    first, second = np.meshgrid(
        [outlines.index[name] for name in apart],
        [outlines.index[name] for name in members],
        indexing="ij",
    )
    distances = outlines.distances(first.ravel(), second.ravel()).reshape(first.shape)
    distances[first == second] = np.inf
    for name, row in zip(apart, distances, strict=True):
        nearest = int(np.argmin(row))
        reasons[name] = (
            f"{name} is out of the chain: no link of at most {plain(reach)} in leads to it, the "
            f"nearest piece is {members[nearest]}, {plain(float(row[nearest]))} in away"
        )
    return reasons
