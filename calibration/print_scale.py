"""Checks that a print has the size it should have, and refuses to measure when it has not."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite, sqrt
from typing import Final

from rules.table.bad_input import BadInputError

REFUSED: Final = 0.01
"""A third of an inch along a table's edge: such measurements are worthless."""
WARNED: Final = 0.003
UNCHECKED_SIGMA: Final = 0.03
"""Standard error of the scale of a print that nobody has measured: "fit to page" makes 97 % of it,
and letter paper for A4 94 %."""
READING: Final = 0.02
"""Inches, half a millimetre: how well a ruler is read at both ends together."""
BAR: Final = 6.0
"""Inches, of the ruler on the page 'scale check'."""
TAPE: Final = 1 / 16
"""Inches: how far off a tape over a table is read, both ends together."""
_SIGMAS: Final = 3.0
"""How many standard errors a measurement is taken to be off at most."""
_ROUNDING: Final = 1e-9
"""Share below which a scale is at a limit: 5.94 in of 6 are one per cent as much as 6.06 are."""
_OTHER_UNITS: Final = {2.54: "centimetres", 25.4: "millimetres", 1 / 2.54: "another unit"}


class ScaleVerdict(StrEnum):
    """What a check says."""

    OK = "ok"
    WARN = "warn"
    REFUSE = "refuse"
    CANNOT_TELL = "cannot tell"
    UNCHECKED = "unchecked"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintMeasurement:
    """The scale of a print by one measurement: 1.01 is one per cent too large."""

    what: str
    scale: float
    bound: float
    """How far off the measurement can be, as a share."""

    def __post_init__(self) -> None:
        if not isfinite(self.scale) or not 0.01 < self.scale < 100:
            got = f"{self.scale}"
            raise BadInputError(self.what, expected="a length near the meant one", got=got)
        if not isfinite(self.bound) or self.bound <= 0:
            raise BadInputError(self.what, expected="an error above 0", got=f"{self.bound}")

    @property
    def sigma(self) -> float:
        """Standard error, as a share."""
        return self.bound / _SIGMAS


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleCheck:
    """The verdict on a print, with what is known of its scale."""

    verdict: ScaleVerdict
    scale: float
    sigma: float
    sentence: str

    @property
    def may_measure(self) -> bool:
        """Whether distances may be told at all; an unchecked print has its larger error in them."""
        return self.verdict in {ScaleVerdict.OK, ScaleVerdict.WARN, ScaleVerdict.UNCHECKED}


UNCHECKED: Final = ScaleCheck(
    verdict=ScaleVerdict.UNCHECKED,
    scale=1.0,
    sigma=UNCHECKED_SIGMA,
    sentence="nobody has measured the print yet, so every distance may be 6 % off: measure the "
    "scale bar and type its length in",
)

MEASURED_TRUE: Final = ScaleCheck(
    verdict=ScaleVerdict.OK,
    scale=1.0,
    sigma=READING / BAR / _SIGMAS,
    sentence="the print is true to size: it was drawn, and not printed",
)
"""Of a kit that no printer has touched: a practice table, a synthetic scene."""


def by_bar(
    nominal_in: float, measured_in: float, *, within_in: float = READING
) -> PrintMeasurement:
    """The printed bar against a ruler; ``within_in`` is how far off the reading can be."""
    for name, value in (("nominal", nominal_in), ("measured", measured_in)):
        if not isfinite(value) or value <= 0:
            raise BadInputError(f"scale bar, {name}", expected="above 0 inches", got=f"{value}")
    ratio = measured_in / nominal_in
    for factor, unit in _OTHER_UNITS.items():
        if abs(ratio / factor - 1) < 0.1:
            raise BadInputError(
                "scale bar, measured",
                expected=f"about {nominal_in:g} inches",
                got=f"{measured_in:g}, which looks like {unit}",
            )
    return PrintMeasurement(what="scale bar", scale=ratio, bound=within_in / nominal_in)


def by_card(scale: float, *, sigma: float) -> PrintMeasurement:
    """An ID-1 card (3.370 x 2.125 in) that was seen beside printed tags."""
    return PrintMeasurement(what="card", scale=scale, bound=_SIGMAS * sigma)


def by_edge(
    measured_in: float, solved_in: float, *, solved_sigma_in: float, within_in: float = TAPE
) -> PrintMeasurement:
    """A measured distance between two anchors against the one that a print of scale 1 implies.

    ``solved_sigma_in`` is without the print's own scale, which is what is asked for.
    """
    for name, value in (("measured", measured_in), ("solved", solved_in)):
        if not isfinite(value) or value <= 0:
            raise BadInputError(f"table edge, {name}", expected="above 0 inches", got=f"{value}")
    bound = (within_in + _SIGMAS * solved_sigma_in) / solved_in
    return PrintMeasurement(what="table edge", scale=measured_in / solved_in, bound=bound)


def check_scale(measured: Sequence[PrintMeasurement]) -> ScaleCheck:
    """The verdict of all measurements together.

    A print that is one per cent off is never OK and never merely warned about, as long as no
    measurement is off by more than its bound.

    >>> check_scale([by_bar(6.0, 6.0)]).verdict
    <ScaleVerdict.OK: 'ok'>
    >>> print(check_scale([by_bar(6.0, 5.82)]).sentence)
    the print is 3.0 % too small (scale bar): print it again at 100 %, without "fit to page"
    """
    if not measured:
        return UNCHECKED
    weights = [1 / each.sigma**2 for each in measured]
    total = sum(weights)
    shares = [weight / total for weight in weights]
    scale = sum(share * each.scale for share, each in zip(shares, measured, strict=True))
    # Errors may all lie the same way, so bounds add up as they are.
    bound = sum(share * each.bound for share, each in zip(shares, measured, strict=True))
    names = " and ".join(each.what for each in measured)
    is_torn = any(abs(each.scale - scale) > each.bound + bound for each in measured)
    off = abs(scale - 1)
    size = f"{100 * off:.1f} % too {'large' if scale > 1 else 'small'}"
    if is_torn:
        verdict = ScaleVerdict.CANNOT_TELL
        told = ", ".join(f"{each.what} {100 * (each.scale - 1):+.2f} %" for each in measured)
        sentence = f"the measurements of the print contradict each other ({told}): measure again"
    elif off >= REFUSED - _ROUNDING:
        verdict = ScaleVerdict.REFUSE
        sentence = f'the print is {size} ({names}): print it again at 100 %, without "fit to page"'
    elif off + bound >= REFUSED - _ROUNDING:
        verdict = ScaleVerdict.CANNOT_TELL
        sentence = (
            f"the print may be 1 % off or more ({names}: {100 * (scale - 1):+.2f} % "
            f"+- {100 * bound:.2f} %): measure again, to {100 * _needed(off):.1f} % or better"
        )
    elif off >= WARNED - _ROUNDING:
        verdict = ScaleVerdict.WARN
        sentence = f"the print is {size} ({names}); this is taken into account"
    else:
        verdict = ScaleVerdict.OK
        sentence = f"the print is true to size ({names}: {100 * (scale - 1):+.2f} %)"
    return ScaleCheck(verdict=verdict, scale=scale, sigma=sqrt(1 / total), sentence=sentence)


def _needed(off: float) -> float:
    """How small a bound would settle it."""
    return round(max(0.001, (REFUSED - off) / 2), 4)
