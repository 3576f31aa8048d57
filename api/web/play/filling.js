// Makes a command of an offer: which places are still open, and what may go into them.
// Pure, and nothing of any one game is known here.

/** @typedef {import("../app/types.js").Offer} Offer */
/** @typedef {import("../app/types.js").Hole} Hole */
/** @typedef {Record<string, unknown>} Values */

// What others wait for before the game goes on.
const QUESTIONS = new Set(["agree", "object", "measure_again", "settle"]);
const PROPOSALS = new Set(["accept_proposal", "dismiss_proposal"]);

/** Which offers are what is waited for, and which stand aside.
 * @param {Offer[]} offers
 */
export function sorted(offers) {
  /** @type {{now: Offer[], questions: Offer[], aside: Offer[]}} */
  const found = { now: [], questions: [], aside: [] };
  for (const offer of offers) {
    if (QUESTIONS.has(offer.command)) found.questions.push(offer);
    else if (PROPOSALS.has(offer.command)) continue;
    else if (["quiet", "grave"].includes(offer.weight ?? "main")) found.aside.push(offer);
    else found.now.push(offer);
  }
  return found;
}

/** Without what is out of the battle: nobody looks for a wreck among those who fire or are fired at.
 * @param {Offer[]} offers @param {Set<string>} lost units */
export function withoutLost(offers, lost) {
  const kept = offers.filter((offer) => !offer.refusal || ![offer.unit, offer.fixed.unit].some((unit) => lost.has(String(unit))));
  return kept.map((offer) => ({ ...offer, holes: offer.holes.map((hole) => (hole.kind === "unit" ? standing(hole, lost) : hole)) }));
}

/** What may be chosen all the same, as a unit that is to be brought back, stays. @param {Hole} hole @param {Set<string>} lost @returns {Hole} */
function standing(hole, lost) {
  const greyed = Object.entries(hole.greyed).filter(([unit]) => !lost.has(unit));
  // Where nobody else is left they say why there is no choice.
  return hole.allowed.length + greyed.length > 0 ? { ...hole, greyed: Object.fromEntries(greyed) } : hole;
}

/** Whether others wait for an answer. @param {Offer} offer */
export function isQuestion(offer) {
  return QUESTIONS.has(offer.command);
}

/** What any of several seats may do is offered once, to the first of them.
 * @template {{now: Offer[]}} G
 * @param {G[]} groups
 */
export function onlyOnce(groups) {
  /** @type {Set<string>} */
  const known = new Set();
  return groups.map((group) => {
    const fresh = group.now.filter((offer) => !known.has(JSON.stringify(offer)));
    fresh.forEach((offer) => known.add(JSON.stringify(offer)));
    return { ...group, now: fresh };
  });
}

/** Whether it is done only after a second look.
 * @param {Offer} offer
 */
export function isGrave(offer) {
  return offer.weight === "grave";
}

/** Whether it says where a piece stands. @param {Offer} offer */
export function isPlaced(offer) {
  return !offer.refusal && (Boolean(offer.reach) || offer.holes.some((hole) => hole.kind === "pose"));
}

/** What an offer is known by while others come and go.
 * @param {Offer} offer
 */
export function keyOf(offer) {
  return `${offer.command} ${JSON.stringify(offer.fixed)} ${offer.holes.map((hole) => hole.name)}`;
}

/** @param {unknown} one @param {unknown} other */
export function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether a value is whole for its place; nothing is whole where it may be left out.
 * @param {Hole} hole @param {unknown} value
 */
export function isFilled(hole, value) {
  if (value === undefined) return hole.optional;
  if (hole.kind === "dice") {
    return Array.isArray(value) && value.length === hole.count && value.every((face) => face >= 1);
  }
  if (hole.kind === "cards" || hole.kind === "units") return Array.isArray(value) && value.length === hole.count;
  if (hole.kind === "text") return hole.optional || String(value).trim() !== "";
  if (hole.kind === "count") return Number.isFinite(value);
  return true;
}

/** @param {Offer} offer @param {Values} values */
export function isComplete(offer, values) {
  return offer.holes.every((hole) => isFilled(hole, values[hole.name]));
}

/** What is missing, for the button that waits for it; nothing when all is there.
 * @param {Offer} offer @param {Values} values
 */
export function missing(offer, values) {
  return offer.holes.find((hole) => !isFilled(hole, values[hole.name]))?.name ?? "";
}

/** What is to be done first, where a place of an offer is still open. @param {Offer} offer @param {string} name */
export function lackWords(offer, name) {
  const hole = offer.holes.find((each) => each.name === name);
  const what = name.replaceAll("_", " ");
  if (hole?.kind === "dice") return hole.count === 1 ? "Roll the die first." : "Roll the dice first.";
  if (hole?.kind === "pose") return "Drag the unit, or tap a place, first.";
  if (hole?.kind === "area" || hole?.kind === "line") return "Draw it first.";
  if (hole?.kind === "text") return `Write ${what === "reason" ? "why" : `the ${what}`} first.`;
  return hole && hole.kind === "units" && hole.count > 1 ? `Choose ${hole.count} ${what} first.` : `Choose the ${what} first.`;
}

/** The values that an offer begins with: what is the only choice, and what was filled in before.
 * @param {Offer} offer @param {Values} [before]
 */
export function begun(offer, before = {}) {
  /** @type {Values} */
  const values = {};
  for (const hole of offer.holes) {
    const was = before[hole.name];
    const still = hole.allowed.length === 0 || hole.allowed.some((each) => same(each, was));
    const stays = hole.kind === "dice" || hole.kind === "cards" || hole.kind === "text" || still || areStill(hole, was);
    if (was !== undefined && stays && !isOneTap(offer)) values[hole.name] = was;
    else if (hole.kind === "units" && hole.allowed.length === hole.count && !isOneTap(offer)) values[hole.name] = hole.allowed;
    else if (!hole.optional && hole.allowed.length === 1 && !["cards", "units"].includes(hole.kind) && !isOneTap(offer)) {
      values[hole.name] = hole.allowed[0];
    }
    // Cards that lie face down are all alike; where they go on one after the other, another is chosen if it is wanted.
    else if (!hole.optional && hole.kind === "card" && hole.allowed.includes("") && (offer.each || hole.allowed.length === 1)) values[hole.name] = "";
  }
  return values;
}

/** @param {Hole} hole @param {unknown} was */
function areStill(hole, was) {
  return hole.kind === "units" && Array.isArray(was) && was.every((each) => hole.allowed.includes(each));
}

/** Of several the one that was pressed comes to the others, or goes; of too many the first one goes; pure.
 * @param {Hole} hole @param {unknown} value @param {unknown} pressed */
export function withPressed(hole, value, pressed) {
  const chosen = Array.isArray(value) ? value : [];
  if (chosen.includes(pressed)) return chosen.filter((each) => each !== pressed);
  return [...chosen, pressed].slice(-hole.count);
}

/** @param {Offer} offer @param {Values} values @returns {Record<string, unknown>} */
export function commandOf(offer, values) {
  const filled = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  const required = offer.holes
    .filter((hole) => !hole.optional && values[hole.name] === "")
    .map((hole) => [hole.name, ""]);
  return {
    kind: offer.command,
    ...offer.fixed,
    ...Object.fromEntries(required),
    ...Object.fromEntries(filled),
  };
}

/** Whether one tap says all there is to say.
 * @param {Offer} offer
 */
export function isOneTap(offer) {
  // Which cards make the piles may be left to the order of the hand.
  const [hole, ...more] = offer.holes.filter((each) => each.kind !== "piles");
  const isOne = hole?.kind === "choice" || hole?.kind === "unit" || (hole?.kind === "units" && hole.count === 1);
  return more.length === 0 && isOne && hole !== undefined && hole.allowed.length > 0;
}

/** What asks the others to let a refused command pass; of one that they are asked for already, with
 * one clause more.
 * @param {Record<string, unknown>} command @param {string} clause
 */
export function passing(command, clause) {
  if (command.kind !== "override") return { kind: "override", clause, command };
  return { ...command, also: [...(Array.isArray(command.also) ? command.also : []), clause] };
}

/** Which pieces a unit consists of; a unit that the game does not list is a piece of that name.
 * @param {{units?: unknown}} state what the game tells of it
 * @returns {Map<string, string[]>}
 */
export function unitPieces(state) {
  const units = Array.isArray(state.units) ? state.units : [];
  return new Map(
    units
      .filter((unit) => typeof unit?.id === "string")
      .map((unit) => [unit.id, Array.isArray(unit.pieces) ? unit.pieces : [unit.id]]),
  );
}

/** What may be tapped on the table for a place that takes a unit: pieces with what they stand for.
 * @param {Hole} hole
 * @param {Map<string, string[]>} pieces by unit
 */
export function tappable(hole, pieces) {
  /** @type {Map<string, unknown>} */
  const allowed = new Map();
  for (const value of hole.allowed) {
    const unit = unitOf(value);
    for (const piece of pieces.get(unit) ?? [unit]) {
      if (unit && !allowed.has(piece)) allowed.set(piece, value);
    }
  }
  /** @type {Record<string, string>} */
  const greyed = {};
  for (const [unit, reason] of Object.entries(hole.greyed)) {
    for (const piece of pieces.get(unit) ?? [unit]) greyed[piece] = reason;
  }
  return { allowed, greyed };
}

/** The unit that a value begins with, whether it is a name, an object or a list of these.
 * @param {unknown} value
 * @returns {string}
 */
function unitOf(value) {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.length === 1 ? unitOf(value[0]) : "";
  if (value && typeof value === "object") return unitOf(Object.values(value)[0]);
  return "";
}

/** The piece or unit that an offer is about, where it is fixed; nothing when it is not.
 * @param {Offer} offer @param {Set<string>} known units and pieces
 */
export function aboutUnit(offer, known) {
  const named = Object.values(offer.fixed).find((value) => known.has(String(value)));
  return named === undefined ? "" : String(named);
}
