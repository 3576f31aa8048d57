"""Tests the fit on a level plane: at the bound, honest, and refusing what it cannot know."""

from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from benchmarks.pictures.accuracy_pictures import Grey, Laid
from benchmarks.pictures.accuracy_tables import (
    FULL_HD,
    Look,
    gaussian,
    laid_on,
    look,
    photographed,
    told,
)
from vision.fit.grain import grains
from vision.fit.on_plane import fit_on_plane
from vision.fit.placed import FitOutcome, PlaneFit, StartTag
from vision.fit.settings import FitSettings
from vision.fit.solving import descent
from vision.fit.solving.system import Solved, solved
from vision.fit.solving.tag_batch import BatchView, TagBatch
from vision.tags.tag_family import TagFamily

FAMILY = TagFamily.of("DICT_4X4_250")


@cache
def table() -> tuple[Look, list[Laid], Grey]:
    view = look((36.0, 36.0), tilt_deg=30.0, size=FULL_HD).part(0.5)
    tags = laid_on(view, count=12, seed=5)
    return view, tags, photographed(view, tags, kernel=gaussian(0.7), seed=5)


def starts(tags: list[Laid], *, off_in: float = 0.0, trusted: bool = False) -> list[StartTag]:
    return [
        StartTag(
            number=tag.number,
            side_in=tag.side_in,
            height_in=tag.height_in,
            x_in=tag.x_in + off_in,
            y_in=tag.y_in - off_in,
            heading_deg=tag.heading_deg + 60 * off_in,
            is_trusted=trusted,
        )
        for tag in tags
    ]


def fitted(picture: Grey, begun: list[StartTag]) -> PlaneFit:
    return fit_on_plane(picture, begun, camera=told(table()[0].eye()), family=FAMILY)


def errors(found: PlaneFit) -> list[float]:
    return [
        float(np.hypot(placed.x_in - tag.x_in, placed.y_in - tag.y_in))
        for placed, tag in zip(found.tags, table()[1], strict=True)
    ]


@pytest.mark.parametrize("off_in", [0.0, 0.008, 0.025])
def test_tags_are_placed_to_a_two_thousandth_from_a_pixel_away(off_in: float) -> None:
    found = fitted(table()[2], starts(table()[1], off_in=off_in))
    assert {tag.fit.outcome for tag in found.tags} == {FitOutcome.PLACED}
    assert max(errors(found)) < 0.001
    # The picture's own pixels blur by a twelfth of a square pixel.
    assert found.blur_px == pytest.approx((0.7**2 + 1 / 12) ** 0.5, abs=0.05)


@pytest.mark.parametrize(("off_in", "most"), [(0.0, 1), (0.012, 3)])
def test_tags_that_were_foreseen_well_are_placed_in_one_step(
    off_in: float, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is there already needs no second look; of other tags the steps go on."""
    steps: list[int] = []

    def counted(batch: TagBatch, view: BatchView, **more: Any) -> Solved:
        steps.append(len(batch.matrices))
        return solved(batch, view, **more)

    monkeypatch.setattr(descent, "solved", counted)
    found = fit_on_plane(
        table()[2],
        starts(table()[1], off_in=off_in),
        camera=told(table()[0].eye()),
        family=FAMILY,
        blur_px=(0.7**2 + 1 / 12) ** 0.5,
        settings=FitSettings(first_every=1, least_steps=1, still_px=0.15),
    )
    assert {tag.fit.outcome for tag in found.tags} == {FitOutcome.PLACED}
    assert max(errors(found)) < 0.001
    assert 1 <= len(steps) <= most
    assert (len(steps) == 1) == (off_in == 0.0)


def test_small_tags_of_a_large_picture_are_fitted_at_its_full_size() -> None:
    settings = FitSettings(bin_above_px=500)
    found = fit_on_plane(
        table()[2],
        starts(table()[1]),
        camera=told(table()[0].eye()),
        family=FAMILY,
        settings=settings,
    )
    assert {tag.fit.outcome for tag in found.tags} == {FitOutcome.PLACED}
    assert max(errors(found)) < 0.001
    assert found.blur_px == pytest.approx((0.7**2 + 1 / 12) ** 0.5, abs=0.05)


def test_each_tag_of_a_large_picture_is_fitted_at_the_size_that_its_cells_bear() -> None:
    view = look((36.0, 36.0), tilt_deg=30.0, size=FULL_HD).part(0.5)
    tags = laid_on(view, count=12, seed=5, sides=(0.6, 2.2))
    picture = photographed(view, tags, kernel=gaussian(0.7), seed=5)
    camera, settings = told(view.eye()), FitSettings(bin_above_px=500)
    corners = np.array([view.eye().pixels(tag.corners()) for tag in tags])
    sizes = grains(corners, cells=6, settings=settings)
    assert [grain.by for grain, _ in sizes] == [1, 2]
    assert sorted(at for _, chosen in sizes for at in chosen) == list(range(len(tags)))
    found = fit_on_plane(picture, starts(tags), camera=camera, family=FAMILY, settings=settings)
    assert [tag.number for tag in found.tags] == [tag.number for tag in tags]
    for placed, tag in zip(found.tags, tags, strict=True):
        assert placed.is_placed
        assert np.hypot(placed.x_in - tag.x_in, placed.y_in - tag.y_in) < 0.001


def test_the_stated_error_is_the_true_one() -> None:
    found = fitted(table()[2], starts(table()[1]))
    distances = []
    for placed, tag in zip(found.tags, table()[1], strict=True):
        turn = (placed.heading_deg - tag.heading_deg + 180) % 360 - 180
        off = np.array([placed.x_in - tag.x_in, placed.y_in - tag.y_in, turn])
        distances.append(float(off @ np.linalg.inv(placed.covariance) @ off))
    # Twelve tags with three figures each: chi squared of 36.
    assert 0.45 < np.mean(distances) / 3 < 1.9


def test_headings_out_of_focus_are_told_as_less_sure_and_in_focus_as_they_are() -> None:
    view, tags, sharp = table()
    blurred = photographed(view, tags, kernel=gaussian(1.4), seed=5)
    for picture, is_blurred in ((sharp, False), (blurred, True)):
        with_all, without = (
            fit_on_plane(
                picture,
                starts(tags),
                camera=told(view.eye()),
                family=FAMILY,
                settings=FitSettings(unlike_bell=share),
            )
            for share in (FitSettings().unlike_bell, 0.0)
        )
        pairs = list(zip(with_all.tags, without.tags, strict=True))
        ways = [np.diag(one.covariance) / np.diag(other.covariance) for one, other in pairs]
        assert np.mean(ways, axis=0)[:2] == pytest.approx(1.0)
        assert (np.mean(ways, axis=0)[2] > 1.5) == is_blurred
        assert is_blurred or np.max(ways) == pytest.approx(1.0, abs=0.01)


def test_another_number_at_the_same_place_is_not_believed() -> None:
    _, tags, picture = table()
    wrong = [replace(start, number=(start.number + 71) % 250) for start in starts(tags)]
    found = fitted(picture, wrong)
    assert not any(tag.is_placed for tag in found.tags)


def half_covered(picture: Grey, tag: Laid, *, share: float) -> Grey:
    """A light card lies over one side of a tag."""
    seen = table()[0].eye().pixels(tag.corners())
    covered = picture.copy()
    low, high = seen.min(axis=0), seen.max(axis=0)
    edge = int(low[0] + share * (high[0] - low[0]))
    covered[int(low[1]) - 8 : int(high[1]) + 8, int(low[0]) - 8 : edge] = 150
    return covered


def test_a_covered_tag_is_placed_from_a_trusted_start_and_refused_from_another() -> None:
    _, tags, picture = table()
    covered = half_covered(picture, tags[0], share=0.15)
    trusted = fitted(covered, starts(tags, trusted=True)).tags
    assert trusted[0].is_placed
    assert trusted[0].fit.kept < 0.95
    assert np.hypot(trusted[0].x_in - tags[0].x_in, trusted[0].y_in - tags[0].y_in) < 0.003
    blind = fitted(covered, starts(tags)).tags
    assert blind[0].fit.outcome is FitOutcome.COVERED
    assert all(tag.is_placed for tag in blind[1:])


def test_a_tag_that_is_mostly_covered_is_refused() -> None:
    _, tags, picture = table()
    covered = half_covered(picture, tags[0], share=0.6)
    assert not fitted(covered, starts(tags, trusted=True)).tags[0].is_placed


def test_a_tag_out_of_view_is_lost_and_others_are_not() -> None:
    _, tags, picture = table()
    away = [replace(starts(tags)[0], x_in=500.0), replace(starts(tags)[1], y_in=-400.0)]
    found = fitted(picture, [*away, *starts(tags)[2:]])
    assert [tag.fit.outcome for tag in found.tags[:2]] == [FitOutcome.LOST, FitOutcome.LOST]
    assert all(tag.is_placed for tag in found.tags[2:])


def test_nothing_asked_is_nothing_answered() -> None:
    assert fitted(table()[2], []).tags == ()


def test_tags_of_any_size_share_a_picture_and_keep_their_order() -> None:
    view = look((36.0, 36.0), tilt_deg=0.0, size=FULL_HD).part(0.5)
    tags = laid_on(view, count=8, seed=2, sides=(0.7, 4.0, 1.1, 2.2))
    picture = photographed(view, tags, kernel=gaussian(0.7), seed=2)
    found = fit_on_plane(
        picture, starts(tags, off_in=0.008), camera=told(view.eye()), family=FAMILY
    )
    assert [placed.number for placed in found.tags] == [tag.number for tag in tags]
    for placed, tag in zip(found.tags, tags, strict=True):
        off = np.array([placed.x_in - tag.x_in, placed.y_in - tag.y_in])
        assert placed.is_placed
        assert off @ np.linalg.solve(placed.covariance[:2, :2], off) < 20.0


def test_more_tags_than_one_table_of_pictures_holds_are_all_placed() -> None:
    _, tags, picture = table()
    many = starts(tags * 50, off_in=0.008)
    found = fitted(picture, many)
    first = fitted(picture, many[: len(tags)])
    assert all(tag.is_placed for tag in found.tags)
    places = np.array([(tag.x_in, tag.y_in) for tag in found.tags]).reshape(50, -1, 2)
    assert places == pytest.approx(
        np.array([(tag.x_in, tag.y_in) for tag in first.tags])[None].repeat(50, axis=0), abs=2e-4
    )


@pytest.mark.parametrize(("share", "is_printed"), [(0.05, False), (0.15, False), (0.5, True)])
def test_what_is_fainter_than_any_print_is_no_tag_not_even_one_that_was_there(
    share: float, is_printed: bool
) -> None:
    """The skin of a finger over a tag's place now and then looks like it, but faintly."""
    clean = cv2.GaussianBlur(table()[2], (0, 0), 0.7).astype(np.float32)
    faded = np.round(200 + share * (clean - 200)).astype(np.uint8)
    found = fitted(faded, starts(table()[1], trusted=True))
    expected = FitOutcome.PLACED if is_printed else FitOutcome.LOST
    assert {tag.fit.outcome for tag in found.tags} == {expected}
    assert all(tag.fit.explained > 0.85 for tag in found.tags)
