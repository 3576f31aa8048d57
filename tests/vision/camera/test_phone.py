"""Tests of a phone's pictures on their way to its process: the newest, and never a queue."""

import multiprocessing
import pickle
from multiprocessing.connection import Connection

import cv2
import numpy as np
import pytest

from rules.table.snapshot import HealthState
from vision.camera.phone.feed import PhoneFeed
from vision.camera.phone.source import READY, PhonePicture, PhoneSource
from vision.camera.source import SourceError

LENS = "phone 1 back"
AT_MOST_S = 30.0


def jpeg(shade: int, *, width: int = 80, height: int = 64) -> bytes:
    return cv2.imencode(".jpg", np.full((height, width), shade, np.uint8))[1].tobytes()


def picture(data: bytes, *, taken_s: float = 1.0, lens: str = LENS) -> PhonePicture:
    return PhonePicture(jpeg=data, taken_s=taken_s, name="Fox", lens=lens)


@pytest.fixture
def pipe() -> tuple[Connection, Connection]:
    return multiprocessing.Pipe()


def sent(line: Connection, *pictures: PhonePicture) -> None:
    for each in pictures:
        line.send_bytes(pickle.dumps(each))


def test_a_phone_is_the_camera_that_its_first_picture_says(
    pipe: tuple[Connection, Connection],
) -> None:
    ours, theirs = pipe
    sent(ours, picture(jpeg(90), taken_s=4.0), picture(jpeg(120), taken_s=4.5))
    ours.send_bytes(b"")
    with PhoneSource(theirs, clock=lambda: 5.0) as source:
        known = source.identity
        frames = source.frames()
        first, second = next(frames), next(frames)
    assert (known.name, known.id, known.width, known.height) == ("Fox", LENS, 80, 64)
    assert known.is_live
    assert [each.captured_s for each in (first, second)] == [4.0, 4.5]
    assert [int(each.grey.mean()) for each in (first, second)] == [90, 120]
    assert ours.recv_bytes() == READY


def test_a_picture_from_the_future_is_of_now(pipe: tuple[Connection, Connection]) -> None:
    ours, theirs = pipe
    sent(ours, picture(jpeg(90), taken_s=9.0))
    with PhoneSource(theirs, clock=lambda: 5.0) as source:
        assert next(source.frames()).captured_s == 5.0


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (picture(jpeg(90), lens="phone 1 back zoom 2"), "lens or the zoom has changed"),
        (picture(jpeg(90, width=64, height=80)), "turn the phone back"),
    ],
)
def test_another_lens_a_zoom_and_a_turned_phone_are_refused_with_their_reason(
    pipe: tuple[Connection, Connection], other: PhonePicture, why: str
) -> None:
    ours, theirs = pipe
    sent(ours, picture(jpeg(90)), other)
    with PhoneSource(theirs, clock=lambda: 5.0) as source:
        frames = source.frames()
        next(frames)
        with pytest.raises(SourceError, match=why) as refused:
            next(frames)
    assert refused.value.state is HealthState.WRONG_CAMERA


def test_damaged_pictures_are_passed_over_and_many_of_them_are_said(
    pipe: tuple[Connection, Connection],
) -> None:
    ours, theirs = pipe
    sent(ours, *[picture(b"\xff\xd8\xff nothing")] * 3, picture(jpeg(90)))
    sent(ours, *[picture(jpeg(90)[:-20])] * 30)
    with PhoneSource(theirs, clock=lambda: 5.0) as source:
        frames = source.frames()
        next(frames)
        with pytest.raises(SourceError, match="only damaged pictures"):
            next(frames)


class Reader:
    """The other end of a feed, that takes a picture when it is told to."""

    def __init__(self, feed: PhoneFeed) -> None:
        self.line, ours = multiprocessing.Pipe()
        feed.connect(ours)

    def taken(self) -> PhonePicture:
        assert self.line.poll(AT_MOST_S)
        found: PhonePicture = pickle.loads(self.line.recv_bytes())
        return found


def test_the_newest_picture_replaces_the_one_that_waits() -> None:
    feed = PhoneFeed()
    reader = Reader(feed)
    feed.put(picture(b"0"))
    assert reader.taken().jpeg == b"0"
    for number in range(1, 6):
        feed.put(picture(b"%d" % number))
    assert not reader.line.poll(0)
    reader.line.send_bytes(READY)
    assert reader.taken().jpeg == b"5"
    assert feed.dropped == 4
    reader.line.close()
    feed.close()


def test_a_picture_that_a_process_did_not_live_to_take_is_for_the_next_one() -> None:
    feed = PhoneFeed()
    first = Reader(feed)
    first.line.close()
    feed.put(picture(b"waits"))
    second = Reader(feed)
    assert second.taken().jpeg == b"waits"
    # One that ends a process is not given to another.
    second.line.close()
    third = Reader(feed)
    feed.put(picture(b"later"))
    assert third.taken().jpeg == b"later"
    third.line.close()
    feed.close()
