"""Holds back what depends on a difference, and lets the rest of the game go on."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass

from rules.referee.court.declared import seen_table
from rules.referee.log.battle import Battle
from rules.referee.log.drafts import refused
from rules.referee.log.open_disputes import holding
from rules.referee.log.subjects import mentions
from rules.referee.toolkit.game import Command, Decision, Difference, Refusal
from rules.referee.toolkit.vocabulary import kind_of
from rules.table.snapshot import Snapshot

CLAUSE = "REF-4"

Judge = Callable[[Command], Decision]
"""The game's decision on a command, once no difference stands in its way."""


def differing(battle: Battle, snapshot: Snapshot) -> tuple[Difference, ...]:
    """Where the table is not as the game has it."""
    return battle.game.differences(battle.state, seen_table(battle, snapshot))


def judge_of(battle: Battle, snapshot: Snapshot, *, settles: str = "") -> Judge:
    """How commands are judged now; ``settles`` is a subject whose difference is being settled."""
    table = seen_table(battle, snapshot)

    def judge(command: Command) -> Decision:
        for each in battle.game.differences(battle.state, table):
            if each.subject != settles and _waits(battle, command, difference=each):
                return _refusal(each)
        found = battle.game.decide(battle.state, command, table)
        return _held(battle, command, decision=found)

    return judge


def _held(battle: Battle, command: Command, *, decision: Decision) -> Decision:
    """What was decided, unless it depends on a ruling that is disputed."""
    if isinstance(decision, Refusal) or not battle.disputes:
        return decision
    found = holding(battle.disputes, battle.options, command=command, events=decision)
    if found is None:
        return decision
    waits = ", ".join(found.subjects)
    about = f", so what concerns {waits} waits" if waits else ""
    return refused("REF-12", f"{found.author} disputes {found.entry} ({found.id}){about}.")


def _waits(battle: Battle, command: Command, *, difference: Difference) -> bool:
    if command.body in difference.remedies:
        return False
    named = mentions(command.body, difference.subject)
    return named or battle.game.rests_on(battle.state, command, difference)


def _refusal(difference: Difference) -> Refusal:
    ways = " or ".join(_shown(remedy) for remedy in difference.remedies)
    says = difference.says.rstrip(".")
    return refused(CLAUSE, f"{says}. What settles it: {ways}." if ways else f"{says}.")


def _shown(remedy: object) -> str:
    """A command as a few words: its kind and its texts."""
    words = [kind_of(remedy).replace("_", " ")]
    if is_dataclass(remedy):
        values = (getattr(remedy, field.name) for field in fields(remedy))
        words += [value for value in values if isinstance(value, str)]
    return " ".join(words)
