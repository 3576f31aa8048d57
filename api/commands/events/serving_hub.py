"""Runs one process of a hub until somebody stops it."""

import gc
import logging
import socket
import sys
from collections.abc import Callable, Sequence
from typing import Final

import uvicorn

from api.access.hosts import LOOPBACK, Hosts
from api.access.joining import server_config
from api.files.games import games
from api.hub.serving.app import hub_app
from api.hub.serving.desk import HubDesk
from api.hub.store.database import HubDatabase
from api.terminal.log import OneLine

SWITCH_SECONDS: Final = 0.0005
"""How long one thread keeps the others waiting; Python's own is ten times as long."""
KEEP_SECONDS: Final = 20
"""How long a table may ask nothing before it has to connect anew; it is seldom silent for six."""
GARBAGE: Final = (700, 10, 1000)
"""When each age of objects is looked through: the oldest once seven million more were made."""


def run_hub(
    database: HubDatabase,
    *,
    listener: socket.socket,
    hosts: Sequence[Hosts],
    tell: Callable[[str], None],
) -> None:
    """Until Ctrl-C. `tell` is given the address of whoever runs the hub, with a token."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine(traces=False))
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    # What reads the database must not wait long for what sends to a thousand watchers.
    sys.setswitchinterval(SWITCH_SECONDS)
    desk = HubDesk(database, games=games)
    owner, token = desk.grants.admit_owner()
    try:
        tell(f"{_page(hosts)}#{token}")
        app = hub_app(desk, hosts=hosts)
        # To look through all that a thousand watchers and their battles hold takes up to two tenths
        # of a second, in which nobody hears of anything. What is there now stays to the end, and
        # the rest is looked through seldom.
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        config = server_config(app, is_first=True, keep_seconds=KEEP_SECONDS)
        uvicorn.Server(config).run(sockets=[listener])
    finally:
        desk.grants.revoke("", grant=owner.grant)


def _page(hosts: Sequence[Hosts]) -> str:
    found = hosts[-1]
    name = min(found.joined - set(LOOPBACK), default="127.0.0.1")
    usual = 443 if found.scheme == "https" else 80
    port = "" if found.port == usual else f":{found.port}"
    return f"{found.scheme}://{name}{port}/"
