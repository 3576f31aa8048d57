"""Says what lies on the table of a case in sentences, as whoever writes cases says it."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.corpus.cases import JudgedCase
from rules.corpus.laid_tables import DEFAULT_SIZE, laid_table
from rules.corpus.sentences import CaseLanguage
from rules.referee.toolkit.game import Game
from rules.referee.toolkit.phrases import listed

KNOWN: Final = frozenset({"id", "name", "side", "kind", "footprint", "tags", "tag_heights_in"})
"""What a roster says of every piece; the rest is worth a word."""


def usual_table(game: Game, language: CaseLanguage) -> tuple[str, ...]:
    """What lies on the table of every case that says nothing of it."""
    return (*language.pieces, *language.ground) if language.pieces and game.fieldable else ()


def situation(case: JudgedCase, game: Game, *, language: CaseLanguage) -> tuple[str, ...]:
    """What is so at the beginning: what lies on the table, where it is unusual, and the facts."""
    return (*(() if _is_usual(case, game, language=language) else _lies(case)), *case.said_before)


def _is_usual(case: JudgedCase, game: Game, *, language: CaseLanguage) -> bool:
    if not language.pieces:
        return False
    usual = laid_table(game, pieces=language.pieces, ground=language.ground, where="usual")
    return case.table == usual.snapshot and case.roster == usual.roster


def _lies(case: JudgedCase) -> Iterator[str]:
    table: Mapping[str, Any] = case.table or {}
    size = table.get("table", {})
    if size and (size["width_in"], size["depth_in"]) != DEFAULT_SIZE:
        yield f"the table is {size['width_in']:g} by {size['depth_in']:g}"
    pieces = {each["id"]: each for each in table.get("pieces", ())}
    rows: dict[str, Mapping[str, Any]] = {str(row["id"]): row for row in case.roster}
    alike: dict[str, list[str]] = {}
    for name in dict.fromkeys((*rows, *pieces)):
        what = _piece(row=rows.get(name, {}), piece=pieces.get(name, {}))
        alike.setdefault(what, []).append(name)
    for what, names in alike.items():
        yield f"{listed(names)} {'is' if len(names) == 1 else 'are each'} {what}"
    for area in table.get("terrain", ()):
        corners = "; ".join(f"{x:g}, {y:g}" for x, y in area["outline_in"])
        yield f"{area['id']} is {area['kind']} over {corners}"


def _piece(*, row: Mapping[str, Any], piece: Mapping[str, Any]) -> str:
    told = {**piece, **row}
    what = " ".join(str(told[each]) for each in ("side", "kind") if told.get(each))
    pose = piece.get("pose")
    where = "" if not pose else f" at {pose['x_in']:g}, {pose['y_in']:g}"
    if pose and pose.get("heading_deg"):
        where += f" facing {pose['heading_deg']:g}"
    more = [f"{each} {_plain(row[each])}" for each in row if each not in KNOWN]
    return f"{_a(what)}{where}{' with ' if more else ''}{', '.join(more)}"


def _a(what: str) -> str:
    """With its article.

    >>> _a("Red tank"), _a("infantry"), _a("")
    ('a Red tank', 'an infantry', 'there')
    """
    return f"{'an' if what[0].lower() in 'aeiou' else 'a'} {what}" if what else "there"


def _plain(value: object) -> str:
    return (
        {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else f"{value}"
    )
