"""No acknowledged event is lost in a power cut, and the harness would notice one that is."""

import asyncio
import random
import sqlite3
from pathlib import Path

import pytest

from api.battle_files.file import CommandRecord
from api.battles.opening import open_battle
from api.battles.shelf import Shelf
from api.battles.surroundings import BattleSurroundings
from conftest import SoakCount
from rules.referee.log.entries import Entry
from tests.api.server.disk import Disk, connecting
from tests.api.server.events import begun, commands, log
from tests.api.server.losing_power import LosingPower, PowerCutError
from tests.api.server.test_playing import seen

EVENTS = 40


class Cuts:
    """One run over a disk, to be cut anywhere."""

    def __init__(self, folder: Path, entries: tuple[Entry, ...], *, weak: str = "") -> None:
        self.disk, self.entries = Disk(), entries
        place = folder / "played.battle"
        file = begun(place, connect=connecting(self.disk, weak=weak))
        self.name = str(place)
        self.acknowledged = [(len(self.disk.deeds), 1)]
        """After how many operations how many events were acknowledged."""
        for some in commands(entries):
            file.append(some, sent=CommandRecord(id=some[0].command, asked="x"))
            self.acknowledged.append((len(self.disk.deeds), some[-1].sequence + 1))
        file.close()

    def cut(self, place: Path, *, rng: random.Random) -> str:
        """What is wrong after one cut at a random moment; nothing if all is well."""
        moment = rng.randrange(self.acknowledged[0][0], len(self.disk.deeds) + 1)
        owed = max(events for deeds, events in self.acknowledged if deeds <= moment)
        left = self.disk.after_cut(moment, rng=rng)
        place.unlink(missing_ok=True)
        for name, content in left.items():
            Path(name.replace(self.name, str(place))).write_bytes(content)
        try:
            opened = open_battle(place, stamp="now")
        except (ValueError, sqlite3.Error) as failure:
            return f"after {moment}: {failure}"
        opened.file.close()
        if opened.recovery is not None:
            return f"after {moment}: {opened.recovery.says}"
        found = opened.log.entries
        if found != self.entries[: len(found)]:
            return f"after {moment}: other events"
        # The commit that was under way may have come through, and then it came through whole.
        whole = {events for _, events in self.acknowledged}
        if len(found) < owed or len(found) not in whole:
            return f"after {moment}: {owed} acknowledged, {len(found)} found"
        return ""


@pytest.mark.soak
def test_no_acknowledged_event_is_lost_in_a_power_cut(
    tmp_path: Path, rng_seed: int, soak_count: SoakCount
) -> None:
    rng = random.Random(rng_seed)
    cuts = Cuts(tmp_path, log(EVENTS))
    faults = [cuts.cut(tmp_path / "cut.battle", rng=rng) for _ in range(soak_count(60, 20_000))]
    assert [fault for fault in faults if fault] == []


def shelf(folder: Path, disk: LosingPower) -> Shelf:
    return Shelf(
        BattleSurroundings(
            folder=folder,
            games=dict,
            table=seen,
            now=lambda: "2026-11-21T19:00:00Z",
            umpire_version="test",
            disk=disk,
        )
    )


@pytest.mark.parametrize("deed", ["archive", "restore"])
@pytest.mark.parametrize("after", range(5))
def test_a_battle_that_is_put_away_is_somewhere_after_a_power_cut(
    tmp_path: Path, deed: str, after: int
) -> None:
    here, away = tmp_path / "b1.battle", tmp_path / "archive" / "b1.battle"
    away.parent.mkdir()
    begun(here if deed == "archive" else away).close()
    content = (here if deed == "archive" else away).read_bytes()
    disk = LosingPower(after=after)
    is_done = True
    try:
        asyncio.run(getattr(shelf(tmp_path, disk), deed)("b1"))
    except PowerCutError:
        is_done = False
    disk.cut()
    left = {each.parent.name: each.read_bytes() for each in (here, away) if each.exists()}
    assert set(left.values()) == {content}
    if is_done:
        assert list(left) == ["archive" if deed == "archive" else tmp_path.name]


@pytest.mark.parametrize("weak", ["OFF", "NORMAL", "FULL"])
def test_the_harness_notices_a_mode_that_is_too_weak(
    tmp_path: Path, rng_seed: int, weak: str
) -> None:
    # FULL is the hardest to tell: only the removal of the journal may be undone, once in 50 cuts.
    rng = random.Random(rng_seed)
    run = Cuts(tmp_path, log(EVENTS), weak=weak)
    assert any(run.cut(tmp_path / "cut.battle", rng=rng) for _ in range(3000))
