"""Players, rounds and results: each address does one deed of the event."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Body, Depends, Path

from api.hub.entry.grants import HubHolder
from api.hub.entry.roles import HubRole
from api.hub.event import acts
from api.hub.event.deeds import Deed, ResultCorrected, ResultGiven
from api.hub.event.matches import match_result
from api.hub.event.state import EventState
from api.hub.serving.admission import Holder, HubRoute, Known, TheDesk
from api.hub.serving.asked import (
    MOST_NUMBER,
    AbsenceSent,
    ApartSent,
    BoardsSent,
    CorrectionSent,
    DrawWanted,
    IdentifiedAsk,
    PlayerSent,
    ReasonSent,
    ResultSent,
)
from api.hub.serving.desk import HubDesk, KnownEvent, hub_problem
from api.hub.serving.telling.told import DeedTold, deed_told

router = APIRouter(route_class=HubRoute, prefix="/hub/v1/events/{event}")
PlayerNumber = Annotated[int, Path(ge=1, le=MOST_NUMBER)]


class Doing:
    """Keeps what somebody does in an event."""

    def __init__(self, desk: TheDesk, known: Known, *, holder: Holder) -> None:
        self._desk: HubDesk = desk
        self._known: KnownEvent = known
        self.holder: HubHolder = holder

    def __call__(self, decide: Callable[[EventState], Deed], asked: IdentifiedAsk) -> DeedTold:
        kept = self._desk.do(self._known.name, decide, holder=self.holder, asked=asked.id)
        return deed_told(kept)


Do = Annotated[Doing, Depends()]


@router.post("/players", operation_id="enter_player")
def enter_player(do: Do, sent: Annotated[PlayerSent, Body()]) -> DeedTold:
    """One more player, who may come late."""
    return do(
        lambda state: acts.entered(
            state,
            name=sent.name,
            club=sent.club,
            rating=sent.rating,
            army=sent.army,
            members=sent.members,
        ),
        sent,
    )


@router.post("/players/{player}/withdrawal", operation_id="withdraw_player")
def withdraw_player(
    do: Do, player: PlayerNumber, *, sent: Annotated[IdentifiedAsk, Body()]
) -> DeedTold:
    """From the next round on somebody does not play."""
    return do(lambda state: acts.withdrew(state, player), sent)


@router.post("/players/{player}/return", operation_id="return_player")
def return_player(
    do: Do, player: PlayerNumber, *, sent: Annotated[IdentifiedAsk, Body()]
) -> DeedTold:
    """Somebody who withdrew plays again."""
    return do(lambda state: acts.returned(state, player), sent)


@router.post("/players/{player}/absences", operation_id="miss_round")
def miss_round(do: Do, player: PlayerNumber, *, sent: Annotated[AbsenceSent, Body()]) -> DeedTold:
    """Somebody will be away in a round that is not drawn yet."""
    return do(lambda state: acts.missed(state, player, at=sent.round, score=sent.score.score), sent)


@router.post("/apart", operation_id="keep_apart")
def keep_apart(do: Do, sent: Annotated[ApartSent, Body()]) -> DeedTold:
    """Two who should not meet."""
    return do(lambda state: acts.kept_apart(state, sent.one, other=sent.other), sent)


@router.post("/rounds", operation_id="draw_round")
def draw_round(do: Do, sent: Annotated[DrawWanted, Body()]) -> DeedTold:
    """Draw the next round, by the system of the event or with the pairs that are sent."""
    return do(lambda state: acts.drawn(state, pairs=sent.pairs, byes=sent.byes), sent)


@router.post("/rounds/last/withdrawal", operation_id="take_back_round")
def take_back_round(do: Do, sent: Annotated[ReasonSent, Body()]) -> DeedTold:
    """Take the last round back, as long as none of its games has a result."""
    return do(lambda state: acts.taken_back(state, sent.reason), sent)


@router.post("/results", operation_id="give_result")
def give_result(do: Do, sent: Annotated[ResultSent, Body()]) -> DeedTold:
    """The result of a game; a player and a table give that of their own."""
    return do(lambda state: acts.given(state, _given(state, sent, holder=do.holder)), sent)


@router.post("/results/boards", operation_id="give_boards")
def give_boards(do: Do, sent: Annotated[BoardsSent, Body()]) -> DeedTold:
    """The result of a match of teams, from its boards; half a point at one is a victory point."""

    def decide(state: EventState) -> Deed:
        _refuse_others_game(do.holder, state, at=sent.round, white=sent.white)
        scores = [each.score for each in sent.boards]
        result = match_result(state, at=sent.round, white=sent.white, scores=scores)
        return acts.given(state, result)

    return do(decide, sent)


@router.post("/corrections", operation_id="correct_result")
def correct_result(do: Do, sent: Annotated[CorrectionSent, Body()]) -> DeedTold:
    """Another result of a game that has one, with the reason; the first stays in the trail."""
    corrected = ResultCorrected(
        round=sent.round,
        white=sent.white,
        score=sent.score.score,
        black_score=sent.black_score.score,
        victory=sent.victory,
        reason=sent.reason,
    )
    return do(lambda state: acts.corrected(state, corrected), sent)


def _given(state: EventState, sent: ResultSent, *, holder: HubHolder) -> ResultGiven:
    # The round may have been drawn anew since it was looked at.
    _refuse_others_game(holder, state, at=sent.round, white=sent.white)
    return ResultGiven(
        round=sent.round,
        white=sent.white,
        score=sent.score.score,
        black_score=sent.black_score.score,
        victory=sent.victory,
    )


def _refuse_others_game(holder: HubHolder, state: EventState, *, at: int, white: int) -> None:
    if holder.role is HubRole.TABLE:
        pairs = state.rounds[-1].draw.pairs if len(state.rounds) == at else ()
        own = pairs[holder.table - 1 : holder.table]
        is_own = any(one == white for one, _ in own)
    elif holder.role is HubRole.PLAYER:
        pairs = state.rounds[at - 1].draw.pairs if at <= len(state.rounds) else ()
        is_own = any(white == pair[0] and holder.player in pair for pair in pairs)
    else:
        return
    if not is_own:
        raise hub_problem(
            HTTPStatus.FORBIDDEN,
            kind="not-your-game",
            detail="a player and a table give the result of their own game alone",
        )
