"""Tells maps how far the fire of a unit with several weapons reaches."""

from dataclasses import replace

from rules.games.paper_tigers.chapters.fire.shots import fire_counts
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.state import Unit
from rules.games.paper_tigers_2.chapters.weapons import fires_forward, range_limit, weapons_of
from rules.referee.toolkit.what_counts import FireCounts


def counted_weapons(draft: Draft, unit: Unit) -> FireCounts | None:
    """What counts for its fire on a map: of all its weapons the one that reaches farthest."""
    arms = weapons_of(unit)
    if not arms:
        return None
    found = [range_limit(unit, each) for each in arms]
    limits = [each[1] for each in found if each is not None]
    more = any(
        each.indirect or each.least is not None or each.red_only or fires_forward(unit, each)
        for each in arms
    )
    limit = max(limits) if len(limits) == len(arms) else None
    counts = fire_counts(draft, unit, limit=limit, unsure=more)
    return replace(counts, spotted=any(each.indirect for each in arms))
