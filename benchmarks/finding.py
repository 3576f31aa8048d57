"""Holds what one measurement found, what it should have found, and what makes it a failure."""

from dataclasses import dataclass
from typing import Literal, TypeVar

import numpy as np

_Size = TypeVar("_Size")


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How much of everything is measured: all of it, or the least that still judges verdicts."""

    small: bool = False

    def pick(self, full: _Size, *, small: _Size) -> _Size:
        """The count or size that belongs to this effort."""
        return small if self.small else full


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """What a figure, or its ratio to the peer's, should be.

    >>> Goal(of="ratio", least=5.0).says("ms")
    '≥ 5 x'
    >>> Goal(least=0.94, most=0.97).says("")
    '0.94 to 0.97'
    """

    of: Literal["value", "ratio"] = "value"
    least: float | None = None
    most: float | None = None

    def holds(self, figure: float) -> bool:
        """Whether a figure lies within both bounds; one that is not a number lies in none."""
        above = self.least is None or figure >= self.least
        below = self.most is None or figure <= self.most
        return above and below and figure == figure  # noqa: PLR0124 - only NaN differs from itself

    def says(self, unit: str) -> str:
        """The goal as the page shows it."""
        suffix = " x" if self.of == "ratio" else f" {unit}".rstrip()
        if self.least is not None and self.most is not None:
            return f"{self.least:g} to {self.most:g}{suffix}"
        if self.least is not None:
            return f"≥ {self.least:g}{suffix}"
        return f"≤ {self.most:g}{suffix}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One row: a figure, the peer's figure from the same run, the goals, and what was wrong."""

    benchmark: str
    measure: str
    value: float
    unit: str = ""
    detail: str = ""
    peer: str = ""
    peer_value: float | None = None
    goals: tuple[Goal, ...] = ()
    wrong: tuple[str, ...] = ()
    """Answers that differ from the reference; one is enough to fail."""
    cost: bool = True
    """Time or memory, which depend on the machine; everything else must come out every time."""

    @property
    def ratio(self) -> float | None:
        """The peer's figure as a multiple of ours: above 1 is in our favour."""
        if self.peer_value is None:
            return None
        return self.peer_value / self.value if self.value > 0 else float("inf")

    @property
    def missed(self) -> tuple[Goal, ...]:
        """The goals that this figure does not reach."""
        return tuple(goal for goal in self.goals if not goal.holds(self._figure(goal)))

    def _figure(self, goal: Goal) -> float:
        if goal.of == "value":
            return self.value
        return float("nan") if self.ratio is None else self.ratio

    @property
    def is_wrong(self) -> bool:
        """Whether an answer, or the accuracy of answers, is not what it must be."""
        return bool(self.wrong) or (not self.cost and bool(self.missed))


def differing(ours: object, reference: object, *, what: str) -> tuple[str, ...]:
    """A complaint when two arrays of answers are not the same.

    >>> import numpy as np
    >>> differing(np.array([True, False]), np.array([True, True]), what="pairs")
    ('1 of 2 pairs differ from the reference, the first at 1',)
    """
    one, other = np.asarray(ours).ravel(), np.asarray(reference).ravel()
    if one.shape != other.shape:
        return (f"{len(one)} {what} instead of {len(other)}",)
    places = np.nonzero(one != other)[0]
    if not len(places):
        return ()
    return (
        f"{len(places)} of {len(one)} {what} differ from the reference, the first at {places[0]}",
    )
