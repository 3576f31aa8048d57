"""Compares a picture of the page with the small one that is kept, and keeps a new one."""

from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

KEPT: Final = Path(__file__).parent / "looks"
FULL_PER_KEPT: Final = 3
"""A kept picture is so many times narrower and lower than the page."""
QUALITY: Final = 55
CELL: Final = 8
"""Pixels of a kept picture on the side of a cell."""
STEP: Final = 14.0
"""Two cells differ when the mean of a colour does by more, of 255."""
MOST: Final = 0.02
"""The share of cells that may differ in the browser that the pictures were made in."""
MOST_ELSEWHERE: Final = 0.25
"""The same in another browser, whose fonts break lines elsewhere: a lost part is still noticed."""
MADE_IN: Final = "made-in.txt"

Picture = NDArray[np.uint8]


def small(png: bytes) -> Picture:
    """What is kept of a picture of the whole window."""
    full = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert full is not None
    height, width = (side // FULL_PER_KEPT for side in full.shape[:2])
    return np.asarray(cv2.resize(full, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def keep(name: str, png: bytes, *, folder: Path = KEPT) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.webp"
    _, packed = cv2.imencode(".webp", small(png), [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
    path.write_bytes(packed.tobytes())
    return path


def kept(name: str, *, folder: Path = KEPT) -> Picture | None:
    path = folder / f"{name}.webp"
    if not path.exists():
        return None
    found = cv2.imread(str(path), cv2.IMREAD_COLOR)
    return None if found is None else np.asarray(found, np.uint8)


def difference(one: Picture, other: Picture) -> float:
    """The share of cells whose mean colour differs; all of them where the sizes do."""
    if one.shape != other.shape:
        return 1.0
    apart = np.abs(_cells(one) - _cells(other)).max(axis=2)
    return float((apart > STEP).mean())


def made_in(browser: str, *, folder: Path = KEPT) -> None:
    """Note the version of the browser that the pictures were made in."""
    (folder / MADE_IN).write_text(f"{browser}\n", encoding="ascii")


def most_in(browser: str, *, folder: Path = KEPT) -> float:
    """The share of cells that may differ in a browser of this version."""
    own = (folder / MADE_IN).read_text(encoding="ascii").strip()
    return MOST if own == browser else MOST_ELSEWHERE


def fault(name: str, png: bytes, *, written: Path, folder: Path = KEPT, most: float = MOST) -> str:
    """What is to be told of a view that looks otherwise than it is kept, or nothing."""
    before = kept(name, folder=folder)
    by = 1.0 if before is None else difference(before, small(png))
    if by <= most:
        return ""
    written.mkdir(parents=True, exist_ok=True)
    new = written / f"{name}.png"
    new.write_bytes(png)
    told = "is not kept yet" if before is None else f"differs in {by:.1%} of its cells"
    return (
        f"{name} {told}, at most {most:.0%} may; look at {new} and, where it is right, type "
        f"python -m tests.page_looks {name.partition('.')[0]}"
    )


def _cells(picture: Picture) -> NDArray[np.float64]:
    height, width = (side // CELL * CELL for side in picture.shape[:2])
    cut = picture[:height, :width].astype(np.float64)
    return np.asarray(
        cut.reshape(height // CELL, CELL, width // CELL, CELL, 3).mean(axis=(1, 3)), np.float64
    )
