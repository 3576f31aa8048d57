"""Draws pictures as players may bring for their pieces: dark as a photograph, and busy.

Both are plain SVG, which a rendered kit shows as it is printed. Where a PNG lies is no different.
"""

import itertools
import math
import random
from typing import Final

SIDE: Final = 12
"""Patches across: on most bases each is about as large as a cell of a tag."""
STEP: Final = 14
"""Between the shades of the dark one."""


def dark() -> str:
    """Hardly any light in it: the soft shades of a photograph at night."""
    chance = random.Random(5)
    waves = [(chance.uniform(0.2, 0.6), chance.uniform(0.2, 0.6), chance.random()) for _ in "abc"]

    def shade(x: int, y: int) -> int:
        swing = sum(math.sin(a * x + b * y + 6 * phase) for a, b, phase in waves)
        return max(0, STEP * round((40 + 12 * swing) / STEP))

    return _svg([[shade(x, y) for x in range(SIDE)] for y in range(SIDE)])


def busy() -> str:
    """Black and white patches in framed blocks, which look like tags more than any drawing does."""
    chance = random.Random(7)
    block = SIDE // 2

    def shade(x: int, y: int) -> int:
        if x % block in {0, block - 1} or y % block in {0, block - 1}:
            return 0 if x // block == y // block else 255
        return chance.choice((0, 255))

    return _svg([[shade(x, y) for x in range(SIDE)] for y in range(SIDE)])


def _svg(rows: list[list[int]]) -> str:
    """What is alike side by side is one shape."""
    found = []
    for y, row in enumerate(rows):
        x = 0
        for shade, same in itertools.groupby(row):
            wide = len(list(same))
            ink = "#" + 3 * f"{shade:02x}"
            found.append(f'<rect x="{x}" y="{y}" width="{wide}" height="1" fill="{ink}"/>')
            x += wide
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
    return f"{head}{''.join(found)}</svg>"


PICTURES: Final = {"dark": dark, "busy": busy}
