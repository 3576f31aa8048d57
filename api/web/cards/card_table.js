// Lays the cards of a battle on a cloth where the table would be, as long as no camera sees them there.

import { make, replace } from "../app/elements.js";
import { resultOf } from "../play/title.js";
import { pilesOf } from "../state/cards.js";
import { isOfCards } from "../state/facts.js";

/** @typedef {import("../state/cards.js").Pile} Pile */

/** Whether a game is played with cards alone, and none of them is seen on the table; pure.
 * @param {import("../app/store.js").State} now
 */
export function isOnCloth({ state, table }) {
  return isOfCards(state) && (table?.pieces ?? []).length === 0;
}

export class CardTable {
  /** @param {{host: HTMLElement, context: import("../app/shell.js").Context, dealt: HTMLElement}} parts
   *   `dealt` shows what the umpire deals: it lies here with the rest, and beside the rulings otherwise */
  constructor({ host, context, dealt }) {
    this.host = host;
    this.store = context.store;
    this.order = context.slots.order;
    this.dealt = dealt;
    this.requests = context.requests;
    this.told = "";
    /** Where rows of piles were seen last, and how they lay when they were taken up.
     * @type {{battle: string, last: number, rows: Pile[]}} */
    this.seen = { battle: "", last: -1, rows: [] };
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
    if (isOn) this.follow(piles);
    this.draw(piles, isOn);
  }

  /** @param {Pile[]} piles @param {boolean} isOn */
  draw(piles, isOn) {
    const { rows } = this.seen;
    const { view } = this.store.now.state ?? {};
    const result = isOn && view?.result ? resultOf(view.result, view.facts.winner) : "";
    const told = JSON.stringify([piles, rows, result]);
    if (told === this.told) return;
    this.told = told;
    const ended = rows.length > 0 && make("div", { class: "ended" }, make("p", { class: "faint" }, "How it ended"), ...pilesOf(rows));
    // Of a battle that is over one reads first who has won it and by what; what is left in the pack comes last.
    const laid = result ? [make("h2", { class: "result" }, result), ended, ...pilesOf(piles)] : [...pilesOf(piles), ended];
    replace(this.piles, ...laid, isOn && piles.length === 0 && make("p", { class: "faint" }, "No card lies here yet."));
  }

  /** Rows that are gone are shown as they ended, until others are laid: an umpire who deals turns up all of them at once.
   * @param {Pile[]} piles
   */
  follow(piles) {
    const { battle, state } = this.store.now;
    const last = state?.last ?? -1;
    const { seen } = this;
    if (seen.battle !== battle || piles.some((pile) => pile.row)) this.seen = { battle, last: piles.some((pile) => pile.row) ? last : -1, rows: [] };
    else if (seen.last >= 0) {
      this.seen = { ...seen, last: -1 };
      void this.lookBack(seen.last, last);
    }
  }

  /** @param {number} from @param {number} to */
  async lookBack(from, to) {
    const { seen, requests } = this;
    const path = `/battles/${encodeURIComponent(seen.battle)}/review/moments/`;
    try {
      const { endedRows } = await import("./ended_rows.js");
      const rows = await endedRows((sequence) => requests.get(path + sequence), from, to);
      if (seen !== this.seen) return;
      this.seen = { ...seen, rows };
      this.changed();
    } catch {
      // The log tells it, too.
    }
  }
}
