"""Tells with an offer to move what its piece is held to while it is dragged: ground and company."""

import math
from dataclasses import replace

from rules.referee.toolkit.game import Game, State, Template
from rules.table.snapshot import Snapshot
from rules.table.units import Inches


def with_reach(game: Game, state: State, *, table: Snapshot, template: Template) -> Template:
    """The same, with the ground that ends the move, and whom its unit has to stay near to."""
    reach, told = template.reach, game.what_counts
    if reach is None or told is None or template.refusal is not None:
        return template
    counts = told(state, table, reach.unit)
    if counts is None or counts.reach is None:
        return template
    found = counts.reach
    entry = None if math.isinf(found.depth) else Inches(found.depth)
    stops = tuple(sorted({each.area for each in found.stops if each.area}))
    lead = Inches(found.lead)
    reach = replace(reach, stops=stops, entry=entry, lead=lead, near=counts.near)
    return replace(template, reach=reach)
