"""Describes what a battle's page is told of the event that its table is part of."""

from api.shapes.shaped import Described


class AssignedTold(Described):
    """Who is to play at a table."""

    number: int
    name: str
    army: str
    side: str


class AssignedRoundTold(Described):
    """What a table is for in the round that is played."""

    round: int
    players: list[AssignedTold]


class CallForJudgeTold(Described):
    """A call for a judge."""

    id: str
    entry: str
    """The ruling in question; empty for none."""
    says: str
    standing: str
    """`on its way` until the hub has it, then as the hub tells it."""
    judge: str
    """Who comes, once somebody does."""


class HubNowTold(Described):
    """The hub of the event, as this table knows it."""

    event: str
    table: int
    """The table's number."""
    hub: str
    away_since: str
    """Since when the hub could not be reached; empty while it can."""
    says_no: str
    """Why the hub does not take what this table sends; empty while it does."""
    assignment: AssignedRoundTold | None
    calls: list[CallForJudgeTold]
    """Those from this battle."""
