"""One table of who may do what at the hub; what it does not list is refused.

A row says which roles an operation is for. That everybody is let into their own event only, a
player into their own game and a table into its own log, follows from whom a token belongs to.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class HubRole(StrEnum):
    """What somebody is to an event."""

    NOBODY = "nobody"
    SPECTATOR = "spectator"
    PLAYER = "player"
    TABLE = "table"
    JUDGE = "judge"
    HEAD_JUDGE = "head_judge"
    ORGANISER = "organiser"


ANYBODY: Final = frozenset(HubRole)
KNOWN: Final = ANYBODY - {HubRole.NOBODY}
PEOPLE: Final = KNOWN - {HubRole.TABLE}
TABLES: Final = frozenset({HubRole.TABLE})
JUDGES: Final = frozenset({HubRole.JUDGE, HubRole.HEAD_JUDGE})
ORGANISERS: Final = frozenset({HubRole.ORGANISER})
STAFF: Final = JUDGES | ORGANISERS
UNDELAYED: Final = STAFF
"""Who sees the tables as they are now."""

HUB_POLICY: Final[Mapping[str, frozenset[HubRole]]] = MappingProxyType(
    {
        # No word of an event is in these.
        "hub_page": ANYBODY,
        "hub_screen": ANYBODY,
        "hub_page_part": ANYBODY,
        "hub_look": ANYBODY,
        "hub_health": ANYBODY,
        "join": ANYBODY,
        "join_table": ANYBODY,
        "who_at_hub": KNOWN,
        "hub_live": PEOPLE,
        "list_events": PEOPLE,
        # Of these, only whoever runs the hub itself; the route looks at that.
        "open_event": ORGANISERS,
        "import_event": ORGANISERS,
        "show_event": PEOPLE,
        "show_standings": PEOPLE,
        "export_event": PEOPLE,
        "show_trail": STAFF,
        "enter_player": ORGANISERS,
        "withdraw_player": ORGANISERS,
        "return_player": ORGANISERS,
        "miss_round": ORGANISERS,
        "keep_apart": ORGANISERS,
        "draw_round": ORGANISERS,
        "take_back_round": ORGANISERS,
        "delay_watching": ORGANISERS,
        "start_clock": ORGANISERS,
        "pause_clock": ORGANISERS | JUDGES,
        "resume_clock": ORGANISERS | JUDGES,
        "list_games": PEOPLE,
        "ask_lists": ORGANISERS,
        # A player's own list alone; the route looks at that.
        "hand_in_list": ORGANISERS | {HubRole.PLAYER},
        "show_list": STAFF | {HubRole.PLAYER},
        # A player's or a table's own game alone; the route looks at that.
        "give_result": KNOWN - {HubRole.SPECTATOR},
        "give_boards": KNOWN - {HubRole.SPECTATOR},
        "correct_result": STAFF,
        "invite_person": ORGANISERS,
        "list_grants": ORGANISERS,
        "revoke_grant": ORGANISERS,
        "invite_table": ORGANISERS,
        "list_tables": PEOPLE,
        "show_table": PEOPLE,
        "list_aside": STAFF,
        "see_aside": JUDGES,
        "list_calls": STAFF,
        "take_call": JUDGES,
        "rule_call": JUDGES,
        "appeal_call": JUDGES,
        "ask_picture": JUDGES,
        "show_picture": JUDGES,
        "my_table": TABLES,
        "push_log": TABLES,
        "call_judge": TABLES,
        "appeal_ruling": TABLES,
        "send_picture": TABLES,
        "take_ruling": TABLES,
    }
)
"""By operation id."""


def may_at_hub(role: HubRole, operation: str) -> bool:
    """
    >>> asked = [("judge", "take_call"), ("player", "take_call"), ("organiser", "no such thing")]
    >>> [may_at_hub(HubRole(role), operation) for role, operation in asked]
    [True, False, False]
    """
    return role in HUB_POLICY.get(operation, frozenset())
