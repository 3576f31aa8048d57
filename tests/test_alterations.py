"""Which alterations a piece of source has, and that they land where they were found."""

import ast

import pytest

from tests.alterations import alterations, one_per_function


def changes(source: str) -> list[str]:
    return [f"{found.old} -> {found.new}" for found in alterations(source)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a < b", "(a <= b)"),
        ("a <= b", "(a < b)"),
        ("a > b", "(a >= b)"),
        ("a >= b", "(a > b)"),
        ("a == b", "(a != b)"),
        ("a != b", "(a == b)"),
        ("a in b", "(a not in b)"),
        ("a is not b", "(a is b)"),
        ("a + b", "(a - b)"),
        ("a - b", "(a + b)"),
        ("a * b", "(a / b)"),
        ("a / b", "(a * b)"),
        ("a and b", "(a or b)"),
        ("a or b", "(a and b)"),
        ("not a", "(a)"),
        ("a if b else c", "(c if b else a)"),
        ("12", "13"),
        ("0.5", "1.5"),
        ("True", "False"),
    ],
)
def test_each_kind(old: str, new: str) -> None:
    assert changes(f"def rule(a, b, c):\n    return {old}") == [f"{old} -> {new}"]


@pytest.mark.parametrize("head", ["if ready(a)", "while ready(a)"])
def test_a_condition_is_negated(head: str) -> None:
    assert changes(f"def rule(a):\n    {head}:\n        pass") == ["ready(a) -> (not ready(a))"]


def test_a_condition_of_a_comprehension_is_negated() -> None:
    assert changes("def rule(a):\n    return [b for b in a if b.alive]") == [
        "b.alive -> (not b.alive)"
    ]


def test_each_part_of_a_chain_is_altered() -> None:
    assert changes("def rule(a, b, c):\n    return a < b <= c") == [
        "a < b <= c -> (a <= b <= c)",
        "a < b <= c -> (a < b < c)",
    ]


@pytest.mark.parametrize(
    "source",
    [
        'def rule():\n    """At most 12."""',
        "def rule(a: Annotated[int, 12]) -> Literal[12]: ...",
        "@cache(12)\ndef rule(): ...",
        "def rule(a):\n    raise Refusal(12)",
        "def rule(a):\n    return f'{a + 1} in'",
        "def rule(a):\n    return a + ' in'",
        "def rule(a):\n    return None",
    ],
    ids=["docstring", "annotation", "decorator", "refusal", "sentence", "text", "none"],
)
def test_what_is_no_rule_is_left_alone(source: str) -> None:
    assert changes(source) == []


def test_an_alteration_lands_where_it_was_found() -> None:
    source = "def rule(a):\n    größe = 'é'; return (\n        a\n        < 12\n    )\n"
    applied = [found.apply(source) for found in alterations(source)]
    assert applied == [
        "def rule(a):\n    größe = 'é'; return (\n        (a <= 12)\n    )\n",
        source.replace("12", "13"),
    ]


def test_every_alteration_is_still_python() -> None:
    source = "def rule(a, b):\n    return -(a + 1) ** 2 if not a and b else [*a][b - 1:2]\n"
    found = list(alterations(source))
    assert len(found) == 9
    for alteration in found:
        assert ast.unparse(ast.parse(alteration.apply(source))) != ast.unparse(ast.parse(source))


SOURCE = """
LIMIT = 12

class Unit:
    speed: int = 6

    def move(self, far):
        def past(near):
            return near > 3
        return far < 6 and past(far)

def silent():
    pass
"""


def test_one_for_each_function_and_the_constants_beside_them() -> None:
    scopes = [found.scope for found in one_per_function(SOURCE, seed="1")]
    assert sorted(scopes) == ["<module>", "Unit", "Unit.move", "Unit.move.past"]


def test_the_choice_follows_from_the_seed() -> None:
    assert one_per_function(SOURCE, seed="1") == one_per_function(SOURCE, seed="1")
    choices = {str(one_per_function(SOURCE, seed=str(seed))) for seed in range(20)}
    assert len(choices) > 1
