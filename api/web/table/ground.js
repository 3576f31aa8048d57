// Draws the table itself: its edge, the inches, and the terrain with its names.

import { draw } from "../app/elements.js";
import { middle, path } from "./geometry.js";
import { toScreen } from "./view.js";

/** @typedef {import("../app/types.js").Area} Area */

const KINDS = ["woods", "building", "hill", "river", "water", "road", "bridge"];

/** @param {string} kind */
export function groundClass(kind) {
  const plain = kind.trim().toLowerCase();
  return KINDS.includes(plain) ? plain : "zone";
}

export class Ground {
  constructor() {
    this.table = draw("g", { class: "table-top" });
    this.areas = draw("g", { class: "areas" });
    this.names = draw("g", { class: "area-names", "aria-hidden": "true" });
    this.size = "";
    /** @type {Area[]} */
    this.terrain = [];
    this.told = "";
    /** @type {{text: SVGTextElement, area: Area, at: import("../app/types.js").Point}[]} */
    this.labels = [];
  }

  /** @param {import("../app/types.js").Snapshot} snapshot */
  show(snapshot) {
    const { width_in: width, depth_in: depth } = snapshot.table;
    if (this.size !== `${width} ${depth}`) {
      this.size = `${width} ${depth}`;
      this.table.replaceChildren(...board(width, depth));
    }
    // The terrain comes anew with every message, and seldom changes.
    const told = JSON.stringify(snapshot.terrain);
    if (told === this.told) return;
    this.told = told;
    this.terrain = snapshot.terrain;
    const order = [...snapshot.terrain].sort((one, other) => rank(one) - rank(other));
    this.areas.replaceChildren(
      ...order.map((area) =>
        draw(
          "path",
          { class: `area ${groundClass(area.kind)}`, d: path(area.outline_in), "data-area": area.id },
          draw("title", {}, `${area.kind} ${area.id}`),
        ),
      ),
    );
    this.labels = order.map((area) => ({
      area,
      at: middle(area.outline_in),
      text: draw("text", { class: "area-name" }, `${area.kind} ${area.id}`),
    }));
    this.names.replaceChildren(...this.labels.map((label) => label.text));
  }

  /** @param {import("./view.js").View} view */
  place(view) {
    for (const { text, at } of this.labels) {
      const [x, y] = toScreen(view, at);
      text.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
      text.setAttribute("display", view.scale < 6 ? "none" : "inline");
    }
  }

  /** @param {Set<string> | null} allowed areas that may be picked now; null for not at all */
  choosable(allowed) {
    for (const area of this.areas.children) {
      const can = allowed?.has(/** @type {SVGElement} */ (area).dataset.area ?? "");
      area.classList.toggle("can", Boolean(can));
    }
  }
}

/** Hills lie under what grows on them, bridges over the water.
 * @param {Area} area
 */
function rank(area) {
  const order = ["zone", "hill", "river", "water", "road", "bridge", "woods", "building"];
  return order.indexOf(groundClass(area.kind));
}

/** @param {number} width @param {number} depth */
function board(width, depth) {
  const lines = [];
  for (let x = 6; x < width; x += 6) lines.push(`M${x} 0V${depth}`);
  for (let y = 6; y < depth; y += 6) lines.push(`M0 ${y}H${width}`);
  const feet = [];
  for (let x = 12; x < width; x += 12) feet.push(`M${x} 0V${depth}`);
  for (let y = 12; y < depth; y += 12) feet.push(`M0 ${y}H${width}`);
  return [
    draw("rect", { class: "felt", width, height: depth }),
    draw("path", { class: "grid", d: lines.join("") }),
    draw("path", { class: "grid feet", d: feet.join("") }),
    draw("rect", { class: "edge", width, height: depth }),
  ];
}
