"""Describes the live socket as AsyncAPI: every message, who sends it, and how a connection ends."""

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import models_json_schema

from api.shapes.battles import BattleTold, SeatTakenTold
from api.shapes.playing import EventTold, OfferTold, ProposalTold, TrayTold
from api.shapes.problem_types import ProblemTold
from api.shapes.shaped import Described
from api.shapes.table import SnapshotTold
from api.version import version

PLACE: Final = "#/components/schemas/"


class WelcomeSaid(Described):
    """Whom the server takes you for; the answer to a hello."""

    type: Literal["welcome"]
    role: Literal["spectator", "player", "host"]
    battle: str | None
    seat: str


class StartSaid(Described):
    """Everything as it is now: first, and again after a gap that is too long to be filled."""

    type: Literal["start"]
    table: SnapshotTold | None
    """Null where the table cannot be known now."""
    by_hand: bool
    """Whether the table is moved by hand, and no camera or file tells of it."""
    state: BattleTold | None = None
    """Left out where no battle is watched."""


class EventSaid(Described):
    """One event, each once and in order; count them by `sequence`."""

    type: Literal["event"]
    event: EventTold


class StateSaid(Described):
    """The latest state, after the events that led to it."""

    type: Literal["state"]
    state: BattleTold


class TableSaid(Described):
    """The latest table; older ones that were not sent yet are left out."""

    type: Literal["table"]
    table: SnapshotTold
    by_hand: bool
    """As in `start`."""


class NoTableSaid(Described):
    """The table cannot be known now."""

    type: Literal["no_table"]
    why: str


class SeatOptionsSaid(Described):
    """What one seat may ask for now."""

    seat: str
    options: list[OfferTold]


class OptionsSaid(Described):
    """What may be asked for now, to whoever wanted it in the hello; again whenever it has changed.

    At once after an event; at most twice a second while pieces are moved.
    """

    type: Literal["options"]
    last: int
    """The last event that it takes into account."""
    seats: list[SeatOptionsSaid]
    """The own seat; for a host who named none, every seat without a player of its own."""
    proposals: list[ProposalTold]
    put_back: bool
    """Whether something was taken back and nobody has acted since: a client that acts by itself
    waits then, until somebody has said how it goes on."""


class SeatsSaid(Described):
    """Who is there, whenever that changes: somebody was let in, put out, has come or gone, or the
    host has gone on to another battle.
    """

    type: Literal["seats"]
    seats: list[SeatTakenTold]
    host_elsewhere: bool
    """Whether the host looks at other battles now, and at this one no more."""


class HeldSaid(Described):
    """The pieces that others drag now, whenever that changes."""

    type: Literal["held"]
    pieces: dict[str, str]
    """The seat that has it in hand, by piece; empty for a host who named none."""


class TraySaid(Described):
    """What the camera reads of the roll that is waited for, whenever that changes."""

    type: Literal["tray"]
    tray: TrayTold | None
    """Null where no roll is waited for or no tray is in view."""


class PongSaid(Described):
    """The answer to a ping."""

    type: Literal["pong"]


class ProblemSaid(Described):
    """Why the connection ends, as over HTTP; the last message."""

    type: Literal["problem"]
    problem: ProblemTold


class HelloSent(BaseModel):
    """The first message of a client; a player needs neither `battle` nor `seat`."""

    model_config = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)

    type: Annotated[str, Field(pattern="^hello$")]
    token: Annotated[str, Field(max_length=64)]
    battle: Annotated[str | None, Field(max_length=64)] = None
    """For a host: which battle to watch; without one, the table alone."""
    seat: Annotated[str | None, Field(max_length=100)] = None
    """For a host: the seat whose view it is."""
    after: Annotated[int | None, Field(ge=-1, le=2**53)] = None
    """The last event that you have: what you missed comes first."""
    options: bool = False
    """Whether to be told what may be asked for, whenever it changes; not for spectators."""


class HoldSent(BaseModel):
    """Takes a piece in hand, for as long as it is dragged; whoever is first has it."""

    model_config = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)

    type: Annotated[str, Field(pattern="^hold$")]
    piece: Annotated[str, Field(max_length=100)] = ""
    """Empty to let go."""


class PingSent(Described):
    """Asks for a pong."""

    type: Literal["ping"]


TOLD: Final[dict[str, type[BaseModel]]] = {
    "welcome": WelcomeSaid,
    "start": StartSaid,
    "event": EventSaid,
    "state": StateSaid,
    "table": TableSaid,
    "no_table": NoTableSaid,
    "options": OptionsSaid,
    "seats": SeatsSaid,
    "held": HeldSaid,
    "tray": TraySaid,
    "pong": PongSaid,
    "problem": ProblemSaid,
}
"""What the server tells, by its `type`."""

CLOSING: Final = {
    1001: "the umpire stops",
    4400: "a message that makes no sense",
    4401: "no such token, or it was revoked",
    4403: "not for you",
    4408: "you take no messages",
    4410: "the battle was put away or deleted",
    4429: "too many connections or messages",
}


def described_socket() -> dict[str, Any]:
    """The live socket in AsyncAPI 3."""
    sent: dict[str, type[BaseModel]] = {
        "hello": HelloSent,
        "hold": HoldSent,
        "ping": PingSent,
    }
    models = [*sent.values(), *TOLD.values()]
    _, found = models_json_schema(
        [(each, "serialization") for each in models], ref_template=f"{PLACE}{{model}}"
    )
    messages = {
        name: {
            "name": name,
            "summary": " ".join((model.__doc__ or "").split()).partition(". ")[0].removesuffix("."),
            "contentType": "application/json",
            "payload": {"$ref": f"{PLACE}{model.__name__}"},
        }
        for name, model in {**sent, **TOLD}.items()
    }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Paper Umpire: the live socket",
            "version": version(),
            "description": "A hello first, within five seconds; then the server tells what changes."
            " `openapi.json` has everything else.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "live": {
                "address": "/api/v1/live",
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
                "x-close-codes": {str(code): says for code, says in CLOSING.items()},
            }
        },
        "operations": {
            # As AsyncAPI has it, from where the server stands.
            "hear": _operation("receive", sent),
            "tell": _operation("send", TOLD),
        },
        "components": {"messages": messages, "schemas": found["$defs"]},
    }


def _operation(action: str, messages: dict[str, type[BaseModel]]) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/live"},
        "messages": [{"$ref": f"#/channels/live/messages/{name}"} for name in messages],
    }
