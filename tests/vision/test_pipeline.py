"""Tests what a live table shows while pieces rest, move and are covered."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from conftest import SoakCount
from rules.table.snapshot import HealthState, PieceState
from tests.vision.measured import altered, thing
from tests.vision.rendering import renderer_of
from tests.vision.tracking.played import (
    CAMERA,
    HZ,
    Shown,
    at,
    carried,
    pipeline_for,
    played,
    rows,
    scene_of,
    table_frame,
)
from vision.locating.located import TagFault
from vision.sighting import Grey
from vision.synthetic.described.scene import Bump, SceneHand, ScenePlace, Station
from vision.tracking.settings import DEFAULTS
from vision.tracking.track import Life


def test_a_resting_table_settles_and_its_error_shrinks() -> None:
    things = rows(6)
    scene = scene_of(*things, seconds=6.0)
    shown = list(played(pipeline_for(*things, scene=scene), scene))
    assert {each.life for each in shown[0].table.pieces} == {Life.SEEN}
    settled = [one for one in shown if all(each.life is Life.SETTLED for each in one.table.pieces)]
    assert settled[0].frame.seconds == pytest.approx(DEFAULTS.settle_s, abs=0.1)
    assert settled[-1] is shown[-1]
    assert not any(one.lies for one in shown)
    assert [one.table.snapshot.number for one in shown] == list(range(1, len(shown) + 1))
    first, last = (
        sum(p.pose.covariance.hh for p in one.table.snapshot.pieces if p.pose)
        for one in (settled[0], settled[-1])
    )
    assert last < first
    assert shown[-1].table.health.state is HealthState.LIVE
    assert {each.camera for each in shown[-1].table.pieces} == {"west"}


def test_a_piece_carried_under_a_hand_is_one_move_and_never_shown_where_it_is_not() -> None:
    things = rows(14)
    hand, move = carried("p3", at(7.9, 2.2, 90.0), at(9.6, 7.0, 130.0))
    scene = scene_of(*things, seconds=5.0, hands=(hand,), moves=(move,))
    shown = list(played(pipeline_for(*things, scene=scene), scene))
    assert not [(one.frame.seconds, one.lies) for one in shown if one.lies]
    moves = [each for one in shown for each in one.table.moves]
    assert [name for name, _ in moves] == ["p3"]
    moved = moves[0][1]
    assert math.hypot(moved.start.x - 7.9, moved.start.y - 2.2) < 0.01
    assert math.hypot(moved.end.x - 9.6, moved.end.y - 7.0) < 0.01
    lives = {one.life("p3") for one in shown}
    assert Life.HIDDEN in lives
    assert shown[-1].life("p3") is Life.SETTLED
    assert {each.life for each in shown[-1].table.pieces} == {Life.SETTLED}


def test_a_hidden_piece_keeps_its_place_with_its_age_and_a_growing_bound() -> None:
    things = rows(3)
    way = [(1.0, at(2.5, -5, 90.0)), (1.5, at(2.6, 3.2, 90.0)), (4.0, at(2.6, 3.2, 90.0))]
    hand = SceneHand(stations=tuple(Station(at_s=when, place=place) for when, place in way))
    scene = scene_of(*things, seconds=3.5, hands=(hand,))
    shown = list(played(pipeline_for(*things, scene=scene), scene))
    last = shown[-1].table
    piece = last.snapshot.piece("p0")
    assert piece.state is PieceState.HIDDEN
    assert piece.age > 1.5
    assert piece.pose is not None
    assert math.hypot(piece.pose.x - 2.5, piece.pose.y - 2.2) < 0.01
    bound = next(each.bound_in for each in last.pieces if each.id == "p0")
    assert bound == pytest.approx(piece.age * DEFAULTS.hidden_growth_in_per_s, rel=0.1)
    assert math.sqrt(piece.pose.covariance.xx) >= bound / 2


@pytest.mark.long
def test_two_pieces_that_swap_places_are_two_moves() -> None:
    things = rows(7)
    one, other = at(2.5, 2.2, 0.0), at(9.7, 2.2, 120.0)
    first, there = carried("p0", one, at(5.2, 6.5, 20.0))
    second, back = carried("p4", other, one, begins_s=3.6)
    scene = scene_of(*things, seconds=7.5, hands=(first, second), moves=(there, back))
    shown = list(played(pipeline_for(*things, scene=scene), scene))
    assert not any(each.lies for each in shown)
    assert [name for each in shown for name, _ in each.table.moves] == ["p0", "p4"]


def test_a_copy_is_flagged_in_the_first_frame_and_neither_is_used() -> None:
    things = rows(5)
    copy = thing("copy", 22, at=(12.0, 7.0, 10.0), side=0.6)
    scene = scene_of(*things, copy, seconds=1.0)
    for one in played(pipeline_for(*things, scene=scene), scene):
        assert one.life("p2") is Life.DOUBLED
        piece = one.table.snapshot.piece("p2")
        assert (piece.state, piece.pose) == (PieceState.LOST, None)
        flags = next(each.flags for each in one.table.pieces if each.id == "p2")
        assert [flag.fault for flag in flags] == [TagFault.DUPLICATED]


def test_the_lines_around_a_tag_are_no_larger_copy_of_another() -> None:
    things = rows(14)
    # In this picture, enlarged, a square twice as large as any tag reads as that of p12.
    copy = thing("copy", 24, at=(12.4, 7.2, 256.51197481560024), side=0.6)
    scene = replace(scene_of(*things, copy, seconds=8 / HZ), seed=252)
    for one in played(pipeline_for(*things, scene=scene), scene):
        doubled = [each.id for each in one.table.pieces if each.life is Life.DOUBLED]
        assert doubled == ["p4"]


@pytest.mark.long
def test_a_copy_laid_down_later_is_flagged_and_forgotten_when_it_is_taken_away() -> None:
    things = rows(5)
    copy = thing("copy", 22, at=(20.0, 12.0, 10.0), side=0.6)
    hand, move = carried("copy", at(20.0, 12.0, 10.0), at(12.0, 7.0, 10.0))
    away = Station(at_s=6.0, place=at(12.0, 7.0, 10.0)), Station(at_s=6.5, place=at(30.0, 7.0))
    move = replace(move, stations=(*move.stations, *away))
    scene = scene_of(*things, copy, seconds=8.5, hands=(hand,), moves=(move,))
    shown = list(played(pipeline_for(*things, scene=scene), scene))
    laid = [one for one in shown if 3.2 <= one.frame.seconds <= 5.9]
    assert {one.life("p2") for one in laid[4:]} == {Life.DOUBLED}
    assert shown[-1].life("p2") is Life.SETTLED
    assert not [each for one in shown for each in one.table.moves]


def locked_times(shown: list[Shown]) -> list[float]:
    return [one.frame.seconds for one in shown if one.table.health.is_locked]


@pytest.mark.parametrize("shift_in", [pytest.param(0.08, marks=pytest.mark.long), 0.5])
def test_a_bump_locks_within_a_second_and_putting_back_unlocks(shift_in: float) -> None:
    things, smoke = rows(7), thing("smoke", 40, at=(9.0, 6.5, 0.0), side=0.6)
    there, back = (
        Bump(at_s=s, shift_in=(x, 0.0, 0.0)) for s, x in ((1.5, shift_in), (4, -shift_in))
    )
    scene = scene_of(*things, smoke, seconds=6.5, bumps=(there, back))
    pipeline = pipeline_for(*things, scene=scene, shared={40: 0.6})
    shown = list(played(pipeline, scene))
    times = locked_times(shown)
    assert 1.5 < times[0] < 2.5
    assert {one.table.health.state for one in shown if one.table.health.is_locked} == {
        HealthState.MOVED
    }
    assert 4.0 <= times[-1] < 5.2
    assert all(one.table.health.is_locked for one in shown if times[0] <= one.frame.seconds < 4.0)
    assert "put it back" in next(o.table.health.note for o in shown if o.table.health.is_locked)
    # Before it is sure of the bump it locks nothing, and shows nothing as seen either.
    unsure = [one for one in shown if 1.5 <= one.frame.seconds < times[0]]
    assert unsure
    assert {piece.state for one in unsure for piece in one.table.snapshot.pieces} == {
        PieceState.HIDDEN
    }
    assert not [each for one in shown for each in one.table.moves]
    assert {each.life for each in shown[-1].table.pieces} == {Life.SETTLED}
    # A marker's place is no better than a piece's.
    assert {len(one.table.markers) for one in shown if one.table.health.is_locked} == {0}
    assert [len(one.table.markers) for one in (shown[0], shown[-1])] == [1, 1]
    locked = [one for one in shown if one.table.health.is_locked]
    assert {piece.state for one in locked for piece in one.table.snapshot.pieces} == {
        PieceState.HIDDEN
    }


def test_a_camera_that_was_moved_is_good_again_with_a_calibration_of_its_new_place() -> None:
    things = rows(7)
    bump = Bump(at_s=0.5, shift_in=(0.4, 0.2, 0.0))
    scene = scene_of(*things, seconds=1.6, bumps=(bump,))
    shown = list(played(pipeline_for(*things, scene=scene), scene))
    assert 0.5 < locked_times(shown)[0] <= 1.5
    assert shown[-1].table.health.state is HealthState.MOVED
    x, y, z = CAMERA.position_in
    u, v, w = CAMERA.look_at_in
    there = replace(CAMERA, position_in=(x + 0.4, y + 0.2, z), look_at_in=(u + 0.4, v + 0.2, w))
    anew = pipeline_for(*things, scene=replace(scene, camera=there))
    tables = [anew.step(table_frame(one.frame)) for one in shown[-10:]]
    assert {table.health.state for table in tables} == {HealthState.LIVE}
    assert {each.life for each in tables[-1].pieces} == {Life.SETTLED}


def test_hands_over_anchors_lock_nothing() -> None:
    things = rows(7)
    stations = [(1.0, at(2, -5, 90.0)), (1.4, at(1.0, 1.3, 90.0)), (2.2, at(1.0, 1.3, 90.0))]
    more = [(2.6, at(15.2, 1.2, 60.0)), (3.4, at(15.2, 1.2, 60.0)), (4.0, at(12.0, -6.0, 60.0))]
    hand = SceneHand(stations=tuple(Station(at_s=s, place=p) for s, p in (*stations, *more)))
    scene = scene_of(*things, seconds=4.5, hands=(hand,))
    shown = list(played(pipeline_for(*things, scene=scene), scene))
    assert locked_times(shown) == []
    assert min(one.table.health.anchors_in_view for one in shown) < 4


def test_without_frames_the_table_is_stale_and_then_lost_and_comes_back() -> None:
    things = rows(3)
    scene = scene_of(*things, seconds=2.0)
    pipeline = pipeline_for(*things, scene=scene)
    *_, last = played(pipeline, scene)
    assert last.table.snapshot.pieces[0].state is PieceState.SEEN
    now = last.frame.seconds
    stale, lost = pipeline.at(now + 1.0), pipeline.at(now + 60.0)
    assert (stale.health.state, lost.health.state) == (HealthState.STALE, HealthState.LOST)
    assert stale.snapshot.number == last.table.snapshot.number + 1
    assert {piece.state for piece in stale.snapshot.pieces} == {PieceState.HIDDEN}
    assert stale.snapshot.pieces[0].age == pytest.approx(1.0)
    *_, again = played(pipeline, scene, after_s=now + 61.0)
    assert again.table.health.state is HealthState.LIVE
    assert again.table.snapshot.pieces[0].state is PieceState.SEEN


def test_a_picture_that_repeats_for_ever_is_frozen() -> None:
    things = rows(3)
    scene = scene_of(*things, seconds=1.0)
    pipeline = pipeline_for(*things, scene=scene)
    frame = table_frame(renderer_of(scene, quality="fast").frame(0))
    states = [
        pipeline.step(replace(frame, number=index, seconds=index / 10)).health.state
        for index in range(14)
    ]
    assert states == [HealthState.LIVE] * 10 + [HealthState.FROZEN] * 4


def test_a_dark_picture_locks_and_light_unlocks() -> None:
    things = rows(4)
    scene = scene_of(*things, seconds=1.2)
    pipeline = pipeline_for(*things, scene=scene)
    list(played(pipeline, scene))
    dark = [
        pipeline.step(
            replace(
                frame,
                seconds=1.2 + index / 12,
                grey=(frame.grey * 0.03 + rng.normal(2, 0.5, frame.grey.shape)).astype(np.uint8),
            )
        )
        for index, (frame, rng) in enumerate(
            (table_frame(renderer_of(scene, quality="fast").frame(n)), np.random.default_rng(n))
            for n in range(6)
        )
    ]
    assert {one.health.state for one in dark[1:]} == {HealthState.TOO_DARK}
    assert "make light" in dark[-1].health.note
    *_, last = played(pipeline, scene, after_s=3.0)
    assert last.table.health.state is HealthState.LIVE
    assert {each.life for each in last.table.pieces} == {Life.SETTLED}


def test_pictures_of_another_size_and_from_the_past_do_no_harm() -> None:
    things = rows(3)
    scene = scene_of(*things, seconds=1.0)
    pipeline = pipeline_for(*things, scene=scene)
    *_, last = played(pipeline, scene)
    frame = table_frame(last.frame)
    assert pipeline.step(frame).health.state is HealthState.LIVE
    assert pipeline.dropped == 1
    small = replace(frame, seconds=frame.seconds + 0.1, grey=frame.grey[::2, ::2])
    told = pipeline.step(small).health
    assert told.state is HealthState.WRONG_CAMERA
    assert "expected 800 x 450" in told.note


def test_a_tag_of_the_wrong_size_is_flagged_and_not_used() -> None:
    good, odd = rows(2)[0], thing("odd", 40, at=(9.0, 5.0, 0.0), side=0.6)
    wrong = altered(odd, print_scale=1.1)
    scene = scene_of(good, wrong, seconds=1.0)
    pipeline = pipeline_for(good, odd, scene=scene)
    *_, last = played(pipeline, scene)
    assert last.table.snapshot.piece("odd").pose is None
    assert last.table.health.flagged == 1


def test_what_stands_on_a_hill_is_measured_at_its_height_and_the_hill_can_be_locked() -> None:
    camera = replace(CAMERA, position_in=(8.0, 1.0, 16.0))
    hill = thing(
        "hill",
        30,
        31,
        at=(4.0, 5.0, 0.0),
        side=0.6,
        spread=2.0,
        height=1.0,
        told_height=1.0,
        terrain=1.0,
    )
    rider = thing("rider", 21, at=(12.0, 4.5, 40.0), side=0.6)
    hand, move = carried("rider", ScenePlace(x=12.0, y=4.5, heading=40.0), at(4.0, 5.0, 10.0))
    scene = replace(scene_of(hill, rider, seconds=1.0, hands=(hand,), moves=(move,)), camera=camera)
    pipeline = pipeline_for(hill, rider, scene=scene)
    *_, last = played(pipeline, scene)
    (ground,) = last.table.snapshot.terrain
    assert (ground.id, ground.height) == ("hill", 1.0)
    assert [piece.id for piece in last.table.snapshot.pieces] == ["rider"]
    pipeline.ground.lock()
    shifted = replace(
        scene,
        pieces=tuple(replace(p, place=at(5.0, 6.0)) if p.id == "hill" else p for p in scene.pieces),
    )
    *_, after = played(pipeline, shifted, after_s=2.0)
    assert after.table.snapshot.terrain == last.table.snapshot.terrain
    assert "hill lies 1.4" in after.table.warnings[0]
    pipeline.ground.unlock()
    *_, free = played(pipeline, shifted, after_s=4.0)
    assert free.table.warnings == ()
    assert free.table.snapshot.terrain != last.table.snapshot.terrain


@pytest.mark.soak
def test_a_tag_in_the_place_of_another_is_not_taken_for_it(soak_count: SoakCount) -> None:
    things = rows(6)
    scene = scene_of(*things, seconds=0.75)
    pipelines = {quality: pipeline_for(*things, scene=scene) for quality in (0, 80, 50)}
    for one in pipelines.values():
        *_, last = played(one, scene)
        assert last.life("p4") is Life.SETTLED
    # Tag 4's paper is changed for others with many equal cells, one at a time.
    for step, number in enumerate(range(100, 100 + soak_count(10, 100))):
        pieces = tuple(
            replace(each, tags=(replace(each.tags[0], id=number),)) if each.id == "p4" else each
            for each in scene.pieces
        )
        frame = table_frame(renderer_of(replace(scene, pieces=pieces), quality="fast").frame(step))
        for quality, pipeline in pipelines.items():
            grey = as_jpeg(frame.grey, quality=quality) if quality else frame.grey
            table = pipeline.step(replace(frame, seconds=2.0 + step / 12, grey=grey))
            seen = table.snapshot.piece("p4").state
            assert seen is not PieceState.SEEN, (number, quality)


def as_jpeg(grey: Grey, *, quality: int) -> Grey:
    done, data = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), dtype=np.uint8)
