// Draws the strips in which a side begins, and places that a battle's view points at.

import { draw } from "../app/elements.js";
import { capital } from "../app/words.js";
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

// Inches that are marked along an edge while one is chosen.
const BAND = 1.5;
const EDGES = ["south", "north", "west", "east"];

/** The edges of the table that somebody may choose among now; pure. @param {import("../app/types.js").Offer[]} offers @returns {string[]} */
export function edgesAsked(offers) {
  const holes = offers.filter((offer) => !offer.refusal && !["quiet", "grave"].includes(offer.weight ?? "main")).flatMap((offer) => offer.holes);
  const hole = holes.find(({ kind, allowed }) => kind === "choice" && allowed.length > 1 && allowed.every((each) => EDGES.includes(String(each))));
  return (hole?.allowed ?? []).map(String);
}

/** What is drawn of zones and of edges to choose, each with its words and whose it is; pure.
 * @param {{zones?: unknown, forces?: unknown}} told by the game @param {{sides: string[], edges: string[]}} also
 * @returns {{strip: Strip, side: string}[]}
 */
export function stripsOf({ zones, forces }, { sides, edges }) {
  const strips = /** @type {Strip[]} */ (Array.isArray(zones) ? zones : []);
  const owners = /** @type {{name: string, side: string}[]} */ (Array.isArray(forces) ? forces : []);
  // A strip says whose it is: `Red begins here`, by the side or by a force of it.
  const side = (/** @type {Strip} */ { says }) =>
    sides.find((each) => says.startsWith(`${each} `)) ?? owners.find(({ name }) => says.startsWith(`${name} `))?.side ?? "";
  const asked = edges.map((edge) => ({ strip: { says: `${capital(edge)} edge`, edge, depth_in: BAND }, side: "" }));
  return [...strips.map((strip) => ({ strip, side: side(strip) })), ...asked];
}

export class Zones {
  constructor() {
    this.drawn = draw("g", { class: "zones" });
    this.names = draw("g", { class: "zone-names", "aria-hidden": "true" });
    this.told = "";
    /** @type {{outline: Point[], words: string, text: SVGTextElement}[]} */
    this.labels = [];
  }

  /** @param {{zones?: unknown, forces?: unknown} | undefined} told by the game, if it has any
   * @param {Size} table @param {{sides: string[], edges?: string[]}} also */
  show(told, table, { sides, edges = [] }) {
    const strips = stripsOf({ zones: told?.zones, forces: told?.forces }, { sides, edges });
    const now = JSON.stringify([strips, table.width_in, table.depth_in, sides]);
    if (now === this.told) return;
    this.told = now;
    const colours = sideColours([...sides].sort());
    this.drawn.replaceChildren(
      ...strips.map(({ strip, side }) => draw("path", { class: `strip side-${colours.get(side) ?? "none"}`, d: path(stripOutline(strip, table)) }, draw("title", {}, strip.says))),
    );
    this.labels = strips.map(({ strip }) => ({ outline: stripOutline(strip, table), words: strip.says, text: draw("text", { class: "zone-name", display: "none" }, strip.says) }));
    this.names.replaceChildren(...this.labels.map(({ text }) => text));
  }
}
