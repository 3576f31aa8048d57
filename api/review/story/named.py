"""Calls the entries of a log what a reader calls them: by what they said, and in which turn."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from api.review.story.history import BattleStep
from rules.referee.log.entries import EntryKind

NUMBER: Final = re.compile(r"\be\d{1,9}\b")
SENTENCE: Final = re.compile(r"[:.](?=\s|$)")
"""Where a sentence ends, or says more of itself; inches have a point, too."""
DISPUTES: Final = re.compile(r"\bdisputes (e\d{1,9})\b")


class EntryNames:
    """The entries of one log by their ids."""

    def __init__(self, steps: Iterable[BattleStep]) -> None:
        self._steps: Mapping[str, BattleStep] = {each.entry.id: each for each in steps}

    def says(self, step: BattleStep) -> str:
        """What an entry says; only the referee's own name others."""
        if step.entry.kind is not EntryKind.REFEREE:
            return step.says
        told = step.says
        for name in dict.fromkeys(NUMBER.findall(step.says)):
            about = self._about(name)
            if about is None:
                continue
            # What follows the colon would tell the same once more.
            once = told.replace(f": {about.says}", ".")
            told = self._called(about).join(re.split(rf"\b{name}\b", once))
        return told

    def _about(self, name: str) -> BattleStep | None:
        """The entry itself, or the one that it disputes."""
        found = self._steps.get(name)
        if found is None or found.entry.kind is not EntryKind.REFEREE:
            return found
        disputed = DISPUTES.search(found.says)
        return self._steps.get(disputed.group(1)) if disputed else found

    def _called(self, step: BattleStep) -> str:
        """What happened, and in which turn."""
        short = SENTENCE.split(self.says(step), maxsplit=1)[0]
        turn = f", turn {step.turn}" if step.turn > 0 else ""
        return f"\N{LEFT DOUBLE QUOTATION MARK}{short}\N{RIGHT DOUBLE QUOTATION MARK}{turn}"


def time_of(step: BattleStep) -> str:
    """When it was, as the log shows it."""
    return step.entry.time[11:16]
