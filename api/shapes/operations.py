"""Sorts operations by what they are for, so that the answers of each sort are listed once."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

_TABLES: Final = ("/api/v1/table", "/api/v1/measure", "/api/v1/camera/pieces")


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


def always(_operation: Operated) -> bool:
    return True


def with_token(operation: Operated) -> bool:
    return not operation.is_open


def not_read_only(operation: Operated) -> bool:
    return operation.method != "GET"


def asks(operation: Operated) -> bool:
    return operation.asks


def in_battle(operation: Operated) -> bool:
    return "{battle}" in operation.path


def of_the_table(operation: Operated) -> bool:
    """Whoever was let into a battle sees the table as the battle lets them."""
    return in_battle(operation) or operation.path.startswith(_TABLES)


def at(*hole: str) -> Callable[[Operated], bool]:
    return lambda operation: any(each in operation.path for each in hole)


def of(*names: str) -> Callable[[Operated], bool]:
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
BY_SCREEN_CODE: Final = ("take_screen_token", "invite")
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
DRAWN: Final = ("put_drawn_piece", "take_drawn_piece")
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
    *DRAWN,
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
    "foretell_kit",
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
    "show_screen_code",
    "raw_stream",
    "annotated_stream",
    "promise_roll",
)
