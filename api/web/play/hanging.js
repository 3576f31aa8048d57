// Finds what may be done with a unit, and why not the rest, so that the offers hang on its piece; pure.

import { choiceWords, deedOf, doerOf, toldApart, verbOf } from "./deeds.js";
import { aboutUnit, begun, isFilled, isGrave, tappable } from "./filling.js";

/** @typedef {import("../app/types.js").Offer} Offer */
/** @typedef {import("./offer_form.js").OfferForm} OfferForm */

/**
 * @typedef {object} Hung Something that hangs on a piece.
 * @property {string} key of its form
 * @property {string} words what its button says
 * @property {string} doer the unit that does it; empty where that is not said
 * @property {boolean} isOwn whether the unit itself does it, and it is not done to it
 * @property {string} reason why it cannot be done; empty where it can
 * @property {Record<string, unknown>} fills what is filled in with it
 * @property {boolean} isWhole whether that is all there is to say
 */

/** Of more values than these none has a button on the piece. */
const MOST_BUTTONS = 5;

/**
 * @param {string} piece
 * @param {Iterable<[string, Pick<OfferForm, "offer"> & Partial<Pick<OfferForm, "values">>]>} forms
 * @param {Map<string, string[]>} units pieces by unit
 * @returns {Hung[]}
 */
export function hangingOn(piece, forms, units) {
  const names = [piece, ...[...units].filter(([, pieces]) => pieces.includes(piece)).map(([unit]) => unit)];
  const known = new Set(names);
  /** @type {Hung[]} */
  const found = [];
  for (const [key, { offer, values = begun(offer) }] of forms) {
    if (isGrave(offer) || offer.weight === "quiet") continue;
    const doer = doerOf(offer);
    const whose = { key, doer, isOwn: doer === "" || known.has(doer) };
    if (known.has(offer.unit ?? "") || aboutUnit(offer, known) !== "") {
      found.push(...about(offer, values).map((each) => ({ ...whose, ...each })));
      continue;
    }
    if (offer.refusal) continue;
    for (const hole of offer.holes) {
      if (hole.kind !== "unit" || hole.optional) continue;
      const { allowed, greyed } = tappable(hole, units);
      if (allowed.has(piece)) {
        const fills = { [hole.name]: allowed.get(piece) };
        const isWhole = openPlaces(offer, { ...values, ...fills }).length === 0;
        found.push({ ...whose, words: waiting(deedOf(offer, { ...values, ...fills }), isWhole), reason: "", fills, isWhole });
      } else if (greyed[piece]) {
        found.push({ ...whose, words: deedOf(offer, { ...values, [hole.name]: piece }), reason: greyed[piece] ?? "", fills: {}, isWhole: false });
      }
    }
  }
  // Who cannot reach it is no news on a piece that somebody else can.
  const isPossible = found.some((each) => !each.reason);
  return toldApart(found.filter((each) => each.isOwn || !each.reason || !isPossible), names);
}

/** What an offer that is about the unit puts on it: a button for each value, where one of a few is all that is missing.
 * @param {Offer} offer @param {Record<string, unknown>} values */
function about(offer, values) {
  if (offer.refusal) return [{ words: deedOf(offer, {}), reason: offer.refusal.reason, fills: {}, isWhole: false }];
  const open = openPlaces(offer, values);
  const [hole] = open;
  const isFew = hole && (hole.kind === "unit" || hole.kind === "choice") && hole.allowed.length > 0 && hole.allowed.length <= MOST_BUTTONS;
  if (open.length === 1 && hole && isFew) {
    return hole.allowed.map((value) => ({ words: choiceWords(offer, hole, value), reason: "", fills: { [hole.name]: value }, isWhole: true }));
  }
  return [{ words: waiting(open.length > 0 ? verbOf(offer) : deedOf(offer, values), open.length === 0), reason: "", fills: {}, isWhole: open.length === 0 }];
}

/** Something is still to be said once it is pressed. @param {string} words @param {boolean} isWhole */
function waiting(words, isWhole) {
  return isWhole ? words : `${words} …`;
}

/** @param {Offer} offer @param {Record<string, unknown>} values */
function openPlaces(offer, values) {
  return offer.holes.filter((hole) => !isFilled(hole, values[hole.name]));
}
