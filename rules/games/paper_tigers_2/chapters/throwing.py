"""Rolls dice, and rolls them again where a unit may, for any step (PT2-H13a).

The dice wait in the step they were rolled for. A die is rolled again once at most, and the second
result stands.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, ClassVar, Final, Protocol

from rules.games.paper_tigers.asking import GroupRoll
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import CardStep
from rules.games.paper_tigers_2.asking import UnitChoice
from rules.games.paper_tigers_2.state import KEEP, with_first
from rules.referee.toolkit.dice import DiceAsk, DicePart, Meaning, faces, parts_of
from rules.referee.toolkit.phrases import counted
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.settings import Options


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """The dice of a step, as they lie on the table."""

    dice: tuple[int, ...] = ()
    again: tuple[int, ...] = ()
    """The places of those that are being rolled again, from 0."""
    kept: bool = False
    """None of them is rolled again."""


UNCAST: Final = Cast()
"""None has been thrown yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStep(CardStep):
    """Something of this edition that models may be moved by hand for meanwhile."""

    by_hand: ClassVar[bool] = True


class CastingStep(Protocol):
    """A step that waits for its dice."""

    @property
    def unit(self) -> str: ...

    @property
    def cast(self) -> Cast: ...


def explained(says: str) -> str:
    """How dice were counted, in brackets behind what they came to."""
    return f" ({says})" if says else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceThrown:
    """Dice that lie on the table and may still be rolled again."""

    KIND: ClassVar[str] = "thrown"
    clause: ClassVar[str] = "PT2-H13b"

    unit: str
    dice: tuple[int, ...]
    again: bool = False
    """They have been, or could not be, rolled again."""

    def after(self, state: State) -> State:
        return with_first(state, cast=Cast(dice=self.dice, kept=self.again))

    def told(self) -> str:
        again = " in the end" if self.again else ""
        return f"{self.unit} has {faces(self.dice)}{again}."


@dataclass(frozen=True, slots=True, kw_only=True)
class RerollChosen:
    """Which dice are rolled again, by their places from 0; none when all are kept."""

    clause: ClassVar[str] = "PT2-H13a"

    unit: str
    places: tuple[int, ...]

    def after(self, state: State) -> State:
        cast = _cast_in(state)
        return with_first(state, cast=replace(cast, again=self.places, kept=not self.places))

    def told(self) -> str:
        if not self.places:
            return f"{self.unit} keeps its dice."
        dice = counted(len(self.places), "die").replace("dies", "dice")
        return f"{self.unit} rolls {dice} again."


def _cast_in(state: State) -> Cast:
    """The dice of the step that comes first."""
    step: Any = state.steps[0]
    cast: Cast = step.cast
    return cast


def thrown(
    draft: Draft,
    step: CastingStep,
    *,
    dice: DiceAsk,
    force: str,
    clause: str,
    other: str = "",
    may_reroll: int = 0,
    armour: int = 0,
) -> tuple[int, ...] | None:
    """The dice of a step as they stand in the end; None while somebody is asked for them.

    So many of them, from the first on, may be rolled again.
    """
    cast = step.cast
    roll = ThrowDice(unit=step.unit, other=other, dice=dice, armour=armour)
    if not cast.dice:
        draft.ask_roll(roll, force=force, clause=clause)
        return None
    if cast.kept or not may_reroll:
        return cast.dice
    if cast.again:
        _ask_again(draft, roll, force=force)
        return None
    choices = _rerolls(cast.dice[:may_reroll], options=draft.state.options)
    draft.ask(
        DiceAgain(unit=step.unit, may_reroll=may_reroll, choices=(KEEP, *choices)),
        force=force,
        clause="PT2-H13a",
        says=f"{step.unit} has rolled {faces(cast.dice)}: which dice are rolled again, if any?",
    )
    return None


def _ask_again(draft: Draft, first: "ThrowDice", *, force: str) -> None:
    """Ask for those dice that are rolled once more."""
    cast = _cast_in(draft.state)
    places = cast.again
    shown = in_words(tuple(cast.dice[place] for place in places))
    dice = DiceAsk(
        count=len(places),
        why=f"{shown} again: {first.dice.why}",
        means=(Meaning(when="whatever it is", then="it stands"),),
    )
    armour = sum(place < first.armour for place in places)
    roll = replace(first, dice=dice, armour=armour if armour < len(places) else 0)
    draft.ask_roll(roll, force=force, clause="PT2-H13b")


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowDice(GroupRoll):
    """Dice come into their step; those that were rolled again take the places of the old ones."""

    purpose = "amended"
    unit: str
    other: str
    armour: int = 0
    """How many of the dice, from the first on, save by armour where the others save by cover."""

    @property
    def parts(self) -> tuple[DicePart, ...]:
        return parts_of({"armour": self.armour, "cover": self.dice.count - self.armour})

    def shown(self) -> Mapping[str, object]:
        return {"unit": self.unit, "other": self.other}

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        cast = _cast_in(draft.state)
        if not cast.again:
            draft.emit(DiceThrown(unit=self.unit, dice=dice), clause=ask.clause)
            return
        new = list(cast.dice)
        for place, face in zip(cast.again, dice, strict=True):
            new[place] = face
        draft.emit(DiceThrown(unit=self.unit, dice=tuple(new), again=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceAgain(UnitChoice):
    """PT2-H13a: which dice are rolled again."""

    may_reroll: int

    def shown(self) -> Mapping[str, object]:
        return {"unit": self.unit, "number": self.may_reroll}

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        dice = _cast_in(draft.state).dice[: self.may_reroll]
        places = () if choice == KEEP else _rerolls(dice, options=draft.state.options)[choice]
        draft.emit(RerollChosen(unit=self.unit, places=places))
