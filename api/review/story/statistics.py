"""Counts a battle: dice and cards against expectation, and how well it was measured.

A die is fair here, and a pack is shuffled; what is told is how far the battle was from that, in
standard errors, and how often chance alone strays that far. It accuses nobody.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from api.review.story.history import History
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.dice import FACES
from rules.referee.toolkit.evidence import Measured
from rules.table.bad_input import BadInputError
from rules.table.verdict import Answer

MEAN: Final = (FACES + 1) / 2
VARIANCE: Final = (FACES**2 - 1) / 12
MEAN_HEIGHT: Final = 6.0
HEIGHT_VARIANCE: Final = 14.0
"""Of the ranks of a pack, a two being 0 and an ace 12."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceOf:
    """The dice of one person who rolled, or of all."""

    by: str
    faces: tuple[int, ...]
    """How often each face came up, beginning with the one."""

    @property
    def count(self) -> int:
        return sum(self.faces)

    @property
    def mean(self) -> float:
        return sum(face * times for face, times in enumerate(self.faces, 1)) / self.count

    @property
    def expected(self) -> float:
        """How often each face should have come up."""
        return self.count / FACES

    @property
    def strays(self) -> float:
        """How far the mean is from 3.5, in standard errors; above 0 the dice were high."""
        return (self.mean - MEAN) / math.sqrt(VARIANCE / self.count)

    @property
    def chance(self) -> float:
        """How often fair dice stray at least as far, to either side."""
        return math.erfc(abs(self.strays) / math.sqrt(2))


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsOf:
    """The cards that came to light for one battle group, or for all."""

    by: str
    count: int
    red: int
    mean: float
    """Of their heights, a two being 2 and an ace 14."""
    strays: float
    """How far the mean is from that of a pack, in standard errors of as many cards from a pack."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuracy:
    """How well a battle was measured, from what its rulings say."""

    rulings: int
    answers: dict[str, int]
    typical_error: float | None
    """The median of two standard errors, in inches; None where nothing had an error."""
    largest_error: float | None
    exact: int
    """Measurements with no error at all: of places that people typed in."""
    vouched: int
    """Measurements that rest on somebody's word for a place."""


def dice_of(history: History) -> tuple[DiceOf, ...]:
    """All dice together, then by who rolled."""
    counts: dict[str, Counter[int]] = {}
    for _, thrown in history.thrown():
        for who in dict.fromkeys(("", thrown.by)):
            counts.setdefault(who, Counter()).update(thrown.dice)
    return tuple(
        DiceOf(by=by, faces=tuple(counted[face] for face in range(1, FACES + 1)))
        for by, counted in counts.items()
        if sum(counted[face] for face in range(1, FACES + 1))
    )


def cards_of(history: History) -> tuple[CardsOf, ...]:
    """All cards together, then by whose they were."""
    found: dict[str, list[str]] = {}
    for _, shown in history.shown():
        for who in dict.fromkeys(("", shown.by)):
            found.setdefault(who, []).extend(shown.cards)
    packs = 0 if history.battle.game.chronicle is None else _packs(history)
    return tuple(_cards(by, names, packs=packs) for by, names in found.items() if names)


def _packs(history: History) -> int:
    chronicle = history.battle.game.chronicle
    return 0 if chronicle is None else chronicle.packs(history.battle.state)


def _cards(by: str, names: Sequence[str], *, packs: int) -> CardsOf:
    cards = []
    for name in names:
        try:
            cards.append(card_from(name))
        except BadInputError:
            continue
    count = len(cards)
    mean = sum(card.height for card in cards) / count if count else 0.0
    # Cards of a pack are not put back: the more of it has been seen, the less they can stray.
    whole = 52 * max(1, packs)
    left = max(0.0, (whole - count % whole) / (whole - 1)) if count % whole else 0.0
    error = math.sqrt(HEIGHT_VARIANCE / count * left) if count else 0.0
    return CardsOf(
        by=by,
        count=count,
        red=sum(card.red for card in cards),
        mean=mean + 2,
        strays=(mean - MEAN_HEIGHT) / error if error else 0.0,
    )


def measured_in(history: History) -> Iterable[tuple[str, Measured]]:
    """Every measurement that counts, with the event that rests on it."""
    return (
        (step.entry.id, found)
        for step in history.steps
        if step.stands
        for found in step.entry.measured
    )


def accuracy_of(history: History) -> Accuracy:
    """What the rulings themselves say of their errors."""
    found = [each for _, each in measured_in(history)]
    errors = [2 * float(each.sigma) for each in found if each.sigma]
    answers = Counter(str(each.answer) for each in found)
    return Accuracy(
        rulings=len(found),
        answers={str(answer): answers[str(answer)] for answer in Answer},
        typical_error=median(errors) if errors else None,
        largest_error=max(errors) if errors else None,
        exact=sum(each.sigma is not None and not each.sigma for each in found),
        vouched=sum(bool(each.declared) for each in found),
    )
