"""Lists what can be set for `umpire serve`, and reads each value from text or TOML."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rules.table.bad_input import BadInputError

SetValue = str | int | bool | Path
ON: Final = frozenset({"1", "true", "yes", "on"})
OFF: Final = frozenset({"0", "false", "no", "off"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeSetting:
    """One thing that can be set: in the file, in the environment, on the command line."""

    name: str
    says: str
    read: Callable[[object, str], SetValue]
    """What a value from outside means, and where it stands for whoever wrote it."""

    @property
    def variable(self) -> str:
        return f"UMPIRE_{self.name.upper()}"


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise BadInputError(where, expected="a text", got=repr(value)[:60])
    return value


def _place(value: object, where: str) -> Path:
    return Path(_text(value, where)).expanduser()


def _whole(least: int, most: int) -> Callable[[object, str], int]:
    def read(value: object, where: str) -> int:
        number = int(value) if isinstance(value, str) and value.strip().isdecimal() else value
        if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
            expected = f"a whole number from {least} to {most}"
            raise BadInputError(where, expected=expected, got=repr(value)[:60])
        return number

    return read


def _switch(value: object, where: str) -> bool:
    if isinstance(value, bool):
        return value
    said = value.strip().casefold() if isinstance(value, str) else ""
    if said not in ON | OFF:
        raise BadInputError(where, expected="true or false", got=repr(value)[:60])
    return said in ON


MOST_PICTURES: Final = 1_000_000
SETTINGS: Final = (
    ServeSetting(name="host", says="The address of this computer that it answers at.", read=_text),
    ServeSetting(name="port", says="The port; 0 takes any free one.", read=_whole(0, 65535)),
    ServeSetting(name="battles", says="The folder in which battles are kept.", read=_place),
    ServeSetting(name="camera", says="The camera that sees the table.", read=_text),
    ServeSetting(name="profile", says="What `umpire calibrate table` made for it.", read=_place),
    ServeSetting(name="roster", says="Which tag is which piece, for the camera.", read=_place),
    ServeSetting(
        name="pictures",
        says="Pictures kept in a battle, the latest; 0 keeps none.",
        read=_whole(0, MOST_PICTURES),
    ),
    ServeSetting(
        name="picture_quality", says="The JPEG quality they begin with.", read=_whole(35, 95)
    ),
    ServeSetting(
        name="json_log", says="Whether complaints are written as lines of JSON.", read=_switch
    ),
    ServeSetting(
        name="announce",
        says="Whether umpire.local leads here while players may join.",
        read=_switch,
    ),
    ServeSetting(name="open", says="Whether the browser is opened.", read=_switch),
)
