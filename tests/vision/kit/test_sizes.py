"""Tests how large tags must be for a camera, what the kit says of smaller ones, and of 4K."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from rules.table.bad_input import BadInputError
from tests.often import often
from tests.vision.kit.kits import kit_of, view_of
from vision.kit.describe import described
from vision.kit.making import kit_for
from vision.kit.tags.sizes import FOUR_K, advice, camera_from_text, table_from_text, tilt_from_text
from vision.staging.poses import camera_at, pose_over
from vision.synthetic.projection import view_of as view_of_camera

SEEN_BY = (("1080p", "36x36"), ("4k", "48x48"), ("4k", "72x48"), ("1080p", "24x36"))
"""A camera, and the table under it."""


def test_a_kitchen_table_under_1080p() -> None:
    view = view_of()
    assert view.px_per_in == pytest.approx(1080 / 36 / 1.04)
    assert view.leaning(0).least == pytest.approx(3.5 * 6 / (1080 / 36 / 1.04))
    assert view.far_px_per_cell(view.least) >= 2.25
    assert view.px_per_cell(0.75) > 3.5
    assert view.is_enough(0.75)
    assert not view.is_enough(0.7)


def test_the_picture_is_turned_to_fit_the_table() -> None:
    assert view_of(table="24x36").px_per_in == view_of(table="36x24").px_per_in


def test_over_a_large_table_4k_is_recommended_and_its_price_told() -> None:
    view = view_of(table="72x48", tilt="0")
    told = " ".join(advice(view, [0.75, 1.2]))
    assert "1 of 2 tags are smaller than 0.97 in" in told
    assert "2.7 px per cell instead of 3.5: one look finds about 90 in 100" in told
    assert "a 4K camera is recommended over 72 x 48 in: there 0.49 in is enough" in told
    assert "At 1080p it costs tags of 0.97 in, and poses about 2 times as uncertain" in told
    assert advice(view.with_camera(FOUR_K), [0.75, 1.2]) == []


def test_aslant_the_far_edge_sets_the_size() -> None:
    view = view_of(table="72x48")
    assert view.least > view.leaning(0).least
    told = " ".join(advice(view, [1.0, 1.2]))
    assert "1 of 2 tags are smaller than 1.12 in" in told
    assert (
        "2.0 px per cell at the far edge, as the camera leans 30 degrees, instead of 2.25" in told
    )
    assert "hang the camera higher: from straight above tags of 0.97 in are enough" in told
    assert "there 0.85 in is enough. At 1080p it costs tags of 1.12 in" in told
    # Too small even from straight above: what is found in the worst place is told.
    told = " ".join(advice(view, [0.75]))
    assert (
        "2.7 px per cell instead of 3.5: about 65 in 100 of such tags are found at the far edge"
        in (told)
    )


@pytest.mark.parametrize(
    ("seen_by", "tilt"),
    often(
        product(SEEN_BY, (20.0, 30.0, 45.0, 60.0)),
        quick=[*zip(SEEN_BY, (20.0, 60.0, 20.0, 60.0), strict=True)],
    ),
)
def test_the_far_edge_has_the_pixels_that_the_kit_reckons_with(
    seen_by: tuple[str, str], tilt: float
) -> None:
    """Measured on the synthetic camera that shows the same table."""
    camera, table = seen_by
    view = view_of(camera, table=table, tilt=f"{tilt:g}")
    kit = described(kit_for(kit_of('[[piece]]\nid = "C"\nkind = "character"\n').army, view))
    pose = pose_over(kit, tilt_deg=tilt)
    seen = view_of_camera(camera_at(pose, size=(view.camera.width, view.camera.height)))
    width, depth = float(view.table.width), float(view.table.depth)
    least = min(
        _shortest_inch(seen, x=share * width, y=depth) for share in (0.0, 0.25, 0.5, 0.75, 1.0)
    )
    assert view.far_px_per_in == pytest.approx(least, rel=0.05)


def _shortest_inch(seen: Any, *, x: float, y: float) -> float:
    """The pixels of an inch of the table in the direction in which it has the fewest."""
    step = 0.01
    spots = [(x + step, y), (x - step, y), (x, y + step), (x, y - step)]
    pixels = seen.pixels(np.array([(*spot, 0.0) for spot in spots]))
    across, along = (pixels[0] - pixels[1]) / 2 / step, (pixels[2] - pixels[3]) / 2 / step
    return float(np.linalg.svd(np.stack([across, along]), compute_uv=False).min())


def test_more_lean_never_asks_for_smaller_tags() -> None:
    for camera in ("720p", "1080p", "4k", "1080x1920"):
        for table in ("11x8.5", "36x36", "24x60", "240x240"):
            sizes = [view_of(camera, table=table, tilt=f"{tilt}").least for tilt in range(0, 61, 5)]
            assert sizes == sorted(sizes)
            assert all(size > 0 for size in sizes)


def test_anchors_too_small_for_the_camera_are_told() -> None:
    squad = '[[piece]]\nid = "S"\nkind = "counter"\nfootprint = "square 6"\n'
    told = " ".join(kit_of(squad, table="72x48", tilt="60").warnings)
    assert "anchors are printed 2.01 in wide at most and need 2.8" in told
    assert not any("anchors" in each for each in kit_of(squad, table="72x48").warnings)


def test_nothing_is_said_where_all_is_well() -> None:
    assert advice(view_of(), [0.75, 0.9]) == []
    kit = kit_of('[[piece]]\nid = "C"\nkind = "character"\n')
    assert kit.warnings == ()


def test_a_character_fills_its_square_with_eight_cells() -> None:
    kit = kit_of('[[piece]]\nid = "C"\nkind = "character"\n')
    for face in kit.designs[0].faces:
        assert face.tags[0].size == pytest.approx(6 / 8)
        assert face.tags[0].centre == (0, 0)


@pytest.mark.parametrize("text", ["", "4", "tiny", "10x10", "99999x99999", "1920 by 1080"])
def test_a_strange_camera_is_refused(text: str) -> None:
    with pytest.raises(BadInputError, match="camera: expected one of 720p, 1080p, 1440p, 4k"):
        camera_from_text(text)


@pytest.mark.parametrize("text", ["", "-1", "61", "nan", "steep"])
def test_a_strange_tilt_is_refused(text: str) -> None:
    with pytest.raises(BadInputError, match="tilt: expected 0 to 60 degrees from straight above"):
        tilt_from_text(text)


@pytest.mark.parametrize("text", ["", "36", "1x1", "36x999", "-3x4", "axb"])
def test_a_strange_table_is_refused(text: str) -> None:
    with pytest.raises(BadInputError, match="table: expected WIDTHxDEPTH"):
        table_from_text(text)
