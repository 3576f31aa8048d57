"""Tests of ranges: what is measured, how surely, and when nothing is."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.table.measuring.ranges import Metric, Range, range_between, range_to_point
from rules.table.shapes import Footprint, Polygon
from rules.table.snapshot import (
    Covariance,
    Health,
    HealthState,
    Piece,
    PieceState,
    SharedError,
)
from rules.table.units import Inches
from rules.table.verdict import Answer, Doubt
from tests import strategies
from tests.factories import disc, lost, piece, rectangle, ring, table

TANK = rectangle(3.0, 1.6)
WEDGE = Polygon(vertices=ring((0, 0), (3, 0), (0, 3)))
"""Its middle is at (1, 1) of its own frame."""
EPS = Doubt(floor=Inches(0.25))

spots = st.tuples(st.floats(2, 34), st.floats(2, 34))


def measured(
    *pieces: Piece,
    metric: Metric = Metric.CENTRE,
    limit: float | None = None,
    doubt: Doubt = EPS,
    shared: SharedError | None = None,
    health: Health | None = None,
) -> Range:
    snapshot = table(*pieces, shared=shared or SharedError(), health=health or Health())
    return range_between(
        snapshot,
        (pieces[0].id, pieces[1].id),
        metric=metric,
        limit=None if limit is None else Inches(limit),
        doubt=doubt,
    )


@pytest.mark.parametrize(
    ("one", "other", "metric", "value"),
    [
        (disc(0.5), disc(1.0), Metric.CENTRE, 10.0),
        (disc(0.5), disc(1.0), Metric.EDGE, 8.5),
        (disc(0.5), disc(1.0), Metric.FRONT, math.hypot(9.5, 1.0)),
        (TANK, TANK, Metric.CENTRE, 10.0),
        (TANK, TANK, Metric.EDGE, 10 - 1.5 - 0.8),
        (TANK, TANK, Metric.FRONT, math.hypot(8.5, 1.5)),
        (disc(0.5), TANK, Metric.EDGE, 10 - 0.5 - 0.8),
        (disc(0.5), TANK, Metric.FRONT, math.hypot(9.5, 1.5)),
        # At heading 90 the wedge's middle lies at (-1, 1) and its front 3 ahead, 1 to the left.
        (disc(0.5), WEDGE, Metric.CENTRE, math.hypot(9, 1)),
        (disc(0.5), WEDGE, Metric.EDGE, 6.5),
        (disc(0.5), WEDGE, Metric.FRONT, math.hypot(8.5, 3)),
        (WEDGE, WEDGE, Metric.CENTRE, 8.0),
        (WEDGE, TANK, Metric.EDGE, 10 - 3 - 0.8),
    ],
)
def test_geo_02_geo_03_every_metric_and_footprint(
    one: Footprint, other: Footprint, metric: Metric, value: float
) -> None:
    """The first at (10, 10) looks east, the second at (20, 10) north."""
    found = measured(
        piece("A", footprint=one), piece("B", (20, 10), heading=90, footprint=other), metric=metric
    )
    assert found.verdict.value == pytest.approx(value)
    assert found.verdict.answer is Answer.YES
    assert found.start is not None
    assert found.end is not None
    assert math.dist(found.start, found.end) == pytest.approx(value)
    assert found.metric is metric


@pytest.mark.parametrize(
    ("apart", "answer"),
    [
        (11.7, Answer.YES),
        (11.75, Answer.TOO_CLOSE_TO_CALL),
        (11.9, Answer.TOO_CLOSE_TO_CALL),
        (12.1, Answer.TOO_CLOSE_TO_CALL),
        (12.25, Answer.TOO_CLOSE_TO_CALL),
        (12.6, Answer.NO),
    ],
)
def test_ex1_22_infantry_fire_with_the_games_floor(apart: float, answer: Answer) -> None:
    found = measured(piece("A", (5, 5)), piece("B", (5 + apart, 5)), limit=12)
    assert found.verdict.answer is answer


@pytest.mark.parametrize("metric", Metric)
def test_geo_03_within_n_includes_n(metric: Metric) -> None:
    shape = disc(0.5)
    across = {Metric.CENTRE: 12.0, Metric.EDGE: 13.0, Metric.FRONT: 12.0}[metric]
    one, other = piece("A", (5, 5), footprint=shape), piece("B", (5 + across, 5), footprint=shape)
    found = measured(one, other, metric=metric, limit=12, doubt=Doubt())
    assert found.verdict.answer is Answer.YES
    assert found.verdict.margin == pytest.approx(0)
    beyond = piece("B", (5 + across + 1e-6, 5), footprint=shape)
    assert measured(one, beyond, metric=metric, limit=12, doubt=Doubt()).verdict.answer is Answer.NO


@pytest.mark.parametrize(
    ("apart", "answer"),
    [
        (12 - 0.101, Answer.YES),
        (12 - 0.099, Answer.TOO_CLOSE_TO_CALL),
        (12 + 0.099, Answer.TOO_CLOSE_TO_CALL),
        (12 + 0.101, Answer.NO),
    ],
)
def test_two_standard_errors_are_the_boundary(apart: float, answer: Answer) -> None:
    sigma = 0.05 / math.sqrt(2)  # of each; 0.05 together
    one, other = piece("A", (5, 5), sigma=sigma), piece("B", (5 + apart, 5), sigma=sigma)
    verdict = measured(one, other, limit=12, doubt=Doubt()).verdict
    assert verdict.answer is answer
    assert verdict.sigma == pytest.approx(0.05)
    assert verdict.bound == pytest.approx(0.1)
    assert verdict.margin == pytest.approx(12 - apart)


def test_error_across_the_line_does_not_count() -> None:
    across = Covariance(yy=1.0)
    verdict = measured(piece("A", (5, 5), covariance=across), piece("B", (15, 5))).verdict
    assert verdict.sigma == pytest.approx(0)
    along = Covariance(xx=0.04)
    verdict = measured(piece("A", (5, 5), covariance=along), piece("B", (15, 5))).verdict
    assert verdict.sigma == pytest.approx(0.2)


def test_error_of_the_heading_acts_by_its_lever() -> None:
    """The front of a tank 3 in long swings by 1.5 in times the error; its centre does not."""
    turned = piece("A", (10, 10), footprint=TANK, heading_sigma=2.0)
    north = piece("B", (11.5, 20), heading=90, footprint=disc(0.5))
    front = measured(turned, north, metric=Metric.FRONT).verdict
    assert front.sigma == pytest.approx(1.5 * math.radians(2.0))
    assert measured(turned, north, metric=Metric.CENTRE).verdict.sigma == pytest.approx(0)


def test_place_and_heading_that_err_together_may_cancel() -> None:
    lever = 1.5 * math.pi / 180
    together = Covariance(yy=lever**2, hh=1.0, yh=-lever)
    shown = piece("A", (10, 10), footprint=TANK, covariance=together)
    north = piece("B", (11.5, 20), heading=90)
    assert measured(shown, north, metric=Metric.FRONT).verdict.sigma == pytest.approx(0, abs=1e-9)


def test_a_wrong_scale_is_shared_by_all_lengths() -> None:
    shared = SharedError(scale=0.003)
    verdict = measured(piece("A", (0, 18)), piece("B", (36, 18)), shared=shared).verdict
    assert verdict.sigma == pytest.approx(0.108)
    edge = measured(
        piece("A", (0, 18)), piece("B", (36, 18)), shared=shared, metric=Metric.EDGE
    ).verdict
    assert edge.sigma == pytest.approx(0.003 * 35)


def test_a_wrong_plane_moves_a_corner_by_what_it_says() -> None:
    shared = SharedError(plane=Inches(0.1))
    to_middle = measured(piece("A", (0, 0)), piece("B", (18, 18)), shared=shared).verdict
    assert to_middle.sigma == pytest.approx(0.1)
    halfway = measured(piece("A", (9, 9)), piece("B", (18, 18)), shared=shared).verdict
    assert halfway.sigma == pytest.approx(0.025)


@pytest.mark.parametrize("metric", Metric)
@pytest.mark.parametrize(
    ("shown", "why"),
    [
        (piece("A", state=PieceState.MOVING), "A is still moving"),
        (piece("A", state=PieceState.HIDDEN, age=7), "A is hidden, last seen 7 s ago"),
        (piece("A", state=PieceState.LOST, age=3), "A is lost, last seen 3 s ago"),
        (lost("A"), "A is lost: nobody knows where it stands"),
        (piece("A", age=0.51), "A was last seen 0.51 s ago, which is older than 0.5 s"),
    ],
)
def test_what_cannot_be_seen_is_not_measured(metric: Metric, shown: Piece, why: str) -> None:
    for pieces in ((shown, piece("B", (20, 20))), (piece("B", (20, 20)), shown)):
        found = measured(*pieces, metric=metric, limit=12)
        assert found.verdict.answer is Answer.CANNOT_SEE
        assert found.verdict.why == why
        assert (found.start, found.end, found.verdict.value) == (None, None, None)
        assert found.verdict.limit == 12.0


def test_an_age_up_to_the_limit_is_fresh() -> None:
    assert measured(piece("A", age=0.5), piece("B", (20, 10))).verdict.answer is Answer.YES


@pytest.mark.parametrize("state", [s for s in HealthState if s is not HealthState.LIVE])
def test_only_a_live_camera_rules(state: HealthState) -> None:
    health = Health(state=state, note="bumped")
    verdict = measured(piece("A"), piece("B", (20, 10)), health=health).verdict
    assert verdict.answer is Answer.CANNOT_SEE
    assert verdict.why == f"the camera is not live: {state} (bumped)"


def test_declared_poses_stand_whatever_the_camera_does() -> None:
    health = Health(state=HealthState.FROZEN)
    one, other = (
        piece(name, at, state=PieceState.DECLARED, age=900, declared_by=author)
        for name, at, author in (("A", (5, 5), "Red"), ("B", (9, 5), "Blue"))
    )
    verdict = measured(one, other, limit=12, health=health).verdict
    assert verdict.answer is Answer.YES
    assert verdict.declared == ("A", "B")
    assert "A's place is declared by Red" in verdict.why
    assert "B's place is declared by Blue" in verdict.why
    half = measured(one, piece("C", (9, 5)), limit=12, health=health).verdict
    assert half.answer is Answer.CANNOT_SEE
    live = measured(one, piece("C", (9, 5)), limit=12).verdict
    assert live.declared == ("A",)


def test_overlapping_outlines_are_within_every_limit_by_so_much_more() -> None:
    square = rectangle(2, 2)
    pair = (piece("A", footprint=square), piece("B", (11, 10), footprint=square))
    verdict = measured(*pair, metric=Metric.EDGE, limit=0).verdict
    assert verdict.value == 0.0
    assert verdict.margin == pytest.approx(1.0)
    assert verdict.answer is Answer.YES
    touching = (piece("A", footprint=square), piece("B", (12, 10), footprint=square))
    assert (
        measured(*touching, metric=Metric.EDGE, limit=0, doubt=Doubt()).verdict.answer is Answer.YES
    )


@pytest.mark.parametrize("metric", Metric)
@pytest.mark.parametrize("shape", [disc(0.5), TANK, WEDGE])
def test_two_pieces_on_one_spot(metric: Metric, shape: Footprint) -> None:
    one, other = (piece(name, footprint=shape, sigma=0.1) for name in ("A", "B"))
    verdict = measured(one, other, metric=metric, limit=12).verdict
    assert verdict.answer is Answer.YES
    assert verdict.value == pytest.approx(0)
    assert verdict.sigma is not None
    assert verdict.sigma >= 0.1


def test_without_a_limit_the_value_alone() -> None:
    verdict = measured(piece("A"), piece("B", (20, 10))).verdict
    assert (verdict.answer, verdict.limit, verdict.margin) == (Answer.YES, None, None)


def test_why_names_value_limit_and_error() -> None:
    one, other = piece("A", (5, 5), sigma=0.05), piece("B", (18.2, 5), sigma=0.05)
    why = measured(one, other, limit=12).verdict.why
    assert why == "A is 13.2 in from B centre to centre: beyond 12 in by 1.2 in (error 0.07 in)"


@pytest.mark.parametrize(
    ("metric", "value"), [(Metric.CENTRE, 10.0), (Metric.FRONT, 8.5), (Metric.EDGE, 8.5)]
)
def test_ranges_to_a_point(metric: Metric, value: float) -> None:
    shown = piece("A", footprint=TANK, sigma=0.1)
    target = (Inches(20.0), Inches(10.0))
    found = range_to_point(table(shown), "A", target=target, metric=metric, limit=Inches(9.0))
    assert found.verdict.value == pytest.approx(value)
    assert found.verdict.sigma == pytest.approx(0.1)
    assert found.verdict.answer is (Answer.NO if metric is Metric.CENTRE else Answer.YES)
    assert found.end == target


@pytest.mark.parametrize("shape", [disc(1.0), TANK, WEDGE])
def test_a_point_inside_is_at_no_distance(shape: Footprint) -> None:
    spot = (Inches(10.5), Inches(10.4))
    shown = piece("A", footprint=shape)
    verdict = range_to_point(table(shown), "A", target=spot, metric=Metric.EDGE).verdict
    assert verdict.value == pytest.approx(0)
    moving = piece("A", footprint=shape, state=PieceState.MOVING)
    unseen = range_to_point(table(moving), "A", target=spot, metric=Metric.EDGE)
    assert unseen.verdict.answer is Answer.CANNOT_SEE


@pytest.mark.soak
@given(spots, spots, st.data())
def test_a_range_is_the_same_both_ways(
    at: tuple[float, float], to: tuple[float, float], data: st.DataObject
) -> None:
    metric = data.draw(st.sampled_from(list(Metric)))
    one, other = (
        piece(
            name,
            spot,
            heading=data.draw(st.floats(0, 360)),
            footprint=data.draw(strategies.convex_footprints),
            covariance=data.draw(strategies.covariances(most=0.3)),
        )
        for name, spot in (("A", at), ("B", to))
    )
    there, back = measured(one, other, metric=metric), measured(other, one, metric=metric)
    assert there.verdict.value == pytest.approx(back.verdict.value, abs=1e-9)
    if there.verdict.value and there.verdict.value > 1e-6:
        assert there.verdict.sigma == pytest.approx(back.verdict.sigma, abs=1e-9)


@pytest.mark.soak
@given(st.tuples(spots, spots, spots), st.lists(st.floats(0.1, 1.5), min_size=3, max_size=3))
def test_no_detour_is_shorter(at: tuple[tuple[float, float], ...], radii: list[float]) -> None:
    a, b, c = (
        piece(name, spot, footprint=disc(radius))
        for name, spot, radius in zip("ABC", at, radii, strict=True)
    )

    def value(one: Piece, other: Piece, metric: Metric) -> float:
        return measured(one, other, metric=metric).verdict.value or 0.0

    for metric, through in ((Metric.CENTRE, 0.0), (Metric.EDGE, 2 * radii[1])):
        direct = value(a, c, metric)
        assert direct <= value(a, b, metric) + value(b, c, metric) + through + 1e-9


@pytest.mark.soak
@given(spots, spots, st.floats(0.5, 40), st.data())
def test_smaller_errors_never_turn_a_sure_answer_round(
    at: tuple[float, float], to: tuple[float, float], limit: float, data: st.DataObject
) -> None:
    assume(math.dist(at, to) > 0.01)
    metric = data.draw(st.sampled_from(list(Metric)))
    sigma, share = data.draw(st.floats(0, 1)), data.draw(st.floats(0, 1))
    wide, narrow = (
        measured(piece("A", at, sigma=s), piece("B", to, sigma=s), metric=metric, limit=limit)
        for s in (sigma, sigma * share)
    )
    if wide.verdict.answer is not Answer.TOO_CLOSE_TO_CALL:
        assert narrow.verdict.answer is wide.verdict.answer
    else:
        assert wide.verdict.margin is not None
        assert wide.verdict.bound is not None
        assert abs(wide.verdict.margin) <= wide.verdict.bound + 1e-9
