"""Makes values of any type that a vocabulary can hold, by hypothesis and at random."""

import dataclasses
import types
import typing
from collections.abc import Sequence
from enum import StrEnum

from hypothesis import assume
from hypothesis import strategies as st

from rules.referee.toolkit.vocabulary import Variant, fields_of
from rules.table.bad_input import BadInputError
from rules.testing.driver import Rng

CARELESS: typing.Final = ("", " ", "T1", "nobody", "T1; drop", "ä龍", "0", "x" * 300)
"""What people type that is no name of anything."""

Variants = Sequence[type[Variant]]
"""The kinds that a field of a `Variant` type may hold."""

TRIES: typing.Final = 20
"""How often a value is drawn anew before the whole example is given up."""

LINES = st.text(st.characters(blacklist_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=12)


def values_of(
    kind: object, words: Sequence[str] = (), *, variants: Variants = ()
) -> st.SearchStrategy[object]:
    """Values of a type; `words` are names that mean something in the game."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is types.UnionType or origin is typing.Union:
        return st.one_of(*(values_of(each, words, variants=variants) for each in inner))
    if origin is tuple and len(inner) == 2 and inner[1] is Ellipsis:
        return st.lists(values_of(inner[0], words, variants=variants), max_size=4).map(tuple)
    if origin is tuple:
        return st.tuples(*(values_of(each, words, variants=variants) for each in inner))
    if isinstance(kind, typing.NewType):
        return values_of(kind.__supertype__, words, variants=variants)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return st.sampled_from(kind)
    if isinstance(kind, type) and issubclass(kind, Variant):
        fitting = [each for each in variants if issubclass(each, kind)]
        return st.one_of(*(bodies_of(each, words, variants=variants) for each in fitting))
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return bodies_of(kind, words, variants=variants)
    plain: dict[object, st.SearchStrategy[object]] = {
        type(None): st.none(),
        bool: st.booleans(),
        int: st.integers(-3, 2**40) | st.integers(1, 6),
        float: st.floats(-1e6, 1e6)
        | st.floats(-10, 60)
        | st.floats(allow_nan=False, allow_infinity=False),
        str: LINES | st.sampled_from([*words, *CARELESS]),
    }
    if kind not in plain:
        raise TypeError(f"expected a type that JSON can carry, got {kind!r}")
    return plain[kind]


@st.composite
def bodies_of(
    draw: st.DrawFn, kind: type, words: Sequence[str] = (), *, variants: Variants = ()
) -> object:
    """Values of a dataclass; what it refuses itself is left out."""
    for _ in range(TRIES):
        made = {
            field.name: draw(values_of(field.type, words, variants=variants))
            for field in fields_of(kind)
        }
        try:
            body: object = kind(**made)
        except BadInputError:
            continue
        return body
    assume(condition=False)
    raise AssertionError


def random_body(kind: type, rng: Rng, *, words: Sequence[str]) -> object | None:
    """A command as a careless person or a broken program gives it; None if it cannot even be."""
    try:
        fields = {each.name: random_value(each.type, rng, words=words) for each in fields_of(kind)}
        body: object = kind(**fields)
    except BadInputError:
        return None
    return body


def random_value(kind: object, rng: Rng, *, words: Sequence[str]) -> object:
    """A value of a type, often one that means something."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is types.UnionType or origin is typing.Union:
        return random_value(rng.choice(inner), rng, words=words)
    if origin is tuple and len(inner) == 2 and inner[1] is Ellipsis:
        count = rng.choice((0, 1, 1, 2, 3))
        return tuple(random_value(inner[0], rng, words=words) for _ in range(count))
    if origin is tuple:
        return tuple(random_value(each, rng, words=words) for each in inner)
    if isinstance(kind, typing.NewType):
        return random_value(kind.__supertype__, rng, words=words)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return rng.choice(list(kind))
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        fields = fields_of(kind)
        return kind(**{each.name: random_value(each.type, rng, words=words) for each in fields})
    plain: dict[object, object] = {
        type(None): None,
        bool: rng.random() < 0.5,
        int: rng.choice((-1, 0, 1, 2, 3, 4, 5, 6, 7, 99)),
        float: rng.choice((-1.0, 0.0, 0.25, 7.5, 18.0, 1e9, rng.uniform(0, 36))),
        str: rng.choice([*words, *words, *words, *CARELESS]),
    }
    return plain[kind]
