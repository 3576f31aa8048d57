"""Joins an event at the start of a table's server, once, and remembers it."""

from datetime import UTC, datetime
from pathlib import Path

from api.errors import ExitCode, UserError
from api.hub.attending.line import HubLine, HubSaysNoError
from api.hub.attending.membership import EventMember, keep_membership, kept_membership
from api.hub.intake.courier import NoHubError
from api.terminal.output import Output


def membership_of(
    folder: Path, joins: tuple[str, str] | None, *, output: Output
) -> EventMember | None:
    """The event that this table is part of; with an address and a code it joins another one."""
    if joins is None:
        return kept_membership(folder)
    address, code = joins
    line = HubLine(address)
    known = kept_membership(folder)
    try:
        told = line.join(code)
    except HubSaysNoError as refused:
        if known is not None and known.hub == line.address:
            # The same command again: a code is good for once, and this table has used it.
            output.remark(f"table {known.table} of {known.event}, as before")
            return known
        raise UserError(f"--code: {refused}", ExitCode.BAD_INPUT) from refused
    except NoHubError as failure:
        if known is not None and known.hub == line.address:
            output.remark(f"the hub is away ({failure}); the table plays on without it")
            return known
        raise UserError(
            f"--hub: {line.address} cannot be reached: {failure}", ExitCode.ADDRESS
        ) from failure
    membership = EventMember(
        hub=line.address,
        token=str(told["token"]),
        event=str(told["event"]),
        table=int(told["table"]),
        since=datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    )
    keep_membership(folder, membership)
    output.remark(f"this is table {membership.table} of {membership.event} from now on")
    return membership
