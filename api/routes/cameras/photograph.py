"""Takes a photograph that is sent as a file, and measures one of the table beside the camera."""

import asyncio
from collections.abc import Set as AbstractSet
from functools import partial
from typing import TYPE_CHECKING, Any

from fastapi import Request

from api.access.body import PICTURES
from api.errors import ProblemError
from api.routes.shown import seen_by_camera
from api.tables.source import TableSource
from rules.table.snapshot import Snapshot

if TYPE_CHECKING:
    from api.review.pictures.photographed import SecondOpinion


def photograph_of(what: str) -> dict[str, Any]:
    """How an address that takes a photograph is described."""
    kinds = {kind: {"schema": {"type": "string", "format": "binary"}} for kind in PICTURES}
    return {"requestBody": {"required": True, "description": what, "content": kinds}}


async def sent_photograph(request: Request) -> bytes:
    """The file, if it says that it is a picture of a kind that is read."""
    sent = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if sent not in PICTURES:
        raise ProblemError(
            415,
            kind="no-picture",
            title="Unsupported Media Type",
            detail=f"content-type: expected {' or '.join(PICTURES)}, got {sent[:60]!r}",
        )
    return await request.body()


async def measured_beside(
    request: Request,
    data: bytes,
    *,
    source: TableSource,
    live: Snapshot,
    hidden: AbstractSet[str],
) -> "SecondOpinion":
    """One photograph at a time on the whole server: each takes a second or two of it.

    Nothing is said of `hidden` pieces.
    """
    table = seen_by_camera(source)
    # What sees is loaded already where a camera does.
    from api.review.pictures.photographed import second_opinion

    measure = partial(
        second_opinion,
        data,
        profile=table.profile,
        tag_layout=table.tag_layout,
        live=live,
        hidden=hidden,
    )
    async with request.app.state.review.measuring:
        return await asyncio.to_thread(measure)
