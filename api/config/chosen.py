"""Chooses each setting: the environment comes before the file, the command line before both."""

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from api.config.settings import SETTINGS, ServeSetting, SetValue
from api.errors import ExitCode, FileError, UserError
from api.files.data_folder import NAME
from api.wording import nearest_spelling
from rules.table.bad_input import BadInputError
from rules.table.files.strict_toml import parse_toml

FILE: Final = "umpire.toml"
VARIABLE: Final = "UMPIRE_CONFIG"
"""Names the file, where it is another one."""
SECTION: Final = "serve"
LARGEST: Final = 100_000
_NAMES: Final = tuple(each.name for each in SETTINGS)
_LISTS: Final = frozenset({"camera", "profile"})
"""Options that may be typed several times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenSetting:
    """What a setting is, and who says so."""

    setting: ServeSetting
    value: SetValue | None
    """None where nobody says anything: the default of the command holds."""
    source: str = ""
    """The variable, or the file with its line."""


def config_file(
    *, environment: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> Path:
    """Where the file is looked for on this kind of computer; it may not be there.

    >>> print(config_file(environment={"XDG_CONFIG_HOME": "/etc"}, platform="linux").as_posix())
    /etc/paper-umpire/umpire.toml
    """
    if named := environment.get(VARIABLE):
        return Path(named).expanduser()
    if platform == "win32" and "APPDATA" in environment:
        return Path(environment["APPDATA"]) / NAME / FILE
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / NAME / FILE
    home = environment.get("XDG_CONFIG_HOME")
    return (Path(home) if home else Path.home() / ".config") / NAME / FILE


def chosen(place: Path, *, environment: Mapping[str, str] = os.environ) -> list[ChosenSetting]:
    """Every setting; a UserError names the variable or the line that is wrong."""
    written = {each.setting.name: each for each in _written(place, environment=environment)}
    found = []
    for setting in SETTINGS:
        given = environment.get(setting.variable)
        if given:
            with_variable = _read(setting, given, where=setting.variable)
            found.append(
                ChosenSetting(setting=setting, value=with_variable, source=setting.variable)
            )
        else:
            found.append(written.get(setting.name) or ChosenSetting(setting=setting, value=None))
    return found


def _written(place: Path, *, environment: Mapping[str, str]) -> Iterator[ChosenSetting]:
    """What stands in the file."""
    try:
        with place.open("rb") as file:
            text = file.read(LARGEST).decode("utf-8")
    except FileNotFoundError:
        if environment.get(VARIABLE):
            message = f"{VARIABLE}: expected a file, and {place} is not there"
            raise UserError(message, ExitCode.USAGE) from None
        return
    except (OSError, UnicodeDecodeError) as failure:
        raise FileError(place, f": {failure}", exit_code=ExitCode.BAD_INPUT) from failure
    try:
        yield from _settings_in(text, place=place)
    except BadInputError as complaint:
        raise FileError(place, f":{complaint}", exit_code=ExitCode.BAD_INPUT) from complaint


def _settings_in(text: str, *, place: Path) -> Iterator[ChosenSetting]:
    told = parse_toml(text, what=" it")
    for name in told:
        if name != SECTION:
            expected = f"no table but [{SECTION}]"
            raise BadInputError(_line(text, name), expected=expected, got=repr(name)[:60])
    section = told.get(SECTION, {})
    if not isinstance(section, dict):
        raise BadInputError(_line(text, SECTION), expected=f"a table [{SECTION}]", got="a value")
    for name, value in section.items():
        where = _line(text, name)
        setting = next((each for each in SETTINGS if each.name == name), None)
        if setting is None:
            meant = nearest_spelling(name, _NAMES)
            hint = f"; did you mean {meant}?" if meant else ""
            expected = f"one of {', '.join(_NAMES)}"
            raise BadInputError(where, expected=expected, got=f"{name[:60]!r}{hint}")
        read = setting.read(value, f"{where}: {name}")
        if isinstance(read, Path):
            # What stands in a file is meant from where the file lies.
            read = place.parent / read
        yield ChosenSetting(setting=setting, value=read, source=f"{place}:{where}")


def _line(text: str, name: str) -> str:
    """The line on which a name is set; TOML's own reader does not tell."""
    for number, line in enumerate(text.splitlines(), 1):
        head = line.split("=", maxsplit=1)[0].strip().strip("[]").strip().strip("\"'")
        if head == name or head.split(".", maxsplit=1)[0] == name:
            return str(number)
    return "?"


def _read(setting: ServeSetting, given: str, *, where: str) -> SetValue:
    try:
        return setting.read(given, where)
    except BadInputError as complaint:
        raise UserError(str(complaint), ExitCode.USAGE) from complaint


def serve_defaults(found: list[ChosenSetting]) -> dict[str, SetValue | list[SetValue]]:
    """The same as the parameters of the command that serves."""
    told = {each.setting.name: each.value for each in found if each.value is not None}
    if "open" in told:
        told["browser"] = told.pop("open")

    return {name: [value] if name in _LISTS else value for name, value in told.items()}
