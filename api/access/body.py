"""Accepts only request bodies that are small and shallow, whole JSON with real numbers."""

import re
from typing import Final

from rules.table.bad_input import BadInputError
from rules.table.files.bounded import JSON_SIGNS, bounded
from rules.table.files.strict_json import parse

MOST_BYTES: Final = 64_000
MOST_BYTES_OF_TABLES: Final = 1_000_000
"""For a whole table or a roster: a crowded one takes a third of it."""
LARGE: Final = frozenset(
    {
        ("POST", "/api/v1/battles"),
        ("PUT", "/api/v1/table"),
        ("POST", "/api/v1/table/terrain-file"),
        ("PUT", "/api/v1/setup/roster"),
    }
)
STREAMED: Final = frozenset({("POST", "/api/v1/library/battles")})
"""A file that is sent here may be large: the route admits first, then counts what it reads."""
DEEPEST: Final = 16
MOST_VALUES: Final = 200_000
"""Of a whole table with all its corners; the program below the routes reads each body again."""
MOST_BYTES_OF_PICTURES: Final = 20_000_000
"""A large telephone's photograph takes half of it."""
PICTURES: Final = ("image/jpeg", "image/png")
_PICTURES_FOR: Final = re.compile(
    r"/api/v1/battles/[^/]+/drawn-sheet/readings|/api/v1/setup/print/photograph"
    r"|/api/v1/setup/second-opinion|/api/v1/battles/[^/]+/review/second-opinion"
)
"""Here a photograph is sent, and nothing else."""
_OF_PLAYERS: Final = re.compile(r"/api/v1/battles/[^/]+/review/second-opinion")
"""Of these, the one to which any player may send one."""


class BadBodyError(Exception):
    """A body that is refused, with the status and the kind of the problem to answer."""

    def __init__(self, status: int, *, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.kind = kind


def most_bytes(method: str, path: str, *, is_host: bool, is_player: bool = False) -> int:
    """How long a body may be here; a player's is short, but for a photograph in a dispute."""
    may_photograph = is_player and _OF_PLAYERS.fullmatch(path) is not None
    if not (is_host or may_photograph):
        return MOST_BYTES
    if takes_picture(method, path):
        return MOST_BYTES_OF_PICTURES
    return MOST_BYTES_OF_TABLES if (method, path) in LARGE else MOST_BYTES


def is_picture(method: str, path: str, *, media_type: str) -> bool:
    """Whether a body is a picture, sent to a route that reads one; its content is checked there."""
    sent = media_type.partition(";")[0].strip().lower() in PICTURES
    return sent and takes_picture(method, path)


def takes_picture(method: str, path: str) -> bool:
    """Whether photographs are sent here."""
    return method == "POST" and _PICTURES_FOR.fullmatch(path) is not None


def check_json(body: bytes, *, media_type: str) -> None:
    """Refuse a body that is not JSON, or not JSON that is safe to parse.

    >>> check_json(b'{"a": [1.5]}', media_type="application/json; charset=utf-8")
    >>> check_json(b"[NaN]", media_type="application/json")
    Traceback (most recent call last):
    api.access.body.BadBodyError: [0]: expected a finite number, got NaN
    """
    if media_type.partition(";")[0].strip().lower() != "application/json":
        got = f"{media_type!r}"[:60]
        raise BadBodyError(
            415, kind="not-json", detail=f"content-type: expected application/json, got {got}"
        )
    try:
        text = body.decode()
        bounded(text, what="body", signs=JSON_SIGNS, levels=DEEPEST, values=MOST_VALUES)
        parse(text, what="body")
    except UnicodeDecodeError as error:
        detail = f"body: expected text in UTF-8, got byte {body[error.start]:#04x}"
        raise BadBodyError(400, kind="bad-json", detail=detail) from error
    except BadInputError as error:
        raise BadBodyError(400, kind="bad-json", detail=str(error)) from error
