"""Reads and writes the files of lenses and profiles."""

from pathlib import Path
from typing import Final

from api.errors import ExitCode
from api.files.new_folder import write_whole
from api.files.photograph_files import told_by_code
from api.files.roster_file import bytes_of
from api.version import version
from calibration.profile import CalibrationProfile, LensProfile
from calibration.profile_json import (
    lens_from_json,
    lens_to_json,
    profile_from_json,
    profile_to_json,
)
from rules.table.bad_input import BadInputError

MOST_BYTES: Final = 5_000_000
"""A hundred times what eight anchors take."""


def read_profile(place: str) -> CalibrationProfile:
    """A profile; a UserError says which of its fields is wrong."""
    data = bytes_of(place, most=MOST_BYTES, what="profile")
    with told_by_code(ExitCode.BAD_INPUT, origin=place):
        return profile_from_json(_text(data))


def read_lens(place: str) -> LensProfile:
    """A lens; a UserError says which of its fields is wrong."""
    data = bytes_of(place, most=MOST_BYTES, what="lens")
    with told_by_code(ExitCode.BAD_INPUT, origin=place):
        return lens_from_json(_text(data))


def write_profile(profile: CalibrationProfile, *, place: Path, force: bool) -> None:
    """Wholly or not at all."""
    write_whole(profile_to_json(profile).encode(), place=place, force=force)


def write_lens(lens: LensProfile, *, place: Path, force: bool) -> None:
    """Wholly or not at all."""
    write_whole(lens_to_json(lens).encode(), place=place, force=force)


def made_with() -> dict[str, str]:
    """What wrote a profile; the day is not in it, so that the same input gives the same file."""
    import cv2

    return {"program": f"Paper Umpire {version()}", "opencv": str(cv2.__version__)}


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        got = f"byte {data[failure.start]:#04x} at position {failure.start}"
        raise BadInputError("file", expected="text in UTF-8", got=got) from failure
