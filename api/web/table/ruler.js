// Draws the ruler: a line between two places of the drawing, with its length.

import { draw } from "../app/elements.js";
import { inches } from "../app/words.js";
import { distance, path } from "./geometry.js";
import { toScreen, toTable } from "./view.js";

/** @typedef {import("../app/types.js").Point} Point */

export class Ruler {
  /** @param {import("./map.js").TableMap} map */
  constructor(map) {
    this.map = map;
    this.isOn = false;
    /** @type {Point[]} */
    this.ends = [];
    this.line = draw("path", { class: "ruler" });
    this.words = draw("text", { class: "note ruler-words" });
    map.world.append(this.line);
    map.svg.append(this.words);
  }

  /** @param {boolean} isOn */
  turnOn(isOn) {
    this.isOn = isOn;
    this.map.svg.classList.toggle("measuring", isOn);
    this.show(isOn ? this.ends : []);
  }

  /** @param {Point} at */
  grab(at) {
    if (this.isOn) this.show([toTable(this.map.view, at)]);
    return this.isOn;
  }

  /** @param {Point} at */
  drag(at) {
    if (this.ends[0]) this.show([this.ends[0], toTable(this.map.view, at)]);
  }

  drop() {
    const [from, to] = this.ends;
    if (from && to) this.map.whisper(`${inches(distance(from, to))} on the drawing`);
  }

  /** @param {Point[]} ends */
  show(ends) {
    this.ends = ends;
    const [from, to] = ends;
    this.line.setAttribute("d", from && to ? path(ends, false) : "");
    this.words.textContent = from && to ? inches(distance(from, to)) : "";
    this.place();
  }

  place() {
    const to = this.ends[1];
    if (!to) return;
    const [x, y] = toScreen(this.map.view, to);
    this.words.setAttribute("transform", `translate(${x.toFixed(1)} ${(y - 14).toFixed(1)})`);
  }
}
