"""Does the work of `umpire watch` with several cameras: one table, and which of them saw what."""

import json
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.text import Text

from api.errors import ExitCode, UserError
from api.locating.set_up import set_up_for
from api.locating.several_moments import OneOfSeveral, several_moments
from api.locating.watched_pictures import WatchedPictures
from api.locating.watching import change_lines, has_changed, watch_value
from api.terminal.output import Output
from calibration.profile import CalibrationProfile
from rules.table.bad_input import BadInputError
from vision.camera.source import Frame
from vision.fusion.cameras import CameraState
from vision.fusion.follower import CameraFollower
from vision.fusion.one_look import OneLook
from vision.fusion.several import JoinedTable, SeveralCameras
from vision.locating.tag_layout import TagLayout
from vision.tracking.frame import TableFrame

_TOLD_DELAY_S: Final = 0.03
"""Standard error of a delay that is worth telling: before anything has moved it is larger."""
_STYLES: Final = {True: "bold green", False: "bold red"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeveralAsked:
    """What was typed."""

    cameras: tuple[str, ...]
    profiles: tuple[str, ...]
    roster: str | None
    as_json: bool
    annotate: Path | None = None


def watch_several(output: Output, asked: SeveralAsked) -> ExitCode:
    """Watch until the sources end or somebody presses Ctrl-C; refused if then locked."""
    profiles, battle = _set_up(asked)
    names = camera_names(asked.cameras, profiles=asked.profiles)
    try:
        several = SeveralCameras(profiles, names=names, tag_layout=battle)
    except BadInputError as complaint:
        raise UserError(str(complaint), ExitCode.BAD_INPUT) from complaint
    pictures = None
    if asked.annotate is not None:
        pictures = PicturesOfEach(asked.annotate, several=several, has_roster=battle is not None)
    expected = [profile.camera for profile in profiles]
    # What is drawn over pictures is known only where they are followed.
    errands = several.errands if pictures is None else None
    moments = several_moments(asked.cameras, expected=expected, errands=errands)
    with closing(moments):
        last = tell_joined(
            output, moments, several=several, as_json=asked.as_json, pictures=pictures
        )
    if last is None:
        raise UserError(f"{' and '.join(names)}: no picture came", ExitCode.CANNOT_SEE)
    if not asked.as_json:
        output.lines(*ending_lines(last))
    return ExitCode.REFUSED if last.health.is_locked else ExitCode.DONE


def camera_names(sources: Sequence[str], *, profiles: Sequence[str]) -> tuple[str, ...]:
    """What people call the cameras: by the names of their files where these differ.

    >>> camera_names(["0", "1"], profiles=["west.json", "east.json"])
    ('west', 'east')
    >>> camera_names(["0", "1"], profiles=["a/table.json", "b/table.json"])
    ('camera 1', 'camera 2')
    """
    named = profiles or sources
    stems = tuple(Path(each).stem for each in named)
    if len(set(stems)) == len(stems) and all(stems) and not any("://" in each for each in named):
        return stems
    return tuple(f"camera {number}" for number in range(1, len(sources) + 1))


def _set_up(asked: SeveralAsked) -> tuple[list[CalibrationProfile], TagLayout | None]:
    """The profile of each, and the battle: as typed, or as the first recording brings it."""
    profiles, battle = [], None
    for index, camera in enumerate(asked.cameras):
        profile = asked.profiles[index] if asked.profiles else None
        roster = asked.roster if index == 0 else None
        found, kept = set_up_for(camera, profile=profile, roster=roster)
        profiles.append(found)
        battle = kept if battle is None else battle
    return profiles, battle


class PicturesOfEach:
    """Keeps a picture from each camera of each moment that is told, in a folder for each."""

    def __init__(self, folder: Path, *, several: SeveralCameras, has_roster: bool) -> None:
        self._several = several
        self._kept = [
            WatchedPictures(
                folder / name, pipeline=several.follower(camera).pipeline, has_roster=has_roster
            )
            for camera, name in enumerate(several.names)
        ]
        self._latest: dict[int, tuple[Frame, CameraFollower]] = {}

    def saw(self, frame: Frame, *, camera: int) -> None:
        """A camera's newest picture, which was just followed."""
        self._latest[camera] = (frame, self._several.follower(camera))

    def keep(self) -> None:
        """What each camera showed when this was told."""
        for camera, (frame, follower) in self._latest.items():
            if follower.live is not None:
                self._kept[camera].follow(follower.pipeline)
                self._kept[camera].keep(frame, follower.live)


def tell_joined(
    output: Output,
    moments: Iterable[OneOfSeveral],
    *,
    several: SeveralCameras,
    as_json: bool,
    pictures: PicturesOfEach | None = None,
) -> JoinedTable | None:
    """Tell every change until they end or somebody presses Ctrl-C; the last table there was."""
    last: JoinedTable | None = None
    try:
        for each in moments:
            joined = joined_of(each, several=several, pictures=pictures)
            if joined is None:
                continue
            before, last = last, joined
            if not (has_changed(last, before) or _standings(last) != _standings(before)):
                continue
            seconds = each.moment.seconds
            if pictures is not None:
                pictures.keep()
            if as_json:
                value = joined_value(last, seconds=seconds)
                output.data(json.dumps(value, ensure_ascii=False, allow_nan=False))
            else:
                output.lines(*change_lines(last, before, seconds=seconds))
                output.lines(*_camera_lines(last, before, seconds=seconds))
    except KeyboardInterrupt:
        if last is None:
            raise
    return last


def joined_of(
    each: OneOfSeveral, *, several: SeveralCameras, pictures: PicturesOfEach | None = None
) -> JoinedTable | None:
    """The table after one camera's moment; None where it shows and tells nothing new."""
    several.told(each.camera, each.moment.health)
    look = _look(each, several=several, pictures=pictures)
    if look is not None and several.is_of_now(look):
        several.take(look, now_s=each.now_s)
    return several.at(each.now_s) if several.is_due(each.now_s) else None


def _look(
    each: OneOfSeveral, *, several: SeveralCameras, pictures: PicturesOfEach | None
) -> OneLook | None:
    """What a new picture shows by itself, found by the camera's process or here."""
    frame, health = each.moment.frame, each.moment.health
    if frame is None:
        return None
    if each.look is not None:
        return each.look.told_by(health)
    taken = TableFrame(
        number=frame.number,
        seconds=frame.seconds,
        camera=several.names[each.camera],
        grey=frame.grey,
    )
    look = several.look(each.camera, taken, keeper=health)
    if pictures is not None:
        pictures.saw(frame, camera=each.camera)
    return look


def joined_value(table: JoinedTable, *, seconds: float) -> dict[str, Any]:
    """One line of JSON: what one camera would tell, each camera, and which of them saw what."""
    return {
        **watch_value(table, seconds=seconds),
        "cameras": [
            {
                "name": state.name,
                "standing": state.standing.value,
                "state": state.health.state.value,
                "note": state.health.note,
                "delay_s": round(state.delay_s, 4),
                "delay_sigma_s": round(state.delay_sigma_s, 4),
                "hidden_s": round(hidden_s, 1),
            }
            for state, hidden_s in zip(table.cameras, table.hidden_s, strict=True)
        ],
        "seen_by": {name: list(names) for name, names in table.seen_by.items()},
        "heights_in": {
            name: {"height": round(height, 4), "sigma": round(sigma, 4)}
            for name, (height, sigma) in table.heights.items()
        },
    }


def ending_lines(table: JoinedTable) -> list[Text]:
    """What each camera alone would have missed, and how late it is."""
    lines = []
    for state, hidden_s in zip(table.cameras, table.hidden_s, strict=True):
        says = f"alone it would not have seen pieces for {hidden_s:.1f} s that another saw"
        if state is not table.cameras[0] and state.delay_sigma_s < _TOLD_DELAY_S:
            late = 1000 * state.delay_s
            says += f"; its pictures are {abs(late):.0f} ms {'later' if late >= 0 else 'earlier'}"
            says += f" than those of {table.cameras[0].name}"
            says += f" (± {2000 * state.delay_sigma_s:.0f} ms)"
        lines.append(Text.assemble((state.name, "bold"), f": {says}"))
    return lines


def _standings(table: JoinedTable | None) -> tuple[object, ...]:
    return () if table is None else tuple((each.name, each.standing) for each in table.cameras)


def _camera_lines(table: JoinedTable, before: JoinedTable | None, *, seconds: float) -> list[Text]:
    old = {} if before is None else {each.name: each.standing for each in before.cameras}
    return [
        Text.assemble((f"{seconds:8.2f} s  ", "dim"), _told(each))
        for each in table.cameras
        if old.get(each.name) is not each.standing
    ]


def _told(state: CameraState) -> Text:
    note = f": {state.health.note}" if state.health.note else ""
    return Text.assemble(f"{state.name}: ", (state.standing.value, _STYLES[state.is_well]), note)
