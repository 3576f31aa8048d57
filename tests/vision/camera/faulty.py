"""Cameras that fail in a process of their own, as a file tells them while they run."""

import ctypes
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np

from rules.table.snapshot import HealthState
from vision.camera.source import Bytes, Clock, Frame, Identity, SourceError

SIZE = (320, 240)
SEEN = 200
"""Grey levels of a block in the corner of every picture that was really seen."""
MEGABYTES_A_FRAME = 20


def pattern() -> Bytes:
    """Something to see: sharp squares, and the block."""
    rows, columns = np.indices((SIZE[1], SIZE[0]))
    drawn = np.where((rows // 20 + columns // 20) % 2 == 0, 60, 180).astype(np.uint8)
    drawn[:16, :16] = SEEN
    return drawn


def is_well(grey: Bytes) -> bool:
    """Whether it is one of those pictures: noise and JPEG leave the block's mean alone."""
    return abs(float(grey[2:14, 2:14].mean()) - SEEN) < 6 and grey.shape == (SIZE[1], SIZE[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Faulty:
    """Opens a camera that reads what is wrong with it from a file."""

    place: str
    name: str = "Desk camera"

    def say(self, fault: str) -> None:
        """What is wrong from now on; nothing where it is empty."""
        # Replaced, not rewritten: a reader in between would find nothing wrong.
        fresh = Path(f"{self.place}.new")
        fresh.write_text(fault, encoding="utf-8")
        fresh.replace(self.place)

    def __call__(self, *, clock: Clock) -> "FaultyCamera":
        return FaultyCamera(self, clock=clock)


class FaultyCamera:
    """Thirty pictures a second, or whatever the file says."""

    def __init__(self, faulty: Faulty, *, clock: Clock) -> None:
        self._place = Path(faulty.place)
        self._clock = clock
        self._pause = threading.Event()
        fault = self._fault()
        if fault in {"no device", "unplug"}:
            raise SourceError("camera 0: cannot be opened; is it plugged in?")
        if fault == "busy":
            raise SourceError("camera 0: is used by another program", state=HealthState.BUSY)
        if fault in {"open hangs", "unplug blocks"}:
            self._hang()
        name = "Door camera" if fault == "wrong camera" else faulty.name
        self.identity = Identity(
            name=name, id=f"usb {name}", width=SIZE[0], height=SIZE[1], is_live=True
        )
        self._leak: list[Bytes] = []

    def _fault(self) -> str:
        return self._place.read_text(encoding="utf-8")

    def _hang(self) -> None:
        while True:
            self._pause.wait(60.0)

    def frames(self) -> Iterator[Frame]:
        rng = np.random.default_rng(0)
        drawn, last = pattern(), pattern()
        began, number = self._clock(), 0
        while True:
            self._pause.wait(1 / 30)
            fault = self._fault()
            if fault in {"unplug", "wrong camera"}:
                raise SourceError("camera 0: no more pictures come; is the cable in?")
            if fault == "unplug blocks":
                self._hang()
            if fault == "stall":
                continue
            if fault == "crash":
                ctypes.string_at(0)
            if fault == "throws":
                raise RuntimeError("the driver has\nlost its way")
            if fault == "leak":
                self._leak.append(np.ones(MEGABYTES_A_FRAME * 1_000_000, np.uint8))
            number += 1
            if fault == "loses" and number % 10 < 3:
                continue
            if fault != "repeats":
                noise = rng.integers(-4, 5, drawn.shape)
                last = np.asarray(_picture(fault, drawn=drawn) + noise).clip(0, 255)
            grey = last.astype(np.uint8)
            seconds = self._clock() - began
            yield Frame(number=number, seconds=seconds, name=f"frame {number}", grey=grey)

    def close(self) -> None:
        """There is nothing to give back."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()


def _picture(fault: str, *, drawn: Bytes) -> np.ndarray:
    if fault == "black":
        return np.full(drawn.shape, 6)
    if fault == "white":
        return np.full(drawn.shape, 252)
    if fault == "blurred":
        import cv2

        return np.asarray(cv2.GaussianBlur(drawn, (0, 0), 6.0)).astype(int)
    return drawn.astype(int)


def open_handles() -> int:
    """How many files and pipes this process has open; 0 where the system does not tell."""
    place = Path("/proc/self/fd")
    return len(os.listdir(place)) if place.is_dir() else 0
