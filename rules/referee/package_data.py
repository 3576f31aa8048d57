"""Knows how rules read the data that is packed with them; nothing else in them reads a file."""

import tomllib
from importlib import resources
from typing import Any

from rules.table.bad_input import BadInputError


def packed_toml(package: str, name: str) -> dict[str, Any]:
    """The TOML file of that name in a package's own folder."""
    text = resources.files(package).joinpath(name).read_text(encoding="utf-8")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInputError(f"{package}/{name}", expected="TOML", got=str(error)) from error
