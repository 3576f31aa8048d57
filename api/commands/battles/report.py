"""`umpire report`: tells the whole story of a battle as a page, a PDF or data."""

import json
from pathlib import Path
from typing import Annotated

import typer

from api.errors import ExitCode, UserError
from api.files.new_folder import check_new, write_whole
from api.review.exports.as_data import report_data
from api.review.pages.page import report_page
from api.review.record.looking import looking_at
from api.review.story.report_data import report_of
from api.terminal.output import Output
from api.terminal.progress import bar

HELP = (
    "Tell a battle: result, story, maps, dice, rulings, disputes and accuracy, as one HTML page, "
    "as a PDF, or as JSON."
)


def report(
    context: typer.Context,
    *,
    battle: Annotated[Path, typer.Argument(metavar="BATTLE", help="The battle's file.")],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FILE", help="FILE.html, FILE.pdf or FILE.json."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The same as data.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Write over what is there.")] = False,
) -> None:
    output: Output = context.obj
    kind = _kind(out, as_json=as_json)
    if out is not None:
        check_new(out, force=force)
    with looking_at(battle) as found, bar("Telling") as step:
        tables = found.archive.snapshot_before
        told = report_of(found.battle, found.about, progress=step, tables=tables)
        if kind == ".json":
            content = json.dumps(report_data(told), indent=1, ensure_ascii=False).encode()
        elif kind == ".pdf":
            from api.review.pages.pdf import report_pdf

            content = report_pdf(told, tables, progress=step)
        else:
            content = report_page(told, tables, progress=step).encode()
    if out is None:
        output.data(content.decode())
        return
    write_whole(content, place=out, force=force)
    output.remark(f"wrote {out}")


def _kind(out: Path | None, *, as_json: bool) -> str:
    if as_json:
        return ".json"
    if out is None:
        message = "say where the page goes: -o battle.html, or -o battle.pdf; --json prints data"
        raise UserError(message, ExitCode.USAGE)
    kind = out.suffix.lower()
    if kind not in {".html", ".htm", ".pdf", ".json"}:
        message = f"{out}: expected a name that ends with .html, .pdf or .json"
        raise UserError(message, ExitCode.USAGE)
    return ".html" if kind == ".htm" else kind
