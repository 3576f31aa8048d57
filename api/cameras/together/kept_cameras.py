"""Keeps which cameras see the table, for the next start, in a file for its owner alone.

The address of a camera may hold a password, so that nothing of it is shown but its name.
"""

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from api.cameras.choices import KEPT_CAMERAS, CameraChoice, Kind
from api.cameras.together.set_aside import MOST
from api.files.synced import replace_whole
from calibration.profile import CameraId
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, items, parse, string, whole

FORMAT: Final = "paper-umpire/cameras/1"
LONGEST: Final = 100_000
"""Letters; a camera takes a few hundred."""
THE_FILE: Final = "the cameras of last time"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptCamera:
    """A camera that saw the table when the umpire stopped."""

    kind: Kind
    name: str
    source: str
    camera: CameraId
    """As what it was measured."""

    @classmethod
    def of(cls, choice: CameraChoice, camera: CameraId) -> "KeptCamera":
        """The camera that was chosen."""
        return cls(kind=choice.kind, name=choice.name, source=choice.source, camera=camera)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldCamera:
    """What the host is to know of a camera of last time, until it is dealt with."""

    id: str
    name: str
    note: str
    is_opening: bool = False


class KeptCameras:
    """The file, and what is told of it. For any thread."""

    def __init__(self, folder: Path) -> None:
        self._place = folder / KEPT_CAMERAS
        self._guard = threading.Lock()
        self._stopped = threading.Event()
        self._cameras: dict[str, KeptCamera] = {}
        """Those of the file, by ids of our own."""
        self._told: dict[str, ToldCamera] = {}

    @property
    def told(self) -> tuple[ToldCamera, ...]:
        """What there is to say, in the order in which the cameras were set up."""
        with self._guard:
            return tuple(self._told.values())

    def read(self) -> dict[str, KeptCamera]:
        """The cameras of last time by their ids; an unreadable file is set aside, and told."""
        with self._guard:
            try:
                with self._place.open(encoding="utf-8") as file:
                    found = _read(file.read(LONGEST))
            except FileNotFoundError:
                found = ()
            except (BadInputError, OSError, UnicodeDecodeError) as complaint:
                found = ()
                self._tell("kept", name=THE_FILE, note=self._set_aside(complaint))
            self._cameras = {f"kept-{at}": each for at, each in enumerate(found, start=1)}
            return dict(self._cameras)

    def keep(self, cameras: Sequence[KeptCamera]) -> None:
        """From now on these see the table; nothing is left to say of those of last time."""
        with self._guard:
            self._stopped.set()
            self._told = {}
            self._cameras = {f"kept-{at}": each for at, each in enumerate(cameras, start=1)}
            self._write()

    def found(self, cameras: dict[str, KeptCamera]) -> None:
        """These are back, some of them under another number; of them nothing is left to say."""
        with self._guard:
            for known, each in cameras.items():
                if known in self._cameras:
                    self._cameras[known] = each
                self._told.pop(known, None)
            self._write()

    def without(self, *, told: str = "", choice: CameraChoice | None = None) -> bool:
        """Do without one, by the id under which it is told or as it is chosen; False where it is
        none of these.
        """
        with self._guard:
            known = [
                each
                for each, camera in self._cameras.items()
                if each == told or (choice is not None and _is(camera, choice))
            ]
            if not known and told not in self._told:
                return False
            for each in (*known, told):
                self._cameras.pop(each, None)
                self._told.pop(each, None)
            self._write()
            return True

    def forget(self) -> None:
        """None comes back at the next start."""
        self.keep(())

    # --- while they are opened again -------------------------------------------------------------

    def tell(self, known: str, *, note: str, is_opening: bool = False) -> None:
        """Say this of a camera of last time, if it is still wanted."""
        with self._guard:
            if known in self._cameras:
                name = self._cameras[known].name
                self._tell(known, name=name, note=note, is_opening=is_opening)

    def wants(self, known: str) -> bool:
        """Whether it is still to be opened."""
        with self._guard:
            return known in self._cameras and not self._stopped.is_set()

    def stop(self) -> None:
        """Open no camera of last time any more: the host does something else."""
        with self._guard:
            self._stopped.set()
            self._told = {k: each for k, each in self._told.items() if not each.is_opening}

    def stopped(self, within_s: float) -> bool:
        """Whether no camera is to be opened any more; waits so long at most."""
        return self._stopped.wait(within_s)

    # ---------------------------------------------------------------------------------------------

    def _tell(self, known: str, *, name: str, note: str, is_opening: bool = False) -> None:
        self._told[known] = ToldCamera(id=known, name=name, note=note, is_opening=is_opening)

    def _write(self) -> None:
        told = {"format": FORMAT, "cameras": [_told(each) for each in self._cameras.values()]}
        try:
            if not self._cameras:
                self._place.unlink(missing_ok=True)
                return
            self._place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            replace_whole(self._place, json.dumps(told, indent=1).encode())
        except OSError as failure:
            # The table is seen all the same.
            reason = failure.strerror or str(failure)
            note = f"{THE_FILE} cannot be kept ({reason}): set up again after the next start"
            self._tell("kept", name=THE_FILE, note=note)

    def _set_aside(self, complaint: Exception) -> str:
        says = f"{THE_FILE} cannot be read ({complaint})"
        aside = self._place.with_name(f"{KEPT_CAMERAS}.damaged-{datetime.now(UTC):%Y%m%d-%H%M%S}")
        try:
            self._place.replace(aside)
        except OSError:
            return f"{says}: choose them again"
        return f"{says}: choose them again; the file was set aside as {aside.name}"


def _is(camera: KeptCamera, choice: CameraChoice) -> bool:
    return (camera.kind, camera.name, camera.source) == (choice.kind, choice.name, choice.source)


def _told(kept: KeptCamera) -> dict[str, object]:
    camera = kept.camera
    return {
        "kind": str(kept.kind),
        "name": kept.name,
        "source": kept.source,
        "camera": {
            "name": camera.name,
            "id": camera.id,
            "size_px": [camera.width, camera.height],
        },
    }


def _read(text: str) -> tuple[KeptCamera, ...]:
    fields = Fields(parse(text, what=KEPT_CAMERAS), "")
    fields.must("format", _format)
    found = fields.must("cameras", items)
    fields.done()
    if len(found) > MOST:
        raise BadInputError("cameras", expected=f"at most {MOST}", got=f"{len(found)}")
    return tuple(_camera(each, f"cameras[{at}]") for at, each in enumerate(found))


def _camera(value: object, where: str) -> KeptCamera:
    fields = Fields(value, where)
    kind, name = fields.must("kind", _kind), fields.must("name", string)
    source, camera = fields.must("source", string), fields.must("camera", _measured)
    fields.done()
    return KeptCamera(kind=kind, name=name, source=source, camera=camera)


def _measured(value: object, where: str) -> CameraId:
    fields = Fields(value, where)
    name, known = fields.must("name", string), fields.must("id", string)
    width, height = fields.must("size_px", _size)
    fields.done()
    return CameraId(name=name, id=known, width=width, height=height)


def _size(value: object, where: str) -> tuple[int, int]:
    found = [whole(each, where) for each in items(value, where)]
    if len(found) != 2 or min(found) < 1:
        raise BadInputError(where, expected="width and height in pixels", got=f"{found}"[:60])
    return found[0], found[1]


def _kind(value: object, where: str) -> Kind:
    kinds = [str(each) for each in Kind]
    if value not in kinds:
        raise BadInputError(where, expected=" or ".join(kinds), got=repr(value)[:60])
    return Kind(str(value))


def _format(value: object, where: str) -> None:
    if value != FORMAT:
        raise BadInputError(where, expected=repr(FORMAT), got=repr(value)[:60])
