"""Places tags of known size and height on the table of a calibrated camera."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from vision.fit.gathering import FitRequest, Gathered, fitted
from vision.fit.grain import Grain, grains
from vision.fit.pixels.freedom import RIGID
from vision.fit.pixels.surfaces import LevelPlanes
from vision.fit.pixels.template_cache import TemplateCache
from vision.fit.placed import Fit, FitOutcome, PlacedTag, PlaneFit, StartTag
from vision.fit.settings import FitSettings, IdentitySettings
from vision.fit.solving.tag_batch import SQUARE, TagBatch
from vision.sighting import Floats, Grey, Sighting
from vision.tags.tag_family import TagFamily

_ASIDE: Final = np.eye(3) * 1e6
"""The covariance of a tag that has no place."""


def fit_on_plane(
    grey: Grey,
    tags: Sequence[StartTag],
    *,
    camera: CameraModel,
    family: TagFamily,
    blur_px: float | None = None,
    settings: FitSettings | None = None,
    identity: IdentitySettings | None = None,
    hidden: NDArray[np.bool_] | None = None,
    cache: TemplateCache | None = None,
) -> PlaneFit:
    """Every tag's place, heading and their covariance; `hidden` is true where something covers.

    A blur that is known from the picture before saves a step, a cache the prediction of tags that
    were fitted under it. Of a large picture tags with large cells are fitted at half the size.
    """
    settings = settings or FitSettings()
    surface = LevelPlanes(camera=camera, heights=np.array([tag.height_in for tag in tags], float))
    fits: list[tuple[list[int], PlaneFit]] = []
    sizes = [(Grain(), list(range(len(tags))))]
    if grey.shape[1] > settings.bin_above_px:
        seen = surface.pixels(corners_in(tags))
        sizes = grains(seen, cells=family.cells, settings=settings)
    for grain, chosen in sizes:
        some = [tags[at] for at in chosen]
        asked = FitRequest(
            grey=grain.picture(grey),
            surface=LevelPlanes(camera=grain.camera(camera), heights=surface.heights[chosen]),
            freedom=RIGID,
            numbers=[tag.number for tag in some],
            trusted=[tag.is_trusted for tag in some],
            bent=frozenset(at for at, tag in enumerate(some) if tag.is_bent),
            corners=corners_in(some),
            family=family,
            settings=settings,
            identity=identity or IdentitySettings(),
            hidden=grain.mask(hidden),
            cache=cache,
        )
        begun = settings.blur_px if blur_px is None else blur_px
        fits.append((chosen, _fitted(asked, some, grain=grain, blur_px=begun)))
    return fits[0][1] if len(fits) == 1 else _together(fits, count=len(tags))


def _fitted(
    asked: FitRequest, tags: Sequence[StartTag], *, grain: Grain, blur_px: float
) -> PlaneFit:
    found, blur, residual = fitted(
        asked,
        matrices=lambda places, origins: _matrices([tags[at] for at in places], origins),
        blur_px=max(grain.blur(blur_px), asked.settings.least_blur_px),
    )
    limits = asked.settings
    smeared = limits.unlike_bell * max(blur - limits.plain_blur_px, 0.0)
    placed = {
        place: tag
        for each in found
        for place, tag in zip(
            each.places,
            _read(each, tags=tags, by=grain.by, smeared_px=smeared),
            strict=True,
        )
    }
    return PlaneFit(
        tags=tuple(placed.get(at) or _out_of_view(tag) for at, tag in enumerate(tags)),
        blur_px=grain.blur_before(blur),
        residual=residual,
    )


def _together(fits: Sequence[tuple[list[int], PlaneFit]], *, count: int) -> PlaneFit:
    """One answer from fits at several sizes; the largest group's blur and residual count."""
    _, main = max(fits, key=lambda each: len(each[0]))
    tags: list[PlacedTag | None] = [None] * count
    for chosen, fit in fits:
        share = fit.residual / main.residual if main.residual > 0 else 1.0
        for at, tag in zip(chosen, fit.tags, strict=True):
            ratio = tag.fit.residual_ratio * share
            tags[at] = replace(tag, fit=replace(tag.fit, residual_ratio=ratio))
    return replace(main, tags=tuple(tag for tag in tags if tag is not None))


def starts_from(
    sightings: Sequence[Sighting],
    *,
    camera: CameraModel,
    sizes_in: Sequence[float],
    heights_in: Sequence[float],
) -> list[StartTag]:
    """Where the corners of sightings say that tags lie; NaN above the horizon."""
    if not sightings:
        return []
    corners = np.array([seen.corners for seen in sightings])
    heights = np.array(heights_in, dtype=np.float64)
    met = camera.places(corners, height=np.broadcast_to(heights[:, None], corners.shape[:2]))
    middles = met.mean(axis=1)
    rightwards = met[:, 1] - met[:, 0] + met[:, 2] - met[:, 3]
    return [
        StartTag(
            number=seen.number,
            side_in=side,
            height_in=height,
            x_in=float(middle[0]),
            y_in=float(middle[1]),
            heading_deg=math.degrees(math.atan2(across[1], across[0])),
        )
        for seen, side, height, middle, across in zip(
            sightings, sizes_in, heights_in, middles, rightwards, strict=True
        )
    ]


def corners_in(tags: Sequence[StartTag]) -> Floats:
    """The corners of tags on their planes (n x 4 x 2 inches), in the order of every sighting."""
    turns = np.radians([tag.heading_deg for tag in tags])
    half = np.array([tag.side_in for tag in tags]) / 2
    cosine, sine = np.cos(turns) * half, np.sin(turns) * half
    right, down = np.stack([cosine, sine], axis=1), np.stack([sine, -cosine], axis=1)
    middles = np.array([(tag.x_in, tag.y_in) for tag in tags]).reshape(-1, 2)
    found: Floats = (
        middles[:, None] + SQUARE[:, :1] * right[:, None] + SQUARE[:, 1:] * down[:, None]
    )
    return found


def _matrices(tags: list[StartTag], origins: Floats) -> Floats:
    """From inches off the origins to half sides of the tags."""
    turns = np.radians([tag.heading_deg for tag in tags])
    scale = 2 / np.array([tag.side_in for tag in tags])
    cosine, sine = np.cos(turns) * scale, np.sin(turns) * scale
    x, y = (origins - np.array([(tag.x_in, tag.y_in) for tag in tags])).T
    found = np.zeros((len(tags), 3, 3))
    found[:, 0, 0], found[:, 0, 1], found[:, 0, 2] = cosine, sine, x * cosine + y * sine
    found[:, 1, 0], found[:, 1, 1], found[:, 1, 2] = sine, -cosine, x * sine - y * cosine
    found[:, 2, 2] = 1.0
    return found


def _read(
    each: Gathered, *, tags: Sequence[StartTag], by: int, smeared_px: float
) -> list[PlacedTag]:
    """What the matrices of a batch say, in inches and degrees."""
    batch: TagBatch = each.judged.batch
    seen = batch.seen_at(SQUARE)
    sides = np.linalg.norm(seen - np.roll(seen, 1, axis=1), axis=2).min(axis=1)
    corners = (seen + 0.5) * by - 0.5
    half = np.array([tags[place].side_in / 2 for place in each.places])
    turns = np.arctan2(batch.matrices[:, 0, 1], batch.matrices[:, 0, 0])
    # A step (right, down, turn) in inches, inches and degrees.
    ways = np.zeros((len(half), 3, 3))
    ways[:, 0, 0], ways[:, 0, 1] = np.cos(turns) * half, np.sin(turns) * half
    ways[:, 1, 0], ways[:, 1, 1] = ways[:, 0, 1], -ways[:, 0, 0]
    ways[:, 2, 2] = math.degrees(1.0)
    aside = ways[:, :2, :2] @ batch.matrices[:, :2, 2:]
    middles = (batch.near.origin - aside[..., 0]).tolist()
    covariances = ways @ each.judged.covariance @ ways.transpose(0, 2, 1)
    is_finite = np.isfinite(covariances).all(axis=(1, 2))
    covariances[:, 2, 2] += np.degrees(smeared_px / np.maximum(sides, 1.0)) ** 2
    covariances[~is_finite] = _ASIDE
    return [
        PlacedTag(
            number=tags[place].number,
            x_in=x,
            y_in=y,
            heading_deg=heading,
            covariance=covariances[row],
            corners=corners[row],
            fit=_scaled(each.judged.fits[row], by=by),
        )
        for row, (place, (x, y), heading) in enumerate(
            zip(each.places, middles, np.degrees(turns).tolist(), strict=True)
        )
    ]


def _scaled(fit: Fit, *, by: int) -> Fit:
    if by == 1:
        return fit
    return replace(fit, last_step_px=fit.last_step_px * by, moved_px=fit.moved_px * by)


def _out_of_view(tag: StartTag) -> PlacedTag:
    return PlacedTag(
        number=tag.number,
        x_in=tag.x_in,
        y_in=tag.y_in,
        heading_deg=tag.heading_deg,
        covariance=_ASIDE.copy(),
        corners=np.full((4, 2), np.nan),
        fit=NOTHING_SEEN,
    )


NOTHING_SEEN: Final = Fit(
    outcome=FitOutcome.LOST,
    explained=0.0,
    residual_ratio=math.inf,
    kept=0.0,
    last_step_px=math.inf,
    moved_px=math.inf,
    white=0.0,
    contrast=0.0,
)
