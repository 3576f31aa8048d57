"""Counts the tags that a single bad picture brings, and how many of the same could be believed."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

import cv2
import numpy as np

from benchmarks.finding import Effort, Finding, Goal
from benchmarks.live.live_pictures import NOMINAL, SPOILED, Condition, Play, play_on
from benchmarks.pictures.accuracy_pictures import Grey, Laid
from benchmarks.pictures.accuracy_recall import clutter
from benchmarks.pictures.accuracy_tables import FULL_HD, Look, family_of_all, look, told
from rules.table.snapshot import TableSize
from rules.table.units import Degrees, Inches
from vision.fit.on_plane import fit_on_plane
from vision.fit.placed import StartTag
from vision.locating.locate import Locator
from vision.locating.place_error import EXACT, PlaceErrors
from vision.locating.placing import Placer
from vision.locating.seeking.believing import SOUGHT
from vision.locating.seeking.missing import placed_after_all
from vision.locating.seeking.noise import noise_of
from vision.locating.tag_layout import PieceTag

_GOALS: Final = {
    "nominal": 0.99,
    "blur of 1.5 px": 0.8,
    "low light": 0.9,
    "4 px of motion": 0.7,
    "JPEG 80": 0.98,
}
_STEEP: Final = 0.85
_OF_TRUE: Final = 0.95
"""Of what is believed when it is started at the true place: as good as a share that cannot be."""
_RIGHT_SIDES: Final = 0.25
"""What is farther off is another place."""
_SIDES_IN: Final = (0.6, 0.8, 1.0)
_CLUTTER_PX_PER_IN: Final = 22.9
_CLUTTER_NUMBERS: Final = 80
_BLUR_PX: Final = 0.8


def bad_pictures(effort: Effort) -> list[Finding]:
    """Bad pictures of tables of which nothing is known from before, and clutter without a tag."""
    large = look((72.0, 48.0), tilt_deg=30.0, size=FULL_HD)
    steep = look((36.0, 36.0), tilt_deg=60.0, size=FULL_HD)
    conditions = effort.pick((NOMINAL, *SPOILED), small=(NOMINAL,))
    findings = [_recall(large, each, goal=_GOALS[each.name], effort=effort) for each in conditions]
    if not effort.small:
        findings.append(_recall(steep, NOMINAL, goal=_STEEP, effort=effort))
    return [*findings, _sought_in_clutter(effort)]


def _recall(view: Look, condition: Condition, *, goal: float, effort: Effort) -> Finding:
    view = effort.pick(view, small=view.part(0.4))
    asked = located = believed = stock = wrong = 0
    for seed in range(1, effort.pick(5, small=2)):
        play = play_on(view, count=effort.pick(60, small=6), seed=seed)
        picture = play.picture(play.tags, condition=condition, seed=seed)
        play = replace(play, tags=_of_pieces(play))
        by_id = {f"p{tag.number}": tag for tag in play.tags}
        asked += len(by_id)
        table = Locator(play.profile, tag_layout=play.tag_layout, care=EXACT).located(picture)
        for piece in table.pieces:
            tag = by_id.get(piece.entry.id)
            if piece.pose is not None and tag is not None:
                is_right = _is_at(tag, x=float(piece.pose.x), y=float(piece.pose.y))
                located, wrong = located + is_right, wrong + (not is_right)
        believed += _from_the_truth(play, picture)
        stock += _by_stock(picture, {tag.number for tag in play.tags})
    share, most = located / asked, believed / asked
    return Finding(
        benchmark="bad pictures",
        measure=f"{view.name}, {condition.name}: pieces placed in one picture",
        value=share,
        detail=f"{located} of {asked}; started at the true place {most:.3f} are believed, of "
        f"which this is {share / most if most else 1.0:.3f}",
        peer="OpenCV's detection",
        peer_value=stock / asked,
        goals=(Goal(least=min(goal, _OF_TRUE * most)),),
        wrong=(f"{wrong} pieces at a wrong place",) if wrong else (),
        cost=False,
    )


def _of_pieces(play: Play) -> tuple[Laid, ...]:
    """The tags that have no number of an anchor which a table may have as well."""
    taken = {anchor.number for anchor in play.profile.anchors}
    return tuple(tag for tag in play.tags if tag.number not in taken)


def _is_at(tag: Laid, *, x: float, y: float) -> bool:
    return bool(np.hypot(x - tag.x_in, y - tag.y_in) < _RIGHT_SIDES * tag.side_in)


def _from_the_truth(play: Play, picture: Grey) -> int:
    """How many tags the same rules believe that are told where to look."""
    starts = [
        StartTag(
            number=tag.number,
            side_in=tag.side_in,
            height_in=tag.height_in,
            x_in=tag.x_in,
            y_in=tag.y_in,
            heading_deg=tag.heading_deg,
        )
        for tag in play.tags
    ]
    fit = fit_on_plane(
        picture,
        starts,
        camera=play.profile.calibrated.model,
        family=family_of_all(),
        identity=replace(SOUGHT, noise=noise_of(picture)),
    )
    return sum(
        placed.is_placed and _is_at(tag, x=placed.x_in, y=placed.y_in)
        for placed, tag in zip(fit.tags, play.tags, strict=True)
    )


def _by_stock(picture: Grey, numbers: set[int]) -> int:
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 32 / max(picture.shape)
    _, ids, _ = cv2.aruco.ArucoDetector(book, parameters).detectMarkers(picture)
    answered: Any = ids
    read = set() if answered is None else set(np.asarray(answered).reshape(-1).tolist())
    return len(read & numbers)


def _sought_in_clutter(effort: Effort) -> Finding:
    """A whole army is looked for where there is nothing of it."""
    frames = effort.pick(2_000, small=2)
    believed = sought_in(map(clutter, range(frames)))
    return Finding(
        benchmark="bad pictures",
        measure=f"{_CLUTTER_NUMBERS} tags looked for in {frames} cluttered pictures: believed",
        value=float(believed),
        goals=(Goal(most=0.0),),
        cost=False,
    )


def sought_in(pictures: Iterable[Grey]) -> int:
    """How many tags are believed in pictures (480 x 360) that show none of them."""
    view = Look(
        name="clutter",
        table=(20.0, 15.0),
        distance_in=0.5 / np.tan(np.radians(35.0)) * 480 / _CLUTTER_PX_PER_IN,
        tilt_deg=30.0,
        size=(480, 360),
    )
    play = play_on(look((36.0, 36.0), tilt_deg=0.0, size=FULL_HD), count=1, seed=1)
    table = TableSize(width=Inches(view.table[0]), depth=Inches(view.table[1]))
    calibrated = replace(play.profile.calibrated, model=told(view.eye()))
    placer = Placer(
        place_errors=PlaceErrors(calibrated, table=table, care=EXACT),
        table=table,
        family=family_of_all(),
    )
    tags = [
        PieceTag(
            number=number,
            size=Inches(_SIDES_IN[number % len(_SIDES_IN)]),
            x=Inches(0.0),
            y=Inches(0.0),
            turn=Degrees(0.0),
            height=Inches(0.0),
            face="up",
        )
        for number in range(_CLUTTER_NUMBERS)
    ]
    return sum(
        len(placed_after_all(each, tags, placer=placer, raised=(), others=(), blur_px=_BLUR_PX))
        for each in pictures
    )
