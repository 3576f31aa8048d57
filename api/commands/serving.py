"""Runs the server of a table until somebody stops it."""

import gc
import logging
import os
import platform
import socket
import sys
import time
import webbrowser
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from api.access.hosts import Hosts
from api.access.joining import server_config
from api.app import LOG, Parts, create_app
from api.battles.kept_states import KeptStates
from api.battles.shelf import BattleSurroundings
from api.files.games import alone, games
from api.review.pictures.caught import Still
from api.tables.source import TableSource
from api.terminal.log import LogTally, OneLine
from api.terminal.output import Output
from api.version import version
from api.wording import shown

if TYPE_CHECKING:
    from api.cameras.from_start import CameraAsked


def run(
    output: Output,
    table: TableSource,
    *,
    listener: socket.socket,
    camera: "CameraAsked | None",
    folder: Path,
    show: bool,
    still: Still,
) -> None:
    """Until somebody presses Ctrl-C."""
    port = listener.getsockname()[1]
    given = () if camera is None else (camera.source,)
    app = create_app(
        replace(_parts(table, folder=folder, port=int(port), cameras=given), still=still)
    )
    opened = ""
    if camera is not None:
        from api.cameras.from_start import open_from_start

        opened = open_from_start(app.state.door.desk(), camera)
    url = f"{page_of(listener)}#{app.state.grants.host_token}"
    output.remark(f"the table is at {url} (stop with Ctrl-C)")
    if opened:
        output.remark(opened)
    sys.stderr.flush()
    if show and _has_display():
        webbrowser.open(url)
    tally = _logging(output)
    # What is there now stays to the end: looking through all of it for garbage again and again
    # would hold up everybody who watches, for a tenth of a second each time.
    gc.freeze()
    try:
        uvicorn.Server(server_config(app, is_first=True)).run(sockets=[listener])
    finally:
        tally.close()


def _logging(output: Output) -> LogTally:
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine(traces=output.debug))
    tally = LogTally(clock=time.monotonic, tell=lambda told: output.remark(shown(told)))
    handler.addFilter(tally)
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    LOG.setLevel(logging.DEBUG if output.debug else logging.WARNING)
    return tally


def page_of(listener: socket.socket) -> str:
    """Where the page is; a token comes behind it."""
    host, port = listener.getsockname()[:2]
    name = f"[{host}]" if listener.family == socket.AF_INET6 else str(host)
    return f"http://{name}:{port}/"


def _parts(table: TableSource, *, folder: Path, port: int, cameras: tuple[str, ...] = ()) -> Parts:
    around = BattleSurroundings(
        folder=folder,
        games=games,
        game=alone,
        table=table.latest,
        now=lambda: datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        umpire_version=version(),
        states=KeptStates(folder / "states"),
    )
    return Parts(
        table=table,
        hosts=Hosts(port),
        around=around,
        grants=folder / "grants.json",
        cameras=cameras,
        settled=gc.freeze,
    )


def _has_display() -> bool:
    """Whether a browser could show itself; a text browser would take over the terminal."""
    if platform.system() == "Linux":
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True
