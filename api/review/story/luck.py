"""Follows a battle roll by roll, and tells how far it went from what was to be expected."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from math import sqrt

from api.review.record.rulings import battles_before
from rules.referee.log.battle import Battle, body_of
from rules.referee.log.entries import Entry, EntryKind
from rules.referee.odds.chances import DRAWN, asks_of
from rules.referee.odds.luck import LuckOf, Trial, luck_of, trials_of
from rules.referee.toolkit.game import Event, Game, State
from rules.referee.toolkit.questions import Ask
from rules.table.snapshot import Snapshot

Tables = Callable[[int], Snapshot | None]
"""The table that lay there at an event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckStep:
    """A roll or a card, with what it was ahead of expectation by then, for who rolled or drew."""

    sequence: int
    by: str
    trial: Trial
    ahead: float
    """How many more came than were expected, of all of its kind so far."""
    within: float
    """Two standard errors of that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Luck:
    """What dice and cards brought over a battle, against what was to be expected."""

    rows: tuple[LuckOf, ...] = ()
    steps: tuple[LuckStep, ...] = ()
    unknown: int = 0
    """Rolls of which it is not known what else they could have brought."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Roll:
    """A roll that stands. What was logged until then says all else of it, but for the table."""

    logged: str
    """The hash of the last event that came of it, which all before it is part of."""
    table: Snapshot
    game: int
    of: Game = field(compare=False)
    before: State = field(compare=False)
    ask: Ask = field(compare=False)
    events: tuple[Event, ...] = field(compare=False)


# To try what a roll could have brought takes long, and a battle is opened more than once.
@lru_cache(maxsize=512)
def _trials(roll: _Roll) -> tuple[Trial, ...]:
    return trials_of(roll.of, roll.before, ask=roll.ask, table=roll.table, events=roll.events)


def luck_over(battle: Battle, tables: Tables) -> Luck:
    """The luck of a battle, of the rolls that stand."""
    trials: list[Trial] = []
    steps: list[LuckStep] = []
    sums: dict[tuple[str, str], tuple[float, float]] = {}
    unknown = 0
    for first, before in battles_before(battle.game, battle.entries):
        found = _roll_of(battle, first, before=before)
        if found is None:
            continue
        table, (ask, events, logged) = tables(first), found
        told: tuple[Trial, ...] = ()
        if table is not None:
            roll = _Roll(
                logged=logged,
                table=table,
                game=id(battle.game),
                of=battle.game,
                before=before.state,
                ask=ask,
                events=events,
            )
            told = _trials(roll)
        unknown += not told
        for each in told:
            trials.append(each)
            key, share = (each.by, each.what), float(each.chance)
            ahead, spread = sums.get(key, (0.0, 0.0))
            sums[key] = (ahead + each.came - share, spread + share * (1 - share))
            ahead, spread = sums[key]
            steps.append(
                LuckStep(
                    sequence=first, by=each.by, trial=each, ahead=ahead, within=2 * sqrt(spread)
                )
            )
    return Luck(rows=luck_of(trials), steps=tuple(steps), unknown=unknown)


def _roll_of(
    battle: Battle, first: int, *, before: Battle
) -> tuple[Ask, tuple[Event, ...], str] | None:
    """The roll that a command answered, what came of it, and the hash of the last of that.

    None for any other command.
    """
    entries = list(_of_command(battle, first))
    if not all(battle.stands(each) for each in entries if each.kind is EntryKind.EVENT):
        return None
    asks = {each.id: each for each in asks_of(battle.game, before.state)}
    events = tuple(
        Event(body=body_of(battle.game, each), clause=each.clause)
        for each in entries
        if each.kind is EntryKind.EVENT
    )
    for each in events:
        ask = asks.get(getattr(each.body, "ask_id", -1))
        if ask is None:
            continue
        if getattr(each.body, "dice", None) or ask.question.answered_by == DRAWN:
            return ask, events, entries[-1].hash
    return None


def _of_command(battle: Battle, first: int) -> list[Entry]:
    command = battle.entries[first].command
    found = []
    for at in range(first, len(battle.entries)):
        if battle.entries[at].command != command:
            break
        found.append(battle.entries[at])
    return found
