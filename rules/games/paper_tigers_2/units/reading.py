"""Reads values of the data files for which JSON has no reader of its own."""

from collections.abc import Callable
from enum import StrEnum

from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, items, string, texts


def several(value: object, where: str) -> list[object]:
    """A list of anything."""
    return items(value, where)


def words_in(fields: Fields, name: str) -> tuple[str, ...]:
    """A list of texts, empty where the field is left out."""
    return fields.must(name, texts) if fields.has(name) else ()


def several_in(fields: Fields, name: str) -> list[object]:
    """A list of anything, empty where the field is left out."""
    return fields.must(name, several) if fields.has(name) else []


def known(kinds: type[StrEnum]) -> Callable[[object, str], str]:
    """A reader for one of the words of an enumeration."""

    def read(value: object, where: str) -> str:
        text = string(value, where)
        if text not in {str(each) for each in kinds}:
            expected = "one of " + ", ".join(kinds)
            raise BadInputError(where, expected=expected, got=repr(text))
        return text

    return read


def listed_words(value: object, where: str) -> tuple[str, ...]:
    """Words as an army list has them: a list, or one text with semicolons between them.

    >>> listed_words("rivets; open top ", "traits"), listed_words("", "traits")
    (('rivets', 'open top'), ())
    """
    if isinstance(value, list | tuple):
        return texts(list(value), where)
    return tuple(each.strip() for each in string(value, where).split(";") if each.strip())
