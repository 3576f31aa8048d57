"""Says where a battle has its pieces, so that a table that nobody else watches can follow it."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.referee.toolkit.spots import Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledPlace:
    """Where a unit is, as far as rulings know."""

    pieces: tuple[str, ...]
    """What of it lies on the table: one piece, figures, or a gun and its crew."""
    spot: Spot | None
    """None where it lies beside the table."""
    loose: bool = False
    """Its pieces are figures, whose middle stands there; else its first piece does."""


RuledPlaces = Mapping[str, RuledPlace]
"""By unit."""


def changed_places(before: RuledPlaces, after: RuledPlaces) -> dict[str, RuledPlace]:
    """The units that are elsewhere now.

    >>> here = Spot(x_in=9.0, y_in=4.0)
    >>> stood, gone = (RuledPlace(pieces=("T1",), spot=spot) for spot in (here, None))
    >>> list(changed_places({"T1": stood, "T2": gone}, {"T1": gone, "T2": gone}))
    ['T1']
    """
    return {unit: place for unit, place in after.items() if before.get(unit) != place}
