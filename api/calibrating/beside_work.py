"""Does the work of `umpire calibrate beside`: places a camera by what calibrated ones see."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from api.errors import ExitCode, UserError
from api.files.new_folder import check_new
from api.files.photograph_files import (
    as_far_as_known,
    camera_of,
    photograph_places,
    photographs,
    told_by_code,
)
from api.files.profile_file import read_lens, read_profile, write_profile
from api.locating.set_up import battle_for
from api.terminal.output import Output
from api.wording import counted
from calibration.profile import check_camera
from vision.locating.placed_beside import PlacedBeside, placed_beside

_WITH: Final = "use it only together with a camera that sees the anchors"


@dataclass(frozen=True, slots=True, kw_only=True)
class BesideAsked:
    """What was typed."""

    photo: str
    lens: str
    known: tuple[str, ...]
    profiles: tuple[str, ...]
    roster: str
    place: Path
    force: bool
    as_json: bool


def place_beside(output: Output, asked: BesideAsked) -> None:
    """From a photograph of each camera, of one moment, to the profile of the new one."""
    check_new(asked.place, force=asked.force)
    if len(asked.known) != len(asked.profiles):
        message = f"--known: expected a photograph for each of {len(asked.profiles)} profiles, in "
        raise UserError(f"{message}the same order, got {len(asked.known)}", ExitCode.USAGE)
    lens = read_lens(asked.lens)
    profiles = [read_profile(each) for each in asked.profiles]
    battle = battle_for(asked.roster, profile=profiles[0], origin=asked.profiles[0])
    places = photograph_places([*asked.known, asked.photo])
    if len(places) != len(profiles) + 1:
        message = f"expected a photograph of each camera, got {len(places)} of {len(profiles) + 1}"
        raise UserError(message, ExitCode.USAGE)
    *known, mine = photographs(places, doing="reading")
    with told_by_code(ExitCode.REFUSED):
        for still, profile in zip(known, profiles, strict=True):
            check_camera(profile.camera, as_far_as_known(camera_of(still), made_for=profile.camera))
        used = as_far_as_known(camera_of(mine), made_for=lens.camera)
        check_camera(lens.camera, used, what="lens")
        found = placed_beside(
            mine.grey,
            lens=lens,
            known=profiles,
            pictures=[still.grey for still in known],
            names=asked.known,
            tag_layout=battle,
        )
    write_profile(found.profile, place=asked.place, force=asked.force)
    output.deed(
        f"{placed_words(found)}\nwrote {asked.place}",
        as_json=asked.as_json,
        wrote=str(asked.place),
        shared=list(found.shared),
        left_out=list(found.left_out),
    )


def placed_words(found: PlacedBeside) -> str:
    """What the camera stands by."""
    says = f"placed by {counted(len(found.shared), 'tag')} that the others see, too; {_WITH}"
    if found.left_out:
        says += f" (left out: tag {' and '.join(map(str, found.left_out))}, touched in between)"
    return says
