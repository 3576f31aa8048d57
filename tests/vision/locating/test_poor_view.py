"""Tests that a picture in which pieces may be missed says why."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.table.units import Inches
from tests.vision.measured import (
    ABOVE,
    TABLE,
    exact_profile,
    grey_of,
    layout_of,
    rendered,
    table_scene,
    thing,
)
from vision.locating.locate import Locator
from vision.locating.located import LocatedPiece, LocatedTag
from vision.locating.poor_view import in_hard_light, in_shadows, poor_view
from vision.locating.tag_faults import SHADED
from vision.sighting import Grey
from vision.synthetic.described.optics import SceneCamera

LOW = replace(ABOVE, position_in=(8.0, -12.0, 13.0), hfov_deg=50.0)


def view_of(
    grey: Grey, *, camera: SceneCamera = ABOVE, blur_px: float = 0.5, side: float = 0.8
) -> tuple[str, ...]:
    model = exact_profile(camera).calibrated.model
    return poor_view(grey, camera=model, table=TABLE, sides=(side, 2.0), cells=6, blur_px=blur_px)


def flat() -> Grey:
    return np.full((ABOVE.height, ABOVE.width), 120, dtype=np.uint8)


def test_a_good_view_says_nothing() -> None:
    assert view_of(flat()) == ()


def test_a_burnt_spot_is_told_with_its_place() -> None:
    model, grey = exact_profile().calibrated.model, flat()
    x, y = model.pixels(np.array([[12.0, 6.0, 0.0]]))[0]
    cv2.circle(grey, (round(float(x)), round(float(y))), 60, 255, -1)
    (told,) = view_of(grey)
    assert "burnt to white about (12, 6)" in told
    small = flat()
    cv2.circle(small, (round(float(x)), round(float(y))), 12, 255, -1)
    assert view_of(small) == ()


def test_a_lens_out_of_focus_is_told() -> None:
    (told,) = view_of(flat(), blur_px=5.0)
    assert "the picture is blurred by 5.0 px" in told
    assert "focus the camera" in told


@pytest.mark.parametrize(("side", "count"), [(0.3, 1), (1.5, 0)])
def test_a_camera_that_leans_too_far_for_small_tags_is_told(side: float, count: int) -> None:
    told = view_of(flat(), camera=LOW, side=side)
    assert len(told) == count
    if told:
        assert "the camera leans 52 degrees: hang it higher, or print for that" in told[0]
        assert "px in the north-" in told[0]
        assert "--tilt 55" in told[0]


def test_a_missing_piece_is_told_why_and_a_card_in_the_box_is_none() -> None:
    here, gone = thing("T1", 20, at=(3.0, 2.5, 20.0)), thing("T2", 21)
    grey = cv2.GaussianBlur(grey_of(rendered(table_scene(here))), (0, 0), 4.0)
    for kind, is_told in (("tank", True), ("playing_card", False)):
        entry = replace(gone.tagged.entry, kind=kind)
        roster = layout_of(here, replace(gone, tagged=replace(gone.tagged, entry=entry)))
        found = Locator(exact_profile(), tag_layout=roster).located(np.asarray(grey, np.uint8))
        is_seen = found.pieces[0].is_seen
        assert any("blurred by" in told for told in found.warnings) == (is_told or not is_seen)


def test_pieces_in_shadows_are_told_in_one_sentence() -> None:
    def lost(name: str) -> LocatedPiece:
        tag = LocatedTag(
            number=5, corners_px=np.zeros((4, 2)), height=Inches(0.0), pose=None, flags=(SHADED,)
        )
        entry = thing(name, 5).tagged.entry
        return LocatedPiece(entry=entry, pose=None, whole_error=None, tags=(tag,))

    assert in_shadows([]) == ()
    assert in_shadows([lost("S1")])[0].startswith(
        "S1 stands in the edge of a shadow: turn the lamp"
    )
    assert in_shadows([lost("S2"), lost("S1")])[0].startswith("S1 and S2 stand in")


def test_hard_shadows_over_tags_that_were_read_are_told_where_a_piece_is_missing() -> None:
    here, gone = thing("T1", 20, at=(3.0, 2.5, 20.0)), thing("T2", 21)
    grey = grey_of(rendered(table_scene(here)))
    alone, both = layout_of(here), layout_of(here, gone)
    x, y = exact_profile().calibrated.model.pixels(np.array([3.0, 2.5, 0.0])).tolist()
    # A shadow's edge across the tag.
    shadow = np.zeros(grey.shape)
    shadow[round(y) - 60 : round(y) + 60, round(x) + 8 : round(x) + 60] = 0.5
    dark = grey * (1 - np.asarray(cv2.GaussianBlur(shadow, (0, 0), 3.0)))
    for picture, roster, is_told in ((grey, both, False), (dark, both, True), (dark, alone, False)):
        shown = np.clip(np.round(picture), 0, 255).astype(np.uint8)
        found = Locator(exact_profile(), tag_layout=roster).located(shown)
        assert found.pieces[0].is_seen
        assert any("hard shadows" in told for told in found.warnings) == is_told


def test_as_many_tags_are_told_as_lie_in_shadows() -> None:
    pattern = np.array([[False, True], [True, False]])
    grey = np.repeat(np.repeat(pattern * 180 + 20, 20, axis=0), 20, axis=1).astype(np.uint8)
    square = np.array([[0.0, 0.0], [39.0, 0.0], [39.0, 39.0], [0.0, 39.0]])
    assert in_hard_light(grey, [(square, pattern)]) == ()
    grey[:20] = grey[:20] // 2
    assert "a tag that was read" in in_hard_light(grey, [(square, pattern)])[0]
    assert "2 tags that were read" in in_hard_light(grey, [(square, pattern)] * 2)[0]
