"""Finds the anchors of a table in a photograph before anything is calibrated."""

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.lens import Lens
from calibration.seen import SeenTag
from vision.detector import Detector
from vision.fit.free import fit_corners, seen_tags
from vision.mirrored import is_mirrored
from vision.sighting import Grey
from vision.tags.tag_family import TagFamily


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AnchorView:
    """The anchors in one photograph, and what kept others out."""

    tags: tuple[SeenTag, ...]
    doubled: tuple[int, ...]
    """Anchors that were seen in two places; none of them counts."""
    blurred: tuple[int, ...]
    """Anchors that were read, but whose edges could not be measured."""
    others: tuple[int, ...]
    """Tags that are not anchors."""
    is_mirrored: bool = False
    """Whether none can be read because left and right are swapped."""


def see_anchors(
    grey: Grey, *, family: TagFamily, numbers: Sequence[int], lens: Lens | None = None
) -> AnchorView:
    """Every anchor with its corners and their error; a lens, where known, helps a little."""
    detector = Detector(family)
    seen = detector.sightings(grey)
    told = [sighting.number for sighting in seen]
    doubled = tuple(number for number in numbers if told.count(number) > 1)
    wanted = [each for each in seen if each.number in numbers and each.number not in doubled]
    tags = seen_tags(fit_corners(grey, wanted, family=family, lens=lens)) if wanted else ()
    placed = {tag.number for tag in tags}
    return AnchorView(
        tags=tags,
        doubled=doubled,
        blurred=tuple(each.number for each in wanted if each.number not in placed),
        others=tuple(sorted({number for number in told if number not in numbers})),
        is_mirrored=not wanted and is_mirrored(grey, detector=detector, numbers=numbers),
    )
