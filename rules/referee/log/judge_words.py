"""The word of a judge of an event, as it stands in a battle's log."""

from dataclasses import dataclass
from typing import Final

AS_SAID: Final = ""
PASSES: Final = "passes"
STANDS: Final = "stands"
TAKEN_BACK: Final = "taken_back"
JUDGED: Final = (AS_SAID, PASSES, STANDS, TAKEN_BACK)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeRuled:
    """A judge who was called has decided; what follows from it stands behind this entry."""

    judge: str
    says: str
    """The reason, in the judge's words."""
    ruling: str
    """What the event calls it; one ruling enters a log once."""
    entry: str = ""
    """The ruling or the question that it is about."""
    outcome: str = AS_SAID
    """What is done at once: what was asked for passes or does not, a ruling is taken back; empty
    where the players do as it says."""
    is_final: bool = False
    """Whether it is the head judge's, so that nobody can appeal."""


JUDGE_EVENTS: Final = (JudgeRuled,)
