"""Knows `umpire kit`: an army to print, its tags for programs, and the true scale of a print."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from api.commands.output import Output, show_help
from api.errors import ExitCode, UserError
from api.kit_words import check_lines, check_value, described_lines, summary_lines
from api.roster_file import (
    MOST_PHOTO_BYTES,
    bytes_of,
    complaining,
    read_army,
    roster_names,
    roster_text,
)
from rules.table.bad_input import BadInputError
from vision.kit.army import Army
from vision.kit.describe import described
from vision.kit.dictionary import dictionary_from_text
from vision.kit.kinds import Group
from vision.kit.making import Kit, kit_for
from vision.kit.paper import Paper, paper_from_text
from vision.kit.printing import kit_pages, kit_pdf
from vision.kit.scale_check import NoPhotographError, UnreadablePhotoError, true_scale
from vision.kit.sizes import View, camera_from_text, table_from_text

PRINT = "print"
HELP_WORDS = ("-h", "--help")


class KitGroup(TyperGroup):
    """A group whose first word may be a roster: then it is to be printed."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in HELP_WORDS:
            args = [PRINT, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=KitGroup,
    help="Print an army: tags, cards, templates, anchors. `umpire kit ROSTER` is short for "
    "`umpire kit print ROSTER`.",
    rich_markup_mode=None,
    invoke_without_command=True,
)

Roster = Annotated[
    str, typer.Argument(metavar="ROSTER", help="The army list: a TOML file, or CSV.")
]
Camera = Annotated[
    str | None, typer.Option(help="720p, 1080p, 1440p, 4k or WxH pixels. [default: 1080p]")
]
Table = Annotated[
    str | None, typer.Option(metavar="WxD", help="The table in inches. [default: 36x36]")
]
Tags = Annotated[
    str | None, typer.Option("--dictionary", help="4x4, or 36h11 for 4K. [default: 4x4]")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")]


@app.callback()
def kit(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        show_help(context)


@app.command(PRINT, help="Write the pages of an army as a PDF, to be printed at 100 %.")
def print_kit(
    context: typer.Context,
    *,
    roster: Roster,
    output_file: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The PDF. [default: named after the roster]"),
    ] = None,
    paper: Annotated[str | None, typer.Option(help="a4 or letter. [default: a4]")] = None,
    camera: Camera = None,
    table: Table = None,
    dictionary: Tags = None,
    only: Annotated[
        str, typer.Option(help=f"Some of these, with commas: {', '.join(Group)}.")
    ] = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="Write over a PDF that is there already.")
    ] = False,
) -> None:
    output: Output = context.obj
    army = read_army(roster)
    sheet = _paper(army, paper, roster=roster)
    made = _kit(army, roster=roster, camera=camera, table=table, dictionary=dictionary)
    groups = _groups(only)
    name = Path(roster).stem
    place = output_file or Path(f"{name}.pdf")
    pages = kit_pages(made, paper=sheet, name=name, only=groups)
    if not pages:
        message = f"{roster}: expected something to print, got no page for --only {only}"
        raise UserError(message, ExitCode.USAGE)
    output.file(kit_pdf(made, pages, name=name), place=place, replace=replace)
    output.lines(*summary_lines(made, pages))
    for warning in made.warnings:
        output.remark(f"note: {warning}")


@app.command("describe", help="Say which tag is what, and all that is needed to draw them.")
def describe_kit(
    context: typer.Context,
    *,
    roster: Roster,
    camera: Camera = None,
    table: Table = None,
    dictionary: Tags = None,
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    army = read_army(roster)
    made = _kit(army, roster=roster, camera=camera, table=table, dictionary=dictionary)
    value = described(made)
    if as_json:
        output.data(json.dumps(value, indent=1, ensure_ascii=False))
        return
    output.lines(*described_lines(value))
    for warning in made.warnings:
        output.remark(f"note: {warning}")


@app.command("check", help="Say how large the page 'scale check' was really printed.")
def check_print(
    context: typer.Context,
    *,
    photo: Annotated[
        str,
        typer.Argument(metavar="PHOTO", help="The page with a bank card on it: JPEG or PNG."),
    ],
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    data = bytes_of(photo, most=MOST_PHOTO_BYTES, what="photograph")
    try:
        found = true_scale(data)
    except UnreadablePhotoError as failure:
        no_picture = isinstance(failure, NoPhotographError)
        code = ExitCode.BAD_INPUT if no_picture else ExitCode.CANNOT_SEE
        raise UserError(f"{photo}: {failure}", code) from failure
    if as_json:
        output.data(json.dumps(check_value(found), indent=2))
    else:
        output.lines(*check_lines(found))


@app.command("example", help="Print a sample roster, to print or to write your own from.")
def example_roster(
    context: typer.Context,
    *,
    name: Annotated[str, typer.Argument(help="Which one; --list shows them.")] = "paper-tigers",
    output_file: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write it to this file instead.")
    ] = None,
    list_them: Annotated[bool, typer.Option("--list", help="List the rosters.")] = False,
) -> None:
    output: Output = context.obj
    if list_them:
        output.data("\n".join(roster_names()))
        return
    text = roster_text(name)
    if output_file is None:
        output.data(text)
    else:
        output.file(text, place=output_file, replace=False)


def _kit(
    army: Army, *, roster: str, camera: str | None, table: str | None, dictionary: str | None
) -> Kit:
    """The kit of an army: an option of the command line comes before what the roster wishes."""
    wishes = army.wishes
    with complaining("--camera" if camera else f"{roster}: [kit]", _code(camera)):
        chosen_camera = camera_from_text(camera or wishes.get("camera", "1080p"))
    with complaining("--table" if table else f"{roster}: [kit]", _code(table)):
        chosen_table = table_from_text(table or wishes.get("table", "36x36"))
    with complaining("--dictionary" if dictionary else f"{roster}: [kit]", _code(dictionary)):
        tags = dictionary_from_text(dictionary or wishes.get("dictionary", "4x4"))
    view = View(camera=chosen_camera, table=chosen_table, dictionary=tags)
    with complaining(roster):
        return kit_for(army, view)


def _paper(army: Army, paper: str | None, *, roster: str) -> Paper:
    with complaining("--paper" if paper else f"{roster}: [kit]", _code(paper)):
        return paper_from_text(paper or army.wishes.get("paper", "a4"))


def _code(option: str | None) -> ExitCode:
    return ExitCode.USAGE if option else ExitCode.BAD_INPUT


def _groups(only: str) -> Sequence[Group]:
    names = [name.strip().lower() for name in only.split(",") if name.strip()]
    unknown = [name for name in names if name not in {each.value for each in Group}]
    if unknown:
        complaint = BadInputError("--only", expected=", ".join(Group), got=repr(unknown[0]))
        raise UserError(str(complaint), ExitCode.USAGE)
    return [Group(name) for name in names]
