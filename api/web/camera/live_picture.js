// Shows the camera's picture while somebody looks: fetched with the token, as sharp as the screen shows it.

import { button, make } from "../app/elements.js";

const PAUSE_MS = 350;
const LEAST_PX = 320;
const MOST_PX = 3840;

export class LivePicture {
  /**
   * @param {import("../app/request.js").Requests} requests
   * @param {() => boolean} isLookedAt nothing is fetched for a tab that nobody sees
   */
  constructor(requests, isLookedAt) {
    this.requests = requests;
    this.isLookedAt = isLookedAt;
    this.canvas = make("canvas", { width: 640, height: 360, role: "img", "aria-label": "What the camera sees" });
    this.caption = make("figcaption", { class: "faint" });
    this.larger = button("Show it large", () => this.resize(), { class: "larger", "aria-pressed": "false", "data-key": "larger" });
    this.element = make("figure", { class: "live-picture", hidden: true }, this.canvas, make("div", { class: "row" }, this.caption, this.larger));
    this.element.addEventListener("keydown", (event) => void (event.key === "Escape" && this.isLarge && this.resize()));
    this.running = false;
    this.hasPicture = false;
  }

  get isLarge() {
    return this.element.classList.contains("large");
  }

  /** Over the whole page, to see whether the table is sharp to its corners; and back. */
  resize() {
    const isLarge = this.element.classList.toggle("large");
    this.larger.setAttribute("aria-pressed", String(isLarge));
    this.larger.textContent = isLarge ? "Show it beside the steps" : "Show it large";
  }

  /** A pixel of the camera's for each of the screen's, as far as there are so many. */
  get widest() {
    const wide = Math.round(this.canvas.clientWidth * Math.max(1, devicePixelRatio));
    return Math.min(MOST_PX, Math.max(LEAST_PX, wide));
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

  async run() {
    while (!this.element.hidden && this.isLookedAt()) {
      if (this.hasPicture && this.element.getClientRects().length > 0) await this.draw();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    this.running = false;
  }

  async draw() {
    try {
      const response = await this.requests.send("GET", `/camera/still.jpg?widest=${this.widest}`);
      const picture = await createImageBitmap(await response.blob());
      if (this.canvas.width !== picture.width) this.canvas.width = picture.width;
      if (this.canvas.height !== picture.height) this.canvas.height = picture.height;
      this.canvas.getContext("2d")?.drawImage(picture, 0, 0);
      picture.close();
      // Why it is no sharper stands in the picture as well, for whoever sees it.
      this.say(response.headers.get("x-blurred") ?? "");
    } catch (failure) {
      this.say(failure instanceof Error ? failure.message : String(failure));
    }
  }

  /** @param {string} text */
  say(text) {
    if (this.caption.textContent !== text) this.caption.textContent = text;
  }
}
