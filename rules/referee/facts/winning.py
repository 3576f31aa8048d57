"""Defines what is told of the ways in which a battle is won."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SideStanding:
    """How far one side has come on a way to win."""

    side: str
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownWay:
    """One thing that decides this battle, and where the sides are with it."""

    says: str
    """A sentence for players."""
    clause: str
    counts: str = ""
    """What is counted for it, as the numbers of sides call it; empty where nothing is."""
    goal: float | None = None
    """How much has to be reached; None where whoever has more is ahead."""
    standing: tuple[SideStanding, ...] = ()
