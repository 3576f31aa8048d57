"""Knows how the umpire tells what comes from beyond the table."""

from rules.games.paper_tigers.saying import say
from rules.games.paper_tigers.saying.phrases import at, needed, the_card
from rules.games.paper_tigers_2 import outside_events as happened
from rules.referee.toolkit.phrases import counted, listed, verb

__all__ = ["say"]


@say.register
def _support_called(event: happened.SupportCalled) -> str:
    what = "aircraft against" if event.aircraft else "artillery on"
    return f"{event.unit} calls {what} {event.target} with {the_card(event.card)}."


@say.register
def _shelled(event: happened.Shelled) -> str:
    by = "Aircraft" if event.aircraft else "A shell"
    how = {0: "miss" if event.aircraft else "misses", 1: "hit" if event.aircraft else "hits"}
    how[2] = f"{how[1]} lethally"
    rolled = needed(event.total, event.difficulty)
    told = f"{by} {how[min(event.hits, 2)]} {event.target}: {rolled}."
    if event.suppresses:
        told += f" That is near enough to suppress {event.target}."
    return told


@say.register
def _target_named(event: happened.TargetNamed) -> str:
    return f"Next is {event.target}."


@say.register
def _salvo_ended(event: happened.SalvoEnded) -> str:
    return f"What {event.unit} has called is over."


@say.register
def _came_near(event: happened.CameNear) -> str:
    if event.home:
        return f"{event.unit} is home again from the enemy's edge."
    return f"{event.unit} has come near the enemy's edge."


@say.register
def _arrivals_opened(event: happened.ArrivalsOpened) -> str:
    return f"Units may come onto the table in turn {event.turn}."


@say.register
def _terrain_passed(event: happened.TerrainPassed) -> str:
    return f"Now {event.to} lays terrain, or leaves it as it is."


@say.register
def _north_named(event: happened.NorthNamed) -> str:
    return f"The {event.edge} edge is called North."


@say.register
def _entry_card(event: happened.EntryCard) -> str:
    return f"{event.force} turns up {the_card(event.card)}: the {event.edge} edge."


@say.register
def _entered(event: happened.Entered) -> str:
    if not event.spots:
        return f"No unit of {event.force} comes onto the table."
    names = [each.unit for each in event.spots]
    return f"{listed(names)} of {event.force} {verb(names, 'come')} onto the table."


@say.register
def _landing_card(event: happened.LandingCard) -> str:
    return f"{event.force} lands with {the_card(event.card)}."


@say.register
def _drop_named(event: happened.DropNamed) -> str:
    return f"{event.unit} is to come down {at(event.at)}."


@say.register
def _drop_rolled(event: happened.DropRolled) -> str:
    rolled = needed(event.total, event.difficulty)
    if event.on_point:
        return f"{event.unit} comes down on its point: {rolled}."
    return f"{event.unit} misses its point and drifts {event.difficulty} in: {rolled}."


@say.register
def _drifted(event: happened.Drifted) -> str:
    return f"{event.unit} is blown to {at(event.to)}."


@say.register
def _slid(event: happened.Slid) -> str:
    return f"{event.unit} slides {sum(event.dice)} in, to {at(event.to)}."


@say.register
def _crashed(event: happened.Crashed) -> str:
    return f"{event.unit} crashes into {event.into}."


@say.register
def _landed(event: happened.Landed) -> str:
    hits = f" with {counted(event.hits, 'hit')}" if event.hits else ""
    lost = f" and has lost {event.lost}" if event.lost else ""
    return f"{event.unit} is down{hits}{lost}, {at(event.spot)}."


@say.register
def _flames_taken(event: happened.FlamesTaken) -> str:
    return f"{event.unit} takes a flamethrower."
