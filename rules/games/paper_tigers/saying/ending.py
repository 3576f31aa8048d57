"""Knows how the end of a deck or a battle is told, and what players amend."""

from rules.games.paper_tigers.events import ending as happened
from rules.games.paper_tigers.saying.dispatch import say
from rules.games.paper_tigers.saying.phrases import at, totals
from rules.referee.toolkit.phrases import capital, counted, ended, listed


@say.register
def _objective_settled(event: happened.ObjectiveSettled) -> str:
    return f"Agreed: {event.side or 'nobody'} holds {event.area}."


@say.register
def _deck_ended(event: happened.DeckEnded) -> str:
    standing = f": {totals(event.totals)}" if event.totals else ""
    held = " ".join(_held(each) for each in event.objectives)
    return f"Run {event.run} of the deck is over{standing}. {held}".strip()


def _held(objective: happened.ObjectiveHeld) -> str:
    points = counted(objective.points, "point")
    if objective.side:
        return f"{objective.side} holds {objective.area} for {points}."
    return f"Nobody holds {objective.area}."


@say.register
def _play_on(event: happened.PlayOn) -> str:
    return f"The battle goes on: run {event.run} of the deck."


@say.register
def _battle_ended(event: happened.BattleEnded) -> str:
    narrowly = " narrowly" if event.marginal else ""
    result = f"{event.winner} wins{narrowly}" if event.winner else "The battle is a draw"
    standing = f": {totals(event.totals)}" if event.totals else ""
    told = [f"{result}{standing}."]
    if event.how.strip():
        told.append(ended(capital(event.how.strip().replace("_", " "))))
    if event.commended:
        best = listed(f"{each.name} with {each.count}" for each in event.commended)
        told.append(f"Commended: {best}.")
    return " ".join(told)


@say.register
def _amended(event: happened.Amended) -> str:
    told = [f"has {counted(event.hits, 'hit')}"]
    if event.aboard:
        told.append(f"is carried by {event.aboard}")
    if event.in_area:
        told.append(f"is in {event.in_area}")
    return f"Agreed: {event.unit} {listed(told)}."


@say.register
def _terrain_accepted(event: happened.TerrainAccepted) -> str:
    lies = listed(event.areas) if event.areas else "none"
    return f"Agreed: the terrain from here on is {lies}."


@say.register
def _table_accepted(event: happened.TableAccepted) -> str:
    return f"Agreed: {event.unit} stands where the camera sees it, {at(event.spot)}."
