"""`umpire config`: shows every setting of the umpire, and where it comes from."""

import json
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.text import Text

from api.backup.places import kept_places
from api.commands.serve import serve
from api.config.chosen import VARIABLE, ChosenSetting, chosen, config_file
from api.errors import ExitCode, UserError
from api.files.data_folder import data_folder
from api.terminal.output import Output

HELP = (
    "Show what `umpire serve` is started with, and who says so: the environment, the file "
    "umpire.toml, or nobody."
)
FORMAT: Final = "paper-umpire/config/1"
DEFAULTS: Final[dict[str, Any]] = dict(serve.__kwdefaults__ or {})
"""What the command itself does where nobody says anything."""


def config(
    context: typer.Context,
    *,
    make: Annotated[
        bool, typer.Option("--make", help="Write the file, with everything as it is now.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
) -> None:
    output: Output = context.obj
    place = config_file()
    found = chosen(place)
    if make:
        _make(output, place, found=found)
        return
    kept = kept_places(None)
    if as_json:
        rows = [
            {"name": each.setting.name, "value": _plain(_value(each)), "source": each.source}
            for each in found
        ]
        told = {"format": FORMAT, "file": str(place), "is_there": place.exists(), "settings": rows}
        told["kept"] = {"battles": str(kept.battles), "remembered": str(kept.remembered)}
        output.data(json.dumps(told, indent=2, ensure_ascii=False))
        return
    there = "" if place.exists() else f", which is not there; {VARIABLE} names another one"
    output.lines(
        Text(f"{place}{there}"),
        *map(_line, found),
        Text(f"battles, profiles and keys are in {kept.battles}"),
        Text(f"what games remember of the last one is in {kept.remembered}"),
    )


def _line(each: ChosenSetting) -> Text:
    value = _plain(_value(each))
    shown = "-" if value is None else json.dumps(value) if isinstance(value, bool) else str(value)
    source = each.source or "nobody says otherwise"
    return Text.assemble((f"{each.setting.name:<16}", "bold"), shown, (f"  ({source})", "dim"))


def _value(each: ChosenSetting) -> object:
    if each.value is not None:
        return each.value
    if each.setting.name == "battles":
        return data_folder() / "battles"
    return DEFAULTS["browser" if each.setting.name == "open" else each.setting.name]


def _plain(value: object) -> object:
    return str(value) if isinstance(value, Path) else value


def _make(output: Output, place: Path, *, found: list[ChosenSetting]) -> None:
    lines = [
        "# How `umpire serve` is started. Each line is explained by a running umpire, at",
        "# /guide/cli.html#umpire-config.",
        "[serve]",
    ]
    for each in found:
        value = _plain(_value(each))
        mark = "# " if each.value is None else ""
        lines += ["", f"# {each.setting.says}"]
        lines += [f"{mark}{each.setting.name} = {json.dumps('' if value is None else value)}"]
    try:
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as failure:
        reason = failure.strerror or str(failure)
        message = f"{place.parent}: expected a folder for umpire.toml, got: {reason}"
        raise UserError(message, ExitCode.BAD_INPUT) from failure
    output.file("\n".join(lines) + "\n", place=place, replace=False)
