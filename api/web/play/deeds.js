// Says on a button what it does: the deed of an offer, with the unit, the weapon or the target named; pure.

import { capital, spaced, valueWords } from "../app/words.js";

/** @typedef {import("../app/types.js").Offer} Offer */
/** @typedef {import("../app/types.js").Hole} Hole */
/** @typedef {Record<string, unknown>} Values */

/** In a word, whatever fills its places. @param {Offer} offer */
export function verbOf(offer) {
  return offer.verb || capital(spaced(offer.command));
}

/** What walls and places of a board are called, by the names that commands have for them; pure.
 * @param {unknown} state what the game tells of itself @returns {Map<string, string>} */
export function calledIn(state) {
  const { walls = [], called = {} } = /** @type {any} */ (state)?.board ?? {};
  const named = /** @type {{id: string, called?: string}[]} */ (Array.isArray(walls) ? walls : []);
  const places = Object.entries(/** @type {Record<string, string>} */ (called));
  return new Map([...places, ...named.flatMap(({ id, called: words }) => (words ? [/** @type {[string, string]} */ ([id, words])] : []))]);
}

/** With what fills its places: "Fire at H7". @param {Offer} offer @param {Values} values @param {Map<string, string>} [called] */
export function deedOf(offer, values, called) {
  const filled = /** @type {Values} */ ({ ...offer.fixed, ...values });
  const names = namesIn(offer);
  if (offer.deed && names.every((name) => filled[name] !== undefined && filled[name] !== "")) {
    return offer.deed.replace(/\{(\w+)\}/g, (_, name) => valueWords(filled[name], called));
  }
  const unit = offer.holes.find((hole) => /^units?$/.test(hole.kind) && !hole.optional && filled[hole.name] !== undefined);
  return unit && !offer.deed ? `${verbOf(offer)}: ${valueWords(filled[unit.name], called)}` : verbOf(offer);
}

/** What a button says that fills a place and gives the command with it. @param {Offer} offer @param {Hole} hole @param {unknown} value
 * @param {Map<string, string>} [called] */
export function choiceWords(offer, hole, value, called) {
  return saysAll(offer, hole) ? deedOf(offer, { [hole.name]: value }, called) : plainWords(value, called);
}

/** Whether the button of a choice says the whole deed, so that nobody has to be told what is chosen.
 * @param {Offer} offer @param {Hole} hole */
export function saysAll(offer, hole) {
  // Of one way alone the deed says all that there is to it.
  const isOnly = Boolean(offer.deed) && namesIn(offer).length === 0 && hole.allowed.length === 1;
  return isOnly || namesIn(offer).includes(hole.name) || /^units?$/.test(hole.kind);
}

/** A word begins with a capital; a name, as `a` or `T7`, is written as it is everywhere. @param {unknown} value
 * @param {Map<string, string>} [called] */
export function plainWords(value, called) {
  const words = valueWords(value, called);
  return /^[a-z]{2}[^|A-Z\d]*$/.test(words) ? capital(words) : words;
}

/** The unit that does it; empty where that is not said. @param {Offer} offer */
export function doerOf(offer) {
  const { unit } = offer.fixed;
  return offer.unit || (typeof unit === "string" ? unit : "");
}

/** Of several who do something to the unit that was tapped, each button names who; pure.
 * @template {{words: string, doer: string}} B @param {B[]} bids @param {string[]} own names of the unit that was tapped @returns {B[]} */
export function toldApart(bids, own) {
  const isSeveral = new Set(bids.map((bid) => bid.doer)).size > 1;
  return bids.map((bid) => (isSeveral && bid.doer && !own.includes(bid.doer) ? { ...bid, words: `${bid.doer}: ${bid.words}` } : bid));
}

/** @param {Offer} offer */
function namesIn({ deed = "" }) {
  return [...deed.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? "");
}

/** Why something is not possible now, and what would help; nothing that stands above it already.
 * @param {string} says @param {import("../app/types.js").Refusal} refusal */
export function barredWords(says, { reason, remedy }) {
  return [reason !== says && `Not now: ${reason}`, remedy].filter(Boolean).join(" ");
}
