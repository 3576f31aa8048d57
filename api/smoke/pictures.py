"""Tries printing and measuring: a kit is printed, its table rendered, and found in the picture."""

import json
import math
from collections import Counter
from typing import Any, Final

from api.smoke.program import FailedStepError, Program
from api.wording import counted

ROSTER: Final = "army.toml"
PHOTOGRAPH: Final = "table/frame-00000.jpg"
TILT: Final = "30"
"""Degrees; what looks straight down cannot tell how high it hangs."""
WIDEST: Final = 4.0
"""Standard errors that a place may be off."""


def print_kit(program: Program) -> str:
    program.answer("kit", "example", "-o", ROSTER)
    program.answer("kit", ROSTER, "-o", "army.pdf")
    printed = (program.folder / "army.pdf").read_bytes()
    if not printed.startswith(b"%PDF-") or b"%%EOF" not in printed[-1024:]:
        message = f"army.pdf: expected a whole PDF, got {len(printed)} bytes that are none"
        raise FailedStepError(message, advice="is the disk full?")
    return f"{len(printed) / 1e3:.0f} kB of pages to cut out"


def render_photograph(program: Program) -> str:
    program.answer("synth", "--kit", ROSTER, "--tilt", TILT, "-o", "table")
    return f"a table with {counted(len(_truth(program)), 'tagged piece')}"


def locate_pieces(program: Program) -> str:
    """Everything on the rendered table is found where it lies, within the error that is told."""
    program.answer("calibrate", "table", PHOTOGRAPH, "--kit", ROSTER, "--bar", "6", "-o", "t.json")
    told = program.answer("locate", PHOTOGRAPH, "--profile", "t.json", "--roster", ROSTER, "--json")
    (photograph,) = json.loads(told)["photographs"]
    truth, found = _truth(program), {each["id"]: each for each in photograph["pieces"]}
    worst = 0.0
    for name, (x, y) in truth.items():
        piece = found.get(name)
        if piece is None or piece["pose"] is None:
            raise FailedStepError(f"{name} is on the table and was not found", advice=_OPENCV)
        off = math.hypot(piece["pose"]["x_in"] - x, piece["pose"]["y_in"] - y)
        if off > WIDEST * piece["error_in"]:
            most = f"{WIDEST * piece['error_in']:.3f} in"
            message = f"{name}: expected within {most} of its place, got {off:.3f} in"
            raise FailedStepError(message, advice=_OPENCV)
        worst = max(worst, off)
    return f"{counted(len(truth), 'piece')} found, at most {worst:.3f} in from where they lie"


_OPENCV: Final = "OpenCV sees something else here: `umpire doctor` says which one is loaded"


def _truth(program: Program) -> dict[str, tuple[float, float]]:
    """Where every piece with a tag of its own lies."""
    place = program.folder / "table" / "frame-00000.json"
    told: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
    tags = Counter(each["id"] for each in told["tags"])
    # Counters of one kind have one tag, and no names.
    named = {each["piece"] for each in told["tags"] if tags[each["id"]] == 1}
    places = {each["id"]: each["pose"] for each in told["snapshot"]["pieces"]}
    return {name: (at["x_in"], at["y_in"]) for name, at in places.items() if name in named}
