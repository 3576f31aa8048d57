"""Knows how events of the event table, questions and changes by hand are told."""

from rules.games.paper_invasion.events import happening as happened
from rules.games.paper_invasion.outlines import is_zone
from rules.games.paper_invasion.saying.dispatch import say
from rules.referee.toolkit.phrases import capital, ended, listed, verb


@say.register
def _happened(event: happened.EventHappened) -> str:
    kind = "The event" if event.compulsory else "A further event"
    return f"{kind}, as {event.why}: {event.name}. {ended(event.says)}"


@say.register
def _asked(event: happened.Asked) -> str:
    return ended(event.ask.says)


@say.register
def _answered(event: happened.Answered) -> str:
    return capital(f"the answer is {event.answer}.")


@say.register
def _turned(event: happened.TokenTurned) -> str:
    lost = " The item is gone." if event.item_lost else ""
    lost = " The vault can be looted again." if event.vault_open else lost
    return f"{event.hero} was an Enemy all along: {event.enemy} from now on.{lost}"


@say.register
def _room_added(event: happened.RoomAdded) -> str:
    return f"The board has one more room, {event.room}."


@say.register
def _arrived(event: happened.EnemiesArrived) -> str:
    told = []
    for each in event.arrivals:
        outside = f", outside of {each.attached}" if is_zone(each.place) else ""
        told.append(f"{each.token} appears at {each.place}{outside}.")
    return " ".join(told)


@say.register
def _nothing(event: happened.NothingHappened) -> str:
    return f"{event.why}: nothing happens."


@say.register
def _tokens_set(event: happened.TokensSet) -> str:
    parts = []
    if event.gone:
        parts.append(f"{listed(event.gone)} {verb(event.gone, 'leave')} {event.place}")
    if event.come:
        parts.append(f"{listed(event.come)} {verb(event.come, 'appear')} in {event.place}")
    return f"By hand: {' and '.join(parts) or f'nothing changes in {event.place}'}."


@say.register
def _token_put(event: happened.TokenPut) -> str:
    return f"By hand: {event.token} is in {event.place}."
