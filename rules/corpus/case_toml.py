"""Writes a judged case as TOML, as it is read."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Final

from rules.corpus.cases import Awaited, CaseStep, JudgedCase, Length
from rules.corpus.sentences import CaseLanguage
from rules.table.bad_input import BadInputError

WIDTH: Final = 100


def case_toml(case: JudgedCase, *, language: CaseLanguage) -> str:
    """The case as a table of a file of cases."""
    return "\n".join(_lines(case, language)) + "\n"


def _lines(case: JudgedCase, language: CaseLanguage) -> Iterator[str]:
    yield "[[case]]"
    yield f"id = {_value(case.id)}"
    yield f"title = {_value(case.title)}"
    if case.example:
        yield f"example = {_value(case.example)}"
    if case.options:
        yield f"options = {_value(case.options)}"
    if case.seats != language.seats:
        yield f"seats = {_value({seat.name: list(seat.sides) for seat in case.seats})}"
    if case.before:
        yield from _list("before", [language.told(fact) for fact in case.before])
    if language.pieces and case.table is None and not case.roster:
        yield "pieces = []"
    if case.roster:
        yield from _list("roster", list(case.roster))
    if case.table is not None:
        yield ""
        yield "[case.table]"
        for name, value in case.table.items():
            if value == []:
                continue
            if isinstance(value, list):
                yield from _list(name, value)
            else:
                yield f"{name} = {_value(value)}"
    for step in case.steps:
        yield ""
        yield "[[case.step]]"
        yield from _step(step, language)


def _step(step: CaseStep, language: CaseLanguage) -> Iterator[str]:
    clauses = list(step.clauses) if len(step.clauses) > 1 else step.clauses[0]
    yield f"seat = {_value(step.seat)}"
    yield f"command = {_value(step.says)}"
    yield f"ruling = {_value(str(step.ruling))}"
    yield f"clause = {_value(clauses)}"
    for name, named in (("agreed", step.agreed), ("rests_on", step.rests_on)):
        if named:
            yield f"{name} = {_value(list(named))}"
    yield f"why = {_value(step.why)}"
    for name, facts in (("then", step.then), ("no_longer", step.no_longer)):
        if facts:
            yield from _list(name, [language.told(fact) for fact in facts])
    if step.asks is not None:
        yield f"asks = {_value(_said(step.asks))}"
    if step.measured:
        yield from _list("measured", [_said(each) for each in step.measured])


def _said(value: Awaited | Length) -> dict[str, object]:
    return {name: each for name, each in asdict(value).items() if each not in (None, 0, ())} | (
        {"inches": value.inches} if isinstance(value, Length) else {}
    )


def _list(name: str, values: Sequence[object]) -> Iterator[str]:
    short = f"{name} = {_value(values)}"
    if len(short) <= WIDTH:
        yield short
        return
    yield f"{name} = ["
    yield from (f"    {_value(each)}," for each in values)
    yield "]"


def _value(value: object) -> str:
    """A value in TOML; its texts are written as in JSON, which reads the same."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(name)} = {_value(each)}" for name, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(each) for each in value)}]"
    if isinstance(value, bool | int | float | str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    raise BadInputError("case", expected="numbers, texts and lists", got=repr(value)[:60])


def _key(name: object) -> str:
    text = str(name)
    is_bare = text.isascii() and text.replace("_", "").replace("-", "").isalnum()
    return text if is_bare else _value(text)
