// Asks the umpire for maps of a unit, for the numbers at a place, and what a command would get.

import { query } from "../app/request.js";

/** @typedef {import("../app/types.js").Answer} Answer */
/** @typedef {import("../app/types.js").Point} Point */
/** @typedef {"sight" | "reach" | "threat" | "from"} Mode */
/** @typedef {{answer: Answer, rings_in: Point[][]}} MapArea */
/** @typedef {{kind: string, unit: string, snapshot: number, says: string, answered: boolean, areas: MapArea[],
 *   layers: {unit: string, areas: MapArea[]}[]}} UnitMap */
/** @typedef {{says: string, sentence: string, nearest_in: Point | null}} Here */
/** @typedef {{unit: string, foe: boolean, range_answer: Answer, range_in: number | null, sight_answer: Answer | null,
 *   line_in: Point[], says: string}} NumbersTo */
/** @typedef {{allowed: boolean, says: string, clause: string | null, nearest: {x_in: number, y_in: number} | null}} Tried */
/** @typedef {{battle: string, seat: string, mode: Mode, unit: string, target: string,
 *   ghost: {x_in: number, y_in: number} | null, inches?: string}} Asked */

/** Where a map is asked for, behind /api/v1; pure.
 * @param {Asked} asked
 */
export function mapAddress({ battle, seat, mode, unit, target, ghost, inches = "" }) {
  const place = ghost ? { x_in: ghost.x_in, y_in: ghost.y_in } : {};
  const kind = mode === "from" && !target ? "sight" : mode;
  const terms = { kind, step: 0.5, ...(kind === "from" ? { target } : {}), ...(inches ? { inches } : {}), ...place };
  if (!battle) return `/measure/map${query({ a: unit, ...terms })}`;
  return `${where(battle, unit)}${query({ ...terms, ...(seat ? { seat } : {}) })}`;
}

/** Where the numbers at one place of that map are asked for; pure. @param {Asked} asked @param {Point} place */
export function placeAddress(asked, [x, y]) {
  return `${mapAddress(asked)}&at_x_in=${x.toFixed(2)}&at_y_in=${y.toFixed(2)}`;
}

/** Where a whole side could hit, or where one is safe from it; pure. @param {string} battle @param {string} seat @param {string} side */
export function sideAddress(battle, seat, side) {
  return `/battles/${encodeURIComponent(battle)}/sides/${encodeURIComponent(side)}/map${query({ step: 0.5, ...(seat ? { seat } : {}) })}`;
}

/** The sides that a unit has to fear, in the table's order; pure.
 * @param {import("../app/types.js").Snapshot | null | undefined} table @param {string} unit
 */
export function otherSides(table, unit) {
  const pieces = table?.pieces ?? [];
  const own = pieces.find((each) => each.id === unit)?.side ?? "";
  return [...new Set(pieces.map((each) => each.side))].filter((side) => side && side !== own);
}

/** @param {Asked} asked */
export function numbersAddress({ battle, seat, unit, ghost }) {
  const place = ghost ? { x_in: ghost.x_in, y_in: ghost.y_in } : {};
  return `${where(battle, unit)}/numbers${query({ ...place, ...(seat ? { seat } : {}) })}`;
}

/** @param {string} battle @param {string} unit */
function where(battle, unit) {
  return `/battles/${encodeURIComponent(battle)}/maps/${encodeURIComponent(unit)}`;
}

/** What of the offers a unit could try as a whole: with a target where one is picked; pure.
 * @param {import("../app/store.js").Offered | null} offered @param {string} unit @param {string} target
 */
export function tries(offered, unit, target) {
  return (offered?.seats ?? []).flatMap(({ seat, options }) =>
    options.flatMap((offer) => {
      const isIts = offer.unit === unit || offer.fixed.unit === unit;
      const needed = offer.holes.filter((hole) => !hole.optional && hole.kind !== "pose");
      const aims = needed.filter((hole) => hole.name === "target");
      if (!isIts || needed.length !== aims.length || (aims.length > 0 && !target)) return [];
      const command = { kind: offer.command, ...offer.fixed, ...(aims.length ? { target } : {}) };
      return [{ seat, command, verb: offer.verb || offer.command.replaceAll("_", " ") }];
    }),
  );
}
