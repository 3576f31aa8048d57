"""`umpire hub`: serves an event to its tables, judges, players and spectators."""

import ipaddress
import json
import socket
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final
from urllib.parse import urlsplit

import typer

from api.errors import ExitCode, UserError
from api.files.data_folder import data_folder, made_folder
from api.terminal.output import AsJson, Output, show_help

if TYPE_CHECKING:
    from api.access.hosts import Hosts
    from api.hub.store.database import HubDatabase

DEFAULT_PORT: Final = 8770
EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})

app = typer.Typer(
    help="Serve an event: many tables, one hub.",
    rich_markup_mode=None,
    invoke_without_command=True,
)


@app.callback()
def hub(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        show_help(context)


@app.command("serve", help="Serve events until Ctrl-C; several may stand on one PostgreSQL.")
def serve_hub(
    context: typer.Context,
    *,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="postgresql://..., or a file; without it, event.hub in the data folder.",
        ),
    ] = None,
    port: Annotated[int, typer.Option(help="0 takes any free one.", min=0, max=65535)] = (
        DEFAULT_PORT
    ),
    host: Annotated[
        str, typer.Option(help="An address of this computer, or 0.0.0.0 for all of them.")
    ] = "127.0.0.1",
    address: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL",
            help="What it is called behind a proxy, as https://cup.example; repeat it.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    listener = _listening(host, port=port)
    with listener, closing(_opened(database)) as opened:
        # Loading the server takes a second; whoever is refused need not wait for it.
        from api.commands.events.serving_hub import run_hub

        hosts = _hosts(listener, host=host, addresses=address or [])

        def tell(url: str) -> None:
            output.remark(f"stop with Ctrl-C; whoever runs the event goes to {url}")
            sys.stderr.flush()
            if as_json:
                output.data(json.dumps({"page": url}))

        run_hub(opened, listener=listener, hosts=hosts, tell=tell)


def _opened(address: str | None) -> "HubDatabase":
    from api.hub.store.database import StoreGoneError
    from api.hub.store.migrations import NewerStoreError
    from api.hub.store.opening import NoDriverError, open_database

    place = Path(made_folder(data_folder())) / "event.hub" if address is None else address
    try:
        return open_database(place)
    except NoDriverError as failure:
        raise UserError(str(failure), ExitCode.UNFIT) from failure
    except (StoreGoneError, NewerStoreError) as failure:
        raise UserError(f"--database: {failure}", ExitCode.BAD_INPUT) from failure


def _listening(host: str, *, port: int) -> socket.socket:
    try:
        address = ipaddress.ip_address("127.0.0.1" if host.lower() == "localhost" else host)
    except ValueError:
        raise UserError(f"--host: expected an address, got {host!r}", ExitCode.USAGE) from None
    family = socket.AF_INET6 if address.version == 6 else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((str(address), port))
        listener.listen(128)
    except OSError as failure:
        listener.close()
        reason = failure.strerror or str(failure)
        raise UserError(
            f"{address}:{port} cannot be had: {reason}; try --port 0", ExitCode.ADDRESS
        ) from failure
    return listener


def _hosts(listener: socket.socket, *, host: str, addresses: list[str]) -> "list[Hosts]":
    """The names under which it answers; the first one is told."""
    from api.access.hosts import Hosts
    from api.access.joining import own_addresses

    port = int(listener.getsockname()[1])
    names = own_addresses() if host in EVERYWHERE else (f"[{host}]" if ":" in host else host,)
    found = [Hosts(port, joined=frozenset(names))]
    for each in addresses:
        parts = urlsplit(each)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path.strip("/"):
            raise UserError(
                f"--address: expected one as https://cup.example, got {each!r}", ExitCode.USAGE
            )
        usual = 443 if parts.scheme == "https" else 80
        found.append(
            Hosts(
                parts.port or usual,
                joined=frozenset({parts.hostname}),
                scheme="https" if parts.scheme == "https" else "http",
            )
        )
    return found
