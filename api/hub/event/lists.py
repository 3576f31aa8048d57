"""Army lists: what an event asks for, and what the army builder found in each."""

from api.hub.event.deeds import ListHandedIn, ListsWanted
from api.hub.event.state import EventRefusedError, EventState

MOST_POINTS = 1_000_000


def lists_wanted(state: EventState, *, game: str, total: int | None) -> ListsWanted:
    """Everybody hands in a list for this game, for so many points at most."""
    if state.rounds:
        raise EventRefusedError("army lists: expected to be asked for before round 1, got it after")
    if total is not None and not 1 <= total <= MOST_POINTS:
        raise EventRefusedError(f"points: expected 1 to {MOST_POINTS}, got {total}")
    return ListsWanted(game=game, total=total)


def asked_for(state: EventState) -> ListsWanted:
    if state.lists_wanted is None:
        raise EventRefusedError("army list: expected an event that asks for lists, got another")
    return state.lists_wanted


def handed_in(state: EventState, deed: ListHandedIn, *, is_late_allowed: bool) -> ListHandedIn:
    """A list that the builder has looked at; the last one counts."""
    wanted, player = asked_for(state), state.player(deed.number)
    if wanted.game != deed.game:
        raise EventRefusedError(f"army list: expected one for {wanted.game}, got {deed.game}")
    if len(state.rounds) >= player.first_round and not is_late_allowed:
        raise EventRefusedError(
            "army list: expected before one's first round is drawn, got it after; ask the organiser"
        )
    return deed
