"""Reads from its source what a game can say: refusals, requests for dice, and questions.

A sentence becomes a pattern: what is filled in at the table stands in braces. Sentences are found
where they are made, so a new one needs to be listed nowhere.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from tests.sentence_patterns import (
    Source,
    Texts,
    Where,
    judging_of,
    pattern_clauses,
    patterns,
    says_something,
    sources_of,
    texts_in,
)
from tests.walked import walked

ASKING: Final = ("ask_roll", "thrown")
"""The functions that ask for dice: at once, or for a step that may roll some of them again."""
MEASURING: Final = frozenset({"measuring", "judging"})
"""The folders, of a game and of the referee, whose sentences tell what was measured."""


@dataclass(frozen=True, slots=True, order=True)
class Refused:
    """A sentence with which something is refused."""

    clauses: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True, order=True)
class Wanted:
    """A roll that is asked for, or a question."""

    clauses: tuple[str, ...]
    text: str
    answers: tuple[str, ...]
    """What each result brings, or what may be answered."""
    dice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulings:
    """Everything that one game can say to somebody who asks."""

    refusals: tuple[Refused, ...]
    measured: tuple[Refused, ...]
    """What a refusal says that rests on a measurement."""
    rolls: tuple[Wanted, ...]
    questions: tuple[Wanted, ...]


def rulings_in(folder: Path) -> Rulings:
    """What the modules in a game's folder can say, and the referee's that judge for it.

    An edition says only what it says otherwise than the game that it amends.
    """
    texts = texts_in(folder)
    amends = (folder / "manifest.toml").exists()
    return _rulings_of(texts if amends else (*texts, *judging_of(texts)))


# Every page and every test of one looks through the whole game, which takes a second.
@lru_cache(maxsize=16)
def _rulings_of(texts: Texts) -> Rulings:
    sources = sources_of(texts)
    rules = [source for source in sources if MEASURING.isdisjoint(source.path.parts)]
    measuring = [source for source in sources if not MEASURING.isdisjoint(source.path.parts)]
    refusals = {each for source in rules for each in _refusals(source, sources)}
    measured = {each for source in measuring for each in _measured(source, sources)}
    rolls = {each for source in rules for each in _rolls(source, sources)}
    questions = {each for source in rules for each in _questions(source, sources)}
    return Rulings(
        refusals=tuple(sorted(refusals)),
        measured=tuple(sorted(measured)),
        rolls=tuple(sorted(rolls)),
        questions=tuple(sorted(questions)),
    )


def _refusals(source: Source, sources: tuple[Source, ...]) -> Iterator[Refused]:
    for where in source.functions(sources):
        for node in walked(where.function):
            for clause, reason in _refused_by(node, where):
                clauses = pattern_clauses(clause, where)
                for text in patterns(reason, where):
                    if says_something(text):
                        yield Refused(clauses, text)


def _refused_by(node: ast.AST, where: Where) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The clause and the reason of whatever refuses."""
    match node:
        case ast.Call(func=ast.Attribute(attr="refuse" | "unless_waived"), args=[clause, reason]):
            yield clause, reason
        case ast.Call(func=ast.Name(id="Refusal")):
            given = {each.arg: each.value for each in node.keywords}
            if {"clause", "reason"} <= set(given) and not _passed_on(given["reason"], where):
                yield given["clause"], given["reason"]
        case ast.Call(func=ast.Name(id="Bar"), args=[clause, reason]):
            yield clause, reason
        case ast.Return(value=ast.Tuple(elts=[clause, reason])) if where.returns_clause_and_reason:
            yield clause, reason
        case ast.Yield(value=ast.Tuple(elts=[clause, reason])) if where.returns_clause_and_reason:
            yield clause, reason


def _passed_on(value: ast.expr, where: Where) -> bool:
    """Whether a function only hands on what it was given."""
    arguments = where.function.args
    names = {each.arg for each in (*arguments.args, *arguments.kwonlyargs)}
    return isinstance(value, ast.Name) and value.id in names


def _measured(source: Source, sources: tuple[Source, ...]) -> Iterator[Refused]:
    for where in source.functions(sources):
        for node in walked(where.function):
            if not isinstance(node, ast.Call):
                continue
            given = {each.arg: each.value for each in node.keywords}
            clauses = pattern_clauses(given["clause"], where) if "clause" in given else ()
            for name in ("says", "why"):
                value = given.get(name)
                if value is None or _passed_on(value, where):
                    continue
                for text in patterns(value, where):
                    if says_something(text) and " " in text:
                        yield Refused(clauses, text)


def _rolls(source: Source, sources: tuple[Source, ...]) -> Iterator[Wanted]:
    for where in source.functions(sources):
        asked = [node for node in walked(where.function) if any(_calls(node, f) for f in ASKING)]
        named = (each for node in asked for each in _clauses_of(node, where))
        clauses = tuple(dict.fromkeys(named))
        answers = tuple(
            dict.fromkeys(
                answer for node in walked(where.function) for answer in _meanings(node, where)
            )
        )
        for node in walked(where.function):
            if _calls(node, "DiceAsk"):
                count = " or ".join(_keyword(node, "count", where=where))
                for why in _keyword(node, "why", where=where):
                    yield Wanted(clauses, why, answers, dice=count)


def _meanings(node: ast.AST, where: Where) -> Iterator[str]:
    """What dice mean, said one by one or for a total that has to reach a number."""
    if _calls(node, "Meaning"):
        for when in _keyword(node, "when", where=where):
            for then in _keyword(node, "then", where=where):
                yield f"{when}: {then}"
    if _calls(node, "reaching"):
        yield from (f"{{needed}} or more: {each}" for each in _keyword(node, "then", where=where))
        yield from (f"less: {each}" for each in _keyword(node, "otherwise", where=where))


def _questions(source: Source, sources: tuple[Source, ...]) -> Iterator[Wanted]:
    for where in source.functions(sources):
        for node in walked(where.function):
            if isinstance(node, ast.Call) and _calls(node, "ask"):
                given = {each.arg: each.value for each in node.keywords}
                if "says" not in given or _passed_on(given["says"], where):
                    continue
                choices = _choices_in(node)
                answers = () if choices is None else tuple(where.choices(choices))
                for text in patterns(given["says"], where):
                    if says_something(text):
                        yield Wanted(_clauses_of(node, where), text, answers)


def _choices_in(asked: ast.Call) -> ast.expr | None:
    """What may be answered: said beside the question, or by the question itself."""
    for node in walked(asked):
        if isinstance(node, ast.keyword) and node.arg == "choices":
            return node.value
    return None


def _calls(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr=called) | ast.Name(id=called)):
            return called == name
    return False


def _clauses_of(node: ast.AST, where: Where) -> tuple[str, ...]:
    assert isinstance(node, ast.Call)
    given = {each.arg: each.value for each in node.keywords}
    return pattern_clauses(given["clause"], where) if "clause" in given else ()


def _keyword(node: ast.AST, name: str, *, where: Where) -> list[str]:
    assert isinstance(node, ast.Call)
    return [
        text for each in node.keywords if each.arg == name for text in patterns(each.value, where)
    ]
