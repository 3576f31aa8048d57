"""Reads a player's photographs of rolls beside a file that says what came up in each."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from api.errors import ExitCode, UserError
from api.files.photograph_files import MOST
from api.files.roster_file import MOST_PHOTO_BYTES, bytes_of
from api.terminal.progress import watched
from rules.table.bad_input import BadInputError
from vision.dice.reading import MOST_DICE, read_tray
from vision.pictures.photograph import photograph_from_bytes

TRUTH: Final = "dice.toml"
_MOST_BYTES: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedRoll:
    """One photograph: what came up, and what was read."""

    name: str
    truth: tuple[int, ...]
    faces: tuple[int, ...] | None
    """None where the player would be asked."""
    why: str

    @property
    def is_right(self) -> bool:
        return self.faces == self.truth

    @property
    def is_wrong(self) -> bool:
        """Whether something else was read, and nothing was in doubt."""
        return self.faces is not None and self.faces != self.truth

    @property
    def says(self) -> str:
        truth = _listed(self.truth)
        if self.faces is None:
            return f"ask    {self.name}: {truth}; {self.why}"
        if self.is_wrong:
            return f"WRONG  {self.name}: {truth}, read as {_listed(self.faces)}"
        return f"right  {self.name}: {truth}"

    def told(self) -> dict[str, Any]:
        """The same for a program."""
        faces = None if self.faces is None else list(self.faces)
        return {"file": self.name, "truth": list(self.truth), "read": faces, "why": self.why}


def checked_rolls(folder: Path) -> list[CheckedRoll]:
    """Every photograph that the truth file names, in its order."""
    rolls = _truth(folder / TRUTH)
    return [
        _checked(folder / name, truth)
        for name, truth in watched(list(rolls.items()), what="Reading", total=len(rolls))
    ]


def _checked(place: Path, truth: tuple[int, ...]) -> CheckedRoll:
    data = bytes_of(str(place), most=MOST_PHOTO_BYTES, what="photograph")
    try:
        picture = photograph_from_bytes(data, name=str(place)).colour()
    except BadInputError as complaint:
        raise UserError(str(complaint), ExitCode.BAD_INPUT) from complaint
    found = read_tray(picture, asked=len(truth))
    why = "; ".join(doubt.value for doubt in found.doubts)
    if found.says:
        why += f" ({found.says})"
    return CheckedRoll(name=place.name, truth=truth, faces=found.faces, why=why)


def _truth(place: Path) -> dict[str, tuple[int, ...]]:
    data = bytes_of(str(place), most=_MOST_BYTES, what="list of rolls")
    try:
        table = tomllib.loads(data.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as failure:
        message = f"{place}: expected TOML, got: {failure}"
        raise UserError(message, ExitCode.BAD_INPUT) from failure
    if not 1 <= len(table) <= MOST:
        message = f"{place}: expected 1 to {MOST} photographs, got {len(table)}"
        raise UserError(message, ExitCode.BAD_INPUT)
    return {name: _faces(faces, name=name, place=place) for name, faces in table.items()}


def _faces(faces: object, *, name: str, place: Path) -> tuple[int, ...]:
    if Path(name).name != name:
        complaint = BadInputError(str(place), expected="a file beside it", got=repr(name))
        raise UserError(str(complaint), ExitCode.BAD_INPUT)
    is_list = isinstance(faces, list) and 1 <= len(faces) <= MOST_DICE
    if (
        isinstance(faces, list)
        and is_list
        and all(
            isinstance(face, int) and not isinstance(face, bool) and 1 <= face <= 6
            for face in faces
        )
    ):
        return tuple(sorted(faces))
    complaint = BadInputError(
        f"{place}: {name!r}",
        expected=f"a list of 1 to {MOST_DICE} faces from 1 to 6, as [3, 5]",
        got=repr(faces),
    )
    raise UserError(str(complaint), ExitCode.BAD_INPUT)


def _listed(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces))
