"""Keeps frames on disk, so that a crash costs the last one at most.

A recording is a folder: `recording.json` says which camera it was, `frames/` holds one picture for
each frame, and `frames.jsonl` one line for each. A line is written after its picture, so what a
line names is there. A picture is the camera's own JPEG where it gave one, else a PNG: decoded again
it is the same to the last bit, which a JPEG of our own would not be.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, Self

import cv2

from vision.camera.source import Bytes, Frame, Identity

FORMAT: Final = "paper-umpire/recording/1"
HEADER: Final = "recording.json"
LINES: Final = "frames.jsonl"
PICTURES: Final = "frames"
OWN: Final = frozenset({"number", "seconds", "name", "picture", "captured_s"})
"""What the recorder says of a frame; its caller may add anything else."""
_FASTEST: Final = 1
"""PNG's lowest effort: files are a tenth larger and take a third of the time to write."""


class Recorder:
    """Writes into an empty folder, or into a new one, frame by frame.

    An OSError, perhaps of a full disk, is passed on: whoever records must know.
    """

    def __init__(
        self, folder: Path, *, camera: Identity, about: Mapping[str, Any] | None = None
    ) -> None:
        """``about`` is kept with the recording: versions, the profile, who recorded what."""
        self._folder = folder
        self.frames = 0
        """How many are kept."""
        (folder / PICTURES).mkdir(parents=True, exist_ok=True)
        header = {"format": FORMAT, "camera": asdict(camera), **(about or {})}
        written = json.dumps(header, indent=2, ensure_ascii=False, allow_nan=False)
        with (folder / HEADER).open("xb") as file:
            file.write(_bytes(written))
        # Unbuffered: what does not fit on a full disk would otherwise fail again when it is closed.
        self._lines = (folder / LINES).open("xb", buffering=0)

    def add(self, frame: Frame, *, more: Mapping[str, Any] | None = None) -> None:
        """Keep a frame, and what was made of it: sightings, snapshot, health."""
        taken = OWN & (more or {}).keys()
        if taken:
            raise ValueError(f"expected other names than {sorted(OWN)}, got {sorted(taken)}")
        kind = "png" if frame.jpeg is None else "jpg"
        line: dict[str, Any] = {
            "number": frame.number,
            "seconds": frame.seconds,
            "name": frame.name,
            "picture": kind,
        }
        if frame.captured_s is not None:
            line["captured_s"] = frame.captured_s
        written = json.dumps({**line, **(more or {})}, ensure_ascii=False, allow_nan=False)
        place = picture_of(self._folder, number=frame.number, kind=kind)
        place.write_bytes(_png(frame.grey) if frame.jpeg is None else frame.jpeg)
        self._append(_bytes(written))
        self.frames += 1

    def _append(self, line: bytes) -> None:
        # A disk that is nearly full may have taken a part of it.
        while line:
            line = line[self._lines.write(line) :]

    def close(self) -> None:
        self._lines.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()


def picture_of(folder: Path, *, number: int, kind: str) -> Path:
    """Where the picture of a frame is kept: never where a line says, for anybody can write a
    line.
    """
    return folder / PICTURES / f"{number:06d}.{kind}"


def _bytes(line: str) -> bytes:
    """A name that is no valid text, as a file's may be, must not cost a picture."""
    return f"{line}\n".encode(errors="replace")


def _png(grey: Bytes) -> bytes:
    done, written = cv2.imencode(".png", grey, [cv2.IMWRITE_PNG_COMPRESSION, _FASTEST])
    if not done:
        raise OSError("the picture cannot be written as PNG")
    return written.tobytes()
