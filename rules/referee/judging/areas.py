"""Finds which areas a unit is in, by what of it has to be inside."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import shapely

from rules.referee.toolkit.evidence import Measured, measured
from rules.table.measuring.zones import Part, membership, reaches_into
from rules.table.outlines.outline import Outline, place, reach_of
from rules.table.outlines.unit_table import at_reference, reference_of
from rules.table.seeing import on_whose_word, vouched, why_unmeasurable
from rules.table.sight.near_line import box_of, spread
from rules.table.snapshot import Piece, Snapshot, Terrain
from rules.table.units import ROUNDING, Inches, plain_error
from rules.table.verdict import Answer, Doubt, Verdict, cannot_see


class InAreaTest(StrEnum):
    """What of a unit has to be in an area, as agreed."""

    CENTRE = "centre"
    MAJORITY = "majority"
    """More than half of its outline."""
    ANY_OVERLAP = "any_overlap"
    ALL = "all"
    MAJORITY_OF_FIGURES = "majority_of_figures"
    """More than half of its loose figures, by their centres; the centre of any other unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """The areas that hold a unit."""

    sure: tuple[str, ...]
    doubtful: tuple[str, ...]
    """Too close to an outline to call; for the players."""
    leaning: tuple[str, ...] = ()
    """Those of the doubtful ones that hold it if the measured value counts as it stands."""
    measured: tuple[Measured, ...] = ()
    """What was near enough to measure, one each; or the one reason why nothing was."""
    unseen: str = ""
    """Why nothing can be said; empty when the unit was measured."""

    @property
    def any_answer(self) -> Answer:
        """Whether any of the areas holds the unit."""
        if self.unseen:
            return Answer.CANNOT_SEE
        if self.sure:
            return Answer.YES
        return Answer.TOO_CLOSE_TO_CALL if self.doubtful else Answer.NO


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reach:
    """A circle around a piece and all of its doubt."""

    x: float
    y: float
    radius: float


def areas_holding(
    snapshot: Snapshot,
    unit: str,
    *,
    kinds: frozenset[str],
    test: InAreaTest = InAreaTest.CENTRE,
    eps: Inches = Inches(0.25),
    figures: Sequence[Piece] = (),
    doubt: Doubt = Doubt(),
) -> Holding:
    """Which areas of these kinds hold a unit; within ``eps`` of an outline is doubtful.

    The ``figures`` are those of a loose squad, for the test that counts them.
    """
    areas = of_kinds(snapshot.terrain, kinds)
    return holding_of(snapshot, unit, areas=areas, test=test, eps=eps, figures=figures, doubt=doubt)


def of_kinds(areas: Iterable[Terrain], kinds: Collection[str]) -> list[Terrain]:
    """The areas of these kinds, however they are written."""
    wanted = {kind.strip().casefold() for kind in kinds}
    return [area for area in areas if area.kind.strip().casefold() in wanted]


def holding_of(
    snapshot: Snapshot,
    unit: str,
    *,
    areas: Sequence[Terrain],
    test: InAreaTest = InAreaTest.CENTRE,
    eps: Inches = Inches(0.25),
    figures: Sequence[Piece] = (),
    doubt: Doubt = Doubt(),
) -> Holding:
    """The same for areas picked one by one; their outlines alone count."""
    piece = snapshot.piece(unit)
    doubt = replace(doubt, floor=Inches(max(eps, doubt.floor)))
    if reason := why_unmeasurable(snapshot, piece=piece, doubt=doubt):
        unseen = measured(cannot_see(reason), what="inside", snapshot=snapshot.number)
        return Holding(sure=(), doubtful=(), measured=(unseen,), unseen=reason)
    counted = tuple(figures) if test is InAreaTest.MAJORITY_OF_FIGURES and figures else (piece,)
    sure, doubtful, leaning, found = [], [], [], []
    around = [_reach(each, doubt=doubt) for each in counted]
    for area in areas:
        if not any(_may_hold(area, reach=reach, doubt=doubt) for reach in around):
            continue
        verdict, inside = _verdict(snapshot, pieces=counted, area=area, test=test, doubt=doubt)
        found.append(measured(verdict, what="inside", snapshot=snapshot.number))
        if verdict.answer is Answer.YES:
            sure.append(area.id)
        elif verdict.answer is not Answer.NO:
            doubtful.append(area.id)
            if inside:
                leaning.append(area.id)
    return Holding(
        sure=tuple(sure), doubtful=tuple(doubtful), leaning=tuple(leaning), measured=tuple(found)
    )


def comes_near(piece: Piece, area: Terrain, *, doubt: Doubt, beside: Inches = Inches(0.0)) -> bool:
    """Whether a piece may stand in an area, or so near beside it, before anything is measured."""
    if piece.pose is None:
        return False
    reach = _reach(piece, doubt=doubt)
    wider = replace(reach, radius=reach.radius + beside) if beside else reach
    return _may_hold(area, reach=wider, doubt=doubt)


def _reach(piece: Piece, *, doubt: Doubt) -> _Reach:
    x, y = (float(value) for value in reference_of(piece))
    # A hull's reference point and its centroid differ by less than the hull reaches.
    radius = 2 * reach_of(piece.footprint) + doubt.bound(2 * spread(piece))
    return _Reach(x=x, y=y, radius=radius)


def _may_hold(area: Terrain, *, reach: _Reach, doubt: Doubt) -> bool:
    """Whether a piece comes so near to the area's box that it is worth measuring."""
    x0, y0, x1, y1 = box_of(area.outline)
    room = reach.radius + doubt.bound(2 * area.sigma)
    across = x0 - room <= reach.x <= x1 + room
    return across and y0 - room <= reach.y <= y1 + room


def _verdict(
    snapshot: Snapshot, *, pieces: tuple[Piece, ...], area: Terrain, test: InAreaTest, doubt: Doubt
) -> tuple[Verdict, bool]:
    """The verdict, and which way it leans if it is in doubt."""
    name = f"{area.kind} {area.id}"
    table = replace(snapshot, pieces=pieces, terrain=())
    if len(pieces) > 1:
        return _most_figures(table, area=area, name=name, doubt=doubt)
    (piece,) = pieces
    if test is InAreaTest.MAJORITY:
        return _most_of_outline(table, piece=piece, area=area, doubt=doubt)
    if test is InAreaTest.ANY_OVERLAP:
        verdict = reaches_into(
            table, piece.id, area=area.outline, name=name, sigma=area.sigma, doubt=doubt
        )
        return verdict, (verdict.margin or 0.0) > 0
    part = Part.WHOLE if test is InAreaTest.ALL else Part.CENTRE
    if part is Part.CENTRE:
        table = replace(table, pieces=(at_reference(piece),))
    verdict = membership(
        table, piece.id, area=area.outline, name=name, part=part, sigma=area.sigma, doubt=doubt
    ).verdict
    return verdict, (verdict.margin or 0.0) >= -ROUNDING


def _most_figures(
    table: Snapshot, *, area: Terrain, name: str, doubt: Doubt
) -> tuple[Verdict, bool]:
    """Whether more than half of the figures are inside; figures that nobody sees may be either."""
    verdicts = [
        membership(
            table, piece.id, area=area.outline, name=name, sigma=area.sigma, doubt=doubt
        ).verdict
        for piece in table.pieces
    ]
    answers = [verdict.answer for verdict in verdicts]
    inside, outside = answers.count(Answer.YES), answers.count(Answer.NO)
    count = len(answers)
    answer = Answer.TOO_CLOSE_TO_CALL
    if 2 * inside > count:
        answer = Answer.YES
    elif 2 * outside >= count:
        answer = Answer.NO
    unsure = count - inside - outside
    why = f"{inside} of {count} figures are in {name}" + (
        f", {unsure} cannot be told" if unsure else ""
    )
    leaning = sum(
        verdict.margin is not None and verdict.margin >= -ROUNDING for verdict in verdicts
    )
    return _told(answer, why=why, pieces=table.pieces), 2 * leaning > count


def _most_of_outline(
    table: Snapshot, *, piece: Piece, area: Terrain, doubt: Doubt
) -> tuple[Verdict, bool]:
    """Whether more than half of the outline is inside, tried with the area larger and smaller."""
    ground = shapely.Polygon(area.outline)
    sigma = (spread(piece) ** 2 + area.sigma**2 + table.shared.plane**2) ** 0.5
    bound = doubt.bound(sigma)
    drawn = _drawn(place(piece))
    size = float(shapely.area(drawn))
    shares = [
        float(shapely.area(shapely.intersection(drawn, each))) / size
        for each in (ground, shapely.buffer(ground, bound), shapely.buffer(ground, -bound))
    ]
    share, most, least = shares
    answer = Answer.TOO_CLOSE_TO_CALL
    if least > 0.5 or (bound <= 0 and share > 0.5):
        answer = Answer.YES
    elif most <= 0.5:
        answer = Answer.NO
    why = (
        f"{share:.0%} of {piece.id} is in {area.kind} {area.id} "
        f"({least:.0%} to {most:.0%} within the doubt of {plain_error(bound)} in)"
    )
    return _told(answer, why=why, pieces=(piece,)), share > 0.5


def _drawn(outline: Outline) -> shapely.Geometry:
    core = outline.core()
    return shapely.buffer(core, outline.radius, quad_segs=16) if outline.radius else core


def _told(answer: Answer, *, why: str, pieces: tuple[Piece, ...]) -> Verdict:
    """A verdict on a count or a share, which is no length."""
    return Verdict(answer=answer, why=why + on_whose_word(pieces), declared=vouched(pieces))
