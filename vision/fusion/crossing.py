"""Brings the looks of a camera from its own process to where all are joined.

At rest nearly nothing changes from picture to picture, so only what the other side is not known to
have crosses. There what has not changed stays the same object, by which joining knows it.
"""

import pickle
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from calibration.profile import CalibrationProfile
from vision.camera.errands.letter import packed
from vision.fusion.one_look import OneLook
from vision.fusion.sight import CameraSight, TagSight
from vision.health import CameraHealth

_MOST_SENT: Final = 4
"""Looks of which it may still turn out that they were taken: the ring has three places."""
_Key = tuple[str, int | str]
_Versions = dict[_Key, int]
"""Which state of each part it is; every change makes the next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Crossing:
    """One look, less what is known to be there."""

    seconds: float
    is_vouching: bool
    health: CameraHealth
    confirmed: Mapping[str, float | None]
    shape: tuple[tuple[_Key, int], ...]
    """All its parts, in their order."""
    parts: dict[_Key, Any]


class LookSender:
    """On the side of the camera's process."""

    def __init__(self) -> None:
        self._latest: dict[_Key, tuple[object, int]] = {}
        self._sent: dict[int, _Versions] = {}
        self._known: _Versions = {}
        """What the other side has."""

    def packed(self, look: OneLook, *, turn: int, taken: int) -> bytes:
        """As it crosses as that turn, where the other side has taken all up to another one."""
        self._known |= self._sent.get(taken, {})
        shape, parts, versions = [], {}, {}
        for key, part in _parts(look):
            version = self._version(key, part)
            shape.append((key, version))
            if self._known.get(key) != version:
                parts[key], versions[key] = part, version
        self._sent[turn] = versions
        while len(self._sent) > _MOST_SENT:
            del self._sent[next(iter(self._sent))]
        sight = look.sight
        return packed(
            _Crossing(
                seconds=sight.seconds,
                is_vouching=sight.is_vouching,
                health=look.health,
                confirmed=look.confirmed,
                shape=tuple(shape),
                parts=parts,
            )
        )

    def _version(self, key: _Key, part: object) -> int:
        before = self._latest.get(key)
        if before is not None and before[0] is part:
            return before[1]
        version = 1 if before is None else before[1] + 1
        self._latest[key] = (part, version)
        return version


class LookReader:
    """On the other side; it is given all that arrives, in its order."""

    def __init__(self, *, camera: int, profile: CalibrationProfile) -> None:
        self._camera, self._profile = camera, profile
        self._parts: dict[_Key, tuple[int, Any]] = {}
        self._tags: dict[Any, TagSight] = {}

    def __call__(self, data: bytes) -> OneLook:
        crossing: _Crossing = pickle.loads(data)
        versions = dict(crossing.shape)
        for key, part in crossing.parts.items():
            self._parts[key] = (versions[key], part)
        kinds: dict[str, list[tuple[Any, Any]]] = {}
        for (kind, name), version in crossing.shape:
            has, part = self._parts[kind, name]
            if has != version:
                raise ValueError(f"{kind} {name}: expected state {version}, got {has}")
            kinds.setdefault(kind, []).append((name, part))
        tags = dict(kinds.get("tag", ()))
        if tags != self._tags:
            self._tags = tags
        sight = CameraSight(
            camera=self._camera,
            seconds=crossing.seconds,
            health=crossing.health.for_rules(),
            tags=self._tags,
            anchors=tuple(part for _, part in kinds.get("anchor", ())),
            pieces=kinds["signs"][0][1],
            is_vouching=crossing.is_vouching,
        )
        return OneLook(
            profile=self._profile,
            sight=sight,
            health=crossing.health,
            markers=tuple(part for _, part in kinds.get("marker", ())),
            strangers=kinds["strangers"][0][1],
            flags=kinds["flags"][0][1],
            nameless=tuple(part for _, part in kinds.get("nameless", ())),
            confirmed=crossing.confirmed,
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
