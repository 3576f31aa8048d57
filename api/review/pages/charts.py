"""Draws the small charts of a report: points over the turns, and dice against expectation."""

from collections.abc import Mapping, Sequence
from typing import Final

from api.drawing.palette import side_colours
from api.drawing.svg import NAMESPACE, Element, element, number
from api.review.story.luck import LuckStep
from api.review.story.statistics import DiceOf

WIDTH: Final = 640.0
HEIGHT: Final = 220.0
LEFT: Final = 46.0
RIGHT: Final = 96.0
TOP: Final = 14.0
BOTTOM: Final = 34.0


def over_turns(
    series: Mapping[str, Sequence[float]], *, turns: Sequence[int], title: str
) -> Element:
    """A line for each side, a point for the end of each turn."""
    most = max((value for values in series.values() for value in values), default=0.0) or 1.0
    step = _round_step(most)
    top = step * max(1, -(-int(most) // int(step)) if most > step else 1)
    colours = side_colours(tuple(series))
    drawn: list[Element] = [element("title", title)]
    level = 0.0
    while level <= top + 1e-9:
        y = _y(level, top=top)
        drawn.append(element("path", d=f"M{LEFT} {number(y)} H{WIDTH - RIGHT}", class_="grid"))
        drawn.append(
            element("text", f"{level:g}", x=LEFT - 8, y=y + 4, text_anchor="end", class_="axis")
        )
        level += step
    every = max(1, -(-len(turns) // 14))
    for at, turn in enumerate(turns):
        if at % every == 0 or at == len(turns) - 1:
            x = _x(at, count=len(turns))
            name = "start" if turn == 0 else f"{turn}"
            drawn.append(
                element("text", name, x=x, y=HEIGHT - 12, text_anchor="middle", class_="axis")
            )
    drawn += _lines(series, count=len(turns), top=top, colours=colours)
    return _chart(drawn, height=HEIGHT)


def _lines(
    series: Mapping[str, Sequence[float]], *, count: int, top: float, colours: Mapping[str, str]
) -> list[Element]:
    drawn = []
    ends = sorted((_y(values[-1], top=top), side) for side, values in series.items() if values)
    names: dict[str, float] = {}
    for y, side in ends:
        names[side] = max(y, max(names.values(), default=-99.0) + 17)
    for side, values in series.items():
        spots = [(_x(at, count=count), _y(each, top=top)) for at, each in enumerate(values)]
        line = " L".join(f"{number(x)} {number(y)}" for x, y in spots)
        drawn.append(element("path", d=f"M{line}", class_="series", stroke=colours[side]))
        drawn += [element("circle", cx=x, cy=y, r=3.2, fill=colours[side]) for x, y in spots]
        words = f"{side} {values[-1]:g}"
        drawn.append(
            element(
                "text",
                words,
                x=WIDTH - RIGHT + 10,
                y=names[side] + 4,
                class_="series-name",
                fill=colours[side],
            )
        )
    return drawn


def dice_bars(dice: DiceOf) -> Element:
    """How often each face came up, with a line where it should be."""
    width, height, left, bottom = 320.0, 150.0, 12.0, 26.0
    most = max(*dice.faces, dice.expected) or 1.0
    slot = (width - 2 * left) / 6
    drawn: list[Element] = [element("title", f"Faces of {dice.count} dice")]
    for at, times in enumerate(dice.faces):
        tall = (height - bottom - 22) * times / most
        x, y = left + at * slot, height - bottom - tall
        drawn.append(
            element("rect", x=x + 5, y=y, width=slot - 10, height=tall, rx=2, class_="bar")
        )
        middle = x + slot / 2
        drawn.append(
            element("text", f"{times}", x=middle, y=y - 5, text_anchor="middle", class_="value")
        )
        drawn.append(
            element(
                "text", f"{at + 1}", x=middle, y=height - 8, text_anchor="middle", class_="axis"
            )
        )
    y = height - bottom - (height - bottom - 22) * dice.expected / most
    drawn.append(element("path", d=f"M{left} {number(y)} H{width - left}", class_="expected"))
    return _chart(drawn, height=height, width=width)


def luck_line(steps: Sequence[LuckStep], *, title: str) -> Element:
    """What came ahead of what was expected, roll by roll, with two standard errors around it."""
    width, height, left = 640.0, 150.0, 46.0
    most = max((max(abs(each.ahead), each.within) for each in steps), default=1.0) or 1.0
    middle, tall = height / 2, height / 2 - 16

    def spot(at: int, value: float) -> str:
        x = left + (width - left - 20) * (at + 1) / max(1, len(steps))
        return f"{number(x)} {number(middle - tall * value / most)}"

    start = f"{number(left)} {number(middle)}"
    line = " L".join((start, *(spot(at, each.ahead) for at, each in enumerate(steps))))
    upper = [start, *(spot(at, each.within) for at, each in enumerate(steps))]
    lower = [start, *(spot(at, -each.within) for at, each in enumerate(steps))]
    drawn = [
        element("title", title),
        element("path", d=f"M{' L'.join((*upper, *reversed(lower)))} Z", class_="within"),
        element("path", d=f"M{left} {number(middle)} H{width - 20}", class_="expected"),
        element("path", d=f"M{line}", class_="series", stroke="currentColor"),
        element("text", f"+{most:.1f}", x=left - 8, y=20, text_anchor="end", class_="axis"),
        element("text", "0", x=left - 8, y=middle + 4, text_anchor="end", class_="axis"),
    ]
    return _chart(drawn, height=height, width=width)


def _chart(drawn: Sequence[Element], *, height: float, width: float = WIDTH) -> Element:
    return element(
        "svg",
        *drawn,
        xmlns=NAMESPACE,
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        class_="chart",
    )


def _x(at: int, *, count: int) -> float:
    span = WIDTH - LEFT - RIGHT
    return LEFT + (span * at / (count - 1) if count > 1 else span / 2)


def _y(value: float, *, top: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top


def _round_step(most: float) -> float:
    """A step of 1, 2 or 5 times a power of ten which gives at most five lines."""
    step = 1.0
    for factor in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000):
        step = float(factor)
        if most / step <= 5:
            break
    return step
