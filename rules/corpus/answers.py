"""What an engine is told of a case and what it answers, as JSON of one line each."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.corpus.cases import Awaited, CaseRuling, CaseStep, JudgedCase, Length, read_length
from rules.corpus.sentences import FACT
from rules.referee.toolkit.game import Fact, Game
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, items, mapping, parse, string, texts, whole

FORMAT: Final = "paper-umpire/case/1"
MOST_TOLD: Final = 5_000
"""Facts, clauses, questions or lengths in one answer to a step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepAnswer:
    """What an engine ruled on one command."""

    ruling: CaseRuling
    clauses: tuple[str, ...]
    """The clauses that it ruled by; of a refusal the first one counts."""
    facts: tuple[Fact, ...]
    """What is so afterwards, as far as the engine keeps it."""
    asks: tuple[Awaited, ...] = ()
    measured: tuple[Length, ...] = ()
    says: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseAnswer:
    """What an engine made of a case."""

    start: tuple[Fact, ...] = ()
    steps: tuple[StepAnswer, ...] = ()
    unable: str = ""
    """Why it does not rule on this case: it has no such game, option or fact."""


def asked(case: JudgedCase, game: Game) -> dict[str, Any]:
    """A case as an engine is told it: without its rulings."""
    options = {option.name: option.default for option in game.option_schema}
    told: dict[str, Any] = {
        "format": FORMAT,
        "id": case.name,
        "game": case.game,
        "options": {**options, **case.options},
        "seats": [{"name": seat.name, "sides": list(seat.sides)} for seat in case.seats],
        "before": [dict(fact) for fact in case.before],
        "steps": [_asked_step(step) for step in case.steps],
    }
    if case.table is not None:
        told["table"] = case.table
    if case.roster:
        told["roster"] = list(case.roster)
    return told


def _asked_step(step: CaseStep) -> Mapping[str, object]:
    told = {"seat": step.seat, **step.command, "says": step.says}
    return {**told, "agreed": list(step.agreed)} if step.agreed else told


def asked_line(case: JudgedCase, game: Game) -> str:
    """The same as one line."""
    return json.dumps(asked(case, game), ensure_ascii=False, separators=(",", ":"))


def answer_of(line: str, case: JudgedCase) -> CaseAnswer:
    """The answer in a line; a BadInputError says what is wrong with it."""
    fields = Fields(parse(line, what="answer"), "")
    name = fields.must("id", string)
    if name != case.name:
        raise BadInputError("id", expected=repr(case.name), got=repr(name)[:80])
    unable = fields.may("unable", string, default="")
    if unable:
        fields.done()
        return CaseAnswer(unable=unable)
    start = fields.must("start", _facts)
    rows = fields.must("steps", items)
    fields.done()
    if len(rows) != len(case.steps):
        raise BadInputError("steps", expected=f"{len(case.steps)} answers", got=f"{len(rows)}")
    steps = tuple(_step(row, f"steps[{at}]") for at, row in enumerate(rows))
    return CaseAnswer(start=start, steps=steps)


def _step(value: object, where: str) -> StepAnswer:
    fields = Fields(value, where)
    ruling = fields.must("ruling", string)
    if ruling not in {"allowed", "refused"}:
        where = fields.at("ruling")
        raise BadInputError(where, expected="allowed or refused", got=repr(ruling)[:60])
    made = StepAnswer(
        ruling=CaseRuling(ruling),
        clauses=fields.must("clauses", texts),
        facts=fields.must("facts", _facts),
        asks=fields.may("asks", _asks, default=()),
        measured=fields.may("measured", _lengths, default=()),
        says=fields.may("says", string, default=""),
    )
    fields.done()
    return made


def _facts(value: object, where: str) -> tuple[Fact, ...]:
    rows = _bounded(value, where)
    return tuple(_fact(row, f"{where}[{at}]") for at, row in enumerate(rows))


def _fact(value: object, where: str) -> Fact:
    given = mapping(value, where)
    for name, each in given.items():
        if not isinstance(each, str | int):
            place = f"{where}.{name}"
            raise BadInputError(place, expected="a text or a whole number", got=repr(each)[:60])
    string(given.get(FACT), f"{where}.{FACT}")
    return given


def _asks(value: object, where: str) -> tuple[Awaited, ...]:
    found = []
    for at, row in enumerate(_bounded(value, where)):
        fields = Fields(row, f"{where}[{at}]")
        found.append(
            Awaited(
                seat=fields.must("seat", string),
                what=fields.must("what", string),
                dice=fields.may("dice", whole, default=0),
                of=fields.may("of", texts, default=()),
            )
        )
        fields.done()
    return tuple(found)


def _lengths(value: object, where: str) -> tuple[Length, ...]:
    rows = _bounded(value, where)
    return tuple(read_length(row, f"{where}[{at}]") for at, row in enumerate(rows))


def _bounded(value: object, where: str) -> list[object]:
    found = items(value, where)
    if len(found) > MOST_TOLD:
        raise BadInputError(where, expected=f"at most {MOST_TOLD:,}", got=f"{len(found):,}")
    return found


def written_answer(answer: CaseAnswer, case: JudgedCase) -> dict[str, Any]:
    """An answer as an engine gives it."""
    if answer.unable:
        return {"id": case.name, "unable": answer.unable}
    return {
        "id": case.name,
        "start": [dict(fact) for fact in answer.start],
        "steps": [_written_step(step) for step in answer.steps],
    }


def _written_step(step: StepAnswer) -> Mapping[str, object]:
    return {
        "ruling": str(step.ruling),
        "clauses": list(step.clauses),
        "facts": [dict(fact) for fact in step.facts],
        "asks": [_written_ask(each) for each in step.asks],
        "measured": [_written_length(each) for each in step.measured],
        "says": step.says,
    }


def _written_ask(ask: Awaited) -> Mapping[str, object]:
    if ask.what == "dice":
        return {"seat": ask.seat, "what": ask.what, "dice": ask.dice}
    return {"seat": ask.seat, "what": ask.what, "of": list(ask.of)}


def _written_length(length: Length) -> Mapping[str, object]:
    told = {
        "what": length.what,
        "inches": length.inches,
        "limit": length.limit,
        "margin": length.margin,
    }
    return {name: value for name, value in told.items() if value is not None}
