"""`umpire event`: pairs the next round of a report file, checks its rounds, and says who leads."""

import json
from dataclasses import replace
from typing import Annotated

import typer

from api.errors import ExitCode, UserError
from api.files.roster_file import bytes_of
from api.hub.event import acts
from api.hub.event.checking import CheckedRound, checked_rounds
from api.hub.event.deeds import USUAL_ORDER, Measure, PairingSystem
from api.hub.event.exchange import MOST_BYTES, EventReport, ExchangeFileError, read_report
from api.hub.event.importing import deeds_of_report
from api.hub.event.standings import UNITS, StandingsRow, standings
from api.hub.event.state import EventRefusedError, EventState, event_of
from api.terminal.output import AsJson, Output, show_help

app = typer.Typer(
    help="Pair an event from its report file (TRF), check it, and say who leads.",
    rich_markup_mode=None,
    invoke_without_command=True,
)

ReportFile = Annotated[
    str, typer.Argument(metavar="FILE", help="The event as a report file (TRF).")
]
IN_REPORTS = tuple(
    each for each in Measure if each not in {Measure.VICTORY_POINTS, Measure.VICTORY_MARGIN}
)
"""Report files have no victory points."""


@app.callback()
def event(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        show_help(context)


@app.command("pair", help="Say who plays whom in the next round.")
def pair_next(
    context: typer.Context,
    *,
    file: ReportFile,
    system: Annotated[
        str, typer.Option(help="swiss, round_robin or knockout.")
    ] = PairingSystem.SWISS.value,
    away: Annotated[
        list[int] | None, typer.Option(help="The number of somebody who does not play; repeat it.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    report = _report(file)
    report = replace(report, away=report.away | set(away or ()))
    state = _event(report, system=_system(system))
    try:
        for number in report.away:
            state.player(number)
        drawn = acts.drawn(state)
    except EventRefusedError as refusal:
        raise UserError(str(refusal), ExitCode.USAGE) from refusal
    draw = drawn.draw
    if as_json:
        told = {
            "round": drawn.round,
            "pairs": [{"white": white, "black": black} for white, black in draw.pairs],
            "byes": list(draw.byes),
            "conceded": list(draw.concessions),
        }
        output.data(json.dumps(told, indent=1))
        return
    names = {each.number: f"{each.number} {each.name}" for each in state.players}
    lines = [f"round {drawn.round}"]
    for table, (white, black) in enumerate(draw.pairs, start=1):
        lines.append(f"{table:4}  {names[white]} - {names[black]}")
    lines += [f" bye  {names[each]}" for each in draw.byes]
    lines += [f"conceded: {each}" for each in draw.concessions]
    output.data("\n".join(lines))


@app.command("check", help="Pair every round of a Swiss event again, and compare.")
def check_rounds(context: typer.Context, *, file: ReportFile, as_json: AsJson = False) -> None:
    output: Output = context.obj
    found = checked_rounds(_report(file))
    if as_json:
        output.data(json.dumps({"rounds": [_as_json(each) for each in found]}, indent=1))
    else:
        lines = [line for each in found for line in _told(each)]
        output.data("\n".join(lines or ["no round has been played"]))
    if not all(each.has_same_pairs and each.has_same_sides for each in found):
        raise typer.Exit(ExitCode.UNEXPECTED)


@app.command("standings", help="Say who leads, by the measures that you put in order.")
def say_standings(
    context: typer.Context,
    *,
    file: ReportFile,
    by: Annotated[
        list[str] | None,
        typer.Option(help=f"The next measure, repeat it: {', '.join(IN_REPORTS)}."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    order = tuple(dict.fromkeys(map(_measure, by))) if by else USUAL_ORDER
    state = _event(_report(file), order=order)
    rows = standings(state)
    if as_json:
        output.data(json.dumps({"standings": [_row_as_json(state, each) for each in rows]}))
        return
    names = {each.number: each.name for each in state.players}
    width = max((len(each) for each in names.values()), default=0)
    lines = [f"rank  {'player':{width}}  " + "  ".join(order)]
    for row in rows:
        values = "  ".join(f"{_value(row, each):>{len(each)}}" for each in order)
        lines.append(f"{row.rank:4}  {names[row.number]:{width}}  {values}")
    output.data("\n".join(lines))


def _report(place: str) -> EventReport:
    data = bytes_of(place, most=MOST_BYTES, what="report file")
    try:
        return read_report(data.decode("utf-8-sig", errors="replace"))
    except ExchangeFileError as error:
        raise UserError(f"{place}: {error}", ExitCode.BAD_INPUT) from error


def _event(
    report: EventReport,
    *,
    system: PairingSystem = PairingSystem.SWISS,
    order: tuple[Measure, ...] = USUAL_ORDER,
) -> EventState:
    return event_of(deeds_of_report(report, system=system, order=order))


def _system(text: str) -> PairingSystem:
    known = [each for each in PairingSystem if each is not PairingSystem.BY_HAND]
    if text not in known:
        raise UserError(f"--system: expected {', '.join(known)}, got {text}", ExitCode.USAGE)
    return PairingSystem(text)


def _measure(text: str) -> Measure:
    if text not in IN_REPORTS:
        raise UserError(f"--by: expected {', '.join(IN_REPORTS)}, got {text}", ExitCode.USAGE)
    return Measure(text)


def _told(checked: CheckedRound) -> list[str]:
    if checked.has_same_pairs and checked.has_same_sides:
        lines = [f"round {checked.round}: the same"]
    elif checked.has_same_pairs:
        lines = [f"round {checked.round}: the same pairs on other sides"]
    else:
        lines = [f"round {checked.round}: other pairs"]
    ours, theirs = set(checked.expected.pairs), set(checked.made.pairs)
    lines += [f"  expected {white} - {black}" for white, black in sorted(ours - theirs)]
    lines += [f"  got {white} - {black}" for white, black in sorted(theirs - ours)]
    lines += [f"  {one} and {other} met again" for one, other in checked.rematches]
    lines += [f"  {each} had a second bye" for each in checked.second_byes]
    return lines


def _as_json(checked: CheckedRound) -> dict[str, object]:
    return {
        "round": checked.round,
        "same_pairs": checked.has_same_pairs,
        "same_sides": checked.has_same_sides,
        "expected": [list(pair) for pair in checked.expected.pairs],
        "got": [list(pair) for pair in checked.made.pairs],
        "rematches": [list(pair) for pair in checked.rematches],
        "second_byes": list(checked.second_byes),
    }


def _value(row: StandingsRow, measure: Measure) -> str:
    """
    >>> row = StandingsRow(rank=1, number=1, values={Measure.POINTS: 25}, played=3)
    >>> _value(row, Measure.POINTS)
    '2.5'
    """
    return f"{row.values[measure] / UNITS.get(measure, 1):g}"


def _row_as_json(state: EventState, row: StandingsRow) -> dict[str, object]:
    values = {each.value: count / UNITS.get(each, 1) for each, count in row.values.items()}
    name = state.player(row.number).name
    return {"rank": row.rank, "number": row.number, "name": name, "played": row.played, **values}
