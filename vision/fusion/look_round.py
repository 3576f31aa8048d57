"""Holds all that one look at the pieces needs: what cameras show, and what is known besides."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TypeVar

from calibration.several.rig import Rig
from vision.fusion.clocks import Delays
from vision.fusion.places import AgreedPlaces
from vision.fusion.resting import Rested
from vision.fusion.sight import CameraSight, PieceSign, TagSight, changed_keys
from vision.locating.tag_layout import PieceTag
from vision.tracking.track import Absence

Tags = list[tuple[PieceTag, TagSight]]
"""Of one piece, in one camera's picture."""
_Key = TypeVar("_Key")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LookRound:
    """All that a look at the pieces needs."""

    now_s: float
    sights: Mapping[int, CameraSight]
    """The latest of each camera that is used."""
    new: AbstractSet[int]
    """The cameras with a picture that was not looked at yet."""
    rested: Rested | None
    agreed: AgreedPlaces
    delays: Delays
    rig: Rig
    is_in_doubt: bool
    """Whether cameras contradict each other: nothing comes to rest."""

    def taken_s(self, camera: int) -> float:
        """When its picture was taken, on the first camera's clock."""
        return self.sights[camera].seconds - self.delays.of(camera).seconds

    def is_resting(self, camera: int, tags: Tags) -> bool:
        """Whether the fit of all pieces at rest knows what this camera sees."""
        return self.rested is not None and all(
            self.agreed.is_at(camera, sight) for _, sight in tags
        )

    def is_calm(self, camera: int, name: str) -> bool:
        """Whether nothing changes about a piece, as far as this camera may say."""
        sight = self.sights[camera]
        sign = sight.pieces.get(name)
        return sight.is_vouching and (sign is None or sign.is_calm)

    def absence(self, name: str) -> Absence:
        """Why nobody sees a piece."""
        signs = (sight.pieces.get(name) for sight in self.sights.values())
        told = {sign.absence for sign in signs if sign is not None}
        for each in (Absence.DOUBLED, Absence.BARE):
            if each in told:
                return each
        return Absence.COVERED


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ShownLook:
    """All that the places of all pieces follow from: compared at once, it spares most of them."""

    besides: tuple[Rested | None, bool, tuple[tuple[int, bool], ...]]
    """The fit, whether it is in doubt, and of each camera whether it vouches."""
    signs: tuple[Mapping[str, PieceSign], ...]
    tags: tuple[Mapping[int, TagSight], ...]

    @classmethod
    def of(cls, moment: LookRound) -> "ShownLook":
        sights = moment.sights.values()
        vouching = tuple((each.camera, each.is_vouching) for each in sights)
        return cls(
            besides=(moment.rested, moment.is_in_doubt, vouching),
            signs=tuple(each.pieces for each in sights),
            tags=tuple(each.tags for each in sights),
        )

    def changed_since(self, before: "ShownLook") -> tuple[set[str], set[int]] | None:
        """The pieces and tags of which anything is shown otherwise; None where it may be any."""
        if self.besides != before.besides:
            return None
        return _changed(before.signs, self.signs), _changed(before.tags, self.tags)


def _changed(
    before: Sequence[Mapping[_Key, object]], now: Sequence[Mapping[_Key, object]]
) -> set[_Key]:
    return set[_Key]().union(*map(changed_keys, before, now))
