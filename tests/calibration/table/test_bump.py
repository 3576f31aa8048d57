"""Tests that a bump of two millimetres is noticed, and a hand over the anchors is not."""

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from calibration.anchors import Calibrated, corners_of
from calibration.camera_model import CameraModel, Stand, rotation_of
from calibration.lens import Floats
from calibration.lens_prior import LensBelief, unmeasured_lens
from calibration.seen import SeenTag
from calibration.table.bump import BumpCheck, BumpState, check_bump
from calibration.table.table_fit import Laying, fit_table
from tests.calibration.cameras import BENT
from tests.calibration.simulated import BIG, SMALL, Scene, scene
from tests.often import often

TWO_MM = 0.0787
NOISE = 0.1
MEASURED = LensBelief(
    lens=BENT, covariance=np.diag([0.5, 0.5, 0.5, 0.5, 1e-3, 4e-3, 3e-5, 3e-5, 6e-3]) ** 2
)
Found = tuple[Scene, Calibrated]


# What is known best and what is known least are looked at in every run.
@pytest.fixture(
    scope="module",
    params=often(
        ["small", "big", "one photograph", "leaning"], quick=["one photograph", "leaning"]
    ),
)
def table(request: pytest.FixtureRequest) -> Found:
    rng = np.random.default_rng(11)
    drawn = scene(
        rng,
        table=BIG if request.param == "big" else SMALL,
        pictures=1 if request.param == "one photograph" else 5,
        last_tilt_deg=35.0 if request.param == "leaning" else 8.0,
    )
    is_lone = request.param == "one photograph"
    fit = fit_table(
        drawn.photographs(rng, noise=NOISE),
        anchors=drawn.anchors,
        belief=unmeasured_lens(width=1920, height=1080) if is_lone else MEASURED,
        laying=Laying(size=1.2),
    )
    return drawn, fit.calibrated


def frame(
    drawn: Scene, rng: np.random.Generator, *, stand: Stand | None = None, zoom: float = 1.0
) -> list[SeenTag]:
    """What the camera sees now."""
    lens = replace(drawn.lens, fx=drawn.lens.fx * zoom, fy=drawn.lens.fy * zoom)
    now = replace(drawn, lens=lens, stands=(drawn.stands[-1] if stand is None else stand,))
    return list(now.photographs(rng, noise=NOISE)[0])


def check(seen: list[SeenTag], table: Found) -> BumpCheck:
    return check_bump(seen, calibrated=table[1], anchors=table[0].anchors)


def pushed(stand: Stand, *, by: Floats) -> Stand:
    """The camera's place moved on the table's axes."""
    return Stand(rotation=stand.rotation, shift=stand.shift - stand.rotation @ by)


def shoved(tag: SeenTag, *, px: tuple[float, float]) -> SeenTag:
    return replace(tag, corners=tag.corners + np.array(px))


@pytest.mark.soak
def test_a_table_at_rest_is_still(
    table: Found, rng_seed: int, soak_count: Callable[[int, int], int]
) -> None:
    rng = np.random.default_rng(rng_seed)
    for _ in range(soak_count(20, 4000)):
        seen = frame(table[0], rng)
        hidden = rng.choice(8, int(rng.integers(0, 5)), replace=False)
        found = check([tag for tag in seen if tag.number not in hidden], table)
        assert found.state is BumpState.STILL, found
        assert not found.freezes


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_two_millimetres_of_camera_freeze(table: Found, axis: int, sign: float) -> None:
    rng = np.random.default_rng(2)
    by = np.eye(3)[axis] * sign * TWO_MM
    for hidden in (set[int](), {1, 6}, {0, 4, 3}):
        seen = frame(table[0], rng, stand=pushed(table[0].stands[-1], by=by))
        found = check([tag for tag in seen if tag.number not in hidden], table)
        assert found.freezes, (axis, hidden, found)
        assert 0.02 < found.shift_in < 0.12


def test_a_knocked_camera_freezes(table: Found) -> None:
    rng = np.random.default_rng(2)
    old = table[0].stands[-1]
    turned = replace(old, rotation=rotation_of(np.array([0.03, -0.02, 0.05])) @ old.rotation)
    found = check(frame(table[0], rng, stand=turned), table)
    assert found.state is BumpState.CAMERA_MOVED
    assert "the camera has moved by" in found.sentence
    told = re.search(r"and turned by (\d\.\d)°;", found.sentence)
    assert told is not None
    # A rotation vector of 0.0616.
    assert float(told.group(1)) == pytest.approx(3.53, abs=0.2)


def test_a_shifted_table_freezes_and_is_called_one(table: Found) -> None:
    rng = np.random.default_rng(2)
    old = table[0].stands[-1]
    turn = rotation_of(np.array([0.0, 0.0, 0.004]))
    on_table = np.array([0.05, 0.06, 0.0])
    stand = Stand(rotation=old.rotation @ turn, shift=old.shift + old.rotation @ on_table)
    found = check(frame(table[0], rng, stand=stand), table)
    assert found.state is BumpState.TABLE_MOVED, found
    assert "put it back, or take one photograph" in found.sentence


@pytest.mark.parametrize("moved", [(3,), (2, 7), (0, 1)])
def test_one_or_two_anchors_off_are_named_and_do_not_freeze(
    table: Found, moved: tuple[int, ...]
) -> None:
    rng = np.random.default_rng(4)
    seen = [
        shoved(tag, px=(9.0 + tag.number, -7.0)) if tag.number in moved else tag
        for tag in frame(table[0], rng)
    ]
    found = check(seen, table)
    assert found.state is BumpState.ANCHOR_MOVED
    assert found.displaced == moved
    assert all(f"{number} (" in found.sentence for number in moved)


def test_a_bump_is_found_behind_a_hand(table: Found) -> None:
    rng = np.random.default_rng(4)
    stand = pushed(table[0].stands[-1], by=np.array([0.2, 0.1, 0.0]))
    seen = frame(table[0], rng, stand=stand)
    seen[5] = shoved(seen[5], px=(25.0, 3.0))
    found = check(seen, table)
    assert found.freezes
    assert found.shift_in == pytest.approx(0.22, abs=0.03)


def test_a_changed_zoom_freezes(table: Found) -> None:
    found = check(frame(table[0], np.random.default_rng(5), zoom=1.01), table)
    # From above, a zoom and a step towards the table look alike; the sentence says so.
    assert found.freezes
    assert found.state is BumpState.LENS_CHANGED or "zoom" in found.sentence, found


@pytest.mark.parametrize("zoom", [0.996, 1.004])
def test_a_lens_that_breathes_is_named(table: Found, zoom: float) -> None:
    """A lens moves the picture from its middle; a step along its axis does that only from above."""
    found = check(frame(table[0], np.random.default_rng(5), zoom=zoom), table)
    assert found.state is BumpState.LENS_CHANGED
    told = re.match(r"the picture is (0\.\d)% (larger|smaller) about its middle", found.sentence)
    assert told is not None
    assert float(told.group(1)) == pytest.approx(0.4, abs=0.11)
    assert (told.group(2) == "larger") == (zoom > 1)


def test_a_leaning_camera_tells_a_zoom_from_coming_nearer(table: Found) -> None:
    found = check(frame(table[0], np.random.default_rng(5), zoom=1.02), table)
    leans = np.degrees(np.arccos(-table[0].stands[-1].rotation[2, 2]))
    assert found.state is BumpState.LENS_CHANGED
    assert leans < 20 or "or the camera is nearer" not in found.sentence


def test_a_leaning_camera_that_comes_nearer_is_no_lens_that_breathes(table: Found) -> None:
    old = table[0].stands[-1]
    nearer = pushed(old, by=old.rotation[2] * 0.3)
    found = check(frame(table[0], np.random.default_rng(5), stand=nearer), table)
    assert found.freezes
    is_named = found.state is BumpState.LENS_CHANGED and "or the camera is" not in found.sentence
    assert not is_named


def shaken(table: Found, rng: np.random.Generator, *, turn: Floats) -> list[SeenTag]:
    """A camera that turns by so much from its first row to its last."""
    drawn, old = table[0], table[0].stands[-1]
    corners = corners_of(drawn.layout.places, size=drawn.layout.size * drawn.layout.scale)
    still = CameraModel(lens=drawn.lens, stand=old).pixels(corners)
    seen = []
    for tag, four, there in zip(frame(drawn, rng), corners, still, strict=True):
        moved = []
        for corner, row in zip(four, there[:, 1] / drawn.lens.height - 0.5, strict=True):
            stand = old.moved(np.concatenate([row * turn, np.zeros(3)]))
            moved.append(CameraModel(lens=drawn.lens, stand=stand).pixels(corner))
        seen.append(replace(tag, corners=tag.corners + np.array(moved) - there))
    return seen


@pytest.mark.parametrize("hidden", [set[int](), {1, 6}])
def test_a_camera_that_shakes_is_named_by_its_rows(table: Found, hidden: set[int]) -> None:
    rng, named = np.random.default_rng(12), 0
    for _ in range(10):
        # From side to side; one that nods only stretches the picture, as another place may do.
        turn = np.array([0.0, rng.choice([-1.0, 1.0]) * rng.uniform(0.003, 0.012), 0.0])
        turn += rng.normal(0, 0.001, 3)
        seen = [tag for tag in shaken(table, rng, turn=turn) if tag.number not in hidden]
        found = check(seen, table)
        if found.state is not BumpState.CAMERA_SHAKES:
            continue
        named += 1
        assert found.freezes
        leans = re.search(r"leans by (\d+\.\d) px from its first row to its last", found.sentence)
        assert leans is not None
        focal = table[0].lens.fx
        assert float(leans.group(1)) == pytest.approx(focal * abs(float(turn[1])), rel=0.3, abs=2)
    # Of six anchors a place that leaves out one now and then explains it as well.
    assert named >= (9 if hidden else 10)


def test_no_bump_is_called_a_shake(table: Found) -> None:
    rng = np.random.default_rng(13)
    old = table[0].stands[-1]
    for _ in range(16):
        by, turn = rng.normal(0, 0.15, 3), rng.normal(0, 0.006, 3)
        moved = pushed(replace(old, rotation=rotation_of(turn) @ old.rotation), by=by)
        hidden = rng.choice(8, int(rng.integers(0, 4)), replace=False)
        seen = [tag for tag in frame(table[0], rng, stand=moved) if tag.number not in hidden]
        if rng.random() < 0.5:
            seen[0] = shoved(seen[0], px=(6.0, -3.0))
        assert check(seen, table).state is not BumpState.CAMERA_SHAKES


def test_too_few_anchors_say_nothing(table: Found) -> None:
    found = check(frame(table[0], np.random.default_rng(5))[:2], table)
    assert found.state is BumpState.CANNOT_TELL
    needed = "at least 3 are needed to tell whether the camera has moved"
    assert found.sentence == f"2 of 8 anchors in view: {needed}"
    assert not found.freezes


def test_anchors_that_fit_nothing_are_no_bump(table: Found) -> None:
    rng = np.random.default_rng(6)
    seen = [shoved(tag, px=tuple(rng.normal(0, 30, 2))) for tag in frame(table[0], rng)]
    found = check(seen, table)
    assert found.state is BumpState.CANNOT_TELL, found


def test_other_tags_are_left_alone(table: Found) -> None:
    seen = frame(table[0], np.random.default_rng(5))
    seen.append(replace(seen[0], number=77))
    assert check(seen, table).state is BumpState.STILL


def test_residuals_are_told_in_pixels_and_inches(table: Found) -> None:
    seen = frame(table[0], np.random.default_rng(5))
    model = CameraModel(lens=table[0].lens, stand=table[0].in_table_frame().stand)
    centre = table[1].layout.places[2, :3] + np.array([0.25, 0.0, 0.0])
    shift = model.pixels(centre) - model.pixels(table[1].layout.places[2, :3])
    seen[2] = shoved(seen[2], px=tuple(shift))
    own = next(each for each in check(seen, table).residuals if each.number == 2)
    assert not own.fits
    assert own.inches == pytest.approx(0.25, abs=0.02)
    assert own.px == pytest.approx(float(np.hypot(*shift)), abs=0.4)
