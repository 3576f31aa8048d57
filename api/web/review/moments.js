// Fetches moments of a battle: each once, the latest wish first, the next one ahead.

import { query } from "../app/request.js";

/** @typedef {import("../app/types.js").Snapshot} Snapshot */

/**
 * @typedef {object} Course What the whole battle comes to, in columns.
 * @property {number} count
 * @property {{turn: number, first: number}[]} turns
 * @property {string[]} kinds
 * @property {number[]} kind
 * @property {number[]} measured
 * @property {number[]} corrections
 * @property {number[]} fallen
 * @property {number[]} tables
 * @property {number[]} pictured
 * @property {boolean} whole
 */

/**
 * @typedef {object} Moment
 * @property {number} sequence
 * @property {number} turn
 * @property {import("../app/types.js").LogEvent} event
 * @property {any} view
 * @property {Snapshot | null} table
 */

const MOST_KEPT = 300;

export class Moments {
  /** @param {import("../app/request.js").Requests} requests @param {string} battle */
  constructor(requests, battle) {
    this.requests = requests;
    this.path = `/battles/${encodeURIComponent(battle)}/review`;
    /** @type {Map<number, Promise<Moment>>} */
    this.kept = new Map();
  }

  /** @returns {Promise<Course>} */
  course() {
    return this.requests.get(`${this.path}/timeline`);
  }

  /** @returns {Promise<{rows: import("./luck.js").LuckRow[], unknown: number}>} */
  luck() {
    return this.requests.get(`${this.path}/luck`);
  }

  /** @param {number} sequence @returns {Promise<Moment>} */
  at(sequence) {
    const known = this.kept.get(sequence);
    if (known) return known;
    const asked = this.requests.get(`${this.path}/moments/${sequence}`);
    this.kept.set(sequence, asked);
    // What failed is asked for again the next time.
    asked.catch(() => this.kept.delete(sequence));
    const oldest = this.kept.keys().next().value;
    if (this.kept.size > MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
    return asked;
  }

  /** @param {number} sequence @param {string} what @param {Record<string, string | null>} terms
   * @returns {Promise<import("../table/measuring.js").Answered>} */
  measure(sequence, what, terms) {
    return this.requests.get(`${this.path}/moments/${sequence}/measure/${what}${query(terms)}`);
  }

  /** @param {number} sequence @returns {Promise<any>} */
  evidence(sequence) {
    return this.requests.get(`${this.path}/evidence/${sequence}`);
  }

  /** The photograph of a ruling by one of the cameras, and where things are in it.
   * @param {number} sequence @param {number} [camera] @returns {Promise<{address: string, marks: any}>} */
  async picture(sequence, camera = 0) {
    const which = camera > 0 ? `?camera=${camera}` : "";
    const response = await this.requests.send("GET", `${this.path}/evidence/${sequence}/picture.jpg${which}`);
    const address = URL.createObjectURL(await response.blob());
    const marks = await this.requests.get(`${this.path}/evidence/${sequence}/marks${which}`);
    return { address, marks };
  }
}
