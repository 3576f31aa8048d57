"""Tests long and random play: whatever hands do, nothing is shown as seen that is not there."""

import math
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conftest import SoakCount
from rules.table.snapshot import PieceState
from tests.vision.measured import thing
from tests.vision.rendering import renderer_of
from tests.vision.tracking.played import (
    FREE,
    HZ,
    at,
    carried,
    crossing,
    pipeline_for,
    played,
    rows,
    scene_of,
    table_frame,
)
from vision.locating.located import TagFault
from vision.synthetic.described.scene import Bump, SceneHand, Station
from vision.synthetic.render import Renderer
from vision.tracking.track import Life

pytestmark = [pytest.mark.soak, pytest.mark.long]

_GROWTH_MB = 10.0
_PARTS = 5
"""Of a long run, which goes on after the last one that was done."""
_SAME_LOOK = 10
"""Trials that share their cloth, noise and hands."""
_IN_LONG = 1
"""Parts with a trial in a long run; `make soak` has the others, too."""


def _parts() -> list[Any]:
    seldom = (pytest.mark.soak_only,)
    return [pytest.param(n, marks=() if n < _IN_LONG else seldom) for n in range(_PARTS)]


@pytest.mark.parametrize("part", _parts())
def test_crossings_lifts_and_swaps_swap_no_identity(
    soak_count: SoakCount, rng_seed: int, part: int
) -> None:
    things = rows(14)
    renderer: Renderer | None = None
    for turn in range(soak_count(1, 2_000 // _PARTS)):
        trial = part + _PARTS * turn
        rng = random.Random(f"{rng_seed} {trial}")
        scene = crossing(rng, things)
        # Light, cloth, noise and hands are drawn anew now and then; that is half of the work.
        if renderer is None or turn % _SAME_LOOK == 0:
            renderer = Renderer(replace(scene, seed=trial), quality="fast")
        scene = replace(scene, seed=renderer.scene.seed)
        pipeline = pipeline_for(*things, scene=scene)
        shown = list(played(pipeline, scene, renderer=renderer))
        lies = [(trial, one.frame.seconds, one.lies) for one in shown if one.lies]
        assert lies == []
        moved = sorted(name for one in shown for name, _ in one.table.moves)
        assert (trial, moved) == (trial, sorted(move.piece for move in scene.moves))
        lives = {each.id: each.life for each in shown[-1].table.pieces}
        assert set(lives.values()) == {Life.SETTLED}, (trial, lives)


@pytest.mark.parametrize("part", _parts())
def test_every_copy_is_flagged_before_it_can_count(
    soak_count: SoakCount, rng_seed: int, part: int
) -> None:
    things = rows(14)
    for trial in range(part, 5 * soak_count(1, 100), 5):
        rng = random.Random(f"{rng_seed} {trial}")
        number = rng.randrange(14)
        x, y = rng.choice(FREE)
        copy = thing("copy", 20 + number, at=(x, y, rng.uniform(0, 360)), side=0.6)
        scene = replace(scene_of(*things, copy, seconds=8 / HZ), seed=trial)
        shown = list(played(pipeline_for(*things, scene=scene), scene))
        lives = [one.life(f"p{number}") for one in shown]
        # A search now and then misses a small tag; the next comes before a piece can settle.
        assert Life.SETTLED not in lives, (trial, lives)
        doubled = [each for each in shown[-1].table.pieces if each.life is Life.DOUBLED]
        assert [each.id for each in doubled] == [f"p{number}"], (trial, lives)
        assert [flag.fault for flag in doubled[0].flags] == [TagFault.DUPLICATED]


def test_every_bump_locks_within_a_second(soak_count: SoakCount, rng_seed: int) -> None:
    things = rows(7)
    for trial in range(soak_count(2, 200)):
        rng = random.Random(f"{rng_seed} {trial}")
        # From 2 to 50 mm, small ones as often as large ones.
        far = math.exp(rng.uniform(math.log(2), math.log(50))) / 25.4
        turn = rng.uniform(0, 2 * math.pi)
        bump = Bump(at_s=1.0, shift_in=(far * math.cos(turn), far * math.sin(turn), 0.0))
        scene = replace(scene_of(*things, seconds=2.3, bumps=(bump,)), seed=trial)
        shown = list(played(pipeline_for(*things, scene=scene), scene))
        locked = [one.frame.seconds for one in shown if one.table.health.is_locked]
        assert locked, (trial, far, turn)
        assert 1.0 < locked[0] <= 2.0, (trial, far, turn)
        assert locked[-1] == shown[-1].frame.seconds
        # Nothing that was measured meanwhile has come to count.
        assert not [each for one in shown for each in one.table.moves]


def test_a_camera_that_is_turned_away_is_believed_in_nothing_until_it_is_back(
    soak_count: SoakCount, rng_seed: int
) -> None:
    """By inches and feet: anchors and pieces leave the picture, others stand where they stood."""
    things = rows(14)
    away_s, back_s = 1.0, 2.2
    for trial in range(soak_count(1, 100)):
        rng = random.Random(f"{rng_seed} {trial}")
        far, turn = math.exp(rng.uniform(math.log(2), math.log(40))), rng.uniform(0, 2 * math.pi)
        x, y = far * math.cos(turn), far * math.sin(turn)
        bumps = (
            Bump(at_s=away_s, shift_in=(x, y, 0.0)),
            Bump(at_s=back_s, shift_in=(-x, -y, 0.0)),
        )
        scene = replace(scene_of(*things, seconds=4.2, bumps=bumps), seed=trial)
        shown = list(played(pipeline_for(*things, scene=scene), scene))
        told = (trial, round(x, 2), round(y, 2))
        away = [one for one in shown if away_s <= one.frame.seconds < back_s]
        seen = {piece.state for one in away for piece in one.table.snapshot.pieces}
        assert PieceState.SEEN not in seen, told
        locked = [one.frame.seconds for one in away if one.table.health.is_locked]
        assert locked and locked[0] <= away_s + 0.7, (told, locked[:1])  # noqa: PT018
        assert not [each for one in shown for each in one.table.moves], told
        last = shown[-1].table
        assert not last.health.is_locked, (told, last.health)
        assert {each.life for each in last.pieces} == {Life.SETTLED}, told


def test_a_resting_table_with_hands_over_its_anchors_never_locks(
    soak_count: SoakCount, rng_seed: int
) -> None:
    things = rows(7)
    pipeline = pipeline_for(*things, scene=scene_of(*things, seconds=1.0))
    visits = soak_count(2, 720)
    for trial in range(-(-visits // 4)):
        rng = random.Random(f"{rng_seed} {trial}")
        hands = []
        for visit in range(min(4, visits - 4 * trial)):
            start = 1.0 + 4.5 * visit
            x, y = rng.choice([(0.8, 0.6), (15.2, 0.6), (8.0, 2.0), (4.0, 4.0), (15.4, 7.5)])
            here = at(x, y + rng.uniform(-0.4, 0.8), 90.0 + rng.uniform(-25, 25))
            out = at(x, -6.0, here.heading)
            times = (start, start + 0.6, start + rng.uniform(1.0, 3.0), start + 3.8)
            way = zip(times, (out, here, here, out), strict=True)
            hands.append(SceneHand(stations=tuple(Station(at_s=s, place=p) for s, p in way)))
        # Four visits in twenty seconds: 720 are an hour.
        scene = scene_of(*things, seconds=2.0 + 4.5 * len(hands), hands=tuple(hands))
        for one in played(pipeline, replace(scene, seed=trial), after_s=20.0 * trial):
            assert not one.table.health.is_locked, (trial, one.table.health)
            assert not one.lies, (trial, one.frame.seconds)
            assert not one.table.moves


def _resident_mb() -> float:
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * 4096 / 1e6


@pytest.mark.soak_only
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux to tell its memory")
def test_half_an_hour_of_play_leaves_no_memory_behind(soak_count: SoakCount) -> None:
    things = rows(14)
    there = carried("p3", at(7.9, 2.2, 90.0), at(9.5, 7.0, 130.0), begins_s=0.5)
    back = carried("p3", at(9.5, 7.0, 130.0), at(7.9, 2.2, 90.0), begins_s=4.5)
    stations = (*there[1].stations, *back[1].stations)
    moves = (replace(there[1], stations=stations),)
    scene = scene_of(*things, seconds=9.0, hands=(there[0], back[0]), moves=moves)
    renderer = renderer_of(scene, quality="fast")
    frames = [table_frame(renderer.frame(number)) for number in range(scene.frames)]
    pipeline = pipeline_for(*things, scene=scene)
    begun, moved = 0.0, 0
    rounds = soak_count(2, 200)
    for turn in range(rounds):
        for frame in frames:
            moved += len(pipeline.step(replace(frame, seconds=9.0 * turn + frame.seconds)).moves)
        if turn == min(rounds // 2, 20):
            begun = _resident_mb()
    assert moved == 2 * rounds
    assert _resident_mb() - begun < _GROWTH_MB
