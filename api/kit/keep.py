"""`umpire kit keep`: writes the numbers of printed tags into the roster, where they stay."""

import shlex
from pathlib import Path

from api.errors import ExitCode, UserError
from api.files.roster_file import MOST_BYTES, bytes_of, parse_army
from api.kit.work import KitChoices, planned_kit
from api.terminal.output import Output
from rules.table.bad_input import BadInputError
from vision.kit.making import Kit
from vision.kit.tags.plan import fresh_tags
from vision.kit.wanted.csv_to_toml import csv_to_toml
from vision.kit.wanted.kept_numbers import TABLE, with_kept
from vision.kit.wanted.lines import csv_rows, decoded

BOM = "\ufeff".encode()


def keep_tags(
    output: Output, roster: str, *, chosen: KitChoices, place: Path | None, as_json: bool
) -> None:
    """Write which piece has which tags, into the roster itself or into another file."""
    data = bytes_of(roster, most=MOST_BYTES, what="roster")
    is_csv = roster.lower().endswith(".csv")
    if is_csv and place is None:
        message = f"{roster}: a CSV file has no room for [{TABLE}]; make a TOML roster of it: "
        message += f"umpire kit keep {shlex.quote(roster)} -o army.toml"
        raise UserError(message, ExitCode.USAGE)
    made = planned_kit(parse_army(data, origin=roster, is_csv=is_csv), chosen, roster=roster)
    fresh = fresh_tags(made.army, made.plan)
    if not fresh and place is None:
        told = f"{roster} names every tag already"
        output.deed(told, as_json=as_json, tags=0, pieces=0)
        return
    text = csv_to_toml(csv_rows(decoded(data))) if is_csv else decoded(data)
    written = with_kept(text, fresh).encode() if fresh else text.encode()
    if data.startswith(BOM) and not is_csv:
        written = BOM + written
    _require_same(written, made=made, chosen=chosen, roster=roster)
    target = place or Path(roster)
    output.file(written, place=target, replace=place is None)
    tags = sum(len(numbers) for numbers in fresh.values())
    told = f"kept {_counted(tags, 'tag')} of {_counted(len(fresh), 'piece')}"
    says = f"{told}: each stays with its piece"
    output.deed(says, as_json=as_json, wrote=str(target), tags=tags, pieces=len(fresh))


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _require_same(written: bytes, *, made: Kit, chosen: KitChoices, roster: str) -> None:
    """Refuse to overwrite a roster with one that would not be read as the same army again."""
    try:
        again = parse_army(written, origin=roster, is_csv=False)
        plan = planned_kit(again, chosen, roster=roster).plan
        is_same = not fresh_tags(again, plan) and [
            (piece.id, piece.faces) for piece in plan.pieces
        ] == [(piece.id, piece.faces) for piece in made.plan.pieces]
    except (UserError, BadInputError):
        is_same = False
    if not is_same:
        message = f"{roster}: expected [kit], [[piece]] and [{TABLE}] each as a table of lines, "
        raise UserError(f"{message}got another way of writing TOML", ExitCode.BAD_INPUT)
