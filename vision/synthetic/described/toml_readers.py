"""Reads the single values of a scene's TOML: numbers, colours, outlines, and tables of fields."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any, Final, TypeVar, cast

from rules.table.bad_input import BadInputError
from rules.table.files.roster_files import footprint_from_text
from rules.table.files.strict_json import Fields, items, number, string, whole
from rules.table.shapes import Footprint
from vision.synthetic.described.optics import Pair
from vision.synthetic.described.scene import Colour

T = TypeVar("T")
Read = Callable[[object, str], Any]

_COLOURS: Final[Mapping[str, Colour]] = {
    "red": (156, 52, 44),
    "blue": (48, 76, 138),
    "green": (74, 104, 58),
    "grey": (128, 130, 132),
    "yellow": (206, 168, 60),
    "white": (226, 226, 220),
    "black": (44, 44, 46),
    "brown": (112, 84, 58),
    "sand": (196, 172, 128),
    "stone": (150, 146, 138),
}


def as_is(value: object, where: str) -> object:
    del where
    return value


def list_of(read: Callable[[object, str], T]) -> Callable[[object, str], tuple[T, ...]]:
    def read_all(value: object, where: str) -> tuple[T, ...]:
        return tuple(
            read(entry, f"{where}[{index}]") for index, entry in enumerate(items(value, where))
        )

    return read_all


def one_of(names: tuple[str, ...]) -> Callable[[object, str], str]:
    def read(value: object, where: str) -> str:
        text = string(value, where)
        if text not in names:
            raise BadInputError(where, expected=f"one of {', '.join(names)}", got=repr(text))
        return text

    return read


def numbers(count: int) -> Callable[[object, str], tuple[float, ...]]:
    def read(value: object, where: str) -> tuple[float, ...]:
        found = list_of(number)(value, where)
        if len(found) != count:
            raise BadInputError(where, expected=f"{count} numbers", got=f"{len(found)}")
        return found

    return read


def colour(value: object, where: str) -> Colour:
    if isinstance(value, str):
        if value not in _COLOURS:
            known = f"[red, green, blue] or one of {', '.join(sorted(_COLOURS))}"
            raise BadInputError(where, expected=known, got=repr(value))
        return _COLOURS[value]
    found = list_of(whole)(value, where)
    if len(found) != 3 or not all(0 <= each <= 255 for each in found):
        raise BadInputError(where, expected="three whole numbers from 0 to 255", got=f"{value!r}")
    return found[0], found[1], found[2]


def footprint(value: object, where: str) -> Footprint:
    return footprint_from_text(string(value, where), where)


def outline(value: object, where: str) -> tuple[Pair, ...]:
    corners = cast("tuple[Pair, ...]", list_of(numbers(2))(value, where))
    if len(corners) < 3:
        raise BadInputError(where, expected="three corners or more", got=f"{len(corners)}")
    return corners


def table_of(kind: type[T], readers: Mapping[str, Read]) -> Callable[[object, str], T]:
    """A table whose keys are the names of a value's fields; fields without a default must be
    there.
    """

    def read(value: object, where: str) -> T:
        given = Fields(value, where)
        found = read_fields(given, kind, readers=readers)
        given.done()
        return made(where, lambda: kind(**found))

    return read


def read_fields(given: Fields, kind: type, *, readers: Mapping[str, Read]) -> dict[str, Any]:
    """What a table says of a value's fields, and the defaults of the rest."""
    found: dict[str, Any] = {}
    for field in fields(kind):
        if field.name not in readers:
            continue
        read = readers[field.name]
        if field.default is MISSING:
            found[field.name] = given.must(field.name, read)
        else:
            found[field.name] = given.may(field.name, read, default=field.default)
    return found


def made(where: str, make: Callable[[], T]) -> T:
    """Build a value; what the value itself refuses is reported from where it was read."""
    try:
        return make()
    except BadInputError as error:
        raise (error.inside(where) if where else error) from None
