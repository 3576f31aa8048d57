"""Makes the map that the command line asks for: of a table, or of a battle in its file."""

from dataclasses import dataclass
from pathlib import Path

from api.answers.asking import UnknownPieceError
from api.errors import ExitCode, UserError
from api.files.table_file import read_snapshot
from api.review.record.looking import looking_at
from rules.referee.court.supposing.what_if import MapKind, TableLook, UnitMap, unit_map
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot
from rules.table.units import Inches

_DATABASE = b"SQLite format 3\x00"


@dataclass(frozen=True, slots=True, kw_only=True)
class MapWanted:
    """What map is asked for."""

    unit: str
    kind: MapKind
    target: str = ""
    limit: float | None = None
    inches: float | None = None
    step: float = 0.25


def mapped_from(place: str, wanted: MapWanted) -> tuple[UnitMap, Snapshot]:
    """The map, and the table that it is of: as it is in the file, or as a battle was last ruled."""
    if not _is_battle(place):
        table = read_snapshot(place)
        return _mapped(TableLook(table, inches=_in(wanted.inches), limit=_in(wanted.limit)), wanted)
    with looking_at(Path(place)) as found:
        battle = found.battle
        seen = found.archive.snapshot_before(battle.sequence)
        if seen is None:
            raise UserError(f"{place}: the battle keeps no table yet", ExitCode.BAD_INPUT)
        # Whoever has the file may see all that is in it.
        look = TableLook(seen, battle=battle, everything=True, inches=_in(wanted.inches))
        return _mapped(look, wanted)


def _mapped(look: TableLook, wanted: MapWanted) -> tuple[UnitMap, Snapshot]:
    names = look.names()
    for name in (wanted.unit, wanted.target):
        if name and name not in names:
            raise UserError(str(UnknownPieceError(name, tuple(names))), ExitCode.BAD_INPUT)
    try:
        found = unit_map(
            look, wanted.unit, kind=wanted.kind, step=Inches(wanted.step), target=wanted.target
        )
    except BadInputError as complaint:
        raise UserError(str(complaint), ExitCode.USAGE) from complaint
    return found, look.table


def _in(length: float | None) -> Inches | None:
    if length is None:
        return None
    if not 0 <= length <= 10_000:
        raise UserError(f"expected 0 to 10000 inches, got {length:g}", ExitCode.USAGE)
    return Inches(length)


def _is_battle(place: str) -> bool:
    path = Path(place)
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_DATABASE)) == _DATABASE
