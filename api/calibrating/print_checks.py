"""What players measure to check a print: the scale bar, a bank card, an edge of the table."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from api.errors import ExitCode, UserError
from api.files.roster_file import MOST_PHOTO_BYTES, bytes_of
from calibration.anchors import PER_ANCHOR, Anchor, Calibrated
from calibration.print_scale import BAR, TAPE, PrintMeasurement, by_bar, by_card, by_edge
from calibration.table.table_problem import KnownLength
from rules.table.bad_input import BadInputError

_EDGE: Final = re.compile(r"\s*(\w+)\s*-\s*(\w+)\s*=\s*([0-9]+(?:\.[0-9]*)?)\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class TapedEdge:
    """A distance that somebody has measured between the middles of two anchors, in inches."""

    one: Anchor
    other: Anchor
    value: float

    @property
    def known(self) -> KnownLength:
        """In the solver's form; a bound is taken for three standard errors."""
        return KnownLength(
            one=self.one.number,
            other=self.other.number,
            value=self.value,
            sigma=TAPE / 3,
        )


def edge_from_text(text: str, *, anchors: Sequence[Anchor]) -> TapedEdge:
    """Two anchors by number or by the side of the table, and inches: ``SW-SE=35.9``."""
    found = _EDGE.fullmatch(text)
    if found is None:
        raise BadInputError("--edge", expected="two anchors and inches, as SW-SE=35.9", got=text)
    one, other = (_anchor(found[index], anchors=anchors) for index in (1, 2))
    return edge_between(one, other, value=float(found[3]), where="--edge")


def edge_between(one: Anchor, other: Anchor, *, value: float, where: str) -> TapedEdge:
    """What a tape says, if it can have been laid from one anchor to the other."""
    if one == other:
        raise BadInputError(where, expected="two different anchors", got=f"{one} twice")
    meant = math.hypot(one.x - other.x, one.y - other.y)
    if not 0.5 * meant < value < 2 * meant:
        expected = f"inches between the middles of {one} and {other}, about {meant:g}"
        raise BadInputError(where, expected=expected, got=f"{value:g}")
    return TapedEdge(one=one, other=other, value=value)


def _anchor(text: str, *, anchors: Sequence[Anchor]) -> Anchor:
    known = {anchor.name.split()[0].lower(): anchor for anchor in anchors}
    known |= {str(anchor.number): anchor for anchor in anchors}
    if text.lower() not in known:
        names = ", ".join(anchor.name.split()[0] for anchor in anchors)
        raise BadInputError("--edge", expected=f"anchors by {names} or number", got=repr(text))
    return known[text.lower()]


def bar_measured(inches: float) -> PrintMeasurement:
    """The printed ruler of six inches against a real one."""
    try:
        return by_bar(BAR, inches)
    except BadInputError as complaint:
        raise UserError(f"--bar: {complaint}", ExitCode.USAGE) from complaint


def card_measured(photo: str) -> PrintMeasurement:
    """The page 'scale check' with a bank card on it, in a photograph."""
    return card_in(bytes_of(photo, most=MOST_PHOTO_BYTES, what="photograph"), name=photo)


def card_in(photo: bytes, *, name: str = "") -> PrintMeasurement:
    """The same of a photograph's bytes."""
    from vision.kit.scale.scale_check import NoPhotographError, UnreadablePhotoError, true_scale

    try:
        found = true_scale(photo)
    except UnreadablePhotoError as failure:
        no_picture = isinstance(failure, NoPhotographError)
        code = ExitCode.BAD_INPUT if no_picture else ExitCode.CANNOT_SEE
        raise UserError(f"{name}: {failure}" if name else str(failure), code) from failure
    return by_card(found.scale, sigma=found.error)


def edge_measured(edge: TapedEdge, *, solved: Calibrated) -> PrintMeasurement:
    """A tape against the distance that a print of scale 1 implies.

    ``solved`` knows nothing of the edge, and its print is taken for true.
    """
    layout = solved.layout
    for anchor in (edge.one, edge.other):
        if anchor.number not in layout.numbers:
            raise BadInputError("--edge", expected="anchors that were seen", got=f"{anchor}")
    rows = [layout.row(edge.one.number), layout.row(edge.other.number)]
    span = layout.places[rows[1], :2] - layout.places[rows[0], :2]
    length = float(np.hypot(*span))
    slopes = np.zeros(len(solved.of_layout))
    for row, sign in zip(rows, (-1.0, 1.0), strict=True):
        slopes[PER_ANCHOR * row : PER_ANCHOR * row + 2] = sign * span / length
    sigma = math.sqrt(max(0.0, float(slopes @ solved.of_layout @ slopes)))
    return by_edge(edge.value, length, solved_sigma_in=sigma, within_in=TAPE)
