"""Knows how dice are rolled, and rolled again where a unit may (PT2-H13): for any step.

The dice wait in the step they were rolled for. A die is rolled again once at most, and the second
result stands.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Purpose, Step
from rules.games.paper_tigers_2.change import KEPT
from rules.games.paper_tigers_2.events import RerollChosen, Thrown
from rules.games.paper_tigers_2.vocabulary import KEEP, Topic
from rules.referee.toolkit.dice import DiceAsk, Meaning, faces
from rules.referee.toolkit.settings import Options


def thrown(
    draft: Draft,
    step: Step,
    *,
    dice: DiceAsk,
    force: str,
    clause: str,
    may_reroll: int = 0,
) -> tuple[int, ...] | None:
    """The dice of a step as they stand in the end; None while somebody is asked for them.

    So many of them, from the first on, may be rolled again.
    """
    if not step.dice:
        draft.ask_roll(
            Purpose.AMENDED, topic=str(Topic.THROW), force=force, clause=clause, dice=dice,
            unit=step.unit, other=step.other,
        )  # fmt: skip
        return None
    if KEPT in step.names or not may_reroll:
        return step.dice
    again = _places(step)
    if again:
        _ask_again(draft, step, dice=dice, force=force, places=again)
        return None
    choices = _rerolls(step.dice[:may_reroll], options=draft.state.options)
    draft.ask(
        Purpose.AMENDED,
        topic=str(Topic.REROLL),
        kind=AskKind.CHOOSE,
        force=force,
        clause="PT2-H13a",
        says=f"{step.unit} has rolled {faces(step.dice)}: which dice are rolled again, if any?",
        unit=step.unit,
        choices=(KEEP, *choices),
        number=may_reroll,
    )
    return None


def _rerolls(dice: Sequence[int], *, options: Options) -> dict[str, tuple[int, ...]]:
    """AMB2-23: what may be rolled again, as agreed."""
    every = len(dice)
    if options.choice("reroll_subset") == "all_or_one":
        return subsets(dice, sizes=sorted({1, every}))
    return subsets(dice, sizes=range(1, every + 1))


def subsets(dice: Sequence[int], *, sizes: Iterable[int]) -> dict[str, tuple[int, ...]]:
    """Some of the dice, each way once, as the faces one names and the places of those dice.

    >>> list(subsets((5, 2, 2), sizes=(1, 2, 3)))
    ['2', '5', '2 and 2', '5 and 2', '5, 2 and 2']
    """
    places = range(len(dice))
    found: dict[str, tuple[int, ...]] = {}
    for size in sizes:
        several = [
            (tuple(sorted((dice[k] for k in chosen), reverse=True)), chosen)
            for chosen in combinations(places, size)
        ]
        for shown, chosen in sorted(several):
            found.setdefault(in_words(shown), chosen)
    return found


def in_words(shown: Sequence[int]) -> str:
    """Faces as one names them.

    >>> in_words((6, 2, 1)), in_words((4,))
    ('6, 2 and 1', '4')
    """
    *most, last = (str(face) for face in shown)
    return f"{', '.join(most)} and {last}" if most else last


def _places(step: Step) -> tuple[int, ...]:
    told = next((name for name in step.names if name.startswith("again ")), "")
    return tuple(int(place) for place in told.split()[1:])


def _ask_again(
    draft: Draft, step: Step, *, dice: DiceAsk, force: str, places: tuple[int, ...]
) -> None:
    shown = in_words(tuple(step.dice[place] for place in places))
    again = DiceAsk(
        count=len(places),
        why=f"{shown} again: {dice.why}",
        means=(Meaning(when="whatever it is", then="it stands"),),
    )
    draft.ask_roll(
        Purpose.AMENDED, topic=str(Topic.THROW), force=force, clause="PT2-H13b", dice=again,
        unit=step.unit, other=step.other,
    )  # fmt: skip


def settle_throw(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """Dice come into their step; those that were rolled again take the places of the old ones."""
    step = draft.state.steps[0]
    places = _places(step)
    if not places:
        draft.emit(Thrown(unit=step.unit, dice=dice), clause=ask.clause)
        return
    new = list(step.dice)
    for place, face in zip(places, dice, strict=True):
        new[place] = face
    draft.emit(Thrown(unit=step.unit, dice=tuple(new), again=True), clause="PT2-H13b")


def settle_reroll(draft: Draft, ask: Ask, *, choice: str) -> None:
    """PT2-H13a: which dice are rolled again."""
    step = draft.state.steps[0]
    found = _rerolls(step.dice[: ask.number], options=draft.state.options)
    places = () if choice == KEEP else found[choice]
    draft.emit(RerollChosen(unit=step.unit, places=places), clause="PT2-H13a")
