"""Puts the command line together: its commands, the options they share, and its help."""

from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from api.errors import ExitCode, UserError
from api.terminal.output import Output, show_help
from api.version import version

PROGRAM = "umpire"


def _print_version(*, value: bool) -> None:
    if value:
        Output().data(f"Paper Umpire {version()}")
        raise typer.Exit


def options_for_all(
    context: typer.Context,
    *,
    no_color: Annotated[
        bool, typer.Option("--no-color", help="No colours, also on a terminal (as NO_COLOR does).")
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the traceback of a fault in the program.")
    ] = False,
    show_version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version and stop.",
            is_eager=True,
            callback=lambda value: _print_version(value=value),
        ),
    ] = False,
) -> None:
    del show_version  # its callback has served it
    context.obj = Output(colour=not no_color, debug=debug)
    if context.invoked_subcommand is None:
        show_help(context)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One command: what is typed, where it is, and what the list of all says of it."""

    name: str
    says: str
    function: str = ""
    """The function in the module of that name; empty where it is a group of commands."""
    room: str = ""
    """The folder of the module, where it is not this one."""

    @property
    def module(self) -> str:
        """Where it is imported from."""
        return ".".join(filter(None, ("api.commands", self.room, self.name)))


COMMANDS: Final = (
    Listed(name="serve", function="serve", says="Show a table as a web page."),
    Listed(name="demo", function="demo", says="Play a battle by itself, to look on."),
    Listed(name="example", function="example", says="Print an example table."),
    Listed(name="adjudicate", function="adjudicate", says="Rule on a script of a battle."),
    Listed(name="play", function="play", says="Play a game at this terminal."),
    Listed(name="games", function="games", says="Show the games and their options."),
    Listed(name="explain", function="explain", says="Explain a clause, a ruling or a refusal."),
    Listed(name="synth", function="synth", says="Render a table with known truth."),
    Listed(name="practice", function="practise", says="Render photographs to try it all with."),
    Listed(
        name="photograph",
        room="camera",
        function="photograph",
        says="Take a photograph of the table.",
    ),
    Listed(
        name="cameras", room="camera", function="cameras", says="List the cameras and how they see."
    ),
    Listed(name="record", room="camera", function="record", says="Record a camera."),
    Listed(name="locate", room="camera", function="locate", says="Measure a photograph in inches."),
    Listed(name="sheet", room="camera", function="sheet", says="Read rooms drawn on a game sheet."),
    Listed(name="watch", room="camera", function="watch", says="Follow a table in play."),
    Listed(
        name="verify", room="battles", function="verify", says="Check a battle and judge it again."
    ),
    Listed(name="report", room="battles", function="report", says="Tell a battle as a page."),
    Listed(
        name="export", room="battles", function="export", says="Write a battle for other programs."
    ),
    Listed(name="video", room="battles", function="video", says="Show a battle as a video."),
    Listed(name="doctor", function="doctor", says="Say whether it can run here."),
    Listed(name="measure", says="Ask a question about a table."),
    Listed(name="corpus", says="Hold an engine to the judged cases."),
    Listed(name="calibrate", room="camera", says="Set a camera up over a table."),
    Listed(name="army", says="Put an army together from a game's units."),
    Listed(name="kit", says="Print an army: tags, cards, templates."),
    Listed(name="library", room="battles", says="Look through your battles."),
    Listed(name="evidence", room="battles", says="What a ruling was judged by."),
)


class LazyGroup(TyperGroup):
    """Holds the name and the line of help of each command, and loads a command once it is typed.

    The parts that see and that serve take a second to load, and most commands need neither.
    """

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, known, rest = super().resolve_command(ctx, args)
        listed = next((each for each in COMMANDS if each.name == name), None)
        return name, known if listed is None else loaded(listed), rest


def loaded(listed: Listed) -> Any:
    """The command itself, with its arguments and its full help."""
    module: Any = import_module(listed.module)
    if not listed.function:
        return typer.main.get_group(module.app)
    alone = typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)
    alone.command(listed.name, help=module.HELP, short_help=listed.says)(
        getattr(module, listed.function)
    )
    return typer.main.get_command(alone)


def program() -> typer.Typer:
    """The command line with all its commands, none of them loaded."""
    made = typer.Typer(
        name=PROGRAM,
        cls=LazyGroup,
        help="Paper Umpire measures a table of paper miniatures, referees games on it, and says "
        "how sure it is.",
        # Plain help and plain complaints: they read the same in a pipe, a log, a screen reader.
        rich_markup_mode=None,
        add_completion=False,
        pretty_exceptions_enable=False,
        invoke_without_command=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback()(options_for_all)
    for each in COMMANDS:
        made.command(each.name, short_help=each.says)(_not_loaded)
    return made


def _not_loaded() -> None:
    """Stands for a command in the list of all."""


def invoke(arguments: list[str]) -> int:
    """Run the command line and return its exit code."""
    command = typer.main.get_command(program())
    try:
        result = command.main(args=arguments, prog_name=PROGRAM, standalone_mode=False)
    except typer.TyperException as complaint:
        message = f"{' '.join(complaint.format_message().split())} (see umpire --help)"
        raise UserError(message, ExitCode.USAGE) from complaint
    return result if isinstance(result, int) else ExitCode.DONE
