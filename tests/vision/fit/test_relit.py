"""Tests tags that lie in a shadow's edge: placed there, and never for what really covers them."""

from dataclasses import replace
from functools import cache
from itertools import product

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
from conftest import SoakCount
from tests.often import often
from tests.vision.measured import grey_of, rendered, table_scene, thing
from vision.detector import Detector
from vision.fit.free import fit_corners
from vision.fit.judging import relit
from vision.fit.on_plane import fit_on_plane
from vision.fit.placed import FitOutcome, PlacedTag, StartTag
from vision.fit.settings import FitSettings, ShadeSettings
from vision.fit.solving.descent import SettledBatch
from vision.locating.seeking.believing import SOUGHT
from vision.locating.seeking.noise import noise_of
from vision.sighting import Floats
from vision.synthetic.described.scene import Figure
from vision.tags.tag_family import TagFamily

FAMILY = TagFamily.of("DICT_4X4_250")
BLIND = FitSettings(shade=ShadeSettings(from_ratio=1e9))


@cache
def table(seed: int) -> tuple[Look, list[Laid], Grey]:
    view = look((36.0, 36.0), tilt_deg=20.0, size=FULL_HD).part(0.5)
    tags = laid_on(view, count=12, seed=seed)
    return view, tags, photographed(view, tags, kernel=gaussian(0.7), seed=seed)


def across(view: Look, tag: Laid, picture: Grey) -> tuple[Floats, float]:
    """How far right of a tag's middle each pixel is, and half the tag's width, in pixels."""
    seen = view.eye().pixels(tag.corners())
    off = np.arange(picture.shape[1]) - float(seen[:, 0].mean())
    return np.tile(off, (picture.shape[0], 1)), float(np.ptp(seen[:, 0])) / 2


def shaded(picture: Grey, view: Look, tag: Laid, *, dark: float, soft: float) -> Grey:
    """A shadow's edge runs down the tag's middle, over nothing but its surroundings."""
    off, half = across(view, tag, picture)
    light = 1 - (1 - dark) / (1 + np.exp(np.clip(-off / (soft * half), -50, 50)))
    near = np.abs(off) < 3 * half
    return np.asarray(np.where(near, np.clip(picture * light, 0, 255), picture), dtype=np.uint8)


def fitted(
    picture: Grey,
    view: Look,
    tags: list[Laid],
    settings: FitSettings | None = None,
    *,
    is_trusted: bool = False,
) -> tuple[PlacedTag, ...]:
    starts = [
        StartTag(
            number=tag.number,
            side_in=tag.side_in,
            height_in=tag.height_in,
            x_in=tag.x_in + 0.008,
            y_in=tag.y_in - 0.008,
            heading_deg=tag.heading_deg + 0.5,
            is_trusted=is_trusted,
        )
        for tag in tags
    ]
    camera = told(view.eye())
    return fit_on_plane(picture, starts, camera=camera, family=FAMILY, settings=settings).tags


def sought(picture: Grey, view: Look, tags: list[Laid]) -> tuple[PlacedTag, ...]:
    """By the rules for tags that no detector has read."""
    starts = [
        StartTag(
            number=tag.number,
            side_in=tag.side_in,
            height_in=tag.height_in,
            x_in=tag.x_in,
            y_in=tag.y_in,
            heading_deg=tag.heading_deg,
        )
        for tag in tags
    ]
    camera = told(view.eye())
    identity = replace(SOUGHT, noise=noise_of(picture))
    return fit_on_plane(picture, starts, camera=camera, family=FAMILY, identity=identity).tags


def off_and_sigmas(placed: PlacedTag, tag: Laid) -> tuple[float, float]:
    off = np.array([placed.x_in - tag.x_in, placed.y_in - tag.y_in])
    return float(np.hypot(*off)), float(
        np.sqrt(off @ np.linalg.solve(placed.covariance[:2, :2], off))
    )


@pytest.mark.parametrize(
    ("dark", "soft"),
    often(product((0.45, 0.7), (0.1, 0.3)), quick=[(0.45, 0.1), (0.7, 0.3)]),
)
def test_a_tag_in_a_shadow_s_edge_is_placed_within_its_error(dark: float, soft: float) -> None:
    view, tags, picture = table(5)
    one = fitted(shaded(picture, view, tags[0], dark=dark, soft=soft), view, tags)[0]
    assert one.fit.outcome is FitOutcome.PLACED
    off, sigmas = off_and_sigmas(one, tags[0])
    assert off < 0.006
    assert sigmas < 4


def test_without_its_shadow_it_would_have_been_refused() -> None:
    view, tags, picture = table(5)
    dim = shaded(picture, view, tags[0], dark=0.45, soft=0.1)
    assert fitted(dim, view, tags, BLIND)[0].fit.outcome is FitOutcome.COVERED


@pytest.mark.soak
@pytest.mark.parametrize(
    ("level", "share"),
    often(
        product((20, 90, 150, 225), (0.1, 0.25, 0.5)),
        quick=[(20, 0.25), (90, 0.1), (150, 0.5), (225, 0.25)],
    ),
)
def test_paper_of_any_grey_over_a_tag_gives_it_no_wrong_place(
    share: float, level: int, soak_count: SoakCount
) -> None:
    for seed in range(5, 5 + soak_count(1, 6)):
        view, tags, picture = table(seed)
        off, half = across(view, tags[0], picture)
        covered = picture.copy()
        covered[(off < half * (2 * share - 1)) & (off > -3 * half)] = level
        one = fitted(covered, view, tags)[0]
        if one.is_placed:
            miss, sigmas = off_and_sigmas(one, tags[0])
            assert miss < 0.02
            assert sigmas < 5


@pytest.mark.parametrize(("dark", "soft"), [(0.55, 0.12), (0.4, 0.03)])
def test_a_tag_that_is_looked_for_is_believed_in_a_shadow_s_edge(dark: float, soft: float) -> None:
    """Half of its paper is as dark as the shadow, and a hard edge is no slow change of light."""
    view, tags, picture = table(5)
    for tag in tags[:4]:
        one = sought(shaded(picture, view, tag, dark=dark, soft=soft), view, [tag, *tags[4:]])[0]
        assert one.fit.outcome is FitOutcome.PLACED
        off, sigmas = off_and_sigmas(one, tag)
        assert off < 0.006
        assert sigmas < 5


BURNT = ((1.3, 0.15, 0.0), (1.3, 0.2, 0.35), (1.8, 0.28, 0.0))


@pytest.mark.parametrize(("glare", "dark", "aside"), often(BURNT, quick=BURNT[:1]))
def test_a_deep_shadow_s_edge_beside_burnt_paper_hides_nothing(
    glare: float, dark: float, aside: float
) -> None:
    """Shaded paper is as dark as lit ink there, and less light is no share of what was burnt."""
    view, tags, picture = table(5)
    for tag in tags[:4]:
        off, half = across(view, tag, picture)
        light = 1 - (1 - dark) / (1 + np.exp(np.clip((aside - off / half) / 0.03, -50, 50)))
        near = np.abs(off) < 3 * half
        burnt = np.clip(glare * picture * light, 0, 255)
        dim = np.asarray(np.where(near, burnt, picture), dtype=np.uint8)
        one = sought(dim, view, [tag, *tags[4:]])[0]
        assert one.fit.outcome is FitOutcome.PLACED
        miss, sigmas = off_and_sigmas(one, tag)
        assert miss < 0.006
        assert sigmas < 4


def beside(view: Look, tag: Laid, picture: Grey) -> Floats:
    """How many cells right of a tag's frame each pixel is."""
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
    spots = np.column_stack([x.ravel(), y.ravel()]).astype(float)
    met = tag.on_tag(view.eye().places(spots, height=tag.height_in))
    found: Floats = met[:, 0].reshape(picture.shape) - len(tag.cells)
    return found


@pytest.mark.long
@pytest.mark.parametrize(("glare", "dark"), [(1.7, 0.22), (2.2, 0.2)])
def test_a_shadow_that_ends_at_the_frame_hides_no_tag_on_burnt_paper(
    glare: float, dark: float
) -> None:
    """A figure stands right beside it, and its shaded paper is as dark as the frame."""
    view, tags, picture = table(5)
    for tag in tags[:3]:
        right = beside(view, tag, picture)
        light = 1 - (1 - dark) / (1 + np.exp(np.clip(-right / 0.05, -50, 50)))
        light[np.abs(right) > 2 * len(tag.cells)] = 1.0
        burnt = np.asarray(np.clip(glare * picture * light, 0, 255), dtype=np.uint8)
        one = sought(burnt, view, [tag, *tags[3:]])[0]
        assert one.fit.outcome is FitOutcome.PLACED
        miss, sigmas = off_and_sigmas(one, tag)
        assert miss < 0.006
        assert sigmas < 4


def test_a_rival_whose_cells_lie_in_the_shadow_is_told_apart_by_how_much_it_leaves() -> None:
    """There they count by the square of their light, and no rival is far behind."""
    view, tags, picture = table(5)
    right = beside(view, tags[2], picture) + 2.5
    light = 1 - 0.8 / (1 + np.exp(np.clip(-right / 0.05, -50, 50)))
    light[np.abs(right) > 2 * len(tags[2].cells)] = 1.0
    burnt = np.asarray(np.clip(1.7 * picture * light, 0, 255), dtype=np.uint8)
    one = sought(burnt, view, [tags[2], *tags[:2], *tags[3:]])[0]
    assert one.fit.outcome is FitOutcome.PLACED
    miss, sigmas = off_and_sigmas(one, tags[2])
    assert miss < 0.006
    assert sigmas < 4


def test_a_shaded_tag_need_not_be_explained_better_than_lit_ones() -> None:
    view, tags, picture = table(5)
    grain = np.random.default_rng(5).normal(0, 40, picture.shape).astype(np.float32)
    rough = picture + np.asarray(cv2.GaussianBlur(grain, (0, 0), 1.2))
    dim = shaded(np.asarray(np.clip(rough, 0, 255), np.uint8), view, tags[0], dark=0.5, soft=0.1)

    def explained(shade: ShadeSettings) -> float:
        return fitted(dim, view, tags, FitSettings(shade=shade))[0].fit.explained

    strict = ShadeSettings(than_lit=0.0, below_lit=0.0, least_rough=1.0)
    assert explained(ShadeSettings()) > explained(strict) + 0.01


def test_corners_of_a_shaded_anchor_are_found_without_a_camera() -> None:
    view, tags, picture = table(5)
    dim = shaded(picture, view, tags[0], dark=0.6, soft=0.2)
    seen = [each for each in Detector(FAMILY).sightings(dim) if each.number == tags[0].number]
    others = [each for each in Detector(FAMILY).sightings(dim) if each.number != tags[0].number]
    (one, *_) = fit_corners(dim, [*seen, *others], family=FAMILY).tags
    assert one.is_placed
    assert np.abs(one.corners - view.eye().pixels(tags[0].corners())).max() < 0.2


def test_a_rendered_figure_s_shadow_over_a_tag_hides_nothing() -> None:
    things = [thing(f"T{n}", 20 + n, at=(3.0 + 2.4 * n, 4.0, 40.0 * n), side=0.8) for n in range(5)]
    figure = Figure(height_in=1.2, offset_in=(0.75, 0.0))
    dressed = replace(things[2], piece=replace(things[2].piece, figures=(figure,)))
    frame = rendered(table_scene(*things[:2], dressed, *things[3:]))
    seen = Detector(FAMILY).sightings(grey_of(frame))
    found = {tag.number: tag for tag in fit_corners(grey_of(frame), seen, family=FAMILY).tags}
    truth = frame.truth.tag(22)
    assert truth.visible > 0.99
    assert found[22].is_placed
    assert np.abs(found[22].corners - np.array(truth.corners_px)).max() < 0.25


def test_noise_in_a_dark_room_is_no_shadow() -> None:
    view = look((36.0, 36.0), tilt_deg=0.0, size=FULL_HD).part(0.5)
    tags = laid_on(view, count=15, seed=101, sides=(0.62, 0.8))
    picture = photographed(view, tags, kernel=gaussian(0.7), seed=101, noise=8.0)
    plain = fitted(picture, view, tags, BLIND, is_trusted=True)

    def wider(settings: FitSettings | None) -> float:
        """The factor by which a shadow has widened what is stated of the worst of them."""
        found = fitted(picture, view, tags, settings, is_trusted=True)
        assert all(tag.is_placed for tag in found)
        pairs = zip(found, plain, strict=True)
        return max(float(one.covariance[0, 0] / other.covariance[0, 0]) for one, other in pairs)

    assert wider(None) < 1.5
    assert wider(FitSettings(shade=ShadeSettings(least_gain=0.0, least_grain=0.0))) > 3


def test_noise_alone_is_seldom_worth_a_look_for_a_shadow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a look takes ten times as long as the fit, and a dark room has noise in each picture."""
    asked: list[int] = []

    def counted(settled: SettledBatch, tag: int, *, settings: ShadeSettings) -> list[relit.Relit]:
        del settled, settings
        asked.append(tag)
        return []

    monkeypatch.setattr(relit, "relit", counted)
    view = look((36.0, 36.0), tilt_deg=0.0, size=FULL_HD).part(0.5)
    for seed in range(4):
        tags = laid_on(view, count=15, seed=seed, sides=(0.62, 0.8))
        picture = photographed(view, tags, kernel=gaussian(0.7), seed=seed, noise=12.0)
        fitted(picture, view, tags, is_trusted=True)
    assert 0 < len(asked) <= 6
