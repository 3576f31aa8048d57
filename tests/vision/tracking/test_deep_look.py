"""Tests that a table at rest is looked at again and again until its small tags are found."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.measured import exact_profile, grey_of, layout_of, rendered, table_scene, thing
from vision.locating.place_error import EXACT
from vision.pipeline import LiveTable, Pipeline
from vision.sighting import Grey
from vision.tracking.frame import TableFrame
from vision.tracking.settings import DEFAULTS

SMALL = thing("T1", 20, at=(5.0, 3.0, 20.0), side=0.2)
SOON = replace(DEFAULTS, deep_after_s=0.1, deep_pictures=4)
HZ = 30.0


@pytest.fixture(scope="module")
def laid() -> Grey:
    return grey_of(rendered(table_scene(SMALL)))


@pytest.fixture(scope="module")
def bare() -> Grey:
    return grey_of(rendered(table_scene()))


def in_the_dark(grey: Grey, *, seed: int) -> Grey:
    """What one picture of a dark room shows, a little out of focus."""
    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.8), dtype=np.float32) * np.float32(0.25)
    noise = np.random.default_rng(seed).standard_normal(grey.shape, dtype=np.float32)
    return np.asarray(np.clip(np.rint(soft + 6 * noise), 0, 255), dtype=np.uint8)


def watched(pictures: Iterator[Grey]) -> list[LiveTable]:
    pipeline = Pipeline(exact_profile(), tag_layout=layout_of(SMALL), care=EXACT, settings=SOON)
    return [
        pipeline.step(TableFrame(number=at, seconds=at / HZ, camera="west", grey=picture))
        for at, picture in enumerate(pictures, start=1)
    ]


@pytest.mark.long
def test_a_tag_that_no_look_finds_is_found_in_several_pictures_added_up(laid: Grey) -> None:
    tables = watched(in_the_dark(laid, seed=at) for at in range(48))
    pieces = [piece for table in tables for piece in table.snapshot.pieces]
    assert pieces[6].pose is None
    shown = [piece.pose for piece in pieces if piece.pose is not None]
    assert shown
    assert max(np.hypot(pose.x - 5.0, pose.y - 3.0) for pose in shown) < 0.02


@pytest.mark.long
def test_what_was_taken_away_meanwhile_is_not_found(laid: Grey, bare: Grey) -> None:
    tables = watched(in_the_dark(laid if at < 20 else bare, seed=at) for at in range(48))
    assert {table.snapshot.pieces[0].pose for table in tables} == {None}


def test_nothing_is_looked_for_while_something_moves(laid: Grey) -> None:
    def shaken() -> Iterator[Grey]:
        for at in range(24):
            picture = in_the_dark(laid, seed=at)
            picture[400:600, 800:1100] = 60 * (at % 2) + 60
            yield picture

    assert {table.snapshot.pieces[0].pose for table in watched(shaken())} == {None}


def test_why_a_tag_has_no_place_is_told_of_its_piece_until_something_moves() -> None:
    """A lamp is mirrored in one, a shadow's edge crosses another, and a third is not there."""
    things = [
        thing(f"T{n}", 20 + n, at=(3.0 + 2.6 * n, 2.8, 17.0 * n), side=0.6) for n in (0, 1, 2, 3)
    ]
    grey = grey_of(rendered(table_scene(*things[:3]))).astype(np.float64)
    (x, y), (in_x, in_y) = exact_profile().calibrated.model.pixels(
        np.array([[3.0, 2.8, 0.0], [8.2, 2.8, 0.0]])
    )
    rows, columns = np.mgrid[: grey.shape[0], : grey.shape[1]]
    off = (columns - in_x) * np.cos(1.1) + (rows - in_y) * np.sin(1.1)
    light = 1 - 0.75 / (1 + np.exp(np.clip(-off / 4, -50, 50)))
    grey = np.where(np.hypot(columns - in_x, rows - in_y) < 90, grey * light, grey)
    veil = np.where(np.hypot(columns - x, rows - y) < 60, 0.85, 0.0)
    grey = grey * (1 - veil) + 240 * veil
    noise = np.random.default_rng(5)
    pipeline = Pipeline(exact_profile(), tag_layout=layout_of(*things), care=EXACT, settings=SOON)
    told: list[dict[str, str]] = []
    for at in range(1, 90):
        picture = np.clip(np.round(grey + noise.normal(0, 1.5, grey.shape)), 0, 255)
        if told and len(told[-1]) == 2:
            picture[400:600, 800:1100] = 250
        table = pipeline.step(
            TableFrame(number=at, seconds=at / HZ, camera="west", grey=picture.astype(np.uint8))
        )
        told.append({each.id: str(each.flags[0].fault) for each in table.pieces if each.flags})
        if len(told) > 1 and told[-2] and not told[-1]:
            break
    assert {"T0": "washed out", "T2": "partly covered"} in told
    assert told[-1] == {}
