"""Cameras over a table for tests: each a process of its own that shows one picture with noise."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np

from vision.camera.source import Bytes, Clock, Frame, Identity

HZ = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Still:
    """Opens a picture that lies in a file, ten times a second."""

    place: str

    @classmethod
    def of(cls, grey: Bytes, *, place: Path) -> "Still":
        """Of this picture, kept in that file."""
        np.save(place, grey)
        return cls(place=str(place))

    def show(self, grey: Bytes) -> None:
        """Another picture from now on."""
        fresh = Path(f"{self.place}.new.npy")
        np.save(fresh, grey)
        fresh.replace(self.place)

    def __call__(self, *, clock: Clock) -> "StillCamera":
        return StillCamera(self, clock=clock)


class StillCamera:
    """A camera that runs, and never repeats itself."""

    def __init__(self, still: Still, *, clock: Clock) -> None:
        self._place, self._clock = Path(still.place), clock
        height, width = np.load(self._place).shape
        self.identity = Identity(name="synthetic", id="", width=width, height=height, is_live=True)

    def frames(self) -> Iterator[Frame]:
        rng, pause = np.random.default_rng(1), threading.Event()
        began, number = self._clock(), 0
        while True:
            pause.wait(1 / HZ)
            grey = np.load(self._place)
            noisy = np.clip(grey + rng.integers(-1, 2, grey.shape), 0, 255).astype(np.uint8)
            now = self._clock()
            yield Frame(number=number, seconds=now - began, name="", grey=noisy, captured_s=now)
            number += 1

    def close(self) -> None:
        """There is nothing to give back."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()
