"""Counts dice: by stages, from modifiers in any order, with every one of them named.

Sums do not depend on an order, and where only one of several can hold, the sort decides and then
the name. So two modifiers on a unit never depend on which is listed first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.games.paper_tigers_2.units.catalogue import DiceEffect, Modifier, Situation, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """What one modifier adds to a pool."""

    says: str
    clause: str
    dice: int
    base: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DicePool:
    """So many dice, of which the lowest may not count, and why."""

    count: int
    drop: int = 0
    shares: tuple[Share, ...] = ()

    @property
    def keep(self) -> int:
        """How many of them are added up."""
        return self.count - self.drop

    @property
    def says(self) -> str:
        """The pool as it is explained.

        >>> red = Share(says="red card", clause="PT2-C12", dice=3, base=True)
        >>> far = Share(says="beyond 12 in", clause="PT2-H3a", dice=-1)
        >>> DicePool(count=2, shares=(red, far)).says
        '2 dice: red card 3, beyond 12 in -1'
        """
        dice = "1 die" if self.count == 1 else f"{self.count} dice"
        named = ", ".join(
            f"{each.says} {each.dice}" if each.base else f"{each.says} {each.dice:+d}"
            for each in self.shares
        )
        told = f"{dice}: {named}" if named else dice
        if self.drop:
            best = "the best one counts" if self.keep == 1 else f"the best {self.keep} count"
            told += f"; {best}"
        return told

    def total(self, dice: Sequence[int]) -> int:
        """What a roll comes to.

        >>> DicePool(count=3, drop=1).total((6, 4, 1))
        10
        """
        return sum(self.counted(dice))

    def counted(self, dice: Sequence[int]) -> tuple[int, ...]:
        """The dice that count, the highest first."""
        return tuple(sorted(dice, reverse=True)[: self.keep])


HeldEffect = tuple[Modifier, DiceEffect]


def dice_for(
    stage: Stage,
    own: Iterable[Modifier],
    *,
    against: Iterable[Modifier] = (),
    situation: Situation = frozenset(),
    least: int = 1,
) -> DicePool:
    """The dice of one stage: the unit's own modifiers, and those of what it attacks."""
    parts = _holding(stage, own, against=against, situation=situation)
    shares = tuple(
        Share(
            says=effect.says or modifier.name,
            clause=modifier.clause,
            dice=effect.dice,
            base=effect.base,
        )
        for modifier, effect in parts
    )
    drop = sum(effect.drop for _, effect in parts)
    keep = sum(effect.dice for _, effect in parts) - drop
    if keep < least:
        lift = Share(says=f"at least {least}", clause="PT2-I4a", dice=least - keep)
        shares, keep = (*shares, lift), least
    return DicePool(count=keep + drop, drop=drop, shares=shares)


def added(
    stage: Stage,
    own: Iterable[Modifier],
    *,
    against: Iterable[Modifier] = (),
    situation: Situation = frozenset(),
) -> tuple[Share, ...]:
    """What is added to a number, as the Difficulty of a shot."""
    return tuple(
        Share(says=effect.says or modifier.name, clause=modifier.clause, dice=effect.dice)
        for modifier, effect in _holding(stage, own, against=against, situation=situation)
    )


def saving_dice(stage: Stage, own: Iterable[Modifier], *, situation: Situation) -> DicePool:
    """Armour or cover dice: armour is never below one die, and nothing where there is no base."""
    mine = list(own)
    found = dice_for(stage, mine, situation=situation, least=0)
    if stage is not Stage.ARMOUR:
        return found
    if not any(share.base for share in found.shares):
        return DicePool(count=0)
    return dice_for(stage, mine, situation=situation, least=1)


def _holding(
    stage: Stage, own: Iterable[Modifier], *, against: Iterable[Modifier], situation: Situation
) -> list[HeldEffect]:
    """The effects that count, in the one order in which they are always told."""
    mine = list(own)
    parts = [
        (modifier, effect)
        for modifiers, turned in ((mine, False), (list(against), True))
        for modifier in modifiers
        for effect in modifier.effects
        if effect.stage is stage and effect.against is turned and situation.issuperset(effect.when)
    ]
    parts = [part for part in parts if not _replaced(part, by=mine)]
    bases = sorted((part for part in parts if part[1].base), key=_highest, reverse=True)[:1]
    others = sorted((part for part in parts if not part[1].base), key=_order)
    return [*bases, *others]


def _replaced(part: HeldEffect, *, by: Iterable[Modifier]) -> bool:
    modifier, effect = part
    return bool(effect.group) and any(
        effect.group in other.replaces and other.sort.rank > modifier.sort.rank for other in by
    )


def _highest(part: HeldEffect) -> tuple[int, int, str]:
    return (part[0].sort.rank, part[1].dice, part[0].name)


def _order(part: HeldEffect) -> tuple[int, str, int]:
    return (part[0].sort.rank, part[0].name, part[1].dice)


def is_banned(
    action: str, own: Iterable[Modifier], *, situation: Situation
) -> tuple[Modifier, ...]:
    """The modifiers that forbid an action now, by name."""
    banning = {
        modifier.name: modifier
        for modifier in own
        for ban in modifier.bans
        if ban.action == action and situation.issuperset(ban.when)
    }
    return tuple(banning[name] for name in sorted(banning))
