"""`umpire corpus`: holds an engine to the judged cases, and counts them."""

import json
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from api.corpus.adding import case_text, moment_of
from api.corpus.outside_engine import OutsideEngine
from api.corpus.running import CorpusRun, book_in, bounded_text, known_in, run_cases
from api.errors import ExitCode, UserError
from api.files.games import game as game_of
from api.review.record.looking import looking_at
from api.terminal.output import Output
from api.terminal.progress import bar
from rules.corpus.cases import (
    CaseBook,
    book_of,
    packed_book,
    packed_books,
    packed_known,
    packed_language,
)
from rules.corpus.counts import BookCounts, counted
from rules.corpus.from_moment import CHAPTER
from rules.referee.toolkit.phrases import counted as so_many
from rules.table.bad_input import BadInputError

EXEC: Final = "exec:"
PATIENCE_S: Final = 10.0

app = typer.Typer(
    help="Hold an engine to the corpus of judged cases.",
    rich_markup_mode=None,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
GameName = Annotated[
    str | None, typer.Argument(metavar="GAME", help="The cases of this game alone.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Folder = Annotated[
    Path | None,
    typer.Option(
        "--from", metavar="PATH", help="A folder or a file of your own cases; GAME says of which."
    ),
]


@app.command("run", help="Put every case to an engine, and tell where it differs.")
def run(
    context: typer.Context,
    *,
    slug: GameName = None,
    engine: Annotated[
        str, typer.Option("--engine", metavar="exec:CMD", help="An engine; without it this one.")
    ] = "",
    folder: Folder = None,
    known: Annotated[
        Path | None,
        typer.Option("--known", metavar="FILE", help="What the engine is known to depart from."),
    ] = None,
    patience: Annotated[
        float, typer.Option("--patience", metavar="SECONDS", help="For one case.")
    ] = PATIENCE_S,
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    began = time.perf_counter()
    books = _books(slug, folder)
    read = time.perf_counter()
    departures = _known(books, place=known, engine=engine)
    with bar("Ruling") as step:
        if engine:
            with OutsideEngine(_command(engine), patience_s=patience) as outside:
                found = run_cases(books, engine=outside, known=departures, progress=step)
        else:
            found = run_cases(books, engine=None, known=departures, progress=step)
    found.reading_s, found.ruling_s = read - began, time.perf_counter() - read
    if as_json:
        output.data(json.dumps(found.value(), ensure_ascii=False))
    else:
        output.data("\n".join(_told(found)))
    if not found.ran:
        message = "no case was ruled on, so nothing was compared"
        raise UserError(found.fault or message, ExitCode.UNEXPECTED)
    if not found.good:
        raise typer.Exit(ExitCode.UNEXPECTED)


@app.command("list", help="Count the cases by game, clause and option.")
def list_cases(
    context: typer.Context,
    *,
    slug: GameName = None,
    folder: Folder = None,
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    found = {book.game.slug: counted(book) for book in _books(slug, folder)}
    if as_json:
        value = {name: _value(counts) for name, counts in found.items()}
        output.data(json.dumps(value, ensure_ascii=False))
        return
    for name, counts in found.items():
        output.data("\n".join(_counts(name, counts)))


@app.command("add", help="Make a case of an event or a refusal of a battle, as small as it can be.")
def add(
    context: typer.Context,
    *,
    place: Annotated[Path, typer.Argument(metavar="BATTLE", help="The file of a battle.")],
    name: Annotated[
        str,
        typer.Argument(metavar="EVENT", help="An event, as e41; a refusal, as r3; or a dispute."),
    ],
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="FILE", help="Add it to this file instead of printing it."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    with looking_at(place) as found:
        try:
            made = case_text(moment_of(found.battle, found.archive, name=name), found.battle.game)
        except BadInputError as complaint:
            raise UserError(f"{place}: {complaint}", ExitCode.BAD_INPUT) from complaint
        game = found.battle.game
    if to is None:
        output.text(made.rstrip(), name=name, place=None, as_json=as_json)
        return
    try:
        before = f"{bounded_text(to).rstrip()}\n\n" if to.exists() else ""
        book_of(game, packed_language(game.slug), files={f"{CHAPTER}/{to.name}": before + made})
    except BadInputError as complaint:
        raise UserError(f"{to}: {complaint}", ExitCode.BAD_INPUT) from complaint
    output.file(before + made, place=to, replace=True)
    if as_json:
        output.data(json.dumps({"name": name, "wrote": str(to)}))


def _books(slug: str | None, folder: Path | None) -> tuple[CaseBook, ...]:
    if folder is not None and slug is None:
        raise UserError("--from needs the game whose cases they are", ExitCode.USAGE)
    try:
        if folder is not None and slug is not None:
            return (book_in(folder, game_of(slug)),)
        names = packed_books() if slug is None else (slug,)
        return tuple(packed_book(game_of(name)) for name in names)
    except BadInputError as complaint:
        usage = complaint.where == "game"
        code = ExitCode.USAGE if usage else ExitCode.BAD_INPUT
        raise UserError(str(complaint), code) from complaint


def _known(books: tuple[CaseBook, ...], *, place: Path | None, engine: str) -> Mapping[str, str]:
    """What is known of an engine; of this program it is packed beside its cases."""
    if place is not None:
        return known_in(place)
    if engine:
        return {}
    return {name: why for book in books for name, why in packed_known(book.game.slug).items()}


def _command(engine: str) -> str:
    if not engine.startswith(EXEC):
        message = f"--engine: expected {EXEC}COMMAND, got {engine!r}"
        raise UserError(message, ExitCode.USAGE)
    return engine.removeprefix(EXEC)


def _told(found: CorpusRun) -> Iterator[str]:
    yield from (each.told() for each in found.differ)
    yield from (f"known: {name}: {why}" for name, why in found.known.items())
    yield from (f"settled: {name} is no departure any more" for name in found.settled)
    yield from (f"unable: {name}: {why}" for name, why in found.unable.items())
    if found.fault:
        yield f"the engine failed at {found.fault}"
    wrong = len({each.case for each in found.differ})
    agreed = found.ran - wrong - len(found.known)
    yield (
        f"{so_many(found.ran, 'case')} ruled on: {agreed} agree, {wrong} differ, "
        f"{len(found.known)} differ as is known; the engine is unable to rule on "
        f"{len(found.unable)}, {found.not_asked} were not asked; "
        f"read in {found.reading_s:.2f} s, ruled on in {found.ruling_s:.2f} s."
    )


def _value(counts: BookCounts) -> Mapping[str, Any]:
    return {
        "cases": counts.cases,
        "commands": counts.steps,
        "examples": list(counts.examples),
        "clauses": {
            name: {"for": yes, "against": no} for name, (yes, no) in counts.clauses.items()
        },
        "options": {name: dict(values) for name, values in counts.options.items()},
    }


def _counts(name: str, counts: BookCounts) -> Iterator[str]:
    covered = len(counts.clauses) - len(counts.uncited)
    yield (
        f"{name}: {counts.cases} cases with {counts.steps} commands; {covered} of "
        f"{len(counts.clauses)} clauses, {len(counts.examples)} worked examples"
    )
    for clause, (yes, no) in counts.clauses.items():
        yield f"  {clause:<14} {yes:>4} for {no:>4} against"
    for option, values in counts.options.items():
        told = ", ".join(f"{value} {count}" for value, count in values.items())
        yield f"  {option}: {told}"
