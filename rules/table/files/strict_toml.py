"""Takes a TOML text apart, once it is known to cost no more than a file that people write."""

import tomllib

from rules.table.bad_input import BadInputError
from rules.table.files.bounded import MOST_TOML_VALUES, TOML_SIGNS, bounded, few_lines


def parse_toml(text: str, *, what: str, values: int = MOST_TOML_VALUES) -> dict[str, object]:
    """The tables of a TOML text of at most so many values; a BadInputError says what is wrong.

    >>> parse_toml("a.b = 1", what="roster")
    {'a': {'b': 1}}
    >>> parse_toml("a = [", what="it")
    Traceback (most recent call last):
    rules.table.bad_input.BadInputError: it: expected TOML, got Invalid value (at end of document)
    """
    few_lines(text, what=what)
    bounded(text, what=what, signs=TOML_SIGNS, values=values)
    try:
        found: dict[str, object] = tomllib.loads(text)
    except ValueError as error:
        # A number of very many digits is a plain ValueError.
        raise BadInputError(what, expected="TOML", got=str(error)[:200]) from error
    return found
