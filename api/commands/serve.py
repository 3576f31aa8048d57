"""Knows `umpire serve`: the web page of a table, on this computer only."""

import errno
import ipaddress
import logging
import os
import platform
import socket
import sys
import webbrowser
from typing import Annotated, Final

import typer
import uvicorn

from api.app import LOG, create_app, hosts_of
from api.commands.output import Output
from api.errors import ExitCode, UserError
from api.table_file import source_of
from api.wording import shown

HELP = "Show a table as a web page, on this computer only, and measure on it."
DEFAULT_PORT: Final = 8765
BACKLOG: Final = 128


def serve(
    context: typer.Context,
    *,
    snapshot: Annotated[
        str | None,
        typer.Argument(help="The table's JSON file, read anew at each look; - is standard input."),
    ] = None,
    port: Annotated[int, typer.Option(help="0 takes any free one.", min=0, max=65535)] = (
        DEFAULT_PORT
    ),
    host: Annotated[str, typer.Option(help="An address of this computer itself.")] = "127.0.0.1",
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
) -> None:
    output: Output = context.obj
    address = loopback(host)
    source = source_of(snapshot)
    with _listening(address, port=port) as listener:
        real_port = int(listener.getsockname()[1])
        app = create_app(source, hosts=hosts_of(real_port))
        url = f"http://{f'[{address}]' if address.version == 6 else address}:{real_port}/"
        output.remark(f"the table is at {url} (stop with Ctrl-C)")
        sys.stderr.flush()
        if not no_open and _has_display():
            webbrowser.open(url)
        handler = logging.StreamHandler()
        handler.setFormatter(_Inert("umpire: %(message)s"))
        logging.basicConfig(handlers=[handler], level=logging.WARNING)
        LOG.setLevel(logging.DEBUG if output.debug else logging.WARNING)
        config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False)
        uvicorn.Server(config).run(sockets=[listener])


class _Inert(logging.Formatter):
    """Writes what was asked, by whomever, so that it does nothing to the terminal."""

    def format(self, record: logging.LogRecord) -> str:
        return shown(super().format(record), keep="\n")


def loopback(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """The address to listen on; there is no log-in yet, so other computers are kept out."""
    try:
        address = ipaddress.ip_address("127.0.0.1" if host.lower() == "localhost" else host)
    except ValueError:
        raise UserError(f"--host: expected an address, got {host!r}", ExitCode.USAGE) from None
    if str(address) not in {"127.0.0.1", "::1"}:
        raise UserError(
            f"--host: expected 127.0.0.1, ::1 or localhost, got {host}: "
            "there is no log-in yet, so only this computer may look",
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


def _has_display() -> bool:
    """Whether a browser could show itself; a text browser would take over the terminal."""
    if platform.system() == "Linux":
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True
