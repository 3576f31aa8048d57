"""`umpire watch`: follows a table while it is played on, line by line."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.errors import ExitCode, UserError

if TYPE_CHECKING:
    from api.terminal.output import Output

HELP = (
    "Follow a camera over a table: every move as it counts, what is hidden, lost or doubled, and "
    "whether the camera may be ruled by. Ctrl-C ends it."
)


def watch(
    context: typer.Context,
    *,
    camera: Annotated[
        list[str],
        typer.Option(
            "--camera",
            metavar="SOURCE",
            help="Its number, a stream, a video, a scene. Several times: then they see one table "
            "together.",
        ),
    ],
    profile: Annotated[
        list[str] | None,
        typer.Option(
            "--profile",
            metavar="TABLE.json",
            help="From `umpire calibrate table`, one for each camera in the same order; a "
            "scene brings its own, a recording may.",
        ),
    ] = None,
    roster: Annotated[
        str | None,
        typer.Option(
            help="Which tag is which piece; without it tags are counted. A scene brings its own, "
            "a recording may."
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a line of JSON for each change.")
    ] = False,
    annotate: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="A new or empty folder for a picture of each moment that is told.",
        ),
    ] = None,
) -> None:
    code = _watched(
        context.obj,
        cameras=tuple(camera),
        profiles=tuple(profile or ()),
        roster=roster,
        as_json=as_json,
        annotate=annotate,
    )
    if code:
        raise typer.Exit(code)


def _watched(
    output: "Output",
    *,
    cameras: tuple[str, ...],
    profiles: tuple[str, ...],
    roster: str | None,
    as_json: bool,
    annotate: Path | None,
) -> ExitCode:
    """By one camera, or by several together."""
    if profiles and len(profiles) != len(cameras):
        message = f"--profile: expected one for each of {len(cameras)} cameras, got {len(profiles)}"
        raise UserError(message, ExitCode.USAGE)
    if len(cameras) > 1:
        from api.locating.watching_several import SeveralAsked, watch_several

        together = SeveralAsked(
            cameras=cameras, profiles=profiles, roster=roster, as_json=as_json, annotate=annotate
        )
        return watch_several(output, together)
    from api.locating.watching import WatchAsked, watch_all

    asked = WatchAsked(
        camera=cameras[0],
        profile=profiles[0] if profiles else None,
        roster=roster,
        as_json=as_json,
        annotate=annotate,
    )
    return watch_all(output, asked)
