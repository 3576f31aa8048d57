"""Tests of what happens in scenes: hiding, shadows, bumps, curls, smears, noise and JPEG."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.synthetic.small_scenes import (
    ABOVE,
    IDEAL,
    LEANING,
    frame,
    fresh,
    scene,
    still_hand,
    tagged,
)
from vision.synthetic.described.optics import SceneLight
from vision.synthetic.described.scene import (
    Bump,
    Figure,
    Patch,
    SceneHand,
    SceneMove,
    ScenePlace,
    Station,
)
from vision.synthetic.render import RenderedFrame, Renderer

LAMP = SceneLight(towards_deg=180.0, elevation_deg=40.0, ambient=0.3, gradient=0.0, softness_in=0.1)
LOW = replace(ABOVE, position_in=(9.0, -8.0, 12.0))


def corners(drawn: RenderedFrame) -> NDArray[np.float64]:
    return np.array([tag.corners_px for tag in drawn.truth.tags])


def grey_at(drawn: RenderedFrame, x: float, y: float) -> float:
    """The green level around a pixel."""
    column, row = round(x), round(y)
    return float(drawn.picture[row - 2 : row + 3, column - 2 : column + 3, 1].mean())


@pytest.mark.long
def test_the_same_seed_gives_the_same_bytes() -> None:
    camera = replace(ABOVE, sensor=replace(IDEAL, noise=2.0, jpeg=90))
    whole = scene(camera=camera, mat="grass", seed=5)
    renderer = Renderer(whole)
    renderer.frame(3)
    one, other = renderer.frame(1), fresh(whole, 1)
    assert one.jpeg == other.jpeg
    assert one.truth.to_json() == other.truth.to_json()
    assert fresh(replace(whole, seed=6), 1).jpeg != one.jpeg


def test_the_fast_painter_keeps_nothing_that_matters() -> None:
    camera = replace(ABOVE, sensor=replace(IDEAL, noise=2.0))
    whole = scene(camera=camera, seed=5)
    renderer = Renderer(whole, quality="fast")
    renderer.frame(3)
    assert (renderer.frame(1).picture == fresh(whole, 1, quality="fast").picture).all()


@pytest.mark.parametrize("quality", ["full", "fast"])
def test_another_scene_of_the_same_table_is_drawn_as_if_it_were_the_first(quality: Any) -> None:
    whole = scene(camera=replace(ABOVE, sensor=replace(IDEAL, noise=2.0)), seed=5)
    moved = replace(whole, pieces=(tagged(0, 9.0, 6.5, side_in=2.0), *whole.pieces[1:]))
    frame(whole, quality=quality)
    again = frame(moved, quality=quality)
    assert (again.picture == fresh(moved, quality=quality).picture).all()


@pytest.mark.parametrize("quality", ["full", "fast"])
def test_a_figure_hides_the_tag_behind_it(quality: Any) -> None:
    bare = tagged(7, 9.0, 6.5, heading=90.0)
    tank = Figure(shape="tank", height_in=1.6, offset_in=(-1.1, 0.0))
    standing = tagged(7, 9.0, 6.5, heading=90.0, figures=(tank,))
    open_share = frame(scene(bare, camera=LOW), quality=quality).truth.tag(7).visible
    hidden_share = frame(scene(standing, camera=LOW), quality=quality).truth.tag(7).visible
    assert open_share == 1.0
    assert 0.05 < hidden_share < 0.75


def test_a_building_hides_what_is_behind_it_and_not_what_is_before() -> None:
    outline = ((6.0, 5.0), (12.0, 5.0), (12.0, 7.0), (6.0, 7.0))
    house = Patch(id="H", kind="building", outline_in=outline, surface="card", height_in=3.0)
    pieces = (tagged(1, 9.0, 8.5), tagged(2, 9.0, 3.5))
    truth = frame(scene(*pieces, camera=LOW, terrain=(house,))).truth
    assert truth.tag(1).visible < 0.6
    assert truth.tag(2).visible == 1.0


def test_a_piece_on_a_hill_is_drawn_on_it() -> None:
    outline = ((5.0, 3.0), (13.0, 3.0), (13.0, 10.0), (5.0, 10.0))
    hill = Patch(id="H", kind="hill", outline_in=outline, height_in=1.0)
    piece = tagged(1, 9.0, 6.5, base_in=1.0)
    truth = frame(scene(piece, camera=LEANING, terrain=(hill,))).truth
    assert truth.tag(1).visible == 1.0
    assert truth.tag(1).height_in == pytest.approx(1.0 + 0.06, abs=0.01)


@pytest.mark.parametrize("quality", [pytest.param("full", marks=pytest.mark.long), "fast"])
def test_a_hand_hides_tags_and_throws_a_shadow(quality: Any) -> None:
    piece = tagged(1, 9.0, 6.5)
    over = still_hand(9.0, 8.0, height_in=1.0)
    beside = still_hand(6.0, 8.0, height_in=2.5)
    bare = frame(scene(piece, light=LAMP), quality=quality)
    hidden = frame(scene(piece, light=LAMP, hands=(over,)), quality=quality)
    shaded = frame(scene(piece, light=LAMP, hands=(beside,)), quality=quality)
    assert bare.truth.hands == 0
    assert hidden.truth.hands == 1
    assert hidden.truth.tag(1).visible < 0.5
    # The lamp is in the west, so the shadow falls to the east of the hand, on the tag.
    assert shaded.truth.tag(1).visible == 1.0
    x, y = np.array(bare.truth.tag(1).corners_px).mean(axis=0)
    assert shaded.picture[round(y) - 30 : round(y) + 30, round(x) - 30 : round(x) + 30].mean() < (
        0.85 * bare.picture[round(y) - 30 : round(y) + 30, round(x) - 30 : round(x) + 30].mean()
    )


def test_a_hand_comes_and_goes() -> None:
    path = (
        Station(at_s=0.5, place=ScenePlace(x=9.0, y=-6.0, heading=90.0)),
        Station(at_s=1.0, place=ScenePlace(x=9.0, y=8.0, heading=90.0)),
    )
    renderer = Renderer(scene(hands=(SceneHand(stations=path),)))
    assert [renderer.frame(number).truth.hands for number in (0, 5, 10, 11)] == [0, 1, 1, 0]


@pytest.mark.long
def test_a_bump_moves_every_corner_and_no_piece() -> None:
    bump = Bump(at_s=1.0, shift_in=(0.1, 0.0, 0.0), turn_deg=(0.3, 0.2, 0.4))
    renderer = Renderer(scene(bumps=(bump,)))
    before, after = renderer.frame(9), renderer.frame(10)
    moved = np.hypot(*np.moveaxis(corners(after) - corners(before), -1, 0))
    assert moved.min() > 0.5
    assert before.truth.snapshot.pieces == after.truth.snapshot.pieces
    assert before.truth.camera != after.truth.camera


@pytest.mark.parametrize(("curl", "sign"), [(0.15, 1), (-0.15, -1)], ids=["bowl", "dome"])
def test_curled_paper_leaves_the_plane(curl: float, sign: int) -> None:
    flat = frame(scene(tagged(1, 9.0, 6.5), camera=LEANING)).truth.tag(1)
    bent = frame(scene(tagged(1, 9.0, 6.5, curl_in=curl), camera=LEANING)).truth.tag(1)
    assert flat.flat
    assert not bent.flat
    heights = np.array(bent.corners_in)[:, 2]
    assert sign * (heights.mean() - bent.height_in) > 0.05
    # Paper does not stretch: bent across its x, its sides along y keep their length.
    sides = np.linalg.norm(np.roll(np.array(bent.corners_in), -1, axis=0) - bent.corners_in, axis=1)
    assert sides[1] == pytest.approx(1.6)
    assert sides[0] < 1.6
    assert np.abs(np.array(bent.corners_px) - np.array(flat.corners_px)).max() > 0.5


@pytest.mark.parametrize("curl", [0.15, -0.15], ids=["bowl", "dome"])
@pytest.mark.parametrize("quality", ["full", "fast"])
def test_curled_paper_is_drawn_where_its_corners_are(curl: float, quality: Any) -> None:
    from tests.vision.synthetic.test_accuracy import found_tags

    piece = tagged(1, 9.0, 6.5, curl_in=curl, curl_turn_deg=25.0)
    drawn = frame(scene(piece, camera=LEANING), quality=quality)
    off = found_tags(drawn.picture)[1] - np.array(drawn.truth.tag(1).corners_px)
    assert np.abs(off).max() < 1.0


def test_a_tilted_tag_rises_on_one_side() -> None:
    tag = frame(scene(tagged(1, 9.0, 6.5, tilt_deg=20.0))).truth.tag(1)
    heights = np.array(tag.corners_in)[:, 2]
    # Top left, top right, bottom right, bottom left: its +x side rises.
    assert heights[1] == pytest.approx(heights[2])
    assert heights[1] - heights[0] == pytest.approx(1.6 * np.sin(np.radians(20.0)))
    assert not tag.flat


def test_what_moves_is_smeared_and_what_rests_is_not() -> None:
    path = (
        Station(at_s=0.0, place=ScenePlace(x=4.0, y=6.5)),
        Station(at_s=1.0, place=ScenePlace(x=10.0, y=6.5)),
    )
    pieces = (tagged(1, 4.0, 6.5), tagged(2, 14.0, 6.5))
    move = SceneMove(piece="T1", stations=path)
    still = frame(scene(*pieces, moves=(move,), exposure_s=0.0), 5)
    smeared = frame(scene(*pieces, moves=(move,), exposure_s=0.04), 5)
    sharp, soft = (_steepest(each, 1) for each in (still, smeared))
    assert soft < 0.6 * sharp
    assert _steepest(smeared, 2) == _steepest(still, 2)
    assert corners(still) == pytest.approx(corners(smeared))


def _steepest(drawn: RenderedFrame, number: int) -> int:
    """The largest step from a pixel to its neighbour along the row through a tag's middle."""
    seen = np.array(drawn.truth.tag(number).corners_px)
    row = drawn.picture[round(seen[:, 1].mean()), int(seen[:, 0].min()) - 9 :, 1].astype(int)
    return int(np.abs(np.diff(row[: int(np.ptp(seen[:, 0])) + 18])).max())


def test_gloss_mirrors_the_lamp() -> None:
    lamp = replace(LAMP, elevation_deg=90.0, glare=1.0)
    matt = frame(scene(tagged(1, 9.0, 6.5), light=lamp))
    glossy = frame(scene(tagged(1, 9.0, 6.5, gloss=1.0), light=lamp))
    x, y = np.array(matt.truth.tag(1).corners_px)[0] + 6.0
    assert grey_at(glossy, x, y) > grey_at(matt, x, y) + 30


def test_noise_is_as_large_as_asked_for() -> None:
    quiet = scene(camera=replace(ABOVE, sensor=IDEAL))
    loud = scene(camera=replace(ABOVE, sensor=replace(IDEAL, noise=4.0)))
    off = frame(loud).picture.astype(int) - frame(quiet).picture
    paper = frame(quiet).picture > 180
    # Paper reflects about 0.8 of white light, and noise falls with the root of the light.
    assert off[paper].std() == pytest.approx(4.0 * np.sqrt(0.08 + 0.92 * 0.8), rel=0.05)
    assert abs(off[paper].mean()) < 0.05


def test_a_jpeg_is_what_the_picture_was_decoded_from() -> None:
    from vision.synthetic.develop import from_jpeg

    soft = frame(scene(camera=replace(ABOVE, sensor=replace(IDEAL, jpeg=40))))
    raw = frame(scene())
    assert soft.jpeg is not None
    assert raw.jpeg is None
    assert (from_jpeg(soft.jpeg) == soft.picture).all()
    off = np.abs(soft.picture.astype(int) - raw.picture)
    assert 0.2 < off.mean() < 12.0


def test_duplicates_and_an_empty_table_are_fine() -> None:
    twice = replace(tagged(3, 5.0, 6.5), id="twin")
    truth = frame(scene(tagged(3, 12.0, 6.5), twice)).truth
    assert [tag.id for tag in truth.tags] == [3, 3]
    assert {tag.piece for tag in truth.tags} == {"T3", "twin"}


def test_a_shake_smears_everything() -> None:
    shaken = replace(ABOVE, sensor=replace(IDEAL, shake_px=(9.0, 0.0)))
    assert _steepest(frame(scene(camera=shaken)), 0) < 0.6 * _steepest(frame(scene()), 0)


@pytest.mark.parametrize("quality", [pytest.param("full", marks=pytest.mark.long), "fast"])
def test_an_arm_that_comes_from_behind_the_camera_is_seen(quality: Any) -> None:
    low = replace(LEANING, position_in=(9.0, -2.0, 6.0), look_at_in=(9.0, 7.0, 0.0))
    bare = frame(scene(tagged(1, 4.0, 9.0), camera=low), quality=quality)
    hand = still_hand(10.0, 6.0, heading=95.0, height_in=1.0)
    seen = frame(scene(tagged(1, 4.0, 9.0), camera=low, hands=(hand,)), quality=quality)
    changed = np.abs(seen.picture.astype(int) - bare.picture).max(axis=2) > 40
    # The palm in the middle, and the sleeve down to the lower edge of the frame.
    assert changed[400:420, 400:620].any()
    assert changed[-5:, :].any()
    assert seen.truth.tag(1).visible == 1.0
