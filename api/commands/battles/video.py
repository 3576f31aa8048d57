"""`umpire video`: shows a battle from above as a video, with the camera beside it."""

from pathlib import Path
from typing import Annotated

import typer

from api.errors import ExitCode, UserError
from api.files.new_folder import check_new
from api.review.record.looking import looking_at
from api.terminal.output import AsJson, Output
from api.terminal.progress import bar

HELP = "Show a battle as a video: the table from above, and the camera's pictures if there are any."


def video(
    context: typer.Context,
    *,
    battle: Annotated[Path, typer.Argument(metavar="BATTLE", help="The battle's file.")],
    out: Annotated[
        Path, typer.Option("-o", "--out", metavar="FILE", help="FILE.webm or FILE.avi.")
    ],
    per_second: Annotated[
        float, typer.Option("--speed", min=0.2, max=30, help="Events a second.")
    ] = 2.0,
    camera: Annotated[
        bool, typer.Option("--camera", help="With the photographs beside the table.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Write over what is there.")] = False,
    as_json: AsJson = False,
) -> None:
    from api.review.pages.video import codec_for, frames, write_video
    from api.review.story.history import history_of

    output: Output = context.obj
    check_new(out, force=force)
    codec = codec_for(out)
    # Written beside it and renamed at the end: a file of that name is always whole.
    half = out.with_name(f".{out.stem}.half{out.suffix}")
    try:
        with looking_at(battle) as found, bar("Drawing") as step:
            history = history_of(found.battle)
            images = frames(history, found.archive, with_camera=camera, progress=step)
            count = write_video(images, half, codec=codec, per_second=per_second)
        if not count:
            message = f"{battle}: no table was kept in it, so there is nothing to show"
            raise UserError(message, ExitCode.BAD_INPUT)
        half.replace(out)
    finally:
        half.unlink(missing_ok=True)
    output.deed(
        f"wrote {out}: {count:,} frames as {codec.name}",
        as_json=as_json,
        wrote=str(out),
        frames=count,
        codec=codec.name,
    )
