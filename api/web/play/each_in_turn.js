// Gives one offer for one unit after the other at one press, until it ends or somebody stops it.

import { isFilled } from "./filling.js";

/** @typedef {import("../app/types.js").Offer} Offer */
/** @typedef {{step: string, given: Map<string, number>}} Round */

/** The open place that takes one unit after the other; pure. @param {Offer} offer */
export function placeOfEach(offer) {
  if (!offer.each || offer.refusal) return undefined;
  return offer.holes.find((hole) => hole.kind === "unit" && !hole.optional && hole.allowed.length > 0);
}

/** Whether a unit is all that is left to say; where something has to be chosen for each of them, a press
 * would do nothing. Pure. @param {Offer} offer @param {Record<string, unknown>} values
 */
export function mayGoRound(offer, values) {
  const place = placeOfEach(offer);
  return place !== undefined && offer.holes.every((hole) => hole === place || isFilled(hole, values[hole.name]));
}

export class EachInTurn {
  constructor() {
    /** What goes round, by seat and offer. @type {Map<string, Round>} */
    this.going = new Map();
    /** What was given last: what was refused is not given again. */
    this.tried = "";
  }

  /** Gives what goes round for the next unit; whether it did.
   * @param {Map<string, import("./offer_form.js").OfferForm>} forms @param {string} step @param {number} last event */
  goesOn(forms, step, last) {
    this.keep(step);
    for (const [key, form] of forms) {
      // Where a choice is needed from here on, it ends in sight of whoever chooses.
      if (this.isOn(key) && placeOfEach(form.offer) && !mayGoRound(form.offer, form.values)) {
        this.going.delete(key);
        form.render();
      }
      const values = this.tried === `${last} ${key}` ? null : this.next(key, form.offer);
      if (!values) continue;
      this.tried = `${last} ${key}`;
      form.fill(values);
      return true;
    }
    return false;
  }

  /** Begins it, or ends it. @param {string} key @param {string} step @param {import("../state/facts.js").Unit[]} [units] */
  turn(key, step, units) {
    if (this.isOn(key)) this.going.delete(key);
    else this.begin(key, step, units);
  }

  /** Whoever has a card already comes after those who have none.
   * @param {string} key @param {string} step of the battle; in another one it is over
   * @param {Pick<import("../state/facts.js").Unit, "id" | "cards_down" | "cards_open">[]} [units] */
  begin(key, step, units = []) {
    this.going.set(key, { step, given: new Map(units.map((unit) => [unit.id, unit.cards_down + unit.cards_open.length])) });
  }

  /** @param {string} key */
  isOn(key) {
    return this.going.has(key);
  }

  /** What is over is forgotten. @param {string} step */
  keep(step) {
    for (const [key, round] of this.going) if (round.step !== step) this.going.delete(key);
  }

  /** The unit whose turn it is, which has been given it least often. @param {string} key @param {Offer} offer */
  next(key, offer) {
    const round = this.going.get(key);
    const hole = placeOfEach(offer);
    if (!round || !hole) return null;
    const [unit] = [...hole.allowed].sort((one, other) => (round.given.get(String(one)) ?? 0) - (round.given.get(String(other)) ?? 0));
    round.given.set(String(unit), (round.given.get(String(unit)) ?? 0) + 1);
    return { [hole.name]: unit };
  }
}
