"""Tests that prints at rest are measured where they lie, and only while nothing moves."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from rules.table.snapshot import PieceState
from tests.vision.measured import (
    exact_profile,
    grey_of,
    layout_of,
    rendered,
    table_scene,
    thing,
)
from vision.at_rest import RestingView, at_rest, resting_view
from vision.locating.place_error import EXACT
from vision.locating.tag_layout import TagLayout
from vision.pipeline import LiveTable, Pipeline
from vision.sighting import Grey
from vision.tracking.frame import TableFrame

BASE = thing("base", 20, 21, at=(5.0, 4.0, 30.0), spread=1.4)
TOWER = thing("tower", 22, at=(11.0, 5.0, 70.0), height=1.0)


@cache
def picture() -> Grey:
    return grey_of(rendered(table_scene(BASE, TOWER)))


def noisy(grey: Grey, *, turn: int) -> Grey:
    noise = np.random.default_rng(turn).normal(0, 2.0, grey.shape)
    return np.asarray(np.clip(np.round(grey + noise), 0, 255), dtype=np.uint8)


def layout() -> TagLayout:
    return layout_of(BASE, TOWER)


def played(greys: Sequence[Grey]) -> tuple[Pipeline, LiveTable]:
    pipeline = Pipeline(exact_profile(), tag_layout=layout(), care=EXACT)
    table = pipeline.at(0.0)
    for turn, grey in enumerate(greys):
        frame = TableFrame(number=turn, seconds=turn / 10, camera="west", grey=grey)
        table = pipeline.step(frame)
    return pipeline, table


def seen() -> RestingView:
    greys = [noisy(picture(), turn=turn) for turn in range(12)]
    located = at_rest(*played(greys))
    assert located is not None
    profile = exact_profile()
    return resting_view(
        greys[-4:],
        located,
        tag_layout=layout(),
        dictionary=profile.dictionary,
        lens=profile.calibrated.model.lens,
        flatness=1 / 64,
    )


def test_tags_of_one_height_on_one_face_are_one_sheet_where_they_are_seen() -> None:
    view, model = seen(), exact_profile().calibrated.model
    assert len(view.anchors) == 4
    base, tower = view.sheets
    assert [(each.piece, len(each.tags)) for each in view.sheets] == [("base", 2), ("tower", 1)]
    assert (base.height, tower.height) == (0.0, 1.0)
    assert tower.height_sigma > base.height_sigma > 1 / 64
    corners = [tag.seen.corners for tag in base.tags]
    rear, front = (model.places(each.mean(axis=0)) for each in corners)
    assert np.hypot(*(front - rear)) == pytest.approx(1.4, abs=0.01)
    assert base.tags[1].x - base.tags[0].x == pytest.approx(1.4)
    (tag,) = tower.tags
    place = model.places(tag.seen.corners.mean(axis=0), height=1.0)
    assert place.tolist() == pytest.approx([11.0, 5.0], abs=0.01)


def test_nothing_is_at_rest_before_it_is_nor_under_a_hand() -> None:
    greys = [noisy(picture(), turn=turn) for turn in range(12)]
    assert at_rest(*played(greys[:3])) is None
    covered = [grey.copy() for grey in greys[:3]]
    at = exact_profile().calibrated.model.pixels(np.array([11.0, 5.0, 1.0])).astype(int)
    for grey in covered:
        grey[at[1] - 60 : at[1] + 60, at[0] - 60 : at[0] + 60] = 90
    pipeline, table = played([*greys, *covered])
    assert table.snapshot.piece("tower").state is PieceState.HIDDEN
    assert at_rest(pipeline, table) is None


def test_nothing_is_solved_by_an_anchor_that_is_known_to_lie_elsewhere() -> None:
    pipeline, table = played([noisy(picture(), turn=turn) for turn in range(12)])
    anchors = pipeline.tracker.anchors
    assert at_rest(pipeline, table) is not None
    assert anchors.check is not None
    anchors.check = replace(anchors.check, displaced=(1,))
    assert at_rest(pipeline, table) is None


def test_a_piece_that_somebody_holds_is_waited_for() -> None:
    greys = [noisy(picture(), turn=turn) for turn in range(12)]
    without = grey_of(rendered(table_scene(TOWER)))
    taken = [noisy(without, turn=turn) for turn in range(12, 27)]
    pipeline, table = played([*greys, *taken])
    assert table.snapshot.piece("base").state is PieceState.LOST
    assert at_rest(pipeline, table) is None
