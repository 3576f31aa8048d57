"""Defines the four answers of a measurement, and when an honest one is "too close to call"."""

from dataclasses import dataclass
from enum import StrEnum

from rules.table.bad_input import BadInputError
from rules.table.units import ROUNDING, Inches, Seconds


class Answer(StrEnum):
    """What the table answers to a question."""

    YES = "YES"
    NO = "NO"
    TOO_CLOSE_TO_CALL = "TOO_CLOSE_TO_CALL"
    CANNOT_SEE = "CANNOT_SEE"


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """How much error makes an answer doubtful.

    This is measured doubt only. What the players agree to overlook (a tolerance of the game)
    is courtesy: it belongs in the limit that a game asks for and is never added to this.
    """

    sigmas: float = 2.0
    """A margin within this many standard errors is too close to call."""
    floor: Inches = Inches(0.0)
    """A margin within this distance is too close to call however small the error."""
    blocked_low: float = 0.05
    """Sight is doubtful when it is blocked in more than this share of the samples ..."""
    blocked_high: float = 0.95
    """... and in less than this one."""
    max_age: Seconds = Seconds(0.5)
    """A pose that was last seen longer ago than this answers nothing."""

    def __post_init__(self) -> None:
        for name, value in (
            ("sigmas", self.sigmas),
            ("floor", self.floor),
            ("max_age", self.max_age),
        ):
            if not 0 <= value < float("inf"):
                raise BadInputError(name, expected="a number of at least 0", got=f"{value}")
        if not 0 <= self.blocked_low < self.blocked_high <= 1:
            raise BadInputError(
                "blocked_low, blocked_high",
                expected="0 <= low < high <= 1",
                got=f"{self.blocked_low}, {self.blocked_high}",
            )

    def bound(self, sigma: float) -> Inches:
        """How near to its limit a value with this standard error is too close to call."""
        return Inches(max(self.sigmas * sigma, self.floor))


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """An answer with everything it was judged by.

    ``margin`` says how far the answer is from its opposite: positive on the YES side. An answer is
    TOO_CLOSE_TO_CALL exactly when ``abs(margin) <= bound`` and ``bound`` is not zero. A length is
    None when there is nothing to measure: CANNOT_SEE, or no line at all. Sight has no limit: its
    value and margin are the clearance.
    """

    answer: Answer
    value: Inches | None = None
    limit: Inches | None = None
    margin: Inches | None = None
    sigma: Inches | None = None
    bound: Inches | None = None
    why: str
    declared: tuple[str, ...] = ()
    """Pieces whose place rests on somebody's word instead of the camera's."""


def judge(margin: float, bound: float) -> Answer:
    """The answer of a margin whose doubt reaches as far as ``bound``.

    >>> judge(0.3, 0.1), judge(-0.3, 0.1), judge(0.1, 0.1)
    (<Answer.YES: 'YES'>, <Answer.NO: 'NO'>, <Answer.TOO_CLOSE_TO_CALL: 'TOO_CLOSE_TO_CALL'>)

    Without any doubt the limit itself is still within it:

    >>> judge(0.0, 0.0), judge(-1e-12, 0.0)
    (<Answer.YES: 'YES'>, <Answer.YES: 'YES'>)
    """
    if bound > ROUNDING and abs(margin) <= bound + ROUNDING:
        return Answer.TOO_CLOSE_TO_CALL
    return Answer.YES if margin >= -ROUNDING else Answer.NO


def cannot_see(why: str, *, limit: Inches | None = None) -> Verdict:
    """The verdict of a question that nothing on the table answers."""
    return Verdict(answer=Answer.CANNOT_SEE, limit=limit, why=why)
