"""Reads from a battle what came of it, by side.

The event that ends a battle names in its own fields who has won and what was counted; a game with a
chronicle tells it there. Nothing is read out of sentences.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.referee.court.corrections import last_standing
from rules.referee.court.usual_facts import facts_for
from rules.referee.facts.battle import Facts
from rules.referee.log.battle import Battle, body_of, ended
from rules.referee.toolkit.chronicle import Counted
from rules.referee.toolkit.tallies import Count, Scored


@dataclass(frozen=True, slots=True, kw_only=True)
class SideResult:
    """What a side has at the end."""

    side: str
    seats: tuple[str, ...]
    """Who played for it."""
    points: float | None
    """Its victory points, or what its game counts instead; None where it counts nothing."""
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleResult:
    """How a battle ended. It is drawn where no side, or every side, has won."""

    says: str
    sides: tuple[SideResult, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(each.side for each in self.sides if each.won)


def result_of(battle: Battle) -> BattleResult | None:
    """The result of a battle, or None while it goes on."""
    says = ended(battle)
    if says is None:
        return None
    entry = last_standing(battle)
    end = None if entry is None else body_of(battle.game, entry)
    facts = facts_for(battle, seat="")
    won = frozenset(_winners(battle, end, facts=facts))
    points = _points(battle, end, facts=facts)
    return BattleResult(
        says=says,
        sides=tuple(
            SideResult(side=side, seats=seats, points=points.get(side), won=side in won)
            for side, seats in _sides(battle).items()
        ),
    )


def _sides(battle: Battle) -> dict[str, tuple[str, ...]]:
    """Every side with the seats that play for it."""
    found: dict[str, tuple[str, ...]] = {}
    for seat in battle.setup.seats:
        for side in seat.sides:
            found[side] = (*found.get(side, ()), seat.name)
    return found


def _winners(battle: Battle, end: object, *, facts: Facts) -> Iterator[str]:
    """The sides that have won, also where they are named by their players."""
    named = set(getattr(end, "winners", ())) | {str(getattr(end, "winner", "")), facts.winner}
    sides = _sides(battle)
    told = [side for side in sides if side in named]
    yield from told or (side for side, seats in sides.items() if named & set(seats))


def _points(battle: Battle, end: object, *, facts: Facts) -> Mapping[str, float]:
    chronicle = battle.game.chronicle
    told = () if chronicle is None or end is None else chronicle.tells(end)
    for each in told:
        if isinstance(each, Counted):
            return each.points
    parts = [each for each in getattr(end, "parts", ()) if isinstance(each, Scored)]
    if parts:
        return {
            side: sum(each.points for each in parts if each.side == side) for side in _sides(battle)
        }
    totals = [each for each in getattr(end, "totals", ()) if isinstance(each, Count)]
    if totals:
        return {each.name: float(each.count) for each in totals}
    if chronicle is not None:
        return chronicle.points(battle.state)
    return {
        side.name: float(number.value)
        for side in facts.sides
        for number in side.numbers
        if number.main
    }
