"""The outputs and pictures of docs/setting-up.md, and makes them anew.

Another OpenCV measures a little otherwise, and so may a better fit: a test compares the words of
the page and not its numbers, and what the pictures show and not their bytes.
"""

import contextlib
import io
import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from api.cli import run
from api.files.roster_file import roster_text

REPOSITORY: Final = Path(__file__).parents[1]
PAGE: Final = REPOSITORY / "docs" / "setting-up.md"
FOLDER: Final = REPOSITORY / "docs" / "setting-up"
BLOCK: Final = re.compile(
    r"<!-- measured: (?P<command>[^\n]+?) -->\n(?P<body>.*?)<!-- end -->", re.DOTALL
)
ROSTER: Final = "paper-tigers"
NUMBER: Final = re.compile(r"\d+(\.\d+)?")
WORDS: Final = re.compile(r"<text[^>]*>([^<]*)</text>")
PHOTOGRAPHS: Final = {
    "lens-view.jpg": ("practice/lens/view-02.jpg", 960),
    "anchors.jpg": ("practice/anchors/photo-1.jpg", 960),
    "located.jpg": ("located.png", 1440),
}
"""What each is made from, and how wide it is."""
DRAWINGS: Final = ("coverage.svg", "anchors.svg", "error.svg")
QUALITY: Final = 82
MOST_DIFFERENT: Final = 4.0
"""Grey levels, on average, by which a picture may differ from what is rendered today."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Made:
    """The page and its pictures as the program makes them today."""

    page: str
    photographs: dict[str, NDArray[np.uint8]]
    drawings: dict[str, str]


def made() -> Made:
    """Run every command of the page in a folder of its own, in their order."""
    with _a_folder():
        page = BLOCK.sub(output, PAGE.read_text(encoding="utf-8"))
        photographs = {
            name: _small(Path(source), wide=wide) for name, (source, wide) in PHOTOGRAPHS.items()
        }
        drawings = {name: (Path("report") / name).read_text(encoding="utf-8") for name in DRAWINGS}
    return Made(page=page, photographs=photographs, drawings=drawings)


@contextlib.contextmanager
def _a_folder() -> Iterator[None]:
    columns = os.environ.get("COLUMNS")
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        Path(f"{ROSTER}.toml").write_text(roster_text(ROSTER), encoding="utf-8")
        os.environ["COLUMNS"] = "100"
        try:
            yield
        finally:
            if columns is None:
                del os.environ["COLUMNS"]
            else:
                os.environ["COLUMNS"] = columns


def output(found: re.Match[str]) -> str:
    """A block with what its command prints today."""
    command = found["command"]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        code = run(shlex.split(command.removeprefix("umpire ")))
    left = f"\n$ echo $?\n{code}" if code else ""
    body = f"```console\n$ {command}\n{printed.getvalue().rstrip()}{left}\n```"
    return f"<!-- measured: {command} -->\n{body}\n<!-- end -->"


def _small(place: Path, *, wide: int) -> NDArray[np.uint8]:
    picture = cv2.imread(str(place))
    if picture is None:
        raise FileNotFoundError(place)
    size = (wide, round(picture.shape[0] * wide / picture.shape[1]))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def words_of(page: str) -> str:
    """A text with every number masked, and runs of blanks as one: columns follow the numbers."""
    return re.sub(r" +", " ", NUMBER.sub("#", page))


def stale(now: Made) -> list[str]:
    """What of the page says or shows something else today."""
    found = []
    if words_of(now.page) != words_of(PAGE.read_text(encoding="utf-8")):
        found.append(PAGE.name)
    for name, picture in now.photographs.items():
        if _difference(FOLDER / name, picture) > MOST_DIFFERENT:
            found.append(name)
    for name, text in now.drawings.items():
        place = FOLDER / name
        old = place.read_text(encoding="utf-8") if place.exists() else ""
        if list(map(words_of, WORDS.findall(old))) != list(map(words_of, WORDS.findall(text))):
            found.append(name)
    return found


def _difference(place: Path, picture: NDArray[np.uint8]) -> float:
    """Mean difference in grey levels between what is kept and what is made today."""
    kept = cv2.imread(str(place)) if place.exists() else None
    if kept is None or kept.shape != picture.shape:
        return 255.0
    return float(np.abs(kept.astype(int) - picture).mean())


def renew() -> list[Path]:
    """Write what is stale, and say which."""
    now = made()
    gone = stale(now)
    FOLDER.mkdir(exist_ok=True)
    for name in gone:
        if name == PAGE.name:
            PAGE.write_text(now.page, encoding="utf-8", newline="\n")
        elif name in now.photographs:
            quality = [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
            cv2.imwrite(str(FOLDER / name), now.photographs[name], quality)
        else:
            (FOLDER / name).write_text(now.drawings[name], encoding="utf-8", newline="\n")
    return [PAGE if name == PAGE.name else FOLDER / name for name in gone]
