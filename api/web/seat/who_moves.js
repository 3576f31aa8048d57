// Asks which pieces are moved from this page: a player's own where no camera says where they are, and a
// host's on a table that is drawn to practise with.

const PAUSE_MS = 2000;

export class WhoMoves {
  /** @param {{store: import("../app/store.js").Store, requests: import("../app/request.js").Requests}} parts */
  constructor({ store, requests }) {
    this.store = store;
    this.requests = requests;
    /** Whether the table is moved by hand, as it was last told; null before anything was. @type {boolean | null} */
    this.byHand = null;
    this.isUnanswered = false;
    /** Only the newest question's answer counts. */
    this.asked = 0;
  }

  /** The umpire tells how the table is moved, with every table. @param {boolean} byHand */
  heard(byHand) {
    if (byHand !== this.byHand) void this.ask(byHand);
  }

  /** There is a line again, or a while has passed: ask what could not be answered. */
  again() {
    if (this.isUnanswered) void this.ask(this.byHand ?? false);
  }

  /** @param {boolean} byHand */
  async ask(byHand) {
    this.byHand = byHand;
    this.isUnanswered = false;
    const asked = ++this.asked;
    const told = await this.told(byHand).catch(() => null);
    if (asked !== this.asked) return;
    this.isUnanswered = told === null;
    if (this.isUnanswered) setTimeout(() => this.again(), PAUSE_MS);
    if (told) this.store.set(told);
  }

  /** @param {boolean} byHand @returns {Promise<Partial<import("../app/store.js").State>>} */
  async told(byHand) {
    const { battle, me } = this.store.now;
    if (me?.role === "player") {
      const { pieces } = await this.requests.get(`/battles/${encodeURIComponent(battle)}/pieces`);
      return { byHand: pieces.length > 0, own: pieces };
    }
    if (me?.role !== "host") return {};
    const camera = byHand ? null : await this.requests.get("/camera");
    return { practice: Boolean(camera?.is_table && camera.is_drawn) };
  }
}
