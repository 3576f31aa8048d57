"""Writes the chapters of a report that are mostly numbers: luck, rulings, corrections, accuracy."""

from collections.abc import Callable

from api.drawing.svg import Element, element
from api.review.pages.charts import luck_line
from api.review.pages.page_parts import counted, folded, said, table
from api.review.story.named import EntryNames, time_of
from api.review.story.report_data import Report, RulingTold
from api.review.story.statistics import CardsOf, DiceOf
from rules.table.units import plain, plain_error
from rules.table.verdict import Answer

ALL = "all together"
DICE_HEADS = ("rolled by", "dice", "mean", "luck", "fair dice stray so far")
OUTCOME_HEADS = ("by", "what", "times", "expected", "came", "luck alone does as much")
RARE = "less than 1 in 100"
LEAST_DRAWN = 4
"""Rolls of a kind that make a line."""
RULING_HEADS = ("time", "turn", "what", "measured", "limit", "room", "error", "answer")
CORRECTION_HEADS = ("time", "turn", "who", "what")
ACCURACY_HEADS = ("", "")
Rows = list[tuple[str, ...]]


def dice_rows(report: Report) -> Rows:
    """The dice of all, and of each."""
    return [
        (each.by or ALL, f"{each.count:,}", f"{each.mean:.2f}", _luck(each.strays), _odds(each))
        for each in report.dice
    ]


def luck_part(report: Report, *, bars: Callable[[DiceOf], Element]) -> list[Element]:
    """Dice and cards against what fair ones bring."""
    parts: list[Element] = []
    if report.dice:
        figure = element(
            "figure",
            element("h3", f"All {report.dice[0].count:,} dice"),
            bars(report.dice[0]),
            said(f"Dashed: {report.dice[0].expected:.1f} of each face, as expected.", class_="key"),
            class_="card",
            style="margin: 0",
        )
        parts.append(
            element(
                "div",
                figure,
                table(DICE_HEADS, dice_rows(report), numbers=(1, 2)),
                class_="columns",
            )
        )
    parts += _outcomes_part(report)
    if report.cards:
        parts.append(element("h3", "Cards that came to light", style="margin-top: 1.4rem"))
        cards = [_card_row(each) for each in report.cards]
        parts.append(
            table(("whose", "cards", "mean height", "red", "luck"), cards, numbers=(1, 2, 3))
        )
        key = "Heights: a two is 2, an ace 14, and a pack has a mean of 8. "
        parts.append(said(f"{key}Luck is in standard errors of cards from a pack.", class_="key"))
    return parts


def outcome_rows(report: Report) -> Rows:
    """What dice and cards brought, by whose they were and what they decided."""
    return [
        (
            each.by,
            each.what,
            f"{each.count:,}",
            f"{each.expected:.1f}",
            f"{each.came:,}",
            f"{100 * each.as_much:.0f} times in 100" if each.as_much >= 0.01 else RARE,
        )
        for each in report.luck.rows
    ]


def _outcomes_part(report: Report) -> list[Element]:
    """What came against what was to be expected, and how it went over the battle."""
    if not report.luck.rows:
        return []
    parts = [
        element("h3", "What dice and cards brought", style="margin-top: 1.4rem"),
        table(OUTCOME_HEADS, outcome_rows(report), numbers=(2, 3, 4)),
        said("The last column says how often luck alone strays at least as far.", class_="key"),
    ]
    for row in report.luck.rows:
        steps = [
            each for each in report.luck.steps if (each.by, each.trial.what) == (row.by, row.what)
        ]
        if len(steps) >= LEAST_DRAWN:
            title = f"{row.by}, {row.what}: what came ahead of what was expected"
            parts.append(
                element("figure", element("figcaption", title), luck_line(steps, title=title))
            )
    if report.luck.unknown:
        rolls = counted(report.luck.unknown, "roll")
        parts.append(
            said(f"Of {rolls} it is not known what else they could have brought.", class_="key")
        )
    return parts


def _card_row(cards: CardsOf) -> tuple[str, ...]:
    share = f"{100 * cards.red / cards.count:.0f} %" if cards.count else ""
    name = cards.by or ALL
    return name, f"{cards.count:,}", f"{cards.mean:.1f}", share, _luck(cards.strays)


def _luck(strays: float) -> str:
    """A distance in standard errors, in words.

    >>> _luck(0.42), _luck(-2.31)
    ('+0.4: as expected', '-2.3: low')
    """
    word = "as expected" if abs(strays) < 2 else "high" if strays > 0 else "low"
    return f"{strays:+.1f}: {word}"


def _odds(dice: DiceOf) -> str:
    return f"{100 * dice.chance:.0f} times in 100" if dice.chance >= 0.01 else RARE


def rulings_part(report: Report) -> list[Element]:
    """The closest calls, then everything that was measured."""
    if not report.rulings:
        return [said("Nothing was measured in this battle.")]
    answers = ", ".join(
        f"{count:,} {name.replace('_', ' ').lower()}"
        for name, count in report.accuracy.answers.items()
        if count
    )
    numbers = (1, 3, 4, 5, 6)
    closest = table(RULING_HEADS, [ruling_row(each) for each in report.closest], numbers=numbers)
    every = table(RULING_HEADS, [ruling_row(each) for each in report.rulings], numbers=numbers)
    return [
        said(f"{counted(len(report.rulings), 'measurement')}: {answers}."),
        element("h3", "The closest calls"),
        closest,
        said("Lengths in inches; the error is two standard errors.", class_="key"),
        folded(f"All {len(report.rulings):,} measurements", every),
    ]


def ruling_row(ruling: RulingTold) -> tuple[str, ...]:
    """A measurement as a row under `RULING_HEADS`."""
    found = ruling.found
    return (
        ruling.time,
        f"{ruling.turn}",
        found.what,
        "" if found.value is None else plain(found.value),
        "" if found.limit is None else plain(found.limit),
        "" if found.margin is None else plain(found.margin),
        "" if found.sigma is None else plain_error(2 * found.sigma),
        _answer(found.answer),
    )


def _answer(answer: Answer) -> str:
    return answer.replace("_", " ").lower()


def correction_rows(report: Report) -> Rows:
    """What was put right, by whom."""
    named = EntryNames(report.history.steps)
    return [
        (time_of(each), f"{each.turn}", each.entry.author, named.says(each))
        for each in report.corrections
    ]


def corrections_part(report: Report) -> list[Element]:
    """What players took back, let pass, disputed and vouched for."""
    if not report.corrections:
        return [said("Nothing was taken back, overruled or disputed.")]
    return [table(CORRECTION_HEADS, correction_rows(report), numbers=(1,))]


def accuracy_rows(report: Report) -> Rows:
    """How sure the measurements were, from what they say themselves."""
    found = report.accuracy
    typical = "none" if found.typical_error is None else f"{plain_error(found.typical_error)} in"
    largest = "none" if found.largest_error is None else f"{plain_error(found.largest_error)} in"
    rows: Rows = [
        ("measurements", f"{found.rulings:,}"),
        ("typical error (median of two standard errors)", typical),
        ("largest error", largest),
        ("of places that were typed in, without error", f"{found.exact:,}"),
        ("resting on somebody's word for a place", f"{found.vouched:,}"),
    ]
    return rows + [
        (f"answered {name.replace('_', ' ').lower()}", f"{count:,}")
        for name, count in found.answers.items()
    ]


def accuracy_part(report: Report) -> list[Element]:
    """How sure the measurements were."""
    if not report.accuracy.rulings:
        return []
    return [table(ACCURACY_HEADS, accuracy_rows(report), numbers=(1,))]
