"""`umpire library`: lists and counts all battles of a folder, and adds others to it."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from api.backup.places import kept_places
from api.errors import ExitCode, UserError
from api.files.games import games
from api.review.folder.adding import add_battle
from api.review.folder.library import (
    BattleSummary,
    Total,
    Unreadable,
    Wanted,
    matching,
    totals_of,
)
from api.review.folder.summaries import Summaries
from api.review.pages.page_parts import counted
from api.terminal.output import AsJson, Output, show_help
from api.terminal.progress import bar, watched
from api.version import version
from api.wording import shortened

app = typer.Typer(
    help="Look through your battles: list, count, and add those of another machine.",
    rich_markup_mode=None,
    invoke_without_command=True,
)
Folder = Annotated[
    Path | None,
    typer.Option("--battles", metavar="FOLDER", help="As of `umpire serve`, unless you say."),
]


@app.callback()
def library(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        show_help(context)


@app.command("list", help="List battles, the latest first.")
def list_battles(
    context: typer.Context,
    *,
    text: Annotated[str, typer.Argument(metavar="WORDS", help="Words to look for.")] = "",
    game: Annotated[str, typer.Option("--game", help="Only of this game, as paper_tigers.")] = "",
    player: Annotated[str, typer.Option("--player", help="Only with this player.")] = "",
    since: Annotated[str, typer.Option("--since", help="Begun on this day or later.")] = "",
    until: Annotated[str, typer.Option("--until", help="Begun on this day or earlier.")] = "",
    battles: Folder = None,
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    wanted = Wanted(text=text, game=game, player=player, since=_day(since), until=_day(until))
    found, unreadable = _all(battles)
    shown = matching(found, wanted)
    if as_json:
        told = {
            "battles": [asdict(each) for each in shown],
            "unreadable": [asdict(each) for each in unreadable],
        }
        output.data(json.dumps(told, indent=1, ensure_ascii=False))
        return
    for each in shown:
        players = " and ".join(player.name for player in each.players)
        result = each.result or "not over"
        title = f"{shortened(each.title)}  " if each.title else ""
        output.data(
            f"{each.name}  {each.began[:10]}  {title}{each.game_title}, {players}: {result}"
        )
    for left in unreadable:
        output.remark(f"{left.name}: cannot be read: {left.why}")
    if not shown:
        output.remark("no such battle")


@app.command("totals", help="Count battles, wins and losses of each player and army.")
def totals(context: typer.Context, *, battles: Folder = None, as_json: AsJson = False) -> None:
    output: Output = context.obj
    found, _ = _all(battles)
    every = totals_of(found)
    if as_json:
        output.data(json.dumps(asdict(every), indent=1, ensure_ascii=False))
        return
    for name, totals in (("Players", every.players), ("Armies", every.armies)):
        output.data(name)
        for each in sorted(totals.values(), key=lambda one: (-one.won, one.name)):
            output.data(f"  {_told(each)}")


@app.command(
    "add", help="Add battle files, or battles as JSON Lines; never over one that is there."
)
def add(
    context: typer.Context,
    *,
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="*.battle or *.jsonl.")],
    battles: Folder = None,
    name: Annotated[
        str, typer.Option("--as", metavar="NAME", help="The name to keep it under; for one file.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    if name and len(files) > 1:
        raise UserError("--as names one file, and there are several", ExitCode.USAGE)
    folder = _folder(battles, make=True)
    failed: UserError | None = None
    done: list[dict[str, object]] = []
    for file in watched(files, what="Adding battles", total=len(files)):
        try:
            added = add_battle(file, folder, name=name)
            kept = {"as": added.place.name, "deed": added.deed.value, "events": added.events}
            done.append({"file": str(file), **kept})
            says = f"{file} {added.says}"
        except UserError as failure:
            says, failed = failure.message, failed or failure
            done.append({"file": str(file), "complaint": says})
        if not as_json:
            output.remark(says)
    if as_json:
        output.data(json.dumps({"battles": done}, indent=1, ensure_ascii=False))
    if failed is not None:
        raise typer.Exit(failed.exit_code)


def _told(total: Total) -> str:
    parts = [counted(total.battles, "battle"), f"{total.won} won", f"{total.lost} lost"]
    parts += [f"{total.drawn} drawn"] if total.drawn else []
    parts += [f"{total.unfinished} not over"] if total.unfinished else []
    return f"{total.name}: {', '.join(parts)}"


def _all(battles: Path | None) -> tuple[list[BattleSummary], list[Unreadable]]:
    folder = _folder(battles)
    with bar("Reading battles") as step:
        summaries = Summaries(folder, games=games, version=version())
        every = list(summaries.every(progress=step))
    return (
        [each for each in every if isinstance(each, BattleSummary)],
        [each for each in every if isinstance(each, Unreadable)],
    )


def _folder(battles: Path | None, *, make: bool = False) -> Path:
    folder = kept_places(battles).battles
    if make and battles is None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not folder.is_dir():
        raise UserError(f"{folder}: there is no such folder", ExitCode.USAGE)
    return folder


def _day(text: str) -> str:
    from datetime import date

    if not text:
        return ""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as failure:
        message = f"expected a day as 2026-11-21, got {text!r}"
        raise UserError(message, ExitCode.USAGE) from failure
