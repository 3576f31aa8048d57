"""Says what cameras together leave unsure all over a table, and of all places alike."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.error import Summary, pairs_over, summary_of
from calibration.lens import Floats
from calibration.several.joint_fit import USUAL_HEIGHT, JointFit, foretold
from calibration.several.rig import Rig
from rules.table.snapshot import SharedError, TableSize


def joint_shared_error(fit: JointFit, *, table: TableSize) -> Summary:
    """Scale, tilt and remainder that understate no distance between pieces that any of the
    cameras see which together saw one of the tags.
    """
    rig = fit.rig
    parties = sorted(set(fit.seen_by)) or [tuple(range(rig.count))]
    starts, ends = pairs_over(table)
    turn = np.arange(len(starts))
    by_start = _slopes(rig, starts, parties=[parties[each % len(parties)] for each in turn])
    by_end = _slopes(rig, ends, parties=[parties[each // 2 % len(parties)] for each in turn])
    span = (ends - starts)[:, :2]
    along = span / np.hypot(*span.T)[:, None]
    by_rig = (along[:, None, :] @ (by_end - by_start))[:, 0]
    claimed = (by_rig**2).sum(axis=1)
    is_seen = np.isfinite(claimed)
    if not is_seen.any():
        return Summary(shared=SharedError(), own=0.0)
    return summary_of(claimed[is_seen], starts[is_seen], ends=ends[is_seen], table=table)


def joint_covariances(rig: Rig, places: Floats, *, height_sigma: float = USUAL_HEIGHT) -> Floats:
    """Of x, y, height and turn (n x 4 x 4) of usual tags at places (n x 3); NaN where no camera
    sees them.
    """
    found = np.full((len(places), 4, 4), np.nan)
    for cameras, mine in _by_cameras(_in_view(rig, places)):
        told = foretold(rig, places[mine], cameras=cameras, height_sigma=height_sigma)
        # A step of the rig is in its own standard errors.
        found[mine] = told.own + told.by_rig @ np.swapaxes(told.by_rig, 1, 2)
    return found


def _slopes(rig: Rig, places: Floats, *, parties: Sequence[tuple[int, ...]]) -> Floats:
    """How x and y of places follow the cameras that see each (n x 2 x p); NaN where none does."""
    seen = np.zeros((rig.count, len(places)), dtype=bool)
    for index, party in enumerate(parties):
        seen[list(party), index] = True
    found = np.full((len(places), 2, rig.root.shape[1]), np.nan)
    for cameras, mine in _by_cameras(seen & _in_view(rig, places)):
        found[mine] = foretold(rig, places[mine], cameras=cameras).by_rig[:, :2]
    return found


def _in_view(rig: Rig, places: Floats) -> NDArray[np.bool_]:
    """Which camera has which place in its picture (cameras x n)."""
    found = np.zeros((rig.count, len(places)), dtype=bool)
    for camera, model in enumerate(rig.cameras):
        pixels = model.pixels(places)
        size = np.array([model.lens.width, model.lens.height])
        found[camera] = ((pixels >= 0) & (pixels <= size)).all(axis=1)
    return found


def _by_cameras(
    seen: NDArray[np.bool_],
) -> list[tuple[tuple[int, ...], NDArray[np.bool_]]]:
    """The places of each set of cameras that sees some."""
    found = []
    for views in np.unique(seen, axis=1).T:
        if views.any():
            mine: NDArray[np.bool_] = (seen == views[:, None]).all(axis=0)
            found.append((tuple(int(each) for each in np.flatnonzero(views)), mine))
    return found
