"""Play over HTTP: what a seat may ask for, commands, corrections and proposals."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue

from api.access.admission import AdmittingRoute, Who, seat_for
from api.access.grants import Grants, TokenHolder
from api.battles.session import Session
from api.battles.showing import answer_shown, offers_shown, proposals_shown
from api.dealing.dealer import BY_ITSELF
from api.errors import ProblemError
from api.routes.battles.battles import InPlay, Sitting, TheGrants, require_seat
from api.routes.problems import complaining
from api.shapes.playing import OfferTold, ProposalTold, RefusedTold, RuledTold
from api.shapes.shaped import Shaped
from rules.referee.log.battle import CAMERA

router = APIRouter(prefix="/api/v1/battles/{battle}", tags=["playing"], route_class=AdmittingRoute)

Shown = dict[str, Any]
EXAMPLE_ID = "6f1c1a52-0b1e-4d5a-9b1e-2f6f6d0c9a11"


def not_of_the_umpire(name: str) -> str:
    """Refuse an id that a command of the umpire's own may get, which would then not be done."""
    own = next((each for each in (f"{CAMERA}-", BY_ITSELF) if name.lower().startswith(each)), "")
    if own:
        raise ValueError(f"expected an id that does not begin with {own}")
    return name


def shown_as(**more: JsonValue) -> ConfigDict:
    """An example of a command that the host sends for a seat."""
    example: dict[str, JsonValue] = {"id": EXAMPLE_ID, "seat": "Host", **more}
    return ConfigDict(extra="forbid", strict=True, json_schema_extra={"examples": [example]})


class Sent(BaseModel):
    """What every command has: an id that stays the same when it is sent again."""

    model_config = shown_as()

    id: Annotated[
        str,
        Field(
            pattern=r"^[A-Za-z0-9._:-]{8,100}$",
            description="Made up by the client, 8 to 100 letters or digits; a second try of the "
            "same command has the same id, and gets the same answer. Those that begin with "
            "`camera-` or `dealt-` are the umpire's own.",
            examples=[EXAMPLE_ID],
        ),
        AfterValidator(not_of_the_umpire),
    ]
    seat: Annotated[str | None, Field(max_length=100)] = None


class CommandSent(Sent):
    """A command of the game's or of the referee's, as `GET /games/{slug}/commands` has them."""

    model_config = shown_as(command={"kind": "roll", "dice": [6, 3]})

    command: Annotated[
        dict[str, Any], Field(examples=[{"kind": "fire", "target": "T2"}], max_length=100)
    ]


class TakeBackSent(Sent):
    """Take an event back, with all that came of it."""

    model_config = shown_as(entry="e1", reason="The die was cocked.")

    entry: Annotated[str, Field(max_length=20, examples=["e41"])]
    reason: Annotated[str, Field(max_length=500)] = ""


class OverrideSent(Sent):
    """Let a command pass that was refused by measuring."""

    model_config = shown_as(clause="REF-3", command={"kind": "roll", "dice": [6, 3]})

    clause: Annotated[str, Field(max_length=100)]
    command: dict[str, Any]
    reason: Annotated[str, Field(max_length=500)] = ""
    also: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=20)] = []


class RulingAnswer(BaseModel):
    """The referee's answer: events, or a refusal with its clause and reason."""

    # The name that programs know the shape by.
    __qualname__ = "Ruling"
    model_config = ConfigDict(title="Ruling")

    accepted: bool
    events: list[Annotated[Shown, Shaped(RuledTold)]]
    refusal: Annotated[Shown, Shaped(RefusedTold)] | None


Proposal = Annotated[str, Path(max_length=40)]


@router.get("/options", operation_id="offers")
def offered(session: InPlay, seat: Sitting) -> list[Annotated[Shown, Shaped(OfferTold)]]:
    """What the seat may ask for now: commands with their open places, and why others may not be."""
    return offers_shown(session.battle, session.table(), seat=seat)


@router.get("/proposals", operation_id="proposals")
def proposed(session: InPlay) -> list[Annotated[Shown, Shaped(ProposalTold)]]:
    """What the camera believes has happened, until somebody decides."""
    return proposals_shown(session.battle, session.table())


@router.post("/commands", operation_id="submit_command")
async def submit_command(
    who: Who, *, session: InPlay, grants: TheGrants, sent: Annotated[CommandSent, Body()]
) -> RulingAnswer:
    """Give a command. It is on the disk when this says that it was accepted."""
    require_kind(sent.command)
    return await _given((who, grants, session), sent, body=sent.command)


@router.post("/take-back", operation_id="take_back")
async def take_back(
    who: Who, *, session: InPlay, grants: TheGrants, sent: Annotated[TakeBackSent, Body()]
) -> RulingAnswer:
    """Take an event back, or ask the other side to agree to it."""
    body = {"kind": "take_back", "entry": sent.entry, "reason": sent.reason}
    return await _given((who, grants, session), sent, body=body)


@router.post("/override", operation_id="override")
async def override(
    who: Who, *, session: InPlay, grants: TheGrants, sent: Annotated[OverrideSent, Body()]
) -> RulingAnswer:
    """Ask to let a refused command pass."""
    require_kind(sent.command)
    body = {
        "kind": "override",
        "clause": sent.clause,
        "command": sent.command,
        "reason": sent.reason,
        "also": sent.also,
    }
    return await _given((who, grants, session), sent, body=body)


@router.post("/proposals/{proposal}/accept", operation_id="accept_proposal")
async def accept_proposal(
    who: Who,
    *,
    session: InPlay,
    grants: TheGrants,
    proposal: Proposal,
    sent: Annotated[Sent, Body()],
) -> RulingAnswer:
    """Do what the camera proposes."""
    body = {"kind": "accept_proposal", "proposal": proposal}
    return await _given((who, grants, session), sent, body=body)


@router.post("/proposals/{proposal}/reject", operation_id="reject_proposal")
async def reject_proposal(
    who: Who,
    *,
    session: InPlay,
    grants: TheGrants,
    proposal: Proposal,
    sent: Annotated[Sent, Body()],
) -> RulingAnswer:
    """Turn down what the camera proposes, until something changes about it."""
    body = {"kind": "dismiss_proposal", "proposal": proposal}
    return await _given((who, grants, session), sent, body=body)


def require_kind(command: Shown) -> None:
    """Refuse what no game could take for a command: then it is no question to the referee.

    Nor does anybody but the referee say that it has tossed.
    """
    kind = command.get("kind")
    if not isinstance(kind, str):
        got = repr(kind)[:60] if "kind" in command else "nothing"
        raise ProblemError(
            422,
            kind="bad-question",
            title="Bad question",
            detail=f"command.kind: expected a text, got {got}",
        )
    if kind == "choose" and command.get("tossed"):
        raise ProblemError(
            422,
            kind="bad-question",
            title="Bad question",
            detail="command.tossed: expected none; the umpire's own toss says it (POST .../dice)",
        )


Asker = tuple[TokenHolder, Grants, Session]


async def _given(asker: Asker, sent: Sent, *, body: Shown) -> RulingAnswer:
    who, grants, session = asker
    seat = seat_for(who, sent.seat, grants=grants, battle=session.name)
    if not seat:
        raise ProblemError(
            422,
            kind="whose-seat",
            title="Whose seat",
            detail="seat: expected the seat that gives the command, got none",
        )
    require_seat(session, seat)
    with complaining():
        answer = await session.submit(author=seat, command_id=sent.id, body=body)
    return RulingAnswer.model_validate(answer_shown(answer))
