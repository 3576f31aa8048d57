"""Reads a phone's pictures inside the camera's process, as they are handed over to it."""

import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Final, Self

from rules.table.snapshot import HealthState
from vision.camera.luma import Luma, luma_of_jpeg
from vision.camera.source import Clock, Frame, Identity, Source, SourceError

_LOST: Final = 30
"""So many damaged pictures in a row are no hiccup."""
READY: Final = b"r"
"""What is said once a picture has been passed on, and the next may come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhonePicture:
    """One picture as a phone has sent it; nobody has looked into it yet."""

    jpeg: bytes = field(repr=False)
    taken_s: float
    """By the steady clock of this computer, which all its processes share."""
    name: str
    lens: str
    """Which phone and which of its lenses, at which zoom."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneOpener:
    """One end of a line, on its way to the process that reads from it."""

    line: Connection

    def __call__(self, *, clock: Clock) -> Source:
        return PhoneSource(self.line, clock=clock)


class PhoneSource:
    """A phone as a camera; it opens with its first picture, however long that takes."""

    def __init__(self, line: Connection, *, clock: Clock) -> None:
        self._line = line
        self._clock = clock
        self._began = clock()
        self._first = self._read()
        picture, luma = self._first
        height, width = luma.grey.shape
        self._identity = Identity(
            name=picture.name, id=picture.lens, width=width, height=height, is_live=True
        )

    @property
    def identity(self) -> Identity:
        return self._identity

    def frames(self) -> Iterator[Frame]:
        picture, luma = self._first
        number = 0
        while True:
            self._require_same(picture, luma)
            captured_s = min(picture.taken_s, self._clock())
            yield Frame(
                number=number,
                seconds=captured_s - self._began,
                name=f"frame {number}",
                grey=luma.grey,
                captured_s=captured_s,
                jpeg=luma.jpeg,
            )
            number += 1
            self._say_ready()
            picture, luma = self._read()

    def _read(self) -> tuple[PhonePicture, Luma]:
        """The next picture that is not damaged."""
        for _ in range(_LOST):
            try:
                picture: PhonePicture = pickle.loads(self._line.recv_bytes())
            except (EOFError, OSError) as failure:
                raise SourceError("the phone's pictures end here") from failure
            luma = luma_of_jpeg(picture.jpeg)
            if luma is not None:
                return picture, luma
            self._say_ready()
        raise SourceError("only damaged pictures come from the phone; load its page anew")

    def _say_ready(self) -> None:
        try:
            self._line.send_bytes(READY)
        except OSError as failure:
            raise SourceError("the phone's pictures end here") from failure

    def _require_same(self, picture: PhonePicture, luma: Luma) -> None:
        known = self._identity
        height, width = luma.grey.shape
        if picture.lens != known.id:
            told = f"{known.name}: the lens or the zoom has changed to {picture.lens}"
        elif (width, height) != (known.width, known.height):
            told = (
                f"{known.name}: expected pictures of {known.width} x {known.height} pixels, got "
                f"{width} x {height}: turn the phone back"
            )
        else:
            return
        raise SourceError(told, state=HealthState.WRONG_CAMERA)

    def close(self) -> None:
        self._line.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()
