"""Finds the photographs that somebody names by files and folders, and checks that one camera took
them.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from api.errors import ExitCode, UserError
from api.terminal.progress import watched
from api.wording import squeezed
from calibration.profile import CameraId
from rules.table.bad_input import BadInputError
from vision.camera.stills import identity_of, pictures_in, read_still
from vision.pictures.photograph import Photograph

MOST: Final = 500
"""Photographs in one command; more were probably a folder given by mistake."""


def photograph_places(places: Sequence[str]) -> tuple[Path, ...]:
    """The files, and for folders the pictures in them, each once and in order."""
    found: list[Path] = []
    for text in places:
        place = Path(text)
        if place.is_dir():
            inside = _inside(place)
            if not inside:
                message = f"{text}: expected a folder with photographs, got one without any"
                raise UserError(message, ExitCode.BAD_INPUT)
            found += inside
        else:
            found.append(place)
    if len(found) > MOST:
        message = f"expected at most {MOST} photographs, got {len(found):,}"
        raise UserError(message, ExitCode.USAGE)
    return tuple(dict.fromkeys(found))


def _inside(folder: Path) -> tuple[Path, ...]:
    try:
        return pictures_in(folder)
    except OSError as failure:
        reason = failure.strerror or str(failure)
        raise UserError(f"{folder}: cannot be read: {reason}", ExitCode.BAD_INPUT) from failure


def photographs(
    places: Sequence[Path],
    *,
    doing: str,
    unread: list[BadInputError] | None = None,
) -> Iterator[Photograph]:
    """Each photograph in turn, with a bar for whoever waits at a terminal.

    Where many are looked through and one more or less is no matter, what cannot be read goes to
    `unread`; without that list, the first such ends it.
    """
    for place in watched(places, what=doing, total=len(places)):
        try:
            still = read_still(place)
        except BadInputError as complaint:
            if unread is None:
                raise UserError(squeezed(str(complaint)), ExitCode.BAD_INPUT) from complaint
            unread.append(complaint)
            continue
        yield still


def camera_of(still: Photograph) -> CameraId:
    """Who took a photograph, as far as its file says."""
    found = identity_of(still)
    return CameraId(name=found.name, id=found.id, width=found.width, height=found.height)


def as_far_as_known(used: CameraId, *, made_for: CameraId) -> CameraId:
    """A camera of which only the size is known is taken for the one that was asked for.

    Many programs write nothing of the camera into a file, so that a name proves something and no
    name proves nothing.
    """
    if used.name and made_for.name:
        return used
    return CameraId(name=made_for.name, id=made_for.id, width=used.width, height=used.height)


def require_same_camera(still: Photograph, first: Photograph) -> None:
    """Refuse a photograph by another camera, or of another size: a calibration is of one."""
    if (still.width, still.height) != (first.width, first.height):
        expected = f"{first.width} x {first.height} pixels, as {first.name}"
        raise BadInputError(still.name, expected=expected, got=f"{still.width} x {still.height}")
    cameras = (still.exif.camera, first.exif.camera)
    if all(cameras) and cameras[0] != cameras[1]:
        expected = f"a photograph by {cameras[1]}, as {first.name}"
        raise BadInputError(still.name, expected=expected, got=f"one by {cameras[0]}")


@contextmanager
def told_by_code(code: ExitCode, *, origin: str = "") -> Iterator[None]:
    """Turns a complaint about input into what its author is told, with that exit code."""
    try:
        yield
    except BadInputError as complaint:
        start = f"{origin}: " if origin else ""
        raise UserError(f"{start}{squeezed(str(complaint))}", code) from complaint
