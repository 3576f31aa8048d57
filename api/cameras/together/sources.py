"""Knows the cameras that the host may choose, and takes more of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from api.cameras.choices import SECOND_PRACTICE, CameraChoice, Kind
from api.cameras.phone_choices import phone_choices
from api.cameras.typed_source import typed_source
from api.errors import ExitCode, UserError
from api.phones.room import PhoneRoom

MOST_GIVEN: Final = 16


@dataclass(slots=True, kw_only=True)
class CameraSources:
    """What is plugged in, what was typed, the phones that are here. Guarded by whoever has it."""

    given: tuple[str, ...]
    recordings: Path
    found: Callable[[Sequence[str]], tuple[CameraChoice, ...]]
    phones: PhoneRoom | None

    def choices(self, kept: Sequence[CameraChoice]) -> tuple[CameraChoice, ...]:
        """All of them; with a second one to practise with, where the first of these is kept."""
        found = (*phone_choices(self.phones), *self.found(self.given))
        practises = any(each.kind is Kind.PRACTICE for each in kept)
        return (*found, SECOND_PRACTICE) if practises else found

    def take(self, text: str) -> str:
        """A stream's address, or a file of the folder of recordings; a UserError says what there
        is to type.
        """
        source = typed_source(text, recordings=self.recordings)
        if source not in self.given:
            if len(self.given) >= MOST_GIVEN:
                raise UserError(f"address: expected at most {MOST_GIVEN}", ExitCode.BAD_INPUT)
            self.given = (*self.given, source)
        return source

    def take_again(self, source: str) -> str:
        """A source that was taken at an earlier time, by the same rules; a UserError where it is
        gone, or was named elsewhere.
        """
        place = Path(source)
        is_recording = "://" not in source and place.parent == self.recordings
        return self.take(place.name if is_recording else source)
