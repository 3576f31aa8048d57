"""Tests that photographs of anchors give the table, by whatever hand they were laid."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.anchors import Calibrated
from calibration.camera_model import Stand
from calibration.lens_prior import LensBelief, unmeasured_lens
from calibration.table.stand_fit import refitted
from calibration.table.table_fit import Laying, TableFit, fit_table
from calibration.table.table_problem import KnownLength
from calibration.table.table_start import starting_stand
from rules.table.bad_input import BadInputError
from tests.calibration.cameras import BENT
from tests.calibration.simulated import SMALL, Scene, framing, judge, scene

MEASURED = LensBelief(
    lens=BENT, covariance=np.diag([0.5, 0.5, 0.5, 0.5, 1e-3, 4e-3, 3e-5, 3e-5, 6e-3]) ** 2
)
UNMEASURED = unmeasured_lens(width=1920, height=1080)
TRUE_PRINT = Laying(size=1.2, scale_sigma=1e-4, ink=0.0)
NOISE = 0.02


def fitted(
    drawn: Scene, *, seed: int = 1, belief: LensBelief = MEASURED, laying: Laying = TRUE_PRINT
) -> TableFit:
    pictures = drawn.photographs(np.random.default_rng(seed), noise=NOISE)
    return fit_table(pictures, anchors=drawn.anchors, belief=belief, laying=laying)


def p95(found: Calibrated, drawn: Scene) -> float:
    return judge(found, drawn.in_table_frame(), table=SMALL).p95


def test_careless_hands_cost_nothing() -> None:
    errors, claims = [], []
    for placed in (0.0, 1.0):
        drawn = scene(np.random.default_rng(4), placed=placed)
        fit = fitted(drawn)
        true = drawn.in_table_frame()
        errors.append(p95(fit.calibrated, drawn))
        judged = judge(fit.calibrated, true, table=SMALL)
        claims.append(float(np.sqrt(np.trace(judged.claimed, axis1=1, axis2=2).max())))
    assert max(errors) < 0.012
    assert max(claims) < 0.012
    assert max(claims) < 1.15 * min(claims)


def test_the_frame_is_that_of_the_southern_corners() -> None:
    drawn = scene(np.random.default_rng(4), placed=1.0)
    found = fitted(drawn).calibrated
    west, east = found.layout.places[0], found.layout.places[1]
    assert np.abs(west[:2]).max() < 1e-9
    assert abs(east[1]) < 1e-9
    true = drawn.layout.places
    assert east[0] == pytest.approx(float(np.hypot(*(true[1, :2] - true[0, :2]))), abs=0.01)
    own = np.sqrt(np.diag(found.of_layout))
    assert own[0] == own[1] == pytest.approx(0.0, abs=1e-6)
    assert 0 < own[4] < 0.01
    assert own[5] == pytest.approx(0.0, abs=1e-6)


def test_each_step_shrinks_the_error() -> None:
    lone = scene(np.random.default_rng(4), pictures=1, placed=0.5)
    many = replace(lone, stands=scene(np.random.default_rng(4), pictures=6).stands)

    def claimed(drawn: Scene, belief: LensBelief, laying: Laying) -> float:
        found = fitted(drawn, belief=belief, laying=laying).calibrated
        judged = judge(found, drawn.in_table_frame(), table=SMALL, height=1.0)
        return float(np.sqrt(np.trace(judged.claimed, axis1=1, axis2=2).mean()))

    unchecked = Laying(size=1.2)
    first = claimed(lone, UNMEASURED, unchecked)
    checked = claimed(lone, UNMEASURED, TRUE_PRINT)
    more = claimed(many, UNMEASURED, TRUE_PRINT)
    lens = claimed(lone, MEASURED, TRUE_PRINT)
    everything = claimed(many, MEASURED, TRUE_PRINT)
    assert 0.5 < first < 1.5, "three per cent of a small table"
    assert checked < 0.6 * first
    assert more < 0.5 * checked
    assert lens < 0.5 * checked
    assert everything < 0.5 * lens
    assert everything < 0.95 * more


def test_a_measured_edge_gives_the_scale() -> None:
    drawn = scene(np.random.default_rng(4), placed=1.0)
    drawn = replace(drawn, layout=replace(drawn.layout, scale=1.006))
    places = drawn.layout.places
    true = float(np.hypot(*(places[2, :2] - places[3, :2])))
    pictures = drawn.photographs(np.random.default_rng(1), noise=NOISE)
    fit = fit_table(
        pictures,
        anchors=drawn.anchors,
        belief=MEASURED,
        laying=Laying(size=1.2),
        lengths=[KnownLength(one=2, other=3, value=true, sigma=1 / 64)],
    )
    assert fit.calibrated.layout.scale == pytest.approx(1.006, abs=0.001)
    assert fit.calibrated.scale_sigma < 0.001
    assert p95(fit.calibrated, drawn) < 0.03
    without = fitted(drawn, laying=Laying(size=1.2)).calibrated
    assert without.scale_sigma == pytest.approx(0.03, rel=0.15)


@pytest.mark.long
def test_a_ruler_over_the_page_says_nothing_of_how_far_the_ink_has_run() -> None:
    drawn = scene(np.random.default_rng(4))
    told = fitted(drawn, laying=replace(TRUE_PRINT, ink=0.0012)).calibrated
    assert told.scale_sigma == pytest.approx(0.001, rel=0.1)
    assert told.scale_sigma > 5 * fitted(drawn).calibrated.scale_sigma


def test_hidden_anchors_are_no_loss() -> None:
    drawn = scene(np.random.default_rng(4), placed=1.0)
    rng = np.random.default_rng(3)
    hidden = [(i, int(n)) for i in range(6) for n in rng.choice(8, 3, replace=False)]
    pictures = drawn.photographs(rng, noise=NOISE, hidden=hidden)
    fit = fit_table(pictures, anchors=drawn.anchors, belief=MEASURED, laying=TRUE_PRINT)
    assert p95(fit.calibrated, drawn) < 0.015
    assert not fit.warnings


def test_without_the_southern_corners_the_frame_is_as_near_as_can_be() -> None:
    drawn = scene(np.random.default_rng(4), placed=0.3)
    hidden = [(i, n) for i in range(6) for n in (0, 1)]
    pictures = drawn.photographs(np.random.default_rng(3), noise=NOISE, hidden=hidden)
    fit = fit_table(pictures, anchors=drawn.anchors, belief=MEASURED, laying=TRUE_PRINT)
    (told,) = fit.warnings
    assert "SW" in told
    assert "SE" in told
    assert "distances" in told
    layout = fit.calibrated.layout
    meant = np.array([(a.x, a.y) for a in drawn.anchors if a.number in layout.numbers])
    off = layout.places[:, :2] - meant
    assert np.abs(off.mean(axis=0)).max() < 1e-6
    away = meant - meant.mean(axis=0)
    assert abs(float((away[:, 0] * off[:, 1] - away[:, 1] * off[:, 0]).sum())) < 1e-3
    kept = replace(
        drawn, layout=replace(drawn.layout, numbers=layout.numbers, places=drawn.layout.places[2:])
    )
    judged = judge(fit.calibrated, kept.in_table_frame(), table=SMALL)
    assert judged.p95 < 0.015
    assert judged.normalised < 4.0


def test_a_moved_anchor_is_named_and_costs_nothing() -> None:
    drawn = scene(np.random.default_rng(4), placed=0.5)
    places = drawn.layout.places.copy()
    places[6, 1] += 0.2
    after = replace(drawn, layout=replace(drawn.layout, places=places))
    rng = np.random.default_rng(2)
    pictures = [*drawn.photographs(rng, noise=NOISE)[:3], *after.photographs(rng, noise=NOISE)[3:]]
    fit = fit_table(pictures, anchors=drawn.anchors, belief=MEASURED, laying=TRUE_PRINT)
    assert fit.displaced == (6,)
    assert fit.warnings == ("anchor 6 (N middle) lay elsewhere in some photographs",)
    assert p95(fit.calibrated, after) < 0.015


@pytest.mark.parametrize("belief", [MEASURED, UNMEASURED], ids=["measured", "unmeasured"])
def test_swapped_and_turned_anchors_are_named_and_cost_nothing(belief: LensBelief) -> None:
    drawn = scene(np.random.default_rng(4), placed=0.5)
    places = drawn.layout.places.copy()
    places[[2, 5]] = places[[5, 2]]
    places[4, 3] += np.pi / 2
    wrong = replace(drawn, layout=replace(drawn.layout, places=places))
    fit = fitted(wrong, belief=belief)
    assert [text.split(" lies")[0].split(" is")[0] for text in fit.warnings] == [
        "anchor 2 (NE corner)",
        "anchor 4 (S middle)",
        "anchor 5 (E middle)",
    ]
    assert p95(fit.calibrated, wrong) < 0.03


def test_a_lens_that_no_formula_describes_is_owned_up_to() -> None:
    drawn = scene(np.random.default_rng(4), placed=0.5)
    rng = np.random.default_rng(2)
    pictures = []
    for tags in drawn.photographs(rng, noise=NOISE):
        # The same glass in every photograph: it shifts by where a tag is in the picture.
        wave = [np.sin(tag.corners / 170.0) * 0.4 for tag in tags]
        pictures.append(
            tuple(replace(tag, corners=tag.corners + w) for tag, w in zip(tags, wave, strict=True))
        )
    fit = fit_table(pictures, anchors=drawn.anchors, belief=MEASURED, laying=TRUE_PRINT)
    floor = fit.calibrated.floor
    assert 0.08 < floor.shift < 0.6
    assert floor.corner < 0.05
    assert not fit.displaced
    judged = judge(fit.calibrated, drawn.in_table_frame(), table=SMALL)
    assert judged.normalised < 6.0
    assert judged.p95 < 0.05
    calm = judge(fitted(drawn).calibrated, drawn.in_table_frame(), table=SMALL)
    assert (
        np.trace(judged.claimed, axis1=1, axis2=2).mean()
        > 2 * np.trace(calm.claimed, axis1=1, axis2=2).mean()
    )


def test_a_focus_that_changed_between_photographs_is_told() -> None:
    drawn = scene(np.random.default_rng(4))
    rng = np.random.default_rng(2)
    zoomed = replace(drawn, lens=replace(drawn.lens, k1=-0.05, fx=1340.0, fy=1340.0))
    pictures = [*drawn.photographs(rng, noise=NOISE)[:3], *zoomed.photographs(rng, noise=NOISE)[3:]]
    fit = fit_table(pictures, anchors=drawn.anchors, belief=MEASURED, laying=TRUE_PRINT)
    assert "was the focus fixed?" in fit.warnings[-1]


def test_a_moved_camera_needs_one_photograph() -> None:
    drawn = scene(np.random.default_rng(4), flatness=0.01)
    laying = replace(TRUE_PRINT, flatness=0.01)
    old = fitted(drawn, laying=laying)
    stand = framing(BENT, table=SMALL, tilt_deg=30.0, turn_deg=100.0)
    moved = replace(drawn, stands=(*drawn.stands, stand))
    tags = moved.photographs(np.random.default_rng(9), noise=NOISE, hidden=[(6, 0), (6, 1)])[-1]
    layout, lens = old.calibrated.layout, old.calibrated.model.lens
    places = layout.places[[layout.row(tag.number) for tag in tags], :2]
    rough = starting_stand(tags, places=places, lens=lens)
    found = refitted(tags, calibrated=old.calibrated, stand=rough)
    assert p95(found, moved) < 0.02
    assert judge(found, moved.in_table_frame(), table=SMALL).normalised < 4.0
    # The frame stays where it was, though its corners are hidden.
    assert np.abs(found.layout.places[0, :2]).max() < 1e-6


@pytest.mark.long
def test_a_camera_on_its_side_or_from_the_north_is_as_good() -> None:
    drawn = scene(np.random.default_rng(4))
    for quarter in (np.array([[0.0, -1.0], [1.0, 0.0]]), -np.eye(2)):
        turn = np.eye(3)
        turn[:2, :2] = quarter
        lens = replace(BENT, width=1920, height=1920, cx=961.0, cy=957.0)
        stands = tuple(
            Stand(rotation=turn @ s.rotation, shift=turn @ s.shift) for s in drawn.stands
        )
        turned = replace(drawn, stands=stands, lens=lens)
        fit = fitted(turned, belief=replace(MEASURED, lens=lens))
        assert p95(fit.calibrated, turned) < 0.012


ANCHORS = scene(np.random.default_rng(4), pictures=2)


@pytest.mark.parametrize(
    ("seen", "complaint"),
    [
        ((), "photograph 2: expected at least 4 anchors, got none .missing: 0 .SW corner., 1"),
        (
            (0, 2, 7),
            "got 3: 0 .SW corner., 2 .NE corner., 7 .W middle. .missing: 1 .SE corner., 3 .NW",
        ),
        ((0, 1, 4), "at least 4 anchors, got 3: 0 .SW corner., 1 .SE corner., 4 .S middle."),
    ],
)
def test_too_few_anchors_are_refused_by_name(seen: tuple[int, ...], complaint: str) -> None:
    hidden = [(1, n) for n in range(8) if n not in seen]
    pictures = ANCHORS.photographs(np.random.default_rng(1), noise=NOISE, hidden=hidden)
    with pytest.raises(BadInputError, match=complaint):
        fit_table(pictures, anchors=ANCHORS.anchors, belief=MEASURED, laying=TRUE_PRINT)


def test_other_bad_photographs_are_refused() -> None:
    tags = ANCHORS.photographs(np.random.default_rng(1), noise=NOISE)[0]
    for picture, complaint in (
        ((*tags, replace(tags[0], number=42)), "photograph: expected anchors numbered 0, 1"),
        ((*tags, tags[3]), "photograph: expected each anchor once, got anchor 3 twice"),
    ):
        with pytest.raises(BadInputError, match=complaint):
            fit_table([picture], anchors=ANCHORS.anchors, belief=MEASURED, laying=TRUE_PRINT)
    with pytest.raises(BadInputError, match="photographs: expected at least one, got none"):
        fit_table([], anchors=ANCHORS.anchors, belief=MEASURED, laying=TRUE_PRINT)


def test_four_anchors_on_one_line_are_refused() -> None:
    on_edge = tuple(replace(anchor, y=0.0) for anchor in ANCHORS.anchors)
    tags = ANCHORS.photographs(np.random.default_rng(1), noise=NOISE)[0]
    with pytest.raises(BadInputError, match="4 anchors that do not lie on one line"):
        fit_table([tags], anchors=on_edge, belief=MEASURED, laying=TRUE_PRINT)
