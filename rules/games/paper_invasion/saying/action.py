"""Knows how Moves, Actions and the vault item are told."""

from types import MappingProxyType
from typing import Final

from rules.games.paper_invasion.events import action as happened
from rules.games.paper_invasion.saying.dispatch import say
from rules.games.paper_invasion.vocabulary import WallState, Work
from rules.referee.toolkit.phrases import ended, listed, verb

CALLED: Final = MappingProxyType(
    {
        WallState.OPENING: "an Opening",
        WallState.SINGLE: "a Single Barrier",
        WallState.DOUBLE: "a Double Barrier",
    }
)
"""A wall in each of its states."""


@say.register
def _moved(event: happened.Moved) -> str:
    through = f" through {event.wall}" if event.wall else ""
    more = ", one room further" if event.free else ""
    return f"{event.token} goes from {event.start} to {event.to}{through}{more}."


@say.register
def _wall_changed(event: happened.WallChanged) -> str:
    now = f"{event.wall} is {CALLED[event.after]} now"
    match event.work:
        case Work.SEAL:
            return f"{event.token} seals {event.wall}: {now}."
        case Work.SMASH:
            return f"{event.token} smashes {event.wall}: {now}."
        case Work.AGREED:
            return f"Agreed: {now}."
        case Work.STRIP:
            return f"The strip counts: {now}."
    return f"{event.work}: {now}."


@say.register
def _killed(event: happened.Killed) -> str:
    return f"{event.token} kills {listed(event.enemies)}."


@say.register
def _looted(event: happened.Looted) -> str:
    return f"{event.token} opens the vault and shows P. {event.name}: {ended(event.says)}"


@say.register
def _grabbed(event: happened.Grabbed) -> str:
    lost = " The item is gone." if event.item_lost else ""
    lost = " The vault can be looted again." if event.vault_open else lost
    return f"{event.token} grabs {event.hero}, who is the Enemy {event.enemy} from now on.{lost}"


@say.register
def _grab_failed(event: happened.GrabFailed) -> str:
    return f"{event.token} grabs at {event.hero} and fails; the Action is spent."


@say.register
def _item_used(event: happened.ItemUsed) -> str:
    cost = ", as its Action" if event.acts else ""
    return f"{event.token} uses the {event.name}{cost} and shows H again."


@say.register
def _removed(event: happened.Removed) -> str:
    lost = " The item is gone." if event.item_lost else ""
    lost = " The vault can be looted again." if event.vault_open else lost
    gone = f"{listed(event.tokens)} {verb(event.tokens, 'leave')} the board"
    return f"{event.why}: {gone}.{lost}"


@say.register
def _pushed(event: happened.Pushed) -> str:
    many = "is" if len(event.tokens) == 1 else "are"
    return f"{listed(event.tokens)} {many} driven from {event.start} to {event.to}."


@say.register
def _joined(event: happened.HeroJoined) -> str:
    whose = f" of {event.owner}" if event.owner else ""
    return f"A new Hero{whose}, {event.token}, is in {event.room} and waits for the next turn."


@say.register
def _skip_set(event: happened.SkipSet) -> str:
    return f"The {event.side} will miss their next turn."


@say.register
def _dodger_set(event: happened.DodgerSet) -> str:
    who = "a Hero" if event.whom == "all" else event.whom
    return f"In the next Enemy turn every Grab at {who} fails."
