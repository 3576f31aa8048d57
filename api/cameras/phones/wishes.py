"""Decides what each phone is asked for: pictures from the one that is the camera, more when things
move.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from api.cameras.choices import Kind
from api.cameras.phone_choices import phone_choice
from api.cameras.phones.tray_phones import TrayPhones
from api.errors import NoPictureError, UserError
from api.phones.entering import KnownPhone
from api.phones.phone import Phone, PhoneWish
from api.phones.room import PhoneRoom
from api.tables.switch import camera_table
from rules.table.snapshot import HealthState, PieceState

if TYPE_CHECKING:
    from api.cameras.desk import CameraDesk
    from api.cameras.open_camera import DeskDoor

LOG: Final = logging.getLogger("umpire")
FAST_HZ: Final = 60.0
"""Every picture that its camera takes, while something moves or is set up."""
CALM_HZ: Final = 6.0
"""At rest: often enough for a picture never to be older than what may be ruled from."""
MOVED_S: Final = 3.0
"""So long after the last movement things may move again."""
QUALITY: Final = 0.92
PLACING_S: Final = 2.0
"""So often it is looked where the phone stands; whoever places it waits for that."""
NOT_CHOSEN: Final = "this phone is let in; choose it as the camera on the umpire's page"


TRAY_NOTE: Final = "dice are asked for: this phone looks into the tray, if it sees one"


class PhoneWishes:
    """What the phones of one server are asked for."""

    def __init__(self, door: "DeskDoor", *, clock: Callable[[], float]) -> None:
        self._door = door
        self._clock = clock
        self._moved_s = -MOVED_S
        self._room: PhoneRoom | None = None
        self._tray: TrayPhones | None = None
        self._opening: set[asyncio.Task[None]] = set()
        self._placing = ""
        self._placed_s = -PLACING_S
        self._looking: asyncio.Task[None] | None = None

    def attend(self, room: PhoneRoom) -> TrayPhones:
        """Speak to the phones of this room from now on; those for the tray among them."""
        self._room = room
        self._tray = tray = TrayPhones(room, is_camera=self._is_the_camera)
        room.asks, room.on_scan = self.asks, self.scanned
        return tray

    def asks(self, phone: Phone) -> PhoneWish:
        """What is asked of it now."""
        desk = self._door.made
        if desk is None or not _is_camera(desk, phone):
            if self._tray is None or not self._tray.looks(phone):
                return PhoneWish(note=NOT_CHOSEN)
            return PhoneWish(sends=True, rate_hz=CALM_HZ, quality=QUALITY, note=TRAY_NOTE)
        running = desk.running
        if running is None:
            return PhoneWish(note=NOT_CHOSEN)
        health = running.latest().health
        return PhoneWish(
            sends=True,
            rate_hz=FAST_HZ if self._is_lively(desk) else CALM_HZ,
            quality=QUALITY,
            state=str(health.state),
            note=health.note,
            hold=phone.hold,
            placing=self._placing_now(desk),
        )

    def _is_the_camera(self, phone: Phone) -> bool:
        desk = self._door.made
        return desk is not None and _is_camera(desk, phone)

    def _placing_now(self, desk: "CameraDesk") -> str:
        """What was found last; it is looked for anew now and then, beside everything else."""
        now = self._clock()
        is_done = self._looking is None or self._looking.done()
        if is_done and now - self._placed_s >= PLACING_S:
            self._placed_s = now
            self._looking = asyncio.create_task(self._look_at_place(desk))
        return self._placing

    async def _look_at_place(self, desk: "CameraDesk") -> None:
        try:
            self._placing = await asyncio.to_thread(_placing_of, desk)
        except (UserError, NoPictureError):
            # Nothing is open, or has come yet: its state says so.
            self._placing = ""

    def scanned(self, known: KnownPhone) -> None:
        """A phone that has just come in by its code becomes the camera, where there is none."""
        opening = asyncio.create_task(asyncio.to_thread(self._open, known))
        self._opening.add(opening)
        opening.add_done_callback(self._opening.discard)

    def _open(self, known: KnownPhone) -> None:
        desk = self._door.desk()
        if desk.choice is not None and desk.choice.kind is not Kind.PHONE:
            return
        try:
            desk.open(phone_choice(known))
        except UserError as complaint:
            LOG.warning("the phone cannot be opened: %s", complaint.message)

    def _is_lively(self, desk: "CameraDesk") -> bool:
        table = camera_table(desk.table)
        seen = None if table is None else table.seen()
        if seen is None:
            # Whoever sets a camera up waits for its pictures.
            return True
        now = self._clock()
        if any(piece.state is PieceState.MOVING for piece in seen.snapshot.pieces):
            self._moved_s = now
        return now - self._moved_s < MOVED_S


def _placing_of(desk: "CameraDesk") -> str:
    """What error to expect from where the open camera stands, and what helps."""
    # What sees is loaded already: a camera is open.
    from api.phones.placing import measured_words, placing_words

    table = camera_table(desk.table)
    if table is not None and table.latest().health.state is HealthState.LIVE:
        return measured_words(table.profile)
    if desk.kit is None:
        return ""
    kit, lens = desk.kit.printed, desk.lens_profile()
    return placing_words(
        desk.frame().grey,
        dictionary=kit.dictionary,
        table=kit.table,
        anchors=kit.anchor_numbers,
        lens=None if lens is None else lens.lens.lens,
    )


def _is_camera(desk: "CameraDesk", phone: Phone) -> bool:
    choice = desk.choice
    return choice is not None and choice.kind is Kind.PHONE and choice.source == phone.known.id
