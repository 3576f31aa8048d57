"""Compares the fit with AprilTag on AprilTag's own tags, where that extra is installed.

`pip install "paper-umpire[apriltag]"` brings it; without it this benchmark is not among the others.
"""

import time
from importlib.util import find_spec
from typing import Any, Final

import numpy as np

from benchmarks.finding import Effort, Finding, Goal
from benchmarks.pictures.accuracy import BLUR_PX, SMALL_SHARE, first_sight, percentile
from benchmarks.pictures.accuracy_pictures import Floats, Grey, Laid
from benchmarks.pictures.accuracy_tables import (
    FULL_HD,
    ULTRA_HD,
    Look,
    gaussian,
    laid_on,
    look,
    photographed,
)
from benchmarks.pictures.vision_speed import one_thread
from benchmarks.timing import race
from vision.detector import Detector
from vision.tags.tag_family import TagFamily

_MODULE: Final = "pyapriltags"
_FAMILY: Final = "DICT_APRILTAG_36h11"
_PIXEL: Final = 0.5
"""AprilTag counts from the edge of the first pixel, everything here from its middle."""


def has_april_tags() -> bool:
    """Whether the peer is installed."""
    return find_spec(_MODULE) is not None


def accuracy_april(effort: Effort) -> list[Finding]:
    """Sixty tags of the family 36h11, sharp and from above: how far off, how many, how fast."""
    findings = []
    for size in effort.pick((FULL_HD, ULTRA_HD), small=(FULL_HD,)):
        view = look((36.0, 36.0), tilt_deg=0.0, size=size)
        findings += _compared(effort.pick(view, small=view.part(SMALL_SHARE)), effort=effort)
    return findings


def _compared(view: Look, *, effort: Effort) -> list[Finding]:
    family, peer = TagFamily.of(_FAMILY), _april_tags()
    ours: list[float] = []
    theirs: list[float] = []
    findings = []
    asked = 0
    for seed in range(effort.pick(4, small=1)):
        tags = laid_on(view, count=effort.pick(60, small=9), seed=seed, family=family)
        picture = photographed(view, tags, kernel=gaussian(BLUR_PX), seed=seed)
        detector = Detector(family.only(tuple(tag.number for tag in tags)))
        asked += len(tags)
        ours += _ours(picture, view, tags, detector=detector)
        theirs += _theirs(peer.detect(picture), view, tags)
        if seed == 0:
            findings.append(_timed(picture, view, tags, detector=detector, effort=effort))
    return [
        Finding(
            benchmark="accuracy",
            measure=f"{view.name}, tags of the family 36h11: centre, 95th percentile",
            value=percentile(ours),
            unit="in",
            detail=f"{len(ours)} placed of {asked}; AprilTag {len(theirs)}",
            peer="AprilTag 3",
            peer_value=percentile(theirs),
            goals=(Goal(of="ratio", least=1.0),),
            cost=False,
        ),
        *findings,
    ]


def _timed(
    picture: Grey, view: Look, tags: list[Laid], *, detector: Detector, effort: Effort
) -> Finding:
    peer = _april_tags()
    with one_thread():
        here, there = race(
            lambda: first_sight(picture, view, tags, detector=detector),
            lambda: peer.detect(picture),
            runs=effort.pick(9, small=1),
            clock=time.process_time_ns,
        )
    return Finding(
        benchmark="vision speed",
        measure=f"{view.name}, {len(tags)} tags of the family 36h11 found and placed, first look",
        value=here.least,
        unit="ms",
        detail=f"{here.says}, of processor time",
        peer="AprilTag 3, not decimated",
        peer_value=there.least,
    )


def _april_tags() -> Any:
    """As its authors ship it, but on one thread and with every pixel."""
    from pyapriltags import Detector as AprilTags

    return AprilTags(families="tag36h11", nthreads=1, quad_decimate=1.0)


def _ours(picture: Grey, view: Look, tags: list[Laid], *, detector: Detector) -> list[float]:
    known = {tag.number: tag for tag in tags}
    fit = first_sight(picture, view, tags, detector=detector)
    return [
        float(np.hypot(tag.x_in - known[tag.number].x_in, tag.y_in - known[tag.number].y_in))
        for tag in fit.tags
        if tag.is_placed
    ]


def _theirs(found: Any, view: Look, tags: list[Laid]) -> list[float]:
    known, eye = {tag.number: tag for tag in tags}, view.eye()
    errors = []
    for each in found:
        tag = known.get(each.tag_id)
        if tag is None:
            continue
        centre: Floats = np.asarray(each.center, dtype=np.float64)[None] - _PIXEL
        place = eye.places(centre, height=tag.height_in)[0]
        errors.append(float(np.hypot(*(place - (tag.x_in, tag.y_in)))))
    return errors
