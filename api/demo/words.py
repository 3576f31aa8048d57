"""Tells how a demonstration went: what was ruled, and how exactly the camera saw."""

from typing import Any, Final

import numpy as np
from rich.text import Text

from api.demo.battle import Demonstrated

FORMAT: Final = "paper-umpire/demo/1"


def demo_lines(done: Demonstrated) -> list[Text]:
    """The summary for people."""
    ruled = sum(done.accepted.values())
    lines = [
        Text.assemble((done.game, "bold"), f", seed {done.seed}: {_end(done)}"),
        Text(f"  {ruled} commands accepted: {_counts(done.accepted)}"),
        Text(f"  {sum(done.refused.values())} refused: {_counts(done.refused) or 'none'}"),
        Text(f"  {done.moves} moves by hand, seen in {done.frames} pictures of the camera"),
    ]
    measured = accuracy(done)
    if measured is not None:
        lines += [
            Text(
                f"  {measured['places']} places measured against the truth: half are within "
                f"{measured['median_in']:.3f} in, 95 in 100 within {measured['p95_in']:.3f} in, "
                f"the worst is {measured['worst_in']:.3f} in off"
            ),
            Text(
                f"  headings: half within {measured['median_deg']:.2f} degrees, the worst "
                f"{measured['worst_deg']:.2f}"
            ),
            Text(
                f"  the calibration promised {done.accuracy_in:.3f} in (two standard errors); "
                f"{measured['within_promised']:.0%} of the places keep to it"
            ),
        ]
    return [*lines, Text(f"  the battle is in {done.place}")]


def demo_value(done: Demonstrated) -> dict[str, Any]:
    """The summary for programs."""
    return {
        "format": FORMAT,
        "game": done.game,
        "seed": done.seed,
        "battle": str(done.place),
        "result": done.result,
        "stopped": done.is_stopped,
        "events": done.events,
        "accepted": dict(sorted(done.accepted.items())),
        "refused": dict(sorted(done.refused.items())),
        "moves": done.moves,
        "frames": done.frames,
        "promised_in": round(done.accuracy_in, 4),
        "accuracy": accuracy(done),
    }


def accuracy(done: Demonstrated) -> dict[str, Any] | None:
    """How far measured places were from the truth; None where none was measured."""
    if not done.misses:
        return None
    inches = np.array([each.inches for each in done.misses])
    degrees = np.array([each.degrees for each in done.misses])
    return {
        "places": len(inches),
        "median_in": round(float(np.median(inches)), 4),
        "p95_in": round(float(np.percentile(inches, 95)), 4),
        "worst_in": round(float(inches.max()), 4),
        "median_deg": round(float(np.median(degrees)), 3),
        "worst_deg": round(float(degrees.max()), 3),
        "within_promised": round(float((inches <= done.accuracy_in).mean()), 4),
    }


def _end(done: Demonstrated) -> str:
    if done.result is not None:
        return done.result
    return "stopped before its end" if done.is_stopped else "it has no result yet"


def _counts(counted: "dict[str, int]") -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counted.items()))
