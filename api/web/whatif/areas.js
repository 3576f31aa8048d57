// Draws maps of a unit on the table: hidden in ink, reached in a wash, too close to call in orange.

import { draw } from "../app/elements.js";
import { path, short } from "../table/geometry.js";
import { toScreen } from "../table/view.js";
import { countsOver } from "./counts.js";

/** @typedef {import("./asking.js").UnitMap} UnitMap */
/** @typedef {import("./asking.js").MapArea} MapArea */

/** All rings of one answer as one path; holes show by the rule of even and odd. Pure.
 * @param {MapArea[]} areas @param {string} answer
 */
export function outlineOf(areas, answer) {
  const found = areas.find((each) => each.answer === answer);
  return (found?.rings_in ?? []).map((ring) => path(ring)).join("");
}

/** What is neither seen nor in doubt: the table without both; pure.
 * @param {UnitMap} map @param {{width_in: number, depth_in: number}} size
 */
export function restOf(map, size) {
  const table = path([[0, 0], [size.width_in, 0], [size.width_in, size.depth_in], [0, size.depth_in]]);
  return table + outlineOf(map.areas, "YES") + outlineOf(map.areas, "TOO_CLOSE_TO_CALL");
}

export class Areas {
  /** @param {import("../table/map.js").TableMap} map */
  constructor(map) {
    this.map = map;
    this.drawn = draw("g", { class: "what-areas", "aria-hidden": "true" });
    this.defs = draw("defs", {}, slant());
    this.nearest = draw("circle", { class: "what-nearest", r: 0.35, visibility: "hidden" });
    this.numbers = draw("g", { class: "what-numbers", "aria-hidden": "true" });
    /** @type {import("./counts.js").Counted[]} */
    this.counts = [];
    map.world.insertBefore(this.drawn, map.marks.halos);
    map.world.append(this.nearest);
    map.svg.append(this.numbers);
    map.svg.prepend(this.defs);
  }

  clear() {
    this.drawn.replaceChildren();
    this.count([]);
    this.point(null);
  }

  /** Where it would be otherwise. @param {import("../app/types.js").Point | null} place */
  point(place) {
    this.nearest.setAttribute("visibility", place ? "visible" : "hidden");
    if (!place) return;
    this.nearest.setAttribute("cx", short(place[0]));
    this.nearest.setAttribute("cy", short(place[1]));
  }

  /** Colour alone does not count. @param {import("./counts.js").Counted[]} counts */
  count(counts) {
    this.counts = counts;
    this.numbers.replaceChildren(...counts.map((each) => draw("text", { class: "what-n" }, String(each.count))));
    this.place(this.map.view);
  }

  /** @param {import("../table/view.js").View} view */
  place(view) {
    for (const [at, each] of this.counts.entries()) {
      const [x, y] = toScreen(view, each.at);
      this.numbers.children[at]?.setAttribute("x", x.toFixed(1));
      this.numbers.children[at]?.setAttribute("y", (y + 4).toFixed(1));
    }
  }

  /** @param {UnitMap} told */
  show(told) {
    const parts = told.kind === "threat" ? this.threat(told) : told.kind === "sight" || told.kind === "fire" ? this.sight(told) : this.reach(told);
    const close = draw("path", { class: "what-close", d: outlineOf(told.areas, "TOO_CLOSE_TO_CALL") });
    this.drawn.replaceChildren(...parts, close);
    this.count(told.kind === "threat" ? countsOver(told.layers, this.map.size(), this.map.standing().flatMap(({ pose }) => (pose ? [[pose.x_in, pose.y_in]] : []))) : []);
  }

  /** @param {UnitMap} told */
  sight(told) {
    const rest = restOf(told, this.map.size());
    return [
      draw("path", { class: "what-dark", d: rest }),
      draw("path", { class: "what-hatch", d: rest, fill: "url(#what-slant)" }),
      draw("path", { class: "what-edge", d: outlineOf(told.areas, "YES") }),
    ];
  }

  /** @param {UnitMap} told */
  reach(told) {
    const d = outlineOf(told.areas, "YES");
    return [draw("path", { class: "what-reach", d }), draw("path", { class: "what-edge dashed", d })];
  }

  /** A wash for each unit, laid over one another. @param {UnitMap} told */
  threat(told) {
    return told.layers.flatMap((layer) => {
      const d = outlineOf(layer.areas, "YES");
      return [draw("path", { class: "what-fear", d }), draw("path", { class: "what-fear-edge", d })];
    });
  }
}

function slant() {
  return draw(
    "pattern",
    { id: "what-slant", width: 0.45, height: 0.45, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    draw("path", { class: "what-line", d: "M0 0V0.45" }),
  );
}
