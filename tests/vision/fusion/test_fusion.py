"""Tests that several cameras make one table, that none of them can spoil."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from conftest import SoakCount
from rules.table.snapshot import HealthState
from tests.often import often
from tests.vision.fusion.drawn_play import (
    Carried,
    Covered,
    Play,
    a_bump,
    a_play,
    shifted,
)
from vision.fusion.fused import Fused, FusedPiece
from vision.fusion.sight import CameraSight
from vision.locating.located import TagFault
from vision.tracking.track import Life

RIGHT_IN = 0.06
"""No pose that is shown as seen may be off by more: twice what a move takes to count."""
DROPPED_S = 0.5
SNAPSHOTS = 2000
"""A soak looks at more of them for each fault, each taken while one of two cameras fails."""
RIGS = 3
FAULTS = ("freeze", "dead", "black", "bump", "bump unnoticed", "swap", "slow", "wrong profile")


def ending(play: Play, until_s: float) -> Fused:
    """The last moment of a play in which nothing is shown that is not there."""
    found = None
    for found in play.run(until_s):
        assert not play.lies(found, right_in=RIGHT_IN)
    assert found is not None
    return found


def of(found: Fused, name: str) -> FusedPiece:
    return next(each for each in found.pieces if each.tagged.entry.id == name)


def disturbed(fault: str, seed: int) -> tuple[Play, int, float]:
    """A play with hands and moves in which one camera fails; which one, and when."""
    play = a_play(seed, rig=seed % RIGS)
    rng = play.rng
    since_s, ill = float(rng.uniform(1.5, 2.5)), seed // RIGS % 2
    free = [(x, y) for x in (24.0, 29.0) for y in (5.0, 12.0, 19.0, 26.0)]
    blind = ((), (0,), (1,), (0, 1))
    play.carried = [
        Carried(
            piece=piece,
            begins_s=float(rng.uniform(1.0, 4.0)),
            lasts_s=float(rng.uniform(0.4, 1.2)),
            x=free[at][0],
            y=free[at][1],
            turn=float(rng.uniform(-3, 3)),
            hidden_from=blind[int(rng.integers(4))],
        )
        for piece, at in enumerate(rng.permutation(len(free))[:3].tolist())
    ]
    begins = rng.uniform(1.0, 4.0, 3).tolist()
    play.covered = [
        Covered(
            piece=piece,
            begins_s=at,
            ends_s=at + float(rng.uniform(0.3, 2.0)),
            cameras=blind[int(rng.integers(1, 4))],
        )
        for piece, at in zip((3, 4, 5), begins, strict=True)
    ]
    if fault == "wrong profile":
        wrong = list(play.calibrated)
        wrong[ill] = shifted(wrong[ill], a_bump(rng))
        return replace(play, calibrated=tuple(wrong)), ill, 0.0
    for index, eye in enumerate(play.eyes):
        if index == ill or fault == "swap":
            eye.since_s, eye.rate, eye.step = since_s, 0.8, a_bump(rng)
            eye.fault, eye.has_anchors = fault.split(maxsplit=1)[0], fault != "bump unnoticed"
    return play, ill, since_s


@pytest.mark.soak
@pytest.mark.parametrize(
    "fault",
    # A camera that sends nothing new is one that sends nothing, and one that notices its bump is
    # left out sooner; that a wrong profile is named is shown by three cameras, too.
    often(FAULTS, quick=("freeze", "black", "bump unnoticed", "swap", "slow")),
)
def test_no_fault_of_one_camera_makes_the_table_wrong(
    fault: str,
    rng_seed: int,
    soak_count: SoakCount,
    record_property: Callable[[str, object], None],
) -> None:
    """Nothing wrong is shown as seen, and who fails is left out or named in time."""
    plays, snapshots, live = soak_count(1, 26), 0, 0
    for seed in range(rng_seed, rng_seed + plays):
        play, ill, since_s = disturbed(fault, seed)
        dropped = locked = None
        for found in play.run(5.0):
            assert not play.lies(found, right_in=RIGHT_IN), seed
            after = found.seconds - since_s
            snapshots += after >= 0
            live += after >= 0 and found.health.state is HealthState.LIVE
            if after > 0 and dropped is None and not found.cameras[ill].is_well:
                dropped = after
            if after > 0 and locked is None and found.health.state is not HealthState.LIVE:
                locked = after
            if fault not in {"swap", "wrong profile"} and found.seconds > 0.5:
                assert found.cameras[1 - ill].is_well
                assert found.health.state is HealthState.LIVE
        if fault == "wrong profile":
            assert locked is not None
            assert locked < 2.0
            assert "suspect is" in found.health.note
        elif fault == "slow":
            assert dropped is not None
            assert dropped < 1.5
        else:
            assert dropped is not None
            assert dropped <= DROPPED_S
    told = f"{snapshots:,} snapshots with this fault, {live:,} of them live: nothing wrong in any"
    record_property("soak", told)
    assert plays == 1 or snapshots >= SNAPSHOTS


@pytest.mark.parametrize("seed", often((1005, 1011), quick=[1005]))
def test_a_bump_is_seen_by_others_whose_pictures_come_late(seed: int) -> None:
    """Their newest picture is never as new as that of the camera which was bumped."""
    play, ill, since_s = disturbed("bump unnoticed", seed)
    dropped = None
    for found in play.run(since_s + 1.2):
        assert not play.lies(found, right_in=RIGHT_IN)
        if dropped is None and not found.cameras[ill].is_well:
            dropped = found.seconds - since_s
    assert dropped is not None
    assert dropped <= DROPPED_S


def test_a_hand_in_one_camera_hides_nothing_that_another_sees() -> None:
    play = a_play(4)
    play.covered = [
        Covered(piece=0, begins_s=1.0, ends_s=3.0, cameras=(0,)),
        Covered(piece=1, begins_s=1.0, ends_s=3.0, cameras=(0, 1)),
    ]
    found = ending(play, 2.0)
    assert (of(found, "p0").track.life, of(found, "p0").seen_by) == (Life.SETTLED, (1,))
    assert of(found, "p1").track.life is Life.HIDDEN
    assert (of(found, "p2").track.life, of(found, "p2").seen_by) == (Life.SETTLED, (0, 1))


@pytest.mark.soak
def test_what_one_camera_sees_openly_is_live(soak_count: SoakCount) -> None:
    """Arms from each side, move after move: nothing that none sees is shown as seen."""
    openly = live = saved = moves = told = 0
    for seed in range(soak_count(1, 34)):
        play = a_play(seed, rig=seed % RIGS)
        rng = play.rng
        places = [(x, y) for x in (24.0, 29.0) for y in (5.0, 12.0, 19.0, 26.0)]
        play.carried = [
            Carried(
                piece=turn,
                begins_s=1.0 + 1.5 * turn,
                lasts_s=float(rng.uniform(0.4, 0.8)),
                x=places[turn][0],
                y=places[turn][1],
                turn=float(rng.uniform(-3, 3)),
                hidden_from=((0,), (1,), (0, 1))[int(rng.integers(3))],
            )
            for turn in range(6)
        ]
        # An arm hides what lies beside its way from one camera or the other.
        play.covered = [
            Covered(
                piece=int(rng.choice([6, 7])),
                begins_s=each.begins_s,
                ends_s=each.begins_s + 1.2,
                cameras=((0,), (1,))[int(rng.integers(2))],
            )
            for each in play.carried
        ]
        moves += len(play.carried)
        for found in play.run(11.0):
            assert not play.lies(found, right_in=RIGHT_IN)
            told += len(found.moves)
            for index, piece in enumerate(found.pieces):
                at_s = found.seconds - max(eye.delay_s for eye in play.eyes)
                _, rested = play.truth(index, at_s)
                sees = [not play.is_covered(index, camera, at_s=at_s) for camera in (0, 1)]
                if found.seconds < 1.0 or rested < 1.0:
                    continue
                is_live = piece.track.life is Life.SETTLED
                openly += any(sees)
                live += any(sees) and is_live
                saved += sees == [False, True] and is_live
    assert told == moves
    assert live >= 0.99 * openly
    assert saved > 0


def test_a_place_does_not_change_when_a_hand_hides_it_from_one() -> None:
    """What both saw of it stays true while one of them sees it rest."""
    play = a_play(4)
    play.covered = [Covered(piece=0, begins_s=1.0, ends_s=3.0, cameras=(0,))]
    poses = {of(found, "p0").track.pose for found in play.run(2.0) if found.seconds > 0.9}
    assert len(poses) == 1


def test_a_move_counts_once_and_ends_where_the_piece_is() -> None:
    play = a_play(5)
    play.carried = [
        Carried(piece=0, begins_s=1.2, lasts_s=0.8, x=25.0, y=15.0, turn=1.0, hidden_from=(1,))
    ]
    moves = [move for found in play.run(3.5) for move in found.moves]
    ((name, moved),) = moves
    assert name == "p0"
    assert math.hypot(moved.end.x - 25.0, moved.end.y - 15.0) < RIGHT_IN
    assert len(moved.path) > 5


def test_heights_are_measured_and_a_wrong_one_is_named() -> None:
    play = a_play(6)
    play.places[0, 2] = 0.81
    play.told_heights[0] = 0.5
    found = ending(replace(play), 1.2)
    piece = of(found, "p0")
    assert piece.height == pytest.approx(0.81, abs=0.03)
    assert piece.height_sigma is not None
    assert piece.height_sigma < 0.02
    assert [flag.fault for flag in piece.flags] == [TagFault.WRONG_HEIGHT]
    assert "the roster says 0.5" in piece.flags[0].says
    assert not of(found, "p1").flags


def test_moving_pieces_tell_how_late_a_camera_is() -> None:
    play = a_play(7)
    play.eyes[0].delay_s, play.eyes[1].delay_s = 0.02, 0.1
    play.carried = [
        Carried(piece=at, begins_s=1.0 + at, lasts_s=0.9, x=26.0, y=6.0 * at + 5, turn=0.5)
        for at in range(3)
    ]
    found = ending(play, 4.5)
    east = found.cameras[1]
    assert east.delay_s == pytest.approx(0.08, abs=0.02)
    assert abs(east.delay_s - 0.08) < 4 * east.delay_sigma_s
    assert east.delay_sigma_s < 0.02


def test_a_moving_piece_has_the_error_that_the_clocks_bring() -> None:
    play = a_play(7)
    play.carried = [Carried(piece=0, begins_s=1.0, lasts_s=1.0, x=27.0, y=27.0, turn=0.5)]
    spreads = []
    for found in play.run(1.6):
        track = of(found, "p0").track
        if track.life is Life.MOVING and track.pose is not None:
            spreads.append(math.sqrt(track.pose.covariance.xx + track.pose.covariance.yy))
    speed = math.hypot(27.0 - play.places[0, 0], 27.0 - play.places[0, 1])
    assert max(spreads) > 0.004 * speed


def test_nothing_is_fitted_anew_while_nothing_changes() -> None:
    play = a_play(8)
    first = ending(play, 1.0)
    before = play.fusion.fits
    for at_s in np.arange(1.0, 6.0, 0.05):
        for index in range(2):
            sight = play.sight(index, float(at_s))
            assert sight is not None
            play.fusion.take(sight, now_s=float(at_s) + 0.1)
        play.fusion.at(float(at_s) + 0.1)
    found = play.fusion.at(6.05)
    assert play.fusion.fits == before
    # That a piece was seen again makes no other piece of it, and is told.
    assert found.pieces == first.pieces
    assert all(found.confirmed[name] == pytest.approx(5.95, abs=0.2) for name in found.confirmed)


def test_a_piece_is_fitted_where_it_comes_to_rest_and_not_as_it_leaves() -> None:
    play = a_play(8)
    play.carried = [Carried(piece=0, begins_s=1.5, lasts_s=1.0, x=27.0, y=27.0, turn=0.5)]
    fits = dict.fromkeys((1.4, 2.4, 3.4), 0)
    for found in play.run(3.5):
        for at in fits:
            if found.seconds <= at:
                fits[at] = play.fusion.fits
    assert fits[2.4] == fits[1.4]
    assert 1 <= fits[3.4] - fits[2.4] <= 2
    pose = of(found, "p0").track.pose
    assert pose is not None
    assert math.hypot(pose.x - 27.0, pose.y - 27.0) < RIGHT_IN


def wandering(sight: CameraSight, *, by: float) -> CameraSight:
    """The same, with every corner a share of its error away from there."""
    tags = {
        number: replace(tag, corners=tag.corners + by * tag.sigma_px)
        for number, tag in sight.tags.items()
    }
    return replace(sight, tags=tags)


def test_a_table_that_has_rested_for_long_is_fitted_anew_less_often() -> None:
    play = a_play(8)
    ending(play, 1.0)
    fitted: list[float] = []
    for at_s in np.arange(1.0, 90.0, 0.25).tolist():
        before = play.fusion.fits
        for index in range(2):
            sight = play.sight(index, at_s)
            assert sight is not None
            play.fusion.take(wandering(sight, by=at_s % 2), now_s=at_s + 0.1)
        play.fusion.at(at_s + 0.1)
        fitted += [at_s] * (play.fusion.fits - before)
    gaps = np.diff(fitted)
    assert gaps[0] == pytest.approx(3.0, abs=1.0)
    assert (np.diff(gaps) > -1.1).all(), gaps
    assert gaps[-1] == pytest.approx(play.fusion.settings.refine_most_s, abs=1.0)
    # As soon as anything else is shown, it is as before.
    play.carried = [Carried(piece=0, begins_s=90.0, lasts_s=0.5, x=27.0, y=27.0, turn=0.5)]
    before = play.fusion.fits
    for at_s in np.arange(90.0, 95.0, 0.25).tolist():
        for index in range(2):
            sight = play.sight(index, at_s)
            assert sight is not None
            play.fusion.take(wandering(sight, by=at_s % 2), now_s=at_s + 0.1)
        play.fusion.at(at_s + 0.1)
    assert play.fusion.fits >= before + 2


@pytest.mark.parametrize("fault", ["black", "freeze", "dead"])
def test_a_camera_that_is_well_again_is_taken_in(fault: str) -> None:
    play = a_play(9)
    play.eyes[1].fault, play.eyes[1].since_s, play.eyes[1].ends_s = fault, 1.0, 2.0
    states = [(each.seconds, each.cameras[1].is_well) for each in play.run(4.0)]
    assert not any(well for seconds, well in states if 1.7 < seconds < 2.3)
    assert all(well for seconds, well in states if seconds > 2.9)


def test_a_bumped_camera_is_put_right_by_the_others_and_says_so() -> None:
    play, ill, since_s = disturbed("bump unnoticed", 0)
    found = ending(play, 6.0)
    told = found.cameras[ill]
    assert told.is_well
    assert "and put right from" in told.health.note
    assert f"{told.name}: it was moved by" in found.health.note
    assert play.righted_s[ill] - since_s < 2.0
    assert all(piece.seen_by == (0, 1) for piece in found.pieces if piece.seen_by)


def test_a_camera_put_right_stands_where_it_is() -> None:
    play, ill, _ = disturbed("bump", 3)
    ending(play, 6.0)
    step = play.eyes[ill].step
    assert step is not None
    where = play.drawn.cameras[ill].moved(step)
    now = play.fusion.calibrated(ill).model
    at = np.array([[12.0, 12.0, 0.0], [24.0, 20.0, 0.0], [8.0, 28.0, 0.0]])
    off = now.places(where.pixels(at)) - at[:, :2]
    assert np.abs(off).max() < 0.05


def test_of_three_the_one_with_a_wrong_profile_is_named() -> None:
    play = a_play(2, cameras=3)
    wrong = list(play.calibrated)
    wrong[1] = shifted(wrong[1], a_bump(play.rng))
    found = ending(replace(play, calibrated=tuple(wrong)), 2.0)
    assert found.health.state is HealthState.MOVED
    assert "suspect is east;" in found.health.note


def test_the_only_camera_left_measures_alone() -> None:
    play = a_play(3)
    play.eyes[0].fault, play.eyes[0].since_s = "dead", 1.0
    found = ending(play, 3.0)
    assert found.health.state is HealthState.LIVE
    assert found.health.note.startswith("west is left out: it has shown nothing new for ")
    assert all(piece.seen_by == (1,) for piece in found.pieces if piece.track.life is Life.SETTLED)
