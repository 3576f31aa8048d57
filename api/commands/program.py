"""Puts the command line together: its commands, the options they share, and its help."""

import os
import sys
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from api.errors import ExitCode, UserError
from api.terminal.output import Output, show_help
from api.terminal.progress import keep_still
from api.version import version

PROGRAM = "umpire"
QUIET: Final = "--quiet"
_CHECKER: Final = "Value error, "
"""What the library that checks values says before it says what is wrong."""
COMPLETE: Final = "_UMPIRE_COMPLETE"
"""Set by what `umpire completion` prints."""


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
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Say nothing but the answer, and what is wrong.")
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
    context.obj = Output(colour=not no_color, debug=debug, quiet=quiet)
    keep_still(is_quiet=quiet)
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
    file: str = ""
    """The module, where it is not called as the command."""

    @property
    def module(self) -> str:
        """Where it is imported from."""
        return ".".join(filter(None, ("api.commands", self.room, self.file or self.name)))


COMMANDS: Final = (
    Listed(name="serve", function="serve", says="Show a table as a web page."),
    Listed(name="open", file="open_page", function="open_page", says="Open the page again."),
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
    Listed(name="odds", room="battles", function="odds", says="Say how likely what follows is."),
    Listed(name="report", room="battles", function="report", says="Tell a battle as a page."),
    Listed(
        name="export", room="battles", function="export", says="Write a battle for other programs."
    ),
    Listed(name="video", room="battles", function="video", says="Show a battle as a video."),
    Listed(
        name="config",
        room="installation",
        function="config",
        says="Show the settings and where they come from.",
    ),
    Listed(
        name="backup",
        room="installation",
        function="backup",
        says="Keep everything in one file.",
    ),
    Listed(
        name="restore",
        room="installation",
        function="restore_all",
        says="Bring back what a backup holds.",
    ),
    Listed(
        name="doctor", room="installation", function="doctor", says="Say whether it can run here."
    ),
    Listed(
        name="smoketest",
        room="installation",
        function="smoketest",
        says="Try all of it, from kit to page.",
    ),
    Listed(name="completion", function="completion", says="Print what makes your shell complete."),
    Listed(name="measure", says="Ask a question about a table."),
    Listed(name="corpus", says="Hold an engine to the judged cases."),
    Listed(name="calibrate", room="camera", says="Set a camera up over a table."),
    Listed(name="army", says="Put an army together from a game's units."),
    Listed(name="kit", says="Print an army: tags, cards, templates."),
    Listed(name="dice", says="Print a tray for dice, and try how they are read."),
    Listed(name="event", room="events", says="Pair an event, check its rounds, say who leads."),
    Listed(name="hub", room="events", says="Serve an event: many tables, one hub."),
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
        if name == "serve":
            from api.config.chosen import chosen, config_file, serve_defaults

            ctx.default_map = {name: serve_defaults(chosen(config_file()))}
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


def typed_for_nothing(*, at_terminal: bool) -> list[str]:
    """What whoever types `umpire` alone means: the page, which may be there already.

    In a pipe nobody looks at a page; there the commands are listed.
    """
    if not at_terminal:
        return []
    from api.backup.places import kept_places
    from api.files.one_umpire import page_of_host

    runs = page_of_host(kept_places(None).battles) is not None
    return ["open"] if runs else ["serve"]


def quiet_first(arguments: list[str]) -> list[str]:
    """The same with `--quiet` where it is read: people type it behind the command, too.

    >>> quiet_first(["verify", "--quiet", "a.battle"])
    ['--quiet', 'verify', 'a.battle']
    >>> quiet_first(["verify", "--", "--quiet"])
    ['verify', '--', '--quiet']
    """
    end = arguments.index("--") if "--" in arguments else len(arguments)
    typed = arguments[:end]
    if QUIET not in typed:
        return arguments
    return [QUIET, *(each for each in typed if each != QUIET), *arguments[end:]]


def invoke(arguments: list[str]) -> int:
    """Run the command line and return its exit code."""
    if COMPLETE in os.environ:
        # A shell asks what could be typed next.
        from typer._completion_classes import completion_init

        completion_init()
    elif not arguments:
        arguments = typed_for_nothing(at_terminal=sys.stdin.isatty() and sys.stdout.isatty())
    command = typer.main.get_command(program())
    try:
        result = command.main(args=quiet_first(arguments), prog_name=PROGRAM, standalone_mode=False)
    except typer.TyperException as complaint:
        said = " ".join(complaint.format_message().split()).replace(_CHECKER, "")
        message = f"{said} (see {_help_for(complaint)})"
        raise UserError(message, ExitCode.USAGE) from complaint
    except SystemExit as ended:
        # So ends what has told a shell.
        return ended.code if isinstance(ended.code, int) else ExitCode.FAULT
    return result if isinstance(result, int) else ExitCode.DONE


def _help_for(complaint: typer.TyperException) -> str:
    """Whose help says what was expected: that of the command, where one was understood."""
    context = getattr(complaint, "ctx", None)
    typed = PROGRAM if context is None else context.command_path
    return f"{typed} --help"
