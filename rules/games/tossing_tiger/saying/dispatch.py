"""Knows which function tells which kind of event."""

from functools import singledispatch


@singledispatch
def say(event: object) -> str:
    """An event as a sentence for players; its kind chooses the function."""
    raise TypeError(f"expected an event of this game to tell, got {type(event).__name__}")
