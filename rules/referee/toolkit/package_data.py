"""Reads the data that is packed with the rules; nothing else in them reads a file."""

import tomllib
from importlib import resources
from typing import Any

from rules.table.bad_input import BadInputError


def packed_text(package: str, name: str) -> str:
    """The text of the file of that name in a package's own folder."""
    where = f"{package}/{name}"
    try:
        return resources.files(package).joinpath(name).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise BadInputError(where, expected="this file", got="nothing") from error
    except UnicodeDecodeError as error:
        raise BadInputError(where, expected="a text in UTF-8", got=str(error)) from error


def packed_toml(package: str, name: str) -> dict[str, Any]:
    """The TOML file of that name in a package's own folder."""
    where = f"{package}/{name}"
    try:
        return tomllib.loads(packed_text(package, name))
    except tomllib.TOMLDecodeError as error:
        raise BadInputError(where, expected="TOML", got=str(error)) from error


def is_packed(package: str, name: str) -> bool:
    """Whether there is a file of that name in a package's own folder."""
    return resources.files(package).joinpath(name).is_file()


def has_folder(package: str, name: str) -> bool:
    """Whether a package's own folder holds a folder of that name."""
    return resources.files(package).joinpath(name).is_dir()


def packed_folders(package: str) -> tuple[str, ...]:
    """The folders in a package's own folder, in order; what Python leaves behind is none.

    A folder counts when it holds anything but the compiled modules of a game that is gone.
    """
    return tuple(
        sorted(
            folder.name
            for folder in resources.files(package).iterdir()
            if folder.is_dir()
            and not folder.name.startswith(("_", "."))
            and any(each.name != "__pycache__" for each in folder.iterdir())
        )
    )


def packed_files(package: str, folder: str, *, ending: str) -> tuple[str, ...]:
    """The names of the files under a folder of a package, at any depth, as they are read here."""
    found: list[str] = []
    left = [(folder, resources.files(package).joinpath(folder))]
    while left:
        name, place = left.pop()
        for each in place.iterdir():
            inner = f"{name}/{each.name}"
            if each.is_dir():
                left.append((inner, each))
            elif each.name.endswith(ending):
                found.append(inner)
    return tuple(sorted(found))
