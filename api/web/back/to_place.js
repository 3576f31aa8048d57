// Draws where pieces were ruled to stand until the camera sees them there.

import { button } from "../app/elements.js";
import { guides } from "./guides.js";

const NAME = "to place";

/** @typedef {{id: string, x_in: number, y_in: number, heading_deg?: number | null}} ToPlace */
/** @typedef {import("../app/types.js").Pose} Pose */

/** Keep the map's ghosts up to date; on the table that is drawn to practise with one press puts the pieces there.
 * @param {import("../app/store.js").Store} store
 * @param {{host: HTMLElement, put: (piece: string, place: Pose) => Promise<void>}} parts
 */
export function showToPlace(store, { host, put }) {
  const there = button("", () => void Promise.all(posesOf(store.now).map(([piece, pose]) => put(piece, pose))), { class: "put-there", "data-key": "put there" });
  host.append(there);
  let shown = "[]";
  store.on(["state", "table", "practice"], () => {
    const { state, table, practice } = store.now;
    const places = state?.to_place ?? [];
    there.hidden = !practice || places.length === 0;
    there.textContent = `Put ${places.length > 1 ? "them" : (places[0]?.id ?? "")} there`;
    const marks = marksOf(places, table?.pieces ?? []);
    const key = JSON.stringify(marks);
    if (key === shown) return;
    shown = key;
    store.draw(NAME, marks);
  });
}

/** @param {import("../app/store.js").State} now @returns {[string, Pose][]} */
function posesOf({ state, table }) {
  return placed(state?.to_place ?? [], table?.pieces ?? []).map(({ id, pose }) => [id, /** @type {Pose} */ (pose)]);
}

/** The ghost of each piece that is not there yet, and the way to it.
 * @param {ToPlace[]} places @param {import("../app/types.js").Piece[]} pieces
 */
export function marksOf(places, pieces) {
  return placed(places, pieces).flatMap((wanted) => {
    const now = pieces.filter((each) => each.id === wanted.id);
    return guides([wanted], now).flatMap((each) => each.marks);
  });
}

/** The pieces as they are to stand; one without a heading keeps its own.
 * @param {ToPlace[]} places @param {import("../app/types.js").Piece[]} pieces
 */
function placed(places, pieces) {
  return places.flatMap(({ id, x_in, y_in, heading_deg: told }) => {
    const piece = pieces.find((each) => each.id === id);
    if (!piece) return [];
    const pose = { x_in, y_in, heading_deg: told ?? piece.pose?.heading_deg ?? 0, covariance: [0, 0, 0, 0, 0, 0] };
    return [{ ...piece, pose: /** @type {Pose} */ (pose) }];
  });
}
