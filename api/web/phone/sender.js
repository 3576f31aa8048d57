// Takes one picture at a time and sends it: the next is taken when the umpire has the last one.

import { Pace } from "./pace.js";

/** Where a browser does not tell of new pictures, they are looked for this often. */
const LOOK_MS = 30;

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
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  }

  /** Note each new picture of the camera, and when it was taken. */
  watch() {
    const { video } = this;
    if (!("requestVideoFrameCallback" in video)) {
      setInterval(() => {
        this.seen = performance.now();
      }, LOOK_MS);
      return;
    }
    /** @param {number} now @param {VideoFrameCallbackMetadata} told */
    const next = (now, told) => {
      this.seen = Math.min(now, told.captureTime ?? now);
      video.requestVideoFrameCallback(next);
    };
    video.requestVideoFrameCallback(next);
  }

  async one() {
    const { video, canvas } = this;
    if (video.readyState < video.HAVE_CURRENT_DATA || !video.videoWidth) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return;
    }
    const began = performance.now();
    this.pace.takes(began);
    const taken = this.seen;
    if (canvas.width !== video.videoWidth) canvas.width = video.videoWidth;
    if (canvas.height !== video.videoHeight) canvas.height = video.videoHeight;
    canvas.getContext("2d", { alpha: false })?.drawImage(video, 0, 0);
    const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => canvas.toBlob(resolve, "image/jpeg", this.wanted?.quality ?? 0.9));
    if (!blob) return;
    const jpeg = await blob.arrayBuffer();
    const sent = performance.now();
    if (await this.line.show(jpeg, this.pace.age(taken, sent))) {
      this.pace.answered(performance.now() - sent);
      this.sent += 1;
    }
  }
}
