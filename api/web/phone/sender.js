// Takes one picture at a time and sends it: the next is taken when the umpire has the last one.

import { Pace } from "./pace.js";

/** Where a browser does not tell of new pictures, they are looked for this often. */
const LOOK_MS = 30;
const AGAIN_MS = 200;
/** So long a new picture of the camera is waited for before it is looked how things are. */
const PATIENCE_MS = 100;

export class Sender {
  /**
   * @param {HTMLVideoElement} video
   * @param {import("./line.js").Line} line
   */
  constructor(video, line) {
    this.video = video;
    this.line = line;
    this.pace = new Pace();
    this.canvas = document.createElement("canvas");
    this.sent = 0;
    this.isHeldBack = false;
    /** When the camera last gave a new picture. */
    this.seen = performance.now();
    /** Whether that picture was not taken yet. */
    this.isNew = false;
    this.woken = () => {};
    /** @type {import("./line.js").Wanted | null} */
    this.wanted = null;
  }

  /** For ever. */
  async run() {
    this.watch();
    for (;;) {
      const waited = this.pace.wait(performance.now(), this.wanted?.sends && this.line.way && !this.isHeldBack ? this.wanted.rate_hz : 0);
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
    const made = await this.make();
    if (!made) return;
    const sent = performance.now();
    if (await this.line.show(made.jpeg, this.pace.age(made.taken, sent))) {
      this.pace.answered(performance.now() - sent);
      this.sent += 1;
    }
  }

  /** What the camera shows anew, and when it was taken; nothing where it shows nothing. */
  async make() {
    const { video, canvas } = this;
    if (!this.isNew) {
      await new Promise((resolve) => {
        this.woken = () => resolve(null);
        setTimeout(resolve, PATIENCE_MS);
      });
    }
    if (!this.isNew) return null;
    this.isNew = false;
    if (video.readyState < video.HAVE_CURRENT_DATA || !video.videoWidth) return null;
    this.pace.takes(performance.now());
    const taken = this.seen;
    if (canvas.width !== video.videoWidth) canvas.width = video.videoWidth;
    if (canvas.height !== video.videoHeight) canvas.height = video.videoHeight;
    canvas.getContext("2d", { alpha: false })?.drawImage(video, 0, 0);
    const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => canvas.toBlob(resolve, "image/jpeg", this.wanted?.quality ?? 0.9));
    return blob && { jpeg: await blob.arrayBuffer(), taken };
  }
}
