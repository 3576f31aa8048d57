"""What an organiser prepares and times: army lists that the builder checks, and a round's clock."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Body

from api.hub.entry.army_lists import checked_list, game_with_lists, usual_total
from api.hub.entry.grants import HubHolder
from api.hub.entry.roles import HubRole
from api.hub.event import clock, lists
from api.hub.serving.admission import Holder, HubRoute, Known, TheDesk
from api.hub.serving.asked import ClockSet, IdentifiedAsk, ListsAsked, ListSent
from api.hub.serving.desk import hub_problem
from api.hub.serving.rounds import Do, PlayerNumber
from api.hub.serving.telling.told import DeedTold, ListTold, list_told

router = APIRouter(route_class=HubRoute, prefix="/hub/v1/events/{event}")


@router.post("/clock", operation_id="start_clock")
def start_clock(desk: TheDesk, do: Do, *, sent: Annotated[ClockSet, Body()]) -> DeedTold:
    """From now on the games of this round have so many minutes."""
    at_s = desk.now_s()
    return do(lambda _: clock.clock_started(minutes=sent.minutes, at_s=at_s), sent)


@router.post("/clock/pause", operation_id="pause_clock")
def pause_clock(desk: TheDesk, do: Do, *, sent: Annotated[IdentifiedAsk, Body()]) -> DeedTold:
    at_s = desk.now_s()
    return do(lambda state: clock.clock_paused(state.clock, at_s=at_s), sent)


@router.post("/clock/going-on", operation_id="resume_clock")
def resume_clock(desk: TheDesk, do: Do, *, sent: Annotated[IdentifiedAsk, Body()]) -> DeedTold:
    at_s = desk.now_s()
    return do(lambda state: clock.clock_resumed(state.clock, at_s=at_s), sent)


@router.post("/lists", operation_id="ask_lists")
def ask_lists(desk: TheDesk, do: Do, *, sent: Annotated[ListsAsked, Body()]) -> DeedTold:
    """Have everybody hand in an army list."""
    game = game_with_lists(desk.games(), sent.game)
    total = usual_total(game) if sent.total is None else sent.total
    return do(lambda state: lists.lists_wanted(state, game=game.slug, total=total), sent)


@router.post("/players/{player}/list", operation_id="hand_in_list")
def hand_in_list(
    desk: TheDesk,
    known: Known,
    *,
    do: Do,
    player: PlayerNumber,
    sent: Annotated[ListSent, Body()],
) -> DeedTold:
    """Hand in an army list; it is kept with what the builder says against it."""
    _refuse_others_list(do.holder, player)
    wanted = lists.asked_for(known.state)
    game = game_with_lists(desk.games(), wanted.game)
    checked = checked_list(game, wanted, player=player, units=sent.units)
    late = do.holder.role is HubRole.ORGANISER
    return do(lambda state: lists.handed_in(state, checked, is_late_allowed=late), sent)


@router.get("/players/{player}/list", operation_id="show_list")
def show_list(known: Known, *, holder: Holder, player: PlayerNumber) -> ListTold:
    """The army of somebody, for the staff and for themselves."""
    _refuse_others_list(holder, player)
    found = known.state.lists.get(player)
    if found is None:
        raise hub_problem(
            HTTPStatus.NOT_FOUND, kind="no-list", detail=f"player {player} has handed in no list"
        )
    return list_told(known.state, found)


def _refuse_others_list(holder: HubHolder, player: int) -> None:
    if holder.role is HubRole.PLAYER and holder.player != player:
        raise hub_problem(
            HTTPStatus.FORBIDDEN,
            kind="not-your-list",
            detail="a player hands in and sees their own list alone",
        )
