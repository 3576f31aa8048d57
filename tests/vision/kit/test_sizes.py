"""Knows how large tags must be for a camera, what the kit says of smaller ones, and of 4K."""

import pytest

from rules.table.bad_input import BadInputError
from tests.vision.kit.kits import kit_of, view_of
from vision.kit.sizes import FOUR_K, advice, camera_from_text, table_from_text


def test_a_kitchen_table_under_1080p() -> None:
    view = view_of()
    assert view.px_per_in == pytest.approx(1080 / 36 / 1.04)
    assert view.least == pytest.approx(3.5 * 6 / (1080 / 36 / 1.04))
    assert view.px_per_cell(0.75) > 3.5
    assert view.is_enough(0.75)
    assert not view.is_enough(0.7)


def test_the_picture_is_turned_to_fit_the_table() -> None:
    assert view_of(table="24x36").px_per_in == view_of(table="36x24").px_per_in


def test_over_a_large_table_4k_is_recommended_and_its_price_told() -> None:
    view = view_of(table="72x48")
    told = " ".join(advice(view, [0.75, 1.2]))
    assert "1 of 2 tags are smaller than 0.97 in" in told
    assert "2.7 px per cell instead of 3.5: one look finds about 90 in 100" in told
    assert "a 4K camera is recommended over 72 x 48 in: there 0.49 in is enough" in told
    assert "At 1080p it costs tags of 0.97 in, and poses about 2 times as uncertain" in told
    assert advice(view.with_camera(FOUR_K), [0.75, 1.2]) == []


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


@pytest.mark.parametrize("text", ["", "36", "1x1", "36x999", "-3x4", "axb"])
def test_a_strange_table_is_refused(text: str) -> None:
    with pytest.raises(BadInputError, match="table: expected WIDTHxDEPTH"):
        table_from_text(text)
