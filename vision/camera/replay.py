"""Plays a recording as a camera again, with the numbers and times that it was taken at."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self

from rules.table.bad_input import BadInputError, on_one_line
from vision.camera.luma import MOST_PIXELS
from vision.camera.recording import FORMAT, HEADER, LINES, picture_of
from vision.camera.source import Frame, Identity, SourceError
from vision.pictures.photograph import photograph_from_bytes

MOST_HEADER: Final = 10_000_000
MOST_LINE: Final = 10_000_000
MOST_PICTURE: Final = 100_000_000
_KINDS: Final = ("jpg", "png")


def is_recording(place: Path) -> bool:
    """Whether it is the folder of a recording, and not one of photographs."""
    return (place / HEADER).is_file() and (place / LINES).is_file()


class Replay:
    """A recording as a source, as fast as it is asked.

    A frame whose line or picture is damaged is left out, and leaves a gap in the numbers: so ends
    a recording that a crash has cut short.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.header = _header(folder / HEADER)
        """What the recorder was told of itself."""
        self.left_out = 0
        """Frames that were damaged, as far as it has been read."""
        self._identity = _identity(self.header, where=str(folder / HEADER))

    @property
    def identity(self) -> Identity:
        return self._identity

    def frames(self) -> Iterator[Frame]:
        for frame, _ in self.entries():
            yield frame

    def entries(self) -> Iterator[tuple[Frame, dict[str, Any]]]:
        """The frames, and with each its whole line."""
        last, last_s = -1, -math.inf
        self.left_out = 0
        place = self._folder / LINES
        try:
            with place.open("rb") as file:
                while line := file.readline(MOST_LINE):
                    entry = _entry(line)
                    frame = None if entry is None else self._frame(entry)
                    if frame is None or frame.number <= last or frame.seconds < last_s:
                        self.left_out += 1
                        continue
                    last, last_s = frame.number, frame.seconds
                    yield frame, entry or {}
        except OSError as failure:
            raise SourceError(f"{place}: cannot be read: {failure.strerror}") from failure

    def _frame(self, entry: dict[str, Any]) -> Frame | None:
        number, seconds, kind = entry.get("number"), entry.get("seconds"), entry.get("picture")
        name = entry.get("name")
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 2**53:
            return None
        if not isinstance(seconds, int | float) or not math.isfinite(seconds):
            return None
        if kind not in _KINDS or not isinstance(name, str):
            return None
        place = picture_of(self._folder, number=number, kind=kind)
        try:
            with place.open("rb") as file:
                data = file.read(MOST_PICTURE)
            on_one_line(name, "name")
            read = photograph_from_bytes(data, name=str(place), most_pixels=MOST_PIXELS)
        except (OSError, BadInputError):
            return None
        if (read.width, read.height) != (self._identity.width, self._identity.height):
            return None
        jpeg = data if kind == "jpg" else None
        return Frame(number=number, seconds=float(seconds), name=name, grey=read.grey, jpeg=jpeg)

    def close(self) -> None:
        """There is nothing to release."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()


def _entry(line: bytes) -> dict[str, Any] | None:
    if not line.endswith(b"\n"):
        return None
    try:
        read = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return read if isinstance(read, dict) else None


def _header(place: Path) -> dict[str, Any]:
    try:
        with place.open("rb") as file:
            read = json.loads(file.read(MOST_HEADER))
    except (OSError, ValueError, RecursionError) as failure:
        got = f"what cannot be read: {failure}"
        raise BadInputError(str(place), expected="a recording's header", got=got) from failure
    found = read.get("format") if isinstance(read, dict) else None
    if found != FORMAT:
        raise BadInputError(f"{place}.format", expected=repr(FORMAT), got=repr(found)[:60])
    return dict(read)


def _identity(header: dict[str, Any], *, where: str) -> Identity:
    camera = header.get("camera")
    if not isinstance(camera, dict):
        raise BadInputError(f"{where}.camera", expected="an object", got=repr(camera)[:60])
    for name in ("name", "id"):
        if not isinstance(camera.get(name), str):
            got = repr(camera.get(name))[:60]
            raise BadInputError(f"{where}.camera.{name}", expected="a text", got=got)
        on_one_line(camera[name], f"{where}.camera.{name}")
    for name in ("width", "height"):
        side = camera.get(name)
        if not isinstance(side, int) or isinstance(side, bool) or not 1 <= side <= MOST_PIXELS:
            expected = "a number of pixels"
            raise BadInputError(f"{where}.camera.{name}", expected=expected, got=repr(side)[:60])
    return Identity(
        name=camera["name"], id=camera["id"], width=camera["width"], height=camera["height"]
    )
