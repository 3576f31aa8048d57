// Lays the cards of a moment where its table would be, as the page of the battle did.

import { make, replace } from "../app/elements.js";
import { isOnCloth } from "../cards/card_table.js";
import { handOf, pilesOf } from "../state/cards.js";

/** Whether a moment of a game of cards is shown by its cards; pure. @param {{facts?: any} | null} view @param {any} table */
export function isOfCards(view, table) {
  return view?.facts !== undefined && isOnCloth(/** @type {any} */ ({ state: { view }, table }));
}

export class PastCards {
  /** @param {HTMLElement} host @param {string} label */
  constructor(host, label) {
    this.element = make("section", { class: "card-table", "aria-label": `${label}: its cards`, hidden: true });
    host.append(this.element);
  }

  /** What lies on the cloth and is in hand, as far as whoever looks might know; whether it is shown.
   * @param {{facts?: any} | null} view @param {any} table
   */
  show(view, table) {
    const isOn = isOfCards(view, table);
    this.element.hidden = !isOn;
    if (!isOn) return false;
    /** @type {import("../state/facts.js").Facts} */
    const { piles, sides } = view?.facts;
    const hands = sides.flatMap((side) => side.hands).flatMap((hand) => {
      const drawn = handOf(hand);
      return drawn ? [make("figure", { class: "past-hand" }, make("figcaption", {}, hand.owner), drawn)] : [];
    });
    replace(this.element, make("div", { class: "card-rows" }, ...pilesOf(piles)), hands.length > 0 && make("div", { class: "card-tray past-hands" }, ...hands));
    return true;
  }
}
