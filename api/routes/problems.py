"""Turns the complaints of the inside into problems over HTTP."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

from api.access.admission import no_battle
from api.access.grants import TooManyGrantsError
from api.answers.asking import BadQuestionError, UnknownPieceError
from api.battles.jobs import BusyError, NotSavedError, ReusedIdError
from api.battles.surroundings import (
    FullShelfError,
    TakenNameError,
    UnknownBattleError,
    UnopenedError,
)
from api.errors import ProblemError
from api.tables.hand import LockedGroundError, UnknownThingError
from rules.table.bad_input import BadInputError


@contextmanager
def complaining() -> Iterator[None]:
    """Turn what the inside raises into problems."""
    try:
        yield
    except UnknownPieceError as complaint:
        raise _not_found(complaint, known=complaint.known, nearest=complaint.nearest) from complaint
    except UnknownThingError as complaint:
        raise _not_found(complaint, known=complaint.known) from complaint
    except (UnknownBattleError, UnopenedError) as complaint:
        if isinstance(complaint, UnknownBattleError):
            raise no_battle() from complaint
        raise _problem(503, "unopened", detail=str(complaint)) from complaint
    except (BadQuestionError, BadInputError) as complaint:
        raise _problem(422, "bad-question", detail=str(complaint)) from complaint
    except LockedGroundError as complaint:
        raise _problem(
            409, "locked", detail="the terrain is locked: unlock it first"
        ) from complaint
    except ReusedIdError as complaint:
        detail = "this id belongs to another command: give each command an id of its own"
        raise _problem(409, "reused-id", detail=detail) from complaint
    except TakenNameError as complaint:
        detail = "there is another battle of this id there: rename its file first"
        raise _problem(409, "taken", detail=detail) from complaint
    except (FullShelfError, TooManyGrantsError) as complaint:
        raise _problem(
            409, "too-many", detail="there are too many already; end some first"
        ) from complaint
    except BusyError as complaint:
        detail = "too many commands wait already; send it again with the same id"
        raise _problem(503, "busy", detail=detail) from complaint
    except (NotSavedError, OSError, sqlite3.Error) as complaint:
        why = getattr(complaint, "strerror", None) or str(complaint)
        detail = (
            f"the disk does not take it ({why}); nothing has happened, and the battle is "
            "paused until it does: make room, then send it again with the same id"
        )
        raise _problem(503, "not-saved", detail=detail) from complaint


def _problem(status: int, kind: str, *, detail: str) -> ProblemError:
    return ProblemError(status, kind=kind, title=HTTPStatus(status).phrase, detail=detail)


def _not_found(
    complaint: Exception, *, known: tuple[str, ...], nearest: str | None = None
) -> ProblemError:
    return ProblemError(
        404,
        kind="unknown-piece",
        title="Unknown piece",
        detail=str(complaint),
        known=list(known),
        nearest=nearest,
    )


def not_by_hand() -> ProblemError:
    """A camera or a file says what is there."""
    return ProblemError(
        409,
        kind="not-by-hand",
        title="Conflict",
        detail="this table is read from elsewhere; only `umpire serve` without a file and without "
        "a camera has one that is moved by hand",
    )
