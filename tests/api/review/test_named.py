"""What happened is called by its words to their end, and never by a number of the log."""

from types import SimpleNamespace
from typing import cast

import pytest

from api.review.story.history import BattleStep
from api.review.story.named import EntryNames
from rules.referee.log.entries import EntryKind


def step(name: str, says: str, *, kind: EntryKind = EntryKind.REFEREE) -> BattleStep:
    entry = SimpleNamespace(id=name, kind=kind)
    return cast("BattleStep", SimpleNamespace(entry=entry, says=says, turn=1))


STEPS = (
    step("e4", "R1 moves 7.99 in. It faces north.", kind=EntryKind.EVENT),
    step("e6", "Owl disputes e4."),
    step("e7", "Fox proposes to settle e6: the ruling stands."),
    step("e8", "Owl agrees to e7."),
)


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (1, "Owl disputes “R1 moves 7.99 in”, turn 1."),
        (3, "Owl agrees to “Fox proposes to settle “R1 moves 7.99 in”, turn 1”, turn 1."),
    ],
)
def test_an_entry_is_called_by_what_happened(at: int, told: str) -> None:
    assert EntryNames(STEPS).says(STEPS[at]) == told
