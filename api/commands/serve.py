"""`umpire serve`: serves the page of a table and its battles, at first to this computer alone."""

import errno
import ipaddress
import os
import socket
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from api.errors import ExitCode, UserError
from api.files.data_folder import data_folder, made_folder
from api.files.one_umpire import FolderKeeper
from api.files.table_file import (
    DEFAULT_EXAMPLE,
    STANDARD_INPUT,
    example_text,
    parse_snapshot,
    read_snapshot,
)
from api.review.pictures.caught import Still
from api.tables.hand import HandTable
from api.tables.source import FileTable, FixedTable, TableSource

if TYPE_CHECKING:
    from api.cameras.from_start import CameraAsked
    from api.terminal.output import Output

HELP = (
    "Show a table as a web page, measure on it and referee battles; on this computer only, "
    "until the host lets players join."
)
DEFAULT_PORT: Final = 8765
BACKLOG: Final = 128
STILL: Final = Still()
"""How pictures are kept unless somebody says otherwise."""
CameraOption = Annotated[
    list[str] | None,
    typer.Option(
        "--camera",
        metavar="SOURCE",
        help="Let a camera see the table: its number or name, a stream, a video, a recording, "
        "or a scene of the synthetic camera. Several times, each with its --profile: then they "
        "see it together.",
    ),
]
ProfileOption = Annotated[
    list[str] | None,
    typer.Option("--profile", metavar="TABLE.json", help="From `umpire calibrate table`."),
]
Pictures = Annotated[
    int, typer.Option(help="Pictures kept in a battle, the latest; 0 keeps none.", min=0)
]
Quality = Annotated[int, typer.Option(help="JPEG quality they begin with.", min=35, max=95)]

Browser = Annotated[bool, typer.Option("--open/--no-open", help="Whether the browser is opened.")]
JsonLog = Annotated[bool, typer.Option("--json-log", help="Write complaints as lines of JSON.")]

Announce = Annotated[
    bool,
    typer.Option(
        "--announce/--no-announce",
        help="Whether umpire.local leads here on the network, while players may join.",
    ),
]

TellPage = Annotated[
    bool, typer.Option("--json", help="Print where the page is as JSON, once it is there.")
]

RosterOption = Annotated[str | None, typer.Option(help="Which tag is which piece, for the camera.")]
BattlesOption = Annotated[
    Path | None, typer.Option(help="The folder in which battles are kept.", file_okay=False)
]
TableFile = Annotated[
    str | None,
    typer.Argument(
        metavar="SNAPSHOT",
        help="The table's JSON file, read anew at each look; - is standard input. Without it "
        "there is a table that is moved by hand.",
    ),
]
HubOption = Annotated[
    str | None,
    typer.Option(
        "--hub",
        metavar="URL",
        help="Join an event at its hub, with --code; from then on the table is part of it.",
    ),
]
CodeOption = Annotated[
    str | None, typer.Option("--code", help="The table's code, from whoever runs the event.")
]


def serve(
    context: typer.Context,
    *,
    snapshot: TableFile = None,
    camera: CameraOption = None,
    profile: ProfileOption = None,
    roster: RosterOption = None,
    battles: BattlesOption = None,
    port: Annotated[int, typer.Option(help="0 takes any free one.", min=0, max=65535)] = (
        DEFAULT_PORT
    ),
    host: Annotated[str, typer.Option(help="An address of this computer itself.")] = "127.0.0.1",
    pictures: Pictures = STILL.most,
    picture_quality: Quality = STILL.quality,
    browser: Browser = True,
    json_log: JsonLog = False,
    announce: Announce = True,
    as_json: TellPage = False,
    hub: HubOption = None,
    code: CodeOption = None,
) -> None:
    said = context.get_parameter_source("camera")
    if snapshot is not None and said is not None and said.name == "DEFAULT_MAP":
        # The table that is typed comes before the camera that is set for every day.
        camera = profile = roster = None
    asked = _camera(camera, profiles=profile, roster=roster)
    if asked is not None and snapshot is not None:
        raise UserError("--camera: expected no table's file beside it", ExitCode.USAGE)
    address = loopback(host)
    folder = made_folder(battles or data_folder() / "battles")
    still = Still(most=pictures, quality=picture_quality)
    _kept(
        context.obj,
        snapshot,
        folder=folder,
        at=(address, port),
        camera=asked,
        still=still,
        show=browser,
        json_log=json_log,
        announce=announce,
        as_json=as_json,
        joins=_joins(hub, code=code),
    )


def _joins(hub: str | None, *, code: str | None) -> tuple[str, str] | None:
    if hub is None or code is None:
        if hub is not None or code is not None:
            raise UserError("--hub, --code: expected both or neither, got one", ExitCode.USAGE)
        return None
    return hub, code


def _kept(
    output: "Output",
    snapshot: str | None,
    *,
    folder: Path,
    at: tuple[ipaddress.IPv4Address | ipaddress.IPv6Address, int],
    camera: "CameraAsked | None",
    still: Still,
    show: bool,
    json_log: bool,
    announce: bool,
    as_json: bool,
    joins: tuple[str, str] | None,
) -> None:
    """Serve while this umpire, and no other one, keeps the folder."""
    with ExitStack() as stack:
        keeper = FolderKeeper(folder)
        stack.callback(keeper.release)
        # Loading the server takes a second; whoever is refused need not wait for it.
        from api.commands.events.joining import membership_of
        from api.commands.serving import page_of, run

        membership = membership_of(folder, joins, output=output)
        table = _table(snapshot, folder=folder)
        if isinstance(table, HandTable):
            stack.callback(table.close)
        listener = stack.enter_context(_listening(at[0], port=at[1]))
        keeper.announce(page_of(listener))
        run(
            output,
            table,
            listener=listener,
            camera=camera,
            folder=folder,
            show=show,
            still=still,
            let_open=keeper.let_open,
            json_log=json_log,
            announce=announce,
            as_json=as_json,
            membership=membership,
        )


def _camera(
    sources: list[str] | None, *, profiles: list[str] | None, roster: str | None
) -> "CameraAsked | None":
    profiles = profiles or []
    if not sources:
        if profiles or roster:
            option = "--profile" if profiles else "--roster"
            raise UserError(f"{option}: expected a --camera beside it, got none", ExitCode.USAGE)
        return None
    if len(profiles) != len(sources) and (len(sources) > 1 or len(profiles) > 1):
        message = f"--profile: expected one for each of {len(sources)} cameras, got {len(profiles)}"
        raise UserError(message, ExitCode.USAGE)
    from api.cameras.from_start import CameraAsked

    return CameraAsked(
        source=sources[0],
        profile=profiles[0] if profiles else None,
        roster=roster,
        beside=tuple(zip(sources[1:], profiles[1:], strict=True)),
    )


def _table(snapshot: str | None, *, folder: Path) -> TableSource:
    if snapshot == STANDARD_INPUT:
        return FixedTable(read_snapshot(snapshot))
    if snapshot is not None:
        return FileTable(snapshot)
    first = parse_snapshot(example_text(DEFAULT_EXAMPLE), origin=DEFAULT_EXAMPLE)
    return HandTable(first, keep=folder / "table.json")


def loopback(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """The address to listen on; other computers are let in later, by the host."""
    try:
        address = ipaddress.ip_address("127.0.0.1" if host.lower() == "localhost" else host)
    except ValueError:
        raise UserError(f"--host: expected an address, got {host!r}", ExitCode.USAGE) from None
    if str(address) not in {"127.0.0.1", "::1"}:
        raise UserError(
            f"--host: expected 127.0.0.1, ::1 or localhost, got {host}: "
            "others are let in from the page, by the host",
            ExitCode.USAGE,
        )
    return address


def _listening(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address, *, port: int
) -> socket.socket:
    """A socket that accepts from now on, so the printed address works as soon as it is read."""
    family = socket.AF_INET6 if address.version == 6 else socket.AF_INET
    try:
        listener = socket.socket(family, socket.SOCK_STREAM)
    except OSError as failure:
        raise _no_address(f"{address}", failure) from failure
    try:
        if os.name != "nt":
            # Elsewhere this would let two servers share a port; here it skips a minute's wait.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((str(address), port))
        listener.listen(BACKLOG)
    except OSError as failure:
        listener.close()
        raise _no_address(f"port {port}", failure) from failure
    return listener


def _no_address(wanted: str, failure: OSError) -> UserError:
    if failure.errno == errno.EADDRINUSE:
        port = int(wanted.rpartition(" ")[2])
        other = port + 1 if port < 65535 else 0
        message = f"{wanted} is in use by another program; try --port {other}"
    else:
        message = f"{wanted} cannot be had: {failure.strerror or failure}; try --port 0"
    return UserError(message, ExitCode.ADDRESS)
