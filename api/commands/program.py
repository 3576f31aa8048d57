"""Knows the command line as a whole: its commands, its options for all, its help."""

from typing import Annotated

import typer

from api.commands import (
    adjudicate,
    army,
    calibrate,
    cameras,
    demo,
    doctor,
    evidence,
    example,
    export,
    games,
    kit,
    library,
    locate,
    measure,
    photograph,
    play,
    practice,
    record,
    report,
    serve,
    synth,
    verify,
    watch,
)
from api.commands.output import Output, show_help
from api.errors import ExitCode, UserError
from api.version import version

PROGRAM = "umpire"

# Plain help and plain complaints: they read the same in a pipe, a log and a screen reader.
app = typer.Typer(
    name=PROGRAM,
    help="Paper Umpire measures a table of paper miniatures, referees games on it, and says how "
    "sure it is.",
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(*, value: bool) -> None:
    if value:
        Output().data(f"Paper Umpire {version()}")
        raise typer.Exit


@app.callback()
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


app.command("serve", help=serve.HELP, short_help="Show a table as a web page.")(serve.serve)
app.command("demo", help=demo.HELP, short_help="Play a battle by itself, to look on.")(demo.demo)
app.command("example", help=example.HELP, short_help="Print an example table.")(example.example)
app.add_typer(measure.app, name="measure", short_help="Ask a question about a table.")
app.command("adjudicate", help=adjudicate.HELP, short_help="Rule on a script of a battle.")(
    adjudicate.adjudicate
)
app.command("play", help=play.HELP, short_help="Play a game at this terminal.")(play.play)
app.command("games", help=games.HELP, short_help="Show the games and their options.")(games.games)
app.command("synth", help=synth.HELP, short_help="Render a table with known truth.")(synth.synth)
app.command("practice", help=practice.HELP, short_help="Render photographs to try it all with.")(
    practice.practise
)
app.command("photograph", help=photograph.HELP, short_help="Take a photograph of the table.")(
    photograph.photograph
)
app.command("cameras", help=cameras.HELP, short_help="List the cameras and how they see.")(
    cameras.cameras
)
app.command("record", help=record.HELP, short_help="Record a camera.")(record.record)
app.add_typer(calibrate.app, name="calibrate", short_help="Set a camera up over a table.")
app.command("locate", help=locate.HELP, short_help="Measure a photograph in inches.")(locate.locate)
app.command("watch", help=watch.HELP, short_help="Follow a table in play.")(watch.watch)
app.add_typer(army.app, name="army", short_help="Put an army together from a game's units.")
app.add_typer(kit.app, name="kit", short_help="Print an army: tags, cards, templates.")
app.command("verify", help=verify.HELP, short_help="Check a battle and judge it again.")(
    verify.verify
)
app.command("report", help=report.HELP, short_help="Tell a battle as a page.")(report.report)
app.command("export", help=export.HELP, short_help="Write a battle for other programs.")(
    export.export
)
app.add_typer(library.app, name="library", short_help="Look through your battles.")
app.add_typer(evidence.app, name="evidence", short_help="What a ruling was judged by.")
app.command("doctor", help=doctor.HELP, short_help="Say whether it can run here.")(doctor.doctor)


def invoke(arguments: list[str]) -> int:
    """Run the command line and return its exit code."""
    command = typer.main.get_command(app)
    try:
        result = command.main(args=arguments, prog_name=PROGRAM, standalone_mode=False)
    except typer.TyperException as complaint:
        message = f"{' '.join(complaint.format_message().split())} (see umpire --help)"
        raise UserError(message, ExitCode.USAGE) from complaint
    return result if isinstance(result, int) else ExitCode.DONE
