"""Reads the pips of one face, seen from straight above.

Each number's layouts are laid over the face and moved a little. A face is told only where the
places of its pips have them, all others have none, and nothing else is on it.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sighting import Floats

FACE_PX: Final = 48
"""Side of a straightened face."""
_CORNERS: Final = ((-1, -1), (1, 1), (-1, 1), (1, -1))
_SITES: Final = (*_CORNERS, (-1, 0), (1, 0), (0, -1), (0, 1), (0, 0))
_LAYOUTS: Final = (
    (1, (8,)),
    (2, (0, 1)),
    (2, (2, 3)),
    (3, (0, 1, 8)),
    (3, (2, 3, 8)),
    (4, (0, 1, 2, 3)),
    (5, (0, 1, 2, 3, 8)),
    (6, (0, 1, 2, 3, 4, 5)),
    (6, (0, 1, 2, 3, 6, 7)),
)
_REACHES: Final = np.arange(0.22, 0.301, 0.02)
_SHIFTS: Final = np.arange(-0.12, 0.121, 0.02)
_INSIDE: Final = 0.4
"""From the middle: nearer to the edge a face may be rounded."""
_INKED: Final = 0.43
"""The same where only the sum of all pips is asked for."""
_SPECKS: Final = 0.3
"""Pips whose ink may lie anywhere."""
_USUAL_RADIUS: Final = 0.09
_RIVAL: Final = 0.5
"""Of the contrast of what is read: lighter and darker pips are both weighed from here on."""
_BLIND: Final = 251
"""Grey levels in every colour."""
_SHINES, _LEAST_SHINE = 80, 225
"""The same by which a reflection is lighter than a face with dark pips, and that it has at least: a
camera's noise and blur leave little of it at the very top.
"""
_HIDES: Final = 0.15
"""Of a pip's area that is blind, where no pip is seen."""
_LEAST_SPOT: Final = 0.006
"""Of a face's area; a third of a small pip."""
_GLINT: Final = 0.22
"""Of a side: the least length of a line that is no pip's."""
_NEAR: Final = 0.17
"""Shares of a side: what is farther from a pip's middle is no part of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceReading:
    """What a face shows, and how near the likeliest other reading is."""

    number: int
    other: int
    margin: float
    """How much worse the likeliest other number fits, in pips; two numbers that differ by one pip
    are 1 apart where nothing is in doubt."""
    weakest: float
    """Strength of the weakest pip by the usual one's."""
    strongest_gap: float
    """The same of the strongest place without a pip."""
    stray: float
    """Share of the face that looks like a pip and is none."""
    contrast: float
    """Grey levels between pips and face."""
    glare: bool
    """Whether a place where a pip may be is too bright to show one."""
    aside: float
    """How far from the face's middle its pips lie, as a share of its side."""
    light: float
    """Of the bare face, as a share of all that the picture can show."""
    is_counted: bool
    """Whether spots that hang together, counted for themselves, come to the same number."""


def read_face(face: NDArray[np.uint8]) -> FaceReading:
    """Read a straightened face, FACE_PX each way, with nothing around it."""
    colours = np.asarray(cv2.GaussianBlur(face, (0, 0), 0.6), dtype=np.float64)
    plain = np.median(colours[_inside()], axis=0)
    off = np.linalg.norm(colours - plain, axis=2)
    is_lighter = colours.sum(axis=2) > plain.sum()
    # An edge in the shade is darker than the face, however light the pips are.
    light = _light(face)
    first, second = sorted(
        (
            _read(face, np.where(is_kept, off, 0.0), light=light, blind=blind)
            for is_kept, blind in ((is_lighter, _BLIND), (~is_lighter, _shine(plain)))
        ),
        key=lambda each: each[0],
    )
    reading, rival = first[1], second[1]
    is_rival = rival.contrast > _RIVAL * reading.contrast and rival.number != reading.number
    if is_rival and second[0] - first[0] < reading.margin:
        return replace(reading, other=rival.number, margin=second[0] - first[0])
    return reading


def _shine(plain: Floats) -> float:
    """Grey levels from which no dark pip would be seen on a face of this colour."""
    return float(min(_BLIND, max(plain.min() + _SHINES, _LEAST_SHINE)))


def _read(
    face: NDArray[np.uint8], off: Floats, *, light: float, blind: float
) -> tuple[float, FaceReading]:
    """By what is lighter alone, or darker; and how much is amiss, in pips."""
    inside = _inside()
    strongest = np.sort(off[inside])[-max(4, round(0.008 * FACE_PX**2)) :]
    contrast = float(strongest.mean())
    share = np.minimum(off / max(contrast, 1.0), 1.5)
    disc = cv2.GaussianBlur(share, (0, 0), 0.035 * FACE_PX)
    strengths = _sampled(np.asarray(disc))
    ink = _ink(share)
    misfits = _misfits(strengths, ink=ink)
    best = misfits.reshape(len(_LAYOUTS), -1).min(axis=1)
    first = int(best.argmin())
    number, layout = _LAYOUTS[first]
    second, other = min(
        (float(best[at]), other) for at, (other, _) in enumerate(_LAYOUTS) if other != number
    )
    place = np.unravel_index(int(misfits[first].argmin()), misfits[first].shape)
    on = strengths[place][list(layout)]
    usual = float(np.median(on))
    far = _far_from(place, layout)
    reading = FaceReading(
        number=number,
        other=other,
        margin=second - float(best[first]),
        weakest=float(on.min()) / max(usual, 0.1),
        strongest_gap=float(np.delete(strengths[place], list(layout)).max()) / max(usual, 0.1),
        stray=float((share[inside & far] > 0.5).sum() / inside.sum()),
        contrast=contrast * usual,
        glare=_is_blinded(face >= blind, _places()[place], layout=layout),
        light=light,
        aside=float(np.hypot(_SHIFTS[place[0]], _SHIFTS[place[1]])),
        is_counted=_is_counted(share, number),
    )
    return float(best[first]), reading


def _light(face: NDArray[np.uint8]) -> float:
    return float(((np.median(face[_inside()], axis=0) / 255.0) ** 2.2).mean())


@cache
def _axes() -> tuple[Floats, Floats]:
    across = (np.arange(FACE_PX) + 0.5) / FACE_PX - 0.5
    x, y = np.meshgrid(across, across)
    return x, y


@cache
def _inside() -> NDArray[np.bool_]:
    x, y = _axes()
    return np.asarray((np.abs(x) < _INSIDE) & (np.abs(y) < _INSIDE))


@cache
def _places() -> Floats:
    """Shift down x shift across x reach x site x (x, y), as shares of the side."""
    sites = np.array(_SITES, dtype=np.float64)
    spots = _REACHES[:, None, None] * sites
    moved: Floats = (
        spots[None, None] + np.stack(np.meshgrid(_SHIFTS, _SHIFTS), axis=-1)[:, :, None, None, :]
    )
    return moved


def _sampled(disc: Floats) -> Floats:
    """Strength at each place of the grid, for each shift and reach."""
    places = (_places() + 0.5) * FACE_PX - 0.5
    flat = places.reshape(-1, 2).astype(np.float32)
    found = cv2.remap(
        disc.astype(np.float32), flat[:, 0], flat[:, 1], cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return np.asarray(found, dtype=np.float64).reshape(places.shape[:-1])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Ink:
    """How much of a face looks like pips, in usual pips."""

    near: Floats
    """Around each place of the grid."""
    total: float


def _ink(share: Floats) -> _Ink:
    x, y = _axes()
    is_pip = (share > 0.5) & (np.maximum(np.abs(x), np.abs(y)) < _INKED)
    across = np.arange(-round(_NEAR * FACE_PX), round(_NEAR * FACE_PX) + 1)
    disc = np.hypot(*np.meshgrid(across, across)) <= _NEAR * FACE_PX
    unit = np.pi * (_USUAL_RADIUS * FACE_PX) ** 2
    near = cv2.filter2D(is_pip.astype(np.float32), -1, disc.astype(np.float32) / unit)
    return _Ink(near=_sampled(np.asarray(near)), total=float(is_pip.sum()) / unit)


def _misfits(strengths: Floats, *, ink: _Ink) -> Floats:
    """Of each layout at each place, in pips: what is missing where pips belong, and what is where
    none belong.
    """
    there = np.minimum(strengths, 1)
    # Squares of what is there, and for pips of what is missing instead.
    at_sites = (there**2).sum(-1)[..., None] + (1 - 2 * there) @ _on_layouts()
    # A layout that is moved far enough has no pip on its gaps, but then pips lie beside it.
    beside = np.maximum(ink.total - ink.near @ _on_layouts() - _SPECKS, 0.0)
    return np.moveaxis(np.maximum(at_sites, beside**2), -1, 0)


@cache
def _on_layouts() -> Floats:
    """Site x layout: one where the layout has a pip."""
    on = np.zeros((len(_SITES), len(_LAYOUTS)))
    for at, (_, layout) in enumerate(_LAYOUTS):
        on[list(layout), at] = 1.0
    return on


def _far_from(place: tuple[np.intp, ...], layout: tuple[int, ...]) -> NDArray[np.bool_]:
    x, y = _axes()
    spots = _places()[place][list(layout)]
    near = [np.hypot(x - spot[0], y - spot[1]) for spot in spots]
    return np.asarray(np.min(near, axis=0) > _NEAR)


def _is_blinded(is_light: NDArray[np.bool_], sites: Floats, *, layout: tuple[int, ...]) -> bool:
    """Whether any place of a pip is white in all colours: white paint, or a lamp's reflection.

    Of a place that seems to have no pip a small part is enough, as what is left of one is small.
    """
    is_white = np.asarray(is_light.all(axis=2), dtype=np.float32)
    at = np.clip(np.round((sites + 0.5) * FACE_PX - 0.5), 0, FACE_PX - 1).astype(int)
    middles = np.asarray(cv2.blur(is_white, (3, 3)))[at[:, 1], at[:, 0]]
    pips = np.asarray(cv2.filter2D(is_white, -1, _pip()))[at[:, 1], at[:, 0]]
    return bool((middles > 0.5).any() or (np.delete(pips, list(layout)) > _HIDES).any())


@cache
def _pip() -> Floats:
    """Shares of a usual pip, pixel by pixel."""
    reach = round(_USUAL_RADIUS * FACE_PX)
    across = np.arange(-reach, reach + 1)
    disc = np.hypot(*np.meshgrid(across, across)) <= _USUAL_RADIUS * FACE_PX
    return np.asarray(disc / disc.sum())


def _is_counted(share: Floats, number: int) -> bool:
    is_pip = _without_glints(((share > 0.5) & _inside()).astype(np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(is_pip, connectivity=4)
    spots = int((stats[1:, cv2.CC_STAT_AREA] >= _LEAST_SPOT * FACE_PX**2).sum())
    # The rows of a six lie so near to each other that they run together in a coarse picture.
    return spots == number or (number == 6 and 2 <= spots < 6)


def _without_glints(is_pip: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Without thin lines that are longer than a pip, as a lamp draws one along a bevel."""
    thin = is_pip - cv2.morphologyEx(is_pip, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    run = np.ones((round(_GLINT * FACE_PX), 1), np.uint8)
    for kernel in (run, np.ascontiguousarray(run.T)):
        is_pip = np.asarray(cv2.subtract(is_pip, cv2.morphologyEx(thin, cv2.MORPH_OPEN, kernel)))
    return is_pip
