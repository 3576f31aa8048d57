"""Sets up many alike pieces in rows, a little crookedly, as people do."""

import math
from dataclasses import dataclass, replace

import numpy as np

from rules.table.bad_input import BadInputError
from vision.synthetic.described.optics import Pair
from vision.synthetic.described.scene import ScenePiece, ScenePlace


@dataclass(frozen=True, slots=True, kw_only=True)
class Troop:
    """Rows of pieces like the model, which is the first of the first row.

    Their ids are the model's with a number from 1 on, their tags count upwards from the model's.
    """

    model: ScenePiece
    columns: int = 1
    rows: int = 1
    step_in: Pair = (2.0, 2.0)
    """From one to the next along +x and +y, whatever the heading."""
    jitter_in: float = 0.0
    jitter_deg: float = 0.0

    def __post_init__(self) -> None:
        if not 1 <= self.columns * self.rows <= 1000 or self.columns < 1:
            raise BadInputError(
                "columns", expected="1 to 1000 pieces", got=f"{self.columns} x {self.rows}"
            )


def mustered(troop: Troop, *, seed: int) -> tuple[ScenePiece, ...]:
    """The pieces of a troop; the same seed sets them up the same way."""
    model = troop.model
    rng = np.random.default_rng([seed, *model.id.encode()])
    found = []
    for index in range(troop.columns * troop.rows):
        row, column = divmod(index, troop.columns)
        # At most the jitter in any direction: a disc, not a square.
        reach = troop.jitter_in * math.sqrt(float(rng.uniform()))
        turn = float(rng.uniform(0.0, 2 * math.pi))
        place = ScenePlace(
            x=model.place.x + column * troop.step_in[0] + reach * math.cos(turn),
            y=model.place.y + row * troop.step_in[1] + reach * math.sin(turn),
            heading=model.place.heading + troop.jitter_deg * float(rng.uniform(-1.0, 1.0)),
        )
        tags = tuple(replace(tag, id=tag.id + index) for tag in model.tags)
        found.append(replace(model, id=f"{model.id}{index + 1}", place=place, tags=tags))
    return tuple(found)
