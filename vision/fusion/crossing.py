"""Brings the looks of a camera from its own process to where all are joined.

At rest nearly nothing changes from picture to picture, so only what the other side is not known to
have crosses. There what has not changed stays the same object, by which joining knows it.
"""

import operator
import pickle
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from calibration.profile import CalibrationProfile
from calibration.seen import SeenTag
from vision.camera.errands.letter import packed
from vision.fusion.one_look import OneLook
from vision.fusion.sight import CameraSight, PieceSign, TagSight
from vision.health import CameraHealth
from vision.locating.located import Flag
from vision.locating.placing import TagPlacing
from vision.sighting import Floats
from vision.tracking.pieces import Tracked

_MOST_SENT: Final = 4
"""Looks of which it may still turn out that they were taken: the ring has three places."""
_Key = tuple[str, int | str]
_Shape = tuple[tuple[_Key, int], ...]
"""All parts of a look in their order, and which state of each it is: every change makes another."""
_SHAPE: Final[_Key] = ("shape", "")
_Crossing = tuple[float, bool, CameraHealth, Mapping[str, float | None], int, dict[_Key, Any]]
"""When it was taken, whether its camera vouches, its health, when pieces without a number of their
own were confirmed, the state of its shape; and all parts that are not known to be there.
"""


class LookSender:
    """On the side of the camera's process."""

    def __init__(self) -> None:
        self._latest: dict[_Key, tuple[object, int]] = {}
        self._sent: dict[int, dict[_Key, int]] = {}
        self._known: dict[_Key, int] = {}
        """Which states the other side has."""
        self._basis: tuple[object, ...] = ()
        self._shape: _Shape = ()
        self._whole: _Shape | None = None
        """The shape of which the other side has everything."""

    def packed(self, look: OneLook, *, turn: int, taken: int) -> bytes:
        """As it crosses as that turn, where the other side has taken all up to another one."""
        self._known |= self._sent.pop(taken, {})
        shape = self._shape_of(look)
        version = self._version(_SHAPE, shape)
        new = [] if shape is self._whole else self._unknown(((_SHAPE, version), *shape))
        # What is there stays there: at rest nothing of it has to be asked again.
        self._whole = None if new else shape
        self._sent[turn] = dict(new)
        while len(self._sent) > _MOST_SENT:
            del self._sent[next(iter(self._sent))]
        sight, parts = look.sight, {key: self._latest[key][0] for key, _ in new}
        crossing: _Crossing = (
            sight.seconds,
            sight.is_vouching,
            look.health,
            look.confirmed,
            version,
            parts,
        )
        return packed(crossing)

    def _shape_of(self, look: OneLook) -> _Shape:
        sight = look.sight
        basis = (
            *(sight.tags, sight.pieces, look.strangers, look.flags),
            *sight.anchors,
            *look.markers,
            *look.nameless,
        )
        if len(basis) != len(self._basis) or not all(map(operator.is_, basis, self._basis)):
            shape = tuple((key, self._version(key, part)) for key, part in _parts(look))
            self._basis = basis
            if shape != self._shape:
                self._shape = shape
        return self._shape

    def _unknown(self, shape: _Shape) -> list[tuple[_Key, int]]:
        return [(key, state) for key, state in shape if self._known.get(key) != state]

    def _version(self, key: _Key, part: object) -> int:
        before = self._latest.get(key)
        if before is not None and before[0] is part:
            return before[1]
        version = 1 if before is None else before[1] + 1
        self._latest[key] = (part, version)
        return version


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Made:
    """What is made of all parts."""

    tags: Mapping[int, TagSight]
    signs: Mapping[str, PieceSign]
    anchors: tuple[SeenTag, ...]
    markers: tuple[TagPlacing, ...]
    strangers: Mapping[int, Floats]
    flags: Mapping[str, tuple[Flag, ...]]
    nameless: tuple[Tracked, ...]


class LookReader:
    """On the other side; it is given all that arrives, in its order."""

    def __init__(self, *, camera: int, profile: CalibrationProfile) -> None:
        self._camera, self._profile = camera, profile
        self._parts: dict[_Key, Any] = {}
        self._versions: dict[_Key, int] = {}
        self._made: _Made | None = None

    def __call__(self, data: bytes) -> OneLook:
        crossing: _Crossing = pickle.loads(data)
        seconds, is_vouching, health, confirmed, version, parts = crossing
        if parts:
            self._parts |= parts
            if _SHAPE in parts:
                self._versions[_SHAPE] = version
            states = {_SHAPE: version, **dict(self._parts[_SHAPE])}
            self._versions |= {key: states[key] for key in parts}
        if self._made is None or parts or self._versions[_SHAPE] != version:
            self._made = self._joined(version)
        made = self._made
        return OneLook(
            profile=self._profile,
            sight=CameraSight(
                camera=self._camera,
                seconds=seconds,
                health=health.for_rules(),
                tags=made.tags,
                anchors=made.anchors,
                pieces=made.signs,
                is_vouching=is_vouching,
            ),
            health=health,
            markers=made.markers,
            strangers=made.strangers,
            flags=made.flags,
            nameless=made.nameless,
            confirmed=confirmed,
        )

    def _joined(self, version: int) -> _Made:
        """Of all that is there now; a ValueError says that it is not what it should be."""
        kinds: dict[str, dict[Any, Any]] = {}
        for key, state in ((_SHAPE, version), *self._parts.get(_SHAPE, ())):
            if self._versions.get(key) != state:
                raise ValueError(f"{key}: expected state {state}, got {self._versions.get(key)}")
            kinds.setdefault(key[0], {})[key[1]] = self._parts[key]
        tags, before = kinds.get("tag", {}), self._made
        return _Made(
            tags=before.tags if before is not None and before.tags == tags else tags,
            signs=kinds["signs"][""],
            anchors=tuple(kinds.get("anchor", {}).values()),
            markers=tuple(kinds.get("marker", {}).values()),
            strangers=kinds["strangers"][""],
            flags=kinds["flags"][""],
            nameless=tuple(kinds.get("nameless", {}).values()),
        )


def _parts(look: OneLook) -> Iterator[tuple[_Key, object]]:
    """What a look is made of and often stays as it is."""
    sight = look.sight
    yield ("signs", ""), sight.pieces
    yield ("strangers", ""), look.strangers
    yield ("flags", ""), look.flags
    for number, tag in sight.tags.items():
        yield ("tag", number), tag
    for anchor in sight.anchors:
        yield ("anchor", anchor.number), anchor
    for at, marker in enumerate(look.markers):
        yield ("marker", at), marker
    for piece in look.nameless:
        yield ("nameless", piece.id), piece
