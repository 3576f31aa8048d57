// Keeps the live socket: says hello, goes on after a gap, wakes up after a sleep, gives up.

import { howToComeBack } from "./token.js";

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 5000;
const PING_EVERY = 15000;
const PONG_WITHIN = 4000;
// The umpire closes with these when there is no use in coming again.
const FINAL = new Set([4400, 4401, 4403]);

/**
 * @typedef {object} Ways
 * @property {() => {token: string, battle: string, seat: string, after: number, options: boolean}} hello
 * @property {(message: any) => void} heard
 * @property {(link: "connecting" | "live" | "lost" | "ended", why: string) => void} changed
 */

export class Connection {
  /** @param {Ways} ways */
  constructor(ways) {
    this.ways = ways;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.pause = FIRST_PAUSE;
    this.timers = { again: 0, ping: 0, pong: 0 };
    // Until there is something to watch.
    this.ended = true;
    this.problem = "";
    // A phone that slept has a socket that looks open and is not.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.wake();
    });
    window.addEventListener("online", () => this.wake());
    window.addEventListener("pageshow", () => this.wake());
  }

  /** Connect anew, with whatever is to be watched now. */
  start() {
    this.ended = false;
    this.problem = "";
    this.drop();
    this.open();
  }

  wake() {
    if (this.ended) return;
    if (this.socket?.readyState === WebSocket.OPEN) this.ping();
    else if (this.socket?.readyState !== WebSocket.CONNECTING) this.open();
  }

  drop() {
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
    const socket = this.socket;
    this.socket = null;
    // One that is not yet open is closed as soon as it is: before, the browser calls it a failure.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
  }

  open() {
    this.drop();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/v1/live`);
    this.socket = socket;
    socket.onopen = () => {
      const { token, battle, seat, after, options } = this.ways.hello();
      const hello = { type: "hello", token };
      if (battle) Object.assign(hello, { battle }, seat ? { seat } : {});
      if (battle && after >= 0) Object.assign(hello, { after });
      if (battle && options) Object.assign(hello, { options });
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (message) => {
      if (socket === this.socket) this.receive(JSON.parse(message.data));
    };
    socket.onclose = (closing) => {
      if (socket === this.socket) this.closed(closing.code);
    };
  }

  /** @param {any} message */
  receive(message) {
    if (message.type === "problem") {
      this.problem = message.problem.detail;
      return;
    }
    if (message.type === "welcome") {
      this.pause = FIRST_PAUSE;
      this.ways.changed("live", "");
      this.timers.ping = window.setTimeout(() => this.ping(), PING_EVERY);
    }
    if (message.type === "pong") {
      clearTimeout(this.timers.pong);
      clearTimeout(this.timers.ping);
      this.timers.ping = window.setTimeout(() => this.ping(), PING_EVERY);
      return;
    }
    this.ways.heard(message);
  }

  /** Say something, while there is a line; what is said into none is not said later.
   * @param {Record<string, unknown>} message */
  say(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  ping() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send('{"type":"ping"}');
    clearTimeout(this.timers.pong);
    this.timers.pong = window.setTimeout(() => {
      this.ways.changed("lost", "The umpire has not answered for a while.");
      this.open();
    }, PONG_WITHIN);
  }

  /** @param {number} code */
  closed(code) {
    this.socket = null;
    clearTimeout(this.timers.ping);
    clearTimeout(this.timers.pong);
    if (FINAL.has(code)) {
      this.ended = true;
      const gone = `This link has ended. ${howToComeBack()}`;
      this.ways.changed("ended", code === 4401 ? gone : this.problem || "The umpire closed it.");
      return;
    }
    this.ways.changed("lost", "The line is lost. Trying again. Nothing is lost.");
    this.timers.again = window.setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }
}
