"""A report file as the deeds of an event, so that it can go on here."""

from api.hub.event.deeds import (
    USUAL_ORDER,
    Deed,
    EventOpened,
    Measure,
    PairingSystem,
    PairKeptApart,
    PlayerEntered,
    ResultGiven,
    RoundDrawn,
    RoundMissed,
)
from api.hub.event.exchange import EventReport
from api.hub.pairing.record import Colour, Draw, Entrant, RoundScore


def deeds_of_report(
    report: EventReport,
    *,
    system: PairingSystem = PairingSystem.SWISS,
    order: tuple[Measure, ...] = USUAL_ORDER,
) -> tuple[Deed, ...]:
    """The event as if it had been played here; everybody entered before the first round."""
    entrants = [each.entrant for each in report.players]
    played = len(entrants[0].rounds) if entrants else 0
    deeds: list[Deed] = [
        EventOpened(
            name=report.name or "Event",
            system=system,
            rounds=max(report.rounds, played),
            scoring=report.scoring,
            order=order,
            initial=report.initial,
        )
    ]
    deeds += [
        PlayerEntered(
            number=each.entrant.number,
            name=each.name or f"Player {each.entrant.number}",
            rating=each.rating,
        )
        for each in report.players
    ]
    for one, other in sorted(sorted(each) for each in report.apart):
        deeds.append(PairKeptApart(one=one, other=other))
    for at in range(played):
        deeds += _round(entrants, at)
    deeds += [RoundMissed(number=each, round=played + 1) for each in sorted(report.away)]
    return tuple(deeds)


def draw_of(entrants: list[Entrant], at: int) -> Draw:
    """Who played whom in a round, counted from 0."""
    lines = {each.number: each.rounds[at] for each in entrants}
    pairs = tuple(
        (number, line.opponent)
        for number, line in lines.items()
        if line.opponent and _is_white(number, line.opponent, colour=line.colour)
    )
    byes = tuple(number for number, line in lines.items() if line.score is RoundScore.BYE)
    return Draw(pairs=pairs, byes=byes)


def _is_white(number: int, opponent: int, *, colour: Colour | None) -> bool:
    """A game that was forfeited may be written without sides; the lower number is White then."""
    return number < opponent if colour is None else colour is Colour.WHITE


def _round(entrants: list[Entrant], at: int) -> list[Deed]:
    lines = {each.number: each.rounds[at] for each in entrants}
    draw = draw_of(entrants, at)
    missed: list[Deed] = [
        RoundMissed(number=number, round=at + 1, score=line.score)
        for number, line in lines.items()
        if not line.opponent and line.score is not RoundScore.BYE
    ]
    results = [
        ResultGiven(
            round=at + 1,
            white=white,
            score=lines[white].score,
            black_score=lines[black].score,
        )
        for white, black in draw.pairs
    ]
    return [*missed, RoundDrawn(round=at + 1, draw=draw), *results]
