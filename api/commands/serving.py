"""Runs the server of a table until somebody stops it."""

import gc
import json
import logging
import os
import platform
import socket
import sys
import time
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from api.access.hosts import Hosts
from api.access.joining import server_config
from api.access.monitor import monitor_token
from api.access.network_name import announced, no_name
from api.app import LOG, Parts, create_app
from api.battles.kept_states import KeptStates
from api.battles.surroundings import BattleSurroundings
from api.files.games import alone, games
from api.hub.attending.membership import EventMember
from api.review.pictures.caught import Still
from api.tables.source import TableSource
from api.terminal.log import JsonLine, LogTally, OneLine
from api.terminal.output import Output
from api.terminal.own_name import own_name
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
    let_open: Callable[[str], None],
    json_log: bool,
    announce: bool,
    as_json: bool,
    membership: EventMember | None,
) -> None:
    """Until somebody presses Ctrl-C. `let_open` is told the host's own address."""
    port = listener.getsockname()[1]
    given = () if camera is None else (camera.source, *(each for each, _ in camera.beside))
    parts = _parts(table, folder=folder, port=int(port), cameras=given, membership=membership)

    def tell_code(code: str) -> None:
        told = f"code for a browser on this computer: {code} (once, within a minute)"
        output.remark(told, is_wanted=True)
        sys.stderr.flush()

    told_by = announced if announce else no_name
    app = create_app(replace(parts, still=still, tell_code=tell_code, announce=told_by))
    opened = ""
    if camera is not None:
        from api.cameras.from_start import open_from_start

        opened = open_from_start(app.state.door.desk(), camera)
    url = f"{page_of(listener)}#{app.state.grants.host_token}"
    let_open(url)
    if opened:
        output.remark(opened)
    # The address comes last and whole, so that it is found and copied.
    output.remark(f"stop with Ctrl-C, come again with `{own_name()} open`; the table is at {url}")
    sys.stderr.flush()
    if as_json:
        output.data(json.dumps({"page": url, "battles": str(folder)}))
    if show and _has_display():
        webbrowser.open(url)
    tally = _logging(output, json_log=json_log)
    # What is there now stays to the end: looking through all of it for garbage again and again
    # would hold up everybody who watches, for a tenth of a second each time.
    gc.freeze()
    try:
        uvicorn.Server(server_config(app, is_first=True)).run(sockets=[listener])
    finally:
        tally.close()


def _logging(output: Output, *, json_log: bool) -> LogTally:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLine() if json_log else OneLine(traces=output.debug))

    def tell(told: str) -> None:
        if json_log:
            # Not through the tally itself, which counts what is told.
            record = LOG.makeRecord(LOG.name, logging.WARNING, "", 0, told, (), None)
            handler.stream.write(f"{handler.format(record)}\n")
        else:
            output.remark(shown(told), is_wanted=True)

    tally = LogTally(clock=time.monotonic, tell=tell)
    handler.addFilter(tally)
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    LOG.setLevel(logging.DEBUG if output.debug else logging.WARNING)
    return tally


def page_of(listener: socket.socket) -> str:
    """Where the page is; a token comes behind it."""
    host, port = listener.getsockname()[:2]
    name = f"[{host}]" if listener.family == socket.AF_INET6 else str(host)
    return f"http://{name}:{port}/"


def _parts(
    table: TableSource,
    *,
    folder: Path,
    port: int,
    cameras: tuple[str, ...] = (),
    membership: EventMember | None = None,
) -> Parts:
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
        membership=membership,
        settled=gc.freeze,
        monitor=monitor_token(folder),
    )


def _has_display() -> bool:
    """Whether a browser could show itself; a text browser would take over the terminal."""
    if platform.system() == "Linux":
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True
