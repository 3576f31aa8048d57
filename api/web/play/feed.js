// Fetches what may be asked for now, anew when the battle or the table has changed.

/** @typedef {import("../app/types.js").Offer} Offer */
/** @typedef {import("../app/types.js").Proposal} Proposal */
/** @typedef {{seat: string, offers: Offer[]}} SeatOffers */
/** @typedef {{battle: string, seats: SeatOffers[], proposals: Proposal[], trouble: string, last: number}} Fed
 *   `last` is the last event of the battle when it was asked */

// A table in motion changes ten times a second; what may be asked for is worked out less often.
const AFTER_TABLE = 600;
const AFTER_STATE = 40;
const AFTER_TROUBLE = 2000;

export class Feed {
  /** @param {{store: import("../app/store.js").Store,
   *   requests: import("../app/request.js").Requests, fed: (fed: Fed) => void}} parts */
  constructor({ store, requests, fed }) {
    this.store = store;
    this.requests = requests;
    this.fed = fed;
    this.timer = 0;
    this.due = 0;
    this.look = 0;
    this.isAsking = false;
    this.isOld = false;
    /** What was told last, as text: to tell it again would only move buttons under a finger. */
    this.told = "";
    /** Told once the finger is up: a button that is put in anew meanwhile is never pressed.
     * @type {Fed | null} */
    this.held = null;
    this.isDown = false;
    document.addEventListener("pointerdown", () => (this.isDown = true), true);
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => this.lifted(), true);
    store.on(["state", "seats"], () => this.soon(AFTER_STATE));
    store.on(["table"], () => this.soon(AFTER_TABLE));
  }

  /** @param {number} pause milliseconds at most until it is asked */
  soon(pause) {
    this.isOld = true;
    if (this.isAsking) return;
    const due = performance.now() + pause;
    if (this.timer && due >= this.due) return;
    clearTimeout(this.timer);
    this.due = due;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      void this.ask();
    }, pause);
  }

  async ask() {
    const { battle, seats, state } = this.store.now;
    this.isOld = false;
    if (!battle || !state || seats.length === 0) {
      this.tell({ battle, seats: [], proposals: [], trouble: "", last: -1 });
      return;
    }
    this.isAsking = true;
    const { last } = state;
    const path = `/battles/${encodeURIComponent(battle)}`;
    /** @type {Fed} */
    let fed;
    try {
      const asked = seats.map(async (seat) => ({
        seat,
        offers: await this.requests.get(`${path}/options?seat=${encodeURIComponent(seat)}`),
      }));
      const [told, proposals] = await Promise.all([Promise.all(asked), this.requests.get(`${path}/proposals`)]);
      fed = { battle, seats: told, proposals, trouble: "", last };
    } catch (failure) {
      fed = { battle, seats: [], proposals: [], trouble: failure instanceof Error ? failure.message : "", last };
    }
    this.isAsking = false;
    // What came in between makes this an answer to an older question.
    if (this.isOld) this.soon(AFTER_STATE);
    // Where the whole connection is lost, it begins anew with its return.
    else if (fed.trouble && this.store.now.link === "live") this.soon(AFTER_TROUBLE);
    if (battle === this.store.now.battle) this.tell(fed);
  }

  /** Ask at once, and tell it also if nothing has changed: forms were emptied. */
  anew() {
    this.told = "";
    this.soon(0);
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
