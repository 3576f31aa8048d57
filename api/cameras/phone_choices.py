"""Lists the phones that are here among the cameras."""

from api.cameras.choices import CameraChoice, Kind
from api.phones.entering import KnownPhone
from api.phones.room import PhoneRoom


def phone_choice(known: KnownPhone) -> CameraChoice:
    """A phone among the cameras."""
    name = f"{known.name} ({known.shown})"
    return CameraChoice(id=f"phone-{known.id}", kind=Kind.PHONE, name=name, source=known.id)


def phone_choices(room: PhoneRoom | None) -> tuple[CameraChoice, ...]:
    """The phones that may be chosen: those that are here."""
    if room is None:
        return ()
    return tuple(phone_choice(each.known) for each in room.phones() if each.is_here)
