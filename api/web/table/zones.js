// Draws the strips in which a side begins, and places that a battle's view points at.

import { draw } from "../app/elements.js";
import { path } from "./geometry.js";
import { sideColours } from "./words.js";

/** @typedef {import("../app/types.js").Point} Point */
/** @typedef {{says: string, edge?: string, depth_in?: number, depth_share?: number, outline_in?: Point[]}} Strip */
/** @typedef {{width_in: number, depth_in: number}} Size */

/** The corners of a strip, or of a place that is pointed at; none where it is along no edge.
 * @param {Strip} strip
 * @param {Size} table
 * @returns {Point[]}
 */
export function stripOutline({ edge, depth_in: depth, depth_share: share, outline_in: outline }, { width_in: width, depth_in: tall }) {
  if (outline) return outline;
  const across = edge === "west" || edge === "east" ? width : tall;
  const deep = Math.min(across, depth ?? (share ?? 0) * across);
  if (edge === "south") return rectangle(0, 0, width, deep);
  if (edge === "north") return rectangle(0, tall - deep, width, tall);
  if (edge === "west") return rectangle(0, 0, deep, tall);
  if (edge === "east") return rectangle(width - deep, 0, width, tall);
  return [];
}

/** @param {number} left @param {number} bottom @param {number} right @param {number} top @returns {Point[]} */
function rectangle(left, bottom, right, top) {
  return [[left, bottom], [right, bottom], [right, top], [left, top]];
}

export class Zones {
  constructor() {
    this.drawn = draw("g", { class: "zones" });
    this.told = "";
  }

  /** @param {unknown} zones of the view, if it has any @param {Size} table @param {string[]} sides */
  show(zones, table, sides) {
    const strips = /** @type {Strip[]} */ (Array.isArray(zones) ? zones : []);
    const told = JSON.stringify([strips, table.width_in, table.depth_in, sides]);
    if (told === this.told) return;
    this.told = told;
    const colours = sideColours([...sides].sort());
    // A strip says whose it is: `Red begins here`.
    const colour = (/** @type {Strip} */ { says }) => colours.get(sides.find((side) => says.startsWith(`${side} `)) ?? "") ?? "none";
    this.drawn.replaceChildren(
      ...strips.map((strip) => draw("path", { class: `strip side-${colour(strip)}`, d: path(stripOutline(strip, table)) }, draw("title", {}, strip.says))),
    );
  }
}
