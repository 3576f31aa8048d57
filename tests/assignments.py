"""Finds what names are set to, in a function or at the top of a module."""

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache

from tests.walked import walked


# Each function and module is asked for many names.
@lru_cache(maxsize=4096)
def assigned_in(function: ast.FunctionDef) -> Mapping[str, tuple[ast.expr, ...]]:
    """What each name is set to in a function, in the order of its source."""
    found: dict[str, tuple[ast.expr, ...]] = {}
    for node in walked(function):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                found[name] = (*found.get(name, ()), value)
    return found


@lru_cache(maxsize=512)
def set_at_the_top(tree: ast.Module) -> Mapping[str, tuple[ast.expr, ...]]:
    """The same of a module, outside of its functions."""
    found: dict[str, tuple[ast.expr, ...]] = {}
    for node in tree.body:
        match node:
            case ast.Assign(targets=targets, value=value):
                pairs = [pair for target in targets for pair in _of_target(target, value)]
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                pairs = [(name, value)]
            case _:
                continue
        for name, each in pairs:
            found[name] = (*found.get(name, ()), each)
    return found


def _of_target(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, each in zip(target.elts, value.elts, strict=True):
            if isinstance(one, ast.Name):
                yield one.id, each
