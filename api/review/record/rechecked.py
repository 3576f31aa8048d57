"""Says what became of a ruling that was judged again, and judges refusals again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from api.battle_files.refusals import Refused, RefusedLine, linked
from api.review.record.archive import Archive
from api.review.record.rulings import battles_before, unlike
from rules.referee.court.asking import ask
from rules.referee.log.battle import Battle, replayed
from rules.referee.log.drafts import written_evidence
from rules.referee.log.entries import Entry, Stamp
from rules.referee.toolkit.game import Command, Game, Refusal
from rules.table.bad_input import BadInputError


class Check(StrEnum):
    """What was found out about one ruling."""

    SAME = "same"
    DIFFERENT = "different"
    RULES_CHANGED = "rules_changed"
    """Today's rules, or today's program, rule otherwise than the earlier ones it was ruled by."""
    UNKNOWN = "unknown"
    """It cannot be judged again: what that takes was not kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rechecked:
    """One measured ruling, judged again."""

    entry: str
    clause: str
    check: Check
    why: str = ""
    differences: tuple[str, ...] = ()
    rules: int = 0
    """The version of the game's rules by which it was ruled; 0 where that is not known."""
    umpire: str = ""
    """The version of the program that ruled it."""


def otherwise(rules_then: int, umpire_then: str, *, rules: int, installed: str) -> str:
    """Why a ruling may be another one now without a fault; nothing where nothing has changed since.

    >>> otherwise(1, "0.1.0", rules=2, installed="0.1.0")
    "it was ruled by version 1 of the rules, and today's are version 2"
    >>> otherwise(2, "0.1.0", rules=2, installed="0.1.0")
    ''
    """
    if 0 < rules_then < rules:
        return f"it was ruled by version {rules_then} of the rules, and today's are version {rules}"
    if umpire_then and umpire_then != installed:
        return f"it was ruled by umpire {umpire_then}, and {installed} is installed"
    return ""


def refusals_rechecked(
    game: Game, entries: Sequence[Entry], *, archive: Archive
) -> Iterator[Rechecked]:
    """Every refusal that is kept, judged again; one that does not hang on the log is told as it
    is found, and what follows it cannot be relied on.
    """
    lines = archive.refusals()
    if not lines:
        return
    places = {each.number: each for each in lines}
    found: dict[int, list[Refused]] = {}
    fault: Rechecked | None = None
    try:
        for each in linked(lines, entries):
            found.setdefault(each.after, []).append(each)
    except BadInputError as complaint:
        told = f"r{lines[sum(map(len, found.values()))].number}"
        fault = Rechecked(entry=told, clause="", check=Check.DIFFERENT, why=str(complaint))
    for after, battle in _moments(game, entries):
        for each in found.get(after, ()):
            yield _again(battle, each, line=places[each.number], archive=archive)
    if fault is not None:
        yield fault


def _moments(game: Game, entries: Sequence[Entry]) -> Iterator[tuple[int, Battle]]:
    """By its last event, the battle after each command."""
    for first, before in battles_before(game, entries):
        yield first - 1, before
    yield len(entries) - 1, replayed(game, entries)


def _again(battle: Battle, refused: Refused, *, line: RefusedLine, archive: Archive) -> Rechecked:
    clause = refused.refusal.clause
    stamp = Stamp(time=refused.time, command_id=refused.command_id, umpire_version=refused.umpire)
    command = Command(author=refused.author, body=refused.command)
    try:
        now = ask(battle, command, snapshot=archive.snapshot(line.snapshot), stamp=stamp).refusal
    except BadInputError as complaint:
        told = str(complaint)
        return Rechecked(entry=refused.name, clause=clause, check=Check.DIFFERENT, why=told)
    differences = tuple(
        f"{refused.name}, {what}: kept {kept}, now {is_}"
        for what, kept, is_ in unlike(_value(refused.refusal), _value(now), where="refusal")
    )
    return Rechecked(
        entry=refused.name,
        clause=clause,
        check=Check.DIFFERENT if differences else Check.SAME,
        differences=differences,
        rules=battle.entries[-1].versions.rules,
        umpire=refused.umpire,
    )


def _value(refusal: Refusal | None) -> object:
    if refusal is None:
        return None
    return {
        "clause": refusal.clause,
        "reason": refusal.reason,
        "waivable": refusal.waivable,
        "evidence": [written_evidence(each) for each in refusal.evidence],
    }
