"""Events played by chance, as lists of deeds."""

from random import Random

from api.hub.event import acts
from api.hub.event.deeds import (
    Deed,
    EventOpened,
    PairingSystem,
    ResultCorrected,
    ResultGiven,
)
from api.hub.event.state import EventState, after, event_of
from api.hub.pairing.record import OPPOSITES, RoundScore

SOME = (RoundScore.WIN, RoundScore.LOSS, RoundScore.DRAW, RoundScore.FORFEIT_WIN)


def opening(system: PairingSystem = PairingSystem.SWISS, *, rounds: int = 5) -> EventOpened:
    return acts.opened(EventOpened(name="Winter Cup", system=system, rounds=rounds))


def with_players(count: int, event: EventOpened | None = None) -> EventState:
    state = event_of([event or opening()])
    for number in range(1, count + 1):
        deed = acts.entered(state, name=f"Player {number}", club="", rating=2000 - number, army="")
        state = after(state, deed)
    return state


def result_by_chance(state: EventState, white: int, chance: Random) -> ResultGiven:
    score = chance.choice(SOME)
    return ResultGiven(
        round=len(state.rounds),
        white=white,
        score=score,
        black_score=chance.choice(sorted(OPPOSITES[score])),
        victory=(chance.randint(0, 20), chance.randint(0, 20)),
    )


def deeds_by_chance(chance: Random, *, players: int, rounds: int) -> list[Deed]:
    """A whole Swiss event: late entries, missed rounds, corrections, and rounds taken back."""
    done: list[Deed] = [opening(rounds=rounds)]
    state = event_of(done)

    def do(deed: Deed) -> None:
        nonlocal state
        done.append(deed)
        state = after(state, deed)

    for number in range(1, players + 1):
        do(acts.entered(state, name=f"P {number}", club="", rating=number, army="elves"))
    for at in range(1, rounds + 1):
        if chance.random() < 0.3:
            do(acts.entered(state, name=f"Late {at}", club="", rating=0, army=""))
        if chance.random() < 0.3:
            score = chance.choice([RoundScore.ABSENT, RoundScore.HALF_BYE])
            do(acts.missed(state, chance.randint(1, players), at=at, score=score))
        do(acts.drawn(state))
        if chance.random() < 0.2:
            do(acts.taken_back(state, "a table was missing"))
            do(acts.drawn(state))
        for white, _ in state.rounds[-1].draw.pairs:
            do(acts.given(state, result_by_chance(state, white, chance)))
        if chance.random() < 0.5 and state.rounds[-1].draw.pairs:
            do(acts.corrected(state, _correction(state, chance)))
    return done


def _correction(state: EventState, chance: Random) -> ResultCorrected:
    white = chance.choice(state.rounds[-1].draw.pairs)[0]
    other = result_by_chance(state, white, chance)
    return ResultCorrected(
        round=other.round,
        white=white,
        score=other.score,
        black_score=other.black_score,
        victory=other.victory,
        reason="misread slip",
    )
