"""Builds armies from what a game lets be fielded, and writes them as a roster."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from rules.referee.log.house_options import all_options
from rules.referee.toolkit.armies import Fieldable, Mustered, Ordered, Row, letters_of, rows_of
from rules.referee.toolkit.game import Game
from rules.referee.toolkit.settings import options_from
from rules.table.bad_input import BadInputError, on_one_line
from rules.table.files.printed import PRINTING
from rules.table.files.roster_files import roster_from_rows
from rules.table.roster import Roster

MOST_PIECES: Final = 200
"""More than a table holds; a list that asks for more was mistyped."""
TABLE: Final = "36x36"
CAMERA: Final = "1080p"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyWanted:
    """One army that somebody asks for."""

    side: str
    units: tuple[Ordered, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """Armies as a roster, and what the game makes of them."""

    game: Game
    rows: tuple[Row, ...]
    roster: Roster
    """The rows as a battle reads them."""
    armies: tuple[Mustered, ...]
    options: Mapping[str, object]
    """The options that were chosen; this holds for a battle that is begun with them."""

    @property
    def fits(self) -> bool:
        """Whether nothing is wrong with any of them."""
        return not any(army.faults for army in self.armies)


def groups_of(units: Iterable[Fieldable]) -> tuple[tuple[str, tuple[Fieldable, ...]], ...]:
    """The units by the group that they are listed in, in their own order."""
    return tuple((name, tuple(own)) for name, own in groupby(units, key=lambda unit: unit.group))


def group_named(units: Iterable[Fieldable], name: str) -> tuple[Fieldable, ...]:
    """The units of one group; a BadInputError names the groups that there are."""
    groups = groups_of(units)
    found = [own for group, own in groups if group.casefold() == name.strip().casefold()]
    if not found:
        known = ", ".join(group for group, _ in groups if group) or "no groups"
        raise BadInputError("group", expected=f"one of {known}", got=repr(name)[:60])
    return found[0]


def units_of(game: Game, lists: Mapping[str, str] | None = None) -> tuple[Fieldable, ...]:
    """What may be fielded: the game's own units, and those of a player's lists before them."""
    if not lists:
        return game.fieldable
    if game.read_units is None:
        raise BadInputError(game.slug, expected="no unit lists for this game", got=", ".join(lists))
    own = game.read_units(lists)
    keys = {unit.key for unit in own}
    return (*own, *(unit for unit in game.fieldable if unit.key not in keys))


def build(
    game: Game,
    wanted: Sequence[ArmyWanted],
    *,
    total: int | None = None,
    options: Mapping[str, object] | None = None,
    units: Sequence[Fieldable] | None = None,
    letters: Mapping[str, str] | None = None,
) -> Built:
    """The armies as rows of one roster, reckoned up; a BadInputError says what cannot be built.

    `letters` are what the ids of each side begin with, where that is not for us to choose.
    """
    sides = [army.side for army in wanted]
    for number, side in enumerate(sides, start=1):
        _require_name(side, where=f"armies[{number}].side", others=sides[: number - 1])
    letters = letters or letters_of(sides)
    known = game.fieldable if units is None else units
    rows: list[Row] = []
    for number, army in enumerate(wanted, start=1):
        if sum(max(0, line.count) for line in army.units) + len(rows) > MOST_PIECES:
            raise BadInputError("armies", expected=f"at most {MOST_PIECES} units", got="more")
        try:
            rows += rows_of(known, army.units, side=army.side, letter=letters[army.side])
        except BadInputError as error:
            raise error.inside(f"armies[{number}]") from None
    if not rows:
        raise BadInputError("armies", expected="a unit at least", got="none")
    roster = roster_from_rows(
        [dict(row) for row in rows], columns=game.roster_schema, others=PRINTING
    )
    chosen = _chosen(game, options or {}, total=total)
    armies = mustered(game, roster, options=chosen, total=total)
    return Built(game=game, rows=tuple(rows), roster=roster, armies=armies, options=chosen)


def mustered(
    game: Game,
    roster: Roster,
    *,
    options: Mapping[str, object] | None = None,
    total: int | None = None,
) -> tuple[Mustered, ...]:
    """What the game makes of the armies of a roster."""
    if game.muster is None:
        raise BadInputError(game.slug, expected="a game with lists of units", got="one without")
    chosen = options_from(all_options(game), _chosen(game, options or {}, total=total))
    return game.muster(roster.entries, chosen, total=total)


def _chosen(
    game: Game, options: Mapping[str, object], *, total: int | None
) -> Mapping[str, object]:
    """The options of the battle; a total is one of them where the game has it among its own."""
    if total is None or not game.total_option:
        return options
    return {**options, game.total_option: total}


def _require_name(side: str, *, where: str, others: Sequence[str]) -> None:
    on_one_line(side, where)
    if not side.strip():
        raise BadInputError(where, expected="the name of a side", got="nothing")
    if side in others:
        raise BadInputError(where, expected="a side of its own", got=f"{side!r} twice")


def roster_toml(built: Built, *, table: str = TABLE, camera: str = CAMERA) -> str:
    """The roster as a file: it prints a kit of exactly these armies, and begins a battle."""
    kit = {"game": built.game.slug, "table": table, "camera": camera}
    head = [f"# {army.name}: {army.worth}{_of(army)} points" for army in built.armies]
    return "\n".join([*head, "", _table("[kit]", kit), pieces_toml(built)])


def pieces_toml(built: Built) -> str:
    """The pieces alone, to stand below others."""
    return "\n".join(_table("[[piece]]", row) for row in built.rows)


def _of(army: Mustered) -> str:
    return "" if army.total is None else f" of {army.total}"


def _table(name: str, values: Mapping[str, object]) -> str:
    return "\n".join([name, *(f"{field} = {_toml(value)}" for field, value in values.items()), ""])


def _toml(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(_toml(each) for each in value)}]"
    # What JSON escapes in a text, TOML does too.
    return json.dumps(value, ensure_ascii=False)
