// Drags the points of an outline over the straightened photograph, or moves them by keys.

import { draw, make } from "../app/elements.js";
import { path, short } from "../table/geometry.js";
import { crossing, moved, pointAt, split, windowAround, without } from "./ring.js";

/** @typedef {import("../app/types.js").Point} Point */
/** @typedef {{width_in: number, depth_in: number}} Size */

const REACH_PX = 22;
const STEP_IN = 0.1;
/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class OutlineEditor {
  /** @param {{table: Size, ring: Point[], photograph: ImageBitmap | null, changed: () => void}} parts */
  constructor({ table, ring, photograph, changed }) {
    this.table = table;
    this.ring = ring;
    this.changed = changed;
    this.held = -1;
    this.window = windowAround(ring, table);
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.shape = draw("path", { class: "outline-shape" });
    this.handles = draw("g", {});
    const { left, bottom, width, depth } = this.window;
    // North is up: the drawing is mirrored once, here.
    this.world = draw("g", { transform: `translate(${short(-left)} ${short(bottom + depth)}) scale(1 -1)` }, this.shape, this.handles);
    this.svg = draw("svg", { viewBox: `0 0 ${short(width)} ${short(depth)}`, role: "group", "aria-label": "Outline" }, this.world);
    this.element = make("div", { class: "outline-editor" }, this.canvas, this.svg);
    this.svg.addEventListener("pointerdown", (event) => this.grabbed(event));
    this.svg.addEventListener("pointermove", (event) => this.dragged(event));
    for (const name of ["pointerup", "pointercancel"]) this.svg.addEventListener(name, () => (this.held = -1));
    this.svg.addEventListener("keydown", (event) => this.typed(event));
    this.background(photograph);
    this.show();
  }

  /** The part of the photograph behind the window. @param {ImageBitmap | null} photograph */
  background(photograph) {
    if (!photograph) return;
    const { left, bottom, width, depth } = this.window;
    const per = photograph.width / this.table.width_in;
    this.canvas.width = Math.round(width * per);
    this.canvas.height = Math.round(depth * per);
    const top = (this.table.depth_in - bottom - depth) * per;
    this.canvas.getContext("2d")?.drawImage(photograph, -left * per, -top);
  }

  /** @param {Point[]} ring */
  set(ring) {
    this.ring = ring;
    this.show();
    this.changed();
  }

  show() {
    this.shape.setAttribute("d", path(this.ring));
    this.shape.classList.toggle("crossing", crossing(this.ring) !== null);
    const focused = this.handles.contains(document.activeElement) ? Number(document.activeElement?.getAttribute("data-point")) : -1;
    this.handles.replaceChildren(
      ...this.ring.map(([x, y], index) =>
        draw("circle", {
          class: "outline-point", cx: short(x), cy: short(y), r: short(this.window.width / 90), tabindex: 0, role: "button",
          "data-point": index, "aria-label": `Point ${index + 1}: ${x.toFixed(1)} in from the west edge, ${y.toFixed(1)} in from the south`,
        }),
      ),
    );
    if (focused >= 0) this.focus(focused);
  }

  /** @param {number} index */
  focus(index) {
    /** @type {SVGElement | null} */
    const found = this.handles.querySelector(`[data-point="${Math.min(index, this.ring.length - 1)}"]`);
    found?.focus({ preventScroll: true });
  }

  /** Where on the table a pointer is. @param {PointerEvent} event @returns {Point} */
  placeOf(event) {
    const box = this.svg.getBoundingClientRect();
    const { left, bottom, width, depth } = this.window;
    return [left + ((event.clientX - box.left) / box.width) * width, bottom + (1 - (event.clientY - box.top) / box.height) * depth];
  }

  /** @param {PointerEvent} event */
  grabbed(event) {
    const reach = (REACH_PX / this.svg.getBoundingClientRect().width) * this.window.width;
    this.held = pointAt(this.ring, this.placeOf(event), reach);
    if (this.held < 0) return;
    event.preventDefault();
    this.svg.setPointerCapture(event.pointerId);
    this.focus(this.held);
  }

  /** @param {PointerEvent} event */
  dragged(event) {
    if (this.held >= 0) this.set(moved(this.ring, this.held, this.placeOf(event), this.table));
  }

  /** @param {KeyboardEvent} event */
  typed(event) {
    const point = Number(/** @type {Element} */ (event.target).getAttribute("data-point") ?? -1);
    if (point < 0) return;
    const step = ARROWS[event.key];
    const [x, y] = this.ring[point] ?? [0, 0];
    if (step) this.set(moved(this.ring, point, [x + step[0] * STEP_IN, y + step[1] * STEP_IN], this.table));
    else if (event.key === "Delete" || event.key === "Backspace") this.set(without(this.ring, point));
    else if (event.key === "Insert" || event.key === "+") this.set(split(this.ring, point));
    else return;
    event.preventDefault();
  }

  /** For those without a keyboard: a point more on the longest side, a point less where it is held. */
  more() {
    const lengths = this.ring.map(([x, y], index) => {
      const [u, v] = this.ring[(index + 1) % this.ring.length] ?? [x, y];
      return Math.hypot(u - x, v - y);
    });
    this.set(split(this.ring, lengths.indexOf(Math.max(...lengths))));
  }

  less() {
    const focused = Number(document.activeElement?.getAttribute("data-point") ?? -1);
    this.set(without(this.ring, focused >= 0 ? focused : this.ring.length - 1));
  }
}
