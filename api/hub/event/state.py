"""What an event has come to: the fold of its deeds."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from api.hub.event.calls import CallDeed, JudgeCall, calls_after
from api.hub.event.clock import RoundClock, clock_after
from api.hub.event.deeds import (
    Deed,
    EventOpened,
    ListHandedIn,
    ListsWanted,
    PairKeptApart,
    PlayerEntered,
    PlayerReturned,
    PlayerWithdrew,
    ResultCorrected,
    ResultGiven,
    RoundClockPaused,
    RoundClockResumed,
    RoundClockStarted,
    RoundDrawn,
    RoundMissed,
    RoundTakenBack,
    WatchingDelayed,
)
from api.hub.pairing.record import MISSED, Colour, Draw, Entrant, RoundLine, RoundScore


class EventRefusedError(ValueError):
    """A deed that does not fit what the event has come to; the message is for the organiser."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    number: int
    name: str
    club: str
    rating: int
    army: str
    members: tuple[str, ...]
    """Of a team, board by board; nobody for a single player."""
    first_round: int
    """The first that was not drawn yet when they entered."""
    has_withdrawn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRound:
    draw: Draw
    results: Mapping[int, tuple[ResultGiven | ResultCorrected, ...]]
    """By White's number: what was given, and each correction of it; the last one counts."""

    @property
    def open_games(self) -> tuple[tuple[int, int], ...]:
        return tuple(pair for pair in self.draw.pairs if pair[0] not in self.results)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventState:
    opened: EventOpened
    players: tuple[Contestant, ...] = ()
    rounds: tuple[EventRound, ...] = ()
    missed: Mapping[tuple[int, int], RoundScore]
    """What it is worth that somebody is away, by round and number."""
    apart: frozenset[frozenset[int]] = frozenset()
    calls: Mapping[int, JudgeCall] = field(default_factory=lambda: MappingProxyType({}))
    delay_minutes: int = 0
    """By how much spectators see everything later."""
    clock: RoundClock | None = None
    """Of the last round, if it has one."""
    lists_wanted: ListsWanted | None = None
    lists: Mapping[int, ListHandedIn] = field(default_factory=lambda: MappingProxyType({}))
    """By player, the last one that each has handed in."""
    for_all: int = 1
    """How many deeds everybody may hear of, its opening with them: all but those of calls."""

    @property
    def finished_rounds(self) -> int:
        """How many rounds have every result; those come first."""
        open_ones = [at for at, each in enumerate(self.rounds) if each.open_games]
        return open_ones[0] if open_ones else len(self.rounds)

    def player(self, number: int) -> Contestant:
        if not 1 <= number <= len(self.players):
            raise EventRefusedError(
                f"player {number}: expected a number from 1 to {len(self.players)}, got another"
            )
        return self.players[number - 1]

    def away(self, round_number: int) -> frozenset[int]:
        """Who does not play in a round."""
        gone = {each.number for each in self.players if each.has_withdrawn}
        late = {each.number for each in self.players if each.first_round > round_number}
        missing = {number for at, number in self.missed if at == round_number}
        return frozenset(gone | late | missing)

    def entrants(self, *, rounds: int | None = None) -> tuple[Entrant, ...]:
        """Everybody with what each finished round brought them."""
        count = self.finished_rounds if rounds is None else rounds
        lines = [self._lines(at) for at in range(1, count + 1)]
        return tuple(
            Entrant(
                number=each.number, rounds=tuple(line.get(each.number, MISSED) for line in lines)
            )
            for each in self.players
        )

    def _lines(self, at: int) -> dict[int, RoundLine]:
        found = {
            number: RoundLine(score=score)
            for (round_number, number), score in self.missed.items()
            if round_number == at
        }
        drawn = self.rounds[at - 1]
        found |= {each: RoundLine(score=RoundScore.BYE) for each in drawn.draw.byes}
        for white, black in drawn.draw.pairs:
            last = drawn.results[white][-1]
            found[white] = RoundLine(score=last.score, opponent=black, colour=Colour.WHITE)
            found[black] = RoundLine(score=last.black_score, opponent=white, colour=Colour.BLACK)
        return found


def event_of(deeds: Iterable[Deed]) -> EventState:
    """The state after these deeds, the first of which opens the event."""
    every = iter(deeds)
    first = next(every, None)
    if not isinstance(first, EventOpened):
        raise EventRefusedError(f"record of an event: expected its opening first, got {first!r}")
    state = EventState(opened=first, missed=MappingProxyType({}))
    for deed in every:
        state = after(state, deed)
    return state


def after(state: EventState, deed: Deed) -> EventState:
    """The state after one more deed, which was found fit when it was done."""
    found = _after(state, deed)
    return found if isinstance(deed, CallDeed) else replace(found, for_all=found.for_all + 1)


def _after(state: EventState, deed: Deed) -> EventState:
    match deed:
        case EventOpened():
            raise EventRefusedError("record of an event: expected one opening, got another")
        case PlayerEntered():
            return replace(state, players=(*state.players, _entered(state, deed)))
        case PlayerWithdrew(number=number):
            return _with_withdrawn(state, number, gone=True)
        case PlayerReturned(number=number):
            return _with_withdrawn(state, number, gone=False)
        case RoundMissed(number=number, round=at, score=score):
            missed = {**state.missed, (at, number): score}
            return replace(state, missed=MappingProxyType(missed))
        case PairKeptApart(one=one, other=other):
            return replace(state, apart=state.apart | {frozenset({one, other})})
        case RoundDrawn(draw=draw):
            drawn = EventRound(draw=draw, results=MappingProxyType({}))
            return replace(state, rounds=(*state.rounds, drawn), clock=None)
        case RoundTakenBack():
            return replace(state, rounds=state.rounds[:-1], clock=None)
        case ResultGiven() | ResultCorrected():
            return _with_result(state, deed)
        case WatchingDelayed(minutes=minutes):
            return replace(state, delay_minutes=minutes)
        case RoundClockStarted() | RoundClockPaused() | RoundClockResumed():
            return replace(state, clock=clock_after(state.clock, deed))
        case ListsWanted():
            # Lists for another game are none for this one.
            kept = {at: each for at, each in state.lists.items() if each.game == deed.game}
            return replace(state, lists_wanted=deed, lists=MappingProxyType(kept))
        case ListHandedIn(number=number):
            return replace(state, lists=MappingProxyType({**state.lists, number: deed}))
        case _:
            calls = MappingProxyType(calls_after(state.calls, deed))
            return replace(state, calls=calls)


def _entered(state: EventState, deed: PlayerEntered) -> Contestant:
    return Contestant(
        number=deed.number,
        name=deed.name,
        club=deed.club,
        rating=deed.rating,
        army=deed.army,
        members=deed.members,
        first_round=len(state.rounds) + 1,
    )


def _with_withdrawn(state: EventState, number: int, *, gone: bool) -> EventState:
    players = list(state.players)
    players[number - 1] = replace(players[number - 1], has_withdrawn=gone)
    return replace(state, players=tuple(players))


def _with_result(state: EventState, deed: ResultGiven | ResultCorrected) -> EventState:
    rounds = list(state.rounds)
    drawn = rounds[deed.round - 1]
    trail = (*drawn.results.get(deed.white, ()), deed)
    results = MappingProxyType({**drawn.results, deed.white: trail})
    rounds[deed.round - 1] = replace(drawn, results=results)
    return replace(state, rounds=tuple(rounds))
