"""Times a first look with the model fit on one thread, beside OpenCV's own detection."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import cv2

from benchmarks.finding import Effort, Finding, Goal
from benchmarks.pictures.accuracy import BLUR_PX, SMALL_SHARE, detector_of, first_sight
from benchmarks.pictures.accuracy_tables import (
    FULL_HD,
    ULTRA_HD,
    gaussian,
    laid_on,
    look,
    photographed,
)
from benchmarks.timing import race

_MOST: Final = 2.0
"""Times of OpenCV's detection with its defaults, which places nothing."""


def vision_speed(effort: Effort) -> list[Finding]:
    """From a grey picture to 60 places with their errors, nothing known from a picture before."""
    findings = []
    for size in effort.pick((FULL_HD, ULTRA_HD), small=(FULL_HD,)):
        view = look((36.0, 36.0), tilt_deg=0.0, size=size)
        view = effort.pick(view, small=view.part(SMALL_SHARE))
        tags = laid_on(view, count=effort.pick(60, small=9), seed=1)
        picture = photographed(view, tags, kernel=gaussian(BLUR_PX), seed=1)
        book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
        stock = cv2.aruco.ArucoDetector(book, cv2.aruco.DetectorParameters())
        detector = detector_of(tags)
        with one_thread():
            placed = first_sight(picture, view, tags, detector=detector)
            ours, bare = race(
                lambda: first_sight(picture, view, tags, detector=detector),  # noqa: B023 - at once
                lambda: stock.detectMarkers(picture),  # noqa: B023 - run at once
                runs=effort.pick(15, small=1),
                clock=time.process_time_ns,
            )
        missing = sum(not tag.is_placed for tag in placed.tags) + len(tags) - len(placed.tags)
        findings.append(
            Finding(
                benchmark="vision speed",
                measure=f"{view.name}, {len(tags)} tags found and placed, first look",
                value=ours.least,
                unit="ms",
                detail=f"{ours.says}, of processor time, OpenCV {cv2.__version__}",
                peer="OpenCV's detection, defaults, no places",
                peer_value=bare.least,
                goals=(Goal(of="ratio", least=1 / _MOST),),
                wrong=(f"{missing} of {len(tags)} tags not placed",)
                if missing > 0.05 * len(tags)
                else (),
            )
        )
    return findings


@contextmanager
def one_thread() -> Iterator[None]:
    """OpenCV works on one thread meanwhile."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(before)
