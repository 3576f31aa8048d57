"""`umpire play`: plays at a terminal any game in which nothing is measured."""

from pathlib import Path
from typing import Annotated

import typer

from api.terminal.output import AsJson

HELP = (
    "Play a game at this terminal, without a camera: what may be done is numbered, and a number "
    "does it. For games in which no place is measured."
)


def play(
    context: typer.Context,
    *,
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="paper-invasion, or another; see umpire games.")
    ],
    player: Annotated[
        list[str] | None, typer.Option("--player", help="Who plays; again for each further one.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="What is agreed otherwise; see umpire games GAME."),
    ] = None,
    battle: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the game here; one that is there goes on."),
    ] = None,
    give: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A command to give once it is possible: a drawn board."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    from api.playing.desk import PlayAsked, play_at_desk

    asked = PlayAsked(
        game=game,
        players=tuple(player or ()),
        options=tuple(option or ()),
        battle=battle,
        give=give,
        as_json=as_json,
    )
    code = play_at_desk(context.obj, asked)
    if code:
        raise typer.Exit(code)
