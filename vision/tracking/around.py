"""Remembers what lay around a piece while it was in view, to tell later that its place is empty.

Nobody has seen the table under a piece that was there from the first picture. Once it is gone its
place looks like the table around it, and all about it is as it was: whoever covers a piece reaches
beyond it, or looks otherwise than the table.
"""

from typing import Final

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from rules.table.outlines.outline import place as laid
from rules.table.snapshot import Piece, Pose
from vision.locating.tag_layout import TaggedPiece
from vision.sighting import Floats, Grey
from vision.tracking.change_gate import Whole
from vision.tracking.settings import DEFAULTS, TrackingSettings

_RIM: Final = 1
"""Patches between within and around: they show a little of both."""
_LEAST_WIDE: Final = 3
"""Patches around."""


class PiecesAround:
    """The table as it was before anything came over the pieces that are out of sight now."""

    def __init__(self, *, settings: TrackingSettings = DEFAULTS) -> None:
        self._settings = settings
        self._picture: Grey = np.zeros((0, 0), dtype=np.uint8)
        self._sample: Grey = self._picture
        self._sampled_s = -np.inf

    def learn(self, small: Grey, *, seconds: float, kept: Whole) -> None:
        """Learn what looks the same as a while ago, except what is `kept`.

        A passing hand is not learnt; a resting one is, but never where a piece is out of sight.
        """
        if self._picture.shape != small.shape:
            self._picture, self._sample, self._sampled_s = small.copy(), small.copy(), seconds
            return
        if seconds - self._sampled_s < self._settings.around_s:
            return
        steady = cv2.absdiff(small, self._sample) <= self._settings.gate_levels
        for left, top, right, bottom in kept.tolist():
            steady[top:bottom, left:right] = False
        self._picture[steady] = small[steady]
        self._sample, self._sampled_s = small.copy(), seconds

    def widened(self, places: Whole, *, small: Grey) -> Whole:
        """Places with the part around them that is compared, as far as it is in the picture."""
        size = (places[:, 2:] - places[:, :2]).max(axis=1, keepdims=True)
        wide = _RIM + np.maximum(_LEAST_WIDE, np.ceil(self._settings.around_share * size)).astype(
            np.int32
        )
        rows, columns = small.shape
        found = np.concatenate([places[:, :2] - wide, places[:, 2:] + wide], axis=1)
        most = np.array([columns, rows, columns, rows])
        return np.asarray(np.clip(found, 0, most), dtype=np.int32)

    def is_empty(self, small: Grey, *, place: Whole, others: Whole) -> bool:
        """Whether a place (one box) shows the table; `others` are tags, which are not table."""
        if self._picture.shape != small.shape:
            return False
        left, top, right, bottom = place[0].tolist()
        inside = small[top:bottom, left:right]
        wider = self.widened(place, small=small)[0]
        first, last = wider[:2], wider[2:]
        whole = (slice(first[1], last[1]), slice(first[0], last[0]))
        around = np.ones(small.shape, dtype=np.bool_)[whole]
        rim = (
            top - first[1] - _RIM,
            bottom - first[1] + _RIM,
            left - first[0] - _RIM,
            right - first[0] + _RIM,
        )
        around[max(0, rim[0]) : rim[1], max(0, rim[2]) : rim[3]] = False
        now, before = small[whole].astype(np.int16), self._picture[whole].astype(np.int16)
        settings = self._settings
        levels, share = settings.bare_levels, settings.bare_share
        is_same = np.abs(now - before) <= levels
        if not inside.size or not _on_every_side(is_same, around=around, share=share):
            return False
        free = around.copy()
        for x, y, far, low in (others - np.tile(first, 2)).tolist():
            free[max(0, y) : max(0, low), max(0, x) : max(0, far)] = False
        table = now[free]
        if len(table) < settings.around_least:
            return False
        usual = float(np.median(table))
        spread = float(np.quantile(np.abs(table - usual), share))
        off = np.abs(inside.astype(np.int16) - usual)
        # The middle has to be that of the table, not only somewhere in what the table varies by.
        is_like = abs(float(np.median(inside)) - usual) <= levels / 2
        is_like &= float((off <= spread + levels / 2).mean()) >= share
        return is_like and spread <= settings.plain_levels


def _on_every_side(is_same: NDArray[np.bool_], *, around: NDArray[np.bool_], share: float) -> bool:
    """Whether nearly all around looks as before, above, below and beside: an arm has a side."""
    rows, columns = around.shape
    halves = (
        (slice(0, rows // 2), slice(None)),
        (slice(rows // 2, None), slice(None)),
        (slice(None), slice(0, columns // 2)),
        (slice(None), slice(columns // 2, None)),
    )
    for half in halves:
        seen = is_same[half][around[half]]
        if not len(seen) or float(seen.mean()) < share:
            return False
    return True


def outline_px(tagged: TaggedPiece, pose: Pose, *, height: float, camera: CameraModel) -> Floats:
    """A rectangle (4 x 2 pixels) about the paper of a piece at its place."""
    stood = laid(Piece(id=tagged.entry.id, footprint=tagged.entry.footprint, pose=pose))
    west, south, east, north = shapely.buffer(stood.core(), stood.radius).bounds
    corners = np.array(
        [(west, north, height), (east, north, height), (east, south, height), (west, south, height)]
    )
    return camera.pixels(corners)
