"""Tells how a battle is won under its options, and how far each side is."""

from collections.abc import Iterator

from rules.referee.facts.battle import ShownSide
from rules.referee.facts.winning import ShownWay, SideStanding
from rules.referee.log.battle import Battle


def ways_to_win(battle: Battle, sides: tuple[ShownSide, ...]) -> tuple[ShownWay, ...]:
    """What decides it as it was agreed to be played."""
    options = battle.options
    told = []
    for way in battle.game.clauses.ways:
        if way.holds(options):
            standing = tuple(_standing(sides, counts=way.counts)) if way.counts else ()
            shown = ShownWay(
                says=way.says.format(**options.values),
                clause=way.clause,
                counts=way.counts if standing else "",
                goal=options.number(way.goal) if way.goal else None,
                standing=standing,
            )
            told.append(shown)
    return tuple(told)


def _standing(sides: tuple[ShownSide, ...], *, counts: str) -> Iterator[SideStanding]:
    for side in sides:
        for number in side.numbers:
            if number.name == counts:
                yield SideStanding(side=side.name, value=number.value)
