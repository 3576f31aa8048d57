"""Tests that nothing is shown as seen that the last picture does not show."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from rules.table.snapshot import PieceState
from tests.often import often
from tests.vision.rendering import renderer_of
from tests.vision.tracking.played import HZ, pipeline_for, rows, scene_of, table_frame
from vision.pipeline import LiveTable, Pipeline
from vision.sighting import Grey
from vision.synthetic.described.scene import TableScene
from vision.tracking.frame import TableFrame

Drawn = np.ndarray[Any, np.dtype[Any]]
Altered = Callable[[Grey], Drawn]


@cache
def at_rest() -> tuple[TableScene, tuple[TableFrame, ...]]:
    scene = scene_of(*rows(7), seconds=0.7)
    renderer = renderer_of(scene, quality="fast")
    return scene, tuple(table_frame(renderer.frame(number)) for number in range(scene.frames))


def settled(*, light: float) -> tuple[Pipeline, TableFrame]:
    """A table on which all is at rest, and its last picture."""
    scene, frames = at_rest()
    pipeline = pipeline_for(*rows(7), scene=scene)
    tables = [
        pipeline.step(replace(frame, grey=noisy(light * frame.grey, seed=frame.number)))
        for frame in frames
    ]
    assert {piece.state for piece in tables[-1].snapshot.pieces} == {PieceState.SEEN}
    return pipeline, frames[-1]


def noisy(picture: Drawn, *, seed: int, noise: float = 1.5) -> Grey:
    drawn = picture + np.random.default_rng(seed).normal(0, noise, picture.shape)
    return np.clip(np.round(drawn), 0, 255).astype(np.uint8)


def shown(pipeline: Pipeline, last: TableFrame, pictures: list[Grey]) -> list[LiveTable]:
    return [
        pipeline.step(
            replace(last, number=last.number + at, seconds=last.seconds + at / HZ, grey=picture)
        )
        for at, picture in enumerate(pictures, 1)
    ]


def sloped(grey: Grey) -> Drawn:
    """A hand over the lens, out of focus."""
    rows_px, columns = np.mgrid[0 : grey.shape[0], 0 : grey.shape[1]]
    return np.asarray(30 + 20 * columns / grey.shape[1] + 10 * rows_px / grey.shape[0])


def checked(grey: Grey) -> Drawn:
    """Another scene."""
    blocks = np.random.default_rng(3).uniform(40, 200, (grey.shape[0] // 10, grey.shape[1] // 10))
    return np.asarray(np.kron(blocks, np.ones((10, 10))))


OTHER: dict[str, Altered] = {
    "black": np.zeros_like,
    "nearly black": lambda grey: np.full(grey.shape, 2.0),
    "a dark cap": lambda grey: np.full(grey.shape, 20.0),
    "grey as the table": lambda grey: np.full(grey.shape, float(np.median(grey))),
    "white": lambda grey: np.full_like(grey, 255),
    "a hand over the lens": sloped,
    "another scene": checked,
    "out of focus": lambda grey: cv2.GaussianBlur(grey, (0, 0), 25),
    "upside down": lambda grey: grey[::-1, ::-1],
    "mirrored": lambda grey: grey[:, ::-1],
}


IN_THE_DARK = ("black", "grey as the table", "another scene")


ALL = (*((name, 1.0) for name in OTHER), *((name, 0.3) for name in IN_THE_DARK))


@pytest.mark.parametrize(("name", "light"), often(ALL, quick=ALL[::2]))
def test_a_picture_that_does_not_show_the_pieces_is_noticed_at_once(
    name: str, light: float
) -> None:
    pipeline, last = settled(light=light)
    other = [
        noisy(np.asarray(OTHER[name](last.grey) * light, float), seed=at, noise=0.8)
        for at in range(3)
    ]
    if name == "black":
        other = [np.zeros_like(last.grey)] * 3
    for at, table in enumerate(shown(pipeline, last, other), 1):
        states = {piece.state for piece in table.snapshot.pieces}
        assert PieceState.SEEN not in states, (at, states)
        has_tags = name in {"upside down", "mirrored"}
        assert at < 2 or has_tags or table.health.is_locked, (at, table.health)


def test_after_the_lens_is_uncovered_all_is_seen_again() -> None:
    pipeline, last = settled(light=1.0)
    black = [np.zeros_like(last.grey)] * 4
    again = [noisy(last.grey.astype(float), seed=at) for at in range(12)]
    tables = shown(pipeline, last, black + again)
    assert {piece.state for piece in tables[-1].snapshot.pieces} == {PieceState.SEEN}
    assert not tables[-1].health.is_locked
    assert not [move for table in tables for move in table.moves]


@pytest.mark.parametrize("light", [0.6, 0.25])
def test_what_is_still_shown_in_less_light_stays_seen(light: float) -> None:
    pipeline, last = settled(light=1.0)
    dimmed = [noisy(light * last.grey, seed=at, noise=0.8) for at in range(4)]
    for table in shown(pipeline, last, dimmed):
        assert {piece.state for piece in table.snapshot.pieces} == {PieceState.SEEN}
