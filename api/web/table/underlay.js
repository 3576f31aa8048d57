// Lays the camera's picture, straightened, under the drawing: for the host, with one switch.

import { make } from "../app/elements.js";
import { matrix } from "./view.js";

const PAUSE_MS = 2000;
// Pixels to the inch of the picture; the umpire gives fewer where the table is large.
const PER_INCH = 24;

export class Underlay {
  /** @param {import("./map.js").TableMap} map @param {import("../app/request.js").Requests} requests */
  constructor(map, requests) {
    this.map = map;
    this.requests = requests;
    this.isOn = false;
    this.isRunning = false;
    this.canvas = make("canvas", { class: "underlay", hidden: true, "aria-hidden": "true" });
    map.box.prepend(this.canvas);
  }

  /** @param {boolean} isOn */
  turnOn(isOn) {
    this.isOn = isOn;
    if (!isOn) this.hide();
    else if (!this.isRunning) void this.run();
  }

  hide() {
    this.canvas.hidden = true;
    this.map.svg.classList.remove("over-picture");
  }

  /** Nothing is fetched for a table that nobody sees. */
  async run() {
    this.isRunning = true;
    while (this.isOn && this.canvas.isConnected) {
      // Another battle's camera sees nothing of a table that is moved by hand meanwhile.
      if (this.map.pictured.hidden) this.hide();
      else if (document.visibilityState === "visible" && this.map.box.offsetParent !== null) await this.look();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    this.isRunning = false;
  }

  async look() {
    try {
      const response = await this.requests.send("GET", `/table/from-above.jpg?per_in=${PER_INCH}`);
      const picture = await createImageBitmap(await response.blob());
      if (this.isOn) this.lay(picture);
      picture.close();
    } catch (failure) {
      this.map.say(failure instanceof Error ? failure.message : String(failure));
      this.hide();
    }
  }

  /** @param {ImageBitmap} picture */
  lay(picture) {
    [this.canvas.width, this.canvas.height] = [picture.width, picture.height];
    this.canvas.getContext("2d")?.drawImage(picture, 0, 0);
    this.canvas.hidden = false;
    this.map.svg.classList.add("over-picture");
    this.place();
  }

  /** The picture goes with the drawing: north is its top, and east its right. */
  place() {
    const { width_in: width, depth_in: depth } = this.map.size();
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix(this.map.view).slice(7, -1).split(" ").map(Number);
    const [across, down] = [this.canvas.width / width || 1, this.canvas.height / depth || 1];
    const placed = [a / across, b / across, -c / down, -d / down, e + c * depth, f + d * depth];
    this.canvas.style.transform = `matrix(${placed.map((each) => each.toFixed(6)).join(",")})`;
  }
}
