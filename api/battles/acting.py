"""Tells whether a battle does something by itself, and whether it waits with that."""

from typing import Final

from api.dealing.dealer import BY_ITSELF
from rules.referee.log.battle import Battle
from rules.referee.log.entries import EntryKind
from rules.referee.log.house_options import policy_name
from rules.referee.log.house_words import TakenBack
from rules.referee.toolkit.vocabulary import kind_of

DONE_BY_ITSELF: Final = frozenset({"accept", "log"})
"""What may be agreed on for a proposal that is then waited for by nobody."""

FALLEN: Final = kind_of(TakenBack)


def acts_by_itself(battle: Battle) -> bool:
    """Whether something was agreed to be accepted or logged as soon as the camera proposes it;
    a battle that only asks or ignores need not look at the table each time that it changes.
    """
    options, kinds = battle.setup.options, battle.game.proposal_kinds
    agreed = {options.choice(policy_name(kind.name)) for kind in kinds}
    return not agreed.isdisjoint(DONE_BY_ITSELF)


def is_put_back(battle: Battle) -> bool:
    """Whether the last that somebody did was to have something taken back. What is then rolled at
    once would be a second roll that nobody asked for.
    """
    for entry in reversed(battle.entries):
        if entry.kind is EntryKind.REFEREE and entry.body.get("kind") == FALLEN:
            return True
        if entry.kind is EntryKind.EVENT and not entry.command.startswith(BY_ITSELF):
            return False
    return False
