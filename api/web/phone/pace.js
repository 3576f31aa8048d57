// Decides when the next picture is due, and when by the umpire's clock one was taken: plain numbers alone.

/** Trips that are remembered. */
const TRIPS = 8;
/** Words of the umpire that are remembered: some seconds of them, in which no clock drifts far. */
const WORDS = 64;
/** No word is so much later than another; a clock was set. */
const SET_MS = 4000;

/** @param {number[]} numbers */
function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[numbers.length >> 1] ?? 0;
}

export class Pace {
  constructor() {
    this.began = -Infinity;
    /** @type {number[]} */
    this.trips = [];
    /** @type {number[]} */
    this.makings = [];
  }

  /** Milliseconds until the next picture may be taken. @param {number} now @param {number} rate a second */
  wait(now, rate) {
    if (!(rate > 0)) return Infinity;
    return Math.max(0, this.began + 1000 / rate - now);
  }

  /** Milliseconds until the next picture may be begun, to be ready when the answer to the one that
   * goes now comes; Infinity where it is not due by then.
   * @param {number} now @param {number} rate a second
   */
  ahead(now, rate) {
    const [due, trip] = [this.wait(now, rate), median(this.trips)];
    return due > trip ? Infinity : Math.max(due, trip - median(this.makings));
  }

  /** A picture was made in so long. @param {number} ms */
  made(ms) {
    this.makings = [...this.makings, ms].slice(-TRIPS);
  }

  /** @param {number} now */
  takes(now) {
    this.began = now;
  }

  /** A picture was sent, and the answer is here. @param {number} tripMs */
  answered(tripMs) {
    this.trips = [...this.trips, tripMs].slice(-TRIPS);
  }
}

/** The umpire's clock as it is known here. Each word of the umpire that names its time was on its way
 * for a while, so the clock shows at least that much more: the quickest word says it best.
 */
export class UmpiresClock {
  constructor() {
    /** @type {number[]} */
    this.ahead = [];
  }

  /** @param {number} saidMs by the umpire's clock @param {number} heardMs by ours */
  hears(saidMs, heardMs) {
    const ahead = saidMs - heardMs;
    const isSet = ahead < Math.max(...this.ahead) - SET_MS;
    this.ahead = isSet ? [ahead] : [...this.ahead, ahead].slice(-WORDS);
  }

  /** What it showed then, rather too early than too late; -Infinity before its first word.
   * @param {number} ms by our clock
   */
  at(ms) {
    return ms + Math.max(...this.ahead);
  }
}

/** What is wrong with the camera, in the umpire's words; nothing while all is well.
 * @param {{isHidden: boolean, isMuted: boolean, hasEnded: boolean, sinceFrameMs: number, isRefused: boolean}} seen
 */
export function troubleOf({ isHidden, isMuted, hasEnded, sinceFrameMs, isRefused }) {
  if (isRefused) return "refused";
  if (isHidden) return "hidden";
  if (hasEnded) return "ended";
  if (isMuted) return "muted";
  return sinceFrameMs > 2500 ? "frozen" : "";
}

/** How far the phone leans from looking straight down, in degrees.
 * @param {number | null} beta @param {number | null} gamma as `deviceorientation` tells them
 */
export function tiltOf(beta, gamma) {
  if (beta === null || gamma === null) return null;
  const down = Math.cos((beta * Math.PI) / 180) * Math.cos((gamma * Math.PI) / 180);
  return Math.round((Math.acos(Math.min(1, Math.max(-1, down))) * 1800) / Math.PI) / 10;
}

/** What to say of a lock. @param {Record<string, string>} locks */
export function lockWords(locks) {
  const named = { focus: "focus", exposure: "exposure", white_balance: "white balance" };
  const held = Object.entries(named).filter(([each]) => locks[each] === "locked").map(([, name]) => name);
  const asked = Object.entries(named).filter(([each]) => locks[each] === "asked").map(([, name]) => name);
  const free = Object.entries(named).filter(([each]) => !["locked", "asked"].includes(locks[each] ?? "")).map(([, name]) => name);
  return [
    held.length ? `Locked: ${held.join(", ")}.` : "",
    asked.length ? `Asked, not confirmed: ${asked.join(", ")}.` : "",
    free.length ? `This browser cannot lock: ${free.join(", ")}.` : "",
  ].filter(Boolean).join(" ");
}
