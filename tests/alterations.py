"""Every small way in which a rule could be written wrongly, and writes it so."""

import ast
import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True, kw_only=True)
class Alteration:
    """One expression of one function, and what is written in its place."""

    scope: str
    """The function's name with those of its classes, or <module>."""
    line: int
    old: str
    new: str
    start: int
    end: int
    """The place of the old text in the module, as offsets into its UTF-8 bytes."""

    def apply(self, source: str) -> str:
        raw = source.encode()
        return (raw[: self.start] + self.new.encode() + raw[self.end :]).decode()


def one_per_function(source: str, *, seed: str) -> list[Alteration]:
    """One alteration for each function that has any, and one for the module's own constants.

    The same source and seed give the same choice.
    """
    by_scope: dict[str, list[Alteration]] = {}
    for alteration in alterations(source):
        by_scope.setdefault(alteration.scope, []).append(alteration)
    return [random.Random(f"{seed} {scope}").choice(found) for scope, found in by_scope.items()]


def alterations(source: str) -> Iterator[Alteration]:
    """Every alteration of a module, in the order of its source."""
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for scope, node in _evaluated(ast.parse(source), ()):
        for old, new in _altered(node):
            # Parentheses keep the altered expression one in whatever it stands.
            bare = isinstance(new, ast.Constant)
            yield Alteration(
                scope=".".join(scope) or "<module>",
                line=old.lineno,
                old=ast.unparse(old),
                new=ast.unparse(new) if bare else f"({ast.unparse(new)})",
                start=starts[old.lineno - 1] + old.col_offset,
                end=starts[(old.end_lineno or old.lineno) - 1] + (old.end_col_offset or 0),
            )


def _evaluated(node: ast.AST, scope: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], ast.AST]]:
    """Each node that says something about the rule, with the names of the function it stands in."""
    # Texts for people are no rules, and an annotation changes nothing that runs.
    if isinstance(node, ast.JoinedStr | ast.Raise):
        return
    yield scope, node
    if isinstance(node, ast.ClassDef | Function):
        scope = (*scope, node.name)
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "type_params", "decorator_list"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _evaluated(child, scope)


def _altered(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Pairs of an expression in this node and another one for its place."""
    match node:
        case ast.Compare():
            for index, operator in enumerate(node.ops):
                compared = copy.deepcopy(node)
                compared.ops[index] = COMPARISONS[type(operator)]()
                yield node, compared
        case ast.BinOp() if type(node.op) in OPERATORS and not _joins_texts(node):
            yield node, ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, ast.BoolOp(other, node.values)
        case ast.UnaryOp(op=ast.Not()):
            yield node, node.operand
        case ast.Constant(value=bool(truth)):
            yield node, ast.Constant(not truth)
        case ast.Constant(value=int(number) | float(number)):
            yield node, ast.Constant(number + 1)
        case ast.IfExp():
            yield node, ast.IfExp(node.test, node.orelse, node.body)
        case ast.If() | ast.While():
            yield from _negated(node.test)
        case ast.comprehension():
            for condition in node.ifs:
                yield from _negated(condition)


def _negated(test: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    # The others are altered where they stand; negating them as well would count them twice.
    if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield test, ast.UnaryOp(ast.Not(), test)


def _joins_texts(node: ast.BinOp) -> bool:
    return any(
        isinstance(side, ast.JoinedStr)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in (node.left, node.right)
    )
