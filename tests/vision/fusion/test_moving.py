"""Tests that pieces that move are placed at once as well as one by one, and at rest not anew."""

import math
from dataclasses import replace

import numpy as np
import pytest

from calibration.anchors import corner_slopes, corners_of
from tests.often import often
from tests.vision.fusion.drawn_play import HZ, Carried, Covered, Play, a_play
from vision.fusion.fused import Fused
from vision.fusion.moving import MetTags, PassingPose, Spread, best_of, met_tags
from vision.fusion.placed import FoundTag, placed_sights
from vision.fusion.sight import CameraSight, TagSight
from vision.tracking.track import Life

AGREEING = 1e-9
"""Inches, degrees and square inches that two ways of working a number out may differ by."""


def sights_of(play: Play, camera: int) -> list[TagSight]:
    found = play.sight(camera, 1.0)
    assert found is not None
    return list(found.tags.values())


@pytest.mark.parametrize("seed", range(3))
def test_tags_placed_at_once_lie_where_each_does_by_itself(seed: int) -> None:
    play = a_play(seed, pieces=12)
    for camera in range(2):
        model = play.calibrated[camera].model
        sights = sights_of(play, camera)
        assert len(sights) > 4
        for sight, met in zip(sights, met_tags(sights, model=model), strict=True):
            assert met is not None
            corners = model.places(sight.corners, height=sight.height)
            middle = corners.mean(axis=0)
            assert (met.x, met.y) == pytest.approx(middle.tolist(), abs=AGREEING)
            right = corners[1] - corners[0] + corners[2] - corners[3]
            turn = math.degrees(math.atan2(right[1], right[0]))
            assert met.turn_deg == pytest.approx(turn, abs=AGREEING)
            slopes = model.place_slopes(np.array([*middle, sight.height]))
            inches = float(np.linalg.norm(slopes.pixel, 2)) * sight.sigma_px
            spread = (inches**2 + 0.01**2) * np.eye(2)
            spread += 0.02**2 * np.outer(slopes.height, slopes.height)
            found = [[met.spread.xx, met.spread.xy], [met.spread.xy, met.spread.yy]]
            assert np.abs(spread - found).max() < AGREEING


@pytest.mark.parametrize("seed", range(3))
def test_what_a_fit_has_told_of_a_tag_is_in_its_corners_and_no_more(seed: int) -> None:
    model = a_play(seed).calibrated[0].model
    rng = np.random.default_rng(seed)
    found = [
        FoundTag(
            number=number,
            place=np.array([*rng.uniform(8.0, 20.0, 2), 0.3 * number, rng.uniform(-3.0, 3.0)]),
            covariance=np.diag(rng.uniform(1e-5, 1e-4, 3)),
            size=0.5 + 0.1 * number,
        )
        for number in range(5)
    ]
    for tag, sight in zip(found, placed_sights(found, model=model), strict=True):
        place, size = tag.place[None], tag.size
        corners = corners_of(place, size=size)
        assert np.abs(sight.corners - model.pixels(corners)[0]).max() < AGREEING
        slopes = model.pixel_slopes(corners) @ corner_slopes(place, size=size)
        told = slopes.reshape(8, -1)[:, [0, 1, 3]]
        back = np.linalg.pinv(told)
        assert np.abs(back @ sight.covariance @ back.T - tag.covariance).max() < AGREEING
        rest = np.eye(8) - told @ back
        assert np.abs(rest @ sight.covariance @ rest - 9.0 * rest).max() < AGREEING
        middle = sight.corners.mean(axis=0)
        assert sight.middle == pytest.approx(middle.tolist(), abs=AGREEING)
        of_middle = np.tile(np.eye(2) / 4, 4)
        spread = np.trace(of_middle @ sight.covariance @ of_middle.T)
        assert sight.sigma_px == pytest.approx(math.sqrt(spread), abs=AGREEING)


def test_a_tag_above_the_horizon_lies_nowhere_and_the_others_where_they_do() -> None:
    play = a_play(1)
    model, sights = play.calibrated[0].model, sights_of(play, 0)
    lost = replace(sights[0], height=1e3)
    found = met_tags([lost, *sights[1:]], model=model)
    assert found[0] is None
    assert all(each is not None for each in found[1:])
    assert not met_tags([], model=model)


def test_a_tag_that_stays_the_same_is_placed_once() -> None:
    play = a_play(2)
    model, sights = play.calibrated[0].model, sights_of(play, 0)
    met = MetTags()
    met.meet(sights, model=model)
    before = [met[each] for each in sights]
    moved = replace(sights[0], corners=sights[0].corners + 3.0)
    met.meet([moved, *sights[1:]], model=model)
    assert [met[each] for each in sights[1:]] == before[1:]
    assert met[moved] != before[0]
    met.meet(sights[1:], model=model.moved(np.zeros(15)))
    assert met[sights[1]] != before[1]
    assert met[sights[0]] is None


def test_of_two_cameras_the_one_whose_clock_is_sure_places_what_is_fast() -> None:
    near = Spread(xx=1e-4, xy=0.0, yy=1e-4)
    far = Spread(xx=4e-4, xy=0.0, yy=4e-4)
    seen = [
        PassingPose(camera=0, at=(1.0, 2.0), heading=3.0, spread=near),
        PassingPose(camera=1, at=(1.1, 2.0), heading=4.0, spread=far),
    ]
    clocks = {0: 0.05, 1: 0.004}
    assert best_of(seen, velocity=(0.0, 0.0), clock_sigmas=clocks).camera == 0
    best = best_of(seen, velocity=(3.0, -4.0), clock_sigmas=clocks)
    assert best.camera == 1
    told = best.pose().covariance
    way = 0.004 * np.array([3.0, -4.0])
    spread = np.diag([4e-4, 4e-4]) + np.outer(way, way)
    assert np.allclose([[told.xx, told.xy], [told.xy, told.yy]], spread, atol=1e-15)


# --- what has not changed -----------------------------------------------------------------------


def busy(seed: int) -> Play:
    """Pieces are carried about and covered, in view of one camera or of both."""
    play = a_play(seed, pieces=10)
    free = [(24.0, 5.0), (29.0, 12.0), (24.0, 19.0)]
    play.carried = [
        Carried(
            piece=piece,
            begins_s=1.0 + 0.5 * piece,
            lasts_s=0.7,
            x=x,
            y=y,
            turn=1.0 + seed,
            hidden_from=((), (0,), (1,))[(piece + seed) % 3],
        )
        for piece, (x, y) in enumerate(free)
    ]
    play.covered = [
        Covered(piece=piece, begins_s=1.2, ends_s=2.0 + 0.3 * piece, cameras=cameras)
        for piece, cameras in zip((3, 4, 5), ((0,), (1,), (0, 1)), strict=True)
    ]
    return play


def anew(sight: CameraSight) -> CameraSight:
    """The same, of which nothing is the same object as in the picture before."""
    return replace(
        sight,
        tags={number: replace(tag) for number, tag in sight.tags.items()},
        pieces={name: replace(sign) for name, sign in sight.pieces.items()},
    )


def words(found: Fused) -> list[object]:
    """All that is told of pieces and cameras, but for numbers."""
    pieces = [
        (each.tagged.entry.id, each.track.life, len(each.track.path), each.seen_by, each.flags)
        for each in found.pieces
    ]
    cameras = [(each.standing, each.health) for each in found.cameras]
    return [pieces, cameras, found.health, [name for name, _ in found.moves]]


def numbers(found: Fused) -> list[float]:
    """All numbers but when pieces that rest were last looked at by themselves."""
    kept: list[float | None] = [*found.confirmed.values()]
    for piece in found.pieces:
        kept += [piece.height, piece.height_sigma, piece.sigma_in]
        kept += [number for step in piece.track.path for number in step]
        for pose in (piece.track.pose, piece.track.rested):
            if pose is not None:
                kept += [pose.x, pose.y, pose.heading]
                kept += [pose.covariance.xx, pose.covariance.xy, pose.covariance.yy]
    for camera in found.cameras:
        kept += [camera.delay_s, camera.delay_sigma_s]
    for _, move in found.moves:
        kept += [move.start.x, move.start.y, move.end.x, move.end.y, move.left_s, move.rested_s]
    return [math.nan if each is None else each for each in kept]


@pytest.mark.parametrize("seed", often(range(3), quick=range(1)))
def test_a_table_is_the_same_whether_what_is_as_before_is_known_or_not(seed: int) -> None:
    known, unknown = busy(seed), busy(seed)
    moved, found = 0, known.fusion.at(0.0)
    for number in range(int(4.0 * HZ)):
        for camera in range(2):
            at_s = (number + camera / 2) / HZ
            sight = known.sight(camera, at_s)
            assert sight is not None
            known.fusion.take(sight, now_s=at_s + 0.1)
            unknown.fusion.take(anew(sight), now_s=at_s + 0.1)
            found, other = known.fusion.at(at_s + 0.1), unknown.fusion.at(at_s + 0.1)
            assert words(found) == words(other)
            # How many tags are placed at once shows in the last bits of a float.
            assert numbers(found) == pytest.approx(numbers(other), abs=AGREEING, nan_ok=True)
            moved += len(found.moves)
    assert moved == 3
    assert all(each.track.life is Life.SETTLED for each in found.pieces)


def test_a_piece_at_rest_that_is_only_seen_more_surely_is_not_looked_at_anew() -> None:
    play = a_play(3)
    before = list(play.run(1.5))[-1]
    sight = play.sight(1, 1.5)
    assert sight is not None
    surer = {n: replace(tag, covariance=0.9 * tag.covariance) for n, tag in sight.tags.items()}
    play.fusion.take(replace(sight, tags=surer), now_s=before.seconds + 0.05)
    after = play.fusion.at(before.seconds + 0.05)
    assert after.pieces == before.pieces
    assert all(each.track.life is Life.SETTLED for each in after.pieces)
    seen_s = sight.seconds - after.cameras[1].delay_s
    assert set(after.confirmed.values()) == {seen_s}
