// Draws where pieces were ruled to stand until the camera sees them there.

import { guides } from "./guides.js";

const NAME = "to place";

/** Keep the map's ghosts up to date. @param {import("../app/store.js").Store} store */
export function showToPlace(store) {
  let shown = "[]";
  store.on(["state", "table"], () => {
    const marks = marksOf(store.now.state?.to_place ?? [], store.now.table?.pieces ?? []);
    const key = JSON.stringify(marks);
    if (key === shown) return;
    shown = key;
    store.draw(NAME, marks);
  });
}

/** The ghost of each piece that is not there yet, and the way to it.
 * @param {{id: string, x_in: number, y_in: number, heading_deg?: number | null}[]} places
 * @param {import("../app/types.js").Piece[]} pieces
 */
export function marksOf(places, pieces) {
  return places.flatMap((place) => {
    const piece = pieces.find((each) => each.id === place.id);
    if (!piece) return [];
    const heading = place.heading_deg ?? piece.pose?.heading_deg ?? 0;
    const pose = { x_in: place.x_in, y_in: place.y_in, heading_deg: heading, covariance: [0, 0, 0, 0, 0, 0] };
    return guides([{ ...piece, pose: /** @type {import("../app/types.js").Pose} */ (pose) }], [piece]).flatMap((each) => each.marks);
  });
}
