"""Lists the phones that are here among the cameras, and opens them."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from api.cameras.choices import CameraChoice, Kind
from api.errors import ExitCode, UserError
from api.phones.entering import KnownPhone
from api.phones.room import PhoneRoom

if TYPE_CHECKING:
    from api.cameras.running import CameraKeeper
    from calibration.profile import CameraId


def phone_choice(known: KnownPhone) -> CameraChoice:
    """A phone among the cameras."""
    name = f"{known.name} ({known.shown})"
    return CameraChoice(id=f"phone-{known.id}", kind=Kind.PHONE, name=name, source=known.id)


def phone_choices(room: PhoneRoom | None) -> tuple[CameraChoice, ...]:
    """The phones that may be chosen: those that are here."""
    if room is None:
        return ()
    return tuple(phone_choice(each.known) for each in room.phones() if each.is_here)


def phone_keeper(
    room: PhoneRoom | None,
    name: str,
    *,
    expected: "CameraId | None",
    calibrated: "Callable[[], CameraId | None]",
) -> "Callable[[], CameraKeeper]":
    """What opens a phone, held as it was calibrated; a UserError where it is not known."""
    phone = None if room is None else room.phone(name)
    if room is None or phone is None:
        raise UserError("this phone is not known here any more", ExitCode.USAGE)
    return partial(room.keeper, phone, expected=expected, calibrated=calibrated)
