"""Builds up, field by field, what a seat is told of how likely things are."""

from fractions import Fraction
from math import lcm, sqrt

from api.answers.adjudged import refusal_value
from rules.referee.court.odds import NoChance
from rules.referee.odds.reckoning import Odds
from rules.referee.toolkit.game import Refusal

Shown = dict[str, object]
TWO_SIGMA = 2.0
MOST_TOLD = 60
"""Things that may happen, and ways to end: more than that nobody reads."""


def odds_shown(odds: Odds) -> Shown:
    """How likely it is what follows, in the order in which the rules come to it."""
    whole = lcm(*(each.chance.denominator for each in odds.outcomes))
    return {
        "ask": odds.ask,
        "seat": odds.seat,
        "who": odds.who,
        "asked": odds.asked,
        "count": odds.throws,
        "exact": odds.samples == 0,
        "samples": odds.samples,
        "likely": [
            {
                "says": each.says,
                "also": list(each.also),
                "clause": each.clause,
                "unit": each.subject,
                **_chance(each.chance, whole=whole, samples=odds.samples),
            }
            for each in odds.likely[:MOST_TOLD]
        ],
        "outcomes": [
            {
                "says": list(each.says),
                "grade": str(each.grade),
                "changes": [
                    {"what": one.what, "of": one.of, "value": one.value, "says": one.says}
                    for one in each.changes
                ],
                "stops": each.stops,
                **_chance(each.chance, whole=whole, samples=odds.samples),
            }
            for each in odds.outcomes[:MOST_TOLD]
        ],
        "more": max(0, len(odds.outcomes) - MOST_TOLD),
        "grades": {
            grade: float(sum((e.chance for e in odds.outcomes if e.grade == grade), Fraction(0)))
            for grade in ("lost", "changed", "nothing")
        },
        "declines": list(odds.declines),
    }


def _chance(chance: Fraction, *, whole: int, samples: int) -> Shown:
    """A chance as a share, as so many of so many, in words, and with its error where it has one."""
    share = float(chance)
    error = TWO_SIGMA * sqrt(share * (1 - share) / samples) if samples else 0.0
    ways = chance * whole
    return {
        "chance": share,
        "ways": int(ways) if ways.denominator == 1 else chance.numerator,
        "of": whole if ways.denominator == 1 else chance.denominator,
        "error": error,
        "words": in_words(chance),
    }


def in_words(chance: Fraction) -> str:
    """A chance as one reads it.

    >>> [in_words(Fraction(each, 1296)) for each in (0, 5, 416, 1290, 1296)]
    ['never', 'rarely', '32 %', 'nearly always', 'always']
    """
    if chance in {0, 1}:
        return "always" if chance else "never"
    if chance < Fraction(1, 100):
        return "rarely"
    return "nearly always" if chance > Fraction(99, 100) else f"{round(100 * chance)} %"


def what_if_shown(found: Odds | Refusal | NoChance) -> Shown:
    """What a command would bring, or why it would be refused."""
    return {
        "refusal": refusal_value(found) if isinstance(found, Refusal) else None,
        "odds": odds_shown(found) if isinstance(found, Odds) else None,
    }
