"""Does the work of `umpire locate`: reads roster and photographs; measures, tells, draws."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2

from api.drawing.annotated import MeasuredPhoto, annotated
from api.drawing.joint_words import joint_lines
from api.drawing.located_words import located_lines
from api.errors import ExitCode, UserError
from api.files.new_folder import check_new, write_whole
from api.files.photograph_files import (
    as_far_as_known,
    camera_of,
    photograph_places,
    photographs,
    told_by_code,
)
from api.files.profile_file import read_profile
from api.files.roster_file import read_army
from api.kit.for_profile import kit_for_profile
from api.kit.work import KitChoices
from api.locating.as_json import (
    failed_value,
    joint_value,
    located_document,
    located_value,
    together_document,
)
from api.terminal.output import Output
from calibration.profile import CalibrationProfile, check_camera
from vision.locating.joint_table import JointTable
from vision.locating.locate import Locator
from vision.locating.located import Located
from vision.locating.tag_layout import TagLayout, tag_layout_of
from vision.locating.together import Together
from vision.pictures.photograph import Photograph

ENDINGS: Final = (".png", ".jpg", ".jpeg")


@dataclass(frozen=True, slots=True, kw_only=True)
class LocateAsked:
    """What was typed."""

    photos: tuple[str, ...]
    profiles: tuple[str, ...]
    """One, or one for each photograph: then all are of one table at rest, measured together."""
    roster: str | None
    printed: KitChoices
    as_json: bool
    annotate: Path | None
    force: bool


def locate_all(output: Output, asked: LocateAsked) -> ExitCode:
    """Measure each photograph; one that cannot be measured does not stop the others."""
    if len(asked.profiles) > 1:
        return _locate_together(output, asked)
    profile = read_profile(asked.profiles[0])
    battle = _battle(asked, profile=profile)
    places = photograph_places(asked.photos)
    pictures = _picture_places(asked, places)
    locator = Locator(profile, tag_layout=battle)
    values: list[dict[str, Any]] = []
    codes: list[ExitCode] = []
    for place, picture in zip(places, pictures, strict=True):
        try:
            still = next(photographs([place], doing="reading"))
            located = _located(still, locator=locator)
        except UserError as failure:
            codes.append(failure.exit_code)
            values.append(failed_value(str(place), error=failure.message))
            output.remark(failure.message)
            continue
        codes.append(ExitCode.DONE if located.refusal is None else ExitCode.REFUSED)
        size = (still.width, still.height)
        values.append(located_value(located, name=still.name, size=size, notes=still.notes))
        if not asked.as_json:
            lines = located_lines(
                located, name=still.name, has_roster=battle is not None, notes=still.notes
            )
            output.lines(*lines)
        if picture is not None:
            _draw(
                still,
                located,
                profile=profile,
                has_roster=battle is not None,
                place=picture,
                force=asked.force,
            )
            output.remark(f"wrote {picture}")
    if asked.as_json:
        document = located_document(values, profile=asked.profiles[0])
        output.data(json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False))
    return next((code for code in codes if code), ExitCode.DONE)


def _locate_together(output: Output, asked: LocateAsked) -> ExitCode:
    """Measure photographs of one table at rest, each with the profile of its camera."""
    places = photograph_places(asked.photos)
    if len(places) != len(asked.profiles):
        message = f"expected a photograph for each of {len(asked.profiles)} profiles, in the same "
        raise UserError(f"{message}order, got {len(places)}", ExitCode.USAGE)
    profiles = [read_profile(each) for each in asked.profiles]
    battle = _battle(asked, profile=profiles[0])
    if battle is None:
        message = "--roster: expected one where several cameras measure, for their tags' heights"
        raise UserError(message, ExitCode.USAGE)
    pictures = _picture_places(asked, places)
    stills = list(photographs(places, doing="reading"))
    with told_by_code(ExitCode.REFUSED):
        for still, profile in zip(stills, profiles, strict=True):
            check_camera(profile.camera, as_far_as_known(camera_of(still), made_for=profile.camera))
        shots = [
            _Shot(still=still, profile=profile, name=name, picture=picture)
            for still, profile, name, picture in zip(
                stills, profiles, asked.profiles, pictures, strict=True
            )
        ]
        cameras = [
            [shot for shot in shots if shot.name == name] for name in dict.fromkeys(asked.profiles)
        ]
        together = Together(
            [mine[0].profile for mine in cameras],
            names=[mine[0].name for mine in cameras],
            tag_layout=battle,
        )
        joint = together.located([[shot.still.grey for shot in mine] for mine in cameras])
    _tell_together(output, asked, cameras=cameras, joint=joint)
    return ExitCode.DONE if joint.refusal is None else ExitCode.REFUSED


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shot:
    """A photograph, the profile of its camera, and where its drawing goes."""

    still: Photograph
    profile: CalibrationProfile
    name: str
    picture: Path | None


def _tell_together(
    output: Output, asked: LocateAsked, *, cameras: Sequence[Sequence[_Shot]], joint: JointTable
) -> None:
    names = [mine[0].name for mine in cameras]
    counts = [len(mine) for mine in cameras]
    shown = list(zip([shot for mine in cameras for shot in mine], joint.single, strict=True))
    if not asked.as_json:
        output.lines(*joint_lines(joint, names=names, counts=counts))
    for shot, located in shown:
        if shot.picture is not None:
            _draw(
                shot.still,
                located,
                profile=shot.profile,
                has_roster=True,
                place=shot.picture,
                force=asked.force,
            )
            output.remark(f"wrote {shot.picture}")
    if not asked.as_json:
        return
    values = [
        located_value(
            located,
            name=shot.still.name,
            size=(shot.still.width, shot.still.height),
            notes=shot.still.notes,
        )
        for shot, located in shown
    ]
    photographs_of = [[shot.still.name for shot in mine] for mine in cameras]
    document = together_document(
        values, together=joint_value(joint, names=names, photographs=photographs_of)
    )
    output.data(json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False))


def _battle(asked: LocateAsked, *, profile: CalibrationProfile) -> TagLayout | None:
    """Whose tag is whose, in the sizes that were printed."""
    if asked.roster is None:
        return None
    army = read_army(asked.roster)
    return tag_layout_of(
        kit_for_profile(
            army, asked.printed, roster=asked.roster, profile=profile, origin=asked.profiles[0]
        )
    )


def _picture_places(asked: LocateAsked, places: Sequence[Path]) -> list[Path | None]:
    """Where each photograph's picture goes; of several each gets its own name."""
    wanted = asked.annotate
    if wanted is None:
        return [None] * len(places)
    if wanted.suffix.lower() not in ENDINGS:
        message = f"--annotate: expected a name that ends in {', '.join(ENDINGS)}, got {wanted}"
        raise UserError(message, ExitCode.USAGE)
    if len(places) == 1:
        found = [wanted]
    else:
        found = [wanted.with_stem(f"{wanted.stem}-{place.stem}") for place in places]
    if len(set(found)) < len(found):
        message = "--annotate: two photographs have one name: measure them one by one"
        raise UserError(message, ExitCode.USAGE)
    for place in found:
        check_new(place, force=asked.force)
    return list(found)


def _located(still: Photograph, *, locator: Locator) -> Located:
    profile = locator.profile
    used = as_far_as_known(camera_of(still), made_for=profile.camera)
    with told_by_code(ExitCode.REFUSED, origin=still.name):
        check_camera(profile.camera, used)
        return locator.located(still.grey)


def _draw(
    still: Photograph,
    located: Located,
    *,
    profile: CalibrationProfile,
    has_roster: bool,
    place: Path,
    force: bool,
) -> None:
    shown = MeasuredPhoto(
        colour=still.colour(),
        located=located,
        model=profile.calibrated.model,
        name=Path(still.name).name,
        has_roster=has_roster,
    )
    done, data = cv2.imencode(place.suffix.lower(), annotated(shown))
    if not done:
        raise UserError(f"{place}: OpenCV cannot write such a picture", ExitCode.USAGE)
    write_whole(data.tobytes(), place=place, force=force)
