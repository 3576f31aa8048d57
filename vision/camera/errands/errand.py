"""Defines what a camera's process may be told to do with each picture besides passing it on."""

from collections.abc import Callable
from typing import Protocol

from vision.camera.errands.turns import BoardPlace
from vision.camera.source import Frame

Reader = Callable[[bytes], object]
"""Makes of what crossed what was found; it is given all that a keeper takes, in its order."""


class Finder(Protocol):
    """Looks at pictures, inside the camera's process."""

    def look(self, frame: Frame) -> None:
        """Find in this picture what there is to find, however long that takes."""

    def packed(self, *, turn: int, taken: int) -> bytes:
        """What the last picture showed, for the reader on the other side.

        It crosses with that picture as number `turn`; the newest taken over there is `taken`.
        """


class Errand(Protocol):
    """Sent to the camera's process, so it must be one that can be sent."""

    @property
    def place(self) -> BoardPlace | None:
        """Where its camera takes its turn; None where it need not wait for others."""

    def finder(self) -> Finder:
        """For the camera's process: one that begins with the next picture."""

    def reader(self) -> Reader:
        """For its keeper: one for each finder."""
