// Lays the cards of a battle on a cloth where the table would be, as long as no camera sees them there.

import { make, replace } from "../app/elements.js";
import { pilesOf } from "../state/cards.js";

/** Whether a game is played with cards alone, and none of them is seen on the table; pure.
 * @param {import("../app/store.js").State} now
 */
export function isOnCloth({ state, table }) {
  return state?.view.facts.surface === "cloth" && (table?.pieces ?? []).length === 0;
}

export class CardTable {
  /** @param {{host: HTMLElement, context: import("../app/shell.js").Context, dealt: HTMLElement}} parts
   *   `dealt` shows what the umpire deals: it lies here with the rest, and beside the rulings otherwise */
  constructor({ host, context, dealt }) {
    this.host = host;
    this.store = context.store;
    this.order = context.slots.order;
    this.dealt = dealt;
    this.told = "";
    this.piles = make("div", { class: "card-rows" });
    this.tray = make("div", { class: "card-tray" });
    this.element = make("section", { class: "card-table", "aria-label": "The cards on the table", hidden: true }, this.piles, this.tray);
    host.append(this.element);
    this.store.on(["state", "table"], () => this.changed());
  }

  changed() {
    const isOn = isOnCloth(this.store.now);
    if (this.element.hidden === isOn) {
      this.element.hidden = !isOn;
      this.host.classList.toggle("with-cards", isOn);
      if (isOn) this.tray.append(this.dealt);
      else this.order.after(this.dealt);
    }
    const piles = isOn ? (this.store.now.state?.view.facts.piles ?? []) : [];
    const told = JSON.stringify(piles);
    if (told === this.told) return;
    this.told = told;
    replace(this.piles, ...pilesOf(piles), isOn && piles.length === 0 && make("p", { class: "faint" }, "No card lies here yet."));
  }
}
