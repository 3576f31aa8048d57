"""Writes a game's commands and events as JSON and reads them, from their dataclasses alone.

A value is an object with its kind and its fields: ``{"kind": "pick_unit", "unit": "T1"}``. A field
that equals its default is left out when written and may be left out when read. A field of a type
that is a `Variant`, such as the question of an ask, holds one of several kinds, and says which.
"""

import dataclasses
import re
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, flag, items, mapping, number, string, whole

Reader = Callable[[object, str], object]
Upgrade = Callable[[Mapping[str, object]], Mapping[str, object]]
"""Turns the JSON that an older umpire wrote for a kind into that of today; leaves today's alone."""


class Variant:
    """A value of which there are several kinds, each a frozen dataclass that extends this."""

    __slots__ = ()


def kind_of(body: object) -> str:
    """The name of a kind on the wire: its class's name, unless its `KIND` says another one.

    >>> class MoveDone: ...
    >>> kind_of(MoveDone())
    'move_done'
    >>> class TokenMoved:
    ...     KIND = "moved"
    >>> kind_of(TokenMoved)
    'moved'
    """
    return _name_of(body if isinstance(body, type) else type(body))


@cache
def _name_of(made: type) -> str:
    said = made.__dict__.get("KIND")
    if isinstance(said, str):
        return said
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", made.__name__).lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field of a kind, for whoever builds a form from it."""

    name: str
    type: object
    default: object = dataclasses.MISSING
    wire: str = ""
    """Its name on the wire where that is not its own: `field(metadata={"wire": "after"})`."""

    @property
    def key(self) -> str:
        """What it is called on the wire."""
        return self.wire or self.name

    @property
    def required(self) -> bool:
        return self.default is dataclasses.MISSING


class Vocabulary:
    """A set of frozen dataclasses that can be written and read.

    `variants` are the kinds that fields of a `Variant` type may hold; `older` says for a kind how
    the JSON of older logs is read.
    """

    __slots__ = ("_fields", "_kinds", "_older", "_variants")

    def __init__(
        self,
        *kinds: type,
        variants: Iterable[type[Variant]] = (),
        older: Mapping[str, Upgrade] = MappingProxyType({}),
    ) -> None:
        self._variants = tuple(variants)
        self._older = older
        names = [kind_of(kind) for kind in kinds]
        doubled = sorted({name for name in names if names.count(name) > 1})
        if doubled:
            raise BadInputError("vocabulary", expected="each kind once", got=f"{doubled[0]} twice")
        self._kinds: Mapping[str, type] = MappingProxyType(dict(zip(names, kinds, strict=True)))
        self._fields: Mapping[type, tuple[Field, ...]] = MappingProxyType(
            {kind: fields_of(kind) for kind in kinds}
        )
        for kind in kinds:
            if any(field.name == "kind" for field in self._fields[kind]):
                raise BadInputError(
                    f"vocabulary.{kind_of(kind)}",
                    expected="no field called kind, which is the kind's own place",
                    got="one",
                )
        for kind in (*kinds, *self._variants):
            _refuse_unreadable(kind, self._variants)

    @property
    def variants(self) -> tuple[type[Variant], ...]:
        """The kinds that fields of a `Variant` type may hold."""
        return self._variants

    @property
    def kinds(self) -> Mapping[str, type]:
        """Every kind by its name."""
        return self._kinds

    def fields(self, kind: type) -> tuple[Field, ...]:
        """The fields of one kind, in order."""
        return self._fields[kind]

    def write(self, body: object) -> dict[str, object]:
        """A body as JSON."""
        if type(body) not in self._fields:
            raise BadInputError("kind", expected="a kind of this game", got=kind_of(body))
        return {"kind": kind_of(body), **_written_fields(body)}

    def read(self, value: object, where: str) -> object:
        """A body from JSON; a BadInputError names the field that is wrong."""
        name = Fields(value, where).must("kind", string)
        if name not in self._kinds:
            known = ", ".join(sorted(self._kinds))
            where_kind = Fields(value, where).at("kind")
            raise BadInputError(where_kind, expected=f"one of {known}", got=repr(name))
        if name in self._older:
            value = self._older[name](mapping(value, where))
        fields = Fields(value, where)
        fields.must("kind", string)
        return _read_fields(self._kinds[name], fields, variants=self._variants)


@cache
def fields_of(kind: type) -> tuple[Field, ...]:
    """The fields of a dataclass with their resolved types."""
    hints = typing.get_type_hints(kind)
    return tuple(
        Field(
            name=each.name,
            type=hints[each.name],
            default=_default(each),
            wire=each.metadata.get("wire", ""),
        )
        for each in dataclasses.fields(kind)
    )


def _default(field: "dataclasses.Field[object]") -> object:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def written(value: object) -> object:
    """Any value of a vocabulary as JSON."""
    if isinstance(value, StrEnum):
        return str(value)
    if isinstance(value, Variant):
        return {"kind": kind_of(value), **_written_fields(value)}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _written_fields(value)
    if isinstance(value, Mapping):
        return {str(name): written(each) for name, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [written(each) for each in value]
    return value


def _written_fields(body: object) -> dict[str, object]:
    kind: type = type(body)
    return {
        field.key: written(getattr(body, field.name))
        for field in fields_of(kind)
        if getattr(body, field.name) != field.default
    }


def read_as(
    kind: type, value: object, *, where: str, variants: tuple[type[Variant], ...] = ()
) -> object:
    """One dataclass from JSON."""
    return _read_fields(kind, Fields(value, where), variants=variants)


def _read_fields(kind: type, fields: Fields, *, variants: tuple[type[Variant], ...] = ()) -> object:
    values: dict[str, object] = {}
    given = fields.given
    plan = _plan(kind, variants)
    for each in plan:
        if each.key in given:
            values[each.name] = each.read(given[each.key], fields.at(each.key))
        elif each.default is dataclasses.MISSING:
            fields.must(each.key, each.read)
        else:
            values[each.name] = each.default
    fields.know(each.key for each in plan)
    fields.done()
    try:
        return kind(**values)
    except BadInputError as error:
        raise error.inside(fields.where) if fields.where else error from None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Planned:
    """How one field is read, worked out once for its kind."""

    name: str
    key: str
    default: object
    read: Reader


@cache
def _plan(kind: type, variants: tuple[type[Variant], ...]) -> tuple[_Planned, ...]:
    return tuple(
        _Planned(
            name=field.name,
            key=field.key,
            default=field.default,
            read=reader_of(field.type, variants),
        )
        for field in fields_of(kind)
    )


def _refuse_unreadable(kind: type, variants: tuple[type[Variant], ...]) -> None:
    """A field that could be written and never be read again is found before a battle, not after."""
    for field in fields_of(kind):
        reader_of(field.type, variants)
        for inner in _dataclasses_in(field.type):
            _refuse_unreadable(inner, variants)


def _dataclasses_in(kind: object) -> Iterator[type]:
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        yield kind
    for inner in typing.get_args(kind):
        yield from _dataclasses_in(inner)


@cache
def reader_of(kind: object, variants: tuple[type[Variant], ...] = ()) -> Reader:
    """How a value of a type is read from JSON."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is types.UnionType or origin is typing.Union:
        return _optional(inner, variants)
    if origin is tuple:
        return _tuple(inner, variants)
    if isinstance(kind, typing.NewType):
        return reader_of(kind.__supertype__, variants)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _choice(kind)
    if isinstance(kind, type) and issubclass(kind, Variant):
        return _variant(kind, variants)
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return lambda value, where: read_as(kind, value, where=where, variants=variants)
    for plain, read in PLAIN:
        if kind is plain:
            return read
    raise TypeError(f"a vocabulary cannot hold {kind!r}")


PLAIN: typing.Final[tuple[tuple[type, Reader], ...]] = (
    (bool, flag),
    (float, number),
    (int, whole),
    (str, string),
)


def _variant(root: type[Variant], variants: tuple[type[Variant], ...]) -> Reader:
    kinds = {kind_of(each): each for each in variants if issubclass(each, root)}

    def read(value: object, where: str) -> object:
        fields = Fields(value, where)
        name = fields.must("kind", string)
        if name not in kinds:
            known = ", ".join(sorted(kinds))
            raise BadInputError(fields.at("kind"), expected=f"one of {known}", got=repr(name))
        return _read_fields(kinds[name], fields, variants=variants)

    return read


def _optional(kinds: tuple[object, ...], variants: tuple[type[Variant], ...]) -> Reader:
    rest = [kind for kind in kinds if kind is not type(None)]
    if len(rest) != 1:
        raise TypeError(f"a vocabulary cannot hold a choice of types: {kinds!r}")
    read = reader_of(rest[0], variants)
    return lambda value, where: None if value is None else read(value, where)


def _tuple(kinds: tuple[object, ...], variants: tuple[type[Variant], ...]) -> Reader:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        read = reader_of(kinds[0], variants)
        return lambda value, where: tuple(
            read(each, f"{where}[{index}]") for index, each in enumerate(items(value, where))
        )
    readers = [reader_of(kind, variants) for kind in kinds]

    def fixed(value: object, where: str) -> object:
        values = items(value, where)
        if len(values) != len(readers):
            raise BadInputError(where, expected=f"{len(readers)} values", got=f"{len(values)}")
        return tuple(
            read(each, f"{where}[{index}]")
            for index, (read, each) in enumerate(zip(readers, values, strict=True))
        )

    return fixed


def _choice(kind: type[StrEnum]) -> Reader:
    members = {str(each): each for each in kind}

    def read(value: object, where: str) -> object:
        text = string(value, where)
        if text not in members:
            known = ", ".join(kind)
            raise BadInputError(where, expected=f"one of {known}", got=repr(text))
        return members[text]

    return read
