"""Strips and squares of the table that a view shows, so that a page can draw them."""

from rules.table.units import Inches


def shown_strip(
    says: str, *, edge: str, depth: Inches | None = None, share: float | None = None
) -> dict[str, object]:
    """A strip as a view has it under `zones`: so many inches deep, or such a share of the table.

    >>> shown_strip("Red begins here", edge="south", depth=Inches(10.0))
    {'says': 'Red begins here', 'edge': 'south', 'depth_in': 10.0}
    >>> shown_strip("Red begins here", edge="west", share=0.25)
    {'says': 'Red begins here', 'edge': 'west', 'depth_share': 0.25}
    """
    if (depth is None) == (share is None):
        raise ValueError("expected either a depth or a share of the table")
    deep = {"depth_share": share} if depth is None else {"depth_in": depth}
    return {"says": says, "edge": edge, **deep}


def shown_square(says: str, *, middle: tuple[float, float], side: Inches) -> dict[str, object]:
    """A place that a view points at under `zones`: its outline, from the south-west on.

    >>> shown_square("the pile", middle=(5.0, 4.0), side=Inches(2.0))["outline_in"]
    [[4.0, 3.0], [6.0, 3.0], [6.0, 5.0], [4.0, 5.0]]
    """
    x, y, half = *middle, side / 2
    corners = (
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    )
    return {"says": says, "outline_in": [list(corner) for corner in corners]}
