"""Passes pictures from one process to another through shared memory: the newest wins.

There are three places for pictures, written in turn. Nobody waits for anybody: the writer never
looks whether the last one was read, and a reader that was overtaken while it copied notices and
takes the newer one. So a writer that is stopped or killed in the midst of it holds nobody up.
"""

import os
import shutil
import threading
from dataclasses import dataclass, field, replace
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path
from typing import Final, Self

import numpy as np

from vision.camera.health import Measures
from vision.camera.source import Bytes, Frame, SourceError

_PLACES: Final = 3
_TRIES: Final = 4
_CONTROL: Final = 8
_PUBLISHED, _TAKEN, _MEMORY, _ARRIVED = 0, 1, 2, 3
_FIELDS: Final = 16
_NAME_BYTES: Final = 256
_HEAD_BYTES: Final = 8 * _FIELDS + 8 + _NAME_BYTES
_SHARED_MEMORY: Final = Path("/dev/shm")
_SPARE: Final = 1_000_000
_LEAST_BESIDES: Final = 1_000_000
"""Bytes beside each picture: what is found in it takes as much with a thousand tags."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Published:
    """A frame that has crossed, and what was measured on it."""

    frame: Frame
    measures: Measures
    changed_s: float
    """When a picture last differed from the one before, by the clock of ``captured_s``."""
    turn: int = 0
    """How many there had been with this one, passed over or not; 0 before it is written."""
    told: bytes | None = field(default=None, repr=False)
    """What was found in it, for whoever can read that."""
    errand: int = 0
    """For which errand that was found."""


@dataclass(frozen=True, slots=True)
class _Layout:
    pixels: int

    @property
    def besides_bytes(self) -> int:
        """As much as a JPEG of such a picture and what was found in it may have together; where
        that is too little the JPEG is left behind.
        """
        return max(self.pixels, _LEAST_BESIDES)

    @property
    def place_bytes(self) -> int:
        return -(-(_HEAD_BYTES + self.pixels + self.besides_bytes) // 64) * 64

    @property
    def all_bytes(self) -> int:
        return 8 * _CONTROL + _PLACES * self.place_bytes


class Ring:
    """One writer and one reader, each in its own process."""

    def __init__(self, memory: SharedMemory, *, width: int, height: int, is_owner: bool) -> None:
        self._memory = memory
        self._width, self._height = width, height
        self._is_owner = is_owner
        self._layout = _Layout(width * height)
        self._control = np.ndarray((_CONTROL,), np.int64, memory.buf)
        self._places = [self._place(at) for at in range(_PLACES)]
        self._fence = threading.Lock()
        self._is_closed = False

    @classmethod
    def made(cls, *, width: int, height: int) -> Self:
        """A new one, which ``close`` releases; a SourceError says that there is no room."""
        size = _Layout(width * height).all_bytes
        # Linux promises more memory than it has, and kills the process that first writes beyond it.
        if _SHARED_MEMORY.is_dir() and shutil.disk_usage(_SHARED_MEMORY).free < size + _SPARE:
            raise SourceError(
                f"pictures of {width} x {height} need {size / 1e6:.0f} MB of shared memory, and "
                f"{_SHARED_MEMORY} has no room for them"
            )
        try:
            memory = SharedMemory(create=True, size=size)
        except OSError as failure:
            told = f"no shared memory for pictures of {width} x {height}: {failure.strerror}"
            raise SourceError(told) from failure
        ring = cls(memory, width=width, height=height, is_owner=True)
        ring._control[:] = 0
        return ring

    @classmethod
    def found(cls, name: str, *, width: int, height: int) -> Self:
        """The one that the other process has made."""
        return cls(SharedMemory(name=name), width=width, height=height, is_owner=False)

    @property
    def name(self) -> str:
        return self._memory.name

    @property
    def published(self) -> int:
        """How many pictures have been written."""
        return int(self._control[_PUBLISHED])

    @property
    def taken(self) -> int:
        """The turn of the newest that the reader has taken; 0 before any."""
        return int(self._control[_TAKEN])

    @property
    def is_awaited(self) -> bool:
        """Whether the reader has taken the newest, so that it waits for another one."""
        return bool(self._control[_TAKEN] >= self._control[_PUBLISHED])

    @property
    def arrived(self) -> int:
        """How many pictures the writer has got from its source, written or not."""
        return int(self._control[_ARRIVED])

    @arrived.setter
    def arrived(self, value: int) -> None:
        self._control[_ARRIVED] = value

    @property
    def writer_bytes(self) -> int:
        """The memory that the writer says it has; 0 where it cannot tell."""
        return int(self._control[_MEMORY])

    @writer_bytes.setter
    def writer_bytes(self, value: int) -> None:
        self._control[_MEMORY] = value

    def write(self, published: Published, *, passed_over: int = 0) -> None:
        """Make it the newest; its size must be the ring's.

        Those `passed_over` came between it and the last, and count as if they had been written.
        """
        frame = published.frame
        turn = self.published + passed_over + 1
        stamp, fields, name, data = self._places[turn % _PLACES]
        told, jpeg = published.told or b"", frame.jpeg or b""
        if len(told) > self._layout.besides_bytes:
            told = b""
        if len(told) + len(jpeg) > self._layout.besides_bytes:
            jpeg = b""
        stamp[0] = -turn
        self._order()
        called = frame.name.encode("utf-8", errors="replace")[:_NAME_BYTES]
        fields[: len(_packed(published))] = _packed(published)
        fields[-4:] = (len(called), len(told), len(jpeg), published.errand)
        name[: len(called)] = np.frombuffer(called, np.uint8)
        data[: self._layout.pixels] = frame.grey.reshape(-1)
        besides = data[self._layout.pixels :]
        besides[: len(told)] = np.frombuffer(told, np.uint8)
        besides[len(told) : len(told) + len(jpeg)] = np.frombuffer(jpeg, np.uint8)
        self._order()
        stamp[0] = turn
        self._order()
        self._control[_PUBLISHED] = turn

    def read(self, *, after: int = 0) -> Published | None:
        """A copy of the newest after that turn; None where there is none, or where it was
        overwritten meanwhile.
        """
        for _ in range(_TRIES):
            turn = self.published
            if turn <= after:
                return None
            stamp, fields, name, data = self._places[turn % _PLACES]
            if stamp[0] != turn:
                continue
            self._order()
            values = fields.copy()
            long, told_long, jpeg_long, errand = map(int, values[-4:])
            called = name[:long].tobytes()
            pixels = data[: self._layout.pixels].copy()
            besides = data[self._layout.pixels :]
            told = besides[:told_long].tobytes()
            jpeg = besides[told_long : told_long + jpeg_long].tobytes()
            self._order()
            if stamp[0] == turn:
                self._control[_TAKEN] = turn
                grey = pixels.reshape(self._height, self._width)
                read = _unpacked(values, name=called, grey=grey, jpeg=jpeg or None)
                return replace(read, turn=turn, told=told or None, errand=errand)
        return None

    def close(self) -> None:
        """Release the memory, and remove it if this side made it."""
        if self._is_closed:
            return
        self._is_closed = True
        # The memory cannot be released while an array still refers to it.
        del self._control, self._places
        self._memory.close()
        if self._is_owner:
            self._memory.unlink()

    def _place(self, at: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, Bytes]:
        buffer, layout = self._memory.buf, self._layout
        start = 8 * _CONTROL + at * layout.place_bytes
        stamp = np.ndarray((1,), np.int64, buffer, start)
        fields = np.ndarray((_FIELDS,), np.float64, buffer, start + 8)
        name = np.ndarray((_NAME_BYTES,), np.uint8, buffer, start + 8 + 8 * _FIELDS)
        size = layout.pixels + layout.besides_bytes
        data = np.ndarray((size,), np.uint8, buffer, start + _HEAD_BYTES)
        return stamp, fields, name, data

    def _order(self) -> None:
        """What was done before is seen before what is done after, on processors that reorder too.

        Taking a lock and giving it back twice is the one fence that Python has.
        """
        for _ in range(2):
            with self._fence:
                pass


def _packed(published: Published) -> tuple[float, ...]:
    frame, measures = published.frame, published.measures
    captured_s = float("nan") if frame.captured_s is None else frame.captured_s
    return (
        frame.number,
        frame.seconds,
        captured_s,
        measures.dark,
        measures.light,
        measures.blur_px,
        measures.digest,
        published.changed_s,
    )


def _unpacked(values: np.ndarray, *, name: bytes, grey: Bytes, jpeg: bytes | None) -> Published:
    number, seconds, captured_s, dark, light, blur_px, digest, changed_s = values[:8].tolist()
    frame = Frame(
        number=int(number),
        seconds=seconds,
        name=name.decode("utf-8", errors="replace"),
        grey=grey,
        captured_s=captured_s,
        jpeg=jpeg,
    )
    measures = Measures(dark=dark, light=light, blur_px=blur_px, digest=int(digest))
    return Published(frame=frame, measures=measures, changed_s=changed_s)


def own_memory_bytes() -> int:
    """The memory that this process has, less what it shares; 0 on systems that do not tell.

    Only Linux says how much it is now.
    """
    try:
        with Path("/proc/self/statm").open(encoding="ascii") as file:
            numbers = file.read().split()
    except OSError:
        return 0
    return (int(numbers[1]) - int(numbers[2])) * os.sysconf("SC_PAGE_SIZE")
