"""Tells from a placed tag's cells how far its paper rises off its plane, and where it then lies.

What rises by z is seen beside its place by z times the way in which the camera looks past it. So a
sheet that is bent displaces its own cells, each by another length, and that shows in plain view of
every cell. A sheet lies on its lowest point.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.fit.pixels.surfaces import LevelPlanes
from vision.fit.settings import BendSettings
from vision.fit.solving.descent import SettledBatch
from vision.fit.solving.selected import some_of
from vision.fit.solving.system import GREY, LIGHTS, columns_of
from vision.fit.solving.tag_batch import TagBatch, on_tags, viewed
from vision.sighting import Floats

_NEAR_IN: Final = 1e-3
"""Of height, for slopes by difference."""
_EDGE: Final = 4 / 3
"""Half sides from the middle of a tag to the edge of its paper."""
_SPOTS: Final = np.stack(
    [each.ravel() for each in np.meshgrid(np.linspace(-1, 1, 9), np.linspace(-1, 1, 9))]
)
_RISES: Final = 5
"""Ways of a sheet to rise: a lean both ways, and three bends."""
_SHAPES: Final = 8
"""These, and three to be shorter as seen from above."""
_LIGHT: Final = 3 + _SHAPES
_PLAIN: Final = [*range(3), *range(_LIGHT, _LIGHT + LIGHTS)]
"""What explains a tag that lies flat."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bending:
    """How the papers of n tags lie, were they bent at all."""

    gain: Floats
    """How much better that explains each, in squared standard errors of a pixel."""
    share: Floats
    """The same for each pixel."""
    rms: Floats
    """What is left over of each, in grey levels."""
    seen_in: Floats
    """How far at most a part of each tag seems displaced on the table."""
    strain: Floats
    """How much shorter or longer each is than any rise explains, as a share."""
    matrices: Floats
    """n x 3 x 3: from the surface to the tag, were it where its lowest part lies."""
    covariance: Floats
    """n x 3 x 3, of a last step to there."""


@dataclass(slots=True, kw_only=True, eq=False)
class _Sheets:
    """The papers of some tags, and how they are now thought to be bent."""

    batch: TagBatch
    blur_px: float
    shape: Floats
    """n x 8: inches of each way to rise, then strains."""


def bending(settled: SettledBatch, chosen: list[int], *, settings: BendSettings) -> Bending:
    """Of these tags of a batch that may move rigidly on level planes, from where they settled."""
    shape = np.zeros((len(chosen), _SHAPES))
    blur = settled.view.blur_px
    batch = some_of(settled.batch, chosen)
    # Either the paper is bent or a shadow lies over it; light explains half of any bend, too.
    batch.shadows = [None] * len(chosen)
    sheets = _Sheets(batch=batch, blur_px=blur, shape=shape)
    found, flat = _stepped(sheets, settings=settings, flat=None)
    kept = np.arange(len(chosen))
    for _ in range(settings.steps - 1):
        odd = np.nonzero(found.gain[kept] >= settings.least_gain / 2)[0].tolist()
        if not odd:
            break
        sheets.batch, sheets.shape = some_of(sheets.batch, odd), sheets.shape[odd]
        flat, kept = flat[odd], kept[odd]
        again, _ = _stepped(sheets, settings=settings, flat=flat)
        for name in Bending.__slots__:
            getattr(found, name)[kept] = getattr(again, name)
    return found


def _stepped(
    sheets: _Sheets, *, settings: BendSettings, flat: Floats | None
) -> tuple[Bending, Floats]:
    """Bend each sheet by one step of Gauss and Newton; and what explains them flat leaves over."""
    batch = sheets.batch
    beside, sides = _beside(batch), _sides(batch)
    grams, pixels = _grams(sheets, beside=beside)
    freely = np.maximum(pixels - len(_PLAIN), 1.0)
    if flat is None:
        flat = _left(grams, _parts(grams, _PLAIN), chosen=_PLAIN)
    contrast = np.maximum(np.abs(_parts(grams, _PLAIN)[:, 3]), 1e-3)
    firmness = _firmness(sides, noise=flat / freely, settings=settings)
    # What is believed of paper before it is seen: as if so many pixels had shown it flat.
    diagonal = np.arange(3, _LIGHT)
    grams[:, diagonal, diagonal] += firmness / contrast[:, None] ** 2
    grams[:, diagonal, -1] -= firmness / contrast[:, None] * sheets.shape
    grams[:, -1, -1] += (firmness * sheets.shape**2).sum(axis=1)
    everything = list(range(grams.shape[1] - 1))
    parts = _parts(grams, everything)
    noise = np.maximum(_left(grams, parts, chosen=everything) / freely, 1e-12)
    spread = np.linalg.inv(grams[:, :-1, :-1]) * noise[:, None, None]
    steps = parts[:, :_LIGHT] / contrast[:, None]
    covariance = spread[:, :3, :3] / contrast[:, None, None] ** 2
    sheets.shape = sheets.shape + steps[:, 3:]
    batch.matrices = batch.freedom.moved(batch.matrices, steps[:, :3])
    gain = flat / noise - freely
    found = _laid(
        sheets,
        gain=gain,
        share=gain / freely,
        rms=np.sqrt(noise) * GREY,
        covariance=covariance,
        beside=beside,
        settings=settings,
    )
    return found, flat


def _grams(sheets: _Sheets, *, beside: Floats) -> tuple[Floats, Floats]:
    """The normal equations of each tag: three ways to move, eight of its paper, and light."""
    batch = sheets.batch
    view = viewed(batch, blur_px=sheets.blur_px)
    at = on_tags(batch, view)
    owner = np.repeat(np.arange(len(sheets.shape)), view.pixels.counts)
    rises, aside = _rises(at), beside.astype(np.float32)[owner].T
    shape = sheets.shape.astype(np.float32)[owner].T
    height = (rises * shape[:_RISES]).sum(axis=0)
    long, wide, skew = shape[_RISES:]
    u, v = at
    bent = np.stack([u + aside[0] * height + long * u + skew * v, v + aside[1] * height])
    bent[1] += wide * v + skew * u
    rows = columns_of(batch, view, at=bent).rows
    right, down = -rows[0], -rows[1]
    # How the brightness of a pixel changes by an inch that the paper under it rises.
    rising = right * aside[0] + down * aside[1]
    strains = np.stack([u * right, v * down, u * down + v * right])
    whole = np.concatenate([rows[:3], rises * rising, strains, rows[3:]])
    grams = np.empty((len(sheets.shape), len(whole), len(whole)))
    for tag, part in enumerate(view.slices()):
        own = whole[:, part]
        grams[tag] = own @ own.T
    return grams, view.pixels.counts.astype(np.float64)


def _firmness(sides: Floats, *, noise: Floats, settings: BendSettings) -> Floats:
    """How strongly each part of a shape is held to be nothing (n x 8)."""
    sigmas = np.empty((len(sides), _SHAPES))
    sigmas[:, :2] = settings.lean * sides[:, None]
    sigmas[:, 2:_RISES] = settings.bend * sides[:, None]
    sigmas[:, _RISES:] = settings.strain
    return np.asarray(np.maximum(noise, 1e-12)[:, None] / sigmas**2)


def _laid(
    sheets: _Sheets,
    *,
    gain: Floats,
    share: Floats,
    rms: Floats,
    covariance: Floats,
    beside: Floats,
    settings: BendSettings,
) -> Bending:
    """Where the sheets lie, with what they are not known to do."""
    sides = _sides(sheets.batch)
    rises = sheets.shape[:, :_RISES] @ _rises(_SPOTS)
    edges = sheets.shape[:, :_RISES] @ _rises(_SPOTS * _EDGE)
    height = np.ptp(rises, axis=1)
    # Its middle is as high over what the sheet lies on as its lowest part is below the middle.
    lift = -np.minimum(edges, 0.0).min(axis=1)
    down = np.zeros((len(lift), 3))
    down[:, :2] = beside * lift[:, None]
    unsure = (settings.unsure_lift * lift) ** 2 + (settings.unsure_range * height) ** 2
    covariance = covariance.copy()
    covariance[:, :2, :2] += unsure[:, None, None] * beside[:, :, None] * beside[:, None, :]
    # A slope is longer than its plan, by half its square.
    shorter = settings.unsure_plan * 2 * (height / sides) ** 2
    covariance[:, :2, :2] += (shorter**2)[:, None, None] * np.eye(2)
    long, wide, skew = sheets.shape[:, _RISES:].T
    return Bending(
        gain=gain,
        share=share,
        rms=rms,
        seen_in=_displaced(sheets.shape, beside=beside) * sides / 2,
        strain=np.hypot((long - wide) / 2, skew) + np.abs(long + wide) / 2,
        matrices=sheets.batch.freedom.moved(sheets.batch.matrices, down),
        covariance=covariance,
    )


def _displaced(shape: Floats, *, beside: Floats) -> Floats:
    """How far at most a part of each tag is from where the nearest flat one would have it."""
    u, v = _SPOTS
    long, wide, skew = (each[:, None] for each in shape[:, _RISES:].T)
    height = shape[:, :_RISES] @ _rises(_SPOTS)
    right = beside[:, :1] * height + long * u + skew * v
    down = beside[:, 1:] * height + wide * v + skew * u
    right -= right.mean(axis=1, keepdims=True)
    down -= down.mean(axis=1, keepdims=True)
    turn = (u * down - v * right).sum(axis=1, keepdims=True) / (u * u + v * v).sum()
    return np.asarray(np.hypot(right + turn * v, down - turn * u).max(axis=1))


def _rises(at: NDArray[np.floating[Any]]) -> NDArray[np.floating[Any]]:
    """The heights of each way to rise at points (2 x n) on the tag; its middle does not."""
    u, v = at
    return np.stack([u, v, u * u, u * v, v * v])


def _beside(batch: TagBatch) -> Floats:
    """How far beside each tag, in its half sides, the camera sees what is an inch higher."""
    surface = batch.surface
    assert isinstance(surface, LevelPlanes)
    middles = np.linalg.inv(batch.matrices)[:, :2, 2] + batch.near.origin
    seen = surface.pixels(middles[:, None])
    raised = LevelPlanes(camera=surface.camera, heights=surface.heights + _NEAR_IN)
    apart = (raised.points(seen)[:, 0] - middles) / _NEAR_IN
    return np.asarray(np.einsum("nij,nj->ni", batch.matrices[:, :2, :2], apart))


def _sides(batch: TagBatch) -> Floats:
    """Of each tag, in inches."""
    return np.asarray(2 / np.hypot(batch.matrices[:, 0, 0], batch.matrices[:, 0, 1]))


def _parts(grams: Floats, chosen: list[int]) -> Floats:
    """How much of each of the chosen columns explains the pixels best."""
    normal, right = grams[:, chosen][:, :, chosen], grams[:, chosen, -1:]
    scale = np.sqrt(np.maximum(np.diagonal(normal, axis1=1, axis2=2), 1e-12))
    unit = normal / (scale[:, :, None] * scale[:, None, :]) + 1e-9 * np.eye(len(chosen))
    return np.asarray(np.linalg.solve(unit, right / scale[:, :, None])[..., 0] / scale)


def _left(grams: Floats, parts: Floats, *, chosen: list[int]) -> Floats:
    """The squares that the chosen columns leave over."""
    found = grams[:, -1, -1] - (grams[:, chosen, -1] * parts).sum(axis=1)
    return np.asarray(np.maximum(found, 0.0))
