"""What the hub answers, built up field by field."""

from typing import Any

from api.hub.event.calls import JudgeCall, JudgeRuling
from api.hub.event.deeds import ResultGiven
from api.hub.event.standings import UNITS, standings
from api.hub.event.state import EventRound, EventState
from api.hub.intake.logs import RefusedLog
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


class ResultTold(Described):
    score: str
    black_score: str
    victory: tuple[int, int]
    corrected: bool
    reason: str


class PairedGameTold(Described):
    table: int
    white: int
    black: int
    results: list[ResultTold]
    """What was given, and each correction; the last one counts."""


class RoundTold(Described):
    round: int
    games: list[PairedGameTold]
    byes: list[int]
    conceded: list[str]


class EventShownTold(Described):
    event: str
    name: str
    system: str
    rounds_planned: int
    delay_minutes: int
    order: list[str]
    players: list[ContestantTold]
    rounds: list[RoundTold]
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


class JudgeRulingTold(Described):
    ruling: str
    """The call's number and its own, as `3.1`."""
    judge: str
    says: str
    outcome: str
    """What the table does at once: `passes`, `stands`, `taken_back`, or nothing."""
    final: bool
    written: bool


class CallTold(Described):
    call: int
    table: int
    says: str
    at: str
    battle: str
    entry: int
    """Less than 0 for none."""
    standing: str
    judge: str
    appeal: str
    rulings: list[JudgeRulingTold]
    evidence: dict[str, Any] | None
    """The event that it is about, with what it was judged by, once it has come."""


class CallsTold(Described):
    calls: list[CallTold]


class RefusedLogTold(Described):
    table: int
    battle: str
    number: int
    hash: str
    at: str
    says: str
    text: str
    seen_by: str


class AssignedPlayerTold(Described):
    number: int
    name: str
    army: str
    side: str


class AssignmentTold(Described):
    round: int
    players: list[AssignedPlayerTold]


class HeldLogTold(Described):
    battle: str
    last: int
    """The number of the last line that the hub has."""
    hash: str


class UnwrittenRulingTold(JudgeRulingTold):
    call: int
    battle: str
    entry: int


class TableCallTold(Described):
    call: int
    standing: str
    judge: str


class MyTableTold(Described):
    event: str
    table: int
    name: str
    battles: list[HeldLogTold]
    assignment: AssignmentTold | None
    calls: list[TableCallTold]
    rulings: list[UnwrittenRulingTold]
    """Those that are not in the table's own log yet."""


class LogTakenTold(Described):
    last: int
    """The number of the last line that the hub has; less than 0 for none."""
    aside: str
    """Why what was sent lies aside for a judge; nothing where it was taken."""


class CallMadeTold(Described):
    call: int


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
            )
            for each in state.players
        ],
        rounds=[_round_told(at, each) for at, each in enumerate(state.rounds, start=1)],
        deeds=known.deeds,
    )


def _round_told(at: int, drawn: EventRound) -> RoundTold:
    return RoundTold(
        round=at,
        games=[
            PairedGameTold(
                table=table,
                white=white,
                black=black,
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


def ruling_told(call: JudgeCall, ruling: JudgeRuling) -> JudgeRulingTold:
    return JudgeRulingTold(
        ruling=f"{call.number}.{ruling.number}",
        judge=ruling.judge,
        says=ruling.says,
        outcome=ruling.outcome,
        final=ruling.is_final,
        written=ruling.is_written,
    )


def call_told(call: JudgeCall, evidence: dict[str, Any] | None) -> CallTold:
    return CallTold(
        call=call.number,
        table=call.table,
        says=call.says,
        at=call.at,
        battle=call.battle,
        entry=call.entry,
        standing=call.standing.value,
        judge=call.judge,
        appeal=call.appeal,
        rulings=[ruling_told(call, each) for each in call.rulings],
        evidence=evidence,
    )


def refused_told(refused: RefusedLog) -> RefusedLogTold:
    return RefusedLogTold(
        table=refused.table.number,
        battle=own_name(refused.battle),
        number=refused.number,
        hash=refused.hash,
        at=refused.at,
        says=refused.says,
        text=refused.text,
        seen_by=refused.seen_by,
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
