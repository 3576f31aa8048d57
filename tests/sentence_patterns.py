"""How an expression that makes a sentence reads as a pattern, without running anything."""

import ast
import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Final

from tests.architecture.sources import REPOSITORY
from tests.assignments import assigned_in, set_at_the_top
from tests.walked import walked

JUDGED: Final = re.compile(r"^from rules\.referee\.judging\.(\w+) import", re.MULTILINE)
CLAUSE: Final = re.compile(r"[A-Z]{2,}\d*-[A-Z0-9][A-Za-z0-9-]*")
MOST_VARIANTS: Final = 12
DEEPEST: Final = 6
"""How many assignments and functions are followed from one sentence."""
INNER: Final = frozenset({"sentence", "ended", "str", "tuple", "list", "float", "int", "round"})
"""Functions that change nothing that a pattern shows."""

MOST_LISTED: Final = 8
"""Sentences of a table that are all told; of a longer one only that something comes from it."""
AS_ATTRIBUTE: Final[Mapping[str, str]] = MappingProxyType(
    {"now": "unit", "start": "unit", "profile": "kind of unit"}
)
AS_NAME: Final[Mapping[str, str]] = MappingProxyType(
    {"found": "distance", "known": "what there is", "fault": "what is wrong", "parts": "dice"}
)
"""Names that say less to a player than to the code they stand in."""

WHOLE: Final = frozenset({"state", "draft", "self"})

Function = ast.FunctionDef


@dataclass(frozen=True, slots=True)
class Source:
    """One module of a game."""

    path: PurePath
    tree: ast.Module = field(compare=False)
    calls: Mapping[str, tuple[tuple[Function, ast.Call], ...]] = field(compare=False)
    """Every call in it by the name that is called, with the function that it stands in."""
    given: Mapping[str, tuple[ast.expr, ...]] = field(compare=False)
    """What it says that rules of the referee are held to, by the rule's name."""
    defined: Mapping[str, Function] = field(compare=False)
    """The functions at its top."""

    def functions(self, sources: "tuple[Source, ...]") -> "Iterator[Where]":
        """Every function in it, as a place where sentences are made."""
        for node in walked(self.tree):
            if isinstance(node, Function):
                yield Where(function=node, source=self, sources=sources)


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """The function that an expression stands in, and all that it can see."""

    function: Function
    source: Source
    sources: tuple[Source, ...]
    depth: int = 0

    @property
    def returns_clause_and_reason(self) -> bool:
        """Whether it says under which clause something cannot be, and why."""
        said = self.function.returns
        return said is not None and "tuple[str, str]" in ast.unparse(said)

    def deeper(self, function: Function, source: Source) -> "Where":
        """The same search, a function further on."""
        return Where(function=function, source=source, sources=self.sources, depth=self.depth + 1)

    def assigned(self, name: str) -> list[ast.expr]:
        """What a name is set to in this function, or at the top of a module."""
        found = list(assigned_in(self.function).get(name, ()))
        return found or self.constant(name)

    def constant(self, name: str) -> list[ast.expr]:
        """What a name is set to at the top of this module, or of another one of the game."""
        if not name.isupper() and not name.startswith("_"):
            return []
        mine = list(set_at_the_top(self.source.tree).get(name, ()))
        others = (v for each in self.sources for v in set_at_the_top(each.tree).get(name, ()))
        return mine or list(itertools.islice(others, 1))

    def defined(self, name: str) -> "Iterator[Where]":
        """The function of the game that goes by this name, that of this module first."""
        for source in (self.source, *self.sources):
            if name in source.defined:
                yield self.deeper(source.defined[name], source)
                return

    def passed(self, name: str) -> "Iterator[tuple[ast.expr, Where]]":
        """What callers pass as this parameter."""
        arguments = self.function.args
        by_place = [each.arg for each in arguments.args]
        for source in self.sources:
            for function, call in source.calls.get(self.function.name, ()):
                there = self.deeper(function, source)
                yield from ((each.value, there) for each in call.keywords if each.arg == name)
                if name in by_place and len(call.args) > by_place.index(name):
                    yield call.args[by_place.index(name)], there

    def given_clauses(self, role: str) -> Iterator[ast.expr]:
        """What a game says that a rule of the referee is held to, by the rule's name."""
        for source in self.sources:
            yield from source.given.get(role, ())

    def choices(self, value: ast.expr) -> Iterator[str]:
        """What may be answered, where it is written out."""
        if isinstance(value, ast.Tuple):
            for each in value.elts:
                yield from patterns(each, self)
        else:
            yield from patterns(value, self)


Texts = tuple[tuple[PurePath, str], ...]


def texts_in(folder: Path) -> Texts:
    """The modules of a game as they are written; its tests are none."""
    return tuple(
        (place.relative_to(folder), place.read_text(encoding="utf-8"))
        for place in sorted(folder.rglob("*.py"))
        if "tests" not in place.parts
    )


def judging_of(texts: Texts) -> Texts:
    """The modules of the referee that judge what these modules, or one another, have judged."""
    found: dict[str, str] = {}
    waiting = [text for _, text in texts]
    while waiting:
        for name in JUDGED.findall(waiting.pop()):
            if name not in found:
                place = REPOSITORY / "rules" / "referee" / "judging" / f"{name}.py"
                found[name] = place.read_text(encoding="utf-8")
                waiting.append(found[name])
    return tuple((PurePath("judging", f"{name}.py"), found[name]) for name in sorted(found))


# Rulings and sentences are both read from the same modules.
@lru_cache(maxsize=16)
def sources_of(texts: Texts) -> tuple[Source, ...]:
    return tuple(_source(path, ast.parse(text)) for path, text in texts)


def _source(path: PurePath, tree: ast.Module) -> Source:
    calls: dict[str, tuple[tuple[Function, ast.Call], ...]] = {}
    for function in walked(tree):
        if isinstance(function, Function):
            for node in walked(function):
                if isinstance(node, ast.Call):
                    calls[_called(node)] = (*calls.get(_called(node), ()), (function, node))
    given: dict[str, tuple[ast.expr, ...]] = {}
    for node in walked(tree):
        if isinstance(node, ast.Call) and _called(node).endswith("Clauses"):
            for each in node.keywords:
                given[each.arg or ""] = (*given.get(each.arg or "", ()), each.value)
    # Of two with one name the first counts.
    defined = {node.name: node for node in reversed(tree.body) if isinstance(node, Function)}
    return Source(
        path, tree, MappingProxyType(calls), MappingProxyType(given), MappingProxyType(defined)
    )


def patterns(value: ast.expr, where: Where) -> list[str]:
    """What an expression can say, each way once."""
    found = dict.fromkeys(" ".join(text.split()) for text in _variants(value, where))
    return list(found)[:MOST_VARIANTS]


def pattern_clauses(value: ast.expr, where: Where) -> tuple[str, ...]:
    """The clauses that an expression can name; none where it is that of the phase or the ask."""
    return tuple(sorted(set(_clauses(value, where))))


def _clauses(value: ast.expr, where: Where) -> Iterator[str]:
    if where.depth > DEEPEST:
        return
    match value:
        case ast.Constant(value=str(text)):
            yield from CLAUSE.findall(text) if CLAUSE.fullmatch(text) else ()
        case ast.Name(id=name):
            known = where.assigned(name)
            for each in known:
                yield from _clauses(each, where.deeper(where.function, where.source))
            if not known:
                for each, there in where.passed(name):
                    yield from _clauses(each, there)
        case ast.Call():
            for there in where.defined(_called(value)):
                for node in walked(there.function):
                    if isinstance(node, ast.Constant | ast.Attribute):
                        yield from _clauses(node, there)
        case ast.Attribute(value=ast.Name(id="clauses") | ast.Attribute(attr="clauses"), attr=role):
            for each in where.given_clauses(role):
                yield from _clauses(each, where)
        case ast.IfExp(body=one, orelse=other):
            yield from _clauses(one, where)
            yield from _clauses(other, where)
        case ast.Dict() | ast.Tuple():
            for node in walked(value):
                if isinstance(node, ast.Constant):
                    yield from _clauses(node, where)


def _variants(value: ast.expr, where: Where) -> list[str]:
    if where.depth > DEEPEST:
        return [_hole(value, where)]
    match value:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return [f"{number:g}"]
        case ast.JoinedStr(values=parts):
            return _joined([_variants(part, where) for part in parts])
        case ast.FormattedValue(value=inner):
            return _filled(inner, where)
        case ast.BinOp(left=left, op=ast.Add(), right=ast.Call() as added):
            # What another package adds behind a sentence is no part of this game's.
            return _joined([_variants(left, where), _returned(added, where) or [""]])
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _joined([_variants(left, where), _variants(right, where)])
        case ast.IfExp(body=one, orelse=other):
            return _variants(one, where) + _variants(other, where)
        case ast.Subscript(value=table):
            texts = [text for one in _listed(table, where) for text in _variants(one, where)]
            return texts if 0 < len(texts) <= MOST_LISTED else [_hole(value, where)]
        case ast.Call(args=[inner, *_]) if _called(value) in INNER:
            return _variants(inner, where)
        case ast.Name(id=name):
            return _named(value, name=name, where=where)
        case ast.Call():
            return _returned(value, where) or [_hole(value, where)]
    return [_hole(value, where)]


def _filled(value: ast.expr, where: Where) -> list[str]:
    """A value inside a sentence: in words where it is a text of the game, a hole otherwise."""
    match value:
        case ast.Name(id=name):
            texts = [each for each in where.assigned(name) if _is_text(each)]
            if not texts:
                return [_hole(value, where)]
        case ast.IfExp() | ast.Constant() | ast.Subscript():
            pass
        case ast.Call() if _called(value) in INNER or _called(value).endswith("_in_words"):
            pass
        case _:
            return [_hole(value, where)]
    return _variants(value, where)


def _is_text(value: ast.expr) -> bool:
    match value:
        case ast.Constant(value=str() | int() | float()) | ast.JoinedStr():
            return True
        case ast.IfExp(body=one, orelse=other):
            return _is_text(one) and _is_text(other)
        case ast.BinOp(op=ast.Add(), left=left):
            return _is_text(left)
        case ast.Call(args=[ast.Constant(value=int() | float())]):
            return True
    return False


def _listed(table: ast.expr, where: Where) -> list[ast.expr]:
    """The values of a table that is written out."""
    match table:
        case ast.Dict(values=values):
            return values
        case ast.Call(args=[ast.Dict(values=values)]):
            return values
        case ast.Name(id=name) if name.isupper():
            return [value for each in where.constant(name) for value in _listed(each, where)]
    return []


def _named(value: ast.expr, *, name: str, where: Where) -> list[str]:
    deeper = where.deeper(where.function, where.source)
    found = [text for each in where.assigned(name) for text in _variants(each, deeper)]
    added = [
        text
        for node in walked(where.function)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
        if node.target.id == name
        for text in _variants(node.value, deeper)
    ]
    if added:
        found += [text + more for text in found for more in added]
    return found or [_hole(value, where)]


def _returned(call: ast.Call, where: Where) -> list[str]:
    """What a function of the game gives back, where that is a text."""
    return [
        text
        for there in where.defined(_called(call))
        for node in walked(there.function)
        if isinstance(node, ast.Return) and node.value is not None
        for text in _variants(node.value, there)
    ]


def _joined(parts: list[list[str]]) -> list[str]:
    ways = itertools.islice(itertools.product(*parts), MOST_VARIANTS)
    return ["".join(way) for way in ways]


def _hole(value: ast.expr, where: Where) -> str:
    """What is filled in, by a name that says what it is; a constant by its value."""
    match value:
        case ast.Name(id=name) if name.isupper():
            for each in where.constant(name):
                texts = _variants(each, where.deeper(where.function, where.source))
                if _is_text(each) and texts:
                    return texts[0]
    return f"{{{_name(value)}}}"


def _name(value: ast.expr) -> str:
    match value:
        case ast.Name(id=name):
            return AS_NAME.get(name) or name.strip("_").lower().replace("_", " ")
        case ast.Attribute(value=inner, attr="id" | "name" | "value"):
            return _name(inner)
        case ast.Attribute(attr=attribute):
            return AS_ATTRIBUTE.get(attribute) or attribute.replace("_", " ")
        case ast.Subscript(value=ast.Name(id="pair" | "pieces"), slice=ast.Constant(value=0)):
            return "unit"
        case ast.Subscript(value=ast.Name(id="pair" | "pieces"), slice=ast.Constant(value=1)):
            return "other"
        case ast.Subscript(value=inner):
            return _name(inner)
        case ast.Call(args=[inner, *_]) if _called(value) != "len":
            said = _name(inner)
            # What is worked out from the whole state is told by what works it out.
            return _called(value).strip("_").replace("_", " ") if said in WHOLE else said
        case ast.Call(args=[inner]):
            return f"number of {_name(inner)}"
        case ast.Call(func=ast.Attribute(value=inner)):
            return _name(inner)
        case ast.BinOp(left=left, right=right):
            sign = "-" if isinstance(value.op, ast.Sub) else "and"
            return f"{_name(left)} {sign} {_name(right)}"
        case ast.BoolOp(values=[first, *_]) | ast.GeneratorExp(elt=first) | ast.ListComp(elt=first):
            return _name(first)
        case ast.Constant(value=constant):
            return str(constant)
    return "..."


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def says_something(text: str) -> bool:
    """Whether a pattern is more than what is filled in.

    >>> says_something("{unit} is damaged."), says_something("{says}.")
    (True, False)
    """
    return any(letter.isalpha() for letter in re.sub(r"\{[^}]*\}", "", text))
