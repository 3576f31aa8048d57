"""Tests that a picture in which pieces may be missed says why."""

import math
from dataclasses import replace
from functools import cache

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
    of,
    rendered,
    table_scene,
    thing,
)
from vision.detector import Detector
from vision.locating.locate import Locator
from vision.locating.located import LocatedPiece, LocatedTag, TagFault
from vision.locating.poor_view import in_hard_light, in_shadows, poor_view
from vision.locating.tag_faults import SHADED
from vision.sighting import Floats, Grey
from vision.synthetic.described.optics import SceneCamera
from vision.tags.tag_family import TagFamily
from vision.tags.tag_reading import is_shaded, is_washed_out

LOW = replace(ABOVE, position_in=(8.0, -12.0, 13.0), hfov_deg=50.0)


def view_of(
    grey: Grey,
    *,
    camera: SceneCamera = ABOVE,
    blur_px: float = 0.5,
    side: float = 0.8,
    paper: float = math.nan,
) -> tuple[str, ...]:
    model = exact_profile(camera).calibrated.model
    return poor_view(
        grey, camera=model, table=TABLE, sides=(side, 2.0), cells=6, blur_px=blur_px, paper=paper
    )


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


TEN = tuple(
    thing(f"T{n}", 20 + n, at=(3.0 + 2.6 * (n % 5), 2.8 + 3.2 * (n // 5), 17.0 * n), side=0.6)
    for n in range(10)
)
LOST = 2
"""Of these, over which light is drawn."""


@cache
def ten() -> Grey:
    return grey_of(rendered(table_scene(*TEN)))


def about(thing_at: int) -> tuple[Floats, Floats]:
    """How far right of a tag's middle, and below it, each pixel is."""
    place = TEN[thing_at].piece.place
    x, y = exact_profile().calibrated.model.pixels(np.array([place.x, place.y, 0.0])).tolist()
    rows, columns = np.mgrid[: ABOVE.height, : ABOVE.width]
    return columns - x, rows - y


def grained(picture: Floats, *, noise: float = 1.5) -> Grey:
    drawn = picture + np.random.default_rng(5).normal(0, noise, picture.shape)
    return np.clip(np.round(drawn), 0, 255).astype(np.uint8)


def glossed(veil: float) -> Grey:
    """A lamp is mirrored in the paper, and the camera keeps it below white."""
    right, down = about(LOST)
    share = veil * np.clip(1.5 - np.hypot(right, down) / 70, 0, 1)
    return grained(ten() * (1 - share) + 240 * share)


@pytest.mark.parametrize(
    ("veil", "is_named"),
    [(0.7, True), (0.85, True), pytest.param(0.94, True, marks=pytest.mark.long), (0.99, False)],
)
def test_gloss_that_leaves_a_tag_below_white_is_told(veil: float, is_named: bool) -> None:
    picture = glossed(veil)
    found = Locator(exact_profile(), tag_layout=layout_of(*TEN)).located(picture)
    piece = of(found, f"T{LOST}")
    assert picture.max() < 250
    assert [each.is_seen for each in found.pieces] == [n != LOST for n in range(10)]
    faults = [flag.fault for tag in piece.tags for flag in tag.flags]
    assert faults == ([TagFault.FAINT] if is_named else [])
    (told,) = found.warnings
    assert told.startswith(
        "T2 is washed out by a lamp's gloss" if is_named else "the picture is lighter than any tag"
    )


def burnt(strength: float) -> Grey:
    """A lamp is mirrored beside a tag: its paper is far too bright, and light spreads from it."""
    right, down = about(LOST)
    lamp = strength * np.exp(-((right**2 + (down - 30) ** 2) / (2 * 22.0**2)))
    is_paper = ten() > 150
    light = ten() * (1 + np.where(is_paper, lamp, 0.0))
    return grained(np.clip(cv2.GaussianBlur(light, (0, 0), 1.0), 0, 255))


# Light that spreads from paper shifts a tag's corners, too, as if it did not lie flat.
@pytest.mark.parametrize("strength", [25.0, 15.0])
def test_paper_that_is_burnt_is_told_as_no_thing_that_lies_over_a_tag(strength: float) -> None:
    found = Locator(exact_profile(), tag_layout=layout_of(*TEN)).located(burnt(strength))
    assert [each.is_seen for each in found.pieces] == [n != LOST for n in range(10)]
    (flag,) = (flag for tag in of(found, f"T{LOST}").tags for flag in tag.flags)
    assert flag.fault is TagFault.FAINT
    assert "its paper is burnt to white" in flag.says
    assert any(told.startswith("the paper of T2 is burnt to white") for told in found.warnings)


def test_what_is_lighter_than_any_tags_paper_is_told_where_it_is_no_table() -> None:
    for level, wide, count in ((245, 60, 1), (222, 60, 0), (245, 600, 0)):
        grey = flat()
        grey[200 : 200 + wide, 300 : 300 + wide] = level
        told = view_of(grey, paper=220.0)
        assert len(told) == count
        assert all("lighter than any tag's paper about (" in each for each in told)


def test_a_pale_haze_or_a_shade_is_no_gloss() -> None:
    pattern = np.array([[False, True], [True, False]])
    square = np.array([[0.0, 0.0], [39.0, 0.0], [39.0, 39.0], [0.0, 39.0]])

    def grey(ink: int, paper: int) -> Grey:
        cells = np.where(pattern, paper, ink)
        return np.repeat(np.repeat(cells, 20, axis=0), 20, axis=1).astype(np.uint8)

    def is_washed(ink: int, paper: int) -> bool:
        return is_washed_out(grey(ink, paper), square, pattern=pattern, paper=200.0)

    assert is_washed(185, 210)
    assert not is_washed(60, 210)
    assert not is_washed(90, 110)


def in_a_shadow(*, dark: float, soft_px: float, turn: float) -> Grey:
    """A shadow's edge crosses one tag, which no detector reads."""
    right, down = about(LOST)
    off = right * math.cos(turn) + down * math.sin(turn)
    light = 1 - (1 - dark) / (1 + np.exp(np.clip(-off / soft_px, -50, 50)))
    return grained(np.where(np.hypot(right, down) < 90, ten() * light, ten()))


@pytest.mark.parametrize(
    ("dark", "soft_px", "turn", "is_placed"), [(0.25, 4.0, 0.3, True), (0.25, 4.0, 1.1, False)]
)
def test_a_shadow_over_a_tag_that_only_the_search_found_is_told(
    dark: float, soft_px: float, turn: float, is_placed: bool
) -> None:
    picture = in_a_shadow(dark=dark, soft_px=soft_px, turn=turn)
    detector = Detector(TagFamily.of("DICT_4X4_250"))
    read = detector.sightings(picture, is_thorough=True)
    assert 20 + LOST not in {each.number for each in read}
    gone = thing("GONE", 60)
    found = Locator(exact_profile(), tag_layout=layout_of(*TEN, gone)).located(picture)
    assert of(found, f"T{LOST}").is_seen == is_placed
    (told,) = found.warnings
    assert told.startswith("a lamp throws hard" if is_placed else "T2 stands in the edge of a sha")


def test_paper_over_half_of_a_tag_is_no_shadow() -> None:
    pattern = TagFamily.of("DICT_4X4_250").pattern(20)
    cells = np.where(pattern, 210.0, 50.0)
    square = np.array([[0.0, 0.0], [119.0, 0.0], [119.0, 119.0], [0.0, 119.0]])

    def is_dark(light: Floats) -> bool:
        spread = np.repeat(np.repeat(cells * light, 20, axis=0), 20, axis=1)
        return is_shaded(np.round(spread).astype(np.uint8), square, pattern=pattern)

    half = np.ones((6, 6))
    half[:, 3:] = 0.2
    assert is_dark(half)
    assert is_dark(half.T)
    assert not is_dark(np.ones((6, 6)))
    # Card of one grey over it shows no print.
    assert not is_dark(np.where(half < 1, 45.0 / cells, 1.0))
