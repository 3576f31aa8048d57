"""Joins what several cameras see of tags: heights that are measured, and what does not fit."""

import sys
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from calibration.seen import SeenTag
from calibration.several.joint_fit import JointFit, joint_fit
from calibration.several.rig import Rig
from calibration.several.surprise import surprise
from calibration.table.still_fit import KnownSquare
from vision.locating.tag_heights import UNKNOWN, ExpectedHeight, JudgedHeight, judged_heights
from vision.locating.tag_layout import TagLayout

CONTRADICTING: Final = 0.3
"""Share of the tags that two cameras see beyond which it is the cameras that disagree."""
_WILD: Final = 5.6
"""Squared misfit of a tag by its corners for each spare number; few pictures leave as much."""
_WILD_PLACE: Final = 5.0
"""Standard deviations of its misfit by its place alone, which has few spare numbers: chance exceeds
them three times in ten million."""
BY_CORNERS: Final = 8
"""Numbers that a camera tells of a tag by its corners."""
BY_PLACE: Final = 3
"""And by its place and turn alone."""

Views = Sequence[tuple[SeenTag, ...]]
"""The tags in each camera's picture."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JudgedFit:
    """A fit that everything which is left agrees with."""

    fit: JointFit
    heights: Mapping[int, JudgedHeight]
    wild: tuple[int, ...]
    """Tags on whose place the cameras do not agree."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JointJudge:
    """Fits one battle's tags under one rig."""

    rig: Rig
    tag_layout: TagLayout | None
    more: tuple[KnownSquare, ...] = ()
    """Squares that belong to no piece."""
    told: int = BY_CORNERS
    """Numbers that each camera tells of each tag."""
    most_wild: int = sys.maxsize
    """Tags after which there is no more to be found out."""
    near: JointFit | None = None
    """An earlier fit under the same rig: where it has tags that have stayed there is begun."""

    def judged(self, views: Views, expected: Mapping[int, ExpectedHeight]) -> JudgedFit:
        """Measure heights that two cameras see, believe the roster where it is not wrong, and
        leave out what the cameras contradict each other about.
        """
        kept, wild = list(views), list[int]()
        while True:
            loose = self._fit(kept, expected, heights={}, near=self.near)
            double = {
                number
                for number, cameras in zip(loose.numbers, loose.seen_by, strict=True)
                if len(cameras) > 1 and number in expected
            }
            worst = self._wildest(loose)
            if worst is None:
                heights = judged_heights(loose, expected=expected, measured=double)
                fit = self._fit(kept, expected, heights=heights, near=loose)
                worst = self._wildest(fit)
                if worst is None:
                    return JudgedFit(fit=fit, heights=heights, wild=tuple(wild))
            wild.append(worst)
            if len(wild) > self.most_wild:
                return JudgedFit(fit=loose, heights={}, wild=tuple(wild))
            kept = [tuple(tag for tag in tags if tag.number != worst) for tags in kept]

    def _fit(
        self,
        views: Views,
        expected: Mapping[int, ExpectedHeight],
        *,
        heights: Mapping[int, JudgedHeight],
        near: JointFit | None,
    ) -> JointFit:
        """With the heights that were judged, or with none that two cameras may tell."""
        unique = self.tag_layout.of_number if self.tag_layout else {}
        squares = list(self.more)
        for number, cameras in sorted(_counted(views).items()):
            if number not in expected:
                continue
            told, judged = expected[number], heights.get(number)
            is_free = cameras > 1 if judged is None else judged.is_wrong
            ground = judged.ground if judged is not None else told.grounds[-1]
            height = judged.measured if judged and judged.is_wrong else ground + told.own
            squares.append(
                KnownSquare(
                    number=number,
                    side=float(unique[number][1].size),
                    height=height,
                    height_sigma=UNKNOWN if is_free else told.sigma,
                )
            )
        return joint_fit(views, rig=self.rig, squares=squares, near=near)

    def _wildest(self, fit: JointFit) -> int | None:
        """The tag whose pictures fit together worst, if chance does not explain it."""
        worst, found = 1.0, None
        for number, cameras, misfit in zip(fit.numbers, fit.seen_by, fit.misfits, strict=True):
            spare = self.told * len(cameras) - 3
            if spare <= 0:
                continue
            off = misfit / (_WILD * spare)
            if self.told == BY_PLACE:
                off = surprise(misfit, freedom=spare) / _WILD_PLACE
            if off > worst:
                worst, found = off, number
        return found

    def disagreement(self, fit: JointFit) -> float:
        """By how many standard deviations all tags together, and the cameras, are off."""
        counts = [len(cameras) for cameras in fit.seen_by]
        squares = sum(m for m, count in zip(fit.misfits, counts, strict=True) if count > 1)
        spare = sum(self.told * count - 3 for count in counts if count > 1)
        return surprise(squares + fit.strain, freedom=spare) if spare else 0.0


def contradiction(wild: Sequence[int], views: Views) -> str | None:
    """Why nothing is to be measured, where the cameras contradict each other about too much."""
    shared = _shared(views)
    if len(wild) <= most_wild(views):
        return None
    return (
        f"the pictures do not agree on {len(wild)} of the {len({*wild, *shared})} tags that they "
        "share: a camera was moved, or they are not of one moment"
    )


def most_wild(views: Views) -> int:
    """Of the tags that several see, so many may be somebody's fault but the cameras'."""
    return max(1, int(CONTRADICTING * len(_shared(views))))


def _shared(views: Views) -> list[int]:
    least = min(2, len(views))
    return sorted(number for number, count in _counted(views).items() if count >= least)


def sure(views: Views, *, doubted: Collection[int]) -> list[tuple[SeenTag, ...]]:
    """Without what one camera alone sees and cannot tell the height or the size of."""
    lone = {n for n, count in _counted(views).items() if count == 1 and n in doubted}
    return [tuple(tag for tag in tags if tag.number not in lone) for tags in views]


def _counted(views: Views) -> Counter[int]:
    """Every tag that some camera sees, and how many do."""
    return Counter(number for tags in views for number in {tag.number for tag in tags})
