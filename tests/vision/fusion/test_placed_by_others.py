"""Tests that a camera which sees no anchor joins the others by the pieces that it shares."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from calibration.anchors import Calibrated
from conftest import SoakCount
from rules.table.snapshot import HealthState
from tests.calibration.several.drawn import drawn_tags
from tests.calibration.several.test_placed_by_others import placed
from tests.vision.fusion.drawn_play import Carried, Covered, Play, a_bump, a_play, a_rig
from tests.vision.fusion.test_fusion import RIGHT_IN, RIGS, ending, of
from vision.tracking.track import Life


@cache
def placed_east(rig: int) -> Calibrated:
    """The second camera of a rig, by what it shares with the first at some other moment."""
    drawn = a_rig(rig, 2)
    return placed(drawn, drawn_tags(np.random.default_rng(rig), drawn, count=12)).calibrated


def a_blind_play(seed: int) -> Play:
    """The east camera sees no anchor."""
    rig = seed % RIGS
    play = a_play(seed, rig=rig)
    play.eyes[1].has_anchors = False
    return replace(play, calibrated=(play.drawn.calibrated[0], placed_east(rig)))


@pytest.mark.soak
def test_nothing_wrong_is_seen_through_it(soak_count: SoakCount) -> None:
    for seed in range(soak_count(1, 30)):
        play = a_blind_play(seed)
        play.carried = [
            Carried(piece=0, begins_s=1.2, lasts_s=0.8, x=25.0, y=15.0, turn=1.0, hidden_from=(0,)),
            Carried(piece=1, begins_s=2.0, lasts_s=0.8, x=28.0, y=9.0, turn=1.0),
        ]
        found = ending(play, 4.5)
        assert found.health.state is HealthState.LIVE, seed
        assert all(each.is_well for each in found.cameras)
        assert all(piece.seen_by == (0, 1) for piece in found.pieces)
        sigmas = [piece.height_sigma for piece in found.pieces]
        assert all(sigma is not None and sigma < 0.06 for sigma in sigmas), sigmas


def test_where_only_it_sees_a_piece_that_is_seen() -> None:
    play = a_blind_play(1)
    play.carried = [Carried(piece=0, begins_s=0.8, lasts_s=0.5, x=25.0, y=15.0, turn=1.0)]
    play.covered = [Covered(piece=0, begins_s=0.6, ends_s=9.0, cameras=(0,))]
    piece = of(ending(play, 3.0), "p0")
    assert (piece.track.life, piece.seen_by) == (Life.SETTLED, (1,))
    assert piece.sigma_in is not None
    assert piece.sigma_in < RIGHT_IN


def test_it_is_put_right_when_it_was_bumped() -> None:
    play = a_blind_play(2)
    eye = play.eyes[1]
    eye.fault, eye.since_s, eye.step = "bump", 1.0, a_bump(play.rng)
    found = ending(play, 4.0)
    told = found.cameras[1]
    assert told.is_well
    assert "and put right from west" in told.health.note


def test_without_the_others_it_measures_nothing() -> None:
    play = a_blind_play(1)
    play.eyes[0].fault, play.eyes[0].since_s = "dead", 1.0
    found = ending(play, 3.0)
    assert found.health.state is not HealthState.LIVE
    assert "others place it" in found.health.note
