"""Leaves out of a table what the game hides from a seat.

The camera sees more than the players may: a hand held too high, a pile that somebody looks through.
"""

from rules.referee.log.battle import Battle
from rules.table.snapshot import Snapshot


def hidden_from(battle: Battle, snapshot: Snapshot, *, seat: str) -> frozenset[str]:
    """The pieces that this seat may not be shown; a name that is no seat's is a spectator's."""
    if battle.game.hides is None:
        return frozenset()
    return battle.game.hides(battle.state, snapshot, seat)


def shown_to(battle: Battle, snapshot: Snapshot, *, seat: str) -> Snapshot:
    """The table as this seat may be shown it."""
    hidden = hidden_from(battle, snapshot, seat=seat)
    return snapshot.without(hidden) if hidden else snapshot
