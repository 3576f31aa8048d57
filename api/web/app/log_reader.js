// Reads the log of the battle that is watched: what the socket has not told, and what it tells meanwhile.

import { lastWithoutGap, withEvents } from "./messages.js";
import { query } from "./request.js";

export class LogReader {
  /** @param {{store: import("./store.js").Store, requests: import("./request.js").Requests,
   *   failed: (text: string) => void}} parts */
  constructor({ store, requests, failed }) {
    this.store = store;
    this.requests = requests;
    this.failed = failed;
    this.reading = Promise.resolve();
  }

  /** One after the other: what was read earlier is never laid over what was read later.
   * @param {boolean} anew
   */
  refresh(anew) {
    this.reading = this.reading.then(() => this.read(anew)).catch((failure) => this.failed(failure.message));
  }

  /** What the socket tells while it is read stays. @param {boolean} anew */
  async read(anew) {
    const { battle } = this.store.now;
    const before = new Set(this.store.now.events);
    let events = anew ? [] : this.store.now.events;
    for (let more = true; more; ) {
      const after = lastWithoutGap(events);
      const told = await this.requests.get(`/battles/${encodeURIComponent(battle)}/events${query({ after, limit: 500 })}`);
      if (this.store.now.battle !== battle) return;
      events = withEvents(events, told.events);
      more = told.more;
    }
    this.store.set({ events: withEvents(events, this.store.now.events.filter((event) => !before.has(event))) });
  }
}
