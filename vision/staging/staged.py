"""Turns the description of a kit into a scene with its army, or its deck, on the table."""

from typing import Any

from rules.table.bad_input import BadInputError
from vision.staging.card_table import as_played, is_deck
from vision.staging.places import lined_up, on_the_table, scattered
from vision.staging.poses import STEEPEST_DEG, pose_over
from vision.staging.writing import scene_text


def staged(
    kit: dict[str, Any],
    *,
    seed: int = 1,
    tilt_deg: float = 0.0,
    is_scattered: bool = False,
) -> str:
    """A scene as TOML; an army that its table does not hold is refused.

    `kit` is what `umpire kit describe --json` tells. The same seed makes the same scene.
    """
    if not 0 <= tilt_deg <= STEEPEST_DEG:
        expected = f"0 to {STEEPEST_DEG:g} degrees from straight above"
        raise BadInputError("--tilt", expected=expected, got=f"{tilt_deg:g}")
    if is_deck(kit):
        stands, left = as_played(kit, seed=seed, is_scattered=is_scattered)
    elif is_scattered:
        stands, left = scattered(kit, seed=seed, pieces=on_the_table(kit))
    else:
        stands, left = lined_up(kit, seed=seed)
    if left:
        table = kit["table"]
        size = f"{table['width_in']:g} x {table['depth_in']:g} in"
        names = ", ".join(piece["id"] for piece in left[:3])
        more = f" and {len(left) - 3} more" if len(left) > 3 else ""
        got = f"no room for {names}{more}"
        raise BadInputError("table", expected=f"an army that {size} hold", got=got)
    count = len(stands)
    says = f"An army as its kit prints it: {count} {'piece' if count == 1 else 'pieces'}."
    if is_deck(kit):
        says = f"A card table as its kit prints it: {count} cards of {len(kit['pieces'])} on top."
    pose = pose_over(kit, tilt_deg=tilt_deg)
    return scene_text(kit, stands=stands, pose=pose, seed=seed, says=says)
