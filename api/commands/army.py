"""`umpire army`: lists the units of a game, puts an army together, and finds its faults."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from api.armies.building import (
    CAMERA,
    TABLE,
    ArmyWanted,
    build,
    group_named,
    mustered,
    roster_toml,
    units_of,
)
from api.armies.files import added_to, battle_roster_of, unit_lists
from api.armies.words import armies_value, army_lines, group_lines, unit_lines, units_value
from api.errors import ExitCode, UserError
from api.files.games import game as game_of
from api.files.roster_file import complaining
from api.terminal.output import Output, show_help
from api.wording import squeezed
from rules.referee.toolkit.armies import Fieldable, Mustered, Ordered, letters_of, ordered_from
from rules.referee.toolkit.game import Game
from rules.table.bad_input import BadInputError
from rules.table.roster import Entry, Roster

UNITS: Final = "units"
EVERYTHING: Final = "all"
HELP_WORDS = ("-h", "--help")


class ArmyGroup(TyperGroup):
    """A group whose first word may be a game, whose units are then listed."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in HELP_WORDS:
            args = [UNITS, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=ArmyGroup,
    help="Put an army together from a game's units. `umpire army GAME` is short for "
    "`umpire army units GAME`.",
    rich_markup_mode=None,
    invoke_without_command=True,
)

Slug = Annotated[str, typer.Argument(metavar="GAME", help="`umpire games` lists them.")]
Lists = Annotated[
    list[str] | None,
    typer.Option(
        "--list", metavar="WHAT=FILE", help="Your own units as CSV, as the game's guide says."
    ),
]
Total = Annotated[
    int | None, typer.Option(min=0, metavar="POINTS", help="How many points an army may cost.")
]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the battle."),
]
Table = Annotated[str, typer.Option(metavar="WxD", help="The table in inches.")]
Ready = Annotated[str | None, typer.Option(metavar="NAME", help="An army that the game has ready.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")]


@app.callback()
def army(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        show_help(context)


@app.command(UNITS, help="List a game's units, with what each costs and may have besides.")
def list_units(
    context: typer.Context,
    *,
    slug: Slug,
    group: Annotated[
        str | None, typer.Argument(metavar="GROUP", help="A nation or list; all is everything.")
    ] = None,
    lists: Lists = None,
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    game = _game(slug)
    units = _units(game, lists)
    units = _of_group(units, group)
    if as_json:
        output.data(json.dumps(units_value(units), indent=1, ensure_ascii=False))
    elif group is None and len({unit.group for unit in units}) > 1:
        output.lines(*group_lines(units))
        for name in game.ready_armies:
            output.remark(f"a ready army: umpire army build {slug} --ready {json.dumps(name)}")
        output.remark(f"to see the units of one: umpire army units {slug} GROUP")
    else:
        output.lines(*unit_lines(units))


@app.command("build", help="Put an army together, say what it costs, and write its roster.")
def build_army(
    context: typer.Context,
    *,
    slug: Slug,
    wanted: Annotated[
        list[str] | None,
        typer.Argument(metavar="UNIT", help="Each as '2 NAME + EXTRA'."),
    ] = None,
    side: Annotated[str, typer.Option(help="Whose army it is.")] = "Red",
    group: Annotated[
        str | None, typer.Option("--of", metavar="GROUP", help="Only units of this nation or list.")
    ] = None,
    ready: Ready = None,
    total: Total = None,
    chosen: Chosen = None,
    lists: Lists = None,
    table: Table = TABLE,
    camera: Annotated[str, typer.Option(help="720p, 1080p, 1440p, 4k or WxH pixels.")] = CAMERA,
    output_file: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the roster to this new file.")
    ] = None,
    add_to: Annotated[
        Path | None, typer.Option("--add-to", help="Add the army to this TOML roster.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    game = _game(slug)
    units = _units(game, lists)
    units = _of_group(units, group)
    others = () if add_to is None else battle_roster_of(game, add_to).entries
    with _mistyped():
        ordered = _ordered(game, wanted or (), units=units, ready=ready)
        built = build(
            game,
            [ArmyWanted(side=side, units=ordered)],
            total=total,
            options=_options(chosen),
            units=units,
            letters={side: _letter(side, others)},
        )
    if add_to is not None:
        added_to(add_to, built, others=others)
        output.remark(f"added {len(built.rows)} pieces to {add_to}")
    if output_file is not None:
        text = roster_toml(built, table=table, camera=camera)
        output.file(text, place=output_file, replace=False)
    if place := add_to or output_file:
        output.remark(f"to print exactly what stands in it: umpire kit {place}")
    _tell(output, built.armies, entries=built.roster.entries, as_json=as_json)


@contextmanager
def _mistyped() -> Iterator[None]:
    """Turns the reason why an army was not built into what its author is told."""
    try:
        yield
    except BadInputError as complaint:
        # There is one army, and nobody has typed its number.
        where = complaint.where.removeprefix("armies[1].")
        own = BadInputError(where, expected=complaint.expected, got=complaint.got)
        raise UserError(squeezed(str(own)), ExitCode.USAGE) from complaint


@app.command("check", help="Say what the armies of a roster cost, and what is wrong with them.")
def check_roster(
    context: typer.Context,
    *,
    slug: Slug,
    roster: Annotated[
        Path, typer.Argument(metavar="ROSTER", help="The army list: a TOML file, or CSV.")
    ],
    total: Total = None,
    chosen: Chosen = None,
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    game = _game(slug)
    found: Roster = battle_roster_of(game, roster)
    with complaining(slug, ExitCode.USAGE):
        armies = mustered(game, found, options=_options(chosen), total=total)
    _tell(output, armies, entries=found.entries, as_json=as_json)


def _tell(
    output: Output, armies: Sequence[Mustered], *, entries: Sequence[Entry], as_json: bool
) -> None:
    if as_json:
        output.data(json.dumps(armies_value(armies), indent=1, ensure_ascii=False))
    else:
        output.lines(*army_lines(armies, entries))
    if any(army.faults for army in armies):
        raise typer.Exit(ExitCode.UNEXPECTED)


def _game(slug: str) -> Game:
    try:
        game = game_of(slug)
    except BadInputError as complaint:
        raise UserError(str(complaint), ExitCode.USAGE) from complaint
    if not game.fieldable or game.muster is None:
        message = f"{game.title} has no lists of units: write its roster by hand"
        raise UserError(message, ExitCode.USAGE)
    return game


def _units(game: Game, lists: Sequence[str] | None) -> tuple[Fieldable, ...]:
    texts = unit_lists(lists or ())
    with complaining("--list"):
        return units_of(game, texts)


def _of_group(units: tuple[Fieldable, ...], group: str | None) -> tuple[Fieldable, ...]:
    if group is None or group.casefold() == EVERYTHING:
        return units
    with complaining("GROUP", ExitCode.USAGE):
        return group_named(units, group)


def _ordered(
    game: Game, wanted: Sequence[str], *, units: Sequence[Fieldable], ready: str | None
) -> tuple[Ordered, ...]:
    own = tuple(ordered_from(text, units) for text in wanted)
    if ready is None:
        return own
    if ready not in game.ready_armies:
        known = ", ".join(game.ready_armies) or "none"
        raise BadInputError("--ready", expected=f"one of {known}", got=repr(ready)[:60])
    return (*game.ready_armies[ready], *own)


def _letter(side: str, others: Sequence[Entry]) -> str:
    """The letter that its ids begin with, so that they are nobody else's."""
    sides = dict.fromkeys([*(entry.side for entry in others if entry.side), side])
    return letters_of(list(sides))[side]


def _options(chosen: Sequence[str] | None) -> dict[str, object]:
    found: dict[str, object] = {}
    for text in chosen or ():
        name, parted, value = text.partition("=")
        if not parted or not name.strip():
            raise UserError(f"--option: expected NAME=VALUE, got {text!r}", ExitCode.USAGE)
        try:
            found[name.strip()] = json.loads(value)
        except ValueError:
            found[name.strip()] = value.strip()
    return found
