"""Tests that ink which has run into the paper, or dried back from it, does not move a tag."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from benchmarks.pictures.accuracy_pictures import Laid
from benchmarks.pictures.accuracy_tables import (
    FULL_HD,
    Look,
    gaussian,
    laid_on,
    look,
    photographed,
    told,
)
from tests.often import often
from vision.fit.on_plane import fit_on_plane
from vision.fit.placed import PlacedTag, StartTag
from vision.tags.tag_family import TagFamily

FAMILY = TagFamily.of("DICT_4X4_250")
FINE = 25
"""Parts of a cell, each way: ink runs by whole ones."""


@cache
def table() -> tuple[Look, list[Laid]]:
    view = look((36.0, 36.0), tilt_deg=0.0, size=FULL_HD).part(0.5)
    return view, laid_on(view, count=12, seed=8)


def inked(tag: Laid, *, parts: int) -> Laid:
    """The same tag with its paper, its black grown by so many parts of a cell on all sides."""
    cells = np.pad(tag.cells, 1, constant_values=True)
    fine = np.kron(cells, np.ones((FINE, FINE))).astype(np.uint8)
    box = np.ones((2 * abs(parts) + 1,) * 2, dtype=np.uint8)
    grown = cv2.erode(fine, box) if parts > 0 else cv2.dilate(fine, box)
    side = tag.side_in * len(cells) / len(tag.cells)
    return replace(tag, cells=np.asarray(grown, dtype=np.bool_), side_in=side)


def placed(parts: int) -> tuple[PlacedTag, ...]:
    view, tags = table()
    drawn = [inked(tag, parts=parts) for tag in tags]
    picture = photographed(view, drawn, kernel=gaussian(0.7), seed=8)
    begun = [
        StartTag(
            number=tag.number,
            side_in=tag.side_in,
            height_in=tag.height_in,
            x_in=tag.x_in + 0.01,
            y_in=tag.y_in,
            heading_deg=tag.heading_deg + 0.5,
        )
        for tag in tags
    ]
    return fit_on_plane(picture, begun, camera=told(view.eye()), family=FAMILY).tags


@pytest.mark.parametrize("parts", often((-1, 1, 2), quick=(-1, 2)))
def test_ink_that_has_run_moves_no_tag(parts: int) -> None:
    _, tags = table()
    distances, off = [], []
    for found, tag in zip(placed(parts), tags, strict=True):
        assert found.is_placed
        miss = np.array([found.x_in - tag.x_in, found.y_in - tag.y_in])
        off.append(float(np.hypot(*miss)))
        distances.append(float(miss @ np.linalg.inv(found.covariance[:2, :2]) @ miss))
    # A tag that kept to the edges of its ink on one side only would be off by 0.004 to 0.013 in.
    assert max(off) < 0.0008
    # Two is what honest errors have; a twelfth of a cell of ink on all sides adds a little.
    assert np.mean(distances) < 4.5
