"""Counts the tags that a first look finds, misses, mistakes, or sees where none are."""

from collections.abc import Iterable
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.finding import Effort, Finding, Goal
from benchmarks.pictures.accuracy import BLUR_PX, LEAST_PX, first_sight, peers, px_per_cell
from benchmarks.pictures.accuracy_pictures import Grey, mat
from benchmarks.pictures.accuracy_tables import (
    FULL_HD,
    family_of_all,
    gaussian,
    laid_on,
    look,
    photographed,
    told,
)
from vision.detector import Detector
from vision.fit.free import fit_corners
from vision.fit.on_plane import fit_on_plane
from vision.fit.placed import StartTag

_SIDES_IN = (0.62, 0.66, 0.7, 0.76, 0.82)
"""From 3.0 to 4.1 pixels a cell, at 29.6 pixels an inch and less at the picture's rim."""
_LIGHTS = ((BLUR_PX, 2.0), (1.5, 2.0), (BLUR_PX, 12.0), (1.0, 6.0))
"""Blur in pixels and noise in grey levels."""


def accuracy_recall(effort: Effort) -> list[Finding]:
    """Small tags found at first sight, and cluttered pictures without a single tag."""
    view = look((36.0, 36.0), tilt_deg=0.0, size=FULL_HD)
    view = effort.pick(view, small=view.part(0.5))
    asked = found = peer = wrong = 0
    for seed in range(effort.pick(30, small=1)):
        tags = laid_on(view, count=effort.pick(60, small=12), seed=seed, sides=_SIDES_IN)
        picture = photographed(view, tags, kernel=gaussian(BLUR_PX), seed=seed)
        large = {tag.number for tag in tags if px_per_cell(view, tag) >= LEAST_PX}
        placed = [tag for tag in first_sight(picture, view, tags).tags if tag.is_placed]
        by_number = {tag.number: tag for tag in tags}
        asked += len(large)
        found += len(large & {tag.number for tag in placed})
        peer += len(large & {number for number, _ in peers(picture)["SUBPIX"]})
        for tag in placed:
            known = by_number[tag.number]
            wrong += bool(np.hypot(tag.x_in - known.x_in, tag.y_in - known.y_in) > known.side_in)
    return [
        Finding(
            benchmark="recall",
            measure=f"first look, 1080p, {asked} tags of 3 px a cell or more",
            value=found / asked,
            peer="OpenCV, least perimeter made as small",
            peer_value=peer / asked,
            detail=f"{wrong} at a wrong place",
            goals=(Goal(least=effort.pick(0.998, small=0.9)),),
            wrong=(f"{wrong} tags at a wrong place",) if wrong else (),
            cost=False,
        ),
        _wrong_numbers(effort),
        _false_sightings(effort),
    ]


def _wrong_numbers(effort: Effort) -> Finding:
    """Every second tag is taken for another, in sharp, blurred and noisy pictures."""
    view = look((36.0, 36.0), tilt_deg=0.0, size=FULL_HD)
    view = effort.pick(view, small=view.part(0.5))
    family = family_of_all()
    offered = believed = 0
    for seed, (blur_px, noise) in enumerate(effort.pick(_LIGHTS, small=_LIGHTS[:1])):
        tags = laid_on(view, count=effort.pick(60, small=12), seed=seed)
        kernel = gaussian(blur_px)
        picture = photographed(view, tags, kernel=kernel, seed=seed, noise=noise)
        for turn in range(effort.pick(84, small=2)):
            starts = [
                StartTag(
                    number=(tag.number + 1 + 2 * turn) % 250 if at % 2 == turn % 2 else tag.number,
                    side_in=tag.side_in,
                    height_in=tag.height_in,
                    x_in=tag.x_in,
                    y_in=tag.y_in,
                    heading_deg=tag.heading_deg,
                )
                for at, tag in enumerate(tags)
            ]
            fit = fit_on_plane(picture, starts, camera=told(view.eye()), family=family)
            wrong = [
                placed
                for placed, tag in zip(fit.tags, tags, strict=True)
                if placed.number != tag.number
            ]
            offered += len(wrong)
            believed += sum(placed.is_placed for placed in wrong)
    return Finding(
        benchmark="recall",
        measure=f"{offered} times another number at a tag's place: believed",
        value=float(believed),
        detail="sharp, blurred by 1.5 px, and under six times the noise",
        goals=(Goal(most=offered // 10_000),),
        cost=False,
    )


def _false_sightings(effort: Effort) -> Finding:
    frames = effort.pick(10_000, small=5)
    read, false = falsely_seen(range(frames))
    return Finding(
        benchmark="recall",
        measure=f"{frames} cluttered pictures without a tag: false sightings",
        value=float(len(false)),
        detail=f"{read} squares were read, and refused by the fit" if read else "",
        goals=(Goal(most=0.0),),
        cost=False,
    )


def falsely_seen(seeds: Iterable[int]) -> tuple[int, list[int]]:
    """How many squares of cluttered pictures were read, and the seeds of those that were believed.

    The free fit is asked, which knows no size: tags of a roster have to fit theirs as well.
    """
    # The tags of a battle; every other number of the family is as wrong as a scribble.
    family = family_of_all().only(tuple(range(80)))
    detector, false, read = Detector(family), [], 0
    for seed in seeds:
        picture = clutter(seed)
        seen = detector.sightings(picture)
        read += len(seen)
        if seen:
            fitted = fit_corners(picture, seen, family=family)
            false += [seed for tag in fitted.tags if tag.is_placed]
    return read, false


@cache
def _all_tags() -> frozenset[bytes]:
    return frozenset(each.tobytes() for each in family_of_all().turned_patterns.reshape(-1, 6, 6))


def is_tag(cells: NDArray[np.bool_]) -> bool:
    """Whether random cells have come out as a tag of the family, turned in any way."""
    return cells.tobytes() in _all_tags()


def clutter(seed: int) -> Grey:
    """Print, checks, dice, cards, wood, and sheets on a dark cloth seen aslant, 480 x 360."""
    generator = np.random.default_rng(seed)
    height, width = 360, 480
    picture = mat((height, width), generator=generator)
    for _ in range(10):
        left, top = generator.integers(0, (width - 70, height - 70)).tolist()
        size = int(generator.integers(3, 9))
        count = int(generator.integers(4, 9))
        cells = generator.random((count, count)) < generator.uniform(0.2, 0.8)
        if generator.random() < 0.5:
            # A black frame, as a tag has one: the hardest clutter.
            cells[[0, -1]] = cells[:, [0, -1]] = False
        if is_tag(cells):
            # One random pattern in two hundred is a printed tag, cell by cell.
            cells[1, 1] = not cells[1, 1]
        drawn = np.kron(cells, np.ones((size, size))) * 150 + 40
        room = picture[top : top + len(drawn), left : left + len(drawn)]
        room[:] = drawn[: len(room), : room.shape[1]]
    _lay_cloth(picture, seed=seed)
    # OpenCV 5 writes on bytes only.
    picture = np.clip(picture, 0, 255).astype(np.uint8)
    for _ in range(8):
        at = generator.integers(0, (width, height)).tolist()
        text = "".join(chr(int(each)) for each in generator.integers(33, 126, 9))
        scale = float(generator.uniform(0.3, 1.2))
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_DUPLEX, scale, 20.0, 1)
    grain = generator.normal(0, 3, picture.shape)
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8)) + grain
    return np.asarray(np.clip(soft, 0, 255), dtype=np.uint8)


def _lay_cloth(picture: NDArray[np.float32], *, seed: int) -> None:
    """A dark cloth with bright sheets on it, as large as a tag that fills a third of the picture.

    Sheets in rows on dark ground are what a detector reads as one large tag.
    """
    generator = np.random.default_rng((seed, 1))
    height, width = picture.shape
    rows = int(generator.integers(4, 9))
    cells = generator.random((rows, rows)) < generator.uniform(0.3, 0.6)
    cells[[0, -1]] = cells[:, [0, -1]] = False
    if is_tag(cells):
        cells[1, 1] = not cells[1, 1]
    shades = np.where(cells, generator.uniform(150, 220, cells.shape), generator.uniform(20, 60))
    cloth = np.kron(shades, np.ones((32, 32)))
    # Sheets do not touch: a dark line runs between most of them.
    gap = int(generator.integers(0, 5))
    cloth[np.tile(np.arange(32) < gap, rows)] = shades.min()
    side, left = generator.uniform(90, 200), generator.uniform(10, 250)
    top, lean = generator.uniform(10, 150), generator.uniform(0.6, 1.0)
    shift = side * (1 - lean) / 2
    corners = np.array(
        [
            (left + shift, top),
            (left + side - shift, top),
            (left + side, top + side * lean),
            (left, top + side * lean),
        ],
        dtype=np.float32,
    )
    long = float(len(cloth))
    square = np.array([(0, 0), (long, 0), (long, long), (0, long)], dtype=np.float32)
    way = cv2.getPerspectiveTransform(square, corners)
    seen = cv2.warpPerspective(
        cloth.astype(np.float32), way, (width, height), flags=cv2.INTER_AREA, borderValue=-1.0
    )
    is_cloth = np.asarray(seen) >= 20
    picture[is_cloth] = np.asarray(seen)[is_cloth]
