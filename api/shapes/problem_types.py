"""Lists every type of problem: its status, what it says, and which operations answer with it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pydantic import ConfigDict

from api.shapes.operations import (
    BY_CODE,
    BY_HAND,
    BY_SCREEN_CODE,
    CAMERA,
    COMMANDS,
    DRAWN,
    LOOKS,
    OUTLINED,
    PAST,
    PICTURE_SENT,
    SETUP,
    TOO_MANY,
    Operated,
    always,
    asks,
    at,
    in_battle,
    not_read_only,
    of,
    of_the_table,
    with_token,
)
from api.shapes.shaped import Described

URN: Final = "urn:paper-umpire:"


class ProblemTold(Described):
    """Why there is no answer (RFC 9457)."""

    # The name that programs know the shape by.
    __qualname__ = "Problem"
    model_config = ConfigDict(title="Problem")

    type: str
    """`urn:paper-umpire:` and a stable word."""
    title: str
    status: int
    detail: str
    """What was expected and what came, in words for people."""
    known: list[str] | None = None
    """What there is, where something was named that is not."""
    nearest: str | None = None
    """The one of them whose name is most like it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemType:
    """One type of problem at one status."""

    kind: str
    status: int
    says: str
    where: Callable[[Operated], bool]


def _type(kind: str, status: int, *, says: str, where: Callable[[Operated], bool]) -> ProblemType:
    return ProblemType(kind=kind, status=status, says=says, where=where)


PROBLEM_TYPES: Final = (
    _type("bad-json", 400, says="the body is no JSON that is read here", where=not_read_only),
    _type(
        "who-are-you", 401, says="the token is missing, wrong, ended or revoked", where=with_token
    ),
    _type("not-allowed", 403, says="whoever has this token may not do this", where=with_token),
    _type("foreign-origin", 403, says="a page of another server asks", where=always),
    _type(
        "seat-taken",
        403,
        says="a player was let in for the seat",
        where=of(*LOOKS, *COMMANDS, "allow_whole"),
    ),
    _type(
        "not-your-seat",
        403,
        says="it is somebody else's seat",
        where=of(*LOOKS, *COMMANDS, "allow_whole"),
    ),
    _type(
        "not-your-piece",
        403,
        says="it is somebody else's piece",
        where=of("move_own_piece", "lay_out"),
    ),
    _type(
        "unknown-battle",
        404,
        says="there is no such battle, or it is not for you",
        where=of_the_table,
    ),
    _type(
        "unknown-seat",
        404,
        says="the battle has no such seat",
        where=of(*LOOKS, *COMMANDS, "allow_whole", "invite"),
    ),
    _type(
        "unknown-piece",
        404,
        says="no such piece or area lies there",
        where=at("/table", "/measure", "/pieces", "/moments", "/what-if"),
    ),
    _type(
        "unknown-game",
        404,
        says="there is no such game",
        where=lambda each: "{slug}" in each.path or each.id == "create_battle",
    ),
    _type("unknown-clause", 404, says="the game has no such clause", where=of("clause")),
    _type("no-case", 404, says="there are no judged cases of it", where=of("book", "case_drawing")),
    _type("no-units", 404, says="this game has no armies to put together", where=at("/armies")),
    _type("unknown-sample", 404, says="there is no such sample", where=of("begin_sample")),
    _type(
        "unknown-camera",
        404,
        says="there is no such camera",
        where=of("open_camera", "camera_thumbnail", "close_camera_beside"),
    ),
    _type("unknown-phone", 404, says="there is no such phone", where=of("forget_phone")),
    _type("unknown-roster", 404, says="there is no such roster", where=of("choose_roster")),
    _type(
        "unknown-photograph",
        404,
        says="there is no such photograph",
        where=of("remove_photograph"),
    ),
    _type("unknown-grant", 404, says="nobody was let in under this id", where=of("revoke")),
    _type(
        "no-outline",
        404,
        says="nothing with an outline lies at that place",
        where=of("find_outline"),
    ),
    _type("no-sheet", 404, says="this game keeps no sheet", where=of("battle_sheet")),
    _type(
        "not-kept", 404, says="it was not kept, or has not happened", where=of(*PAST, "call_judge")
    ),
    _type("too-slow", 408, says="the body did not come to its end in time", where=not_read_only),
    _type("not-here", 409, says="it is for a browser on this computer", where=of(*BY_CODE)),
    _type(
        "no-code",
        409,
        says="no code is shown, or none may be now",
        where=of(*BY_CODE, *BY_SCREEN_CODE),
    ),
    _type("wrong-code", 409, says="that is not the code in the terminal", where=of("enter_code")),
    _type("not-by-hand", 409, says="the table is read from a camera or a file", where=of(*BY_HAND)),
    _type(
        "in-hand",
        409,
        says="somebody else drags this piece now",
        where=of("move_own_piece", "put_piece", *DRAWN),
    ),
    _type(
        "not-seen",
        409,
        says="the piece lies there now, and the camera does not see it",
        where=of("put_drawn_piece"),
    ),
    _type("locked", 409, says="the terrain is locked", where=of(*BY_HAND)),
    _type("reused-id", 409, says="the id belongs to another command", where=of(*COMMANDS)),
    _type(
        "taken",
        409,
        says="another battle has that id",
        where=of("archive_battle", "restore_battle", "create_battle", "begin_sample"),
    ),
    _type(
        "too-many",
        409,
        says="there are too many already",
        where=lambda each: each.id in TOO_MANY or of_the_table(each),
    ),
    _type(
        "no-odds",
        409,
        says="the players have not agreed to be told odds",
        where=of("odds_of_command"),
    ),
    _type(
        "no-event",
        409,
        says="the battle is not part of an event",
        where=of("hub_now", "call_judge", "appeal_to_head_judge"),
    ),
    _type("no-ruling", 409, says="there is nothing to appeal", where=of("appeal_to_head_judge")),
    _type("no-roll-in-tray", 409, says="no roll in a tray is waited for", where=of("hold_tray")),
    _type(
        "no-network",
        409,
        says="this computer has no such address",
        where=of("open_joining", "show_phone_code"),
    ),
    _type(
        "no-picture",
        409,
        says="the camera shows nothing now that may be used",
        where=of(*CAMERA, *SETUP),
    ),
    _type(
        "no-camera",
        409,
        says="no camera sees this table",
        where=of("from_above", *OUTLINED, *DRAWN, "second_opinion", "compare_table"),
    ),
    _type("not-yet", 409, says="another step has to come first", where=of(*CAMERA, *SETUP)),
    _type(
        "no-sheet",
        409,
        says="this game is not played on a drawn sheet",
        where=at("/drawn-sheet"),
    ),
    _type(
        "not-over",
        409,
        says="the battle is not over, and the host alone may look",
        where=of("battle_report", "luck"),
    ),
    _type(
        "not-added",
        409,
        says="the battle is here already, or cannot be put there",
        where=of("add_battle"),
    ),
    _type("too-long", 413, says="the body is too long", where=not_read_only),
    _type("not-json", 415, says="the body is not said to be JSON", where=not_read_only),
    _type("no-picture", 415, says="the body is neither JPEG nor PNG", where=of(*PICTURE_SENT)),
    _type(
        "foreign-host",
        421,
        says="this is not the address that the server printed",
        where=always,
    ),
    _type(
        "bad-question",
        422,
        says="something in it makes no sense, and `detail` says what",
        where=asks,
    ),
    _type(
        "whose-seat",
        422,
        says="the host has to say for which seat",
        where=of(*COMMANDS, "odds_of_command", "try_command"),
    ),
    _type(
        "bad-battle", 422, says="it is no battle file, or not a sound one", where=of("add_battle")
    ),
    _type("too-many", 429, says="too much was asked in too short a time", where=always),
    _type("too-many-at-once", 429, says="too many requests wait for an answer", where=always),
    _type("too-many-promises", 429, says="too many promised rolls wait", where=of("promise_roll")),
    _type("fault", 500, says="a fault in Paper Umpire", where=always),
    _type("stopping", 503, says="the umpire stops: send it again once it runs", where=always),
    _type("no-table", 503, says="the table cannot be known now", where=with_token),
    _type("unopened", 503, says="the battle's file cannot be opened now", where=of_the_table),
    _type(
        "busy", 503, says="too many commands wait: send it again with the same id", where=in_battle
    ),
    _type(
        "not-saved", 503, says="the disk does not take it: nothing has happened", where=with_token
    ),
)
"""In the order of their status."""


def types_of(operation: Operated) -> dict[int, list[ProblemType]]:
    """The problems that an operation may answer with, by status.

    >>> health = Operated(id="health", method="GET", path="/healthz", asks=False, is_open=True)
    >>> {status: [each.kind for each in found] for status, found in types_of(health).items()}
    {403: ['foreign-origin'], 421: ['foreign-host'], 429: ['too-many', 'too-many-at-once'],
     500: ['fault'], 503: ['stopping']}
    """
    found: dict[int, list[ProblemType]] = {}
    for each in PROBLEM_TYPES:
        if each.where(operation):
            found.setdefault(each.status, []).append(each)
    return found
