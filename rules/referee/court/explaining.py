"""Explains a clause, or what stands in the log: its text in our words, and its numbers.

Of an entry only that is told which everybody at the table may know: its sentence, its clause, what
was measured for it, and the sentences of what led to it.
"""

import difflib
from dataclasses import dataclass
from typing import Final

from rules.referee.court.sentences import say
from rules.referee.log.battle import Battle
from rules.referee.log.drafts import REFEREE_CLAUSES
from rules.referee.log.entries import Entry
from rules.referee.toolkit.book.clauses import Clause
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Game, Refusal
from rules.table.bad_input import BadInputError

NEAR: Final = 5
"""Clauses that are named to whoever mistypes one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseExplained:
    """One clause, and whose it is."""

    clause: Clause
    whose: str
    """The game's title, or the referee."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """A ruling or a refusal, with what it rests on."""

    name: str
    """As e12 or r3."""
    time: str
    author: str
    says: str
    clause: ClauseExplained | None
    """None for what stands under no clause, such as the beginning."""
    numbers: tuple[Measured, ...]
    because: tuple[str, ...] = ()
    """The sentences of the entries that led to it."""
    with_it: tuple[str, ...] = ()
    """What else the same command brought about."""
    falls: bool = False
    """Whether it was taken back since."""
    waivable: bool = False
    """For a refusal: whether the players may let it pass together."""


def clause_explained(game: Game, name: str) -> ClauseExplained:
    """The clause of that id, the game's own or the referee's; a BadInputError names near ones."""
    found = _clause(game, name)
    if found is not None:
        return found
    near = near_clauses(game, name)
    expected = f"a clause of {game.title}" + (f", as {', '.join(near)}" if near else "")
    raise BadInputError("clause", expected=expected, got=repr(name)[:60])


def entry_explained(battle: Battle, entry: Entry) -> Explained:
    """What stands in the log, for anybody."""
    led = (battle.entry(cause) for cause in entry.causes)
    others = battle.of_command(entry.command) if entry.command else ()
    return Explained(
        name=entry.id,
        time=entry.time,
        author=entry.author,
        says=say(battle, entry),
        clause=_clause(battle.game, entry.clause),
        numbers=entry.measured,
        because=tuple(say(battle, each) for each in led if each is not None),
        with_it=tuple(say(battle, each) for each in others if each != entry),
        falls=entry.id in battle.fallen,
    )


def refusal_explained(
    game: Game, refusal: Refusal, *, name: str, time: str, author: str
) -> Explained:
    """A refusal, for whoever was refused."""
    return Explained(
        name=name,
        time=time,
        author=author,
        says=refusal.reason,
        clause=_clause(game, refusal.clause),
        numbers=refusal.evidence,
        waivable=refusal.waivable,
    )


def _clause(game: Game, name: str) -> ClauseExplained | None:
    wanted = name.strip().casefold()
    for whose, book in ((game.title, game.clauses), ("the referee", REFEREE_CLAUSES)):
        for clause in book:
            if clause.id.casefold() == wanted:
                return ClauseExplained(clause=clause, whose=whose)
    return None


def near_clauses(game: Game, name: str) -> tuple[str, ...]:
    """The ids that somebody may have meant: those that begin or end so, then those that look so."""
    books = (game.clauses, REFEREE_CLAUSES)
    known = {clause.id.casefold(): clause.id for book in books for clause in book}
    wanted = name.strip().casefold()
    begun = [each for low, each in known.items() if wanted and low.startswith(wanted)]
    ended = [each for low, each in known.items() if wanted and low.endswith(f"-{wanted}")]
    alike = [known[low] for low in difflib.get_close_matches(wanted, known, n=NEAR)]
    return tuple(dict.fromkeys((*begun, *ended, *alike)))[:NEAR]
