"""Tells which of the followed tags may have crept, and how far off a fit has to be to say so."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.sighting import Floats, Grey
from vision.tracking.change_gate import Bools, ChangeGate
from vision.tracking.following import FollowedTag
from vision.tracking.resting.creep_watch import CreepWatch
from vision.tracking.settings import TrackingSettings

_UNLIKE: Final = 6.0
"""Squared standard errors by which a fit confirms that a tag has crept: chance exceeds it once in
nine."""
_UNLIKE_CHANCE: Final = 14.2
"""And by which it says so by itself, where something changed about its tag: once in 370."""
_MOST: Final = 0.5
"""Share of the tags at rest that hands hardly ever stir at once."""


class Creeping:
    """Has an eye on the tags that rest."""

    def __init__(self, *, settings: TrackingSettings) -> None:
        self._watch, self._least = CreepWatch(), settings.tremble_least
        self._are_most_busy = False

    @property
    def is_shared(self) -> bool:
        """Whether most tags shifted in the last picture, if by little: the camera may drift."""
        return self._watch.is_shared or self._are_most_busy

    def begin_anew(self) -> None:
        """The camera stands elsewhere: all tags are compared with how they look from there."""
        self._watch = CreepWatch()

    def crept(
        self, follows: Sequence[FollowedTag], *, hits: Bools, small: Grey
    ) -> tuple[Bools, dict[int, float]]:
        """Which tags seem to have crept, and from where on a fit says so of each."""
        if self._watch.is_shared:
            # The anchors were asked for it; what they do not bear out must not be asked again.
            self.begin_anew()
        crept = self._watch.crept(small, shared_by=self._least)
        changed = np.flatnonzero(hits).tolist()
        drifts = dict.fromkeys([id(follows[at]) for at in changed], _UNLIKE_CHANCE)
        seems = np.zeros(len(follows), dtype=np.bool_)
        if crept:
            seems[:] = [id(each) in crept for each in follows]
        return seems, drifts | dict.fromkeys(crept, _UNLIKE)

    def watch(
        self,
        follows: Sequence[FollowedTag],
        *,
        corners: Floats,
        busy: Bools,
        grey: Grey,
        gate: ChangeGate,
    ) -> None:
        """From now on those that rest and are not `busy`; these are compared with another look."""
        self._are_most_busy = bool(busy.any()) and _are_most(follows, busy=busy)
        self._watch.forget([id(follows[at]) for at in np.flatnonzero(busy).tolist()])
        at = [
            index
            for index, (each, is_busy) in enumerate(zip(follows, busy.tolist(), strict=True))
            if not is_busy and each.in_view and each.is_open and each.average is not None
        ]
        self._watch.keep(
            [id(follows[index]) for index in at],
            corners=corners[at],
            grey=grey,
            small=gate.small,
            patch=gate.patch,
        )


def _are_most(follows: Sequence[FollowedTag], *, busy: Bools) -> bool:
    """Whether most tags that rest, or creep, which is hardly more, are busy."""
    stirred = [
        is_busy
        for each, is_busy in zip(follows, busy.tolist(), strict=True)
        if each.in_view and each.is_resting and each.average is not None
    ]
    return bool(sum(stirred) > _MOST * len(stirred))
