"""Knows in which areas a unit may be on a player's word, where the camera does not see it."""

from collections.abc import Sequence
from typing import Final

from rules.games.paper_tigers.state import Unit
from rules.table.snapshot import Terrain

COVER_KINDS: Final = frozenset({"woods", "building"})
"""PT1-D2g: what shelters a squad, and so may hide one."""


def no_hiding(unit: Unit, name: str, *, terrain: Sequence[Terrain]) -> tuple[str, str] | None:
    """The clause and reason why a unit cannot be in an area of that name; or None."""
    areas = {area.id: area for area in terrain}
    if name not in areas:
        known = ", ".join(areas) or "none"
        return "PT1-D1d", f"There is no area {name!r}; there are: {known}."
    kind = areas[name].kind.strip().casefold()
    if unit.profile.vehicle and kind == "building":
        return "PT1-D1d", f"{unit.id} is a vehicle, and vehicles never enter buildings."
    if kind not in COVER_KINDS:
        return "PT1-D1d", f"{name} is a {kind}: only a building or woods hide a unit."
    return None
