// Draws the table itself: its edge with the inches, and the terrain with its names.

import { draw } from "../app/elements.js";
import { capital } from "../app/words.js";
import { groundNames } from "../log/near.js";
import { middle } from "./geometry.js";
import { drawnArea, groundClass, rank, weaves } from "./textures.js";
import { toScreen } from "./view.js";

/** @typedef {import("../app/types.js").Area} Area */
/** @typedef {import("../app/types.js").Point} Point */

export { groundClass };

// Pixels: how wide the white rim is, and how long its ticks are at each inch, each third and each sixth.
export const RIM = 20;
const TICKS = [3, 5, 9];
// Pixels an inch below which there are no ticks between, and numbers for every foot alone.
const FINE = 6;
let drawings = 0;

export class Ground {
  constructor() {
    this.prefix = `ground${(drawings += 1)}`;
    this.defs = weaves(this.prefix);
    this.patterns = this.defs.children.length;
    this.rim = draw("path", { class: "rim" });
    this.ticks = draw("path", { class: "ticks" });
    this.board = draw("g", {});
    this.table = draw("g", { class: "table-top" }, this.defs, this.rim, this.board, this.ticks);
    this.areas = draw("g", { class: "areas" });
    this.names = draw("g", { class: "area-names", "aria-hidden": "true" });
    this.numbers = draw("g", { class: "inches" });
    this.names.append(this.numbers);
    this.size = "";
    /** @type {import("../state/facts.js").Facts["surface"]} */
    this.surface = "mat";
    /** @type {{width_in: number, depth_in: number}} */
    this.extent = { width_in: 0, depth_in: 0 };
    /** @type {Area[]} */
    this.terrain = [];
    this.told = "";
    /** @type {{text: SVGTextElement, area: Area, at: Point, words: string}[]} */
    this.labels = [];
  }

  /** @param {import("../app/types.js").Snapshot} snapshot */
  show(snapshot) {
    const { width_in: width, depth_in: depth } = snapshot.table;
    if (this.size !== `${width} ${depth}`) {
      this.size = `${width} ${depth}`;
      this.extent = snapshot.table;
      this.board.replaceChildren(...board(width, depth));
      this.cover();
      this.numbers.replaceChildren(...numbered(width, depth).map(({ words }) => draw("text", { class: "inch" }, words)));
    }
    // Grass grows where something stands.
    this.board.classList.toggle("plain", snapshot.pieces.length + snapshot.terrain.length === 0);
    // The terrain comes anew with every message, and seldom changes.
    const told = JSON.stringify(snapshot.terrain);
    if (told === this.told) return;
    this.told = told;
    this.terrain = snapshot.terrain;
    const order = [...snapshot.terrain].sort((one, other) => rank(one.kind) - rank(other.kind));
    while (this.defs.children.length > this.patterns) this.defs.lastElementChild?.remove();
    this.areas.replaceChildren(...order.map((area) => drawnArea(area, this.defs, this.prefix)));
    for (const { text } of this.labels) text.remove();
    const names = groundNames(snapshot.terrain);
    this.labels = order.map((area) => {
      const words = capital(names.get(area.id) ?? area.kind);
      return { area, at: middle(area.outline_in), words, text: draw("text", { class: `area-name ${groundClass(area.kind)}` }, words) };
    });
    this.names.append(...this.labels.map((label) => label.text));
  }

  /** What the table is covered with. @param {import("../state/facts.js").Facts["surface"]} surface */
  lies(surface) {
    if (this.surface === surface) return;
    this.surface = surface;
    this.board.dataset.surface = surface;
    this.cover();
  }

  cover() {
    this.board.querySelector(".woven")?.setAttribute("fill", `url(#${this.prefix}-${this.surface})`);
  }

  /** @param {import("./view.js").View} view */
  place(view) {
    const { width_in: width, depth_in: depth } = this.extent;
    const rim = RIM / view.scale;
    this.rim.setAttribute("d", `M${-rim} ${-rim}H${width + rim}V${depth + rim}H${-rim}Z`);
    this.ticks.setAttribute("d", ticks(width, depth, view.scale));
    const all = numbered(width, depth);
    [...this.numbers.children].forEach((number, at) => {
      const told = all[at];
      if (!told) return;
      const off = (RIM - 7) / view.scale;
      const [x, y] = toScreen(view, [told.at[0] - (told.isAcross ? 0 : off), told.at[1] - (told.isAcross ? off : 0)]);
      number.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
      number.setAttribute("display", view.scale < FINE && told.inch % 12 ? "none" : "inline");
    });
  }

  /** While a piece is dragged: the areas that end its move, and the one that it has gone into.
   * @param {string[]} stops @param {string} entered
   */
  light(stops, entered) {
    for (const area of this.areas.children) {
      const name = /** @type {SVGElement} */ (area).dataset.area ?? "";
      area.classList.toggle("stops", stops.includes(name));
      area.classList.toggle("entered", name === entered);
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

/** @param {number} width @param {number} depth */
function board(width, depth) {
  const lines = [];
  for (let x = 6; x < width; x += 6) lines.push(`M${x} 0V${depth}`);
  for (let y = 6; y < depth; y += 6) lines.push(`M0 ${y}H${width}`);
  return [
    draw("rect", { class: "felt", width, height: depth }),
    draw("rect", { class: "woven", width, height: depth }),
    draw("path", { class: "grid", d: lines.join("") }),
    draw("rect", { class: "edge", width, height: depth }),
  ];
}

/** The inches along all four edges, outside of the table. @param {number} width @param {number} depth @param {number} scale */
function ticks(width, depth, scale) {
  /** @type {string[]} */
  const found = [];
  const step = scale < FINE ? 3 : 1;
  /** @param {number} inch */
  const long = (inch) => /** @type {number} */ (TICKS[inch % 6 ? (inch % 3 ? 0 : 1) : 2]) / scale;
  for (let x = 0; x <= width; x += step) found.push(`M${x} 0v${-long(x)}M${x} ${depth}v${long(x)}`);
  for (let y = 0; y <= depth; y += step) found.push(`M0 ${y}h${-long(y)}M${width} ${y}h${long(y)}`);
  return found.join("");
}

/** Each sixth inch along the south and the west edge. @param {number} width @param {number} depth */
function numbered(width, depth) {
  /** @type {{words: string, inch: number, at: Point, isAcross: boolean}[]} */
  const found = [];
  for (let x = 6; x < width; x += 6) found.push({ words: String(x), inch: x, at: [x, 0], isAcross: true });
  for (let y = 6; y < depth; y += 6) found.push({ words: String(y), inch: y, at: [0, y], isAcross: false });
  return found;
}
