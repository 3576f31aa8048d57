"""Keeps what a table shows the hub: the token that came of its code, for its owner alone."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from api.errors import ExitCode, UserError
from api.files.synced import replace_whole
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, parse, string, whole

KEPT_IN: Final = "event-hub.json"
MOST_BYTES: Final = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class EventMember:
    """A table's place in an event."""

    hub: str
    """Its address, as `https://hub.example`."""
    token: str
    event: str
    table: int
    since: str
    """When it joined: battles from before are none of the event's."""


def kept_membership(folder: Path) -> EventMember | None:
    """The event that a table is part of, if it is of any."""
    place = folder / KEPT_IN
    if not place.exists():
        return None
    try:
        fields = Fields(parse(place.read_text("utf-8")[:MOST_BYTES], what=KEPT_IN), KEPT_IN)
        found = EventMember(
            hub=fields.must("hub", string),
            token=fields.must("token", string),
            event=fields.must("event", string),
            table=fields.must("table", whole),
            since=fields.must("since", string),
        )
        fields.done()
    except (BadInputError, OSError, UnicodeDecodeError) as failure:
        message = f"{place}: expected what came of joining an event, got {failure}"
        raise UserError(message, ExitCode.BAD_INPUT) from failure
    return found


def keep_membership(folder: Path, membership: EventMember) -> None:
    """Keep it for the next start."""
    replace_whole(folder / KEPT_IN, json.dumps(asdict(membership)).encode())
