"""`umpire dice`: prints the tray, and holds the reader of dice to a player's own photographs."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from api.errors import ExitCode, UserError
from api.terminal.output import AsJson, Output, show_help
from rules.table.bad_input import BadInputError

# What draws and sees is imported where it is used: all else must run without it.

app = typer.Typer(
    help="Print a tray for dice, try how well it is read, and count a season of rolls.",
    rich_markup_mode=None,
    invoke_without_command=True,
)


@app.callback()
def dice(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        show_help(context)


@app.command("tray", help="Write the dice tray as a PDF, to be printed at 100 %.")
def print_tray(
    context: typer.Context,
    *,
    output_file: Annotated[Path, typer.Option("--output", "-o", help="The PDF.")] = Path(
        "dice-tray.pdf"
    ),
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    replace: Annotated[
        bool, typer.Option("--force", help="Write over a PDF that is there already.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    from vision.kit.pages.printing import tray_pdf
    from vision.kit.paper.sheets import paper_from_text

    output: Output = context.obj
    try:
        sheet = paper_from_text(paper, "--paper")
    except BadInputError as complaint:
        raise UserError(str(complaint), ExitCode.USAGE) from complaint
    output.file(tray_pdf(sheet), place=output_file, replace=replace)
    if as_json:
        output.deed("", as_json=True, wrote=str(output_file), pages=1)


@app.command("check", help="Read photographs of rolls, and compare with what you say came up.")
def check_rolls(
    context: typer.Context,
    *,
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", help="Photographs of the tray, and dice.toml with their faces."
        ),
    ],
    as_json: AsJson = False,
) -> None:
    from api.files.dice_truth import checked_rolls

    output: Output = context.obj
    found = checked_rolls(folder)
    right = [each for each in found if each.is_right]
    wrong = [each for each in found if each.is_wrong]
    asked = [each for each in found if each.faces is None]
    counts: dict[str, Any] = {
        "right": len(right),
        "wrong": len(wrong),
        "questions": len(asked),
    }
    if as_json:
        output.data(json.dumps({"rolls": [each.told() for each in found], **counts}, indent=1))
    else:
        lines = [each.says for each in found]
        lines.append(
            f"{len(found)} rolls: {len(right)} read rightly, {len(asked)} asked about, "
            f"{len(wrong)} sure and wrong"
        )
        output.data("\n".join(lines))
    if wrong:
        raise typer.Exit(ExitCode.UNEXPECTED)
    if not right:
        raise typer.Exit(ExitCode.CANNOT_SEE)


@app.command("season", help="Count what everybody's dice brought in all battles of a folder.")
def tell_season(
    context: typer.Context,
    *,
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Battle files, as many as there are.")
    ],
    as_json: AsJson = False,
) -> None:
    from dataclasses import asdict

    from api.rolling.season import season

    output: Output = context.obj
    found = season(folder)
    if as_json:
        told = {"battles": found.battles, "dice": [asdict(each) for each in found.dice]}
        output.data(json.dumps(told, indent=1, ensure_ascii=False))
        return
    lines = [f"{found.battles} battles"]
    for each in found.dice:
        lines.append(each.says)
        lines += [
            f"  {share.face}: {share.count:>4}  {share.count / each.count:6.1%}, "
            f"between {share.low:.1%} and {share.high:.1%}"
            for share in each.faces
        ]
    output.data("\n".join(lines))
