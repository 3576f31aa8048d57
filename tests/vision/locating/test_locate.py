"""Tests of measuring a rendered table: right to its own error, and never silently wrong."""

import math
from dataclasses import replace

import numpy as np
import pytest

from calibration.print_scale import by_bar, check_scale
from rules.table.bad_input import BadInputError
from rules.table.shapes import Rectangle
from rules.table.units import Degrees, Inches
from tests.vision.measured import (
    ABOVE,
    TABLE,
    Thing,
    altered,
    exact_profile,
    grey_of,
    layout_of,
    measured,
    of,
    rendered,
    table_scene,
    thing,
)
from vision.locating.locate import Locator
from vision.locating.located import Located, LocatedPiece, TagFault
from vision.synthetic.described.scene import (
    Patch,
    SceneHand,
    ScenePiece,
    ScenePlace,
    SceneTag,
    Station,
)

FIVE = (
    thing("T1", 20, at=(3.0, 2.5, 20.0)),
    thing("T2", 21, at=(8.0, 7.0, 135.0), height=1.1),
    thing("T3", 22, at=(12.5, 3.0, 250.0), height=0.5),
    thing("T4", 23, 24, at=(5.5, 5.0, 80.0), spread=1.5),
    thing("T5", 25, at=(11.5, 6.5, 300.0), side=0.6),
)


def faults(piece: LocatedPiece) -> set[TagFault]:
    return {flag.fault for flag in (*piece.flags, *(f for tag in piece.tags for f in tag.flags))}


def off(found: Located, made: Thing) -> float:
    """How far a piece is from its true place, in inches."""
    pose = of(found, made.piece.id).pose
    assert pose is not None
    place = made.piece.place
    return math.hypot(pose.x - place.x, pose.y - place.y)


def test_every_piece_is_where_it_is_at_its_height() -> None:
    found = measured(*FIVE)
    assert found.refusal is None
    assert {tag.number for tag in found.anchors} == {0, 1, 2, 3}
    for made in FIVE:
        piece = of(found, made.piece.id)
        assert piece.pose is not None
        assert piece.whole_error is not None
        assert not faults(piece)
        error = piece.whole_error
        assert off(found, made) < 0.003
        assert off(found, made) < 5 * math.sqrt(error.xx + error.yy)
        turn = math.remainder(piece.pose.heading - made.piece.place.heading, 360.0)
        assert abs(turn) < 0.15
        assert math.sqrt(error.hh) < 0.1
    assert of(found, "T2").height == pytest.approx(1.1)
    assert 150 < found.light < 256


def test_a_height_that_the_roster_leaves_out_shows_in_the_size_of_the_tag() -> None:
    told = thing("T2", 21, at=(13.0, 7.0, 30.0), height=0.6, told_height=0.0)
    found = measured(*FIVE[:1], told)
    assert of(found, "T2").pose is None
    (flag,) = of(found, "T2").tags[0].flags
    assert flag.fault is TagFault.WRONG_SIZE
    # 16 in away or 15.4.
    assert "3.9% too large" in flag.says
    assert "check its height" in flag.says


def test_a_little_height_that_is_left_out_is_a_little_wrong() -> None:
    told = thing("T2", 21, at=(13.0, 7.0, 30.0), height=0.06, told_height=0.0)
    found = measured(*FIVE[:1], told)
    # 0.06 in of 16 in of height, 5.6 in from the camera's foot.
    assert off(found, told) == pytest.approx(0.06 * 5.59 / 15.94, abs=0.003)


def test_one_number_in_two_places_is_used_in_neither() -> None:
    copy = thing("copy", 20, at=(13.0, 6.0, 0.0))
    found = measured(*FIVE[:2], copy, roster=FIVE[:2])
    assert of(found, "T1").pose is None
    assert faults(of(found, "T1")) == {TagFault.DUPLICATED}
    assert "seen in 2 places" in of(found, "T1").flags[0].says
    assert of(found, "T2").pose is not None


def test_a_piece_beside_the_table_has_no_place_on_it() -> None:
    beside = thing("T9", 30, at=(17.1, 4.0, 10.0))
    wide = replace(ABOVE, position_in=(8.0, 4.5, 20.0))
    found = measured(FIVE[0], beside, scene=table_scene(FIVE[0], beside, camera=wide))
    assert of(found, "T9").pose is None
    assert faults(of(found, "T9")) == {TagFault.OFF_TABLE}
    assert of(found, "T1").pose is not None


def test_a_tag_that_was_printed_in_another_size_is_not_used() -> None:
    large = altered(thing("T9", 30, at=(12.0, 5.0, 40.0)), print_scale=1.08)
    found = measured(*FIVE[:4], large)
    assert of(found, "T9").pose is None
    (flag,) = of(found, "T9").tags[0].flags
    assert flag.fault is TagFault.WRONG_SIZE
    assert "% too large" in flag.says
    share = float(flag.says.split("looks ")[1].split("%")[0])
    assert share == pytest.approx(8.0, abs=0.5)


def test_a_tag_that_does_not_lie_flat_is_not_used() -> None:
    leaning = altered(thing("T9", 30, at=(12.0, 5.0, 40.0)), tilt_deg=28.0, tilt_turn_deg=90.0)
    found = measured(*FIVE[:4], leaning)
    assert of(found, "T9").pose is None
    assert faults(of(found, "T9")) <= {TagFault.TILTED, TagFault.WRONG_SIZE}


def test_a_tag_under_a_sheet_of_paper_never_gets_a_wrong_place() -> None:
    made = thing("T9", 30, at=(12.0, 5.0, 0.0))
    for cover in (0.1, 0.2, 0.3):
        edge = 12.0 + 0.4 - 0.8 * cover
        sheet = ScenePiece(
            id="sheet",
            place=ScenePlace(x=edge + 0.75, y=5.0),
            footprint=Rectangle(length=Inches(1.5), width=Inches(2.0)),
            colour=(230, 230, 230),
            height_in=0.02,
        )
        found = measured(*FIVE[:4], made, scene=table_scene(*FIVE[:4], made, more=(sheet,)))
        piece = of(found, "T9")
        if piece.pose is not None:
            assert off(found, made) < 0.01
        else:
            assert not piece.tags or faults(piece)


def test_a_hand_hides_what_it_covers_and_nothing_else() -> None:
    hand = SceneHand(stations=(Station(at_s=0.0, place=ScenePlace(x=12.5, y=3.0, heading=170.0)),))
    found = measured(*FIVE, scene=table_scene(*FIVE, hands=(hand,)))
    assert of(found, "T3").pose is None
    for made in (FIVE[0], FIVE[1], FIVE[3]):
        assert off(found, made) < 0.005


def test_two_tags_of_one_piece_have_to_agree() -> None:
    bent = thing("T9", 30, 31, at=(12.5, 6.3, 10.0), spread=1.5)
    first, second = bent.piece.tags
    moved = replace(second, offset_in=(second.offset_in[0] - 0.06, 0.0))
    torn = Thing(piece=replace(bent.piece, tags=(first, moved)), tagged=bent.tagged)
    assert of(measured(*FIVE[:4], bent), "T9").pose is not None
    found = measured(*FIVE[:4], torn)
    assert of(found, "T9").pose is None
    assert faults(of(found, "T9")) == {TagFault.DISAGREEING}


def test_of_three_tags_the_one_that_disagrees_is_left_out() -> None:
    three = thing("T9", 30, 31, 32, at=(10.5, 4.5, 90.0), spread=1.4)
    first, second, third = three.piece.tags
    moved = replace(third, offset_in=(third.offset_in[0], 0.4))
    torn = Thing(piece=replace(three.piece, tags=(first, second, moved)), tagged=three.tagged)
    found = measured(*FIVE[:2], torn)
    piece = of(found, "T9")
    assert off(found, torn) < 0.02
    assert [tag.number for tag in piece.tags if tag.is_used] == [30, 31]
    assert faults(piece) == {TagFault.DISAGREEING}


def test_what_stands_on_a_hill_is_placed_at_the_height_of_the_hill() -> None:
    outline = Rectangle(length=Inches(5.0), width=Inches(4.0))
    hill = thing(
        "H1", 40, 41, at=(11.5, 4.5, 0.0), height=1.0, terrain=1.0, spread=3.4, footprint=outline
    )
    rider = thing("T9", 30, at=(11.5, 4.4, 30.0), height=0.0, ground=1.0)
    walker = thing("T8", 31, at=(5.0, 3.0, 30.0))
    found = measured(hill, rider, walker)
    assert off(found, rider) < 0.01
    assert of(found, "T9").height == pytest.approx(1.0)
    assert off(found, walker) < 0.005
    assert of(found, "T8").height == 0.0


def test_a_number_of_nobody_is_told_and_used_for_nothing() -> None:
    found = measured(*FIVE[:2], roster=FIVE[:1])
    (stranger,) = found.strangers
    assert stranger.number == 21
    assert not stranger.is_used
    assert [flag.fault for flag in stranger.flags] == [TagFault.UNKNOWN]


def test_without_a_roster_every_tag_is_told_as_if_it_lay_flat() -> None:
    made = FIVE[0]
    locator = Locator(exact_profile())
    found = locator.located(grey_of(rendered(table_scene(made))))
    (tag,) = found.strangers
    assert tag.pose is not None
    assert math.hypot(tag.pose.x - 3.0, tag.pose.y - 2.5) < 0.003
    assert abs(math.remainder(tag.pose.heading - 20.0, 360.0)) < 0.15
    assert not found.pieces


def test_markers_with_one_number_are_told_one_by_one() -> None:
    smoke = (
        thing("smoke-1", 8, at=(6.0, 3.0, 0.0)),
        thing("smoke-2", 8, at=(11.0, 6.0, 90.0)),
    )
    nameless = tuple(
        replace(each.tagged, tags=tuple(replace(tag, is_unique=False) for tag in each.tagged.tags))
        for each in smoke
    )
    one = layout_of(FIVE[0], shared={8: 0.8})
    named = replace(one, pieces=(*one.pieces, *nameless), class_names={8: "smoke"})
    locator = Locator(exact_profile(), tag_layout=named)
    found = locator.located(grey_of(rendered(table_scene(FIVE[0], *smoke))))
    places = sorted((tag.pose.x, tag.pose.y) for tag in found.markers if tag.pose)
    assert np.array(places) == pytest.approx(np.array([[6.0, 3.0], [11.0, 6.0]]), abs=0.005)
    assert [tag.meaning for tag in found.markers] == ["smoke", "smoke"]
    assert not found.strangers
    assert [piece.entry.id for piece in found.pieces] == ["T1"]


def test_a_marker_is_told_by_its_paper_and_not_by_its_tag() -> None:
    smoke = thing("smoke-1", 8, at=(6.0, 3.0, 30.0))
    (tag,) = smoke.tagged.tags
    printed = replace(tag, is_unique=False, x=Inches(0.5), y=Inches(0.2), turn=Degrees(90.0))
    nameless = replace(smoke.tagged, tags=(printed,))
    roster = replace(layout_of(FIVE[0], shared={8: 0.8}), pieces=(FIVE[0].tagged, nameless))
    grey = grey_of(rendered(table_scene(FIVE[0], smoke)))
    (found,) = Locator(exact_profile(), tag_layout=roster).located(grey).markers
    assert found.pose is not None
    # Its front looks to -60 degrees; the tag is 0.5 in before its middle and 0.2 in to the left.
    assert found.pose.heading == pytest.approx(300.0, abs=0.2)
    turn = math.radians(-60.0)
    ahead, aside = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
    middle = (found.pose.x, found.pose.y)
    tag_at = [m + 0.5 * a + 0.2 * b for m, a, b in zip(middle, ahead, aside, strict=True)]
    assert tag_at == pytest.approx([6.0, 3.0], abs=0.01)


def test_a_camera_that_was_knocked_measures_nothing() -> None:
    knocked = replace(ABOVE, position_in=(8.15, 4.5, 16.0), look_at_in=(8.15, 4.5, 0.0))
    scene = table_scene(*FIVE, camera=knocked)
    found = measured(*FIVE, scene=scene, profile=exact_profile(ABOVE))
    assert found.refusal is not None
    assert "0.15 in" in found.refusal
    assert all(piece.pose is None for piece in found.pieces)
    assert len(found.pieces) == 5
    assert all(tag.pose is None for piece in found.pieces for tag in piece.tags)


def test_a_camera_that_was_knocked_measures_no_marker_and_no_stranger_either() -> None:
    """A marker's place is as wrong as a piece's, and the error told of it would be false."""
    knocked = replace(ABOVE, position_in=(8.15, 4.5, 16.0), look_at_in=(8.15, 4.5, 0.0))
    smoke = thing("smoke", 8, at=(6.0, 3.0, 0.0))
    stranger = thing("stranger", 60, at=(11.0, 6.0, 0.0))
    one = layout_of(FIVE[0], shared={8: 0.8})
    found = Locator(exact_profile(ABOVE), tag_layout=one).located(
        grey_of(rendered(table_scene(FIVE[0], smoke, stranger, camera=knocked)))
    )
    assert found.refusal is not None
    assert [tag.number for tag in (*found.markers, *found.strangers)] == [8, 60]
    assert all(tag.pose is None for tag in (*found.markers, *found.strangers))
    assert any(anchor.pose is not None for anchor in found.anchors)


def test_a_false_print_measures_nothing() -> None:
    profile = replace(exact_profile(), print_check=check_scale([by_bar(6.0, 5.82)]))
    found = measured(*FIVE[:2], profile=profile)
    assert found.refusal is not None
    assert "3.0 % too small" in found.refusal
    assert all(piece.pose is None for piece in found.pieces)


def test_a_picture_of_another_size_is_refused() -> None:
    locator = Locator(exact_profile(), tag_layout=layout_of(*FIVE))
    with pytest.raises(BadInputError, match=r"expected 1280 x 720 .* got 640 x 480"):
        locator.located(np.zeros((480, 640), dtype=np.uint8))


def test_an_empty_black_picture_is_no_measurement() -> None:
    found = Locator(exact_profile(), tag_layout=layout_of(*FIVE)).located(
        np.zeros((720, 1280), dtype=np.uint8)
    )
    assert found.refusal is not None
    assert "0 of 4 anchors" in found.refusal
    assert [piece.pose for piece in found.pieces] == [None] * 5


def test_terrain_that_is_drawn_only_lifts_nothing() -> None:
    felt = Patch(
        id="W", kind="woods", outline_in=((9.0, 2.0), (14.0, 2.0), (14.0, 7.0), (9.0, 7.0))
    )
    made = thing("T9", 30, at=(11.5, 4.5, 30.0), height=0.06)
    found = measured(FIVE[0], made, scene=table_scene(FIVE[0], made, terrain=(felt,)))
    assert off(found, made) < 0.01
    assert found.table == TABLE


def test_the_tag_of_a_thing_is_told_with_its_corners() -> None:
    found = measured(FIVE[0])
    (tag,) = of(found, "T1").tags
    truth = rendered(table_scene(FIVE[0])).truth.tag(20)
    assert truth.corners_px is not None
    assert np.abs(tag.corners_px - np.array(truth.corners_px)).max() < 0.1
    assert tag.is_used
    assert isinstance(FIVE[0].piece.tags[0], SceneTag)
