"""Says what cameras together leave unsure of all places alike, as the rules use it."""

from collections.abc import Sequence

import numpy as np

from calibration.error import Summary, pairs_over, summary_of
from calibration.lens import Floats
from calibration.several.joint_fit import JointFit, joint_slopes
from calibration.several.rig import Rig
from rules.table.snapshot import SharedError, TableSize


def joint_shared_error(fit: JointFit, *, table: TableSize) -> Summary:
    """Scale, tilt and remainder that understate no distance between pieces that any of the
    cameras see which together saw one of the tags.
    """
    rig, of_rig = fit.rig, np.eye(fit.rig.root.shape[1])
    parties = sorted(set(fit.seen_by)) or [tuple(range(rig.count))]
    starts, ends = pairs_over(table)
    turn = np.arange(len(starts))
    by_start = _slopes(rig, starts, [parties[each % len(parties)] for each in turn])
    by_end = _slopes(rig, ends, [parties[each // 2 % len(parties)] for each in turn])
    span = (ends - starts)[:, :2]
    along = span / np.hypot(*span.T)[:, None]
    by_rig = (along[:, None, :] @ (by_end - by_start))[:, 0]
    claimed = np.einsum("np,pq,nq->n", by_rig, of_rig, by_rig)
    is_seen = np.isfinite(claimed)
    if not is_seen.any():
        return Summary(shared=SharedError(), own=0.0)
    return summary_of(
        np.maximum(claimed[is_seen], 0.0), starts[is_seen], ends=ends[is_seen], table=table
    )


def _slopes(rig: Rig, places: Floats, parties: Sequence[tuple[int, ...]]) -> Floats:
    """How x and y of places follow the cameras that see each (n x 2 x p); NaN where none does."""
    seen = np.zeros((rig.count, len(places)), dtype=bool)
    for index, party in enumerate(parties):
        seen[list(party), index] = True
    for camera, model in enumerate(rig.cameras):
        pixels = model.pixels(places)
        size = np.array([model.lens.width, model.lens.height])
        seen[camera] &= ((pixels >= 0) & (pixels <= size)).all(axis=1)
    found = np.full((len(places), 2, rig.root.shape[1]), np.nan)
    for views in np.unique(seen, axis=1).T:
        if views.any():
            mine = (seen == views[:, None]).all(axis=0)
            found[mine] = joint_slopes(rig, places[mine], cameras=tuple(np.flatnonzero(views)))
    return found
