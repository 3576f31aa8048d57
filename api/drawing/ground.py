"""Draws the table itself: its edge, the grid of inches, and the terrain by kind."""

import shapely

from api.drawing.frame import DRAWN_NAME, DrawingFrame
from api.drawing.labels import Labels
from api.drawing.palette import FAINT_INK, GRID, GROUNDS, OTHER_GROUND, TABLE, TABLE_EDGE
from api.drawing.svg import Element, Looks, Spot, element, number, path
from api.wording import shortened
from rules.table.snapshot import Snapshot, Terrain


def patterns(frame: DrawingFrame) -> Element:
    """The textures that lie over the fills."""
    ink = frame.ink
    crown: Looks = {"fill": "#9dba7c", "stroke": "#7d9a5f", "stroke_width": 0.06}
    trees = _pattern(
        "trees",
        element("circle", cx=0.7, cy=0.7, r=0.42, **crown),
        element("circle", cx=2.0, cy=1.5, r=0.5, **crown),
        element("circle", cx=0.8, cy=2.3, r=0.36, **crown),
        width=2.8 * ink,
        height=2.8 * ink,
        scale=ink,
    )
    wave: Looks = {"fill": "none", "stroke": "#8bbcd2", "stroke_width": 0.12}
    waves = _pattern(
        "waves",
        element("path", d="M0 .6 q.55 -.4 1.1 0 t1.1 0", **wave),
        element("path", d="M-1 1.7 q.55 -.4 1.1 0 t1.1 0", **wave),
        width=2.9 * ink,
        height=2.2 * ink,
        scale=ink,
    )
    tile: Looks = {"stroke": "#b7a58d", "stroke_width": 0.1}
    roof = _pattern(
        "roof",
        element("path", d="M0 .5 H1.4", **tile),
        element("path", d="M0 0 V.5 M.7 .5 V1", **tile),
        width=1.4 * ink,
        height=1.0 * ink,
        scale=ink,
    )
    hatch = _pattern(
        "hatch",
        element("path", d="M0 .5 H.5", stroke="#ffffff", stroke_width=0.16),
        width=0.5 * ink,
        height=0.5 * ink,
        scale=ink,
        turn=45,
    )
    return element("defs", trees, waves, roof, hatch)


def _pattern(
    name: str, *inside: Element, width: float, height: float, scale: float, turn: float = 0
) -> Element:
    return element(
        "pattern",
        element("g", *inside, transform=f"scale({number(scale)})"),
        id=name,
        width=width,
        height=height,
        patternUnits="userSpaceOnUse",
        patternTransform=f"rotate({number(turn)})" if turn else None,
    )


def board(frame: DrawingFrame) -> Element:
    """The table's surface with a line each six inches, and the inches beside it."""
    width, depth, ink = frame.table.width, frame.table.depth, frame.ink
    surface = element(
        "rect", class_="surface", x=0, y=0, width=width, height=depth, rx=0.3 * ink, fill=TABLE
    )
    return element("g", surface, class_="board")


def grid(frame: DrawingFrame) -> Element:
    """The lines and their numbers, faint enough to leave the eye to the pieces."""
    width, depth, ink, step = frame.table.width, frame.table.depth, frame.ink, frame.step
    columns = [step * index for index in range(int(width / step) + 1)]
    rows = [step * index for index in range(int(depth / step) + 1)]
    lines: list[tuple[Spot, Spot]] = [((x, 0.0), (x, depth)) for x in columns if 0 < x < width]
    lines += [((0.0, depth - y), (width, depth - y)) for y in rows if 0 < y < depth]
    drawn = " ".join(path(line, closed=False) for line in lines)
    looks: Looks = {"fill": FAINT_INK, "font_size": 0.95 * ink, "class_": "faint"}
    below = [
        element("text", f"{x:g}", x=x, y=depth + 1.25 * ink, text_anchor="middle", **looks)
        for x in columns
    ]
    beside = [
        element(
            "text", f"{y:g}", x=-0.5 * ink, y=depth - y + 0.33 * ink, text_anchor="end", **looks
        )
        for y in rows
        if y > 0
    ]
    edge = element(
        "rect",
        class_="edge",
        x=0,
        y=0,
        width=width,
        height=depth,
        rx=0.3 * ink,
        fill="none",
        stroke=TABLE_EDGE,
        stroke_width=0.18 * ink,
    )
    web = element(
        "path", d=drawn or "M0 0", class_="grid", stroke=GRID, stroke_width=0.08 * ink, fill="none"
    )
    return element("g", web, edge, *below, *beside, aria_hidden="true")


def terrain(frame: DrawingFrame, snapshot: Snapshot) -> Element:
    """Every area; what stands up high is drawn over what is flat."""
    areas = sorted(snapshot.terrain, key=_layer)
    return element("g", *(_area(frame, area) for area in areas), class_="terrain")


def _layer(area: Terrain) -> int:
    order = ("river", "water", "road", "hill")
    return order.index(area.kind) if area.kind in order else len(order)


def _area(frame: DrawingFrame, area: Terrain) -> Element:
    looks = GROUNDS.get(area.kind, OTHER_GROUND)
    outline = path(frame.spot(point) for point in area.outline)
    edge: Looks = {
        "stroke": looks.edge,
        "stroke_width": 0.14 * frame.ink,
        "stroke_linejoin": "round",
    }
    drawn = [element("path", d=outline, fill=looks.fill, **edge)]
    if looks.pattern:
        drawn.append(element("path", d=outline, fill=f"url(#{looks.pattern})"))
    if area.kind == "hill":
        drawn += _contours(frame, area, colour=looks.edge)
    if area.kind == "building":
        drawn.append(
            element("path", d=outline, fill="none", **{**edge, "stroke_width": 0.28 * frame.ink})
        )
    title = element("title", f"{area.id}: {area.kind}")
    return element("g", title, *drawn, class_="area", data_terrain=area.id)


def _contours(frame: DrawingFrame, area: Terrain, *, colour: str) -> list[Element]:
    """Rings inside a hill, as on a map."""
    rings = []
    hill = shapely.Polygon([frame.spot(point) for point in area.outline])
    for inward in (1.1, 2.3):
        for ring in shapely.get_parts(shapely.buffer(hill, -inward * frame.ink)):
            spots = [(float(x), float(y)) for x, y in shapely.get_coordinates(ring)[:-1]]
            if not spots:
                continue
            rings.append(
                element(
                    "path",
                    d=path(spots),
                    fill="#fff7dc",
                    fill_opacity=0.28,
                    stroke=colour,
                    stroke_width=0.1 * frame.ink,
                )
            )
    return rings


def terrain_names(frame: DrawingFrame, snapshot: Snapshot, *, labels: Labels) -> Element:
    """The name of each area, inside it where there is room."""
    names = []
    for area in snapshot.terrain:
        looks = GROUNDS.get(area.kind, OTHER_GROUND)
        shape = shapely.Polygon([frame.spot(point) for point in area.outline])
        size = 0.72
        left, _, right, _ = (float(value) for value in shapely.bounds(shape))
        words = f"{area.id} ({area.kind})"
        if area.kind in area.id or frame.text_width(words, size=size) > right - left:
            # The look of the ground says the kind too, and so does its title.
            words = shortened(area.id, DRAWN_NAME)
        spot = labels.put(
            _inside(shape, frame=frame),
            width=frame.text_width(words, size=size),
            height=1.2 * frame.ink,
        )
        names.append(
            frame.text(
                words,
                at=spot,
                size=size,
                whole=area.id if words.endswith("…") else "",
                text_anchor="middle",
                fill=looks.name,
                font_style="italic",
                stroke=looks.fill,
            )
        )
    return element("g", *names, class_="names")


def _inside(shape: shapely.Geometry, *, frame: DrawingFrame) -> list[tuple[float, float]]:
    """Places for a name, the middle of the area first."""
    board = shapely.box(0, 0, frame.table.width, frame.table.depth)
    visible = shapely.intersection(shape, board)
    middle = shapely.get_coordinates(shapely.point_on_surface(visible))[0]
    left, top, right, bottom = (float(value) for value in shapely.bounds(visible))
    tall = [(float(middle[0]), top + (bottom - top) * share) for share in (0.3, 0.7, 0.15, 0.85)]
    wide = [(left + (right - left) * share, float(middle[1])) for share in (0.3, 0.7, 0.15, 0.85)]
    centre = (float(middle[0]), float(middle[1]))
    spots = [centre, *tall, *wide]
    # Not contains_xy: it prepares the geometry, which must not happen on a server's threads.
    return [spot for spot in spots if shapely.intersects(visible, shapely.Point(spot))] or [centre]
