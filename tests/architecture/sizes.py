"""How large modules and functions may be and how they are called, and finds what is over."""

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import PurePath

LONGEST_MODULE = 400
LONGEST_FUNCTION = 50
# Two arguments can be told apart at the call; from three on each is named.
MOST_BY_PLACE = 2

# Names that say nothing about what the module does, so everything ends up in it.
EMPTY_NAMES = frozenset(
    {"utils", "util", "helpers", "helper", "common", "core", "base", "manager", "misc"}
)

# The signature of any other method with two underscores is fixed by the language.
OWN_SIGNATURES = frozenset({"__init__", "__new__", "__call__"})

# Fixed by a protocol: an ASGI application is called with these three.
PROTOCOL_SIGNATURES = frozenset(
    {
        ("scope", "receive", "send"),
        # What a game is to the referee.
        ("state", "command", "snapshot"),
        ("state", "snapshot", "seat"),
        ("state", "snapshot", "name"),
        ("state", "command", "difference"),
        # What an edition is to the game that it amends.
        ("draft", "turned", "unit"),
    }
)

Function = ast.FunctionDef | ast.AsyncFunctionDef

_tree = lru_cache(maxsize=2)(ast.parse)
"""Several measures are taken of the same module, one after the other."""


def too_long(text: str, path: PurePath) -> Iterator[str]:
    lines = len(text.splitlines())
    if lines > LONGEST_MODULE:
        yield f"{path}: expected at most {LONGEST_MODULE} lines, got {lines}"


def badly_named(path: PurePath) -> Iterator[str]:
    for name in (*path.parts[:-1], path.stem):
        if name in EMPTY_NAMES:
            yield f"{path}: expected a name that says what it holds, got {name}"


def without_docstring(source: str, path: PurePath) -> Iterator[str]:
    if not ast.get_docstring(_tree(source)):
        yield f"{path}:1: expected a sentence that says what the module does, got no docstring"


def long_functions(source: str, path: PurePath) -> Iterator[str]:
    for function in _functions(_tree(source)):
        lines = _lines(function)
        if lines > LONGEST_FUNCTION:
            yield (
                f"{path}:{function.lineno}: expected at most {LONGEST_FUNCTION} lines in "
                f"{function.name}, got {lines}"
            )


def loose_arguments(source: str, path: PurePath) -> Iterator[str]:
    """Arguments given by place where a reader of the call could mistake them."""
    tree = _tree(source)
    methods = {
        id(function)
        for node in _statements(tree)
        if isinstance(node, ast.ClassDef)
        for function in node.body
        if isinstance(function, Function)
    }
    for function in _functions(tree):
        if function.name.startswith("__") and function.name not in OWN_SIGNATURES:
            continue
        by_place = _by_place(function, is_method=id(function) in methods)
        if tuple(argument.arg for argument, _ in by_place) in PROTOCOL_SIGNATURES:
            continue
        where = f"{path}:{function.lineno}"
        if len(by_place) > MOST_BY_PLACE:
            yield (
                f"{where}: expected at most {MOST_BY_PLACE} arguments of {function.name} by place, "
                f"got {', '.join(arg.arg for arg, _ in by_place)}"
            )
        for argument, default in by_place:
            if _is_bool(argument, default):
                yield (
                    f"{where}: expected the yes-or-no {argument.arg} of {function.name} by name "
                    "only, got it by place"
                )


def _functions(tree: ast.Module) -> Iterator[Function]:
    return (node for node in _statements(tree) if isinstance(node, Function))


@lru_cache(maxsize=2)
def _statements(tree: ast.Module) -> tuple[ast.AST, ...]:
    """Each statement, and what holds statements; expressions hold none and are passed over."""
    found: list[ast.AST] = [tree]
    for node in found:
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            inside = getattr(node, name, ())
            found.extend(inside if isinstance(inside, list) else ())
    return tuple(found)


def _lines(function: Function) -> int:
    """The lines from `def` to the end, the docstring left out."""
    lines = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        lines -= (first.end_lineno or first.lineno) - first.lineno + 1
    return lines


def _by_place(function: Function, *, is_method: bool) -> list[tuple[ast.arg, ast.expr | None]]:
    """Each argument that may be given by place, with its default; self and cls are not given."""
    arguments = [*function.args.posonlyargs, *function.args.args]
    defaults: list[ast.expr | None] = [*function.args.defaults]
    pairs = list(zip(arguments, [None] * (len(arguments) - len(defaults)) + defaults, strict=True))
    static = any(
        isinstance(decorator, ast.Name) and decorator.id == "staticmethod"
        for decorator in function.decorator_list
    )
    return pairs[1:] if is_method and not static else pairs


def _is_bool(argument: ast.arg, default: ast.expr | None) -> bool:
    annotation = "" if argument.annotation is None else ast.unparse(argument.annotation)
    kinds = {kind.strip() for kind in annotation.strip("'\"").split("|")}
    return "bool" in kinds or (
        isinstance(default, ast.Constant) and isinstance(default.value, bool)
    )
