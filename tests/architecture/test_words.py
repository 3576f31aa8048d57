"""One word for one thing: each type has a name of its own, or stands listed with its reason."""

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import PurePath

from tests.architecture.sources import REPOSITORY, package_sources

PAGE = REPOSITORY / "docs" / "words.md"
ROW = re.compile(
    r"^\| (?P<word>[^|]+?) \| (?P<meaning>[^|]+?) \|(?: (?P<type>[^|]*?) ?\|)?$", re.MULTILINE
)
SHARED = "## Types of one name in several modules"
MOST_SHARED = 20


@cache
def type_homes() -> dict[str, list[str]]:
    """The modules that define each public type, by its name."""
    homes: dict[str, list[str]] = defaultdict(list)
    for path in package_sources(REPOSITORY):
        tree = ast.parse((REPOSITORY / path).read_text(encoding="utf-8"))
        for name in defined_types(tree):
            homes[name].append(PurePath(path).as_posix())
    return homes


def defined_types(tree: ast.Module) -> list[str]:
    r"""The public types at the top of a module: classes, and names for types.

    >>> defined_types(
    ...     ast.parse("class Ox: ...\nclass _Cow: ...\nInches = NewType('Inches', float)")
    ... )
    ['Ox', 'Inches']
    """
    found = []
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name):
                found.append(name)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id=made))):
                if made == "NewType":
                    found.append(name)
    return [name for name in found if not name.startswith("_")]


def rows(text: str) -> list[tuple[str, str, str]]:
    return [
        (row["word"], row["meaning"], row["type"] or "")
        for row in ROW.finditer(text)
        if row["word"] not in {"Word", "Type", "---"}
    ]


def glossary() -> list[tuple[str, str, str]]:
    return rows(PAGE.read_text(encoding="utf-8").partition(SHARED)[0])


def listed() -> dict[str, str]:
    """The types that may stand in several modules, with their reasons."""
    shared = rows(PAGE.read_text(encoding="utf-8").partition(SHARED)[2])
    return {name.strip("`"): reason for name, reason, _ in shared}


def test_a_type_stands_in_one_module_or_is_listed_with_its_reason() -> None:
    several = {name: homes for name, homes in type_homes().items() if len(homes) > 1}
    unlisted = {name: homes for name, homes in several.items() if name not in listed()}
    assert unlisted == {}, f"rename these, or list them in docs/words.md: {unlisted}"
    idle = sorted(set(listed()) - set(several))
    assert idle == [], f"listed, and in one module only: {idle}"
    assert len(listed()) <= MOST_SHARED
    assert all(len(reason) > 10 for reason in listed().values())


def test_a_planted_double_would_be_found() -> None:
    homes = {name: [*where] for name, where in type_homes().items()}
    assert len(homes["Snapshot"]) == 1
    for name in defined_types(ast.parse("class Snapshot: ...")):
        homes[name].append("vision/planted.py")
    assert [name for name, where in homes.items() if len(where) > 1 and name == "Snapshot"]


def test_each_word_of_the_glossary_stands_once_with_a_type_that_there_is() -> None:
    words = glossary()
    assert len(words) >= 110
    once = [(word, meaning) for word, meaning, _ in words]
    assert len(set(once)) == len(once)
    homes = type_homes()
    named = [each.strip("` ") for _, _, each in words if each.strip()]
    assert [name for name in named if name not in homes] == []
    assert sorted(word for word, *_ in words if [w for w, *_ in words].count(word) > 1) == []
