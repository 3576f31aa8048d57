"""Finds the strokes on a straightened sheet: lines that are thin, and darker than the paper.

Shadows and uneven light go, as they are wider than any stroke. What was rubbed out is far fainter
than what was left: it is no stroke, and what lies between the two is in doubt.
"""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sheets.found_sheet import PX_PER_IN, ROUND
from vision.sheets.plan import SheetPlan
from vision.sighting import Floats, Grey

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class StrokeSettings:
    """Thresholds, each with its unit and what changing it costs."""

    widest_in: float = 0.11
    """Width of a line at which it still counts as one; wider things, as shadows, are no lines."""
    least_noise: float = 5.0
    """Standard deviations of the paper's noise below which everything is ignored."""
    least_dark: float = 0.05
    """Share of the light that the faintest stroke takes away; printed crosses take less."""
    sure: float = 0.5
    """Share of the usual stroke's darkness from which a line is surely one."""
    doubtful: float = 0.28
    """The same for a line that may be one; anything fainter was rubbed out."""
    grow: float = 0.5
    """Share of a threshold down to which a line is followed once it has reached it."""
    least_long_in: float = 0.14
    """Shorter things are dots, crumbs and printed crosses."""
    printed_in: float = 0.07
    """Around the printed frame this much is the frame's own."""


SETTINGS: Final = StrokeSettings()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Strokes:
    """What was drawn, as pixels of the straightened sheet."""

    dark: Floats
    """Share of the light that is missing, smoothed a little; 0 on plain paper."""
    sure: Mask
    possible: Mask
    """With lines that may have been rubbed out."""
    specks: Mask
    """As dark as a line and far shorter: crumbs, and the dots of letters."""
    usual: float
    """How dark the strokes of this sheet are."""
    noise: float


def strokes_on(view: Grey, plan: SheetPlan, *, settings: StrokeSettings = SETTINGS) -> Strokes:
    """The strokes on a straightened sheet."""
    dark = line_darkness(view, settings=settings)
    inside = _inside(view, plan, settings=settings)
    dark[~inside] = 0.0
    noise = _noise(dark, inside)
    least = max(settings.least_dark, settings.least_noise * noise)
    usual = _usual(dark, least=least)
    firm = max(least, settings.sure * usual)
    sure, specks = _followed(dark, from_dark=firm, settings=settings)
    faint = max(least, settings.doubtful * usual)
    possible, _ = _followed(dark, from_dark=faint, settings=settings)
    return Strokes(
        dark=dark,
        sure=sure,
        possible=possible | sure,
        specks=specks,
        usual=usual,
        noise=noise,
    )


def without(strokes: Strokes, marks: Mask) -> Strokes:
    """The strokes without some, and without the light that these take away around themselves."""
    near = cv2.dilate(marks.astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    return replace(
        strokes,
        dark=np.where(near, 0.0, strokes.dark),
        sure=strokes.sure & ~near,
        possible=strokes.possible & ~near,
    )


def line_darkness(view: Grey, *, settings: StrokeSettings = SETTINGS) -> Floats:
    """How much darker each pixel is than the paper just beside it, as a share of the light."""
    grey = cv2.GaussianBlur(view.astype(np.float32), (0, 0), 0.9)
    size = 2 * round(settings.widest_in * PX_PER_IN / 2) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    paper = cv2.morphologyEx(grey, cv2.MORPH_CLOSE, disc)
    return np.asarray((paper - grey) / np.maximum(paper, 8.0), dtype=np.float64)


def _inside(view: Grey, plan: SheetPlan, *, settings: StrokeSettings) -> Mask:
    """The area within its printed frame, without the N that is printed in it."""
    rows, columns = np.indices(view.shape)
    x = (columns + 0.5) / PX_PER_IN - ROUND
    y = plan.depth_in + ROUND - (rows + 0.5) / PX_PER_IN
    edge = settings.printed_in
    inside = (x > edge) & (x < plan.width_in - edge) & (y > edge) & (y < plan.depth_in - edge)
    letter = (np.abs(x - plan.width_in / 2) < 0.12) & (y > plan.depth_in - 0.26)
    return np.asarray(inside & ~letter)


def _noise(dark: Floats, inside: Mask) -> float:
    """The spread of plain paper: most of a sheet is."""
    values = dark[inside]
    middle = float(np.median(values))
    return 1.4826 * float(np.median(np.abs(values - middle))) + 1e-4


def _usual(dark: Floats, *, least: float) -> float:
    """How dark the middle of a stroke is: of ridges that are darker than anything printed."""
    crest = dark >= cv2.dilate(dark, np.ones((3, 3), np.uint8)) - 1e-9
    values = dark[crest & (dark > 1.6 * least)]
    if len(values) < 200:
        return 2.0 * least
    return float(np.percentile(values, 60))


def _followed(dark: Floats, *, from_dark: float, settings: StrokeSettings) -> tuple[Mask, Mask]:
    """Lines that are so dark somewhere, with all of them that is not much fainter; and specks."""
    weak = (dark >= settings.grow * from_dark).astype(np.uint8)
    count, parts, stats, _ = cv2.connectedComponentsWithStats(weak, connectivity=8)
    strong = np.bincount(parts[dark >= from_dark], minlength=count)
    long = np.hypot(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT])
    # So many pixels have to be dark as a line of the least length has in its middle.
    least = settings.least_long_in * PX_PER_IN
    kept = (long >= least) & (strong >= 0.5 * least)
    kept[0] = False
    small = (long < least) & (strong > 0)
    return np.asarray(kept[parts]), np.asarray(small[parts])
