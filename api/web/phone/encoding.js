// Encodes what the camera shows as JPEG: beside the page where the browser can, else in the page.

const WORKER = new URL("./encoder.js", import.meta.url);
/** A worker that has given nothing back for so long never will. */
const PATIENCE_MS = 4000;

export class Encoding {
  /** @param {HTMLVideoElement} video */
  constructor(video) {
    this.video = video;
    this.canvas = document.createElement("canvas");
    /** Takes what the worker gives back. @type {(jpeg: ArrayBuffer | null) => void} */
    this.done = () => {};
    this.worker = this.begun();
  }

  /** Whether the page is free meanwhile, to hear the umpire's answer. */
  get isBeside() {
    return this.worker !== null;
  }

  begun() {
    if (!("OffscreenCanvas" in globalThis && "VideoFrame" in globalThis)) return null;
    const worker = new Worker(WORKER, { type: "module" });
    worker.onmessage = ({ data }) => this.done(data);
    worker.onerror = () => this.fails();
    return worker;
  }

  /** From now on the page does it; what was asked for last is lost. */
  fails() {
    this.worker?.terminate();
    this.worker = null;
    this.done(null);
  }

  /** The picture that the camera shows now, if one comes of it. @param {number} quality */
  async jpeg(quality) {
    const frame = this.worker && this.frame();
    return frame ? this.beside(frame, quality) : this.here(quality);
  }

  /** What the camera shows, unless it is turned on its way to the screen: the page knows how. */
  frame() {
    const { video } = this;
    const frame = new VideoFrame(video);
    const { rotation, flip } = /** @type {{rotation?: number, flip?: boolean}} */ (/** @type {unknown} */ (frame));
    const isWhole = frame.displayWidth === video.videoWidth && frame.displayHeight === video.videoHeight;
    if (isWhole && rotation === 0 && !flip) return frame;
    frame.close();
    return null;
  }

  /** @param {VideoFrame} frame @param {number} quality @returns {Promise<ArrayBuffer | null>} */
  beside(frame, quality) {
    return new Promise((resolve) => {
      const waiting = setTimeout(() => this.fails(), PATIENCE_MS);
      this.done = (jpeg) => {
        clearTimeout(waiting);
        resolve(jpeg);
      };
      this.worker?.postMessage({ frame, quality }, [frame]);
    });
  }

  /** @param {number} quality */
  async here(quality) {
    const { video, canvas } = this;
    if (canvas.width !== video.videoWidth) canvas.width = video.videoWidth;
    if (canvas.height !== video.videoHeight) canvas.height = video.videoHeight;
    canvas.getContext("2d", { alpha: false })?.drawImage(video, 0, 0);
    const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    return blob && blob.arrayBuffer();
  }
}
