// Draws what grows and stands on an area of the table, by its kind; in inches, and always the same for the same area.

import { draw } from "../app/elements.js";
import { isInside, middle, path, short } from "./geometry.js";

/** @typedef {import("../app/types.js").Area} Area */
/** @typedef {import("../app/types.js").Point} Point */

/** Other words for the same ground. @type {Record<string, string>} */
const SAME = {
  wood: "woods", forest: "woods", trees: "woods", orchard: "woods", jungle: "woods", house: "building", bunker: "building",
  stream: "river", canal: "river", lake: "water", pond: "water", sea: "water", track: "road", street: "road", path: "road", fence: "wall", hedge: "wall",
  barrier: "wall", rubble: "rough", rocks: "rough", scrub: "rough", crater: "rough", craters: "rough", marsh: "swamp", bog: "swamp",
  fields: "field", crops: "field", ruins: "ruin", ridge: "hill", slope: "hill", ford: "bridge",
};
// In the order in which they lie on one another.
const ORDER = ["zone", "field", "swamp", "hill", "river", "water", "rough", "road", "bridge", "woods", "wall", "ruin", "building"];
// As many as one drawing needs; more would only slow it down.
const MOST_CROWNS = 160;

/** @param {string} kind */
export function groundClass(kind) {
  const plain = kind.trim().toLowerCase().replaceAll("_", " ");
  const found = SAME[plain] ?? SAME[plain.split(" ").at(-1) ?? ""] ?? plain;
  const last = found.split(" ").at(-1) ?? found;
  return ORDER.includes(found) ? found : ORDER.includes(last) ? last : "zone";
}

/** Hills lie under what grows on them, bridges over the water. @param {string} kind */
export function rank(kind) {
  return ORDER.indexOf(groundClass(kind));
}

/** Numbers from 0 to 1 that are the same each time. @param {string} seed */
function chance(seed) {
  let now = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2147483647, 7) + 1;
  return () => (now = (now * 16807) % 2147483647) / 2147483647;
}

/** @param {Point[]} ring */
function bounds(ring) {
  const xs = ring.map(([x]) => x);
  const ys = ring.map(([, y]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), low: Math.min(...ys), high: Math.max(...ys) };
}

/** The outline drawn in towards its middle. @param {Point[]} ring @param {number} share @returns {Point[]} */
function shrunk(ring, share) {
  const [cx, cy] = middle(ring);
  return ring.map(([x, y]) => [cx + (x - cx) * share, cy + (y - cy) * share]);
}

/** @param {Point} at @param {number} radius */
function disc([x, y], radius) {
  const arc = `a${short(radius)} ${short(radius)} 0 1 0`;
  return `M${short(x - radius)} ${short(y)}${arc} ${short(2 * radius)} 0${arc} ${short(-2 * radius)} 0Z`;
}

/** @param {Point} at @param {Point[]} ring */
function fromEdge([x, y], ring) {
  return Math.min(
    ...ring.map(([ax, ay], at) => {
      const [bx, by] = /** @type {Point} */ (ring[(at + 1) % ring.length]);
      const [dx, dy] = [bx - ax, by - ay];
      const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
      return Math.hypot(x - ax - along * dx, y - ay - along * dy);
    }),
  );
}

/** Places inside of an outline, so far from its edge and from one another.
 * @param {Point[]} ring @param {{random: () => number, most: number, size: () => number, apart: number}} how
 */
function scattered(ring, { random, most, size, apart }) {
  const { left, right, low, high } = bounds(ring);
  /** @type {{at: Point, size: number}[]} */
  const found = [];
  for (let tries = 0; tries < most * 8 && found.length < most; tries += 1) {
    const at = /** @type {Point} */ ([left + random() * (right - left), low + random() * (high - low)]);
    const radius = size();
    if (!isInside(at, ring) || fromEdge(at, ring) < radius) continue;
    if (found.some((each) => Math.hypot(each.at[0] - at[0], each.at[1] - at[1]) < (each.size + radius) * apart)) continue;
    found.push({ at, size: radius });
  }
  return found;
}

/** @param {string} name @param {string} d */
function part(name, d) {
  return draw("path", { class: name, d });
}

/** Round crowns, lit from the north-west; none crosses the edge, which is the rule's. @param {Area} area */
function woods({ id, outline_in: ring }) {
  const random = chance(id);
  const { left, right, low, high } = bounds(ring);
  const size = Math.min(0.62, Math.max(0.2, Math.min(right - left, high - low) / 5));
  const trees = scattered(ring, { random, most: MOST_CROWNS, size: () => size * (0.62 + random() * 0.42), apart: 0.78 });
  trees.sort((one, other) => other.at[1] - one.at[1]);
  const rows = Math.min(6, trees.length);
  return Array.from({ length: rows }, (_, row) => trees.filter((_tree, at) => Math.floor((at * rows) / trees.length) === row)).flatMap((some) => [
    part("crown-shade", some.map(({ at: [x, y], size: r }) => disc([x + 0.1, y - 0.13], r)).join("")),
    part("crown", some.map(({ at, size: r }) => disc(at, r)).join("")),
    part("crown-lit", some.map(({ at: [x, y], size: r }) => disc([x - r * 0.24, y + r * 0.27], r * 0.52)).join("")),
  ]);
}

/** Contours, and strokes down the slope that are heavier to the south-east. @param {Area} area */
function hill({ outline_in: ring }) {
  const [cx, cy] = middle(ring);
  /** @type {string[]} */
  const light = [];
  /** @type {string[]} */
  const heavy = [];
  ring.forEach(([ax, ay], at) => {
    const [bx, by] = /** @type {Point} */ (ring[(at + 1) % ring.length]);
    const steps = Math.max(1, Math.round(Math.hypot(bx - ax, by - ay) / 0.42));
    for (let step = 0; step < steps; step += 1) {
      const share = (step + 0.5) / steps;
      const [x, y] = [ax + (bx - ax) * share, ay + (by - ay) * share];
      const [dx, dy] = [cx - x, cy - y];
      const far = Math.hypot(dx, dy) || 1;
      const long = Math.min(far * 0.3, step % 2 ? 0.75 : 0.5);
      const stroke = `M${short(x + (dx / far) * 0.08)} ${short(y + (dy / far) * 0.08)}l${short((dx / far) * long)} ${short((dy / far) * long)}`;
      (dx - dy < 0 ? heavy : light).push(stroke);
    }
  });
  return [part("hill-2", path(shrunk(ring, 0.7))), part("hill-3", path(shrunk(ring, 0.4))), part("hachure", light.join("")), part("hachure heavy", heavy.join(""))];
}

/** Which way an outline runs: that of its longest edge, in degrees. @param {Point[]} ring */
function lie(ring) {
  let best = [0, 0];
  ring.forEach(([ax, ay], at) => {
    const [bx, by] = /** @type {Point} */ (ring[(at + 1) % ring.length]);
    const long = Math.hypot(bx - ax, by - ay);
    if (long > /** @type {number} */ (best[0])) best = [long, (Math.atan2(by - ay, bx - ax) * 180) / Math.PI];
  });
  return /** @type {number} */ (best[1]);
}

/** @param {Area} area */
function building({ outline_in: ring }) {
  const cast = part("cast", path(ring.map(([x, y]) => /** @type {Point} */ ([x + 0.22, y - 0.26]))));
  const planes = ring.length === 4 ? hipped(ring) : [part("roof flat", path(ring)), part("roof lit", path(shrunk(ring, 0.8)))];
  return [cast, ...planes];
}

/** A roof of four planes over a house with four corners. @param {Point[]} ring */
function hipped(ring) {
  const [a, b, c, d] = /** @type {[Point, Point, Point, Point]} */ (ring);
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]) >= Math.hypot(c[0] - b[0], c[1] - b[1]);
  const [p, q, r, s] = long ? [a, b, c, d] : [b, c, d, a];
  const wide = Math.hypot(q[0] - p[0], q[1] - p[1]);
  const deep = Math.hypot(r[0] - q[0], r[1] - q[1]);
  const back = wide > 0 ? Math.min(0.5, (0.48 * deep) / wide) : 0.5;
  /** @param {Point} u @param {Point} v @param {number} share @returns {Point} */
  const between = (u, v, share) => [u[0] + (v[0] - u[0]) * share, u[1] + (v[1] - u[1]) * share];
  const [left, right] = [between(p, s, 0.5), between(q, r, 0.5)];
  const [one, other] = [between(left, right, back), between(left, right, 1 - back)];
  /** @type {Point[][]} */
  const planes = [[p, q, other, one], [q, r, other], [r, s, one, other], [s, p, one]];
  const [cx, cy] = middle(ring);
  const drawn = planes.map((plane) => {
    const [x, y] = [((plane[0]?.[0] ?? 0) + (plane[1]?.[0] ?? 0)) / 2 - cx, ((plane[0]?.[1] ?? 0) + (plane[1]?.[1] ?? 0)) / 2 - cy];
    const light = (y - x) / (Math.hypot(x, y) || 1);
    return part(`roof ${light > 0.5 ? "lit" : light < -0.5 ? "dim" : "half"}`, path(plane));
  });
  const tiles = planes.flatMap((plane) => rows(plane));
  const at = between(between(left, right, 0.34), p, 0.34);
  return [...drawn, part("tiles", tiles.join("")), part("roof-ridge", path([one, other], false)), part("chimney", path([[at[0] - 0.12, at[1] - 0.12], [at[0] + 0.12, at[1] - 0.12], [at[0] + 0.12, at[1] + 0.12], [at[0] - 0.12, at[1] + 0.12]]))];
}

/** Rows of tiles along the eaves of a plane. @param {Point[]} plane */
function rows(plane) {
  const [a, b] = /** @type {[Point, Point]} */ (plane);
  const top = /** @type {Point} */ (plane.at(-1));
  const end = /** @type {Point} */ (plane[2]);
  return [0.25, 0.5, 0.75].map((share) => {
    const [x, y] = [a[0] + (top[0] - a[0]) * share, a[1] + (top[1] - a[1]) * share];
    return path([[x, y], [b[0] + (end[0] - b[0]) * share, b[1] + (end[1] - b[1]) * share]], false);
  });
}

/** Small stones, or rubble. @param {Area} area @param {{size: number, most: number}} how */
function stones({ id, outline_in: ring }, { size, most }) {
  const random = chance(id);
  const { left, right, low, high } = bounds(ring);
  const many = Math.min(most, Math.ceil(((right - left) * (high - low)) / (size * 5)));
  const found = scattered(ring, { random, most: many, size: () => size * (0.5 + random() * 0.6), apart: 1.6 });
  return part("stones", found.map(({ at: [x, y], size: r }) => path([[x - r, y - r * 0.3], [x - r * 0.2, y + r], [x + r, y + r * 0.4], [x + r * 0.5, y - r]])).join(""));
}

/** @type {Record<string, (area: Area) => SVGElement[]>} */
const GROWS = {
  woods,
  hill,
  building,
  rough: (area) => [stones(area, { size: 0.2, most: 90 })],
  ruin: (area) => [stones(area, { size: 0.16, most: 60 }), part("broken-wall", path(area.outline_in))],
  wall: ({ outline_in: ring }) => [part("cast", path(ring.map(([x, y]) => /** @type {Point} */ ([x + 0.12, y - 0.16]))))],
  water: ({ outline_in: ring }) => [part("shore", path(shrunk(ring, 0.86)))],
};
// What lies under the area's own paint.
const BELOW = ["cast"];

/** What has a pattern of its own, laid over the paint and turned as the ground lies. */
const WOVEN = ["zone", "field", "swamp", "river", "water", "road", "bridge", "wall"];

/** The patterns of some ground, to be named by `woven`. @param {string} prefix one that no other drawing has */
export function weaves(prefix) {
  /** @param {string} kind @param {[number, number]} size @param {string} d */
  const weave = (kind, [width, height], d) => draw("pattern", { id: `${prefix}-${kind}`, width, height, patternUnits: "userSpaceOnUse" }, draw("path", { class: `weave ${kind}`, d }));
  return draw(
    "defs",
    {},
    weave("mat", [6.5, 5.6], "M.5 1l.07.28.07-.28m.1 0l.1.2M3.7.4l.07.25.07-.25M2.3 2.7l.07.28.07-.28m-.3 0l-.05.18M5.4 2l.07.22.07-.22M1.1 4.8l.07.24.07-.24M4.4 4.2l.07.28.07-.28m.1 0l.1.2"),
    weave("cloth", [0.24, 0.24], "M0 .06h.12M.12 .18h.12"),
    weave("paper", [4, 0.28], "M0 .14h4"),
    weave("zone", [0.5, 0.5], "M0 .25h.5"),
    weave("field", [0.9, 0.45], "M0 .22h.9M0 .34h.4"),
    weave("swamp", [1.6, 1.1], "M.1 .3h.7M.9 .8h.6M.3 .3v.28M.45 .3v.4M.6 .3v.25M1.1 .8v.24M1.3 .8v.2"),
    weave("river", [3.2, 1], "M.2 .28q.25.1.5 0t.5 0M1.7 .76q.3.1.6 0t.6 0"),
    weave("water", [2.6, 1.3], "M.2 .35q.2.12.4 0t.4 0M1.4 .98q.2.12.4 0t.4 0"),
    weave("road", [2.3, 0.8], "M0 .28h1.3M1.6 .28h.4M.4 .56h1.4"),
    weave("bridge", [0.34, 1], "M.17 0v1"),
    weave("wall", [0.6, 0.4], "M0 .2h.6M.15 0v.2M.45 .2v.2M0 .4h.6"),
  );
}

/** An area as it is drawn: its cast shadow, its paint, what is on it, and its edge.
 * @param {Area} area @param {SVGDefsElement} defs in which its own turn of a pattern is put @param {string} prefix
 */
export function drawnArea(area, defs, prefix) {
  const kind = groundClass(area.kind);
  const outline = path(area.outline_in);
  const grown = area.outline_in.length > 2 ? (GROWS[kind]?.(area) ?? []) : [];
  const isBelow = (/** @type {SVGElement} */ each) => BELOW.includes(each.getAttribute("class") ?? "");
  /** @type {SVGElement[]} */
  const laid = [];
  if (WOVEN.includes(kind)) {
    const id = `${prefix}-${kind}-${defs.children.length}`;
    const turn = kind === "zone" ? 20 : lie(area.outline_in);
    defs.append(draw("pattern", { id, href: `#${prefix}-${kind}`, patternTransform: `rotate(${short(turn)})` }));
    laid.push(draw("path", { class: "woven", d: outline, fill: `url(#${id})` }));
  }
  return draw(
    "g",
    { class: `area ${kind}`, "data-area": area.id },
    ...grown.filter(isBelow),
    part("paint", outline),
    ...laid,
    ...grown.filter((each) => !isBelow(each)),
    part("bound", outline),
    draw("title", {}, `${area.kind} ${area.id}`),
  );
}
