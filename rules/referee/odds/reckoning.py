"""Answers how likely it is what follows: of a roll that is asked for, or of a command."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.referee.odds.chances import Chance, asks_of, chance_of, thrown_with
from rules.referee.odds.counting_dice import by_dice_that_count
from rules.referee.odds.outcomes import (
    ChanceOutcome,
    Likely,
    end_of,
    ends_of,
    likely_of,
    outcomes_of,
)
from rules.referee.odds.sampling import SAMPLES, sampled
from rules.referee.odds.walking import Node, TooLongError, Walk, anew, reckoned
from rules.referee.toolkit.game import Command, Game, State
from rules.referee.toolkit.questions import Ask
from rules.table.snapshot import Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """How likely it is what follows."""

    seat: str
    """Who rolls first."""
    who: str
    asked: str
    """What is rolled for, as it is asked."""
    ask: int
    """The ask; 0 for a command that is not given yet."""
    throws: int
    """How many dice or cards come first."""
    likely: tuple[Likely, ...]
    outcomes: tuple[ChanceOutcome, ...]
    samples: int = 0
    """How many throws were tried where there were too many to list; 0 where it is exact."""
    declines: tuple[str, ...] = ()
    """Choices on the way that somebody may decline, and is taken to decline."""
    rulings: int = 0
    """How many rulings it took."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsMoment:
    """A state on its table, and the seat for which it is told."""

    game: Game
    state: State
    snapshot: Snapshot
    seat: str


def odds_of_ask(moment: OddsMoment, ask: Ask) -> Odds | None:
    """How likely it is what an ask brings; None where no chance decides it."""
    chance = chance_of(moment.game, moment.state, ask=ask, snapshot=moment.snapshot)
    return None if chance is None else odds_of_chance(moment, chance)


def odds_of_chance(moment: OddsMoment, chance: Chance) -> Odds:
    """How likely it is what these dice or cards bring."""
    walk = Walk(game=moment.game, snapshot=moment.snapshot)
    found = _reckoned(moment, chance, first=walk)
    if found.likely or not chance.put_back:
        return found
    # Where nothing but a number comes of it, the number is what is asked for; where nothing at all
    # does, it waits for the dice of others.
    counted = _reckoned(moment, chance, first=replace(walk, numbers=True))
    if counted.likely or len(asks_of(moment.game, moment.state)) <= 1:
        return counted
    return _reckoned(moment, chance, first=replace(walk, together=True))


def _reckoned(moment: OddsMoment, chance: Chance, *, first: Walk) -> Odds:
    def listed(walk: Walk) -> list[tuple[Node, Fraction]]:
        return walk.distribution(walk.begun(moment.state, chance), chance)

    def counted(walk: Walk) -> list[tuple[Node, Fraction]]:
        game, before, seat = moment.game, moment.state, moment.seat
        return by_dice_that_count(
            walk,
            walk.begun(before, chance),
            chance=chance,
            tells=lambda node: end_of(game, node, before=before, seat=seat),
        )

    def tried(walk: Walk) -> list[tuple[Node, Fraction]]:
        return sampled(walk, walk.begun(moment.state, chance), chance=chance)

    for work in (listed, counted):
        try:
            walk, ends = reckoned(anew(first), work)
            return _told(moment, chance, walk=walk, ends=ends)
        except TooLongError:
            continue
    walk, ends = reckoned(anew(first), tried)
    return replace(_told(moment, chance, walk=walk, ends=ends), samples=SAMPLES)


def odds_of_command(moment: OddsMoment, body: object) -> Odds | None:
    """How likely it is what a command brings that the rules would accept; None without chance."""
    walk = Walk(game=moment.game, snapshot=moment.snapshot)
    first = Node(state=moment.state, marks=frozenset())
    command = Command(author=moment.seat, body=body)
    after = walk.given(first, command)
    known = {each.id for each in asks_of(moment.game, moment.state)}
    asks = [each for each in asks_of(moment.game, after.state) if each.id not in known]
    chance = walk.next_chance(after)
    # Cards come up for both sides at once: what was picked in secret would show in their odds.
    if not asks or chance is None or not chance.put_back:
        return None
    declared = replace(moment, state=after.state)
    found = odds_of_chance(declared, chance)
    return replace(found, ask=0)


def odds_of_offer(moment: OddsMoment, given: Mapping[str, object]) -> Odds | None:
    """How likely it is what a command brings that holds its own dice, but for them."""
    for template in moment.game.options(moment.state, moment.snapshot, moment.seat):
        if template.command == given.get("kind") and template.refusal is None:
            chance = thrown_with(moment.game, template, seat=moment.seat, given=given)
            if chance is not None:
                return odds_of_chance(moment, chance)
    return None


def _told(
    moment: OddsMoment, chance: Chance, *, walk: Walk, ends: list[tuple[Node, Fraction]]
) -> Odds:
    found = ends_of(walk, ends, before=moment.state, seat=moment.seat)
    return Odds(
        seat=chance.seat,
        who=chance.who,
        asked=chance.says,
        ask=chance.ask,
        throws=chance.count,
        likely=likely_of(walk, found),
        outcomes=outcomes_of(walk, found),
        declines=tuple(walk.declined.values()),
        rulings=walk.ruled,
    )
