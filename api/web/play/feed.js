// Knows what may be asked for now: fetched anew when the battle or the table has changed.

/** @typedef {import("../app/types.js").Offer} Offer */
/** @typedef {import("../app/types.js").Proposal} Proposal */
/** @typedef {{seat: string, offers: Offer[]}} SeatOffers */
/** @typedef {{seats: SeatOffers[], proposals: Proposal[], trouble: string, last: number}} Fed
 *   `last` is the last event of the battle when it was asked */

// A table in motion changes ten times a second; what may be asked for is worked out less often.
const AFTER_TABLE = 600;
const AFTER_STATE = 40;

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
      this.fed({ seats: [], proposals: [], trouble: "", last: -1 });
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
      const proposals = this.requests.get(`${path}/proposals`);
      fed = { seats: await Promise.all(asked), proposals: await proposals, trouble: "", last };
    } catch (failure) {
      fed = { seats: [], proposals: [], trouble: failure instanceof Error ? failure.message : "", last };
    }
    this.isAsking = false;
    // What came in between makes this an answer to an older question; the newer one is on its way.
    if (battle !== this.store.now.battle) return;
    if (this.isOld) this.soon(AFTER_STATE);
    this.fed(fed);
  }
}
