"""Writes a battle's set-up as JSON, so that a log alone can be replayed.

A roster reads back as the same value. What a game's own columns hold is kept as it is: numbers,
texts, yes and no, nothing, and lists, tuples and tables of them; a tuple is written as
``{"tuple": [...]}`` and a table as ``{"table": {...}}``, so that neither comes back as another.
"""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from rules.referee.log.house_options import CARDS, PRINTED, all_options
from rules.referee.toolkit.game import Game, Seat, Setup
from rules.referee.toolkit.settings import options_from
from rules.table.bad_input import BadInputError
from rules.table.files.snapshot_json import read_footprint, written_footprint
from rules.table.files.strict_json import Fields, items, mapping, number, string, texts, whole
from rules.table.roster import Entry, Roster, Tag
from rules.table.units import Inches


def written_setup(setup: Setup) -> dict[str, object]:
    """Seats, options and roster as plain JSON values.

    With printed cards a log begins as it did before the umpire could deal any.
    """
    options = dict(setup.options.values)
    if options.get(CARDS) == PRINTED:
        del options[CARDS]
    return {
        "seats": [{"name": seat.name, "sides": list(seat.sides)} for seat in setup.seats],
        "options": options,
        "roster": written_roster(setup.roster),
    }


def read_setup(game: Game, value: object, *, where: str) -> Setup:
    """The set-up of a battle of this game."""
    fields = Fields(value, where)
    chosen = fields.must("options", mapping)
    setup = Setup(
        seats=fields.must("seats", _seats),
        options=options_from(all_options(game), chosen, where=fields.at("options")),
        roster=fields.must("roster", read_roster),
    )
    fields.done()
    return setup


def written_roster(roster: Roster) -> list[object]:
    """A roster as plain JSON values."""
    return [
        {
            "id": entry.id,
            "name": entry.name,
            "side": entry.side,
            "kind": entry.kind,
            "footprint": written_footprint(entry.footprint),
            "tags": [{"number": tag.number, "height_in": tag.height} for tag in entry.tags],
            "extra": {
                name: _kept(each, f"{entry.id}.{name}") for name, each in entry.extra.items()
            },
        }
        for entry in roster.entries
    ]


def read_roster(value: object, where: str) -> Roster:
    """A roster from what ``written_roster`` made of it."""
    entries = tuple(
        _entry(each, f"{where}[{index}]") for index, each in enumerate(items(value, where))
    )
    try:
        return Roster(entries=entries)
    except BadInputError as error:
        raise error.inside(where) from None


def _seats(value: object, where: str) -> tuple[Seat, ...]:
    seats = []
    for index, each in enumerate(items(value, where)):
        fields = Fields(each, f"{where}[{index}]")
        seats.append(Seat(name=fields.must("name", string), sides=fields.must("sides", texts)))
        fields.done()
    return tuple(seats)


def _entry(value: object, where: str) -> Entry:
    fields = Fields(value, where)
    extra = fields.must("extra", mapping)
    entry = Entry(
        id=fields.must("id", string),
        name=fields.must("name", string),
        side=fields.must("side", string),
        kind=fields.must("kind", string),
        footprint=fields.must("footprint", read_footprint),
        tags=fields.must("tags", _tags),
        extra=MappingProxyType({name: _found(each) for name, each in extra.items()}),
    )
    fields.done()
    return entry


def _tags(value: object, where: str) -> tuple[Tag, ...]:
    tags = []
    for index, each in enumerate(items(value, where)):
        fields = Fields(each, f"{where}[{index}]")
        tags.append(
            Tag(
                number=fields.must("number", whole),
                height=Inches(fields.must("height_in", number)),
            )
        )
        fields.done()
    return tuple(tags)


def _kept(value: object, where: str) -> object:
    if isinstance(value, Enum) or not isinstance(
        value, str | int | float | list | tuple | Mapping | None
    ):
        raise BadInputError(
            where,
            expected="numbers, texts, yes or no, and lists, tuples and tables of them",
            got=repr(value)[:60],
        )
    if isinstance(value, tuple):
        return {"tuple": [_kept(each, where) for each in value]}
    if isinstance(value, list):
        return [_kept(each, where) for each in value]
    if isinstance(value, Mapping):
        return {"table": {str(name): _kept(each, where) for name, each in value.items()}}
    return value


def _found(value: object) -> object:
    if isinstance(value, list):
        return [_found(each) for each in value]
    if isinstance(value, dict) and isinstance(value.get("tuple"), list):
        return tuple(_found(each) for each in value["tuple"])
    if isinstance(value, dict) and isinstance(value.get("table"), dict):
        return MappingProxyType({name: _found(each) for name, each in value["table"].items()})
    return value
