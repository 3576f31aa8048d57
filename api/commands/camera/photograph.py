"""`umpire photograph`: takes one picture from a camera, as the umpire will see the table."""

import time
from pathlib import Path
from typing import Annotated, Final

import typer

from api.errors import ExitCode, UserError
from api.files.new_folder import check_new, write_whole
from api.terminal.output import AsJson, Output

HELP = (
    "Take one photograph with a camera, at the size and focus that measuring will use: the "
    "sharpest of a few, in colour where the camera gives it."
)
FRAMES: Final = 8


def photograph(
    context: typer.Context,
    *,
    camera: Annotated[
        str,
        typer.Option(
            metavar="SOURCE", help="A camera's number, a stream's address, a video or a scene."
        ),
    ] = "0",
    output_file: Annotated[
        Path, typer.Option("--output", "-o", help="The photograph: a PNG file.")
    ],
    force: Annotated[
        bool, typer.Option("--force", help="Write over a photograph that is there already.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    if output_file.suffix.lower() != ".png":
        message = f"--output: expected a name that ends in .png, got {output_file}"
        raise UserError(message, ExitCode.USAGE)
    check_new(output_file, force=force)
    data, width, height = _sharpest(camera)
    write_whole(data, place=output_file, force=force)
    output: Output = context.obj
    output.deed(
        f"wrote {output_file}: {width} x {height}, the sharpest of up to {FRAMES}",
        as_json=as_json,
        wrote=str(output_file),
        width_px=width,
        height_px=height,
    )


def _sharpest(camera: str) -> tuple[bytes, int, int]:
    """As a PNG file, which loses nothing, and its size."""
    from itertools import islice

    import cv2

    from api.files.photograph_files import told_by_code
    from vision.camera.luma import colour_of_jpeg
    from vision.camera.opening import open_source
    from vision.camera.source import SourceError

    best, most = None, -1.0
    with told_by_code(ExitCode.BAD_INPUT):
        try:
            with open_source(camera, clock=time.monotonic) as source:
                for frame in islice(source.frames(), FRAMES):
                    sharpness = float(cv2.Laplacian(frame.grey, cv2.CV_64F).var())
                    if sharpness > most:
                        best, most = frame, sharpness
        except SourceError as failure:
            raise UserError(str(failure), ExitCode.BAD_INPUT) from failure
    if best is None:
        raise UserError(f"{camera}: gives no picture", ExitCode.CANNOT_SEE)
    # Measuring needs no colour, but the picture that is drawn over the photograph has it.
    colour = None if best.jpeg is None else colour_of_jpeg(best.jpeg)
    done, data = cv2.imencode(".png", best.grey if colour is None else colour)
    if not done:
        raise UserError(f"{camera}: OpenCV cannot write its picture", ExitCode.CANNOT_SEE)
    return data.tobytes(), int(best.grey.shape[1]), int(best.grey.shape[0])
