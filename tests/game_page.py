"""The page of the documentation that each game gets by itself: clauses, options, rulings."""

from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path

from api.commands.games import allowed_of, default_of, standing_of
from rules.referee.log.house_options import HOUSE_OPTIONS, proposal_options
from rules.referee.toolkit.game import Game
from rules.referee.toolkit.settings import Option
from tests.rulings import Refused, Rulings, Wanted, rulings_in

INTRO = """\
<!-- Written by `python -m tests.regenerate` from the game's own code and data: edit those. -->

# {title}

{says}

This page is made from what the umpire runs on: nothing here is promised that the code does not
hold. In the sentences, braces stand for what is filled in at the table.
"""
CLAUSES = """
## Clauses

What the rules say, in the umpire's words, and what it does about it.

"""
OPTIONS = """
## Options

What players may agree on before a battle. The number is that of the question in the rules which
the option answers, where there is one.

"""
UNITS = """
## Units

What armies are put together from. A unit without points is complete only once somebody fills in
what its source leaves open.

"""
HOUSE = """
Options of every battle, whatever its game, and what becomes of what the camera proposes:

"""
REFUSALS = """
## Refusals

Every sentence with which a command is turned down, under its clause. Nothing has changed then. A
refusal without a clause of its own names that of the step the battle is in, or of what was asked.

"""
MEASURED = """
## What is measured

What a ruling says when it rests on a measurement. One that is past its limit refuses, together with
limit, margin and error; one within the doubt is left to the options.

"""
AMENDABLE = """
## What players may amend

What the umpire has wrong is put right with `amend_state`: with a reason, once all sides agree.

"""
ROLLS = """
## Dice

Every roll that the umpire asks for, and what it says that each result means.

"""
QUESTIONS = """
## Questions

Everything else that the umpire waits for, and what may be answered where that is fixed.

"""


def game_page(game: Game, folder: Path | None = None) -> str:
    """The page of one game; `folder` is where its modules lie, if not where they were found."""
    rulings = rulings_in(folder or folder_of(game))
    parts = [
        INTRO.format(title=game.title, says=game.says),
        CLAUSES,
        *_table(
            ("clause", "what it says", "the umpire"),
            ((each.id, each.says, standing_of(each)) for each in game.clauses),
        ),
        OPTIONS,
        *_option_rows(game.option_schema),
        HOUSE,
        *_option_rows((*HOUSE_OPTIONS, *proposal_options(game))),
        *_amendable(game),
        *_units(game),
        *_said(rulings),
    ]
    return "".join(parts)


def folder_of(game: Game) -> Path:
    """Where the modules of a game lie."""
    return Path(str(files(f"rules.games.{game.slug}")))


def _said(rulings: Rulings) -> Iterator[str]:
    for head, told in ((REFUSALS, rulings.refusals), (MEASURED, rulings.measured)):
        if told:
            yield head
            yield from _table(("clause", "sentence"), (_refusal_row(each) for each in told))
    if rulings.rolls:
        yield ROLLS
        rolls = (_roll_row(each) for each in rulings.rolls)
        yield from _table(("clause", "dice", "for", "what it brings"), rolls)
    if rulings.questions:
        yield QUESTIONS
        questions = (_question_row(each) for each in rulings.questions)
        yield from _table(("clause", "question", "answers"), questions)


def _amendable(game: Game) -> Iterator[str]:
    if game.amendable:
        yield AMENDABLE
        rows = ((f"`{each.name}`", each.holder.kind, each.says) for each in game.amendable)
        yield from _table(("what", "whose", "what it is"), rows)


def _units(game: Game) -> Iterator[str]:
    if game.fieldable:
        yield UNITS
        rows = (
            (each.name, "" if each.points is None else f"{each.points}", each.says, each.source)
            for each in game.fieldable
        )
        yield from _table(("unit", "points", "what it is", "from"), rows)


def _option_rows(options: Iterable[Option]) -> Iterator[str]:
    rows = (
        (
            f"`{each.name}`",
            f"`{default_of(each)}`",
            _allowed(each),
            f"{each.says} Fixed: {each.fixed}" if each.fixed else each.says,
            each.ambiguity,
        )
        for each in options
    )
    return _table(("option", "default", "may be", "decides", "number"), rows)


def _allowed(option: Option) -> str:
    return ", ".join(f"`{each}`" for each in option.choices) or allowed_of(option)


def _refusal_row(refused: Refused) -> tuple[str, ...]:
    return (", ".join(refused.clauses), refused.text)


def _roll_row(wanted: Wanted) -> tuple[str, ...]:
    return (", ".join(wanted.clauses), wanted.dice, wanted.text, "; ".join(wanted.answers))


def _question_row(wanted: Wanted) -> tuple[str, ...]:
    return (", ".join(wanted.clauses), wanted.text, ", ".join(wanted.answers))


def _table(header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(header)} |\n"
    yield f"|{' --- |' * len(header)}\n"
    for row in rows:
        yield f"| {' | '.join(_cell(each) for each in row)} |\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
