// Counts how many of some units hit a place, from the areas of each; pure.

/** @typedef {import("../app/types.js").Point} Point */
/** @typedef {import("./asking.js").UnitMap} UnitMap */
/** @typedef {{at: Point, count: number}} Counted */

// Inches between two numbers on the map, and from a number to the middle of a piece.
const APART_IN = 4;
const BESIDE_IN = 2;

/** Whether a place lies in an area with holes: by even and odd.
 * @param {Point[][]} rings @param {Point} place
 */
export function isInside(rings, [x, y]) {
  let inside = false;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [ax, ay] = ring[i] ?? [0, 0];
      const [bx, by] = ring[j] ?? [0, 0];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  }
  return inside;
}

/** How many units surely hit a place. @param {UnitMap["layers"]} layers @param {Point} place */
export function countAt(layers, place) {
  return layers.filter((layer) => {
    const area = layer.areas.find((each) => each.answer === "YES");
    return area !== undefined && isInside(area.rings_in, place);
  }).length;
}

/** Numbers spread over the table, where somebody hits at all, and beside the pieces.
 * @param {UnitMap["layers"]} layers @param {{width_in: number, depth_in: number}} size @param {Point[]} [pieces] @returns {Counted[]}
 */
export function countsOver(layers, { width_in, depth_in }, pieces = []) {
  /** @type {Counted[]} */
  const found = [];
  const across = Math.max(1, Math.round(width_in / APART_IN));
  const up = Math.max(1, Math.round(depth_in / APART_IN));
  for (let row = 0; row < up; row += 1) {
    for (let column = 0; column < across; column += 1) {
      /** @type {Point} */
      const at = [((column + 0.5) * width_in) / across, ((row + 0.5) * depth_in) / up];
      if (pieces.some(([x, y]) => Math.hypot(x - at[0], y - at[1]) < BESIDE_IN)) continue;
      const count = countAt(layers, at);
      if (count > 0) found.push({ at, count });
    }
  }
  return found;
}
