"""What somebody who listens to an event wants to hear of: the event, all its tables, or one."""

from dataclasses import dataclass
from typing import Final, Literal

from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, flag, whole

MOST_TABLES: Final = 500
Follows = Literal["event", "tables", "table"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsFollowed:
    """Those who follow the same, and may know the same, are told the same text."""

    follows: Follows
    table: int = 0
    """Which one; 0 unless it is one alone."""


THE_EVENT: Final = NewsFollowed(follows="event")
ALL_TABLES: Final = NewsFollowed(follows="tables")


def followed(fields: Fields) -> NewsFollowed:
    """From a hello: `tables: true` for all of them, `table: 3` for one, neither for the event."""
    if fields.has("table"):
        number = fields.must("table", whole)
        if not 1 <= number <= MOST_TABLES:
            raise BadInputError("table", expected=f"1 to {MOST_TABLES}", got=str(number))
        return NewsFollowed(follows="table", table=number)
    return ALL_TABLES if fields.may("tables", flag, default=False) else THE_EVENT
