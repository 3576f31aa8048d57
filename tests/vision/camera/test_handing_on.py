"""Tests of what is found in pictures on their way into the ring: the newest, and never a queue."""

import math
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from rules.table.snapshot import HealthState
from tests.vision.camera.faulty import Faulty
from tests.vision.camera.staged import Device, Now, Watch
from tests.vision.camera.test_ring import HEIGHT, WIDTH, published
from tests.vision.camera.watching import AT_MOST_S, SHORT, watching
from vision.camera.errands.handing_on import HandingOn
from vision.camera.errands.letter import Letter
from vision.camera.errands.turns import BoardPlace, LookBoard
from vision.camera.keeper import Keeper
from vision.camera.ring import Ring
from vision.camera.source import Frame

LARGE = 4_000_000
"""Bytes of an errand that no pipe takes at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """An errand that finds the number of each picture."""

    prefix: bytes = b""
    fails_from: float = math.inf
    takes_s: float = 0.0
    stuffing: bytes = field(default=b"", repr=False)
    place: BoardPlace | None = None

    def finder(self) -> "Numbers":
        return Numbers(self)

    def reader(self) -> Callable[[bytes], object]:
        return bytes.decode


@dataclass(slots=True)
class Numbers:
    """Finds them, as the errand says."""

    telling: Telling
    number: int = 0

    def look(self, frame: Frame) -> None:
        if frame.number >= self.telling.fails_from:
            raise RuntimeError("this picture is too much")
        time.sleep(self.telling.takes_s)
        self.number = frame.number

    def packed(self, *, turn: int, taken: int) -> bytes:
        assert taken < turn
        return self.telling.prefix + b"%d" % self.number


@dataclass(slots=True)
class Slow:
    """Finds nothing until it is let."""

    begun: threading.Event = field(default_factory=threading.Event)
    may_end: threading.Event = field(default_factory=threading.Event)
    turns: list[int] = field(default_factory=list)
    number: int = 0

    def look(self, frame: Frame) -> None:
        self.number = frame.number
        self.begun.set()
        assert self.may_end.wait(AT_MOST_S)

    def packed(self, *, turn: int, taken: int) -> bytes:
        del taken
        self.turns.append(turn)
        return b"%d" % self.number


@pytest.fixture
def ring() -> Iterator[Ring]:
    made = Ring.made(width=WIDTH, height=HEIGHT)
    yield made
    made.close()


def _handing_on(ring: Ring) -> HandingOn:
    made = HandingOn(ring, wake=lambda: None)
    threading.Thread(target=made.run, daemon=True).start()
    return made


def test_pictures_that_come_meanwhile_wait_for_nobody_and_the_newest_is_next(ring: Ring) -> None:
    handing_on, slow = _handing_on(ring), Slow()
    handing_on.follow(3, slow)
    handing_on.put(published(1))
    assert slow.begun.wait(AT_MOST_S)
    for number in range(2, 50):
        handing_on.put(published(number))
    assert ring.published == 0
    slow.may_end.set()
    handing_on.finish()
    read = ring.read()
    assert read is not None
    assert (read.frame.number, read.told, read.errand) == (49, b"49", 3)
    # Those between were there, and are not told as lost.
    assert read.turn == 49
    assert slow.turns == [1, 49]


def test_of_pictures_that_come_meanwhile_none_is_awaited(ring: Ring) -> None:
    handing_on, slow = _handing_on(ring), Slow()
    assert handing_on.is_awaited(0.0)
    handing_on.follow(1, slow)
    assert handing_on.is_awaited(0.0)
    handing_on.put(published(1))
    assert slow.begun.wait(AT_MOST_S)
    assert not handing_on.is_awaited(0.0)
    assert not handing_on.is_awaited(0.001)
    slow.may_end.set()
    handing_on.finish()
    assert handing_on.is_awaited(0.0)
    handing_on.put(published(4))
    handing_on.finish()
    read = ring.read()
    assert read is not None
    # Those that were passed over count as if they had come, and are not told as lost.
    assert (read.frame.number, read.turn, ring.arrived) == (4, 4, 4)


def test_a_picture_that_may_wait_is_awaited_as_soon_as_the_last_was_looked_at(ring: Ring) -> None:
    handing_on, slow = _handing_on(ring), Slow()
    handing_on.follow(1, slow)
    handing_on.put(published(1))
    assert slow.begun.wait(AT_MOST_S)
    threading.Timer(0.05, slow.may_end.set).start()
    assert handing_on.is_awaited(AT_MOST_S)
    handing_on.finish()


def test_where_others_look_a_picture_waits_for_its_turn_and_the_newest_takes_it(ring: Ring) -> None:
    board = LookBoard(cameras=2, most=1)
    other, mine = board.place(0).turn(), board.place(1).turn()
    assert other is not None
    assert mine is not None
    assert other.is_mine(time.monotonic())
    handing_on = _handing_on(ring)
    handing_on.follow(1, Telling().finder(), turn=mine)
    assert not handing_on.is_awaited(0.005)
    # A source that does not ask first is not looked at sooner.
    handing_on.put(published(2))
    handing_on.put(published(3))
    assert ring.published == 0
    other.give_back(0.0)
    handing_on.finish()
    read = ring.read()
    assert read is not None
    assert (read.frame.number, read.told, read.turn) == (3, b"3", 3)
    assert other.is_mine(time.monotonic())


def test_without_an_errand_pictures_are_passed_on_at_once(ring: Ring) -> None:
    handing_on = _handing_on(ring)
    handing_on.put(published(1))
    assert ring.published == 1
    handing_on.follow(1, Telling().finder())
    handing_on.put(published(2))
    handing_on.finish()
    handing_on.follow(2, None)
    handing_on.put(published(3))
    handing_on.finish()
    read = ring.read()
    assert read is not None
    assert (read.frame.number, read.told, read.turn) == (3, None, 3)


def test_what_was_found_crosses_whole_even_where_the_jpeg_has_no_room(ring: Ring) -> None:
    handing_on = _handing_on(ring)
    handing_on.follow(1, Telling(prefix=b"x" * 900_000).finder())
    handing_on.put(published(7, jpeg=b"j" * 200_000))
    handing_on.finish()
    read = ring.read()
    assert read is not None
    assert (read.told, read.frame.jpeg) == (b"x" * 900_000 + b"7", None)
    handing_on.follow(2, Telling().finder())
    handing_on.put(published(8, jpeg=b"j" * 200_000))
    handing_on.finish()
    read = ring.read()
    assert read is not None
    assert (read.told, read.frame.jpeg) == (b"8", b"j" * 200_000)


def test_a_letter_is_there_until_it_is_closed() -> None:
    letter = Letter.written(Telling(stuffing=b"s" * LARGE))
    assert Letter.read(letter.name, size=letter.size) == Telling(stuffing=b"s" * LARGE)
    letter.close()
    letter.close()
    with pytest.raises(FileNotFoundError):
        Letter.read(letter.name, size=letter.size)


# --- the keeper ----------------------------------------------------------------------------------


def test_every_process_is_told_what_to_do_and_so_is_the_one_after_it() -> None:
    watch, errand = Watch.begun(), Telling()
    watch.keeper.follow(errand)
    watch.run(3.0)
    assert watch.alive[0].errands == [(1, errand)]
    watch.keeper.follow(errand)
    assert len(watch.alive[0].errands) == 1
    watch.device.fault = "unplugged"
    watch.run(1.0)
    watch.device.fault = ""
    watch.run(5.0)
    assert watch.alive[0].errands == [(2, errand)]
    watch.keeper.follow(None)
    assert watch.alive[0].errands[-1] == (3, None)


def test_a_camera_without_an_errand_is_told_nothing() -> None:
    device = Device(Now())
    watch = Watch(device, Keeper(device.launch, clock=device.now))
    looks = watch.run(3.0)
    assert watch.alive[0].errands == []
    assert {look.found for look in looks} == {None}


# --- real processes ------------------------------------------------------------------------------


@pytest.fixture
def camera(tmp_path: Path) -> Faulty:
    faulty = Faulty(place=str(tmp_path / "fault"))
    faulty.say("")
    return faulty


def test_what_is_found_belongs_to_the_picture_and_to_the_errand(camera: Faulty) -> None:
    with watching(camera) as watched:
        watched.keeper.follow(Telling(prefix=b"first "))
        found = watched.until_it(lambda look: look.found is not None)
        assert found.frame is not None
        assert found.found == f"first {found.frame.number}"
        other = Telling(prefix=b"other ", stuffing=b"s" * LARGE)
        watched.keeper.follow(other)
        assert watched.look().found is None
        found = watched.until_it(lambda look: look.found is not None)
        assert str(found.found).startswith("other ")
        watched.keeper.follow(None)
        watched.frames(5)
        assert watched.look().found is None


def test_a_process_takes_its_turn_on_a_board_and_needs_none_where_that_is_gone(
    camera: Faulty,
) -> None:
    board = LookBoard(cameras=2, most=1)
    place, other = board.place(1), board.place(0).turn()
    assert other is not None
    with watching(camera) as watched:
        watched.keeper.follow(Telling(prefix=b"in turn ", place=place))
        watched.until_it(lambda look: str(look.found).startswith("in turn "))
        watched.until_it(lambda _: other.is_mine(time.monotonic()))
        other.give_back(time.monotonic())
        del board
        watched.keeper.follow(Telling(prefix=b"alone ", place=place))
        watched.until_it(lambda look: str(look.found).startswith("alone "))


def test_nobody_who_looks_slowly_holds_the_process_up(camera: Faulty) -> None:
    with watching(camera) as watched:
        watched.keeper.follow(Telling(prefix=b"x" * 100_000))
        watched.until_it(lambda look: look.found is not None)
        before = watched.look()
        time.sleep(1.5)
        look = watched.look()
        assert look.frame is not None
        assert before.frame is not None
        assert look.frame.number > before.frame.number + 5
        assert look.health.state is HealthState.LIVE
        assert str(look.found) == "x" * 100_000 + str(look.frame.number)


def test_a_computer_that_is_slow_over_a_picture_is_waited_for(camera: Faulty) -> None:
    """The camera goes on sending meanwhile: nothing hangs but this one picture."""
    patience_s = 3.0
    with watching(camera, timeouts=replace(SHORT, live_read_s=patience_s)) as watched:
        before = watched.until(HealthState.LIVE).counts
        watched.keeper.follow(Telling(takes_s=1.5 * patience_s))
        after = watched.until_it(lambda look: look.found is not None).counts
        assert (after.restarts, after.faults) == (before.restarts, before.faults)


def test_a_process_that_hangs_over_a_picture_is_replaced(camera: Faulty) -> None:
    with watching(camera, timeouts=replace(SHORT, follow_s=0.5)) as watched:
        watched.until(HealthState.LIVE)
        watched.keeper.follow(Telling(takes_s=AT_MOST_S))
        look = watched.until_it(lambda look: look.counts.faults > 0)
        assert look.health.note == "the camera's process hangs over a picture"
        watched.keeper.follow(None)
        watched.until(HealthState.LIVE)


def test_a_picture_that_cannot_be_followed_is_told_and_the_next_process_goes_on(
    camera: Faulty,
) -> None:
    with watching(camera) as watched:
        watched.keeper.follow(Telling(fails_from=10))
        look = watched.until_it(lambda look: look.counts.faults > 0)
        assert look.health.note == "RuntimeError: this picture is too much"
        watched.keeper.follow(Telling())
        watched.until_it(lambda look: look.found is not None and look.health.note == "")


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="there is no such signal here")
def test_a_process_that_hears_nothing_holds_up_nobody_who_tells_it(camera: Faulty) -> None:
    with watching(camera) as watched:
        watched.until(HealthState.LIVE)
        (child,) = multiprocessing.active_children()
        assert child.pid is not None
        os.kill(child.pid, signal.SIGSTOP)
        began = time.monotonic()
        for _ in range(20):
            watched.keeper.follow(Telling(stuffing=b"s" * LARGE))
        assert time.monotonic() - began < AT_MOST_S
        watched.until(HealthState.LOST)
        look = watched.until_it(lambda look: look.found is not None)
        assert look.health.state is HealthState.LIVE
