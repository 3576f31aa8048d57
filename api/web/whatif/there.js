// Tells in a small label what would be measured at the place one points at, or presses long.

import { make } from "../app/elements.js";
import { toTable } from "../table/view.js";
import { placeAddress } from "./asking.js";

/** @typedef {import("../app/types.js").Point} Point */
/** @typedef {import("./asking.js").Here} Here */

// A pointer that has come to rest asks; one that passes by does not.
const REST_MS = 180;
const LONG_MS = 500;
// A finger is never quite still.
const STILL_PX = 8;

export class There {
  /** @param {import("./what_if_maps.js").WhatIfMaps} looker */
  constructor(looker) {
    this.looker = looker;
    this.map = looker.map;
    this.timer = 0;
    this.asked = 0;
    /** @type {Point | null} */
    this.pressed = null;
    this.label = make("p", { class: "what-there", hidden: true, "aria-hidden": "true" });
    this.map.box.append(this.label);
    const { svg } = this.map;
    svg.addEventListener("pointermove", (event) => this.moved(event));
    svg.addEventListener("pointerdown", (event) => this.down(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      svg.addEventListener(name, (event) => this.up(/** @type {PointerEvent} */ (event)));
    }
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const at = this.map.gestures.at(event);
    if (event.pointerType !== "mouse") {
      if (this.pressed && Math.hypot(at[0] - this.pressed[0], at[1] - this.pressed[1]) > STILL_PX) this.hide();
      return;
    }
    this.hide();
    if (this.looker.isOn && event.buttons === 0) this.wait(at, REST_MS);
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.hide();
    if (!this.looker.isOn || event.pointerType === "mouse" || !event.isPrimary) return;
    this.pressed = this.map.gestures.at(event);
    this.wait(this.pressed, LONG_MS);
  }

  /** @param {PointerEvent} event */
  up(event) {
    // What a finger has pressed long stays to be read; the mouse takes it along.
    clearTimeout(this.timer);
    this.pressed = null;
    if (event.pointerType === "mouse") this.hide();
  }

  /** @param {Point} at on the screen @param {number} after */
  wait(at, after) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      // It is no tap any more.
      if (this.pressed) this.map.gestures.rest();
      void this.show(at);
    }, after);
  }

  hide() {
    clearTimeout(this.timer);
    this.pressed = null;
    this.asked += 1;
    this.label.hidden = true;
    this.looker.areas.point(null);
  }

  /** @param {Point} at on the screen */
  async show(at) {
    const here = await this.ask(toTable(this.map.view, at)).catch(() => null);
    if (!here) return;
    this.label.textContent = here.sentence;
    this.label.hidden = false;
    const { width, height } = this.map.view;
    const [wide, high] = [this.label.offsetWidth, this.label.offsetHeight];
    this.label.style.left = `${Math.max(4, Math.min(width - wide - 4, at[0] + 14))}px`;
    this.label.style.top = `${at[1] > height / 2 ? Math.max(4, at[1] - high - 14) : Math.min(height - high - 4, at[1] + 18)}px`;
    this.looker.areas.point(here.nearest_in);
  }

  /** Null where something else was wished meanwhile. @param {Point} place @returns {Promise<Here | null>} */
  async ask(place) {
    const asked = this.looker.what();
    if (!asked.unit) return null;
    this.asked += 1;
    const mine = this.asked;
    const told = await this.looker.requests.get(placeAddress(asked, place));
    return mine === this.asked ? { ...told.here, sentence: this.looker.called(told.here.sentence) } : null;
  }
}
