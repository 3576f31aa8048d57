"""Writes JPEG frames as one AVI file (motion JPEG), which every player opens.

It writes to a file that somebody else has opened, so nothing depends on which codecs OpenCV has.
"""

import struct
from types import TracebackType
from typing import BinaryIO, Final, Self

_HEADER_BYTES: Final = 224
"""From the file's first byte to the first frame's chunk."""
_KEY_FRAME: Final = 0x10
_HAS_INDEX: Final = 0x10


class MotionJpeg:
    r"""An AVI that grows frame by frame; leaving the `with` block completes it,
    also when it is left by Ctrl-C.

    >>> import io
    >>> file = io.BytesIO()
    >>> with MotionJpeg(file, size=(640, 480), rate_hz=10.0) as video:
    ...     video.add(b"\xff\xd8one")
    >>> file.getvalue()[:4], file.getvalue()[8:12], len(file.getvalue())
    (b'RIFF', b'AVI ', 262)
    """

    def __init__(self, file: BinaryIO, *, size: tuple[int, int], rate_hz: float) -> None:
        self._file = file
        self._size = size
        self._rate_hz = rate_hz
        self._index: list[tuple[int, int]] = []
        """Where each frame lies after the word `movi`, and its length."""
        self._at = 4
        self._file.write(b"\0" * _HEADER_BYTES)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        failure: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # Whoever stops a long rendering has a video of all that was rendered.
        if not isinstance(failure, OSError):
            self._complete()

    def add(self, jpeg: bytes) -> None:
        """One more frame."""
        chunk = _chunk(b"00dc", jpeg)
        self._file.write(chunk)
        # Only now: a frame that was interrupted half-way does not count.
        self._index.append((self._at, len(jpeg)))
        self._at += len(chunk)

    def _complete(self) -> None:
        index = b"".join(
            struct.pack("<4sIII", b"00dc", _KEY_FRAME, at, long) for at, long in self._index
        )
        self._file.seek(_HEADER_BYTES + self._at - 4)
        self._file.truncate()
        self._file.write(_chunk(b"idx1", index))
        self._file.seek(0)
        self._file.write(self._header(index_bytes=len(index) + 8))

    def _header(self, *, index_bytes: int) -> bytes:
        width, height = self._size
        count = len(self._index)
        largest = max((long for _, long in self._index), default=0)
        scale = 1000
        rate = round(self._rate_hz * scale)
        # Unformatted: the fields of two headers, in the format's own order and a line a group.
        main = struct.pack(
            "<14I", round(1e6 / self._rate_hz), round(largest * self._rate_hz), 0, _HAS_INDEX,
            count, 0, 1, largest, width, height, 0, 0, 0, 0,
        )  # fmt: skip
        stream = struct.pack(
            "<4s4sIHHIIIIIIIIHHHH", b"vids", b"MJPG", 0, 0, 0, 0, scale, rate, 0, count, largest,
            0xFFFFFFFF, 0, 0, 0, width, height,
        )  # fmt: skip
        shape = struct.pack(
            "<IiiHH4sIiiII", 40, width, height, 1, 24, b"MJPG", width * height * 3, 0, 0, 0, 0
        )
        lists = _chunk(
            b"LIST",
            b"hdrl"
            + _chunk(b"avih", main)
            + _chunk(b"LIST", b"strl" + _chunk(b"strh", stream) + _chunk(b"strf", shape)),
        )
        movie = struct.pack("<4sI4s", b"LIST", self._at, b"movi")
        body = 4 + len(lists) + 8 + self._at + index_bytes
        header = struct.pack("<4sI4s", b"RIFF", body, b"AVI ") + lists + movie
        if len(header) != _HEADER_BYTES:
            raise RuntimeError(f"expected {_HEADER_BYTES} bytes of header, got {len(header)}")
        return header


def _chunk(name: bytes, data: bytes) -> bytes:
    """A name, a length, and data filled up to an even number of bytes."""
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
