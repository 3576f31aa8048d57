"""Draws rolls into a folder: `python -m benchmarks.path_traced_dice FOLDER`.

It needs the extra `bench`. What is in the folder already is not drawn again, so that it can be
stopped and started, or run twice at a time from another `--first`.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.path_traced_dice.throws import thrown
from benchmarks.path_traced_dice.tracing import Tracer

TRUTH: Final = "dice.toml"
SIZE: Final = (720, 540)


def main(arguments: Sequence[str]) -> int:
    """Draw each roll that is not there, and write down what came up in all of them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.path_traced_dice")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rolls", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="the roll to begin with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, default=8, help="light paths through a pixel")
    wanted = parser.parse_args(arguments)
    throws = {
        f"roll-{index:03}.jpg": thrown(
            np.random.default_rng([wanted.seed, index]), count=1 + index % 8, size=SIZE
        )
        for index in range(wanted.rolls)
    }
    wanted.folder.mkdir(parents=True, exist_ok=True)
    truth = "".join(f'"{name}" = {throw.faces}\n' for name, throw in throws.items())
    (wanted.folder / TRUTH).write_text(truth, encoding="utf-8")
    missing = {
        wanted.folder / name: throw
        for name, throw in list(throws.items())[wanted.first :]
        if not (wanted.folder / name).exists()
    }
    if not missing:
        return 0
    tracer = Tracer(samples=wanted.samples)
    began = time.monotonic()
    for count, (place, throw) in enumerate(missing.items(), start=1):
        if not place.exists():
            place.write_bytes(tracer.jpeg(throw))
        if count % 50 == 0:
            print(f"{count} rolls, {time.monotonic() - began:.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
