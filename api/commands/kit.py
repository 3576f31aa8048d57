"""`umpire kit`: prints an army, lists its tags for programs, and checks the scale of a print."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from api.errors import ExitCode, UserError
from api.files.roster_file import dealt_text, roster_names, roster_text
from api.terminal.output import AsJson, Output, show_help
from rules.table.bad_input import BadInputError
from vision.kit.wanted.kinds import Group

# What draws and detects is imported where it is used: all else must run without it.

PRINT = "print"
HELP_WORDS = ("-h", "--help")


class KitGroup(TyperGroup):
    """A group whose first word may be a roster, which is then printed."""

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
Tilt = Annotated[
    str | None,
    typer.Option(
        metavar="DEGREES",
        help="How far from straight above the camera leans. [default: 30]",
    ),
]
Tags = Annotated[
    str | None, typer.Option("--dictionary", help="4x4, or 36h11 for 4K. [default: 4x4]")
]


Force = Annotated[bool, typer.Option("--force", help="Write over what is there already.")]


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
    tilt: Tilt = None,
    dictionary: Tags = None,
    art: Annotated[
        str | None, typer.Option(help="Drawings: none, lines or colour. [default: none]")
    ] = None,
    only: Annotated[
        str, typer.Option(help=f"Some of these, with commas: {', '.join(Group)}.")
    ] = "",
    replace: Annotated[
        bool, typer.Option("--force", "--replace", help="Write over a PDF that is there already.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    from api.kit.work import KitChoices, print_army

    chosen = KitChoices(camera=camera, table=table, dictionary=dictionary, tilt=tilt, art=art)
    place = output_file or Path(f"{Path(roster).stem}.pdf")
    print_army(
        context.obj,
        roster,
        chosen=chosen,
        paper=paper,
        only=_groups(only),
        place=place,
        is_over=replace,
        as_json=as_json,
    )


@app.command("describe", help="Say which tag is what, and all that is needed to draw them.")
def describe_kit(
    context: typer.Context,
    *,
    roster: Roster,
    camera: Camera = None,
    table: Table = None,
    tilt: Tilt = None,
    dictionary: Tags = None,
    as_json: AsJson = False,
) -> None:
    from api.kit.work import KitChoices, describe_army

    chosen = KitChoices(camera=camera, table=table, dictionary=dictionary, tilt=tilt)
    describe_army(context.obj, roster, chosen=chosen, as_json=as_json)


@app.command("foretell", help="Say how surely a camera will read and place it, before you print.")
def foretell(
    context: typer.Context,
    *,
    kit: Annotated[
        str,
        typer.Argument(
            metavar="ROSTER|KIT.json", help="An army list, or what `kit describe --json` wrote."
        ),
    ],
    camera: Camera = None,
    table: Table = None,
    tilt: Tilt = None,
    dictionary: Tags = None,
    height: Annotated[
        float | None,
        typer.Option(
            metavar="INCHES",
            min=6,
            max=400,
            help="Of the camera over the table. [default: as near as it sees all of it]",
        ),
    ] = None,
    lens: Annotated[
        str,
        typer.Option(
            metavar="DEGREES|LENS.json",
            help="What it sees along the picture's long side, or a file of `calibrate lens`.",
        ),
    ] = "62",
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw a map for each kind of piece.")
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    from api.calibrating.foretell_work import ForetellAsked, foretell_kit
    from api.kit.work import KitChoices

    asked = ForetellAsked(
        kit=kit,
        chosen=KitChoices(camera=camera, table=table, dictionary=dictionary, tilt=tilt),
        lens=lens,
        height=height,
        svg=svg,
        force=force,
        as_json=as_json,
    )
    foretell_kit(context.obj, asked)


@app.command("keep", help="Write into the roster which tags each piece has, so that they stay.")
def keep_kit(
    context: typer.Context,
    *,
    roster: Roster,
    output_file: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write it to this file instead.")
    ] = None,
    dictionary: Tags = None,
    as_json: AsJson = False,
) -> None:
    from api.kit.keep import keep_tags
    from api.kit.work import KitChoices

    chosen = KitChoices(camera=None, table=None, dictionary=dictionary)
    keep_tags(context.obj, roster, chosen=chosen, place=output_file, as_json=as_json)


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
    from api.kit.work import check_photo

    check_photo(context.obj, photo, as_json=as_json)


@app.command("example", help="Print a sample roster, to print or to write your own from.")
def example_roster(
    context: typer.Context,
    *,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Which one; --list shows them.")
    ] = "paper-tigers",
    output_file: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write it to this file instead.")
    ] = None,
    list_them: Annotated[bool, typer.Option("--list", help="List the rosters.")] = False,
    seed: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", help="Deal the cards of that game anew, from a number."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    if list_them:
        names = roster_names()
        output.data(json.dumps({"rosters": names}) if as_json else "\n".join(names))
        return
    text = roster_text(name) if seed is None else dealt_text(name, seed=seed)
    output.text(text, name=name, place=output_file, as_json=as_json)


def _groups(only: str) -> Sequence[Group]:
    names = [name.strip().lower() for name in only.split(",") if name.strip()]
    unknown = [name for name in names if name not in {each.value for each in Group}]
    if unknown:
        complaint = BadInputError("--only", expected=", ".join(Group), got=repr(unknown[0]))
        raise UserError(str(complaint), ExitCode.USAGE)
    return [Group(name) for name in names]
