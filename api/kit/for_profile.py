"""Plans the kit whose tags lie on a calibrated table, as it was printed."""

from dataclasses import replace
from typing import Final

from api.errors import ExitCode, UserError
from api.kit.work import KitChoices, planned_kit
from calibration.profile import CalibrationProfile
from vision.kit.designs.anchors import anchor_size
from vision.kit.making import Kit
from vision.kit.wanted.army import Army

_ALIKE: Final = 0.005
"""Share by which two anchors of one size may differ: files round."""


def kit_for_profile(
    army: Army, chosen: KitChoices, *, roster: str, profile: CalibrationProfile, origin: str
) -> Kit:
    """The kit of a roster whose anchors are those of the profile.

    A kit may have been printed for another table than it lies on; unless somebody says for which,
    it is the profile's table, or the one that the roster names.
    """
    table = f"{profile.table.width:g}x{profile.table.depth:g}"
    tables = [chosen.table] if chosen.table else [table, None]
    planned = []
    for each in tables:
        kit = planned_kit(army, replace(chosen, table=each), roster=roster)
        family = kit.view.dictionary.family.value
        if family != profile.dictionary:
            message = (
                f"{roster}: expected tags of {profile.dictionary}, as the anchors of {origin}, "
                f"got {family}"
            )
            raise UserError(message, ExitCode.BAD_INPUT)
        planned.append(kit)
    size = profile.calibrated.layout.size
    for kit in planned:
        if abs(anchor_size(kit.view) / size - 1) <= _ALIKE:
            return kit
    sizes = " or ".join(f"{anchor_size(kit.view):g}" for kit in planned)
    message = (
        f"{roster}: the anchors of {origin} are {size:g} in wide, and this kit's {sizes} in: say "
        "what it was printed for, by table, camera and tilt in its [kit], or by --printed-table, "
        "--printed-for and --printed-tilt of `umpire locate`"
    )
    raise UserError(message, ExitCode.BAD_INPUT)
