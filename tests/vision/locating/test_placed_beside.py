"""Tests that a rendered camera which sees a part of the table, and no anchor, is calibrated."""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from calibration.lens import COUNT as LENS_COUNT
from calibration.lens_prior import LensBelief
from calibration.profile import LensProfile
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Health, HealthState, PieceState
from tests.vision.locating.test_together import SOUTH, of, seen_from
from tests.vision.measured import exact_profile, grey_of, layout_of, rendered, table_scene, thing
from vision.fusion.several import SeveralCameras
from vision.locating.locate import Locator
from vision.locating.place_error import EXACT
from vision.locating.placed_beside import PlacedBeside, placed_beside
from vision.locating.together import Together
from vision.sighting import Grey
from vision.tracking.frame import TableFrame

NEAR = replace(SOUTH, position_in=(10.0, 8.0, 9.0), look_at_in=(9.5, 5.0, 0.0))
NAMES = ("south", "near")
THINGS = tuple(
    thing(f"T{index}", 20 + index, at=at, height=height)
    for index, (at, height) in enumerate(
        [
            ((7.6, 3.6, 20.0), 0.0),
            ((11.2, 3.9, 110.0), 0.4),
            ((9.4, 5.0, 70.0), 0.0),
            ((7.5, 6.2, 200.0), 0.6),
            ((11.5, 6.3, 320.0), 0.0),
            ((9.6, 6.9, 10.0), 0.3),
        ]
    )
)
LAYOUT = layout_of(*THINGS)


def lens_profile() -> LensProfile:
    own = exact_profile(NEAR)
    of_lens = own.calibrated.of_camera[:LENS_COUNT, :LENS_COUNT]
    belief = LensBelief(lens=own.calibrated.model.lens, covariance=of_lens)
    return LensProfile(camera=own.camera, lens=belief, rms_px=0.1, views=12)


@cache
def pictures() -> tuple[Grey, Grey]:
    return seen_from(SOUTH, *THINGS), seen_from(NEAR, *THINGS)


@cache
def near() -> PlacedBeside:
    south, mine = pictures()
    return placed_beside(
        mine,
        lens=lens_profile(),
        known=[exact_profile(SOUTH)],
        pictures=[south],
        names=NAMES[:1],
        tag_layout=LAYOUT,
    )


def test_it_is_placed_by_the_pieces_and_measures_with_the_others() -> None:
    found = near()
    assert found.left_out == ()
    assert set(found.shared) == {20, 21, 22, 23, 24, 25}
    eye = found.profile.calibrated.model.stand.eye
    assert np.hypot(*(eye - np.array(NEAR.position_in))[:2]) < 0.1
    profiles = [exact_profile(SOUTH), found.profile]
    joint = Together(profiles, names=NAMES, tag_layout=LAYOUT, care=EXACT)
    table = joint.located([[each] for each in pictures()])
    assert table.refusal is None
    for made in THINGS:
        piece = of(table, made.piece.id)
        assert piece.pose is not None
        assert piece.seen_by == (0, 1)
        place = made.piece.place
        assert math.hypot(piece.pose.x - place.x, piece.pose.y - place.y) < 0.01
        assert piece.height == pytest.approx(made.piece.top_in, abs=0.02)


def test_alone_it_measures_nothing_and_says_why() -> None:
    located = Locator(near().profile, tag_layout=LAYOUT).located(pictures()[1])
    assert located.refusal is not None
    assert located.refusal.startswith("the camera was placed by what others see: open one of them")


def test_a_picture_of_another_moment_is_refused() -> None:
    moved = [
        replace(made, piece=replace(made.piece, place=other.piece.place))
        for made, other in zip(THINGS, (*THINGS[2:], *THINGS[:2]), strict=True)
    ]
    with pytest.raises(BadInputError, match="shared tags: expected tags where the other"):
        placed_beside(
            seen_from(NEAR, *moved),
            lens=lens_profile(),
            known=[exact_profile(SOUTH)],
            pictures=[pictures()[0]],
            names=NAMES[:1],
            tag_layout=LAYOUT,
        )


def test_it_follows_the_table_live_with_the_others() -> None:
    several = SeveralCameras(
        [exact_profile(SOUTH), near().profile], names=NAMES, tag_layout=LAYOUT, care=EXACT
    )
    rng = np.random.default_rng(1)
    last = None
    for number in range(12):
        for camera, grey in enumerate(pictures()):
            noisy = np.clip(grey + rng.integers(-1, 2, grey.shape), 0, 255).astype(np.uint8)
            seconds = number / 10 + camera / 20
            taken = TableFrame(number=number, seconds=seconds, camera="", grey=noisy)
            several.take(several.look(camera, taken, keeper=Health()), now_s=seconds)
            last = several.at(seconds)
    assert last is not None
    assert last.health.state is HealthState.LIVE
    assert all(each.is_well for each in last.cameras)
    assert {each.state for each in last.snapshot.pieces} == {PieceState.SEEN}
    assert set(last.seen_by.values()) == {NAMES}
    assert set(last.heights) == {made.piece.id for made in THINGS}


def test_no_anchor_is_in_its_picture() -> None:
    """What makes the other tests worth anything."""
    grey = grey_of(rendered(table_scene(*THINGS, camera=NEAR)))
    assert not Locator(exact_profile(NEAR), tag_layout=LAYOUT).located(grey).anchors
