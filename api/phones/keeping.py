"""Keeps a phone as a camera, and tells of it what only the phone knows: a call, sleep."""

from collections.abc import Callable
from dataclasses import replace

from api.phones.held import held_health, hold_of, kept_controls
from api.phones.phone import Phone
from calibration.profile import CameraId
from rules.table.snapshot import Health, HealthState
from vision.camera.errands.errand import Errand
from vision.camera.keeper import CameraLook, Keeper
from vision.camera.phone.feed import PATIENT, PhoneFeed, PhoneLauncher
from vision.camera.source import Identity


class PhoneKeeper:
    """One phone's pictures, decoded in a process of their own as every camera's."""

    def __init__(
        self,
        phone: Phone,
        *,
        expected: CameraId | None,
        calibrated: Callable[[], CameraId | None] = lambda: None,
    ) -> None:
        """`calibrated` says as what the phone is to be held."""
        self._phone = phone
        self._calibrated = calibrated
        self._feed = feed = PhoneFeed()
        self._keeper = Keeper(PhoneLauncher(feed), timeouts=PATIENT, expected=expected)
        phone.feed_to(feed)

    @property
    def identity(self) -> Identity | None:
        known = self._keeper.identity
        return known and replace(known, controls=kept_controls(self._phone.report))

    def look(self) -> CameraLook:
        """How it is; where no pictures come, with the phone's own reason."""
        look, known = self._keeper.look(), self._keeper.identity
        if known is not None:
            self._phone.hold = hold_of(self._calibrated(), now=known)
        if look.health.state is HealthState.WRONG_CAMERA:
            return look
        if look.health.state is HealthState.LIVE:
            held = held_health(self._phone.report, hold=self._phone.hold)
            is_worse = held.state is not HealthState.LIVE or not look.health.note
            return replace(look, health=held) if is_worse else look
        trouble = self._phone.trouble
        if not trouble:
            return look
        return replace(look, health=Health(state=HealthState.LOST, note=trouble))

    def follow(self, errand: Errand | None) -> None:
        self._keeper.follow(errand)

    def wait(self, most_s: float) -> None:
        self._keeper.wait(most_s)

    def close(self) -> None:
        # The process first: whoever hands a picture over to it is let go by its end.
        self._keeper.close()
        self._phone.feed_no_more(self._feed)
        self._feed.close()
