"""Writes options down that are numbers."""

from rules.referee.toolkit.settings import Option


def whole(
    name: str, default: int, *, says: str, ambiguity: str = "", least: int = 0, most: int = 9
) -> Option:
    return Option(
        name=name, default=default, says=says, ambiguity=ambiguity, least=least, most=most
    )


def inches(name: str, default: float, *, says: str, ambiguity: str = "", most: float) -> Option:
    return Option(name=name, default=default, says=says, ambiguity=ambiguity, most=most)
