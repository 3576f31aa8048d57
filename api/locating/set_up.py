"""Finds what a table is followed with: a profile and a roster, typed, recorded, or of a scene."""

import json
from pathlib import Path
from typing import Any

from api.errors import ExitCode, UserError
from api.files.photograph_files import told_by_code
from api.files.profile_file import read_profile
from api.files.roster_file import parse_army, read_army
from api.files.scene_file import is_scene, read_scene
from api.kit.for_profile import kit_for_profile
from api.kit.work import AS_WRITTEN
from api.locating.known_camera import known_battle, known_profile
from calibration.profile import CalibrationProfile
from calibration.profile_json import profile_from_json
from rules.table.bad_input import BadInputError
from vision.camera.replay import Replay, is_recording
from vision.kit.wanted.army import Army
from vision.locating.tag_layout import TagLayout, tag_layout_of


def set_up_for(
    camera: str, *, profile: str | None, roster: str | None
) -> tuple[CalibrationProfile, TagLayout | None]:
    """As it was typed; where it was not, what a recording was measured with, or a scene states."""
    if profile is None and is_scene(camera):
        return _set_up_of_scene(camera, roster=roster)
    kept = _kept(Path(camera))
    if profile is not None:
        found, origin = read_profile(profile), profile
    elif "profile" in kept:
        with told_by_code(ExitCode.BAD_INPUT, origin=camera):
            found, origin = profile_from_json(json.dumps(kept["profile"])), camera
    else:
        message = (
            f"{camera}: expected --profile TABLE.json, from `umpire calibrate table`; only a scene "
            "and a recording that was measured bring their own"
        )
        raise UserError(message, ExitCode.USAGE)
    if roster is not None or profile is not None:
        return found, battle_for(roster, profile=found, origin=origin)
    return found, _kept_battle(kept, profile=found, origin=origin)


def _set_up_of_scene(
    camera: str, *, roster: str | None
) -> tuple[CalibrationProfile, TagLayout | None]:
    """What is written in it, so that nobody has to calibrate."""
    scene, _ = read_scene(camera)
    try:
        profile = known_profile(scene)
    except BadInputError as complaint:
        raise UserError(str(complaint), ExitCode.USAGE) from complaint
    if roster is None:
        return profile, known_battle(scene)
    return profile, battle_for(roster, profile=profile, origin=camera)


def battle_for(roster: str | None, *, profile: CalibrationProfile, origin: str) -> TagLayout | None:
    """Whose tag is whose, printed as the anchors of the profile's table are."""
    if roster is None:
        return None
    return _battle(read_army(roster), roster=roster, profile=profile, origin=origin)


def _kept(place: Path) -> dict[str, Any]:
    """What a recording says of itself; nothing of any other source."""
    if not is_recording(place):
        return {}
    with told_by_code(ExitCode.BAD_INPUT):
        return Replay(place).header


def _kept_battle(
    kept: dict[str, Any], *, profile: CalibrationProfile, origin: str
) -> TagLayout | None:
    roster = kept.get("roster")
    if roster is None:
        return None
    if not isinstance(roster, dict) or not isinstance(roster.get("text"), str):
        message = f"{origin}: roster: expected its text, got {repr(roster)[:60]}"
        raise UserError(message, ExitCode.BAD_INPUT)
    text, name = roster["text"], str(roster.get("name", ""))
    told = f"the roster of {origin}"
    army = parse_army(
        text.encode(errors="surrogatepass"), origin=told, is_csv=name.lower().endswith(".csv")
    )
    return _battle(army, roster=told, profile=profile, origin=origin)


def _battle(army: Army, *, roster: str, profile: CalibrationProfile, origin: str) -> TagLayout:
    kit = kit_for_profile(army, AS_WRITTEN, roster=roster, profile=profile, origin=origin)
    return tag_layout_of(kit)
