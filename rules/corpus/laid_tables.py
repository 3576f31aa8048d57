"""Reads what lies on the table of a case from sentences, as a roster and a snapshot."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.corpus.sentences import listed_names
from rules.referee.toolkit.game import Game
from rules.table.bad_input import BadInputError
from rules.table.files.snapshot_json import FORMAT
from rules.table.snapshot import PieceState

DEFAULT_SIZE: Final = (36.0, 36.0)
"""Inches, where no sentence says how large the table is."""
_NUMBER: Final = r"-?\d{1,3}(?:\.\d{1,3})?"
_SPOT: Final = rf"{_NUMBER}, {_NUMBER}(?: facing {_NUMBER})?"
_PIECES: Final = re.compile(
    rf"(?P<ids>.+?) (?:is(?: an?)?|are) (?P<side>\S+) (?P<kind>.+?)"
    rf"(?: at (?P<spots>{_SPOT}(?:; {_SPOT})*))?(?: with (?P<more>\w+ .+))?"
)
_BOX: Final = rf"from (?P<low>{_NUMBER}, {_NUMBER}) to (?P<high>{_NUMBER}, {_NUMBER})"
_OUTLINE: Final = rf"over (?P<corners>{_NUMBER}, {_NUMBER}(?:; {_NUMBER}, {_NUMBER}){{2,}})"
_AREA: Final = re.compile(
    rf"(?P<id>\S+) is (?:an? )?(?P<kind>.+?) (?:{_BOX}|{_OUTLINE})(?:, (?P<height>{_NUMBER}) high)?"
)
_SIZE: Final = re.compile(rf"the table is (?P<width>{_NUMBER}) by (?P<depth>{_NUMBER})")
_OF_PIECES: Final = frozenset({"sigma_in", "heading_sigma_deg", "state"})
"""What is said of a piece on the table, and not of one in the roster."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidTable:
    """What the sentences of a case lay on its table."""

    roster: tuple[Mapping[str, object], ...]
    snapshot: Mapping[str, object]


def laid_table(
    game: Game, *, pieces: Sequence[str], ground: Sequence[str], where: str
) -> LaidTable:
    """Pieces, which look as the game has them, and terrain.

    A piece is `T1 is a Red tank at 10, 12 facing 90`, several `S1 and S2 are Blue squads at 4, 4;
    7, 4`; terrain is `W is woods from 8, 8 to 12, 14` or `W is woods over 2, 2; 6, 2; 4, 5`.
    """
    rows = {each.name.lower(): each.row for each in game.fieldable}
    roster: list[Mapping[str, object]] = []
    standing: list[Mapping[str, object]] = []
    for at, sentence in enumerate(pieces):
        place = f"{where}.pieces[{at}]"
        for row, piece in _pieces(sentence, rows=rows, where=place):
            roster.append(row)
            standing.append(piece)
    size, terrain = DEFAULT_SIZE, []
    for at, sentence in enumerate(ground):
        if found := _SIZE.fullmatch(sentence):
            size = (float(found["width"]), float(found["depth"]))
        else:
            terrain.append(_area(sentence, f"{where}.ground[{at}]"))
    snapshot = {
        "format": FORMAT,
        "number": 1,
        "table": {"width_in": size[0], "depth_in": size[1]},
        "pieces": standing,
        "terrain": terrain,
    }
    return LaidTable(roster=tuple(roster), snapshot=snapshot)


def _pieces(
    sentence: str, *, rows: Mapping[str, Mapping[str, object]], where: str
) -> Iterator[tuple[Mapping[str, object], Mapping[str, object]]]:
    """Each piece as a row of the roster, and as it stands on the table; or is lost from sight."""
    found = _PIECES.fullmatch(sentence)
    if found is None:
        expected = "T1 is a Red tank at 10, 12 facing 90"
        raise BadInputError(where, expected=f"a sentence as {expected!r}", got=repr(sentence)[:100])
    more = dict(_said(each, where) for each in (found["more"] or "").split(", ") if each)
    side_up = {"face": more.pop("face")} if "face" in more else {}
    spots = found["spots"].split("; ") if found["spots"] else []
    ids = [*listed_names(found["ids"])]
    if spots and len(spots) != len(ids):
        raise BadInputError(where, expected=f"{len(ids)} places", got=f"{len(spots)}")
    kind = found["kind"].lower()
    known = rows.get(kind) or rows.get(kind.removesuffix("s")) or {"kind": kind.removesuffix("s")}
    columns = {name: each for name, each in more.items() if name not in _OF_PIECES}
    for at, name in enumerate(ids):
        row: dict[str, Any] = {"id": name, "side": found["side"], **known, **columns}
        row.pop("tag_heights_in", None)
        if "footprint" not in row:
            expected = f"one of {', '.join(rows)}, or a footprint"
            raise BadInputError(where, expected=expected, got=repr(found["kind"])[:60])
        shown = {name: row[name] for name in ("id", "side", "kind", "footprint")}
        pose = _pose(spots[at], more) if spots else None
        state = more.get("state", PieceState.SEEN if pose else PieceState.LOST)
        yield row, {**shown, **side_up, "pose": pose, "state": str(state)}


def _said(text: str, where: str) -> tuple[str, object]:
    name, _, value = text.partition(" ")
    if not value:
        raise BadInputError(where, expected="a name and a value", got=repr(text)[:60])
    if re.fullmatch(_NUMBER, value):
        return name, float(value) if "." in value or name in _OF_PIECES else int(value)
    return name, {"yes": True, "no": False}.get(value, value)


def _pose(spot: str, more: Mapping[str, object]) -> Mapping[str, object]:
    place, _, heading = spot.partition(" facing ")
    x, y = _point(place)
    error = {name: each for name, each in more.items() if name in _OF_PIECES - {"state"}}
    return {"x_in": x, "y_in": y, "heading_deg": float(heading or 0.0), **error}


def _area(sentence: str, where: str) -> Mapping[str, object]:
    found = _AREA.fullmatch(sentence)
    if found is None:
        expected = "a sentence as 'W is woods from 8, 8 to 12, 14'"
        raise BadInputError(where, expected=expected, got=repr(sentence)[:100])
    if found["corners"]:
        outline = [_point(each) for each in found["corners"].split("; ")]
    else:
        (x, y), (far_x, far_y) = _point(found["low"]), _point(found["high"])
        outline = [[x, y], [far_x, y], [far_x, far_y], [x, far_y]]
    height = float(found["height"] or 0.0)
    return {"id": found["id"], "kind": found["kind"], "outline_in": outline, "height_in": height}


def _point(text: str) -> list[float]:
    return [float(each) for each in text.split(", ")]
