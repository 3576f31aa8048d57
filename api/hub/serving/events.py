"""Events: opened, brought along, shown, and who leads in them."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Body

from api.hub.entry.army_lists import usual_total
from api.hub.entry.grants import HubHolder
from api.hub.event import acts
from api.hub.event.deeds import Deed, EventOpened
from api.hub.event.exchange import read_report, report_of, written_report
from api.hub.event.importing import deeds_of_report
from api.hub.event.state import EventState
from api.hub.serving.admission import Holder, HubRoute, Known, TheDesk
from api.hub.serving.asked import DelaySent, EventWanted, ReportSent
from api.hub.serving.desk import HubDesk, hub_problem
from api.hub.serving.telling.told import (
    DeedTold,
    EventListedTold,
    EventShownTold,
    GameListedTold,
    ReportTold,
    StandingsTold,
    TrailTold,
    deed_told,
    event_told,
    standings_told,
    trail_told,
)
from api.hub.store.database import RowTakenError
from api.hub.store.keeping import DeedStamp, KeptDeed

router = APIRouter(route_class=HubRoute, prefix="/hub/v1")


@router.get("/events", operation_id="list_events")
def list_events(desk: TheDesk, holder: Holder) -> list[EventListedTold]:
    """The event that one was let into; all of them for whoever runs the hub."""
    names = [holder.event] if holder.event else sorted(desk.events.heads())
    known = [desk.event_for(name, holder) for name in names]
    return [
        EventListedTold(
            event=each.name,
            name=each.state.opened.name,
            round=len(each.state.rounds),
            rounds=each.state.opened.rounds,
            players=len(each.state.players),
        )
        for each in known
    ]


@router.post("/events", operation_id="open_event", status_code=201)
def open_event(
    desk: TheDesk, holder: Holder, *, wanted: Annotated[EventWanted, Body()]
) -> DeedTold:
    """Begin an event."""
    deed = acts.opened(
        EventOpened(
            name=wanted.name,
            system=wanted.system,
            rounds=wanted.rounds,
            order=tuple(wanted.order),
            cycles=wanted.cycles,
            balances_sides=wanted.balances_sides,
        )
    )
    return deed_told(_opened(desk, wanted, holder=holder, deed=deed))


@router.post("/events/import", operation_id="import_event", status_code=201)
def import_event(
    desk: TheDesk, holder: Holder, *, wanted: Annotated[ReportSent, Body()]
) -> DeedTold:
    """Go on here with an event that another program has kept."""
    report = read_report(wanted.report)
    first, *others = deeds_of_report(report, system=wanted.system, order=tuple(wanted.order))
    assert isinstance(first, EventOpened)
    kept = _opened(desk, wanted, holder=holder, deed=acts.opened(first))
    for at, deed in enumerate(others):
        kept = desk.do(wanted.event, _as_it_was(deed), holder=holder, asked=f"{wanted.id}.{at}")
    return deed_told(kept)


def _as_it_was(deed: Deed) -> Callable[[EventState], Deed]:
    return lambda _: deed


def _opened(
    desk: HubDesk, wanted: EventWanted | ReportSent, *, holder: HubHolder, deed: EventOpened
) -> KeptDeed:
    if holder.event:
        raise hub_problem(
            HTTPStatus.FORBIDDEN,
            kind="not-allowed",
            detail="only whoever runs the hub may open an event",
        )
    stamp = DeedStamp(id=f"{holder.grant}:{wanted.id}", who=holder.told, at=desk.now())
    try:
        return desk.events.open_event(wanted.event, deed=deed, stamp=stamp)
    except RowTakenError:
        raise hub_problem(
            HTTPStatus.CONFLICT,
            kind="event-taken",
            detail=f"event: expected a name of its own, got {wanted.event!r} again",
        ) from None


@router.get("/games", operation_id="list_games")
def list_games(desk: TheDesk) -> list[GameListedTold]:
    """The games that army lists can be asked for."""
    return [
        GameListedTold(game=slug, title=game.title, total=usual_total(game))
        for slug, game in sorted(desk.games().items())
        if game.muster is not None
    ]


@router.get("/events/{event}", operation_id="show_event")
def show_event(known: Known) -> EventShownTold:
    """Players, rounds, pairs and results."""
    return event_told(known)


@router.get("/events/{event}/standings", operation_id="show_standings")
def show_standings(known: Known) -> StandingsTold:
    """Who leads after the finished rounds."""
    return standings_told(known.state)


@router.get("/events/{event}/report", operation_id="export_event")
def export_event(known: Known) -> ReportTold:
    """The event as a report file (TRF) for other programs."""
    return ReportTold(report=written_report(report_of(known.state)))


@router.get("/events/{event}/trail", operation_id="show_trail")
def show_trail(desk: TheDesk, known: Known) -> list[TrailTold]:
    """All that was done, when, and by whom."""
    return [trail_told(each) for each in desk.events.deeds(known.name)]


@router.put("/events/{event}/delay", operation_id="delay_watching")
def delay_watching(
    desk: TheDesk, known: Known, *, holder: Holder, wanted: Annotated[DelaySent, Body()]
) -> DeedTold:
    """By how many minutes spectators see everything later."""
    kept = desk.do(
        known.name,
        lambda state: acts.delayed(state, wanted.minutes),
        holder=holder,
        asked=wanted.id,
    )
    return deed_told(kept)
