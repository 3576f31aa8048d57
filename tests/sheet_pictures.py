"""The pictures of a drawn board in the documentation, and makes them anew.

Run it as `python -m tests.sheet_pictures`. They are photographs of the synthetic camera: nobody's
pencil, and the same every time.
"""

import sys
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.sheets.drawn import PLAN, drawn
from vision.sheets.annotated import annotated
from vision.sheets.reading import Reading, read_sheet

FOLDER: Final = Path(__file__).parents[1] / "docs" / "paper-invasion"
SEED: Final = "picture 7"
WIDTH: Final = 1100
QUALITY: Final = 82


def pictures() -> dict[str, bytes]:
    """Each picture by its name: the sheet, and the reading over it."""
    made = drawn(SEED, states=True, rooms=6, dark=0.6, traces=1)
    photograph = made.sheet.photograph()
    reading = read_sheet(np.asarray(cv2.cvtColor(photograph, cv2.COLOR_BGR2GRAY)), PLAN)
    assert isinstance(reading, Reading), reading
    return {"drawn.jpg": _jpeg(photograph), "read.jpg": _jpeg(annotated(photograph, reading))}


def _jpeg(picture: NDArray[np.uint8]) -> bytes:
    height = round(picture.shape[0] * WIDTH / picture.shape[1])
    small = cv2.resize(picture, (WIDTH, height), interpolation=cv2.INTER_AREA)
    done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert done, "expected a JPEG, got none"
    return bytes(data.tobytes())


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, data in pictures().items():
        (FOLDER / name).write_bytes(data)
        sys.stdout.write(f"wrote {name}\n")


if __name__ == "__main__":
    main()
