"""`umpire doctor`: says whether this installation can run, and what it is made of."""

import json
import platform
import sys
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.text import Text

from api.errors import ExitCode, UserError
from api.files.data_folder import data_folder
from api.files.games import installed
from api.provenance import foreign_packages
from api.terminal.output import Output
from api.version import version
from vision.opencv import inspect_opencv
from vision.tracking.settings import thresholds

HELP = "Look whether this installation can run, and say what is wrong if not."
PACKAGES: Final = ("numpy", "shapely", "reportlab", "fastapi", "uvicorn", "typer", "rich")
FORMAT: Final = "paper-umpire/doctor/1"


def doctor(
    context: typer.Context,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
    with_thresholds: Annotated[
        bool, typer.Option("--thresholds", help="Also every threshold of the live table.")
    ] = False,
    bundle: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.zip",
            help="Pack what whoever looks for a fault needs; no secret is in it.",
        ),
    ] = None,
) -> None:
    report = examine()
    output: Output = context.obj
    if with_thresholds or bundle is not None:
        report["thresholds"] = [asdict(each) for each in thresholds()]
    if bundle is not None:
        output.file(_bundled(report), place=bundle, replace=False)
    elif as_json:
        output.data(json.dumps(report, indent=2))
    else:
        output.lines(*_lines(report), *_threshold_lines(report.get("thresholds", [])))
    if report["problems"]:
        raise typer.Exit(ExitCode.UNFIT)


def _bundled(report: dict[str, Any]) -> bytes:
    from api.backup.places import kept_places
    from api.commands.installation.bundling import bundled
    from api.config.chosen import chosen, config_file

    try:
        settings, battles = chosen(config_file()), kept_places(None).battles
    except UserError:
        # Settings that cannot be read may be the very fault.
        settings, battles = [], data_folder() / "battles"
        report = {**report, "settings": "cannot be read"}
    named = ((each.metadata["Name"], each.version) for each in metadata.distributions())
    return bundled(
        report,
        settings=settings,
        battles=battles,
        packages=dict(named),
    )


def examine() -> dict[str, Any]:
    """What was found, in the shape of the JSON; `problems` is empty where all is well."""
    packages = {name: _version_of(name) for name in PACKAGES}
    opencv = inspect_opencv()
    problems = [str(foreign) for foreign in foreign_packages()]
    problems += [f"{name} is not installed" for name, found in packages.items() if found is None]
    if opencv.problem is not None:
        problems.append(f"OpenCV: {opencv.problem}")
    problems += [
        f"the game {folder} is left out: {why}" for folder, why in installed().faults.items()
    ]
    return {
        "format": FORMAT,
        "fit": not problems,
        "paper_umpire": version(),
        "python": platform.python_version(),
        "interpreter": sys.executable,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}".strip(),
        "packages": packages,
        "opencv": {
            "version": opencv.version,
            "wheels": list(opencv.wheels),
            "corner_error_px": opencv.corner_error_px,
        },
        "problems": problems,
    }


def _threshold_lines(rows: list[dict[str, Any]]) -> list[Text]:
    """Name, value and unit, then what changing it costs."""
    return [
        Text.assemble(
            (f"{row['name']}: ", "bold"), f"{row['value']:g} {row['unit']}. ", row["consequence"]
        )
        for row in rows
    ]


def _version_of(distribution: str) -> str | None:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def _lines(report: dict[str, Any]) -> list[Text]:
    opencv = report["opencv"]
    seen = opencv["corner_error_px"]
    self_test = "" if seen is None else f", finds a drawn tag to {seen:.2f} px"
    rows = [
        ("Paper Umpire", report["paper_umpire"]),
        ("Python", f"{report['python']} ({report['interpreter']})"),
        ("System", report["system"]),
        ("OpenCV", f"{opencv['version'] or 'does not load'}{self_test}"),
        *((name, found or "missing") for name, found in report["packages"].items()),
    ]
    lines = [Text.assemble((f"{name:<14}", "dim"), str(found)) for name, found in rows]
    if report["fit"]:
        return [*lines, Text.assemble(("fit", "bold green"), ": nothing stands in the way")]
    unfit = [Text.assemble(("unfit", "bold red"), f": {text}") for text in report["problems"]]
    return [*lines, *unfit]
