"""Finds the sentence of a game's cases that asks for what a command asks for."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from rules.corpus.refereed import worded
from rules.corpus.sentences import CaseLanguage
from rules.referee.toolkit.game import FactTable, Game
from rules.table.bad_input import BadInputError

ANSWERS: Final = "ask"
"""The field that names the question a command answers; in a case only one is open."""
_HOLE: Final = re.compile(r"\{(\w+)\}")


def sentence_of(body: object, *, game: Game, table: FactTable, language: CaseLanguage) -> str:
    """The command as a sentence; a BadInputError says that the game's cases have none for it."""
    written = game.commands.write(body)
    # What is as usual is not written, and may have its place in a sentence.
    whole = {**_plain_fields(body), **written}
    for sentence in _tried(whole, table=table, language=language):
        try:
            said = worded(language.command_of(sentence, "command"), table)
            again = game.commands.write(game.commands.read(said, "command"))
        except (BadInputError, LookupError):
            continue
        if {**again, ANSWERS: ""} == {**written, ANSWERS: ""}:
            return sentence
    raise BadInputError(
        "command",
        expected=f"one that the cases of {game.title} have a sentence for",
        got=str(written.get("kind")),
    )


def _plain_fields(body: object) -> dict[str, object]:
    found = {name: getattr(body, name) for name in getattr(body, "__dataclass_fields__", {})}
    return {name: each for name, each in found.items() if isinstance(each, int | float | str)}


def _tried(
    written: Mapping[str, Any], *, table: FactTable, language: CaseLanguage
) -> Iterator[str]:
    for kind, phrase in language.commands.items():
        held = _held(table.commands.get(kind, {"kind": kind}), written)
        if held is not None:
            yield from phrase.ways({**written, **held})


def _held(named: object, got: object) -> dict[str, Any] | None:
    """What stands in the holes of a command that is called otherwise; None where it is another."""
    if isinstance(named, str) and (whole := _HOLE.fullmatch(named)):
        return {whole[1]: got}
    if isinstance(named, str) and isinstance(got, str):
        parts = [
            f"(?P<{part}>.+)" if at % 2 else re.escape(part)
            for at, part in enumerate(_HOLE.split(named))
        ]
        found = re.fullmatch("".join(parts), got)
        return None if found is None else found.groupdict()
    if isinstance(named, Mapping) and isinstance(got, Mapping):
        return _all_held((each, got.get(name)) for name, each in named.items())
    if isinstance(named, list) and isinstance(got, list) and len(named) == len(got):
        return _all_held(zip(named, got, strict=True))
    return {} if named == got else None


def _all_held(pairs: Iterable[tuple[object, object]]) -> dict[str, Any] | None:
    holes: dict[str, Any] = {}
    for named, got in pairs:
        held = _held(named, got)
        if held is None:
            return None
        holes |= held
    return holes
