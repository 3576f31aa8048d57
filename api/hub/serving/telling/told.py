"""What the hub answers, built up field by field."""

from typing import Any

from api.hub.event.clock import RoundClock
from api.hub.event.deeds import ListHandedIn, ResultGiven
from api.hub.event.matches import boards_between
from api.hub.event.standings import UNITS, standings
from api.hub.event.state import EventState
from api.hub.serving.desk import KnownEvent
from api.hub.store.deed_json import deed_value
from api.hub.store.keeping import KeptDeed
from api.shapes.shaped import Described


class AdmittedTold(Described):
    token: str
    """Shown once; from now on in the header of each request."""
    event: str
    role: str
    player: int
    name: str


class WhoAtHubTold(Described):
    event: str
    """Nothing for whoever runs the hub."""
    role: str
    player: int
    name: str
    now_s: float
    """What the hub's clock says, in seconds since 1970; a round's clock is counted by it."""


class TableAdmittedTold(Described):
    token: str
    event: str
    table: int


class CodeTold(Described):
    code: str
    """Shown once."""
    role: str


class HubGrantTold(Described):
    grant: str
    role: str
    player: int
    name: str


class EventListedTold(Described):
    event: str
    name: str
    round: int
    rounds: int
    players: int


class DeedTold(Described):
    number: int
    """Its place in the record of the event."""
    at: str
    who: str


class TrailTold(DeedTold):
    deed: dict[str, Any]


class ContestantTold(Described):
    number: int
    name: str
    club: str
    rating: int
    army: str
    first_round: int
    withdrawn: bool
    members: list[str]
    """Of a team, board by board."""
    army_list: str
    """`none`, `fits`, or `faults` where the builder found some."""


class ResultTold(Described):
    score: str
    black_score: str
    victory: tuple[int, int]
    corrected: bool
    reason: str


class BoardTold(Described):
    """Who plays at one board of a match; empty where a team has nobody for it."""

    white: str
    black: str


class PairedGameTold(Described):
    table: int
    white: int
    black: int
    boards: list[BoardTold]
    """Of a match of two teams."""
    results: list[ResultTold]
    """What was given, and each correction; the last one counts."""


class RoundTold(Described):
    round: int
    games: list[PairedGameTold]
    byes: list[int]
    conceded: list[str]


class RoundClockTold(Described):
    left_s: float
    """Below zero once the time is over."""
    runs: bool


class GameListedTold(Described):
    """A game that army lists can be asked for."""

    game: str
    title: str
    total: int | None
    """How many points an army may cost unless something else is asked for."""


class ListsWantedTold(Described):
    game: str
    total: int | None


class ListTold(Described):
    number: int
    game: str
    units: list[str]
    points: int
    total: int | None
    faults: list[str]
    """Why the army may not be played with."""


class EventShownTold(Described):
    event: str
    name: str
    system: str
    rounds_planned: int
    delay_minutes: int
    order: list[str]
    players: list[ContestantTold]
    rounds: list[RoundTold]
    clock: RoundClockTold | None
    """Of the last round."""
    lists_wanted: ListsWantedTold | None
    deeds: int


class StandingTold(Described):
    rank: int
    number: int
    name: str
    played: int
    values: dict[str, float]


class StandingsTold(Described):
    order: list[str]
    rounds: int
    """Those that are finished."""
    rows: list[StandingTold]


class ReportTold(Described):
    report: str


def deed_told(kept: KeptDeed) -> DeedTold:
    return DeedTold(number=kept.number, at=kept.stamp.at, who=kept.stamp.who)


def trail_told(kept: KeptDeed) -> TrailTold:
    return TrailTold(
        number=kept.number, at=kept.stamp.at, who=kept.stamp.who, deed=deed_value(kept.deed)
    )


def event_told(known: KnownEvent) -> EventShownTold:
    state = known.state
    return EventShownTold(
        event=known.name,
        name=state.opened.name,
        system=state.opened.system.value,
        rounds_planned=state.opened.rounds,
        delay_minutes=known.delay_minutes,
        order=[each.value for each in state.opened.order],
        players=[
            ContestantTold(
                number=each.number,
                name=each.name,
                club=each.club,
                rating=each.rating,
                army=each.army,
                first_round=each.first_round,
                withdrawn=each.has_withdrawn,
                members=list(each.members),
                army_list=_list_standing(state, each.number),
            )
            for each in state.players
        ],
        rounds=[_round_told(state, at) for at in range(1, len(state.rounds) + 1)],
        clock=None if state.clock is None else _clock_told(state.clock, at_s=known.at_s),
        lists_wanted=_lists_wanted_told(state),
        deeds=known.deeds,
    )


def _clock_told(clock: RoundClock, *, at_s: float) -> RoundClockTold:
    return RoundClockTold(left_s=clock.left_at(at_s), runs=clock.since_s is not None)


def _lists_wanted_told(state: EventState) -> ListsWantedTold | None:
    wanted = state.lists_wanted
    return None if wanted is None else ListsWantedTold(game=wanted.game, total=wanted.total)


def _list_standing(state: EventState, number: int) -> str:
    found = state.lists.get(number)
    if found is None:
        return "none"
    return "faults" if found.faults else "fits"


def list_told(state: EventState, found: ListHandedIn) -> ListTold:
    wanted = state.lists_wanted
    return ListTold(
        number=found.number,
        game=found.game,
        units=list(found.units),
        points=found.points,
        total=None if wanted is None else wanted.total,
        faults=list(found.faults),
    )


def _round_told(state: EventState, at: int) -> RoundTold:
    drawn = state.rounds[at - 1]
    return RoundTold(
        round=at,
        games=[
            PairedGameTold(
                table=table,
                white=white,
                black=black,
                boards=[
                    BoardTold(white=one, black=other)
                    for one, other in boards_between(state, white, black=black)
                ],
                results=[
                    ResultTold(
                        score=each.score.name.lower(),
                        black_score=each.black_score.name.lower(),
                        victory=each.victory,
                        corrected=not isinstance(each, ResultGiven),
                        reason="" if isinstance(each, ResultGiven) else each.reason,
                    )
                    for each in drawn.results.get(white, ())
                ],
            )
            for table, (white, black) in enumerate(drawn.draw.pairs, start=1)
        ],
        byes=list(drawn.draw.byes),
        conceded=list(drawn.draw.concessions),
    )


def standings_told(state: EventState) -> StandingsTold:
    return StandingsTold(
        order=[each.value for each in state.opened.order],
        rounds=state.finished_rounds,
        rows=[
            StandingTold(
                rank=row.rank,
                number=row.number,
                name=state.player(row.number).name,
                played=row.played,
                values={
                    each.value: count / UNITS.get(each, 1) for each, count in row.values.items()
                },
            )
            for row in standings(state)
        ],
    )


def kept_name(event: str, table: int, *, battle: str) -> str:
    """What a table calls a battle, so that it is another one than any other table's."""
    return f"{event}/{table}/{battle}"


def own_name(kept: str) -> str:
    """What the table itself calls it.

    >>> own_name(kept_name("cup", 3, battle="b-1"))
    'b-1'
    """
    return kept.rpartition("/")[2]
