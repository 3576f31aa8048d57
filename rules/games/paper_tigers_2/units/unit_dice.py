"""Says how many dice a unit has for anything, of its own and by the situation that it is in."""

from functools import cache

from rules.games.paper_tigers.profiles import difficulty
from rules.games.paper_tigers_2.units.catalogue import (
    Condition,
    Modifier,
    Situation,
    Sort,
    Stage,
    modifiers,
)
from rules.games.paper_tigers_2.units.pools import DicePool, Share, added, dice_for, saving_dice
from rules.games.paper_tigers_2.units.sheet import UnitSheet
from rules.referee.toolkit.cards import Card
from rules.referee.toolkit.settings import Options


@cache
def situations() -> tuple[Modifier, ...]:
    """What holds for every unit, when its conditions do."""
    return tuple(each for each in modifiers().values() if each.sort is Sort.SITUATION)


def held(entry: UnitSheet) -> tuple[Modifier, ...]:
    """Everything that may change a unit's dice."""
    return (*entry.modifiers, *situations())


def colour_of(card: Card) -> Situation:
    """The colour of a card as a condition."""
    return frozenset({Condition.RED if card.red else Condition.BLACK})


def action_pool(
    stage: Stage,
    entry: UnitSheet,
    *,
    situation: Situation,
    options: Options,
    target: UnitSheet | None = None,
) -> DicePool:
    """The dice of an action, of which some are always left (AMB2-14).

    With a target those of its modifiers count, too, that are for whoever attacks it.
    """
    return dice_for(
        stage,
        held(entry),
        against=() if target is None else target.modifiers,
        situation=situation,
        least=options.whole("min_action_dice"),
    )


def support_pool(situation: Situation) -> DicePool:
    """PT2-L2 and L3a: the dice of a barrage's shell or of an air attack."""
    return dice_for(Stage.SUPPORT, situations(), situation=situation)


def armour_pool(entry: UnitSheet, *, situation: Situation) -> DicePool:
    """PT2-D13, D19: dice of armour against what comes from there."""
    return saving_dice(Stage.ARMOUR, held(entry), situation=situation)


def cover_pool(entry: UnitSheet, *, situation: Situation) -> DicePool:
    """PT2-D14, D23, M2, M3: dice of cover, whatever gives it."""
    return saving_dice(Stage.COVER, held(entry), situation=situation)


def is_armoured(entry: UnitSheet) -> bool:
    """Whether it has any armour at all."""
    return armour_pool(entry, situation=frozenset()).count > 0


def saves_on(entry: UnitSheet) -> int:
    """PT2-H1a, H2a: thin armour saves on a 6 alone."""
    return 6 if entry.has("thin armour") else 5


def reached_by(target: UnitSheet, *, card: Card) -> tuple[int, tuple[Share, ...]]:
    """PT2-H5: what a shot at a unit has to reach, and what was added to the card's Difficulty."""
    shares = added(Stage.TO_HIT, (), against=target.modifiers)
    return difficulty(card) + sum(each.dice for each in shares), shares


def half(number: int) -> int:
    """PT2-H9c: half a Difficulty, rounded up (AMB2-55).

    >>> half(9), half(11), half(6)
    (5, 6, 3)
    """
    return (number + 1) // 2


def cover_situation(
    *, in_cover: bool, covered: bool, on_hill: bool = False, emplacement: str = ""
) -> Situation:
    """What gives a unit cover, as conditions."""
    found = {
        Condition.IN_COVER: in_cover,
        Condition.COVERED: covered,
        Condition.ON_THE_BIG_HILL: on_hill,
        Condition.LIGHT_EMPLACEMENT: emplacement == "light",
        Condition.HEAVY_EMPLACEMENT: emplacement == "heavy",
    }
    return frozenset(condition for condition, holds in found.items() if holds)
