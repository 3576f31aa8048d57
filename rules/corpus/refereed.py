"""Has this program rule on a case, as one engine among others."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.corpus.answers import CaseAnswer, StepAnswer
from rules.corpus.cases import Awaited, CaseRuling, CaseStep, JudgedCase, Length
from rules.corpus.row_facts import RowFacts
from rules.corpus.sentences import COMMAND, CaseLanguage
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Command, Fact, FactTable, Game, Refusal, Setup, State
from rules.referee.toolkit.questions import Ask, DiceQuestion
from rules.referee.toolkit.settings import options_from
from rules.table.bad_input import BadInputError
from rules.table.files.roster_files import roster_from_rows
from rules.table.files.snapshot_json import read_snapshot
from rules.table.roster import Roster
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches

EMPTY: Final = Snapshot(table=TableSize(width=Inches(36.0), depth=Inches(24.0)), number=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseStart:
    """How a case begins."""

    facts: RowFacts
    setup: Setup
    snapshot: Snapshot
    state: State | Refusal
    """Or why nobody may begin such a battle."""


def case_start(case: JudgedCase, game: Game, *, language: CaseLanguage) -> CaseStart:
    """The table of a case, and the state in which its facts are so; its game has a fact table."""
    assert game.fact_table is not None
    snapshot = EMPTY if case.table is None else read_snapshot(case.table, f"{case.name}.table")
    rows = list(case.roster)
    roster = roster_from_rows(rows, columns=game.roster_schema) if rows else Roster(entries=())
    options = options_from(game.option_schema, case.options)
    setup = Setup(seats=case.seats, roster=roster, options=options)
    facts = RowFacts(game=game, table=game.fact_table, language=language)
    state = facts.begin(setup, case.before, snapshot=snapshot)
    return CaseStart(facts=facts, setup=setup, snapshot=snapshot, state=state)


def refereed(case: JudgedCase, game: Game, *, language: CaseLanguage) -> CaseAnswer:
    """What this program makes of a case."""
    if game.fact_table is None:
        return CaseAnswer(unable=f"{game.title} has no table of facts")
    begun = case_start(case, game, language=language)
    facts, state, snapshot = begun.facts, begun.state, begun.snapshot
    if isinstance(state, Refusal):
        refused = _refused(state, facts=case.before)
        return CaseAnswer(start=case.before, steps=tuple(refused for _ in case.steps))
    start = _told(facts, state, snapshot=snapshot)
    answers = []
    for step in case.steps:
        answer, state = _ruled(game, facts, state=state, step=step, snapshot=snapshot)
        answers.append(answer)
    return CaseAnswer(start=start, steps=tuple(answers))


def _ruled(
    game: Game, facts: RowFacts, *, state: State, step: CaseStep, snapshot: Snapshot
) -> tuple[StepAnswer, State]:
    table = facts.table
    body = game.commands.read(worded(step.command, table), step.says)
    command = Command(author=step.seat, body=body, waives=frozenset(step.agreed))
    decision = game.decide(state, command, snapshot)
    if isinstance(decision, Refusal):
        return _refused(decision, facts=_told(facts, state, snapshot=snapshot)), state
    for event in decision:
        state = game.evolve(state, event.body)
    answer = StepAnswer(
        ruling=CaseRuling.ALLOWED,
        clauses=tuple(dict.fromkeys(event.clause for event in decision)),
        facts=_told(facts, state, snapshot=snapshot),
        asks=tuple(_awaited(ask) for ask in table.asks(state)),
        measured=_lengths(tuple(each for event in decision for each in event.evidence)),
        says=" ".join(game.say(event.body) for event in decision),
    )
    return answer, state


def _refused(refusal: Refusal, *, facts: tuple[Fact, ...]) -> StepAnswer:
    return StepAnswer(
        ruling=CaseRuling.REFUSED,
        clauses=(refusal.clause,),
        facts=facts,
        measured=_lengths(refusal.evidence),
        says=refusal.reason,
    )


def _told(facts: RowFacts, state: State, *, snapshot: Snapshot) -> tuple[Fact, ...]:
    return (*facts.told(state), *facts.table.sees(state, snapshot))


def worded(command: Mapping[str, object], table: FactTable) -> Mapping[str, Any]:
    """A command of a case as this program calls it."""
    given = {name: each for name, each in command.items() if name != COMMAND}
    kind = str(command[COMMAND])
    named = table.commands.get(kind)
    if named is None:
        return {"kind": kind, **{name: _plain(each) for name, each in given.items()}}
    return {name: _filled(each, given) for name, each in named.items()}


def _filled(value: object, given: Mapping[str, object]) -> object:
    """What a hole holds where the whole text is one, and the text with its holes filled."""
    if isinstance(value, Mapping):
        return {name: _filled(each, given) for name, each in value.items()}
    if isinstance(value, list):
        return [_filled(each, given) for each in value]
    if not isinstance(value, str):
        return value
    if value.startswith("{") and value.endswith("}") and value[1:-1] in given:
        return _plain(given[value[1:-1]])
    return value.format(**given)


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _awaited(ask: Ask) -> Awaited:
    question = ask.question
    if isinstance(question, DiceQuestion):
        return Awaited(seat=ask.seat, what="dice", dice=question.dice.count)
    choices = getattr(question, "choices", ())
    return Awaited(seat=ask.seat, what="choice", of=tuple(map(str, choices)))


def _lengths(evidence: tuple[Measured, ...]) -> tuple[Length, ...]:
    return tuple(
        Length(what=each.what, inches=each.value, limit=each.limit, margin=each.margin)
        for each in evidence
        if each.value is not None
    )


def require_readable(case: JudgedCase, game: Game) -> None:
    """Refuse a case whose commands this program does not know; for whoever writes cases."""
    assert game.fact_table is not None
    for at, step in enumerate(case.steps):
        try:
            game.commands.read(worded(step.command, game.fact_table), "")
        except BadInputError as error:
            raise error.inside(f"{case.name}.step[{at}]") from None
