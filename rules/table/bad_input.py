"""Knows how input is turned down: where it is wrong, what was expected and what came."""


class BadInputError(ValueError):
    """Input from outside that cannot be used; the message is fit for the person who wrote it.

    >>> str(BadInputError("pieces[2].pose.x_in", expected="a number", got="'abc'"))
    "pieces[2].pose.x_in: expected a number, got 'abc'"
    """

    def __init__(self, where: str, *, expected: str, got: str) -> None:
        self.where = where
        self.expected = expected
        self.got = got
        super().__init__(f"{where}: expected {expected}, got {got}")

    def inside(self, outer: str) -> "BadInputError":
        """The same complaint, seen from a level further out."""
        where = f"{outer}.{self.where}" if self.where else outer
        return BadInputError(where, expected=self.expected, got=self.got)
