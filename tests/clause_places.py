"""Where the code of a game carries each clause of its rulebook, and what to alter there.

A clause is cited by its id: in a docstring or comment of a function, in what is said of a constant,
as the clause of an event or a refusal, or as that of a class of events. Nearest to the rule is the
condition that such an event or refusal hangs on, or the constant itself; then anything in a
function or class that cites the clause, or makes one of the class; then anything in a module that
does.
"""

import ast
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from tests.alterations import Alteration, Function, alterations

CONDITION, FUNCTION, MODULE = range(3)
"""How near to its rule an alteration is; the nearest are chosen from."""

Lines = tuple[int, int]
"""The first line and the last, counted from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One alteration that changes what a clause says."""

    path: str
    alteration: Alteration
    rank: int


def chosen_place(clause: str, *, modules: Iterable[tuple[str, str]], seed: str) -> Place | None:
    """The one to be tried, or None where nothing in these modules (path, source) cites the clause.

    The same sources and seed give the same choice.
    """
    found = [
        Place(path=path, alteration=alteration, rank=rank)
        for path, source in modules
        for rank, alteration in places(source, clause=clause)
    ]
    nearest = min((place.rank for place in found), default=None)
    ready = [place for place in found if place.rank == nearest]
    return random.Random(f"{seed} {clause}").choice(ready) if ready else None


def places(source: str, *, clause: str) -> Iterator[tuple[int, Alteration]]:
    """Every alteration of a module that touches a clause, with how near it is to its rule."""
    cited = [number for number, ids in enumerate(_cited_by_line(source), start=1) if clause in ids]
    if not cited:
        return
    regions = list(_regions(_tree(source), cited=cited))
    for alteration in _alterations(source):
        if _is_citation(alteration):
            continue
        line = alteration.line
        ranks = [rank for rank, (first, last) in regions if first <= line <= last]
        if ranks:
            yield min(ranks), alteration


# A module that carries one clause carries many, and is read anew for each of them.
@cache
def _tree(source: str) -> ast.Module:
    return ast.parse(source)


@cache
def _alterations(source: str) -> tuple[Alteration, ...]:
    return tuple(alterations(source))


@cache
def _cited_by_line(source: str) -> list[set[str]]:
    """The clauses cited on each line; in "PT1-B3, B4 and J1b" there are three.

    >>> sorted(_cited_by_line("x = 1  # PT1-B3, B4 and J1b; not AMB1-22 or PT1-C2a-x")[0])
    ['AMB1-22', 'PT1-B3', 'PT1-B4', 'PT1-C2a-x', 'PT1-J1b']
    >>> sorted(_cited_by_line("PI-GEO-03 and -11, PI-V-1, TT-ANI-01 to 03")[0])
    ['PI-GEO-03', 'PI-GEO-11', 'PI-V-1', 'TT-ANI-01', 'TT-ANI-03']
    """
    return [
        {
            f"{book}-{clause}"
            for book, listed in _CITATION.findall(line)
            for clause in _CLAUSE.findall(listed)
        }
        for line in source.splitlines()
    ]


_ID = r"[A-Z]?\d+\w*(?:-[a-z]\w*)?"
_BOOK = r"[A-Z]+\d*(?:-[A-Z]+)?"
_CLAUSE = re.compile(rf"(?<!\w)(?<!\w-){_ID}(?![\w-])")
_CITATION = re.compile(rf"(?<![\w-])({_BOOK})-({_ID}(?:(?:, and |, | and | to )-?{_ID})*)(?![\w-])")


def _is_citation(alteration: Alteration) -> bool:
    """Whether it would only tell of another clause."""
    return any(_cited_by_line(alteration.old)) or "clause" in alteration.old


def _regions(tree: ast.Module, *, cited: Sequence[int]) -> Iterator[tuple[int, Lines]]:
    """The lines that carry the clause, with how near they are to its rule."""
    for line in cited:
        functions = [
            node for node in ast.walk(tree) if isinstance(node, Function) and _holds(node, line)
        ]
        if functions:
            innermost = max(functions, key=lambda node: node.lineno)
            yield FUNCTION, _lines(innermost)
            for test in _conditions(innermost, line=line):
                yield CONDITION, _lines(test)
            continue
        constant = _constant_at(tree, line=line)
        owner = _class_at(tree, line=line)
        if owner is not None and (constant is None or _names_its_clause(constant)):
            yield from _regions_of_class(tree, owner)
        elif constant is not None:
            yield CONDITION, _lines(constant)
        elif tree.body and _holds(tree.body[0], line) and isinstance(tree.body[0], ast.Expr):
            yield MODULE, (1, max(_lines(node)[1] for node in tree.body))


def _class_at(tree: ast.Module, *, line: int) -> ast.ClassDef | None:
    """The class whose docstring or fields a line belongs to."""
    found = [node for node in tree.body if isinstance(node, ast.ClassDef) and _holds(node, line)]
    return found[0] if found else None


def _names_its_clause(constant: ast.AST) -> bool:
    """Whether it is the clause that a class stands under, in which is nothing to alter."""
    target = constant.target if isinstance(constant, ast.AnnAssign) else None
    return isinstance(target, ast.Name) and target.id == "clause"


def _regions_of_class(tree: ast.Module, owner: ast.ClassDef) -> Iterator[tuple[int, Lines]]:
    """The class itself, and whatever has to be so for one to be made."""
    yield FUNCTION, _lines(owner)
    for function in ast.walk(tree):
        if not isinstance(function, Function):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and _is_named(node.func, owner.name):
                yield FUNCTION, _lines(function)
                for test in _conditions(function, line=node.lineno):
                    yield CONDITION, _lines(test)


def _is_named(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _conditions(function: ast.AST, *, line: int) -> Iterator[ast.AST]:
    """What has to be so for this line of code to be reached, the innermost condition only."""
    body = [node for node in ast.walk(function) if isinstance(node, ast.If) and _holds(node, line)]
    reached = [
        node for node in body if any(_holds(child, line) for child in (*node.body, *node.orelse))
    ]
    if reached:
        yield max(reached, key=lambda node: node.lineno).test
    for node in ast.walk(function):
        if isinstance(node, ast.match_case) and any(_holds(child, line) for child in node.body):
            yield from [node.guard] if node.guard is not None else []


def _constant_at(tree: ast.Module, *, line: int) -> ast.AST | None:
    """The constant or field that a line belongs to: of its own, of its docstring, or just above."""
    for owner in ast.walk(tree):
        body = getattr(owner, "body", None)
        if not isinstance(owner, ast.Module | ast.ClassDef) or not isinstance(body, list):
            continue
        for node, after in zip(body, [*body[1:], None], strict=True):
            if not isinstance(node, ast.Assign | ast.AnnAssign):
                continue
            said = after if isinstance(after, ast.Expr) else node
            if node.lineno - 1 <= line <= _lines(said)[1]:
                return node
    return None


def _holds(node: ast.AST, line: int) -> bool:
    first, last = _lines(node)
    return first <= line <= last


def _lines(node: ast.AST) -> Lines:
    first = getattr(node, "lineno", 0)
    return first, getattr(node, "end_lineno", None) or first
