"""Tests that tags which move fast are followed, and not lost and found anew."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.measured import (
    Thing,
    exact_profile,
    grey_of,
    layout_of,
    rendered,
    table_scene,
    thing,
)
from tests.vision.rendering import renderer_of
from tests.vision.tracking.played import CAMERA, at, rows, scene_of, table_frame
from vision.fit.placed import PlacedTag, PlaneFit, StartTag
from vision.locating.place_error import EXACT, PlaceErrors
from vision.sighting import Floats
from vision.synthetic.described.scene import SceneMove, Station
from vision.tags.tag_family import TagFamily
from vision.tracking import tracker as tracking
from vision.tracking.following import FollowedTag, refit
from vision.tracking.frame import TableFrame
from vision.tracking.slid import slid
from vision.tracking.tracker import Tracker

_FAST_IN_S = 15.0
_RADIUS_IN = 1.2
_HZ = 30.0


def _starts(x: float = 0.0, y: float = 0.0, *, is_trusted: bool) -> list[StartTag]:
    """Where the pieces of `rows` lie, or all as far from there."""
    return [
        StartTag(
            number=each.tagged.tags[0].number,
            side_in=0.6,
            height_in=0.0,
            x_in=each.piece.place.x + x,
            y_in=each.piece.place.y + y,
            heading_deg=each.piece.place.heading,
            is_trusted=is_trusted,
        )
        for each in rows(14)
    ]


def _aside(one: Thing, x: float) -> Thing:
    place = replace(one.piece.place, x=one.piece.place.x + x)
    return replace(one, piece=replace(one.piece, place=place))


def _frame(number: int, things: Sequence[Thing]) -> TableFrame:
    grey = grey_of(rendered(table_scene(*things, camera=CAMERA)))
    return TableFrame(number=number, seconds=number / _HZ, camera="slid", grey=grey)


@pytest.mark.parametrize(("x", "y"), [(0.5, 0.0), (-0.3, 0.4), (0.1, -0.2), (0.0, 0.03)])
def test_a_tag_is_looked_for_half_an_inch_about_where_it_was_foreseen(x: float, y: float) -> None:
    scene = table_scene(*rows(14), camera=CAMERA)
    profile = exact_profile(CAMERA)
    found = slid(
        grey_of(rendered(scene)),
        _starts(x, y, is_trusted=math.hypot(x, y) > 0.45),
        camera=profile.calibrated.model,
        family=TagFamily.of(profile.dictionary),
    )
    for start, true in zip(found, _starts(is_trusted=False), strict=True):
        assert math.hypot(start.x_in - true.x_in, start.y_in - true.y_in) < 0.03
        assert not start.is_trusted


def test_a_tag_that_is_where_it_was_foreseen_is_not_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = table_scene(*rows(14), camera=CAMERA)
    profile = exact_profile(CAMERA)
    starts = _starts(0.01, -0.01, is_trusted=False)
    monkeypatch.setattr(cv2, "matchTemplate", None)
    assert (
        slid(
            grey_of(rendered(scene)),
            starts,
            camera=profile.calibrated.model,
            family=TagFamily.of(profile.dictionary),
        )
        == starts
    )


def test_the_errors_of_tags_that_move_are_worked_out_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    things = rows(14)
    tracker = Tracker(exact_profile(CAMERA), tag_layout=layout_of(*things), care=EXACT)
    for number in range(3):
        tracker.look(_frame(number, things))
    asked: list[int] = []
    one_by_one = PlaceErrors.own_covariances

    def counted(self: PlaceErrors, tags: Sequence[PlacedTag], **more: Any) -> Floats:
        asked.append(len(tags))
        return one_by_one(self, tags, **more)

    monkeypatch.setattr(PlaceErrors, "own_covariances", counted)
    # An error is good for half an inch about the place it was worked out for; one step of so much
    # is as far as a tag is looked for.
    tracker.look(_frame(3, [_aside(each, 0.3) for each in things]))
    assert sum(asked) == 0
    tracker.look(_frame(4, [_aside(each, 0.6) for each in things]))
    assert [count for count in asked if count] == [14]
    for follow in tracker.tags.all()[0]:
        spot = follow.spot(tracker.placer)
        assert spot.place is not None
        alone = one_by_one(
            tracker.placer.place_errors, [spot.place.tag], heights=[0.0], raised=[0.0]
        )
        assert spot.place.own == pytest.approx(alone[0])


def test_what_rests_is_left_where_it_was_and_trusted() -> None:
    scene = table_scene(*rows(14), camera=CAMERA)
    profile = exact_profile(CAMERA)
    starts = _starts(is_trusted=True)
    grey = grey_of(rendered(scene))
    family = TagFamily.of(profile.dictionary)
    assert slid(grey, starts, camera=profile.calibrated.model, family=family) == starts
    bare = np.full_like(grey, 128)
    assert slid(bare, starts, camera=profile.calibrated.model, family=family) == starts
    out = _starts(x=40.0, is_trusted=False)
    assert slid(grey, out, camera=profile.calibrated.model, family=family) == out


def _round_and_round(name: str, x: float, y: float) -> SceneMove:
    """From rest into a circle at full speed, and at rest again."""
    step = 1 / (4 * _HZ)
    turn = _FAST_IN_S / _RADIUS_IN * step
    steps = round(2 * math.pi / turn)
    return SceneMove(
        piece=name,
        stations=tuple(
            Station(
                at_s=0.5 + number * step,
                place=at(
                    x + _RADIUS_IN * (math.cos(number * turn) - 1.0),
                    y + _RADIUS_IN * math.sin(number * turn),
                ),
            )
            for number in range(steps + 1)
        ),
    )


def test_a_tag_that_goes_round_at_fifteen_inches_a_second_is_followed_and_not_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    things = (*rows(6), thing("fast", 77, at=(9.5, 6.5, 20.0), side=0.6))
    piece = things[-1].piece
    move = _round_and_round(piece.id, piece.place.x, piece.place.y)
    scene = replace(scene_of(*things, seconds=1.4, moves=(move,)), rate_hz=_HZ)
    lost: list[int] = []
    moving = 0

    def watched(
        follows: Sequence[FollowedTag], **more: Any
    ) -> tuple[PlaneFit | None, list[FollowedTag], list[FollowedTag]]:
        nonlocal moving
        found = refit(follows, **more)
        moving += len(found[1])
        lost.extend(each.number for each in found[2])
        return found

    monkeypatch.setattr(tracking, "refit", watched)
    tracker = Tracker(exact_profile(scene.camera), tag_layout=layout_of(*things), care=EXACT)
    renderer = renderer_of(scene, quality="fast")
    for number in range(scene.frames):
        tracker.look(table_frame(renderer.frame(number)))
    assert lost == []
    assert moving >= 12
