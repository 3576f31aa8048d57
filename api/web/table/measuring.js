// Asks the questions that the picked pieces raise, again whenever the table changes.

import { query } from "../app/request.js";

/** @typedef {import("../app/types.js").Mark} Mark */

/**
 * @typedef {object} Told What the umpire measured, as far as the page uses it.
 * @property {string} what
 * @property {import("../app/types.js").Answer} answer
 * @property {string} sentence
 * @property {string[]} warnings
 * @property {{value_in: number | null, limit_in: number | null, margin_in: number | null,
 *   sigma_in: number | null, bound_in: number | null}} [verdict]
 * @property {number | null} [p_blocked]
 */

/** @typedef {{measurement: Told, drawing: Mark[]}} Answered */

/**
 * @typedef {object} Neighbour
 * @property {string} piece
 * @property {{answer: string, value_in: number | null, sentence: string}} range
 * @property {{answer: string, sentence: string, p_blocked: number | null}} sight
 */

/**
 * @typedef {object} Findings
 * @property {string[]} picked
 * @property {Answered[]} answers
 * @property {Neighbour[]} around
 * @property {string} trouble
 */

// A table that is in motion is measured so often and no more, milliseconds.
const AT_MOST_EVERY = 300;

export class Measuring {
  /** @param {{store: import("../app/store.js").Store,
   *   requests: import("../app/request.js").Requests, found: (findings: Findings) => void,
   *   isWanted: () => boolean}} parts */
  constructor({ store, requests, found, isWanted }) {
    this.store = store;
    this.requests = requests;
    this.found = found;
    this.isWanted = isWanted;
    /** @type {{limit: string, reach: string, metric: string}} */
    this.terms = { limit: "", reach: "3", metric: "edge" };
    this.look = 0;
    this.timer = 0;
    this.isAsking = false;
    this.isOld = false;
    store.on(["picked", "supposed"], () => this.now());
    store.on(["table"], () => this.soon());
  }

  /** Ask at once: somebody has picked something else. */
  now() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.look += 1;
    this.isAsking = false;
    void this.ask();
  }

  /** Ask when there is time: the table has changed. */
  soon() {
    if (this.store.now.picked.length === 0) return;
    this.isOld = true;
    if (this.timer || this.isAsking) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      void this.ask();
    }, AT_MOST_EVERY);
  }

  async ask() {
    const picked = this.store.now.picked;
    if (picked.length === 0 || !this.isWanted()) {
      this.isOld = false;
      this.found({ picked: [], answers: [], around: [], trouble: "" });
      return;
    }
    const look = this.look;
    this.isAsking = true;
    this.isOld = false;
    /** @type {Findings} */
    let findings;
    try {
      findings = await this.findings(picked);
    } catch (failure) {
      const trouble = failure instanceof Error ? failure.message : String(failure);
      findings = { picked, answers: [], around: [], trouble };
    }
    // Somebody has picked something else in the meantime: this answers an older question.
    if (look !== this.look) return;
    this.isAsking = false;
    this.found(findings);
    if (this.isOld) this.soon();
  }

  /** @param {string[]} picked @returns {Promise<Findings>} */
  async findings(picked) {
    const [a, b] = picked;
    const { limit, reach, metric } = this.terms;
    const far = limit === "" ? null : limit;
    const { supposed } = this.store.now;
    if (a !== undefined && supposed?.piece === a) return this.supposing(supposed, picked);
    if (b === undefined) {
      const [near, chain, around] = await Promise.all([
        this.requests.get(`/measure/near${query({ a, reach })}`),
        this.requests.get(`/measure/chain${query({ a, reach })}`),
        this.requests.get(`/measure/around${query({ a, metric, limit: far })}`),
      ]);
      return { picked, answers: [near, chain], around: around.others, trouble: "" };
    }
    const [range, sight] = await Promise.all([
      this.requests.get(`/measure/range${query({ a, b, metric, limit: far })}`),
      this.requests.get(`/measure/sight${query({ a, b })}`),
    ]);
    return { picked, answers: [range, sight], around: [], trouble: "" };
  }

  /** The same questions to the table as it would lie; nobody else hears of them.
   * @param {import("../app/store.js").Supposed} supposed
   * @param {string[]} picked
   * @returns {Promise<Findings>}
   */
  async supposing(supposed, [a, b]) {
    const { limit, reach, metric } = this.terms;
    const terms = { metric, reach: Number(reach), ...(limit === "" ? {} : { limit: Number(limit) }) };
    const path = `/battles/${encodeURIComponent(this.store.now.battle)}/review/what-if`;
    const questions = b === undefined ? ["near", "chain"] : ["range", "sight"];
    const answers = await Promise.all(
      questions.map((what) => this.requests.post(path, { what, a, ...(b === undefined ? {} : { b }), ...terms, moves: [supposed] })),
    );
    return { picked: [a, b].filter((each) => each !== undefined), answers, around: [], trouble: "" };
  }
}
