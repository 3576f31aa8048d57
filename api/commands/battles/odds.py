"""`umpire odds`: how likely what follows is, of an open roll or of a command not given yet."""

import json
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.text import Text

from api.battles.odds_shown import odds_shown, what_if_shown
from api.errors import ExitCode, UserError
from api.review.record.looking import LookedAt, looking_at
from api.terminal.output import Output
from rules.referee.court.odds import agreed_odds, odds_of_what_if, odds_told
from rules.referee.log.house_options import OFF
from rules.referee.odds.chances import asks_of
from rules.table.snapshot import Snapshot

HELP = (
    "Say how likely what the open rolls of a battle bring is, or what a command would bring, with "
    "saves and everything else that follows. Nothing is written."
)
FORMAT: Final = "paper-umpire/odds/1"


def odds(
    context: typer.Context,
    *,
    battle: Annotated[Path, typer.Argument(metavar="BATTLE", help="The battle's file.")],
    command: Annotated[
        str,
        typer.Argument(
            metavar="COMMAND",
            help='A command as JSON, as \'{"kind": "fire", "target": "T2"}\'; without one, '
            "the rolls that are waited for.",
        ),
    ] = "",
    seat: Annotated[
        str, typer.Option("--seat", help="Who would give the command; the first, unless you say.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    output: Output = context.obj
    with looking_at(battle) as found:
        if agreed_odds(found.battle) == OFF:
            message = "the players have not agreed to be told odds: the option odds is off"
            raise UserError(message, ExitCode.REFUSED)
        table = found.archive.snapshot_before(found.battle.sequence)
        if table is None:
            raise UserError(f"{battle}: no table was kept with it", ExitCode.CANNOT_SEE)
        told = (
            _what_if(found, table, command=command, seat=seat)
            if command
            else {"refusal": None, "odds": _waiting(found, table)}
        )
    if as_json:
        output.data(json.dumps({"format": FORMAT, **told}, indent=1, ensure_ascii=False))
        return
    output.lines(*map(Text, _lines(told)))


def _waiting(found: LookedAt, table: Snapshot) -> list[dict[str, object]]:
    battle = found.battle
    asks = asks_of(battle.game, battle.state)
    told = (odds_told(battle, table, seat=each.seat, ask=each) for each in asks)
    return [odds_shown(each) for each in told if each is not None]


def _what_if(found: LookedAt, table: Snapshot, *, command: str, seat: str) -> dict[str, object]:
    battle = found.battle
    try:
        body: Any = json.loads(command)
    except ValueError as complaint:
        raise UserError(f"COMMAND: expected JSON, {complaint}", ExitCode.USAGE) from complaint
    seats = [each.name for each in battle.setup.seats]
    who = seat or seats[0]
    if who not in seats or not isinstance(body, dict):
        expected = f"an object, and a seat that is one of {', '.join(seats)}"
        raise UserError(f"COMMAND: expected {expected}, got {command[:60]!r}", ExitCode.USAGE)
    told = what_if_shown(odds_of_what_if(battle, table, seat=who, command=body))
    return {"refusal": told["refusal"], "odds": [told["odds"]] if told["odds"] else []}


def _lines(told: dict[str, Any]) -> list[str]:
    if told["refusal"] is not None:
        return [f"{told['refusal']['clause']}: {told['refusal']['reason']}"]
    if not told["odds"]:
        return ["No dice or cards decide what comes next."]
    lines = []
    for each in told["odds"]:
        lines.append(f"{each['who']}: {each['asked']}")
        lines += [_likely_line(one) for one in each["likely"]]
        if not each["exact"]:
            lines.append(f"  of {each['samples']:,} throws that were tried")
        lines += [f"  as if nobody took it up: {one}" for one in each["declines"]]
        stops = dict.fromkeys(one["stops"] for one in each["outcomes"] if one["stops"])
        lines += [f"  it goes on once somebody has chosen: {one}" for one in list(stops)[:3]]
    return lines


def _likely_line(one: dict[str, Any]) -> str:
    exactly = (
        f"± {100 * one['error']:.1f} %" if one["error"] else f"{one['ways']:,} of {one['of']:,}"
    )
    return f"  {one['words']:>13}  {one['says']} ({exactly})"
