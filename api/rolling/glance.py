"""Looks into the tray through pictures of a camera, which have to have colours."""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np

from api.rolling.asked import OpenRoll
from api.rolling.evidence import ReadRoll
from api.rolling.told import roll_told
from vision.dice.lesson import DiceSet
from vision.dice.parts import in_parts
from vision.dice.reading import MOST_DICE, DiceDoubt, TrayReading, read_floor
from vision.dice.roll_watch import RollPhase, RollWatch
from vision.dice.tray_view import Bgr, NoTrayError, tray_picture

QUALITY: Final = 85
GONE_S: Final = 5.0
"""A tray that was not seen for so long is not there; a hand hides it for less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceWanted:
    """Which dice are looked for."""

    count: int = 1
    parts: tuple[int, ...] = ()
    """How many are for each of two things."""
    known: DiceSet | None = None
    """The set that was shown."""

    def judged(self, reading: TrayReading) -> TrayReading:
        found = reading if self.known is None else self.known.judged(reading)
        return in_parts(found, self.parts)


class TrayEye:
    """The tray as the pictures show it. `look` may be called from any one thread at a time."""

    def __init__(self) -> None:
        self.watch = RollWatch()
        self._floor: Bgr | None = None
        self._seen_s = -GONE_S
        self._now_s = 0.0

    @property
    def sees_tray(self) -> bool:
        """Whether a tray was seen a moment ago."""
        return self._floor is not None and self._now_s - self._seen_s < GONE_S

    def look(self, jpeg: bytes | None, *, seconds: float, wanted: DiceWanted) -> TrayReading:
        """Read dice in this picture; one without colours shows nothing."""
        self._now_s = seconds
        reading = TrayReading(dice=(), doubts=(DiceDoubt.NO_TRAY,))
        picture = _colours(jpeg)
        if picture is not None:
            try:
                view = tray_picture(picture)
            except NoTrayError as why:
                reading = TrayReading(dice=(), doubts=(DiceDoubt.NO_TRAY,), says=str(why))
            else:
                self._floor, self._seen_s = view.colours, seconds
                reading = wanted.judged(read_floor(view, asked=min(wanted.count, MOST_DICE)))
        self.watch.look(reading, seconds=seconds)
        return reading

    def read(self) -> ReadRoll | None:
        """What was read, with the picture that it was read in; None as long as nothing is sure."""
        roll = self.watch.roll
        if roll.phase is not RollPhase.READ or roll.reading is None or self._floor is None:
            return None
        packed: Any = cv2.imencode(".jpg", self._floor, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
        high, wide = self._floor.shape[:2]
        return ReadRoll(
            faces=roll.reading.faces or (),
            margin=roll.reading.margin,
            jpeg=bytes(packed),
            size=(wide, high),
        )

    def told(
        self, roll: OpenRoll, *, held: bool, accepts_in_s: float | None
    ) -> dict[str, Any] | None:
        """The roll for whoever watches; None where no tray is seen."""
        watched = self.watch.roll
        if not self.sees_tray or watched.phase is RollPhase.NOT_ASKED:
            return None
        return roll_told(roll, watched, held=held, accepts_in_s=accepts_in_s)


def _colours(jpeg: bytes | None) -> Bgr | None:
    if jpeg is None:
        return None
    found: Any = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return None if found is None else np.asarray(found, dtype=np.uint8)
