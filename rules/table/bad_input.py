"""Turns down bad input: where it is wrong, what was expected and what came."""

from typing import Final

LONGEST_GOT: Final = 400


def on_one_line(text: str, where: str) -> None:
    """Refuse a text with line breaks, other control characters or halves of characters.

    Texts end up in messages, logs and terminals, where an escape sequence would come alive.
    """
    if text.isprintable():
        # Printable text has none of what is looked for below, and nearly every text is printable.
        return
    for character in text:
        code = ord(character)
        if code < 32 or 0x7F <= code < 0xA0 or code in {0x2028, 0x2029} or 0xD800 <= code <= 0xDFFF:
            raise BadInputError(where, expected="a text on one line", got=f"{text[:60]!r}")


def in_address(name: str, where: str) -> None:
    """Refuse an id that could not stand in an address, so that nobody could ever ask for it.

    >>> in_address("T1", "id")
    >>> in_address("a/b", "id")
    Traceback (most recent call last):
    rules.table.bad_input.BadInputError: id: expected an id without / that is not . or .., got 'a/b'
    """
    if "/" in name or name in {".", ".."}:
        expected = "an id without / that is not . or .."
        raise BadInputError(where, expected=expected, got=f"{name[:60]!r}")


class BadInputError(ValueError):
    """Input from outside that cannot be used; the message is fit for the person who wrote it.

    >>> str(BadInputError("pieces[2].pose.x_in", expected="a number", got="'abc'"))
    "pieces[2].pose.x_in: expected a number, got 'abc'"
    """

    def __init__(self, where: str, *, expected: str, got: str) -> None:
        self.where = where
        self.expected = expected
        # What came may be a megabyte; nobody reads that.
        self.got = got if len(got) <= LONGEST_GOT else f"{got[: LONGEST_GOT - 3]}..."
        super().__init__(f"{where}: expected {expected}, got {self.got}")

    def inside(self, outer: str) -> "BadInputError":
        """The same complaint, seen from a level further out."""
        where = f"{outer}.{self.where}" if self.where else outer
        return BadInputError(where, expected=self.expected, got=self.got)
