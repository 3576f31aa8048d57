// Sends one picture at a time: the next goes when the umpire has the last one, and is made meanwhile.

import { Encoding } from "./encoding.js";
import { Pace } from "./pace.js";

/** Where a browser does not tell of new pictures, they are looked for this often. */
const LOOK_MS = 30;
const AGAIN_MS = 200;
/** So long a new picture of the camera is waited for before it is looked how things are. */
const PATIENCE_MS = 100;
/** A picture that has waited longer for its turn is passed over: the camera shows a newer one. */
const STALE_MS = 60;

/**
 * @typedef {object} Made
 * @property {ArrayBuffer} jpeg
 * @property {number} taken When the camera took it.
 * @property {number} made When it was ready.
 */

export class Sender {
  /**
   * @param {HTMLVideoElement} video
   * @param {import("./line.js").Line} line
   */
  constructor(video, line) {
    this.video = video;
    this.line = line;
    this.pace = new Pace();
    this.encoding = new Encoding(video);
    this.sent = 0;
    this.isHeldBack = false;
    /** When the camera last gave a new picture. */
    this.seen = performance.now();
    /** Whether that picture was not taken yet. */
    this.isNew = false;
    this.woken = () => {};
    /** The next picture, while it is made before its turn. @type {Promise<Made | null> | null} */
    this.next = null;
    /** @type {import("./line.js").Wanted | null} */
    this.wanted = null;
  }

  /** For ever. */
  async run() {
    this.watch();
    for (;;) {
      const { rate } = this;
      // What is made already was due when it was begun.
      const waited = this.next && rate > 0 ? 0 : this.pace.wait(performance.now(), rate);
      if (waited > 0) {
        await new Promise((resolve) => setTimeout(resolve, Math.min(waited, 50)));
        continue;
      }
      try {
        await this.one();
      } catch {
        // The line says itself that it is lost.
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  /** Pictures a second that are asked for and can be sent. */
  get rate() {
    const { wanted } = this;
    return wanted?.sends && this.line.way && !this.isHeldBack ? wanted.rate_hz : 0;
  }

  /** Note each new picture of the camera, and when it was taken. */
  watch() {
    const { video } = this;
    if (!("requestVideoFrameCallback" in video)) {
      setInterval(() => this.sees(performance.now()), LOOK_MS);
      return;
    }
    /** @param {number} now @param {VideoFrameCallbackMetadata} told */
    const next = (now, told) => {
      this.sees(Math.min(now, told.captureTime ?? now));
      video.requestVideoFrameCallback(next);
    };
    video.requestVideoFrameCallback(next);
  }

  /** @param {number} takenMs */
  sees(takenMs) {
    this.seen = takenMs;
    this.isNew = true;
    this.woken();
  }

  /** Send what the camera shows anew, and wait until the umpire has it. */
  async one() {
    const making = this.next ?? this.make();
    this.next = null;
    const made = await making;
    const sent = performance.now();
    if (!made || sent - made.made > STALE_MS) return;
    const shown = this.line.show(made.jpeg, made.taken);
    this.next = this.ahead(sent);
    if (await shown) {
      this.pace.answered(performance.now() - sent);
      this.sent += 1;
    }
  }

  /** The next picture, so begun that it is ready when the answer comes; nothing where it is not due
   * so soon, or where making it would keep the page from hearing the answer.
   * @param {number} now
   */
  ahead(now) {
    const waited = this.encoding.isBeside ? this.pace.ahead(now, this.rate) : Infinity;
    if (waited === Infinity) return null;
    return new Promise((resolve) => setTimeout(resolve, waited)).then(() => this.make());
  }

  /** What the camera shows anew; nothing where it shows nothing.
   * @returns {Promise<Made | null>}
   */
  async make() {
    const { video } = this;
    if (!this.isNew) {
      await new Promise((resolve) => {
        this.woken = () => resolve(null);
        setTimeout(resolve, PATIENCE_MS);
      });
    }
    if (!this.isNew) return null;
    this.isNew = false;
    if (video.readyState < video.HAVE_CURRENT_DATA || !video.videoWidth) return null;
    const began = performance.now();
    this.pace.takes(began);
    const taken = this.seen;
    const jpeg = await this.encoding.jpeg(this.wanted?.quality ?? 0.9);
    const made = performance.now();
    this.pace.made(made - began);
    return jpeg && { jpeg, taken, made };
  }
}
