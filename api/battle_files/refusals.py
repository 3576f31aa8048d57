"""Keeps refusals in a battle file: each is sealed to the one before it and to the log.

A refusal is no event: nothing has happened, and only whoever asked has heard of it. So they lie in
a table of their own. Those that rest on measuring are kept, with the table that they were judged
on, so that they can be disputed, shown and judged again. The oldest go first; what is disputed is
in the log by then.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from api.battle_files.schema import Database, Row
from rules.referee.log.drafts import written_evidence
from rules.referee.log.entries import START, Entry, canonical, digest
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Refusal
from rules.referee.toolkit.vocabulary import read_as
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, flag, items, mapping, parse, string, whole

FORMAT: Final = "paper-umpire/refusal/1"
MOST: Final = 500
"""Kept in one file; a long evening has some fifty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A command that was refused, as it is written down."""

    number: int
    """From 1 on."""
    command_id: str
    time: str
    author: str
    command: Mapping[str, object]
    after: int
    """The last event of the log when it was refused."""
    head: str
    """The hash of that event."""
    refusal: Refusal
    umpire: str
    """The version that refused it."""
    previous: str = START
    """The hash of the refusal before."""

    @property
    def name(self) -> str:
        """What players call it.

        >>> from rules.referee.toolkit.game import Refusal
        >>> told = {"time": "", "author": "", "command": {}, "after": 0, "head": "", "umpire": ""}
        >>> no = Refusal(clause="C-1", reason="No.")
        >>> Refused(number=3, command_id="c", refusal=no, **told).name
        'r3'
        """
        return f"r{self.number}"

    @property
    def asked(self) -> str:
        """The digest of what was asked for and by whom."""
        return digest(canonical({"author": self.author, "command": self.command}))


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedLine:
    """A refusal as it lies in the file."""

    number: int
    command_id: str
    snapshot: int
    """Where the table lies that it was judged on."""
    hash: str
    text: str

    @property
    def is_whole(self) -> bool:
        """Whether the hash is that of the text."""
        return self.text.isascii() and digest(self.text) == self.hash


def written_refusal(refused: Refused) -> str:
    """A refusal as canonical JSON; its hash is that of this text."""
    refusal = refused.refusal
    return canonical(
        {
            "format": FORMAT,
            "number": refused.number,
            "id": refused.command_id,
            "time": refused.time,
            "author": refused.author,
            "command": refused.command,
            "after": refused.after,
            "head": refused.head,
            "clause": refusal.clause,
            "reason": refusal.reason,
            "waivable": refusal.waivable,
            "evidence": [written_evidence(each) for each in refusal.evidence],
            "umpire": refused.umpire,
            "previous": refused.previous,
        }
    )


def read_refusal(line: RefusedLine) -> Refused:
    """A refusal from its line; a BadInputError says what is wrong with it."""
    where = f"r{line.number}"
    if not line.is_whole:
        raise BadInputError(where, expected=f"a text with hash {line.hash[:16]}", got="another")
    fields = Fields(parse(line.text, what=where), where)
    if fields.must("format", string) != FORMAT:
        raise BadInputError(fields.at("format"), expected=repr(FORMAT), got="another one")
    command = fields.must("command", mapping)
    refusal = Refusal(
        clause=fields.must("clause", string),
        reason=fields.must("reason", string),
        waivable=fields.must("waivable", flag),
        evidence=fields.must("evidence", _measured),
    )
    found = Refused(
        number=fields.must("number", whole),
        command_id=fields.must("id", string),
        time=fields.must("time", string),
        author=fields.must("author", string),
        command=command,
        after=fields.must("after", whole),
        head=fields.must("head", string),
        refusal=refusal,
        umpire=fields.must("umpire", string),
        previous=fields.must("previous", string),
    )
    fields.done()
    if (found.number, found.command_id) != (line.number, line.command_id):
        raise BadInputError(where, expected="its own number and command", got=found.name)
    return found


def linked(lines: Iterable[RefusedLine], entries: Sequence[Entry]) -> Iterator[Refused]:
    """The refusals in order; a BadInputError names the first that is not where it belongs."""
    previous = ""
    for line in lines:
        found = read_refusal(line)
        # The oldest are dropped, so the first that is there follows one that may be gone.
        if previous and found.previous != previous:
            raise BadInputError(
                found.name,
                expected=f"a refusal after {previous[:16]}",
                got=f"one after {found.previous[:16]}",
            )
        if not 0 <= found.after < len(entries) or entries[found.after].hash != found.head:
            raise BadInputError(
                found.name,
                expected=f"an event with hash {found.head[:16]} before it",
                got="another log",
            )
        previous = line.hash
        yield found


def latest_run(
    lines: Mapping[int, RefusedLine], entries: Sequence[Entry]
) -> tuple[RefusedLine, ...]:
    """From what is left of a damaged file, the latest refusals that form a chain."""
    run: list[RefusedLine] = []
    for number in sorted(lines, reverse=True):
        try:
            list(linked((lines[number], *run[:1]), entries))
        except BadInputError:
            if run:
                break
            continue
        run = [lines[number], *run]
    return tuple(run)


def refused_lines(rows: Iterable[Row]) -> tuple[RefusedLine, ...]:
    """Rows of the table as lines."""
    return tuple(
        RefusedLine(
            number=int(row[0]),
            command_id=str(row[1]),
            snapshot=int(row[2]),
            hash=str(row[3]),
            text=str(row[4]),
        )
        for row in rows
    )


def put_refusal(connection: Database, line: RefusedLine) -> None:
    """Write a refusal; inside of a transaction."""
    row = (line.number, line.command_id, line.snapshot, line.hash, line.text)
    list(connection.execute("INSERT INTO refusals VALUES (?, ?, ?, ?, ?)", row))


def thin_refusals(connection: Database, *, most: int) -> None:
    """Forget the oldest beyond so many, and tables that nothing else was judged on; inside of a
    transaction.
    """
    sql = "SELECT number FROM refusals ORDER BY number DESC LIMIT 1 OFFSET ?"
    rows = list(connection.execute(sql, (most,)))
    if not rows:
        return
    last = (rows[0][0],)
    tables = list(
        connection.execute("SELECT DISTINCT snapshot FROM refusals WHERE number <= ?", last)
    )
    for sql in (
        "DELETE FROM pictures WHERE refusal <= ?",
        "DELETE FROM refusals WHERE number <= ?",
    ):
        list(connection.execute(sql, last))
    for (place,) in tables:
        sql = (
            "DELETE FROM snapshots WHERE id = ? "
            "AND id NOT IN (SELECT snapshot FROM refusals) "
            "AND NOT EXISTS (SELECT 1 FROM events WHERE events.snapshot = snapshots.id)"
        )
        list(connection.execute(sql, (place,)))


def adopt_pictures(connection: Database, entries: Iterable[Entry]) -> None:
    """Give the picture of a refusal to the event that makes it known; inside of a transaction."""
    for entry in entries:
        number = _made_known(entry.body)
        if number is not None:
            sql = "UPDATE pictures SET sequence = ?, refusal = NULL WHERE refusal = ?"
            list(connection.execute(sql, (entry.sequence, number)))


def event_of(connection: Database, refusal: int, *, after: int) -> int | None:
    """The event that made a refusal known, if there is one by now.

    `after` is the last event before the refusal. A picture takes a moment to be packed, and whoever
    was refused may have been faster.
    """
    sql = (
        "SELECT sequence, line FROM events WHERE sequence > ? AND instr(line, ?) ORDER BY sequence"
    )
    for sequence, line in connection.execute(sql, (after, '"command_refused"')):
        body = Fields(parse(str(line), what="line"), "line").must("body", mapping)
        if _made_known(body) == refusal:
            return int(sequence)
    return None


def _made_known(body: Mapping[str, object]) -> int | None:
    """The number of the refusal that an event makes known."""
    number = str(body.get("name", "")).removeprefix("r")
    is_known = body.get("kind") == "command_refused" and number.isdecimal()
    return int(number) if is_known else None


def _measured(value: object, where: str) -> tuple[Measured, ...]:
    read = (read_as(Measured, each, where=where) for each in items(value, where))
    return tuple(each for each in read if isinstance(each, Measured))
