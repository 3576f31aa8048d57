"""Tells whether a battle does something by itself when the table changes."""

from typing import Final

from rules.referee.log.battle import Battle
from rules.referee.log.house_options import policy_name

DONE_BY_ITSELF: Final = frozenset({"accept", "log"})
"""What may be agreed on for a proposal that is then waited for by nobody."""


def acts_by_itself(battle: Battle) -> bool:
    """Whether something was agreed to be accepted or logged as soon as the camera proposes it;
    a battle that only asks or ignores need not look at the table each time that it changes.
    """
    options, kinds = battle.setup.options, battle.game.proposal_kinds
    agreed = {options.choice(policy_name(kind.name)) for kind in kinds}
    return not agreed.isdisjoint(DONE_BY_ITSELF)
