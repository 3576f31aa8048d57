"""Defines what a fit is asked and what it answers, tag by tag."""

from dataclasses import dataclass
from enum import StrEnum

from vision.sighting import Floats


class FitOutcome(StrEnum):
    """What became of a tag in the fit."""

    PLACED = "placed"
    COVERED = "partly covered"
    """Too much of it is hidden, or some is and where it should be was not known well enough."""
    LOST = "lost"
    """The fit found no place for it: it is out of view, too faint, or not there."""
    UNLIKE = "unlike"
    """What is there does not look like this tag."""
    BENT = "bent"
    """Its paper does not lie flat, and nobody can tell where it would."""
    RIVALLED = "rivalled"
    """Another number explains the picture as well."""

    @property
    def is_placed(self) -> bool:
        return self is FitOutcome.PLACED


@dataclass(frozen=True, slots=True, kw_only=True)
class StartTag:
    """A tag of known number, printed size and height, and about where it lies."""

    number: int
    side_in: float
    """Of the black square as it was printed."""
    height_in: float
    x_in: float
    y_in: float
    heading_deg: float
    """Where its right side points, counter-clockwise from +x."""
    is_trusted: bool = False
    """Whether the start is right to a third of a pixel or so, as from the picture before: only
    then can a partly covered tag be placed."""
    is_bent: bool = False
    """Whether its paper was bent when it was placed last."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fit:
    """How well one tag's picture is explained."""

    outcome: FitOutcome
    explained: float
    """Share of the variance (R²) at the picture's blur."""
    residual_ratio: float
    """Residual as a multiple of what is usual in the picture."""
    kept: float
    """Share of the tag's pixels that were in the picture and had a say."""
    last_step_px: float
    moved_px: float
    """From the start, the farthest corner."""
    white: float
    """Grey level of the tag's paper."""
    contrast: float
    """White less black, in grey levels."""
    is_bent: bool = False
    """Whether its paper is bent, and its place the one where its lowest part lies."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlacedTag:
    """A tag on its plane; the figures mean something only where the outcome is PLACED."""

    number: int
    x_in: float
    y_in: float
    heading_deg: float
    covariance: Floats
    """3 x 3 of x, y (inches) and heading (degrees): of this fit alone, not of the camera."""
    corners: Floats
    """4 x 2 pixels, in the order of every sighting."""
    fit: Fit

    @property
    def is_placed(self) -> bool:
        return self.fit.outcome.is_placed


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlaneFit:
    """All tags that were asked for, in their order, and what they have in common."""

    tags: tuple[PlacedTag, ...]
    blur_px: float
    """Standard deviation of the picture's blur."""
    residual: float
    """What is usual, in grey levels: noise, and what the model lacks."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FreeTag:
    """A tag as any quadrilateral of the picture."""

    number: int
    corners: Floats
    """4 x 2 pixels."""
    covariance: Floats
    """8 x 8 square pixels: x, y, x, y, ..."""
    fit: Fit

    @property
    def is_placed(self) -> bool:
        return self.fit.outcome.is_placed


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FreeFit:
    """All tags that were asked for, in their order, and what they have in common."""

    tags: tuple[FreeTag, ...]
    blur_px: float
    residual: float
