"""`umpire verify`: checks a battle's chain and replay, and judges every measured ruling again."""

import json
from pathlib import Path
from typing import Annotated, Final

import typer

from api.errors import ExitCode
from api.files.games import games
from api.review.pages.page_parts import counted
from api.review.record.reading import reading
from api.review.record.rechecked import Check, Rechecked
from api.review.record.verify import Verified, verified
from api.terminal.output import Output
from api.terminal.progress import bar
from api.version import version

HELP = (
    "Check a battle: its chain of hashes, its replay, and every measured ruling, judged again "
    "from what it was judged by. Nothing in the file is changed."
)
FORMAT: Final = "paper-umpire/verified/1"
MOST_TOLD: Final = 20


def verify(
    context: typer.Context,
    *,
    battle: Annotated[Path, typer.Argument(metavar="BATTLE", help="The battle's file.")],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON, with every ruling, instead of sentences.")
    ] = False,
) -> None:
    output: Output = context.obj
    with reading(battle) as battles, bar("Judging again") as step:
        found = verified(battles, games=games(), installed=version(), progress=step)
    output.data(json.dumps(_data(found), indent=2) if as_json else "\n".join(_lines(found)))
    if not found.is_sound:
        raise typer.Exit(ExitCode.UNEXPECTED)


def _lines(found: Verified) -> list[str]:
    same, different, unknown = (
        found.of(check) for check in (Check.SAME, Check.DIFFERENT, Check.UNKNOWN)
    )
    changed = found.of(Check.RULES_CHANGED)
    lines = [f"{counted(found.events, 'event')}: {found.fault or 'the chain holds, and replays'}"]
    lines.append(
        f"{counted(len(found.rulings), 'measured ruling')}: {len(same):,} the same, "
        f"{len(different):,} different, {len(unknown):,} that cannot be judged again"
    )
    if changed:
        lines.append(f"{counted(len(changed), 'ruling')} that today's rules make otherwise:")
    for each in changed[:MOST_TOLD]:
        lines += _told(each)
    for each in different[:MOST_TOLD]:
        lines += _told(each)
    if more := sum(max(0, len(each) - MOST_TOLD) for each in (changed, different)):
        lines.append(f"... and {more:,} more; --json has them all")
    reasons = dict.fromkeys(each.why for each in unknown)
    lines += [f"cannot be judged again: {why}" for why in list(reasons)[:MOST_TOLD]]
    made = ", ".join(found.made_with)
    lines.append(f"played with {made}; judged again with {found.installed}")
    but = f", but for what today's rules change: {len(changed):,}" if changed else ""
    lines.append(f"SOUND{but}" if found.is_sound else "NOT SOUND")
    return lines


def _told(each: Rechecked) -> list[str]:
    return [
        f"{each.entry} ({each.clause}) differs: {each.why}",
        *(f"  {d}" for d in each.differences),
    ]


def _data(found: Verified) -> dict[str, object]:
    return {
        "format": FORMAT,
        "sound": found.is_sound,
        "events": found.events,
        "fault": found.fault,
        "made_with": list(found.made_with),
        "installed": found.installed,
        "rulings": [
            {
                "event": each.entry,
                "clause": each.clause,
                "check": str(each.check),
                "why": each.why,
                "differences": list(each.differences),
            }
            for each in found.rulings
        ],
    }
