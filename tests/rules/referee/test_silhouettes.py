"""The drawings of units: every kind of every game has one, and no two are taken for another."""

from itertools import combinations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from rules import registry
from rules.referee.facts.silhouettes import Silhouette, silhouette_from
from rules.table.bad_input import BadInputError

PIXELS = 24
FINE = 8
"""Each pixel is drawn as so many by so many, and counts as filled where half of them are."""
APART = 0.15
"""Of the pixels that either of two kinds fills, so many are filled by one of them alone."""


def filled(drawn: Silhouette, *, without_lines: bool = False) -> NDArray[np.bool_]:
    """The drawing in one colour, as small as on a phone; lines are holes, where that is asked."""
    side = PIXELS * FINE
    scale = side / max(drawn.width, drawn.height)
    off = np.array([side - drawn.width * scale, side - drawn.height * scale]) / 2
    sheet = np.zeros((side, side), np.uint8)
    for part in drawn.parts:
        ink = 0 if without_lines and part.tone == "dark" else 255
        for ring in part.rings():
            corners = np.round(np.array(ring) * scale + off).astype(np.int32)
            cv2.fillPoly(sheet, [corners], ink)
    small = cv2.resize(sheet, (PIXELS, PIXELS), interpolation=cv2.INTER_AREA)
    return np.asarray(small >= 128, dtype=np.bool_)


@pytest.mark.parametrize("slug", registry.slugs())
@pytest.mark.parametrize("without_lines", [False, True])
def test_no_two_kinds_of_a_game_look_alike(slug: str, without_lines: bool) -> None:
    folder = f"{registry.GAMES}.{slug}"
    own = registry.silhouettes(folder)
    amended = registry.amendments().get(slug)
    # A kind that only the amended game has is never beside the ones that replace it.
    others = registry.silhouettes(f"{registry.GAMES}.{amended}") if amended else {}
    seen = {
        kind: filled(drawn, without_lines=without_lines)
        for kind, drawn in own.items()
        if others.get(kind) != drawn
    }
    assert len(seen) > 1
    for one, other in combinations(seen, 2):
        either = (seen[one] | seen[other]).sum()
        share = (seen[one] ^ seen[other]).sum() / either
        assert share >= APART, f"{one} and {other} differ in {share:.1%}"


def test_a_drawing_of_another_make_is_refused() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4">\n{}\n</svg>\n'
    good = '<path class="dark" fill="#000000" d="M0 0L4 0L4 4Z"/>'
    assert silhouette_from("block", svg.format(good)).parts[0].rings()[0][2] == (4.0, 4.0)
    for text in (svg.format('<script src="x"/>'), svg.format(good).replace("0 0 4 4", "1 0 4 4")):
        with pytest.raises(BadInputError, match="block"):
            silhouette_from("block", text)
