"""Names the camera that most likely is wrong where cameras contradict each other."""

from collections.abc import Sequence

from rules.table.bad_input import BadInputError
from vision.fusion.cameras import JoinedCamera
from vision.fusion.places import AgreedPlaces
from vision.fusion.resting import Rested, RestFits


def suspect_of(
    bad: Rested,
    *,
    fits: RestFits,
    cameras: Sequence[JoinedCamera],
    agreed: AgreedPlaces,
    used: Sequence[int],
    limit: float,
) -> str:
    """Its name; "one of" them where nothing tells.

    Of three the one without which the others agree; of two the one that sees tags elsewhere than
    when they agreed.
    """
    if len(used) > 2:
        left = {camera: _without(bad, fits=fits, camera=camera, limit=limit) for camera in used}
        agreeing = [camera for camera, off in left.items() if off is not None]
        if len(agreeing) == 1:
            return cameras[agreeing[0]].name
    changed = [camera for camera in used if _has_changed(agreed, camera=camera)]
    if len(changed) == 1:
        return cameras[changed[0]].name
    return f"one of {' and '.join(cameras[camera].name for camera in used)}"


def _without(bad: Rested, *, fits: RestFits, camera: int, limit: float) -> float | None:
    """How far the others are off without it; None where they contradict each other still."""
    kept = [{} if index == camera else tags for index, tags in enumerate(bad.kept)]
    try:
        rest = fits.solve(kept, limit=limit)
    except BadInputError:
        return None
    return None if rest.contradiction is not None else rest.disagreement


def _has_changed(agreed: AgreedPlaces, *, camera: int) -> bool:
    """Whether most of the tags lie elsewhere for it than when all agreed."""
    places = agreed.places[camera]
    return bool(places) and 2 * len(agreed.off[camera]) > len(places)
