"""Tests of the memory that pictures cross through: newest wins, whole or not at all."""

import multiprocessing
from dataclasses import replace
from multiprocessing.connection import Connection

import numpy as np
import pytest

from conftest import SoakCount
from vision.camera.errands.handing_on import HandingOn
from vision.camera.health import Measures
from vision.camera.ring import Published, Ring
from vision.camera.source import Frame, SourceError
from vision.camera.worker import HOLD_S, Publisher

WIDTH, HEIGHT = 96, 64


def published(number: int, *, jpeg: bytes | None = None, name: str = "") -> Published:
    """A picture that is the same all over: its number."""
    frame = Frame(
        number=number,
        seconds=number / 30,
        name=name or f"frame {number}",
        grey=np.full((HEIGHT, WIDTH), number % 251, np.uint8),
        captured_s=1000.0 + number / 30,
        jpeg=jpeg,
    )
    measures = Measures(dark=1.0, light=2.0, blur_px=float(number), digest=4_000_000_000 + number)
    return Published(frame=frame, measures=measures, changed_s=999.5)


@pytest.fixture
def ring() -> Ring:
    return Ring.made(width=WIDTH, height=HEIGHT)


def test_all_that_is_written_is_read(ring: Ring) -> None:
    try:
        assert ring.read() is None
        ring.write(published(7, jpeg=b"\xff\xd8\xff", name="Tür 1.jpg"))
        read = ring.read()
        assert read is not None
        assert (read.frame.number, read.frame.name) == (7, "Tür 1.jpg")
        assert read.frame.seconds == pytest.approx(7 / 30)
        assert read.frame.jpeg == b"\xff\xd8\xff"
        assert np.array_equal(read.frame.grey, published(7).frame.grey)
        assert read.measures == published(7).measures
        assert (read.changed_s, read.turn) == (999.5, 1)
        assert ring.read(after=1) is None
    finally:
        ring.close()


def test_the_newest_wins_and_a_copy_stays_what_it_was(ring: Ring) -> None:
    try:
        for number in range(1, 20):
            ring.write(published(number))
        first = ring.read()
        for number in range(20, 40):
            ring.write(published(number))
        second = ring.read()
        assert first is not None
        assert second is not None
        assert (first.frame.number, second.frame.number) == (19, 39)
        assert set(first.frame.grey.ravel().tolist()) == {19}
    finally:
        ring.close()


def test_a_jpeg_that_does_not_fit_is_left_behind_and_the_picture_is_not(ring: Ring) -> None:
    try:
        ring.write(published(1, jpeg=b"x" * 1_000_001))
        read = ring.read()
        assert read is not None
        assert read.frame.jpeg is None
        assert read.frame.grey[0, 0] == 1
    finally:
        ring.close()


def test_a_ring_is_gone_when_its_owner_closes_it(ring: Ring) -> None:
    name = ring.name
    ring.close()
    ring.close()
    with pytest.raises(FileNotFoundError):
        Ring.found(name, width=WIDTH, height=HEIGHT)


def test_a_ring_too_large_for_the_memory_is_refused_before_it_can_hurt() -> None:
    with pytest.raises(SourceError, match="shared memory"):
        Ring.made(width=10_000_000, height=10_000_000)


def test_a_picture_half_written_is_never_read(ring: Ring) -> None:
    try:
        ring.write(published(1))
        # What a writer leaves that is ended in the midst of the next but two.
        stamp, _, _, data = ring._place(2 % 3)  # noqa: SLF001 - there is no other way to end there
        stamp[0] = -2
        data[:100] = 99
        read = ring.read()
        assert read is not None
        assert set(read.frame.grey.ravel().tolist()) == {1}
    finally:
        ring.close()


def _write_many(name: str, count: int, done: Connection) -> None:
    ring = Ring.found(name, width=WIDTH, height=HEIGHT)
    for number in range(1, count + 1):
        ring.write(published(number))
    ring.close()
    done.send(count)
    done.recv()


@pytest.mark.long
@pytest.mark.soak
def test_no_picture_is_ever_torn_between_two_processes(ring: Ring, soak_count: SoakCount) -> None:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    count = soak_count(5_000, 500_000)
    writer = context.Process(target=_write_many, args=(ring.name, count, theirs))
    writer.start()
    reads, last = 0, 0
    try:
        while last < count:
            read = ring.read()
            if read is None:
                continue
            assert read.frame.number >= last
            least, most = int(read.frame.grey.min()), int(read.frame.grey.max())
            assert least == most == read.frame.number % 251
            assert read.measures.blur_px == read.frame.number
            reads += read.frame.number > last
            last = read.frame.number
        assert ours.recv() == count
        ours.send("enough")
        writer.join()
    finally:
        writer.kill()
        ring.close()
    assert reads > 1


def test_nobody_is_woken_twice_who_has_not_looked(ring: Ring) -> None:
    woken: list[int] = []
    try:
        handing_on = HandingOn(ring, wake=lambda: woken.append(1))
        publisher = Publisher(handing_on.put, clock=lambda: 0.0, is_live=True)
        for number in range(1000):
            publisher.publish(published(number).frame)
        assert len(woken) == 1
        ring.read()
        publisher.publish(published(1000).frame)
        assert len(woken) == 2
    finally:
        ring.close()


def test_a_picture_keeps_the_time_at_which_it_arrived(ring: Ring) -> None:
    try:
        publisher = Publisher(ring.write, clock=lambda: 1000.5, is_live=True)
        publisher.publish(published(3).frame)
        arrived = ring.read()
        publisher.publish(replace(published(4).frame, captured_s=None))
        untimed = ring.read()
    finally:
        ring.close()
    assert arrived is not None
    assert untimed is not None
    assert arrived.frame.captured_s == 1000.0 + 3 / 30
    assert untimed.frame.captured_s == 1000.5


def test_a_video_is_shown_when_it_is_due_and_held_in_between(ring: Ring) -> None:
    now = [50.0]
    shown: list[tuple[float, int]] = []

    def pause(seconds: float) -> None:
        now[0] += seconds
        read = ring.read()
        if read is not None:
            shown.append((round(read.frame.captured_s or 0.0, 3), read.frame.number))

    try:
        publisher = Publisher(ring.write, clock=lambda: now[0], is_live=False, pause=pause)
        publisher.publish(replace(published(0).frame, seconds=0.0, captured_s=None))
        publisher.publish(replace(published(1).frame, seconds=1.0, captured_s=None))
        publisher.begin_again()
        publisher.publish(replace(published(0).frame, seconds=0.0, captured_s=None))
        read = ring.read()
    finally:
        ring.close()
    assert shown[:6] == [(50.0, 0), (50.2, 0), (50.4, 0), (50.6, 0), (50.8, 0), (51.0, 1)]
    assert read is not None
    # Numbers and times go on when it begins again.
    assert read.frame.number == 2
    assert read.frame.seconds == pytest.approx(1.0 + HOLD_S)
