"""Knows how turns are told."""

from rules.games.paper_invasion.events import turn as happened
from rules.games.paper_invasion.saying.dispatch import say


@say.register
def _began(event: happened.TurnBegan) -> str:
    return f"Turn {event.turn} is the {event.side}'."


@say.register
def _skipped(event: happened.TurnSkipped) -> str:
    return f"Turn {event.turn} would be the {event.side}', who miss it."


@say.register
def _token_began(event: happened.TokenBegan) -> str:
    return f"{event.token} is on."


@say.register
def _token_finished(event: happened.TokenFinished) -> str:
    return f"{event.token} is finished."


@say.register
def _ended(event: happened.TurnEnded) -> str:
    return f"The turn of the {event.side} is over."


@say.register
def _gave_up(event: happened.GaveUp) -> str:
    return f"The {event.side} give up."


@say.register
def _game_ended(event: happened.GameEnded) -> str:
    word = f" {event.player} has used up the word {event.word}." if event.word else ""
    verb = "win" if event.winner in {"Heroes", "Enemies"} else "wins"
    who = f"The {event.winner}" if verb == "win" else event.winner
    if " and " in event.winner:
        verb = "win"
    return f"{event.how} {who} {verb}.{word}"
