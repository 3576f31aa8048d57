// Shows the camera's picture while somebody looks: fetched with the token, drawn on a canvas.

import { make } from "../app/elements.js";

const PAUSE_MS = 350;

export class LivePicture {
  /** @param {import("../app/request.js").Requests} requests */
  constructor(requests) {
    this.requests = requests;
    this.canvas = make("canvas", { width: 640, height: 360, role: "img", "aria-label": "What the camera sees" });
    this.caption = make("figcaption", { class: "faint" });
    this.element = make("figure", { class: "live-picture", hidden: true }, this.canvas, this.caption);
    this.running = false;
    this.hasPicture = false;
  }

  /** @param {import("./steps.js").CameraNow} camera */
  show(camera) {
    this.element.hidden = camera.camera === null;
    this.hasPicture = camera.age_s !== null;
    if (camera.state !== "live") this.say(camera.note);
    if (this.element.hidden || this.running) return;
    this.running = true;
    void this.run();
  }

  /** Shown and on the screen: nothing is fetched for a tab that nobody sees. */
  get isLookedAt() {
    return !this.element.hidden && this.element.offsetParent !== null && document.visibilityState === "visible";
  }

  async run() {
    while (this.isLookedAt) {
      if (this.hasPicture) await this.draw();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    this.running = false;
  }

  async draw() {
    try {
      const response = await this.requests.send("GET", "/camera/still.jpg?widest=960");
      const picture = await createImageBitmap(await response.blob());
      if (this.canvas.width !== picture.width) this.canvas.width = picture.width;
      if (this.canvas.height !== picture.height) this.canvas.height = picture.height;
      this.canvas.getContext("2d")?.drawImage(picture, 0, 0);
      picture.close();
      this.say("");
    } catch (failure) {
      this.say(failure instanceof Error ? failure.message : String(failure));
    }
  }

  /** @param {string} text */
  say(text) {
    if (this.caption.textContent !== text) this.caption.textContent = text;
  }
}
