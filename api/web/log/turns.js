// Tells in which turn something happened, from the course of the battle.

import { turnAt } from "../review/course.js";

// What happens at once is asked for once, milliseconds.
const SOON = 700;

export class Turns {
  /** @param {{store: import("../app/store.js").Store, requests: import("../app/request.js").Requests}} parts */
  constructor({ store, requests }) {
    this.store = store;
    this.requests = requests;
    /** @type {(() => void)[]} */
    this.listeners = [];
    /** @type {import("../review/moments.js").Course | null} */
    this.course = null;
    this.timer = 0;
    /** Counts what was asked: an older course does not take the place of a newer one. */
    this.look = 0;
    store.on(["battle"], () => (this.course = null));
    store.on(["events"], () => this.soon());
  }

  /** Hear when more is known. @param {() => void} tell */
  on(tell) {
    this.listeners.push(tell);
  }

  /** The turn of an event; what is newer than the course belongs to the last turn that it has.
   * @param {number} sequence
   */
  of(sequence) {
    return this.course === null ? 0 : turnAt(this.course, sequence);
  }

  soon() {
    if (this.timer || this.store.now.events.length === 0) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      void this.read();
    }, SOON);
  }

  async read() {
    const { battle } = this.store.now;
    if (!battle) return;
    const look = (this.look += 1);
    try {
      const course = await this.requests.get(`/battles/${encodeURIComponent(battle)}/review/timeline`);
      if (battle !== this.store.now.battle || look !== this.look) return;
      this.course = course;
      for (const tell of this.listeners) tell();
    } catch {
      // The feed does without turns until the umpire answers again.
    }
  }
}
