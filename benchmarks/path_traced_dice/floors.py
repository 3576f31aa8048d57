"""Makes what dice lie on: the page that players print, and felt and wood as large as its floor."""

from functools import cache
from typing import Any, Final

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from vision.kit.pages.printing import tray_pdf
from vision.kit.paper.sheets import paper_from_text

PX_PER_MM: Final = 6
_TAGS: Final = {
    16: (13.97, 13.97),
    17: (173.99, 13.97),
    18: (173.99, 123.19),
    19: (13.97, 123.19),
}
"""Middles of the tags in millimetres, from the tray's lower left corner."""
_PAPER: Final = 0.8
_FELTS: Final = ((0.03, 0.15, 0.06), (0.03, 0.06, 0.2), (0.22, 0.02, 0.035))
_WOODS: Final = ((0.42, 0.24, 0.11), (0.28, 0.15, 0.065), (0.55, 0.36, 0.2))

Colours = NDArray[np.float32]
"""Rows x columns x (red, green, blue): shares of the light that are thrown back."""


@cache
def printed_page() -> tuple[Colours, tuple[float, float, float, float]]:
    """The whole page, and its left, bottom, right and top in the tray's millimetres."""
    page = pypdfium2.PdfDocument(tray_pdf(paper_from_text("a4", "--paper")))[0]
    drawn = page.render(scale=PX_PER_MM * 25.4 / 72).to_numpy()[..., :3]
    book: Any = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    corners, numbers, _ = cv2.aruco.ArucoDetector(book).detectMarkers(np.ascontiguousarray(drawn))
    found = dict(zip(np.ravel(numbers).tolist(), corners, strict=True))
    if set(_TAGS) - set(found):
        raise ValueError(f"expected tags {sorted(_TAGS)} on the page, got {sorted(found)}")
    middles = {number: np.asarray(found[number]).reshape(4, 2).mean(axis=0) for number in _TAGS}
    # Whole coordinates are the middles of pixels.
    spots = np.array([middles[number] for number in _TAGS]) + 0.5
    places = np.array(list(_TAGS.values()))
    left, top = (
        float(np.mean(places[:, 0] - spots[:, 0] / PX_PER_MM)),
        float(np.mean(places[:, 1] + spots[:, 1] / PX_PER_MM)),
    )
    high, wide = drawn.shape[:2]
    linear = (drawn[..., ::-1].astype(np.float32) / 255) ** 2.2
    edges = (left, top - high / PX_PER_MM, left + wide / PX_PER_MM, top)
    return np.asarray(0.03 + linear * (_PAPER - 0.03), dtype=np.float32), edges


def laid_floor(kind: str, size_mm: tuple[float, float], *, rng: np.random.Generator) -> Colours:
    """Felt or wood."""
    shape = (round(size_mm[1] * PX_PER_MM), round(size_mm[0] * PX_PER_MM))
    if kind == "felt":
        colour = np.array(_FELTS[int(rng.integers(len(_FELTS)))])
        grain = (
            1 + 0.15 * _noise(shape, (1.2, 1.2), rng=rng) + 0.06 * _noise(shape, (9, 9), rng=rng)
        )
    else:
        colour = np.array(_WOODS[int(rng.integers(len(_WOODS)))])
        grain = 1 + 0.13 * _noise(shape, (90, 5), rng=rng) + 0.08 * _noise(shape, (40, 1), rng=rng)
    laid = np.clip(grain, 0.35, 1.6)[..., None] * colour
    return np.asarray(laid, dtype=np.float32)


def _noise(
    shape: tuple[int, int], wide: tuple[float, float], *, rng: np.random.Generator
) -> NDArray[np.float64]:
    """With a spread of one, so wide across and down."""
    soft = cv2.GaussianBlur(rng.standard_normal(shape), (0, 0), sigmaX=wide[0], sigmaY=wide[1])
    noise: NDArray[np.float64] = np.asarray(soft, dtype=np.float64)
    noise /= noise.std()
    return noise
