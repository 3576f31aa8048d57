"""`umpire evidence`: shows what one ruling was judged by, bundles it, and judges it again."""

import json
from pathlib import Path
from typing import Annotated

import typer

from api.errors import ExitCode, UserError
from api.files.new_folder import check_new, write_whole
from api.review.evidence.bundle import bundled, read_bundle
from api.review.evidence.evidence import Evidence, evidence_data, evidence_of
from api.review.record.looking import LookedAt, looking_at
from api.review.record.rechecked import otherwise
from api.terminal.output import AsJson, Output, show_help
from api.version import version
from rules.table.bad_input import BadInputError

app = typer.Typer(
    help="What a ruling was judged by: shown, bundled into one file, and judged again.",
    rich_markup_mode=None,
    invoke_without_command=True,
)
BattleFile = Annotated[Path, typer.Argument(metavar="BATTLE", help="The battle's file.")]
Event = Annotated[str, typer.Argument(metavar="EVENT", help="An event of the ruling, as e64.")]


@app.callback()
def evidence(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        show_help(context)


@app.command("show", help="How near was it? What would change it, and under which reading?")
def show(
    context: typer.Context,
    *,
    battle: BattleFile,
    event: Event,
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    with looking_at(battle) as found:
        told = _found(found, event)
    if as_json:
        output.data(json.dumps(evidence_data(told), indent=1, ensure_ascii=False))
        return
    output.data(" ".join(told.says))
    for each in told.measured:
        output.data(f"  {each.what}: {each.why}")
    for change in told.changes:
        output.data(f"  {change.says}")
    if not told.changes:
        output.data("  nothing within half an inch would change it")
    for reading in told.readings:
        agreed = " (agreed)" if reading.agreed else ""
        output.data(
            f"  {reading.ambiguity} {reading.option} {reading.value}{agreed}: {reading.then}"
        )


@app.command("bundle", help="Write a ruling with all it was judged by into one file.")
def bundle(
    context: typer.Context,
    *,
    battle: BattleFile,
    event: Event,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FILE", help="A new zip file.")],
    force: Annotated[bool, typer.Option("--force", help="Write over what is there.")] = False,
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    check_new(out, force=force)
    with looking_at(battle) as found:
        content = bundled(_found(found, event), found.archive, about=found.about)
    write_whole(content, place=out, force=force)
    says = f"wrote {out}; all secrets of all seats up to {event} are in it"
    output.deed(says, as_json=as_json, wrote=str(out), secrets_up_to=event)


@app.command("check", help="Judge a bundled ruling again, on this machine.")
def check(
    context: typer.Context,
    *,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A bundle of evidence.")],
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    found = read_bundle(file)
    name, why = f"e{found.case.number}", ""
    if not found.same:
        then = found.case.entries[0].versions
        rules = found.case.before.game.version
        why = otherwise(then.rules, then.umpire, rules=rules, installed=version())
    differences = [each.says for each in found.differences]
    if as_json:
        told = {"event": name, "same": found.same, "picture": found.has_picture, "because": why}
        value = {**told, "differences": differences}
        output.data(json.dumps(value, indent=1, ensure_ascii=False))
    elif found.same:
        picture = "with its picture" if found.has_picture else "no picture was kept"
        output.data(f"{name}: ruled the same again; {picture}")
    else:
        output.data(f"{name}: ruled otherwise now" + (f": {why}" if why else ""))
        for each in differences:
            output.data(f"  {each}")
    if not found.same and not why:
        raise typer.Exit(ExitCode.UNEXPECTED)


def _found(found: LookedAt, event: str) -> Evidence:
    entry = found.battle.entry(event)
    if entry is None:
        message = f"expected an event from e1 to e{found.battle.sequence - 1}, got {event!r}"
        raise UserError(message, ExitCode.USAGE)
    try:
        return evidence_of(found.battle, found.archive, sequence=entry.sequence)
    except BadInputError as complaint:
        raise UserError(str(complaint), ExitCode.BAD_INPUT) from complaint
