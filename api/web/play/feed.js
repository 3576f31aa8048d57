// Hears on the socket what may be asked for now, and hands it on while no finger is down.

import { isLost } from "../state/facts.js";
import { withoutLost } from "./filling.js";

/** @typedef {import("../app/types.js").Offer} Offer */
/** @typedef {import("../app/types.js").Proposal} Proposal */
/** @typedef {{seat: string, offers: Offer[]}} SeatOffers */
/** @typedef {{battle: string, seats: SeatOffers[], proposals: Proposal[], last: number, isPutBack: boolean}} Fed
 *   `last` is the last event of the battle that it takes into account, `isPutBack` whether something was
 *   taken back and nobody has acted since */

export class Feed {
  /** @param {{store: import("../app/store.js").Store, fed: (fed: Fed) => void}} parts */
  constructor({ store, fed }) {
    this.store = store;
    this.fed = fed;
    /** What was told last, as text: to tell it again would only move buttons under a finger. */
    this.told = "";
    /** Told once the finger is up: a button that is put in anew meanwhile is never pressed.
     * @type {Fed | null} */
    this.held = null;
    this.isDown = false;
    document.addEventListener("pointerdown", () => (this.isDown = true), true);
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => this.lifted(), true);
    store.on(["options", "seats", "state", "battle"], () => this.hear());
  }

  hear() {
    const { battle, seats, state, options } = this.store.now;
    if (!battle || !state || seats.length === 0) {
      this.tell({ battle, seats: [], proposals: [], last: -1, isPutBack: false });
    } else if (options) {
      const told = options.seats.filter(({ seat }) => seats.includes(seat));
      const lost = new Set((state.view.facts?.units ?? []).filter(isLost).map((unit) => unit.id));
      const offered = told.map(({ seat, options: offers }) => ({ seat, offers: withoutLost(offers, lost) }));
      this.tell({ battle, seats: offered, proposals: options.proposals, last: options.last, isPutBack: options.put_back });
    }
  }

  /** Tell it also if nothing has changed: forms were emptied. */
  anew() {
    this.told = "";
    this.hear();
  }

  /** @param {Fed} fed */
  tell(fed) {
    this.held = this.isDown ? fed : null;
    const text = JSON.stringify(fed);
    if (this.isDown || text === this.told) return;
    this.told = text;
    this.fed(fed);
  }

  lifted() {
    // The click comes after this.
    window.setTimeout(() => {
      this.isDown = false;
      if (this.held) this.tell(this.held);
    });
  }
}
