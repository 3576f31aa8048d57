// Finds what leaves nothing to choose, so that the umpire may do it for whoever has agreed; pure.

/** @typedef {import("../app/types.js").Offer} Offer */
/** @typedef {import("../app/types.js").Hole} Hole */

/** How an offer is done without anybody's choice: rolled, dealt or given as it is; null for a choice.
 * @param {Offer} offer
 * @param {Offer[]} others what the seat may do now
 * @returns {{way: "roll" | "deal" | "give", hole: Hole | null} | null}
 */
export function byItself(offer, others) {
  if (offer.refusal || (offer.weight ?? "main") !== "main") return null;
  const open = offer.holes.filter((hole) => !hole.optional);
  const [hole] = open;
  if (offer.forced) {
    if (!hole) return { way: "give", hole: null };
    if (open.length > 1) return null;
    if (hole.kind === "dice") return { way: "roll", hole };
    if (hole.kind === "cards" && hole.allowed.length >= hole.count) return { way: "deal", hole };
    return null;
  }
  const only = others.filter((each) => each.refusal === null).length <= 1;
  const single = open.length > 0 && open.every((each) => each.allowed.length === 1 && each.kind !== "dice" && each.kind !== "cards");
  return only && single ? { way: "give", hole: null } : null;
}

/** What is the only value for its place; pure. @param {Offer} offer @returns {Record<string, unknown>} */
export function singles(offer) {
  const single = offer.holes.filter((hole) => !hole.optional && hole.allowed.length === 1 && hole.kind !== "dice" && hole.kind !== "cards");
  return Object.fromEntries(single.map((hole) => [hole.name, hole.allowed[0]]));
}

const KEY = "umpire-does";

/** Whether the umpire rolls and deals for the seats of this page; remembered for each battle. */
export class UmpireDoes {
  constructor() {
    this.battle = "";
  }

  /** @param {string} battle */
  of(battle) {
    this.battle = battle;
    return this;
  }

  get isOn() {
    return this.battle !== "" && sessionStorage.getItem(KEY) === this.battle;
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    if (isOn) sessionStorage.setItem(KEY, this.battle);
    else sessionStorage.removeItem(KEY);
  }
}
