"""Limits how often a seat may dispute, and names the clause for it."""

from typing import Final

from rules.referee.log.battle import Battle
from rules.referee.log.drafts import refused
from rules.referee.log.open_disputes import LIMIT
from rules.referee.toolkit.game import Refusal

CLAUSE: Final = "REF-12"


def is_spent(battle: Battle, author: str) -> bool:
    """Whether a seat has no dispute left; one that is won costs none."""
    used = sum(each.author == author and not each.changed for each in battle.disputes)
    return used >= battle.options.whole(LIMIT)


def spent(battle: Battle, author: str) -> Refusal | None:
    """The refusal of a dispute too many."""
    if not is_spent(battle, author):
        return None
    limit = battle.options.whole(LIMIT)
    every = "the only dispute" if limit == 1 else f"all {limit} disputes"
    return refused(CLAUSE, f"{author} has used {every} of a seat; one that is won costs none.")
