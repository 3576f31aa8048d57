// Speaks with the umpire: over a socket, or by single requests where a browser refuses the socket.

import { UmpiresClock } from "./pace.js";

/**
 * @typedef {object} Wanted What the umpire asks for.
 * @property {boolean} sends
 * @property {number} rate_hz
 * @property {number} quality
 * @property {[string, number][]} hold
 * @property {string} state
 * @property {string} note
 * @property {string} placing
 */

const PATIENCE_MS = 4000;
const PAUSE_MS = 700;
/** A socket that fails so often before its first word is one that the browser refuses. */
const TRIES = 2;
const WHO = 4401;

export class Refused extends Error {}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export class Line {
  /**
   * @param {import("./key.js").PhoneKey} key
   * @param {{code: string, name: string, onWanted: (wanted: Wanted) => void, onState: (says: string) => void, onIn: (told: {name: string, shown: string}) => void}} given
   */
  constructor(key, given) {
    this.key = key;
    this.given = given;
    this.code = given.code;
    this.token = "";
    /** How pictures go at present: nothing while the line is lost. @type {"" | "socket" | "post"} */
    this.way = "";
    /** @type {WebSocket | null} */
    this.socket = null;
    this.failed = 0;
    /** @type {((taken: boolean) => void) | null} */
    this.answered = null;
    this.heard = 0;
    /** @type {AbortController | null} */
    this.asking = null;
    this.report = "";
    this.clock = new UmpiresClock();
  }

  /** For ever: come in, speak, and come in again when the line was lost. */
  async run() {
    for (;;) {
      try {
        if (!this.token) await this.enter();
        if (this.failed < TRIES) await this.overSocket();
        else await this.overRequests();
      } catch (failure) {
        if (failure instanceof Refused) {
          this.given.onState(failure.message);
          if (!this.code) await pause(PATIENCE_MS);
        } else this.given.onState("The umpire does not answer. Trying again.");
      }
      this.way = "";
      // Another umpire may answer next.
      this.clock = new UmpiresClock();
      this.answered?.(false);
      await pause(PAUSE_MS);
    }
  }

  async enter() {
    const { nonce } = await (await this.ask("GET", "/challenge")).json();
    const text = ["paper-umpire phone", location.origin, nonce, this.code].join("\n");
    const body = { key: this.key.point, nonce, signature: await this.key.sign(text), code: this.code, name: this.given.name };
    // A code is good once: what is answered late must not be asked again with it.
    this.code = "";
    const told = await (await this.ask("POST", "/enter", JSON.stringify(body), "application/json")).json();
    this.token = told.token;
    this.given.onIn(told);
  }

  /**
   * @param {string} method @param {string} path @param {BodyInit} [body] @param {string} [type]
   * @param {Record<string, string>} [more]
   */
  async ask(method, path, body, type, more = {}) {
    /** @type {Record<string, string>} */
    const headers = { ...more };
    if (this.token) headers["authorization"] = `Bearer ${this.token}`;
    if (type) headers["content-type"] = type;
    const answer = await fetch(path, { method, headers, body, signal: AbortSignal.timeout(10 * PATIENCE_MS) });
    if (answer.status === 401) this.token = "";
    if (!answer.ok) {
      const told = await answer.json().catch(() => ({}));
      throw new Refused(told.detail || `the umpire answered ${answer.status}`);
    }
    return answer;
  }

  /** Until the socket ends. */
  async overSocket() {
    const socket = new WebSocket(`wss://${location.host}/line`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    const watching = setInterval(() => {
      if (performance.now() - this.heard > PATIENCE_MS) socket.close();
    }, 500);
    this.heard = performance.now();
    const wasHeard = await new Promise((resolve) => {
      let heard = false;
      socket.onopen = () => socket.send(JSON.stringify({ token: this.token }));
      socket.onmessage = (event) => {
        this.heard = performance.now();
        if (!heard) {
          heard = true;
          this.way = "socket";
          if (this.report) socket.send(this.report);
        }
        this.take(JSON.parse(event.data));
      };
      socket.onclose = (event) => {
        if (event.code === WHO) this.token = "";
        resolve(heard || event.code === WHO);
      };
    });
    clearInterval(watching);
    this.socket = null;
    this.failed = wasHeard ? 0 : this.failed + 1;
    if (!wasHeard && navigator.onLine) this.given.onState("The line is lost. Trying again.");
    if (wasHeard) this.given.onState("The line is lost. Trying again.");
  }

  /** Until the streamed answer ends: pictures go up by POST, and wishes come down here. */
  async overRequests() {
    this.asking = new AbortController();
    const answer = await fetch("/wishes", { headers: { authorization: `Bearer ${this.token}` }, signal: this.asking.signal });
    if (answer.status === 401) {
      this.token = "";
      return;
    }
    if (!answer.ok || !answer.body) throw new Refused(`the umpire answered ${answer.status}`);
    this.heard = performance.now();
    const watching = setInterval(() => {
      if (performance.now() - this.heard > PATIENCE_MS) this.asking?.abort();
    }, 500);
    try {
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        this.heard = performance.now();
        const isFirst = this.way === "";
        this.way = "post";
        if (isFirst && this.report) await this.tell(this.report);
        const lines = (text + value).split("\n");
        text = lines.pop() ?? "";
        for (const line of lines) this.take(JSON.parse(line));
      }
    } finally {
      clearInterval(watching);
    }
  }

  /** @param {{wanted?: Wanted, taken?: boolean, clock_ms?: number}} told */
  take(told) {
    if (told.clock_ms !== undefined) this.clock.hears(told.clock_ms, performance.now());
    if (told.wanted) this.given.onWanted(told.wanted);
    if (told.taken) this.answered?.(true);
  }

  /** Say how this phone is; said again by itself when the line comes back.
   * @param {string} report
   */
  async tell(report) {
    this.report = report;
    if (this.way === "socket") this.socket?.send(report);
    else if (this.way === "post") {
      const answer = await this.ask("POST", "/report", report, "application/json");
      this.take(await answer.json());
    }
  }

  /** Send one picture; true once the umpire has it.
   * @param {ArrayBuffer} jpeg @param {number} takenMs by our clock
   * @returns {Promise<boolean>}
   */
  async show(jpeg, takenMs) {
    const at = this.clock.at(takenMs);
    if (!Number.isFinite(at)) return false;
    if (this.way === "post") {
      const answer = await this.ask("POST", "/pictures", jpeg, "image/jpeg", { "x-taken-ms": at.toFixed(1) });
      this.take(await answer.json());
      return true;
    }
    const socket = this.socket;
    if (this.way !== "socket" || !socket) return false;
    const message = new Uint8Array(8 + jpeg.byteLength);
    new DataView(message.buffer).setFloat64(0, at, true);
    message.set(new Uint8Array(jpeg), 8);
    const answered = new Promise((resolve) => {
      this.answered = resolve;
    });
    socket.send(message);
    const taken = await answered;
    this.answered = null;
    return Boolean(taken);
  }
}
