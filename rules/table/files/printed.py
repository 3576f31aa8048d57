"""Lists what a roster says for the printer alone, so that one file prints, renders and referees."""

from types import MappingProxyType
from typing import Final

from rules.table.roster import Others

TERRAIN: Final = frozenset({"woods", "building", "hill", "river", "road", "bridge"})
"""Kinds of piece that a battle treats as terrain, not as pieces of a side."""
PAPERS: Final = frozenset({"playing_card", "tiger_card", "game_sheet"})
"""Kinds that are played with but stand nowhere."""

FOOTPRINTS: Final = MappingProxyType(
    {
        "character": "square 1",
        "infantry": "rectangle 3 x 4",
        "large_unit": "square 2",
        "small_building": "square 5",
        "titan": "square 6",
        "smoke": "rectangle 1.5 x 1.25",
        "wreck": "rectangle 1.5 x 1.25",
        "objective": "rectangle 1.5 x 1.25",
        "marker": "rectangle 1.5 x 1.25",
        "wall_strip": "rectangle 0.6 x 1.2",
        "hero": "rectangle 0.9 x 0.7",
        "enemy": "rectangle 0.9 x 0.7",
        "vault": "rectangle 0.9 x 0.7",
        "event": "rectangle 0.9 x 0.7",
        "playing_card": "rectangle 3.5 x 2.25",
        "tiger_card": "rectangle 3.15 x 2.25",
        "slip": "rectangle 1.5 x 2.5",
        "game_sheet": "rectangle 6 x 10",
    }
)
"""Of kinds that are printed in one size; length runs from rear to front, or from foot to top."""

PRINTING: Final = Others(
    tables=("kit",),
    columns=("stands", "tag_size_in", "corpse", "height_in", "card_top", "card_foot", "picture"),
    copies="count",
    footprints=FOOTPRINTS,
)
"""What the print kit adds to the roster of a battle."""
