// Fetches the drawings of units once, and lays them on pieces; a kind without one gets its letters.

import { draw, make } from "../app/elements.js";
import { corners, short } from "./geometry.js";

/** @typedef {{tone: string, path: string}} Part */
/** @typedef {{kind: string, width: number, height: number, parts: Part[]}} Silhouette */
/** @typedef {import("../app/types.js").Footprint} Footprint */

/** By game, then by kind. @type {Map<string, Map<string, Silhouette>>} */
const known = new Map();
/** @type {Set<() => void>} */
const waiting = new Set();
/** @type {Promise<void> | null} */
let asked = null;

/** Hear when the drawings are there; they are asked for once for the whole page. @param {() => void} tell */
export function whenDrawn(tell) {
  if (known.size > 0) return;
  waiting.add(tell);
  asked ??= fetch("/api/v1/silhouettes")
    .then(async (answer) => {
      if (!answer.ok) throw new Error(`the umpire answered ${answer.status}`);
      return answer.json();
    })
    .then((/** @type {{game: string, drawings: Silhouette[]}[]} */ told) => {
      for (const { game, drawings } of told) known.set(game, new Map(drawings.map((each) => [each.kind, each])));
      for (const each of waiting) each();
      waiting.clear();
    })
    .catch(() => {
      asked = null;
    });
}

/** The drawing of the first of these kinds that has one: in the game that is played, else in any.
 * @param {string} game @param {string[]} kinds @returns {Silhouette | null}
 */
export function silhouetteOf(game, kinds) {
  const words = kinds.map((kind) => kind.trim().toLowerCase().replaceAll(" ", "_"));
  const first = known.get(game);
  for (const kind of words) {
    const own = first?.get(kind);
    if (own) return own;
  }
  if (first && first.size > 0) return null;
  for (const kind of words) {
    for (const drawings of known.values()) {
      const found = drawings.get(kind);
      if (found) return found;
    }
  }
  return null;
}

/** The parts of a drawing, in its own box. @param {Silhouette} drawn */
export function partsOf({ parts }) {
  return parts.map(({ tone, path: d }) => draw("path", { class: `tone-${tone}`, d }));
}

/** A drawing that stands alone, as on a card or in a list. @param {Silhouette} drawn @param {string} name of its class */
export function picture(drawn, name) {
  return draw("svg", { class: name, viewBox: `0 0 ${drawn.width} ${drawn.height}`, "aria-hidden": "true" }, ...partsOf(drawn));
}

/** A place that shows the drawing of a kind as soon as it is there; empty for a kind that has none.
 * @param {string} game @param {string[]} kinds @param {string} name of its class
 */
export function pictured(game, kinds, name) {
  const place = make("span", { class: name, "aria-hidden": "true" });
  const fill = () => {
    const drawn = silhouetteOf(game, kinds);
    place.replaceChildren(...(drawn ? [picture(drawn, "kind-picture")] : []));
  };
  fill();
  whenDrawn(fill);
  return place;
}

/** @param {Footprint} footprint */
export function room(footprint) {
  const points = corners(footprint);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [rear, front, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { rear, front, low, high, long: front - rear, wide: high - low };
}

/** What lies on a base: the drawing of its kind, or the letters of it on a plate of the base's own shape.
 * @param {Footprint} footprint @param {Silhouette | null} drawn @param {string} kind
 */
export function onBase(footprint, drawn, kind) {
  const { rear, front, low, high, long, wide } = room(footprint);
  const [cx, cy] = [(rear + front) / 2, (low + high) / 2];
  if (!drawn) return lettered(footprint, kind, [cx, cy]);
  const share = footprint.disc ? 0.76 : drawn.height > drawn.width ? 0.92 : 0.8;
  const scale = Math.min(long / drawn.height, wide / drawn.width) * share;
  // The front of a drawing is its top, that of a piece points east.
  const place = [0, -scale, -scale, 0, cx + (scale * drawn.height) / 2, cy + (scale * drawn.width) / 2].map(short);
  return draw("g", { class: "silhouette", transform: `matrix(${place.join(" ")})` }, ...partsOf(drawn));
}

/** @param {Footprint} footprint @param {string} kind @param {[number, number]} at */
function lettered(footprint, kind, [cx, cy]) {
  const { long, wide } = room(footprint);
  const letters = kind.replaceAll("_", " ").trim().slice(0, 2).toUpperCase();
  const size = Math.min(long, wide) * (footprint.disc ? 0.5 : 0.44);
  return draw(
    "g",
    { class: "silhouette lettered" },
    plateOf(footprint, cx, cy),
    // Written ten high, as the style has it, and drawn as large as the base; north is up on the table,
    // so that letters would stand on their heads.
    draw("text", { transform: `translate(${short(cx)} ${short(cy)}) rotate(-90) scale(${short(size / 10)} ${short(-size / 10)})`, y: 3.6 }, letters),
  );
}

/** The base again, smaller: round, square or cornered as it is. @param {Footprint} footprint @param {number} cx @param {number} cy */
function plateOf(footprint, cx, cy) {
  if (footprint.disc) return draw("circle", { class: "tone-light", cx: short(cx), cy: short(cy), r: short(footprint.disc.radius_in * 0.72) });
  const d = corners(footprint).map(([x, y], at) => `${at ? "L" : "M"}${short(cx + (x - cx) * 0.72)} ${short(cy + (y - cy) * 0.72)}`).join("");
  return draw("path", { class: "tone-light", d: `${d}Z` });
}

/** The pattern of a side at the rear of a base, so that no side is told by its colour alone.
 * @param {Footprint} footprint @param {string} colour
 */
export function rearPattern(footprint, colour) {
  const { rear, low, wide, long } = room(footprint);
  const deep = Math.max(0.16, Math.min(0.34, long * 0.13));
  const [left, size] = footprint.disc ? [rear + long * 0.08, wide * 0.36] : [rear + 0.07, wide - 0.14];
  const start = low + (wide - size) / 2;
  return strokes(colour, { x: left, y: start, deep, wide: size });
}

/** @param {string} colour @param {{x: number, y: number, deep: number, wide: number}} strip */
function strokes(colour, { x, y, deep, wide }) {
  const many = Math.max(2, Math.round(wide / (deep * 1.1)));
  const step = wide / many;
  const n = (/** @type {number} */ value) => short(value);
  /** @type {Record<string, (at: number) => string>} */
  const one = {
    red: (at) => `M${n(x)} ${n(at)}L${n(x + deep)} ${n(at + step * 0.5)}v${n(step * 0.42)}L${n(x)} ${n(at + step * 0.42)}Z`,
    green: (at) => `M${n(x)} ${n(at + step * 0.1)}L${n(x + deep)} ${n(at + step * 0.5)}L${n(x)} ${n(at + step * 0.9)}V${n(at + step * 0.6)}L${n(x + deep * 0.5)} ${n(at + step * 0.5)}L${n(x)} ${n(at + step * 0.4)}Z`,
    purple: (at) => `M${n(x)} ${n(at + step * 0.3)}h${n(deep)}v${n(step * 0.4)}h${n(-deep)}Z`,
    grey: (at) => `M${n(x + deep * 0.5 - step * 0.3)} ${n(at + step * 0.5)}a${n(step * 0.3)} ${n(step * 0.3)} 0 1 0 ${n(step * 0.6)} 0a${n(step * 0.3)} ${n(step * 0.3)} 0 1 0 ${n(-step * 0.6)} 0Z`,
    brown: (at) => `M${n(x)} ${n(at + step * 0.12)}h${n(deep * 0.46)}v${n(step * 0.38)}h${n(-deep * 0.46)}ZM${n(x + deep * 0.54)} ${n(at + step * 0.5)}h${n(deep * 0.46)}v${n(step * 0.38)}h${n(-deep * 0.46)}Z`,
  };
  const drawn = one[colour];
  return drawn ? Array.from({ length: many }, (_, at) => drawn(y + at * step)).join("") : "";
}
