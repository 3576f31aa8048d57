"""The umpire has a name on the network while players may join, and never asks anything outward."""

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from api.access.hosts import Hosts
from api.access.joining import Joining
from api.access.network_name import AnnouncedName, Announcer, announced, no_name
from tests.api.server.test_joining import ADDRESS, free_port
from tests.api.umpire import REPOSITORY

OUTWARD = 99
WATCHED = """
import ipaddress, os, signal, sys, threading, time, urllib.request
PROBE = ("192.0.2.1", 9)  # connected to and never sent to: it tells the own address

def is_here(host):
    if host in {None, "", "localhost"}:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False

def hear(event, args):
    if event in {"socket.connect", "socket.sendto"} and isinstance(args[1], tuple):
        outward = not is_here(args[1][0]) and tuple(args[1][:2]) != PROBE
    elif event == "socket.getaddrinfo":
        outward = not is_here(args[0]) and args[0] != os.uname().nodename
    else:
        return
    if outward:
        sys.stderr.write(f"outward: {event} {args[1:]}\\n")
        os._exit(OUTWARD)

sys.addaudithook(hear)
PLANTED

def look():
    for _ in range(600):
        time.sleep(0.05)
        try:
            urllib.request.urlopen("http://127.0.0.1:8765/healthz").read()
            break
        except OSError:
            continue
    for part in ("", "app.js", "guide/", "guide/cameras.html", "docs", "api/v1/openapi.json"):
        assert urllib.request.urlopen(f"http://127.0.0.1:8765/{part}").read()
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=look, daemon=True).start()
from api.cli import run
sys.exit(run(["serve", "--no-open"]))
"""


def closed_network(planted: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The server in a network that holds nothing but itself, watched for what leads outward.

    Where nobody may make a network, the watch alone tells.
    """
    program = WATCHED.replace("PLANTED", planted).replace("OUTWARD", str(OUTWARD))
    own = {name: text for name, text in os.environ.items() if not name.startswith("UMPIRE_")}
    command = [sys.executable, "-c", program]
    if may_close_a_network():
        command = ["unshare", "-n", "sh", "-c", 'ip link set lo up; exec "$@"', "sh", *command]
    return subprocess.run(
        command,
        env=own | {"XDG_DATA_HOME": str(folder), "PYTHONPATH": str(REPOSITORY)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def may_close_a_network() -> bool:
    if shutil.which("ip") is None or shutil.which("unshare") is None:
        return False
    tried = subprocess.run(["unshare", "-n", "true"], check=False, capture_output=True)
    return tried.returncode == 0


@pytest.mark.long
def test_nothing_is_ever_asked_outward(tmp_path: Path) -> None:
    done = closed_network("", tmp_path)
    assert done.returncode == 130, done.stderr
    assert "outward" not in done.stderr
    caught = closed_network(
        "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM)"
        ".sendto(b'', ('198.51.100.1', 9))",
        tmp_path,
    )
    assert caught.returncode == OUTWARD, "the watch itself sees nothing"


class Calls:
    """An announcer that is told of and ended as the real one, and sends nothing."""

    def __init__(self, name: str | None) -> None:
        self.name = name
        self.told: list[object] = []

    async def announce(self, address: str, port: int) -> AnnouncedName | None:
        self.told.append((address, port))
        return None if self.name is None else AnnouncedName(name=self.name, end=self._end)

    async def _end(self) -> None:
        self.told.append("ended")


def opened(announce: Announcer) -> tuple[Joining, Hosts]:
    async def nowhere(_scope: object, _receive: object, _send: object) -> None:
        """Nobody asks in these tests."""

    hosts = Hosts(free_port())
    return Joining(nowhere, hosts, addresses=lambda: (ADDRESS,), announce=announce), hosts


def test_the_name_is_one_of_ours_only_while_players_may_join() -> None:
    calls = Calls("umpire.local")
    joining, hosts = opened(calls.announce)
    named = f"umpire.local:{hosts.port}"

    async def evening() -> None:
        assert named not in hosts.names
        await joining.open(None)
        assert named in hosts.names
        assert joining.name_url == f"http://{named}/"
        await joining.close()
        assert named not in hosts.names
        assert joining.name_url == ""

    asyncio.run(evening())
    assert calls.told == [(ADDRESS, hosts.port), "ended"]


@pytest.mark.parametrize("announce", [no_name, Calls(None).announce])
def test_without_a_name_players_join_by_address(announce: Announcer) -> None:
    joining, hosts = opened(announce)

    async def evening() -> None:
        await joining.open(None)
        assert f"{ADDRESS}:{hosts.port}" in hosts.names
        assert joining.name_url == ""
        await joining.close()

    asyncio.run(evening())


@pytest.mark.long
def test_the_name_is_found_by_others_and_is_given_back() -> None:
    from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]
    from zeroconf.asyncio import AsyncZeroconf

    async def evening() -> None:
        first = await announced("127.0.0.1", 8765)
        assert first is not None
        # A second umpire of this computer has the name as well, one of another computer has not.
        for address, same in (("127.0.0.1", True), (ADDRESS, ADDRESS == "127.0.0.1")):
            other = await announced(address, 8766)
            assert other is not None
            assert (other.name == first.name) == same
            await other.end()
        looker = AsyncZeroconf(interfaces=["127.0.0.1"])
        found = AddressResolverIPv4(f"{first.name}.")
        assert await found.async_request(looker.zeroconf, 3000)
        assert "127.0.0.1" in found.parsed_addresses()
        await first.end()
        await looker.async_close()

    asyncio.run(evening())
