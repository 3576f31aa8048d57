"""Knows the strips along the table's edges that a view tells of, so that they can be drawn."""

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
