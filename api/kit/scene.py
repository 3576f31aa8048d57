"""Turns a roster into a scene: printed as by `umpire kit`, then set up on its table."""

import json
from dataclasses import dataclass
from pathlib import Path

from api.errors import ExitCode
from api.files.roster_file import complaining, read_army
from api.files.scene_file import parse_scene
from api.kit.work import KitChoices, planned_kit
from vision.kit.describe import described
from vision.staging.staged import staged
from vision.synthetic.described.scene import TableScene


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """How the army stands and from where it is seen."""

    seed: int | None = None
    tilt_deg: float = 0.0
    is_scattered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class KitScene:
    """A scene, its text, and the description of the kit that it was made from."""

    scene: TableScene
    text: str
    description: str


def kit_scene(roster: str, *, chosen: KitChoices, setting: Setting) -> KitScene:
    """The table of a roster; a UserError says what is wrong with the file or the options."""
    told = json.dumps(described(planned_kit(read_army(roster), chosen, roster=roster)), indent=1)
    # Only what the JSON tells is built: the printer and the camera share nothing else.
    seed = 1 if setting.seed is None else setting.seed
    with complaining(roster, ExitCode.BAD_INPUT):
        text = staged(
            json.loads(told),
            seed=seed,
            tilt_deg=setting.tilt_deg,
            is_scattered=setting.is_scattered,
        )
    name = Path(roster).stem
    scene = parse_scene(text, origin=f"the scene of {roster}", name=name)
    return KitScene(scene=scene, text=text, description=told)
