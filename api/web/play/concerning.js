// Tells a ruling to the seat that it concerns: whose the units are that it names.

import { capital } from "../app/words.js";

/** @typedef {import("../app/types.js").LogEvent} LogEvent */
/** @typedef {{id: string, name: string, side: string}} Named */

/**
 * @typedef {object} Listener Who reads, and what stands on the table.
 * @property {string[]} seats that are played here
 * @property {string[]} sides that these seats play
 * @property {Named[]} units
 */

/** Who reads on this page. @param {import("../app/store.js").State} now @returns {Listener} */
export function listenerOf({ state, seats }) {
  const sides = (state?.view.seats ?? []).filter((each) => seats.includes(each.name)).flatMap((each) => each.sides);
  return { seats, sides, units: state?.view.facts?.units ?? [] };
}

/** The units of the reader that a ruling of somebody else names and acts on: it is rolled for or measured; pure.
 * @param {LogEvent[]} ruling @param {Listener} listener @returns {string[]}
 */
export function concerned(ruling, { seats, sides, units }) {
  const isOthers = ruling.some((event) => event.author && !seats.includes(event.author));
  if (!isOthers || sides.length === 0) return [];
  if (!ruling.some((event) => event.dice?.length || event.evidence?.length)) return [];
  const own = units.filter((unit) => sides.includes(unit.side));
  return own.filter((unit) => ruling.some((event) => pattern(unit).test(event.says))).map((unit) => unit.id);
}

/** Who has told of it: without a camera the umpire itself sees what lies where it may not; pure. @param {string} author @param {boolean} byHand */
export function authorOf(author, byHand) {
  return author === "camera" && byHand ? "umpire" : author;
}

/** The sentence for that reader: their own units and those of others are called so; pure.
 * @param {string} says @param {Listener} listener
 */
export function toldTo(says, { sides, units }) {
  let told = says;
  for (const unit of [...units].sort((one, other) => other.id.length - one.id.length)) {
    if (!unit.side) continue;
    const whose = sides.includes(unit.side) ? "your" : `${capital(unit.side)}'s`;
    told = told.replace(pattern(unit), (found, at) => `${at === 0 ? capital(whose) : whose} ${found}`);
  }
  return told;
}

/** A name on its own, and not yet said whose it is. @param {Named} unit */
function pattern({ id, name }) {
  const names = [...new Set([name, id].filter(Boolean))].map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(?<![\\p{L}\\p{N}_-]|your |'s )(?:${names.join("|")})(?![\\p{L}\\p{N}_-])`, "u");
}
