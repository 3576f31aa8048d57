"""Renders a battle as a video: the table from above, event by event, with the camera beside it.

What can be written depends on how OpenCV was built; it is tried, and what cannot be read back is
never called a video.
"""

import contextlib
import os
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from api.battles.evidence_picture import unfolded
from api.drawing.canvas import Bytes, Floats, PhotoCanvas, bgr
from api.drawing.palette import GROUNDS, INK, OTHER_GROUND, PAPER, TABLE, TABLE_EDGE, side_colours
from api.errors import ExitCode, UserError
from api.review.record.archive import Archive
from api.review.story.history import History
from rules.table.bad_input import BadInputError
from rules.table.outlines.outline import place
from rules.table.snapshot import Snapshot
from vision.camera.opening import open_source
from vision.camera.source import SourceError

SIDE: Final = 720
"""Pixels of the longer side of the table."""
WORDS: Final = 84
_ERRORS: Final = 2
"""The file descriptor of standard error, which libraries in C write to."""
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Codec:
    """A way to write a video."""

    name: str
    fourcc: str
    ending: str


CODECS: Final = (
    Codec(name="VP9", fourcc="VP90", ending=".webm"),
    Codec(name="VP8", fourcc="VP80", ending=".webm"),
    Codec(name="MJPEG", fourcc="MJPG", ending=".avi"),
)


def writable_codecs(folder: Path) -> tuple[Codec, ...]:
    """The codecs that this OpenCV writes and reads back, tried with a few frames in that folder."""
    return tuple(each for each in CODECS if _works(each, folder))


def codec_for(out: Path) -> Codec:
    """The best codec for a name; a UserError says which endings would do here."""
    with tempfile.TemporaryDirectory() as folder:
        found = writable_codecs(Path(folder))
    fitting = [each for each in found if each.ending == out.suffix.lower()]
    if fitting:
        return fitting[0]
    endings = " or ".join(dict.fromkeys(each.ending for each in found)) or "none at all"
    message = f"{out}: this OpenCV writes videos that end with {endings}"
    raise UserError(message, ExitCode.USAGE)


def frames(
    history: History, archive: Archive, *, with_camera: bool, progress: Progress
) -> Iterator[Bytes]:
    """A frame for each event that tells something, with the table as it lay then."""
    places = archive.snapshot_ids()
    pictured = {sequence for sequence, _ in archive.pictured()}
    table: Snapshot | None = None
    ground: Bytes | None = None
    seen: Bytes | None = None
    told = [step for step in history.steps if step.stands and not step.quiet]
    first = next((archive.snapshot(places[at]) for at in sorted(places)), None)
    for done, step in enumerate(told, 1):
        progress(done, len(told))
        sequence = step.entry.sequence
        before = table
        table = archive.snapshot_before(sequence) or first
        if table is None:
            continue
        if ground is None or before is None or before.terrain != table.terrain:
            ground = _ground(table)
        if with_camera and sequence in pictured:
            seen = _photograph(archive, sequence, height=ground.shape[0])
        image = _pieces(ground.copy(), table)
        for found in step.entry.measured:
            if len(found.line) > 1:
                _line(image, table, points=np.array(found.line, dtype=np.float64))
        head = f"Turn {step.turn}" if step.turn else "Before turn 1"
        yield _with_words(image, beside=seen, head=head, says=step.says, with_camera=with_camera)


def write_video(images: Iterator[Bytes], out: Path, *, codec: Codec, per_second: float) -> int:
    """Write the frames; returns how many. Odd sizes are cropped, because codecs refuse them."""
    writer: cv2.VideoWriter | None = None
    count = 0
    try:
        for image in images:
            even = image[: image.shape[0] // 2 * 2, : image.shape[1] // 2 * 2]
            if writer is None:
                size = (even.shape[1], even.shape[0])
                code = cv2.VideoWriter.fourcc(*codec.fourcc)
                with _without_asides():
                    writer = cv2.VideoWriter(str(out), code, per_second, size)
                if not writer.isOpened():
                    raise UserError(f"{out}: cannot be written as {codec.name}", ExitCode.USAGE)
            writer.write(even)
            count += 1
    finally:
        if writer is not None:
            writer.release()
    return count


@contextlib.contextmanager
def _without_asides() -> Iterator[None]:
    """Keeps from the terminal what FFmpeg says of a format that it then writes well."""
    sys.stderr.flush()
    kept, nowhere = os.dup(_ERRORS), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, _ERRORS)
        yield
    finally:
        os.dup2(kept, _ERRORS)
        os.close(kept)
        os.close(nowhere)


def _works(codec: Codec, folder: Path) -> bool:
    out = folder / f"try-{codec.fourcc}{codec.ending}"
    image = np.full((64, 96, 3), 128, np.uint8)
    try:
        write_video(iter([image] * 3), out, codec=codec, per_second=5)
    except (UserError, cv2.error):
        return False
    try:
        with open_source(str(out), clock=time.monotonic) as source:
            frame = next(iter(source.frames()), None)
    except (SourceError, BadInputError, OSError):
        return False
    return frame is not None and frame.grey.shape[:2] == (64, 96)


def _scale(table: Snapshot) -> float:
    return SIDE / max(table.table.width, table.table.depth)


def _spots(table: Snapshot, points: Floats) -> Floats:
    scale = _scale(table)
    found: Floats = np.stack(
        [points[:, 0] * scale, (table.table.depth - points[:, 1]) * scale], axis=-1
    )
    return found


def _ground(table: Snapshot) -> Bytes:
    scale = _scale(table)
    height, width = round(table.table.depth * scale), round(table.table.width * scale)
    image = np.full((height, width, 3), bgr(TABLE), np.uint8)
    canvas = PhotoCanvas(image)
    for area in table.terrain:
        looks = GROUNDS.get(area.kind.strip().casefold(), OTHER_GROUND)
        outline = _spots(table, np.array(area.outline, dtype=np.float64))
        canvas.area(outline, colour=bgr(looks.fill), opacity=1.0)
        canvas.line(outline, colour=bgr(looks.edge), width=2, closed=True)
    edge = np.array([(1, 1), (width - 2, 1), (width - 2, height - 2), (1, height - 2)], float)
    canvas.line(edge, colour=bgr(TABLE_EDGE), width=3, closed=True)
    return canvas.image


def _pieces(image: Bytes, table: Snapshot) -> Bytes:
    canvas = PhotoCanvas(image)
    colours = side_colours(tuple(piece.side for piece in table.pieces))
    scale = _scale(table)
    for piece in table.pieces:
        if piece.pose is None:
            continue
        laid = place(piece)
        colour = bgr(colours[piece.side])
        if len(laid.corners) == 1:
            x, y = _spots(table, laid.corners)[0]
            turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
            round_base = np.stack([np.cos(turn), np.sin(turn)], -1) * laid.radius * scale
            outline = np.array([x, y]) + round_base
        else:
            outline = _spots(table, laid.corners)
        canvas.area(outline, colour=colour, opacity=0.95)
        canvas.line(outline, colour=bgr(PAPER), width=1.5, closed=True)
        x, y = outline.mean(axis=0)
        below = float(outline[:, 1].max()) + 11
        canvas.text(piece.id, at=(float(x), below), letters=10, colour=colour)
    return canvas.image


def _line(image: Bytes, table: Snapshot, *, points: Floats) -> None:
    PhotoCanvas(image).cased(_spots(table, points), colour=bgr("#b3261e"), width=2.5)


def _photograph(archive: Archive, sequence: int, *, height: int) -> Bytes | None:
    picture = archive.picture_of(sequence)
    if picture is None:
        return None
    image = unfolded(picture.content)
    if image is None:
        return None
    width = round(image.shape[1] * height / image.shape[0])
    found: Bytes = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8)
    return found


def _with_words(
    image: Bytes, *, beside: Bytes | None, head: str, says: str, with_camera: bool
) -> Bytes:
    """The table, the photograph or its empty place, and what happens, below."""
    parts = [image]
    if with_camera:
        height = image.shape[0]
        width = round(height * 16 / 9)
        place_for = np.full((height, width, 3), bgr(INK), np.uint8)
        if beside is not None:
            shown = beside[:, :width]
            left = (width - shown.shape[1]) // 2
            place_for[:, left : left + shown.shape[1]] = shown
        parts.append(place_for)
    whole = np.concatenate(parts, axis=1)
    strip = np.full((WORDS, whole.shape[1], 3), bgr(PAPER), np.uint8)
    canvas = PhotoCanvas(strip)
    middle = whole.shape[1] / 2
    canvas.text(head, at=(middle, 18), letters=12, colour=bgr("#7a5b16"))
    most = int(whole.shape[1] / 8.2)
    for line, text in enumerate(_wrapped(says, most)[:2]):
        canvas.text(text, at=(middle, 44 + 24 * line), letters=11, colour=bgr(INK))
    found: Bytes = np.concatenate([whole, canvas.image], axis=0)
    return found


def _wrapped(text: str, most: int) -> list[str]:
    return textwrap.wrap(text, most)
