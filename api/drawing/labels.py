"""Knows where a label can stand without covering what must be seen."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import shapely

from api.drawing.svg import Spot

PIECE_COST = 9.0
LABEL_COST = 8.0
LINE_COST = 3.0
OUTSIDE_COST = 20.0


@dataclass(slots=True)
class Labels:
    """The places that are taken already; every label that is put takes one more."""

    board: shapely.Geometry
    pieces: list[shapely.Geometry] = field(default_factory=list)
    lines: list[shapely.Geometry] = field(default_factory=list)
    taken: list[shapely.Geometry] = field(default_factory=list)

    def put(self, candidates: Iterable[Spot], *, width: float, height: float) -> Spot:
        """The best of the candidate centres; the first one where all are equally good."""
        best: tuple[float, Spot, shapely.Geometry] | None = None
        for rank, (x, y) in enumerate(candidates):
            box = shapely.box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            cost = self._cost(box) + rank * 0.05
            if best is None or cost < best[0]:
                best = cost, (x, y), box
        if best is None:
            raise ValueError("a label needs at least one candidate")
        self.taken.append(best[2])
        return best[1]

    def _cost(self, box: shapely.Geometry) -> float:
        """How much of what must be seen would be covered, weighed by how much it matters."""
        area = float(shapely.area(box))
        inside = float(shapely.area(shapely.intersection(box, self.board)))
        cost = OUTSIDE_COST * (1 - inside / area)
        for weight, taken in ((PIECE_COST, self.pieces), (LABEL_COST, self.taken)):
            for shape in taken:
                covered = float(shapely.area(shapely.intersection(box, shape)))
                cost += weight * (covered / area + (0.5 if covered > 0 else 0))
        for line in self.lines:
            cost += LINE_COST if shapely.intersects(box, line) else 0
        return cost
