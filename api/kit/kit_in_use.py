"""Holds the printed army that a camera is set up for."""

import json
from dataclasses import dataclass
from functools import cached_property

from api.files.roster_file import parse_army
from api.kit.kit_file import PrintedKit, printed
from api.kit.work import AS_WRITTEN, planned_kit
from vision.kit.describe import described
from vision.kit.making import Kit
from vision.locating.tag_layout import TagLayout, tag_layout_of


@dataclass(frozen=True, kw_only=True)
class KitInUse:
    """A roster, and what its kit prints."""

    name: str
    text: str
    """The roster as TOML."""
    kit: Kit
    game: str = ""
    """The game that the roster is for, if it says so."""

    @cached_property
    def printed(self) -> PrintedKit:
        """What a calibration needs of it."""
        return printed(self.kit, origin=self.name)

    @cached_property
    def told(self) -> str:
        """As JSON, for the process that renders it."""
        return json.dumps(described(self.kit))

    @cached_property
    def battle(self) -> TagLayout:
        """Which tag is which piece."""
        return tag_layout_of(self.kit)


def kit_in_use(text: str, *, name: str) -> KitInUse:
    """The kit of a roster; a UserError says what is wrong with it."""
    army = parse_army(text.encode(), origin=name, is_csv=False)
    kit = planned_kit(army, AS_WRITTEN, roster=name)
    return KitInUse(name=name, text=text, kit=kit, game=army.wishes.get("game", ""))
