"""Lists every type of problem: its status, what it says, and which operations answer with it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pydantic import ConfigDict

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
class Operated:
    """What is known of an operation without running it."""

    id: str
    method: str
    path: str
    asks: bool
    """Whether it has a parameter or a body, with which something can be wrong."""
    is_open: bool
    """Whether it needs no token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemType:
    """One type of problem at one status."""

    kind: str
    status: int
    says: str
    where: Callable[[Operated], bool]


def _every(_operation: Operated) -> bool:
    return True


def _with_token(operation: Operated) -> bool:
    return not operation.is_open


def _not_read_only(operation: Operated) -> bool:
    return operation.method != "GET"


def _asks(operation: Operated) -> bool:
    return operation.asks


def _in_battle(operation: Operated) -> bool:
    return "{battle}" in operation.path


def _of_the_table(operation: Operated) -> bool:
    """Whoever was let into a battle sees the table as the battle lets them."""
    return _in_battle(operation) or operation.path.startswith(("/api/v1/table", "/api/v1/measure"))


def _named(*hole: str) -> Callable[[Operated], bool]:
    return lambda operation: any(each in operation.path for each in hole)


def _of(*names: str) -> Callable[[Operated], bool]:
    return lambda operation: operation.id in names


COMMANDS: Final = (
    "submit_command",
    "take_back",
    "override",
    "accept_proposal",
    "reject_proposal",
    "roll_dice",
    "measure_again",
    "second_opinion",
    "challenge_refusal",
)
BY_CODE: Final = ("show_code", "enter_code")
LOOKS: Final = (
    "battle",
    "offers",
    "dealt_cards",
    "moment",
    "refusals",
    "explain",
    "odds",
    "odds_of_command",
    "unit_map",
    "numbers_there",
    "side_map",
    "try_command",
)
"""Look at a battle for a seat."""
BY_HAND: Final = (
    "lay_table",
    "put_piece",
    "take_piece",
    "draft_terrain",
    "confirm_terrain",
    "remove_terrain",
    "lock_terrain",
    "unlock_terrain",
    "bring_terrain",
    "move_own_piece",
    "lay_out",
    "begin_sample",
)
OUTLINED: Final = ("find_outline", "photograph_empty_table")
CAMERA: Final = (
    "camera_thumbnail",
    "open_camera",
    "close_camera",
    "raw_still",
    "raw_stream",
    "annotated_still",
    "annotated_stream",
    "from_above",
    *OUTLINED,
    "read_sheet",
    "read_sheet_seen",
    "watch_sheet",
)
PICTURE_SENT: Final = ("read_sheet", "check_print_seen", "second_opinion", "compare_table")
SETUP: Final = (
    "choose_roster",
    "start_lens",
    "take_lens_view",
    "solve_lens",
    "start_table",
    "take_photograph",
    "check_print",
    "solve_table",
    "camera_moved",
    "place_by_others",
    "set_camera_aside",
    "close_camera_beside",
    "print_kit",
    "check_print_seen",
    "start_check",
    "use_camera",
    "leave_camera",
)
PAST: Final = (
    "moment",
    "moment_drawing",
    "measure_moment",
    "evidence",
    "evidence_drawing",
    "evidence_picture",
    "evidence_marks",
    "evidence_bundle",
    "kept_case",
    "challenge_refusal",
    "explain",
)
TOO_MANY: Final = (
    "create_battle",
    "begin_sample",
    "restore_battle",
    "invite",
    "raw_stream",
    "annotated_stream",
    "promise_roll",
)


def _type(kind: str, status: int, *, says: str, where: Callable[[Operated], bool]) -> ProblemType:
    return ProblemType(kind=kind, status=status, says=says, where=where)


PROBLEM_TYPES: Final = (
    _type("bad-json", 400, says="the body is no JSON that is read here", where=_not_read_only),
    _type(
        "who-are-you", 401, says="the token is missing, wrong, ended or revoked", where=_with_token
    ),
    _type("not-allowed", 403, says="whoever has this token may not do this", where=_with_token),
    _type("foreign-origin", 403, says="a page of another server asks", where=_every),
    _type(
        "seat-taken",
        403,
        says="a player was let in for the seat",
        where=_of(*LOOKS, *COMMANDS, "allow_whole"),
    ),
    _type(
        "not-your-seat",
        403,
        says="it is somebody else's seat",
        where=_of(*LOOKS, *COMMANDS, "allow_whole"),
    ),
    _type(
        "not-your-piece",
        403,
        says="it is somebody else's piece",
        where=_of("move_own_piece", "lay_out"),
    ),
    _type(
        "unknown-battle",
        404,
        says="there is no such battle, or it is not for you",
        where=_of_the_table,
    ),
    _type(
        "unknown-seat",
        404,
        says="the battle has no such seat",
        where=_of(*LOOKS, *COMMANDS, "allow_whole", "invite"),
    ),
    _type(
        "unknown-piece",
        404,
        says="no such piece or area lies there",
        where=_named("/table", "/measure", "/pieces", "/moments", "/what-if"),
    ),
    _type(
        "unknown-game",
        404,
        says="there is no such game",
        where=lambda each: "{slug}" in each.path or each.id == "create_battle",
    ),
    _type("unknown-clause", 404, says="the game has no such clause", where=_of("clause")),
    _type(
        "no-case", 404, says="there are no judged cases of it", where=_of("book", "case_drawing")
    ),
    _type("no-units", 404, says="this game has no armies to put together", where=_named("/armies")),
    _type("unknown-sample", 404, says="there is no such sample", where=_of("begin_sample")),
    _type(
        "unknown-camera",
        404,
        says="there is no such camera",
        where=_of("open_camera", "camera_thumbnail", "close_camera_beside"),
    ),
    _type("unknown-phone", 404, says="there is no such phone", where=_of("forget_phone")),
    _type("unknown-roster", 404, says="there is no such roster", where=_of("choose_roster")),
    _type(
        "unknown-photograph",
        404,
        says="there is no such photograph",
        where=_of("remove_photograph"),
    ),
    _type("unknown-grant", 404, says="nobody was let in under this id", where=_of("revoke")),
    _type(
        "no-outline",
        404,
        says="nothing with an outline lies at that place",
        where=_of("find_outline"),
    ),
    _type("no-sheet", 404, says="this game keeps no sheet", where=_of("battle_sheet")),
    _type(
        "not-kept", 404, says="it was not kept, or has not happened", where=_of(*PAST, "call_judge")
    ),
    _type("too-slow", 408, says="the body did not come to its end in time", where=_not_read_only),
    _type("not-here", 409, says="it is for a browser on this computer", where=_of(*BY_CODE)),
    _type("no-code", 409, says="no code is shown, or none may be now", where=_of(*BY_CODE)),
    _type("wrong-code", 409, says="that is not the code in the terminal", where=_of("enter_code")),
    _type(
        "not-by-hand", 409, says="the table is read from a camera or a file", where=_of(*BY_HAND)
    ),
    _type(
        "in-hand",
        409,
        says="somebody else drags this piece now",
        where=_of("move_own_piece", "put_piece"),
    ),
    _type("locked", 409, says="the terrain is locked", where=_of(*BY_HAND)),
    _type("reused-id", 409, says="the id belongs to another command", where=_of(*COMMANDS)),
    _type(
        "taken",
        409,
        says="another battle has that id",
        where=_of("archive_battle", "restore_battle", "create_battle", "begin_sample"),
    ),
    _type(
        "too-many",
        409,
        says="there are too many already",
        where=lambda each: each.id in TOO_MANY or _of_the_table(each),
    ),
    _type(
        "no-odds",
        409,
        says="the players have not agreed to be told odds",
        where=_of("odds_of_command"),
    ),
    _type(
        "no-event",
        409,
        says="the battle is not part of an event",
        where=_of("hub_now", "call_judge", "appeal_to_head_judge"),
    ),
    _type("no-ruling", 409, says="there is nothing to appeal", where=_of("appeal_to_head_judge")),
    _type("no-roll-in-tray", 409, says="no roll in a tray is waited for", where=_of("hold_tray")),
    _type(
        "no-network",
        409,
        says="this computer has no such address",
        where=_of("open_joining", "show_phone_code"),
    ),
    _type(
        "no-picture",
        409,
        says="the camera shows nothing now that may be used",
        where=_of(*CAMERA, *SETUP),
    ),
    _type(
        "no-camera",
        409,
        says="no camera sees this table",
        where=_of("from_above", *OUTLINED, "second_opinion", "compare_table"),
    ),
    _type("not-yet", 409, says="another step has to come first", where=_of(*CAMERA, *SETUP)),
    _type(
        "no-sheet",
        409,
        says="this game is not played on a drawn sheet",
        where=_named("/drawn-sheet"),
    ),
    _type(
        "not-over",
        409,
        says="the battle is not over, and the host alone may look",
        where=_of("battle_report", "luck"),
    ),
    _type(
        "not-added",
        409,
        says="the battle is here already, or cannot be put there",
        where=_of("add_battle"),
    ),
    _type("too-long", 413, says="the body is too long", where=_not_read_only),
    _type("not-json", 415, says="the body is not said to be JSON", where=_not_read_only),
    _type("no-picture", 415, says="the body is neither JPEG nor PNG", where=_of(*PICTURE_SENT)),
    _type(
        "foreign-host", 421, says="this is not the address that the server printed", where=_every
    ),
    _type(
        "bad-question",
        422,
        says="something in it makes no sense, and `detail` says what",
        where=_asks,
    ),
    _type(
        "whose-seat",
        422,
        says="the host has to say for which seat",
        where=_of(*COMMANDS, "odds_of_command", "try_command"),
    ),
    _type(
        "bad-battle", 422, says="it is no battle file, or not a sound one", where=_of("add_battle")
    ),
    _type("too-many", 429, says="too much was asked in too short a time", where=_every),
    _type("too-many-at-once", 429, says="too many requests wait for an answer", where=_every),
    _type("too-many-promises", 429, says="too many promised rolls wait", where=_of("promise_roll")),
    _type("fault", 500, says="a fault in Paper Umpire", where=_every),
    _type("stopping", 503, says="the umpire stops: send it again once it runs", where=_every),
    _type("no-table", 503, says="the table cannot be known now", where=_with_token),
    _type("unopened", 503, says="the battle's file cannot be opened now", where=_of_the_table),
    _type(
        "busy", 503, says="too many commands wait: send it again with the same id", where=_in_battle
    ),
    _type(
        "not-saved", 503, says="the disk does not take it: nothing has happened", where=_with_token
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
