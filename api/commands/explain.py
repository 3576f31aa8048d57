"""`umpire explain`: a clause in our words, or what an event or a refusal of a battle rests on."""

import re
from pathlib import Path
from typing import Annotated, Final

import typer

from api.answers.explained import clause_lines, clause_text, explained_answer, explained_lines
from api.battle_files.refusals import read_refusal
from api.corpus.kept_books import NO_EXAMPLE, examples_of
from api.errors import ExitCode, UserError
from api.files.games import games
from api.review.record.looking import LookedAt, looking_at
from api.terminal.output import Output
from rules.referee.court.explaining import (
    Explained,
    clause_explained,
    entry_explained,
    refusal_explained,
)
from rules.table.bad_input import BadInputError

HELP = "Say a clause in our words, or what a ruling or a refusal of a battle rests on."
NAME: Final = re.compile(r"([er])(\d{1,12})")


def explain(
    context: typer.Context,
    *,
    whose: Annotated[
        str, typer.Argument(metavar="GAME|BATTLE", help="A game, or the file of a battle.")
    ],
    name: Annotated[
        str,
        typer.Argument(
            metavar="CLAUSE|EVENT", help="A clause, as PT1-C1a; an event, as e64; a refusal, as r3."
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    output: Output = context.obj
    found = games().get(whose) or games().get(whose.replace("-", "_"))
    if found is not None:
        _clause_told(output, game=found.slug, name=name, as_json=as_json)
        return
    place = Path(whose)
    if not place.is_file():
        known = ", ".join(games())
        message = f"expected a game ({known}) or the file of a battle, got {whose!r}"
        raise UserError(message, ExitCode.USAGE)
    with looking_at(place) as battle:
        told, slug = _explained(battle, name), battle.battle.game.slug
    judged = NO_EXAMPLE if told.clause is None else examples_of(slug, told.clause.clause.id)
    if as_json:
        output.data(explained_answer(told, judged).model_dump_json(indent=1))
        return
    output.lines(*explained_lines(told, judged))


def _clause_told(output: Output, *, game: str, name: str, as_json: bool) -> None:
    try:
        found = clause_explained(games()[game], name)
    except BadInputError as complaint:
        raise UserError(str(complaint), ExitCode.USAGE) from complaint
    judged = examples_of(game, found.clause.id)
    if as_json:
        output.data(clause_text(found, judged).model_dump_json(indent=1))
        return
    output.lines(*clause_lines(found, judged))


def _explained(found: LookedAt, name: str) -> Explained:
    battle, kept = found.battle, NAME.fullmatch(name)
    if kept is not None and kept[1] == "r":
        line = found.archive.refusal(int(kept[2]))
        if line is not None:
            refused = read_refusal(line)
            return refusal_explained(
                battle.game,
                refused.refusal,
                name=refused.name,
                time=refused.time,
                author=refused.author,
            )
    entry = battle.entry(name)
    if entry is not None:
        return entry_explained(battle, entry)
    last = battle.sequence - 1
    message = f"expected an event from e0 to e{last}, or a refusal that is kept, got {name!r}"
    raise UserError(message, ExitCode.USAGE)
