"""Knows how to read a webcam, a stream and a video file through OpenCV."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Self

import cv2
import numpy as np

from vision.camera.source import Clock, Frame, Identity, SourceError

WANTED: Final = (1920, 1080)
"""What a webcam is asked for; left alone most give 640 x 480."""
_WARMING: Final = 5
"""Frames until exposure and white balance have settled."""
_LOST: Final = 30
"""So many failures one after the other are no hiccup: the cable is out."""


class Capture:
    """A device, a stream or a video file; the number of a device counts from 0."""

    def __init__(
        self, place: int | str, *, clock: Clock, wanted: tuple[int, int] | None = None
    ) -> None:
        self._is_file = isinstance(place, str) and Path(place).is_file()
        self._place = place
        self._clock = clock
        self._video = cv2.VideoCapture(place)
        if not self._video.isOpened():
            self._video.release()
            raise SourceError(_unopened(place, is_file=self._is_file))
        if isinstance(place, int):
            self._ask_for(wanted or WANTED)
        first = self._first()
        rate = float(self._video.get(cv2.CAP_PROP_FPS))
        self._rate_hz = rate if np.isfinite(rate) and 0.1 <= rate <= 1000 else 30.0
        self._started = clock()
        self._waiting: np.ndarray | None = first
        name = f"camera {place}" if isinstance(place, int) else os.path.basename(place)
        self._identity = Identity(
            name=name,
            id=f"{self._video.getBackendName()} {place}" if isinstance(place, int) else "",
            width=int(first.shape[1]),
            height=int(first.shape[0]),
        )

    def _ask_for(self, wanted: tuple[int, int]) -> None:
        """A camera that cannot do one of these ignores it."""
        # Without compression USB 2 has no room for more than a few large frames a second.
        self._video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._video.set(cv2.CAP_PROP_FRAME_WIDTH, wanted[0])
        self._video.set(cv2.CAP_PROP_FRAME_HEIGHT, wanted[1])
        # A lens that moves its focus is another lens each time.
        self._video.set(cv2.CAP_PROP_AUTOFOCUS, 0)

    def _first(self) -> np.ndarray:
        frame = None
        for _ in range(1 if self._is_file else _WARMING):
            done, read = self._video.read()
            frame = read if done and read is not None else frame
        if frame is None:
            self.close()
            raise SourceError(f"{self._said}: opened, but it gives no picture")
        return frame

    @property
    def _said(self) -> str:
        return f"camera {self._place}" if isinstance(self._place, int) else str(self._place)

    @property
    def identity(self) -> Identity:
        return self._identity

    def frames(self) -> Iterator[Frame]:
        number, failures = 0, 0
        wanted = (self._identity.height, self._identity.width)
        while True:
            read = self._next()
            if read is None:
                failures += 1
                if self._is_file:
                    return
                if failures >= _LOST:
                    raise SourceError(f"{self._said}: no more pictures come; is the cable in?")
            elif read.shape[:2] != wanted:
                size = f"{read.shape[1]} x {read.shape[0]}"
                raise SourceError(f"{self._said}: the picture has changed its size to {size}")
            else:
                failures = 0
                grey = read if read.ndim == 2 else cv2.cvtColor(read, cv2.COLOR_BGR2GRAY)
                seconds = number / self._rate_hz if self._is_file else self._clock() - self._started
                yield Frame(
                    number=number,
                    seconds=seconds,
                    name=f"frame {number}",
                    grey=np.asarray(grey, dtype=np.uint8),
                )
            number += 1

    def _next(self) -> np.ndarray | None:
        if self._waiting is not None:
            first, self._waiting = self._waiting, None
            return first
        done, read = self._video.read()
        return read if done else None

    def close(self) -> None:
        self._video.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()


def _unopened(place: int | str, *, is_file: bool) -> str:
    if is_file:
        return f"{place}: expected a video, got a file that OpenCV cannot play"
    if isinstance(place, int):
        return (
            f"camera {place}: cannot be opened; is it plugged in, used by another program, or "
            "kept from this one by the system's privacy settings?"
        )
    return f"{place}: the stream cannot be opened; is the address right, and is it on?"
