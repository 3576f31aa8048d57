// Works out what a dragged piece meets: ground that ends its move, and whom it has to stay near to.
// Pure, and only for what is shown meanwhile: the umpire rules on where it is let go.

import { inches, plain } from "../app/words.js";
import { corners, distance, isInside, offset } from "./geometry.js";

/** @typedef {import("../app/types.js").Point} Point */
/** @typedef {import("../app/types.js").Piece} Piece */
/** @typedef {import("../app/types.js").Area} Area */
/** @typedef {import("../app/types.js").Reach} Reach */

// Inches between two places on the way that are looked at.
const STEP = 0.1;

/** Where the straight way of a piece's leading edge goes into ground that ends a move, how deep it
 * is in there, and by how much that is too deep; nothing where it keeps out.
 * @param {Reach} reach @param {{x_in: number, y_in: number}} pose @param {Area[]} terrain
 * @returns {{area: Area, deep: number, over: number} | null}
 */
export function entered(reach, pose, terrain) {
  /** @type {Point} */
  const start = [reach.x_in, reach.y_in];
  /** @type {Point} */
  const end = [pose.x_in, pose.y_in];
  const far = distance(start, end);
  const ground = terrain.filter((area) => reach.stops?.includes(area.id) && !isInside(start, area.outline_in));
  if (far < 1e-6 || ground.length === 0) return null;
  const most = far + (reach.lead_in ?? 0);
  for (let along = Math.min(reach.lead_in ?? 0, most); along <= most + 1e-9; along += STEP) {
    const at = onWay(start, end, along / far);
    const area = ground.find((each) => isInside(at, each.outline_in));
    if (!area) continue;
    const deep = most - along;
    const over = reach.entry_in === null || reach.entry_in === undefined ? 0 : deep - reach.entry_in;
    return { area, deep, over: over > STEP ? over : 0 };
  }
  return null;
}

/** @param {Point} start @param {Point} end @param {number} share @returns {Point} */
function onWay(start, end, share) {
  return [start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])];
}

/** How far two pieces are apart, edge to edge; 0 where they touch.
 * @param {Piece} one @param {Piece} other
 */
export function apart(one, other) {
  const gap = (/** @type {Piece} */ from, /** @type {Piece} */ to) => Math.min(...outlineOf(from).map((corner) => offset(corner, to)));
  return Math.min(gap(one, other), gap(other, one));
}

/** @param {Piece} piece @returns {Point[]} */
function outlineOf({ pose, footprint }) {
  if (!pose) return [];
  const angle = (pose.heading_deg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return corners(footprint).map(([x, y]) => [pose.x_in + x * cos - y * sin, pose.y_in + x * sin + y * cos]);
}

/** The outline of all that lies so near to a piece, for a ring around it.
 * @param {Piece} piece @param {number} within @returns {Point[]}
 */
export function around(piece, within) {
  if (!piece.pose) return [];
  const { x_in: x, y_in: y } = piece.pose;
  const reach = within + Math.max(...corners(piece.footprint).map(([u, v]) => Math.hypot(u, v)));
  return Array.from({ length: 72 }, (_, index) => {
    const angle = (index * Math.PI) / 36;
    /** @type {[number, number]} how far out is near, and how far is too far */
    let [near, far] = [0, reach];
    for (let halved = 0; halved < 12; halved += 1) {
      const middle = (near + far) / 2;
      if (offset([x + middle * Math.cos(angle), y + middle * Math.sin(angle)], piece) <= within) near = middle;
      else far = middle;
    }
    return /** @type {Point} */ ([x + near * Math.cos(angle), y + near * Math.sin(angle)]);
  });
}

/** @param {string} kind */
function capital(kind) {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}

/** What is said of the ground; empty where it does not end the move.
 * @param {ReturnType<typeof entered>} found
 */
export function groundWords(found) {
  if (!found) return "";
  const name = capital(found.area.kind);
  return found.over > 0 ? `${name}: ${inches(found.over)} too deep` : `${name}: the move ends here`;
}

/** How near a follower stands to whom it follows. @param {NonNullable<Reach["near"]>} near @param {number} gap */
export function nearWords(near, gap) {
  return `${plain(gap)} of ${inches(near.within_in)} from ${near.unit}`;
}
