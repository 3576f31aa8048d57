"""`umpire games`: lists the games, what players may agree on, and the clauses of each."""

import json
import textwrap
from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich.text import Text

from api.errors import ExitCode, UserError
from api.files.games import game as game_of
from api.files.games import games as all_games
from api.terminal.output import Output
from rules.referee.log.house_options import all_options
from rules.referee.toolkit.book.clauses import Clause, Standing
from rules.referee.toolkit.game import Game
from rules.referee.toolkit.settings import Option
from rules.table.bad_input import BadInputError

HELP = "List the games, or show one with its options and clauses."
WIDTH = 100
FORMAT = "paper-umpire/games/1"


def games(
    context: typer.Context,
    *,
    slug: Annotated[
        str | None, typer.Argument(metavar="SLUG", help="The game to show in full.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
) -> None:
    output: Output = context.obj
    if as_json:
        output.data(_as_json(slug))
        return
    if slug is None:
        output.lines(
            *(
                Text.assemble((f"{each.slug:<14}", "bold"), f"  {each.says}")
                for each in all_games().values()
            )
        )
        return
    output.lines(*_in_full(_named(slug)))


def _named(slug: str) -> Game:
    try:
        return game_of(slug)
    except BadInputError as complaint:
        raise UserError(str(complaint), ExitCode.USAGE) from complaint


def _as_json(slug: str | None) -> str:
    """All games in short, or one with its options and clauses."""
    chosen = list(all_games().values()) if slug is None else [_named(slug)]
    told: list[dict[str, Any]] = []
    for game in chosen:
        whole: dict[str, Any] = {"slug": game.slug, "title": game.title, "says": game.says}
        if slug is not None:
            whole["options"] = [
                {"name": each.name, "default": each.default, "says": each.says}
                for each in all_options(game)
            ]
            whole["clauses"] = [
                {"id": each.id, "standing": each.standing.value, "says": each.says}
                for each in game.clauses
            ]
        told.append(whole)
    return json.dumps({"format": FORMAT, "games": told}, indent=2, ensure_ascii=False)


def _in_full(game: Game) -> Iterator[Text]:
    yield Text.assemble((game.title, "bold"), f": {game.says}")
    yield Text()
    yield Text("Options, agreed before a battle:", "bold")
    for option in all_options(game):
        yield Text.assemble(
            (f"  {option.name}", "bold"), f" = {default_of(option)}", _range(option)
        )
        yield from _wrapped(option.says)
    yield Text()
    yield Text("Clauses, and whether the umpire rules on them:", "bold")
    for clause in game.clauses:
        yield Text.assemble((f"  {clause.id}", "bold"), f" ({standing_of(clause)})")
        yield from _wrapped(clause.says)


def _wrapped(text: str) -> Iterator[Text]:
    lines = textwrap.wrap(text, WIDTH, initial_indent="    ", subsequent_indent="    ")
    yield from (Text(line) for line in lines)


def default_of(option: Option) -> str:
    """The default, as it is written in the options of a script."""
    if isinstance(option.default, bool):
        return "true" if option.default else "false"
    return str(option.default) if isinstance(option.default, str) else f"{option.default:g}"


def _range(option: Option) -> str:
    allowed = allowed_of(option)
    return f"   ({allowed})" if allowed else ""


def allowed_of(option: Option) -> str:
    """What else an option may be."""
    if option.choices:
        return ", ".join(option.choices)
    if isinstance(option.default, bool):
        return "true, false"
    return f"{option.least:g} to {option.most:g}"


def standing_of(clause: Clause) -> str:
    """What the umpire does with a clause, in a few words."""
    match clause.standing:
        case Standing.DONE:
            return "the umpire rules on it"
        case Standing.TODO:
            return "not yet"
        case Standing.EXEMPT:
            return f"for the players: {clause.reason}"
