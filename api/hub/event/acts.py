"""Decides whether something may be done in an event: the deed of it, or why it is refused."""

from collections.abc import Sequence

from api.hub.event.deeds import (
    EventOpened,
    PairingSystem,
    PairKeptApart,
    PlayerEntered,
    PlayerReturned,
    PlayerWithdrew,
    ResultCorrected,
    ResultGiven,
    RoundDrawn,
    RoundMissed,
    RoundTakenBack,
    WatchingDelayed,
)
from api.hub.event.state import EventRefusedError, EventState
from api.hub.pairing.by_hand import paired_by_hand
from api.hub.pairing.dutch import paired_by_dutch
from api.hub.pairing.knockout import paired_by_knockout
from api.hub.pairing.record import OPPOSITES, Draw, RoundScore
from api.hub.pairing.round_robin import paired_by_robin

MOST_ROUNDS = 50
MOST_PLAYERS = 400
MOST_MEMBERS = 20
"""Of a team."""
LONGEST_NAME = 80
MOST_DELAY_MINUTES = 15


def opened(event: EventOpened) -> EventOpened:
    """An event as somebody wants to open it."""
    _named(event.name, "name of the event")
    if not 1 <= event.rounds <= MOST_ROUNDS:
        raise EventRefusedError(f"rounds: expected 1 to {MOST_ROUNDS}, got {event.rounds}")
    if not event.order or len(set(event.order)) != len(event.order):
        raise EventRefusedError("order of the standings: expected each measure once, got another")
    if event.cycles not in {1, 2}:
        raise EventRefusedError(f"cycles: expected 1 or 2, got {event.cycles}")
    return event


def entered(
    state: EventState,
    *,
    name: str,
    club: str,
    rating: int,
    army: str,
    members: Sequence[str] = (),
) -> PlayerEntered:
    """One more player or team, who may come late to all but a round robin and a knock-out."""
    _named(name, "name of a player")
    if len(members) > MOST_MEMBERS:
        raise EventRefusedError(f"team: expected {MOST_MEMBERS} at most, got {len(members)}")
    for each in members:
        _named(each, "name in a team")
    if any(each.name.casefold() == name.strip().casefold() for each in state.players):
        raise EventRefusedError(f"name of a player: expected one of their own, got {name!r} again")
    if len(state.players) >= MOST_PLAYERS:
        raise EventRefusedError(f"players: expected {MOST_PLAYERS} at most, got one more")
    fixed = {PairingSystem.ROUND_ROBIN, PairingSystem.KNOCKOUT}
    if state.rounds and state.opened.system in fixed:
        raise EventRefusedError("late entry: expected before the first round, got it after")
    number = len(state.players) + 1
    return PlayerEntered(
        number=number,
        name=name.strip(),
        club=club,
        rating=rating,
        army=army,
        members=tuple(each.strip() for each in members),
    )


def withdrew(state: EventState, number: int) -> PlayerWithdrew:
    if state.player(number).has_withdrawn:
        raise EventRefusedError(f"player {number}: expected one who plays, got one who withdrew")
    return PlayerWithdrew(number=number)


def returned(state: EventState, number: int) -> PlayerReturned:
    if not state.player(number).has_withdrawn:
        raise EventRefusedError(f"player {number}: expected one who withdrew, got one who plays")
    return PlayerReturned(number=number)


def missed(
    state: EventState, number: int, *, at: int, score: RoundScore = RoundScore.ABSENT
) -> RoundMissed:
    """Somebody will not play in a round that is not drawn yet."""
    state.player(number)
    if not len(state.rounds) < at <= state.opened.rounds:
        raise EventRefusedError(
            f"round that is missed: expected {len(state.rounds) + 1} to {state.opened.rounds}, "
            f"got {at}"
        )
    if score.has_opponent or score is RoundScore.BYE:
        raise EventRefusedError("round that is missed: expected an absence, got a game")
    return RoundMissed(number=number, round=at, score=score)


def kept_apart(state: EventState, one: int, *, other: int) -> PairKeptApart:
    if state.player(one) == state.player(other):
        raise EventRefusedError("players to keep apart: expected two, got one")
    return PairKeptApart(one=one, other=other)


def drawn(
    state: EventState,
    *,
    pairs: Sequence[tuple[int, int]] | None = None,
    byes: Sequence[int] = (),
) -> RoundDrawn:
    """The next round: by the system of the event, or with these pairs."""
    at = len(state.rounds) + 1
    if state.finished_rounds < len(state.rounds):
        missing = state.rounds[-1].open_games
        raise EventRefusedError(
            f"round {at}: expected all results of round {at - 1}, got none of {list(missing)}"
        )
    if at > state.opened.rounds:
        raise EventRefusedError(f"round {at}: expected {state.opened.rounds} at most, got one more")
    if len(state.players) - len(state.away(at)) < 2:
        raise EventRefusedError(f"round {at}: expected two players at least, got fewer")
    try:
        if pairs is not None:
            draw = paired_by_hand(pairs, byes=byes, entrants=state.entrants(), away=state.away(at))
        else:
            draw = _by_system(state, at)
    except ValueError as error:
        raise EventRefusedError(str(error)) from error
    return RoundDrawn(round=at, draw=draw)


def _by_system(state: EventState, at: int) -> Draw:
    away, entrants = state.away(at), state.entrants()
    match state.opened.system:
        case PairingSystem.SWISS:
            return paired_by_dutch(
                entrants,
                scoring=state.opened.scoring,
                away=away,
                forbidden=state.apart,
                is_last_round=at == state.opened.rounds,
                initial=state.opened.initial,
                balances_sides=state.opened.balances_sides,
            )
        case PairingSystem.ROUND_ROBIN:
            numbers = [each.number for each in entrants]
            return paired_by_robin(numbers, at=at, cycles=state.opened.cycles, away=away)
        case PairingSystem.KNOCKOUT:
            return paired_by_knockout(entrants, away=away)
        case PairingSystem.BY_HAND:
            raise EventRefusedError(f"round {at}: expected pairs made by hand, got none")


def taken_back(state: EventState, reason: str) -> RoundTakenBack:
    """The last round, as long as none of its games has a result."""
    if not state.rounds or state.rounds[-1].results:
        raise EventRefusedError("round to take back: expected one without results, got none")
    return RoundTakenBack(round=len(state.rounds), reason=_said(reason))


def given(state: EventState, result: ResultGiven) -> ResultGiven:
    """The first result of a game."""
    known = _trail(state, result)
    if known:
        raise EventRefusedError(
            f"result of {result.white} in round {result.round}: expected none yet, got one; "
            "correct it with a reason"
        )
    return result


def corrected(state: EventState, result: ResultCorrected) -> ResultCorrected:
    """Another result of a game that has one. Rounds drawn since stay as they were drawn."""
    _said(result.reason)
    if not _trail(state, result):
        raise EventRefusedError(
            f"result of {result.white} in round {result.round}: expected one to correct, got none"
        )
    return result


def _trail(
    state: EventState, result: ResultGiven | ResultCorrected
) -> tuple[ResultGiven | ResultCorrected, ...]:
    if not 1 <= result.round <= len(state.rounds):
        raise EventRefusedError(
            f"round of a result: expected 1 to {len(state.rounds)}, got {result.round}"
        )
    drawn_round = state.rounds[result.round - 1]
    if result.white not in {white for white, _ in drawn_round.draw.pairs}:
        raise EventRefusedError(
            f"result in round {result.round}: expected a player of White, got {result.white}"
        )
    if result.black_score not in OPPOSITES.get(result.score, frozenset()):
        raise EventRefusedError(
            f"result of {result.white}: expected scores that fit, "
            f"got {result.score.value} against {result.black_score.value}"
        )
    return drawn_round.results.get(result.white, ())


def delayed(_state: EventState, minutes: int) -> WatchingDelayed:
    if not 0 <= minutes <= MOST_DELAY_MINUTES:
        raise EventRefusedError(f"delay: expected 0 to {MOST_DELAY_MINUTES} minutes, got {minutes}")
    return WatchingDelayed(minutes=minutes)


def _named(name: str, what: str) -> None:
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise EventRefusedError(f"{what}: expected 1 to {LONGEST_NAME} signs, got {name[:90]!r}")


def _said(reason: str) -> str:
    if not reason.strip():
        raise EventRefusedError("reason: expected some words, got none")
    return reason
