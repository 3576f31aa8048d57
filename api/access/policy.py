"""One table of who may do what over HTTP and on the socket; what it does not list is refused.

A row says which roles an operation is for. Everything else follows from the identity: a player and
a spectator are let into their own battle only, and a player speaks and looks for their own seat
only; `api.access.seats` holds that, where the data is fetched.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from api.access.grants import AccessRole

ANYBODY: Final = frozenset(AccessRole)
WATCHERS: Final = frozenset({AccessRole.SPECTATOR, AccessRole.PLAYER, AccessRole.HOST})
PLAYERS: Final = frozenset({AccessRole.PLAYER, AccessRole.HOST})
HOST: Final = frozenset({AccessRole.HOST})

POLICY: Final[Mapping[str, frozenset[AccessRole]]] = MappingProxyType(
    {
        # The page and what explains it: no word of the table is in them.
        "page": ANYBODY,
        "page_part": ANYBODY,
        "page_module": ANYBODY,
        "health": ANYBODY,
        "docs": ANYBODY,
        # The judged cases are the same for everybody, as is the guide.
        "book_page": ANYBODY,
        "guide": ANYBODY,
        "guide_page": ANYBODY,
        "for_models": ANYBODY,
        "screen_page": ANYBODY,
        "overlay_page": ANYBODY,
        "books": ANYBODY,
        "book": ANYBODY,
        "case_drawing": ANYBODY,
        "silhouettes": ANYBODY,
        "openapi": ANYBODY,
        "asyncapi": ANYBODY,
        "who_am_i": WATCHERS,
        "metrics": frozenset({AccessRole.MONITOR, AccessRole.HOST}),
        # Whoever has lost the host's token reads a code in the terminal; no address is enough.
        "show_code": ANYBODY,
        "enter_code": ANYBODY,
        "show_screen_code": ANYBODY,
        "take_screen_token": ANYBODY,
        # The table, as everybody who stands around it sees it.
        "table": WATCHERS,
        "pieces": WATCHERS,
        "piece": WATCHERS,
        "terrain": WATCHERS,
        "camera_health": WATCHERS,
        "drawing": WATCHERS,
        "measure": WATCHERS,
        "measure_pairs": WATCHERS,
        "measure_around": WATCHERS,
        "measure_map": WATCHERS,
        "pairs_drawing": WATCHERS,
        "lay_table": HOST,
        "put_piece": HOST,
        "take_piece": HOST,
        "draft_terrain": HOST,
        "confirm_terrain": HOST,
        "remove_terrain": HOST,
        "lock_terrain": HOST,
        "unlock_terrain": HOST,
        "find_outline": HOST,
        "photograph_empty_table": HOST,
        "terrain_as_geojson": WATCHERS,
        "terrain_as_vtt": WATCHERS,
        "bring_terrain": HOST,
        # A camera over the table sees hands and the faces of cards.
        "table_seen": HOST,
        "from_above": HOST,
        "annotated_still": HOST,
        "annotated_stream": HOST,
        "cameras": HOST,
        "take_camera": HOST,
        "camera_thumbnail": HOST,
        "camera_now": HOST,
        "open_camera": HOST,
        "close_camera": HOST,
        "put_drawn_piece": HOST,
        "take_drawn_piece": HOST,
        "raw_still": HOST,
        "raw_stream": HOST,
        # Phones themselves come in by a door of their own.
        "phones": HOST,
        "show_phone_code": HOST,
        "forget_phone": HOST,
        "close_phone_door": HOST,
        "setup": HOST,
        "sample_rosters": HOST,
        "thresholds": HOST,
        "choose_roster": HOST,
        "start_lens": HOST,
        "take_lens_view": HOST,
        "solve_lens": HOST,
        "start_table": HOST,
        "take_photograph": HOST,
        "remove_photograph": HOST,
        "check_print": HOST,
        "solve_table": HOST,
        "camera_moved": HOST,
        "close_camera_beside": HOST,
        "place_by_others": HOST,
        "set_camera_aside": HOST,
        "print_kit": HOST,
        "foretell_kit": HOST,
        "check_print_seen": HOST,
        "compare_table": HOST,
        "start_check": HOST,
        "use_camera": HOST,
        "leave_camera": HOST,
        "games": WATCHERS,
        "game": WATCHERS,
        "game_commands": WATCHERS,
        "game_events": WATCHERS,
        "clause": WATCHERS,
        "army_units": WATCHERS,
        "check_armies": WATCHERS,
        "write_roster": WATCHERS,
        # It takes a while, and whoever prints sits at the host's.
        "print_armies": HOST,
        "samples": HOST,
        "begin_sample": HOST,
        "grounds": WATCHERS,
        "ground": WATCHERS,
        "lay_out": PLAYERS,
        "create_battle": HOST,
        "battles": WATCHERS,
        "battle": WATCHERS,
        "events": WATCHERS,
        "offers": PLAYERS,
        # Looking is never an act: whoever watches may look for their seat.
        "unit_map": WATCHERS,
        "side_map": WATCHERS,
        "numbers_there": WATCHERS,
        "try_command": PLAYERS,
        # As far as the players have agreed; the route looks at that, and at whose rolls they are.
        "odds": WATCHERS,
        "odds_of_command": PLAYERS,
        "proposals": PLAYERS,
        "submit_command": PLAYERS,
        "promise_roll": PLAYERS,
        "roll_dice": PLAYERS,
        "rolls": WATCHERS,
        # Dice lie open on the table; whoever plays may ask that a reading waits.
        "tray_now": WATCHERS,
        "hold_tray": PLAYERS,
        "dice_lesson": HOST,
        "show_dice": HOST,
        "forget_dice": HOST,
        # What is said to a judge is for those who play.
        "hub_now": PLAYERS,
        "call_judge": PLAYERS,
        "appeal_to_head_judge": PLAYERS,
        # Built up for the seat that asks.
        "dealt_cards": WATCHERS,
        "take_back": PLAYERS,
        "override": PLAYERS,
        "accept_proposal": PLAYERS,
        "reject_proposal": PLAYERS,
        "resume_battle": HOST,
        "rename_battle": HOST,
        "archive_battle": HOST,
        "archived_battles": HOST,
        "archived_battle": HOST,
        "restore_battle": HOST,
        "delete_battle": HOST,
        # Looking back: what everybody saw; whole pictures and whole logs are for fewer.
        "timeline": WATCHERS,
        "moment": WATCHERS,
        "moment_drawing": WATCHERS,
        "measure_moment": WATCHERS,
        "what_if": PLAYERS,
        "evidence": WATCHERS,
        "evidence_drawing": WATCHERS,
        "evidence_picture": WATCHERS,
        "evidence_marks": WATCHERS,
        "allow_whole": PLAYERS,
        "measure_again": PLAYERS,
        "second_opinion": PLAYERS,
        # A seat is told of its own; the route looks at whose they are.
        "refusals": WATCHERS,
        "explain": WATCHERS,
        "challenge_refusal": PLAYERS,
        # Both hold what only some seats may know.
        "evidence_bundle": HOST,
        "kept_case": HOST,
        # For the host at any time, for others once the battle is over; the route looks at that.
        "battle_report": WATCHERS,
        "luck": WATCHERS,
        "library": HOST,
        "season_dice": HOST,
        "add_battle": HOST,
        # All secrets of all seats are in the file.
        "export_battle": HOST,
        "export_log": HOST,
        "seats": WATCHERS,
        "army": WATCHERS,
        "own_pieces": WATCHERS,
        # Those of the player's own sides alone, and on a table without a camera.
        "move_own_piece": PLAYERS,
        "battle_sheet": WATCHERS,
        # A photograph of the table shows more than the drawing.
        "read_sheet": HOST,
        "read_sheet_seen": HOST,
        "sheet_picture": HOST,
        "watch_sheet": HOST,
        "stood": WATCHERS,
        "invite": HOST,
        "grants": HOST,
        "revoke": HOST,
        "joining": HOST,
        "open_joining": HOST,
        "close_joining": HOST,
        # The socket: whoever has said hello, and what may be said after it.
        "live": ANYBODY,
        "live.hello": WATCHERS,
        "live.options": PLAYERS,
        "live.ping": WATCHERS,
        "live.hold": PLAYERS,
    }
)
"""By operation id; the socket's operations stand behind a point."""


def may(role: AccessRole, operation: str) -> bool:
    """Whether a role may do this at all.

    >>> asked = [("spectator", "table"), ("nobody", "table"), ("host", "no such thing")]
    >>> [may(AccessRole(role), operation) for role, operation in asked]
    [True, False, False]
    """
    return role in POLICY.get(operation, frozenset())
