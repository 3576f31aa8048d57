"""Times a server beside one battle in its folder, 200, and 1,000: its start, a list, and a move.

The real program runs over each folder; all of them are asked in turn. What it costs is the
processor's time of the server alone, which no other program can make longer. A list is a page of
one battle, whichever folder it is of.
"""

import os
import shutil
import statistics
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from api.client import Client
from benchmarks.battles.long_battle import write_long_battle
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.server.live_load import served_by

FOLDERS: Final = (1, 200, 1000)
WITHIN: Final = 1.2


def many_battles(effort: Effort) -> list[Finding]:
    """Each figure beside the one with a single battle."""
    folders = effort.pick(FOLDERS, small=(1, 30))
    work = {"a move": _move, "a list": _list}
    costs: dict[str, dict[int, list[float]]] = {
        what: {many: [] for many in folders} for what in ("a start", *work)
    }
    with tempfile.TemporaryDirectory() as place, ExitStack() as stack:
        for many in folders:
            _filled(Path(place) / f"{many}", battles=many)
        for _ in range(effort.pick(3, small=1)):
            for many in folders:
                with served_by(f"{place}/{many}") as (address, process), Client(address) as host:
                    host.battle("battle0")
                    costs["a start"][many].append(_spent(process))
        running = {many: stack.enter_context(served_by(f"{place}/{many}")) for many in folders}
        hosts = {
            many: stack.enter_context(Client(address)) for many, (address, _) in running.items()
        }
        for host in hosts.values():
            for asked in work.values():
                asked(host, times=20)
        for _ in range(effort.pick(9, small=1)):
            for what, asked in work.items():
                for many, host in hosts.items():
                    times = effort.pick(100, small=10)
                    before = _spent(running[many][1])
                    asked(host, times=times)
                    costs[what][many].append((_spent(running[many][1]) - before) / times)
    return [
        Finding(
            benchmark="many battles",
            measure=f"{what} beside {many:,} in the folder",
            value=statistics.median(found[many]),
            unit="ms",
            peer="beside one",
            peer_value=statistics.median(found[folders[0]]),
            detail=f"the server's own time, the median of {len(found[many])}",
            goals=(Goal(of="ratio", least=1 / WITHIN),),
        )
        for what, found in costs.items()
        for many in folders[1:]
    ]


def can_tell_time() -> bool:
    """Whether this system says what another program has taken."""
    return Path("/proc/self/stat").exists()


def _filled(folder: Path, *, battles: int) -> None:
    folder.mkdir()
    first = folder / "battle0.battle"
    write_long_battle(first, units=4, steps=60)
    for number in range(1, battles):
        place = folder / f"battle{number}.battle"
        shutil.copyfile(first, place)
        os.utime(place, (number, number))


def _move(host: Client, *, times: int) -> None:
    piece = host.table()["pieces"][0]["id"]
    for turn in range(times):
        host.put_piece(piece, x_in=5.0 + turn % 2)


def _list(host: Client, *, times: int) -> None:
    for _ in range(times):
        assert len(host.battles(limit=1)) == 1


def _spent(process: int) -> float:
    """The milliseconds of the processor that a program has taken, by the system's own clock."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")
