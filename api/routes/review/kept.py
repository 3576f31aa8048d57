"""Reads what was kept of a battle, for all routes that look back on it."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Path, Request

from api.battles.session import Session
from api.errors import ProblemError
from api.review.record.archive import Archive, AskedCommand
from api.review.story.desk import ReviewDesk
from api.routes.problems import complaining
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot

Shown = dict[str, Any]
FromFile = TypeVar("FromFile")
Place = Annotated[int, Path(ge=0, le=2**53, description="An event, by its sequence.")]


async def desk_of(request: Request) -> ReviewDesk:
    found: ReviewDesk = request.app.state.review
    return found


Desk = Annotated[ReviewDesk, Depends(desk_of)]


async def from_file(session: Session, job: Callable[[Archive], FromFile]) -> FromFile:
    """Do a job with all that lies in the battle's file."""
    with complaining():
        return await session.read(lambda file: job(Archive(file.rows)))


Looking = tuple[Session, ReviewDesk, str]
"""A battle, what is kept in mind of it, and the seat that looks back."""


async def table_then(looking: Looking, sequence: int) -> Snapshot | None:
    """The table as it lay at an event, as that seat may see it; None where none was kept."""
    session, desk, seat = looking
    ruled, table = await from_file(
        session, lambda file: (file.ruled_before(sequence), file.snapshot_before(sequence))
    )
    if ruled is None or table is None:
        return None
    hidden = await asyncio.to_thread(desk.hidden_then, session, table, sequence=ruled, seat=seat)
    return table.without(hidden)


async def required_table(looking: Looking, sequence: int) -> Snapshot:
    require_event(looking[0], sequence)
    table = await table_then(looking, sequence)
    if table is None:
        raise not_kept(f"no table was kept up to e{sequence}")
    return table


def require_event(session: Session, sequence: int) -> None:
    if sequence >= session.battle.sequence:
        raise not_kept(f"the log ends with e{session.battle.sequence - 1}")


def not_kept(detail: str) -> ProblemError:
    return ProblemError(404, kind="not-kept", title="Not kept", detail=detail)


async def disputed_command(session: Session, dispute: str) -> dict[str, Any]:
    """What was asked for in the ruling that is disputed, as it was kept."""
    found = next((each for each in session.battle.disputes if each.id == dispute), None)
    with complaining():
        if found is None:
            raise BadInputError("dispute", expected="a dispute of this battle", got=dispute)
        sequence = int(found.entries[0][1:])
        asked = await from_file(session, lambda archive: archive.command_of(sequence))
        if not isinstance(asked, AskedCommand):
            got = "nothing" if asked is None else asked.why
            raise BadInputError("dispute", expected="a command that was kept", got=got)
        return asked.command
