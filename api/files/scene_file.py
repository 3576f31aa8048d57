"""Reads scenes of the synthetic camera: from a TOML file, or from those that are packaged."""

from pathlib import Path
from typing import Final

from api.errors import ExitCode, UserError
from api.wording import nearest_spelling, squeezed
from rules.table.bad_input import BadInputError
from vision.synthetic.described.packaged import scene_names, scene_text
from vision.synthetic.described.scene import TableScene
from vision.synthetic.described.scene_toml import scene_from_toml

ENDING: Final = ".toml"
MOST_BYTES: Final = 1_000_000
"""A crowded scene has a hundredth of it, one with pictures on a hundred pieces nearly all."""


def is_scene(source: str) -> bool:
    """Whether somebody means a scene by what they typed for a camera.

    >>> is_scene("skirmish"), is_scene("mine.toml"), is_scene("0")
    (True, True, False)
    """
    return source in scene_names() or source.endswith(ENDING)


def read_scene(place: str) -> tuple[TableScene, str]:
    """The scene in a file or a packaged one, and its text; a UserError says what is wrong."""
    if place.endswith(ENDING):
        text = _text(Path(place))
        return parse_scene(text, origin=place, name=Path(place).stem), text
    names = scene_names()
    if place not in names:
        nearest = nearest_spelling(place, names)
        hint = f" Did you mean {nearest}?" if nearest else ""
        message = (
            f"there is no packaged scene {place!r}.{hint} `umpire synth --list` shows them; "
            f"a file of your own ends in {ENDING}"
        )
        raise UserError(message, ExitCode.USAGE)
    text = scene_text(place)
    return parse_scene(text, origin=place, name=place), text


def parse_scene(text: str, *, origin: str, name: str) -> TableScene:
    """The scene in a text; complaints begin with where it came from."""
    try:
        return scene_from_toml(text, name=name)
    except BadInputError as complaint:
        raise UserError(f"{origin}: {squeezed(str(complaint))}", ExitCode.BAD_INPUT) from complaint


def _text(place: Path) -> str:
    try:
        with place.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as failure:
        reason = failure.strerror or str(failure)
        raise UserError(f"{place}: cannot be read: {reason}", ExitCode.BAD_INPUT) from failure
    except ValueError as failure:
        raise UserError(f"{str(place)!r}: not the name of a file", ExitCode.BAD_INPUT) from failure
    if len(data) > MOST_BYTES:
        message = f"{place}: expected at most {MOST_BYTES:,} bytes of a scene, got more"
        raise UserError(message, ExitCode.BAD_INPUT)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        message = f"{place}: expected text in UTF-8, got byte {data[failure.start]:#04x}"
        raise UserError(f"{message} at position {failure.start}", ExitCode.BAD_INPUT) from failure
