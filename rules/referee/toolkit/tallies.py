"""A number that belongs to somebody: a force, a player, a side or a pack."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A number for somebody."""

    name: str
    count: int
