"""Writes an option of the game down."""

from rules.referee.toolkit.settings import Option


def choice(name: str, choices: tuple[str, ...], *, says: str, ambiguity: str = "") -> Option:
    """A text; its default stands first."""
    return Option(name=name, default=choices[0], choices=choices, says=says, ambiguity=ambiguity)


def flag(name: str, *, default: bool, says: str, ambiguity: str = "") -> Option:
    return Option(name=name, default=default, says=says, ambiguity=ambiguity)
