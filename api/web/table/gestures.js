// Reads what fingers and mice do on the table: tap, drag, pinch, wheel; others say what it means.

/** @typedef {import("../app/types.js").Point} Point */

/**
 * @typedef {object} Meaning All places are pixels within the picture.
 * @property {(at: Point) => void} tap
 * @property {(at: Point) => boolean} grab whether something is dragged that lies here
 * @property {(at: Point) => void} drag where what was grabbed is now
 * @property {(at: Point | null) => void} drop null when it was broken off
 * @property {(by: Point) => void} pan
 * @property {(factor: number, at: Point) => void} zoom
 * @property {() => unknown} lifted no finger is down any more
 */

// A finger is never quite still.
const STILL = 6;

export class Gestures {
  /** @param {SVGSVGElement} svg @param {Meaning} meaning */
  constructor(svg, meaning) {
    this.svg = svg;
    this.meaning = meaning;
    /** @type {Map<number, Point>} */
    this.fingers = new Map();
    /** @type {Point | null} */
    this.began = null;
    /** @type {"none" | "waiting" | "grabbed" | "panning" | "pinching"} */
    this.doing = "none";
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.moved(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", (event) => this.up(event, true));
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** @param {MouseEvent} event @returns {Point} */
  at(event) {
    const box = this.svg.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const at = this.at(event);
    this.fingers.set(event.pointerId, at);
    this.svg.setPointerCapture(event.pointerId);
    if (this.fingers.size === 1) {
      this.began = at;
      this.doing = "waiting";
    } else if (this.fingers.size === 2) {
      if (this.doing === "grabbed") this.meaning.drop(null);
      this.doing = "pinching";
    }
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before || !this.began) return;
    const at = this.at(event);
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId);
    this.fingers.set(event.pointerId, at);
    if (this.doing === "waiting" && apart(at, this.began) > STILL) {
      this.doing = this.meaning.grab(this.began) ? "grabbed" : "panning";
      if (this.doing === "panning") this.meaning.pan([at[0] - this.began[0], at[1] - this.began[1]]);
    } else if (this.doing === "panning") {
      this.meaning.pan([at[0] - before[0], at[1] - before[1]]);
    }
    if (this.doing === "grabbed") this.meaning.drag(at);
    const other = others[0]?.[1];
    if (this.doing === "pinching" && other) {
      /** @type {Point} */
      const middle = [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2];
      this.meaning.pan([(at[0] - before[0]) / 2, (at[1] - before[1]) / 2]);
      this.meaning.zoom(apart(at, other) / Math.max(1, apart(before, other)), middle);
    }
  }

  /** What has begun is no tap any more: it was something else, as a long press. */
  rest() {
    if (this.doing === "waiting") this.doing = "none";
  }

  /** @param {PointerEvent} event @param {boolean} [isBroken] */
  up(event, isBroken = false) {
    if (!this.fingers.delete(event.pointerId)) return;
    // Where it came down: what is above the map may have pushed it away since.
    if (this.doing === "waiting" && this.began && !isBroken) this.meaning.tap(this.began);
    if (this.doing === "grabbed") this.meaning.drop(isBroken ? null : this.at(event));
    if (this.fingers.size === 0) {
      this.doing = "none";
      this.began = null;
      this.meaning.lifted();
    } else if (this.doing === "pinching") {
      this.doing = "panning";
    }
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    // A trackpad's pinch comes as a wheel with the control key.
    const step = event.ctrlKey ? 0.01 : 0.0015;
    const lines = event.deltaMode === 1 ? event.deltaY * 30 : event.deltaY;
    this.meaning.zoom(Math.exp(-lines * step), this.at(event));
  }
}

/** @param {Point} one @param {Point} other */
function apart([x, y], [u, v]) {
  return Math.hypot(x - u, y - v);
}
