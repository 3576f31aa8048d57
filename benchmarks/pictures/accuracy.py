"""Measures how well tags are placed under a perfectly known camera, beside OpenCV's corners."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import cv2
import numpy as np

from benchmarks.finding import Effort, Finding, Goal
from benchmarks.pictures.accuracy_pictures import Floats, Grey, Laid
from benchmarks.pictures.accuracy_tables import (
    FULL_HD,
    ULTRA_HD,
    Bent,
    Look,
    airy,
    as_it_is,
    disc,
    family_of_all,
    gaussian,
    halo,
    laid_on,
    look,
    photographed,
    synthetic_camera,
    told,
)
from vision.detector import Detector
from vision.fit.on_plane import fit_on_plane, starts_from
from vision.fit.placed import PlaneFit
from vision.sighting import Sighting

BLUR_PX: Final = 0.7
SMALL_SHARE: Final = 0.5
_SMALL, _LARGE = (36.0, 36.0), (72.0, 48.0)
_GOALS_IN: Final = {
    (_SMALL, 0.0, FULL_HD): 0.0004,
    (_SMALL, 0.0, ULTRA_HD): 0.00012,
    (_LARGE, 30.0, FULL_HD): 0.0010,
    (_LARGE, 30.0, ULTRA_HD): 0.0003,
    (_LARGE, 45.0, ULTRA_HD): 0.0004,
}
"""By table, tilt and size of picture."""
_BLURS: Final[dict[str, Callable[[], Floats]]] = {
    "gaussian 0.7 px": lambda: gaussian(BLUR_PX),
    "gaussian 1.5 px": lambda: gaussian(1.5),
    "disc of 1.4 px": lambda: disc(1.4),
    "Airy, first zero 1.5 px": lambda: airy(1.5),
    "halo": halo,
    "the synthetic camera's own": synthetic_camera,
}
LEAST_PX: Final = 3.0
"""Of a cell's shortest side, from where on a detector must find a tag at first sight."""
_MOST_MISSED: Final = 0.002
"""Share of the tags that are so large."""
_CHI_95: Final = 5.991
"""Of two degrees of freedom."""


@dataclass(slots=True, kw_only=True)
class Scores:
    """What was placed, in how many pictures."""

    asked: int = 0
    legible: int = 0
    """Of these, with cells of three pixels or more."""
    missed: int = 0
    """Of the legible ones."""
    errors: list[float] = field(default_factory=list)
    """Inches."""
    distances: list[float] = field(default_factory=list)
    """Squared, in the fit's own standard errors."""
    peers: dict[str, list[float]] = field(default_factory=dict)

    @property
    def p95(self) -> float:
        return percentile(self.errors)

    @property
    def normalised(self) -> float:
        """One, where the stated error is the true one."""
        return float(np.sqrt(np.mean(self.distances) / 2)) if self.distances else float("nan")

    @property
    def coverage(self) -> float:
        """Share of the places within the stated 95 percent."""
        return float(np.mean(np.array(self.distances) <= _CHI_95)) if self.distances else 0.0


def percentile(errors: list[float]) -> float:
    return float(np.percentile(errors, 95)) if errors else float("nan")


def accuracy(effort: Effort, *, bent: Bent = as_it_is) -> list[Finding]:
    """Places of tags of 0.6 to 1.0 in, in the light and blur that the fit assumes."""
    findings = []
    sizes = effort.pick((FULL_HD, ULTRA_HD), small=(FULL_HD,))
    for (table, tilt, size), goal in _GOALS_IN.items():
        if size in sizes:
            view = look(table, tilt_deg=tilt, size=size)
            scores = _scores(view, effort=effort, kernel=gaussian(BLUR_PX), bent=bent)
            findings += _findings(view, scores, goal=goal)
    return findings


def accuracy_blurs(effort: Effort) -> list[Finding]:
    """The same under other blurs: how far off, and whether the stated error still holds."""
    view = look((36.0, 36.0), tilt_deg=0.0, size=FULL_HD)
    findings = []
    for name, kernel in _BLURS.items():
        scores = _scores(view, effort=effort, kernel=kernel(), bent=as_it_is)
        is_own = name.startswith("gaussian")
        findings += [
            Finding(
                benchmark="accuracy",
                measure=f"{view.name}, {name}: centre, 95th percentile",
                value=scores.p95,
                unit="in",
                peer="OpenCV CONTOUR",
                peer_value=percentile(scores.peers["CONTOUR"]),
                goals=(Goal(of="ratio", least=1.0),),
                cost=False,
            ),
            Finding(
                benchmark="accuracy",
                measure=f"{view.name}, {name}: error in standard errors",
                value=scores.normalised,
                detail=f"{100 * scores.coverage:.1f} % within the stated 95 %",
                goals=(_own_goal(effort),) if is_own else (),
                cost=False,
            ),
        ]
    return findings


def _own_goal(effort: Effort) -> Goal:
    return effort.pick(Goal(least=0.85, most=1.15), small=Goal(least=0.5, most=1.5))


def _scores(view: Look, *, effort: Effort, kernel: Floats, bent: Bent) -> Scores:
    view = effort.pick(view, small=view.part(SMALL_SHARE))
    scores = Scores()
    for seed in range(effort.pick(4, small=1)):
        tags = laid_on(view, count=effort.pick(60, small=9), seed=seed)
        picture = photographed(view, tags, kernel=kernel, seed=seed, bent=bent)
        _judge(view, tags, picture=picture, scores=scores)
    return scores


def _judge(view: Look, tags: list[Laid], *, picture: Grey, scores: Scores) -> None:
    eye = view.eye()
    scores.asked += len(tags)
    by_number = {tag.number: tag for tag in tags}
    found = first_sight(picture, view, tags).tags
    legible = {tag.number for tag in tags if px_per_cell(view, tag) >= LEAST_PX}
    scores.legible += len(legible)
    scores.missed += len(legible - {placed.number for placed in found if placed.is_placed})
    for placed in found:
        tag = by_number[placed.number]
        off = np.array([placed.x_in - tag.x_in, placed.y_in - tag.y_in])
        if placed.is_placed:
            scores.errors.append(float(np.hypot(*off)))
            scores.distances.append(float(off @ np.linalg.inv(placed.covariance[:2, :2]) @ off))
    for name, squares in peers(picture).items():
        others = scores.peers.setdefault(name, [])
        for number, corners in squares:
            if number in by_number:
                centre = Sighting(number=number, corners=corners).centre[None]
                place = eye.places(centre, height=0.0)[0]
                known = by_number[number]
                error = float(np.hypot(*(place - (known.x_in, known.y_in))))
                # What is an inch off is another square that was misread.
                others += [error] if error < known.side_in else []


def px_per_cell(view: Look, tag: Laid) -> float:
    """Along the shortest side of a tag as the picture shows it."""
    seen = view.eye().pixels(tag.corners())
    shortest = np.linalg.norm(seen - np.roll(seen, 1, axis=0), axis=1).min()
    return float(shortest) / len(tag.cells)


def detector_of(tags: list[Laid]) -> Detector:
    """As a battle has it: made once, for the tags of its roster."""
    return Detector(family_of_all().only(tuple(tag.number for tag in tags)))


def first_sight(
    picture: Grey, view: Look, tags: list[Laid], *, detector: Detector | None = None
) -> PlaneFit:
    """Every tag from the picture alone, its size and height known by its number."""
    camera, by_number = told(view.eye()), {tag.number: tag for tag in tags}
    detector = detector or detector_of(tags)
    seen = detector.sightings(picture)
    starts = starts_from(
        seen,
        camera=camera,
        sizes_in=[by_number[each.number].side_in for each in seen],
        heights_in=[by_number[each.number].height_in for each in seen],
    )
    return fit_on_plane(picture, starts, camera=camera, family=detector.family)


def peers(picture: Grey) -> dict[str, list[tuple[int, Floats]]]:
    """The corners that OpenCV's own refinements say."""
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    methods = {
        "SUBPIX": cv2.aruco.CORNER_REFINE_SUBPIX,
        "CONTOUR": cv2.aruco.CORNER_REFINE_CONTOUR,
    }
    found = {}
    for name, method in methods.items():
        parameters = cv2.aruco.DetectorParameters()
        parameters.cornerRefinementMethod = method
        parameters.minMarkerPerimeterRate = 32 / max(picture.shape)
        corners, ids, _ = cv2.aruco.ArucoDetector(book, parameters).detectMarkers(picture)
        answered: Any = ids
        numbers = [] if answered is None else np.asarray(answered).reshape(-1).tolist()
        found[name] = [
            (int(number), np.asarray(square, dtype=np.float64).reshape(4, 2))
            for number, square in zip(numbers, corners, strict=True)
        ]
    return found


def _findings(view: Look, scores: Scores, *, goal: float) -> list[Finding]:
    subpix, contour = (percentile(scores.peers[name]) for name in ("SUBPIX", "CONTOUR"))
    tiny = scores.asked - scores.legible
    others = f"OpenCV SUBPIX {subpix:.4f} in"
    return [
        Finding(
            benchmark="accuracy",
            measure=f"{view.name}, camera known: centre, 95th percentile",
            value=scores.p95,
            unit="in",
            detail=f"{len(scores.errors)} tags placed of {scores.asked}, of which {tiny} have less "
            f"than {LEAST_PX:g} px a cell, {scores.missed} others missed; {others}",
            peer="OpenCV CONTOUR",
            peer_value=contour,
            goals=(Goal(most=goal),),
            wrong=()
            if scores.missed <= _MOST_MISSED * scores.legible
            else (f"{scores.missed} of {scores.legible} legible tags not placed",),
            cost=False,
        ),
        Finding(
            benchmark="accuracy",
            measure=f"{view.name}, camera known: error in standard errors",
            value=scores.normalised,
            detail=f"{100 * scores.coverage:.1f} % within the stated 95 %",
            goals=(Goal(least=0.5, most=1.5),)
            if scores.asked < 100
            else (Goal(least=0.85, most=1.15),),
            cost=False,
        ),
    ]
