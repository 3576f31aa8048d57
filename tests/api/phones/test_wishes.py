"""Tests of what a phone is asked for: nothing unless it is the camera, more when things move."""

import asyncio
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import cast

from api.cameras.choices import CameraChoice
from api.cameras.desk import CameraDesk
from api.cameras.open_camera import DeskDoor
from api.cameras.phone_choices import phone_choice
from api.cameras.phones.wishes import CALM_HZ, FAST_HZ, MOVED_S, NOT_CHOSEN, PhoneWishes
from api.phones.entering import KnownPhone
from api.phones.phone import Phone, PhoneWish
from api.tables.camera import CameraTable, SeenTable
from api.tables.hand import HandTable
from api.tables.source import TableSource
from rules.table.snapshot import Health, HealthState, PieceState, Snapshot
from tests.api.phones.signing import HeldKey
from tests.factories import piece, table
from vision.camera.keeper import CameraLook, Counts

NOW_LOST = Health(state=HealthState.LOST, note="the phone sleeps")
MINE = KnownPhone(key=HeldKey().point, name="Fox")


class SeenByFake(CameraTable):
    """A camera's table on which the first piece is as it is told."""

    def __init__(self) -> None:
        self.state = PieceState.SEEN

    def latest(self) -> Snapshot:
        return table(piece("A", (3, 3), state=self.state), piece("B", (9, 9)), health=NOW_LOST)

    def seen(self) -> SeenTable:
        return cast("SeenTable", SimpleNamespace(snapshot=self.latest()))


@dataclass(slots=True)
class FakeDesk:
    """As much of a desk as a phone's wishes look at."""

    table: TableSource
    choice: CameraChoice | None = None
    running: object = None
    kit: None = None


@dataclass(slots=True)
class Asked:
    """Wishes over a desk, at a time that is told."""

    desk: FakeDesk | None
    now: float = 0.0
    phone: Phone = field(default_factory=lambda: Phone(MINE, clock=lambda: 0.0))

    def __post_init__(self) -> None:
        door = cast("DeskDoor", SimpleNamespace(made=cast("CameraDesk | None", self.desk)))
        self._wishes = PhoneWishes(door, clock=lambda: self.now)

    _wishes: PhoneWishes = field(init=False)

    def wish(self) -> PhoneWish:
        async def asking() -> PhoneWish:
            return self._wishes.asks(self.phone)

        return asyncio.run(asking())


def running() -> object:
    look = CameraLook(health=NOW_LOST, frame=None, age_s=None, counts=Counts())
    return SimpleNamespace(latest=lambda: look)


def over(played: TableSource, *, chosen: KnownPhone = MINE) -> Asked:
    return Asked(FakeDesk(played, choice=phone_choice(chosen), running=running()))


def test_a_phone_that_is_not_the_camera_sends_nothing_and_is_told_what_to_do() -> None:
    unasked = PhoneWish(note=NOT_CHOSEN)
    assert Asked(None).wish() == unasked
    other = KnownPhone(key=HeldKey().point, name="Elk")
    assert over(SeenByFake(), chosen=other).wish() == unasked
    ended = over(SeenByFake())
    assert ended.desk is not None
    ended.desk.running = None
    assert ended.wish() == unasked


def test_while_a_camera_is_set_up_each_picture_is_wanted() -> None:
    wish = over(HandTable(table())).wish()
    assert (wish.sends, wish.rate_hz) == (True, FAST_HZ)
    assert (wish.state, wish.note) == ("lost", "the phone sleeps")


def test_more_pictures_are_wanted_while_things_move_and_some_seconds_after() -> None:
    seen = SeenByFake()
    asked = over(seen)
    assert asked.wish().rate_hz == CALM_HZ
    seen.state = PieceState.MOVING
    assert asked.wish().rate_hz == FAST_HZ
    seen.state = PieceState.SEEN
    asked.now = MOVED_S - 0.1
    assert asked.wish().rate_hz == FAST_HZ
    asked.now = MOVED_S + 0.1
    assert asked.wish().rate_hz == CALM_HZ


def test_what_was_locked_when_it_was_calibrated_is_asked_for() -> None:
    asked = over(SeenByFake())
    asked.phone.hold = (("focus", 0.4),)
    assert asked.wish().hold == (("focus", 0.4),)
