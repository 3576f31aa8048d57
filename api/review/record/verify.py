"""Verifies a battle: its chain, its replay, and each measured ruling judged again."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from api.dealing.orders import fault_of_opening, opened_seeds, orders_with
from api.review.record.archive import Archive, AskedCommand, Unknown
from api.review.record.reading import Battles
from api.review.record.rechecked import Check, Rechecked, otherwise, refusals_rechecked
from api.review.record.rulings import Case, battles_before, contrasts, is_ruling, judged
from rules.referee.court.dealing import faults_of_dealing, promises
from rules.referee.log.battle import Battle, replayed
from rules.referee.log.entries import Entry
from rules.referee.toolkit.game import Game
from rules.table.bad_input import BadInputError

Progress = Callable[[int, int], None]
"""How many events of how many are done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """The result of verifying a battle."""

    events: int
    """Events whose chain holds."""
    fault: str
    """What breaks the chain, the log or its replay; nothing where all is well."""
    rulings: tuple[Rechecked, ...]
    made_with: tuple[str, ...]
    """The versions of the umpire that wrote it."""
    installed: str

    @property
    def is_sound(self) -> bool:
        """Whether everything was found to be as it was, but for what today's rules change."""
        return not self.fault and not self.of(Check.DIFFERENT)

    def of(self, check: Check) -> tuple[Rechecked, ...]:
        """The rulings of which this was found."""
        return tuple(each for each in self.rulings if each.check is check)


def verified(
    battles: Battles,
    *,
    games: Mapping[str, Game],
    installed: str,
    progress: Progress = lambda _done, _of: None,
) -> Verified:
    """Check everything that can be checked; a file that is damaged is checked as far as it goes."""
    entries = battles.log.entries
    made = tuple(dict.fromkeys(entry.versions.umpire for entry in entries))
    rulings: tuple[Rechecked, ...] = ()
    fault, rules = battles.fault, 0
    try:
        game = game_of(games, entries)
        rules = game.version
        fault = "; ".join(filter(None, (fault, *_cards_checked(replayed(game, entries)))))
        archive = battles.archive
        rulings = (
            *_rechecked(game, entries, archive=archive, progress=progress),
            *refusals_rechecked(game, entries, archive=archive),
        )
    except BadInputError as complaint:
        fault = "; ".join(filter(None, (fault, f"it cannot be replayed: {complaint}")))
    return Verified(
        events=len(entries),
        fault=fault,
        rulings=_explained(rulings, installed=installed, rules=rules),
        made_with=made,
        installed=installed,
    )


def _cards_checked(battle: Battle) -> Iterator[str]:
    """What is wrong with the cards that the umpire has dealt, as far as their orders are opened."""
    promised = promises(battle)
    yield from filter(None, map(fault_of_opening, promised.values()))
    yield from faults_of_dealing(battle, orders_with(opened_seeds(promised)))


def game_of(games: Mapping[str, Game], entries: Sequence[Entry]) -> Game:
    """The game that a log was played with."""
    if not entries:
        raise BadInputError("log", expected="at least its first event", got="none that is whole")
    slug = entries[0].versions.game
    if slug not in games:
        raise BadInputError("game", expected=f"one of {', '.join(games)}", got=repr(slug)[:60])
    return games[slug]


def _rechecked(
    game: Game, entries: Sequence[Entry], *, archive: Archive, progress: Progress
) -> Iterator[Rechecked]:
    asked = {each.first: each for each in archive.commands()}
    tables = archive.snapshot_ids()
    for first, before in battles_before(game, entries):
        progress(first, len(entries))
        command = asked.get(first)
        last = command.last if command is not None else first
        ruled = tuple(entries[first : last + 1])
        measured = next((entry for entry in ruled if is_ruling(entry)), None)
        if measured is not None:
            at = RuledCommand(entries=ruled, measured=measured, before=before, place=tables)
            yield _one(at, command=command, archive=archive)
    progress(len(entries), len(entries))


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledCommand:
    """What a command brought about, and where the table lies that it was judged on."""

    entries: tuple[Entry, ...]
    measured: Entry
    before: Battle
    place: Mapping[int, int]


def _one(
    ruled: RuledCommand, *, command: AskedCommand | Unknown | None, archive: Archive
) -> Rechecked:
    name, clause = ruled.measured.id, ruled.measured.clause
    if not isinstance(command, AskedCommand):
        why = "no command is kept for it" if command is None else command.why
        is_changed = command is not None and command.is_changed
        check = Check.DIFFERENT if is_changed else Check.UNKNOWN
        return Rechecked(entry=name, clause=clause, check=check, why=why)
    place = ruled.place.get(ruled.measured.sequence)
    if place is None:
        why = "the table that it was judged on was not kept"
        return Rechecked(entry=name, clause=clause, check=Check.UNKNOWN, why=why)
    try:
        snapshot = archive.snapshot(place)
        case = Case(before=ruled.before, asked=command, snapshot=snapshot, entries=ruled.entries)
        found = contrasts(case, judged(case))
    except BadInputError as complaint:
        return Rechecked(entry=name, clause=clause, check=Check.DIFFERENT, why=str(complaint))
    if not found:
        return Rechecked(entry=name, clause=clause, check=Check.SAME)
    return Rechecked(
        entry=name,
        clause=clause,
        check=Check.DIFFERENT,
        differences=tuple(each.says for each in found),
        rules=ruled.measured.versions.rules,
        umpire=ruled.measured.versions.umpire,
    )


def _explained(
    rulings: tuple[Rechecked, ...], *, installed: str, rules: int
) -> tuple[Rechecked, ...]:
    """Why a ruling would be another one now: the rules or the program have changed, or the file."""
    return tuple(
        _reasoned(each, installed=installed, rules=rules)
        if each.check is Check.DIFFERENT and not each.why
        else each
        for each in rulings
    )


def _reasoned(each: Rechecked, *, installed: str, rules: int) -> Rechecked:
    why = otherwise(
        rules_then=each.rules, umpire_then=each.umpire, rules=rules, installed=installed
    )
    if why:
        return replace(each, check=Check.RULES_CHANGED, why=why)
    told = f"umpire {installed} made it and is installed; so the log or its evidence was changed"
    return replace(each, why=told)
