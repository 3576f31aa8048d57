"""Tests of two cameras that are followed in processes of their own, ended and put right."""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from api.tables.camera import CameraTable
from api.tables.hand import HandTable
from rules.table.snapshot import HealthState, PieceState, Snapshot
from tests.vision.fusion.away import Still
from tests.vision.fusion.test_several import FLAT, NAMES, NORTH, SOUTH, TANK, THIRD, cameras_over
from tests.vision.measured import grey_of, rendered, table_scene
from vision.camera.keeper import CameraLook, Keeper
from vision.fusion.several import JoinedTable, SeveralCameras

AT_MOST_S = 120.0
THINGS = (TANK, FLAT, THIRD)
ALL = dict.fromkeys(("T1", "T2", "T3"), NAMES)


@dataclass(slots=True)
class Watched:
    """One table under two cameras, each in its own process; one thread looks at both."""

    several: SeveralCameras
    table: CameraTable
    keepers: list[Keeper]
    stills: list[Still]
    is_too_busy: bool = False
    """Whether this computer had no time for a camera that was well."""

    def look(self) -> list[CameraLook]:
        """Once at each camera, as their threads in the server do."""
        looks = []
        for camera, keeper in enumerate(self.keepers):
            look = keeper.look()
            see = self.table.see if camera == 0 else self.table.see_from(camera)
            keeper.follow(see(look))
            looks.append(look)
        self.keepers[0].wait(0.02)
        return looks

    @property
    def joined(self) -> JoinedTable:
        live = self.table.seen().live
        assert isinstance(live, JoinedTable)
        return live

    def until(self, is_so: Callable[[], bool], *, beside: int | None = None) -> list[Snapshot]:
        """Look until this is so; all snapshots until then, but those of moments in which even the
        camera `beside` had no picture, as on a computer with too much to do.
        """
        ends_at, found = time.monotonic() + AT_MOST_S, []
        while not is_so():
            assert time.monotonic() < ends_at, self.table.latest().health
            self.look()
            if beside is None or self.joined.cameras[beside].is_well:
                found.append(self.table.seen().snapshot)
            else:
                self.is_too_busy = True
        return found

    def until_all_is_seen(self, *, beside: int | None = None) -> list[Snapshot]:
        return self.until(self.all_rests, beside=beside)

    def all_rests(self) -> bool:
        states = {piece.state for piece in self.joined.snapshot.pieces}
        return self.are_well and self.joined.seen_by == ALL and states == {PieceState.SEEN}

    @property
    def are_well(self) -> bool:
        return all(each.is_well for each in self.joined.cameras)


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    several = cameras_over(*THINGS)
    stills = [
        Still.of(
            grey_of(rendered(table_scene(*THINGS, camera=camera))), place=tmp_path / f"{name}.npy"
        )
        for name, camera in zip(NAMES, (SOUTH, NORTH), strict=True)
    ]
    ground = HandTable(Snapshot(table=several.profile.table))
    with ExitStack() as stack:
        keepers = [stack.enter_context(Keeper.of(still)) for still in stills]
        yield Watched(several, CameraTable(several, ground=ground), keepers, stills)


def _is_followed_here(several: SeveralCameras) -> bool:
    return bool(several._followers)  # noqa: SLF001 - nothing else tells where it was done


@pytest.mark.long
def test_one_of_them_is_ended_and_comes_back_and_the_table_goes_on(watched: Watched) -> None:
    watched.until_all_is_seen()
    assert not _is_followed_here(watched.several)
    assert watched.table.seen().snapshot.health.state is HealthState.LIVE
    assert {view.name for view in watched.table.views()} == set(NAMES)
    assert len(watched.table.tags_in_view()) >= 3 + 4
    south = min(child.pid or 0 for child in multiprocessing.active_children())
    os.kill(south, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    between = watched.until(lambda: not watched.joined.cameras[0].is_well, beside=1)
    between += watched.until_all_is_seen(beside=1)
    assert {each.health.state for each in between} == {HealthState.LIVE}
    states = {piece.state for each in between for piece in each.pieces}
    assert states == {PieceState.SEEN} or watched.is_too_busy
    numbers = [each.number for each in between]
    assert numbers == sorted(numbers)
    assert not _is_followed_here(watched.several)


def test_nobody_looks_for_a_while_and_then_the_newest_is_there(watched: Watched) -> None:
    watched.until_all_is_seen()
    before = watched.look()
    time.sleep(1.0)
    after = watched.look()
    for old, new in zip(before, after, strict=True):
        assert old.frame is not None
        assert new.ruling_frame is not None
        assert new.ruling_frame.number > old.frame.number + 2
        assert new.found is not None


@pytest.mark.long
def test_one_that_is_bumped_is_put_right_and_followed_by_its_new_profile(
    watched: Watched,
) -> None:
    watched.until_all_is_seen()
    old = watched.several.errands[1]
    bumped = replace(NORTH, position_in=(8.2, 9.4, 18.1), look_at_in=(8.1, 4.6, 0.0))
    watched.stills[1].show(grey_of(rendered(table_scene(*THINGS, camera=bumped))))
    between = watched.until(lambda: watched.several.errands[1] is not old, beside=0)
    between += watched.until_all_is_seen(beside=0)
    assert {each.health.state for each in between} == {HealthState.LIVE}
    assert watched.several.profile_of(1) is not old.profile
    assert not _is_followed_here(watched.several)
