"""A server in a thread, over a table and a camera that a test holds in its hands."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from api.access.hosts import Hosts
from api.app import Parts, create_app
from api.battles.surroundings import BattleSurroundings
from api.cameras.desk import CameraDesk
from api.files.games import games
from api.hub.attending.membership import EventMember
from api.tables.source import TableSource
from benchmarks.live.phone_stage import HOME, serving_here


@contextmanager
def over_http(
    table: TableSource,
    folder: Path,
    *,
    desk: CameraDesk | None = None,
    membership: EventMember | None = None,
) -> Iterator[str]:
    """The host's address at a server that shows this table and has this desk's camera."""
    around = BattleSurroundings(
        folder=folder,
        games=games,
        table=table.latest,
        now=lambda: "2026-11-23T19:00:00Z",
        umpire_version="test",
    )
    apps: list[FastAPI] = []

    def made(port: int) -> uvicorn.Config:
        app = create_app(
            Parts(table=table, hosts=Hosts(port), around=around, membership=membership)
        )
        if desk is not None:
            app.state.door.put(desk)
        apps.append(app)
        return uvicorn.Config(app, log_level="warning")

    with serving_here(made) as port:
        yield f"http://{HOME}:{port}/#{apps[0].state.grants.host_token}"
