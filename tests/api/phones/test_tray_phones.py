"""Tests that a phone beside the table's camera is asked for the tray, and only while dice are."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import cast

import pytest

from api.cameras.desk import CameraDesk
from api.cameras.open_camera import DeskDoor
from api.cameras.phone_choices import phone_choice
from api.cameras.phones.tray_phones import TrayPhones
from api.cameras.phones.wishes import CALM_HZ, NOT_CHOSEN, TRAY_NOTE, PhoneWishes
from api.phones.phone import Phone
from api.phones.report import PhoneReport
from api.phones.room import PhoneRoom
from tests.api.phones.signing import ORIGIN, HeldKey
from vision.camera.phone.source import PhonePicture

JPEG = b"\xff\xd8\xff picture"
REPORT = PhoneReport(lens="back", zoom=None, width=1280, height=720)


@dataclass(slots=True)
class Taken:
    """Where the pictures of the table's camera go."""

    pictures: list[PhonePicture] = field(default_factory=list)

    def put(self, picture: PhonePicture) -> None:
        self.pictures.append(picture)

    def close(self) -> None:
        self.pictures.clear()


class Beside:
    """A room with one phone, over a desk whose camera is told."""

    def __init__(self) -> None:
        self.now = 10.0
        self.room = PhoneRoom(keep=None, steady=self.clock, clock=self.clock)
        self.desk = SimpleNamespace(choice=None, running=None)
        door = cast("DeskDoor", SimpleNamespace(made=cast("CameraDesk", self.desk)))
        wishes = PhoneWishes(door, clock=self.clock)
        self.tray: TrayPhones = wishes.attend(self.room)
        entry, key = self.room.entry, HeldKey()
        asking = key.asking(entry.new_nonce(), code=entry.new_code())
        self.room.on_scan = lambda _known: None
        self.phone: Phone = self.room.enter(asking, origin=ORIGIN)[0]

    def clock(self) -> float:
        return self.now

    def sends(self) -> None:
        self.phone.want(self.room.asks(self.phone))
        self.phone.reports(REPORT)
        self.phone.shows(JPEG, taken_ms=self.phone.clock_ms - 500)


@pytest.fixture
def beside() -> Beside:
    return Beside()


def test_pictures_are_asked_for_only_while_dice_are(beside: Beside) -> None:
    assert beside.tray.shots(is_wanted=False) == []
    assert beside.room.asks(beside.phone).note == NOT_CHOSEN
    assert beside.tray.shots(is_wanted=True) == []
    wish = beside.room.asks(beside.phone)
    assert (wish.sends, wish.rate_hz, wish.note) == (True, CALM_HZ, TRAY_NOTE)
    beside.sends()
    (shot,) = beside.tray.shots(is_wanted=True)
    assert (shot.jpeg, shot.seconds, shot.camera) == (JPEG, 9.5, beside.phone.known.id)
    beside.sends()
    assert beside.tray.shots(is_wanted=True)[0].number == shot.number + 1
    assert beside.tray.shots(is_wanted=False) == []
    assert not beside.room.asks(beside.phone).sends
    assert not beside.phone.is_fed


def test_a_phone_that_becomes_the_camera_looks_into_no_tray(beside: Beside) -> None:
    beside.tray.shots(is_wanted=True)
    beside.sends()
    table = Taken()
    beside.phone.feed_to(table)
    assert beside.tray.shots(is_wanted=True) == []
    beside.desk.choice = phone_choice(beside.phone.known)
    assert beside.tray.shots(is_wanted=True) == []
    assert not beside.tray.looks(beside.phone)
    beside.phone.wanted = beside.room.asks(beside.phone)
    assert beside.phone.is_fed


def test_a_phone_that_is_gone_shows_nothing(beside: Beside) -> None:
    beside.tray.shots(is_wanted=True)
    beside.sends()
    beside.now += 60
    assert beside.tray.shots(is_wanted=True) == []
    beside.sends()
    assert beside.tray.shots(is_wanted=True) == []
    beside.sends()
    assert len(beside.tray.shots(is_wanted=True)) == 1
