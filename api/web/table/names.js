// Writes the names of pieces, ground and measures over the map, each where there is room for it.

import { corners, isInside } from "./geometry.js";
import { placed, spotsAlong, spotsAround, spotsBeside, spotsInStrip, spotsWithin } from "./placing.js";
import { toScreen, toTable } from "./view.js";

/** @typedef {import("./placing.js").Box} Box */
/** @typedef {import("./placing.js").Wanted} Wanted */
/** @typedef {import("../app/types.js").Point} Point */
/** @typedef {import("./view.js").View} View */
/** @typedef {{piece: import("../app/types.js").Piece, box: Box | null}} Life hit points, in pixels around the middle of their piece */

// Pixels of a letter in the name of a piece, of ground, of a zone and of a measure, and how high each of them is.
const PIECE = { letter: 7, rim: 11, high: 15 };
const GROUND = { letter: 6.6, rim: 4, high: 15 };
const ZONE = { letter: 7.8, rim: 4, high: 16 };
const MEASURE = { letter: 7, rim: 16, high: 21 };
// Pixels an inch below which ground has no names but numbers, and those of what has fallen go first.
const FAR = 12;
// By how much the name of some ground may be wider than the ground.
const WIDER = 1.6;
// Hit points stand before the names of those who only stand by, and after those who may act.
const LIFE = 15;
// Whose a strip is matters for as long as it is drawn at all.
const STRIP = 12;

/** The box around some corners on the screen. @param {View} view @param {Point[]} places @param {number} [grown] @returns {Box} */
export function boxOf(view, places, grown = 0) {
  const points = places.map((place) => toScreen(view, place));
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs) - grown, top: Math.min(...ys) - grown, right: Math.max(...xs) + grown, bottom: Math.max(...ys) + grown };
}

/** Where a piece is on the screen. @param {View} view @param {import("../app/types.js").Piece} piece @returns {Box | null} */
export function boxOfPiece(view, piece) {
  if (!piece.pose) return null;
  const { x_in: x, y_in: y, heading_deg: heading } = piece.pose;
  const angle = (heading * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const places = corners(piece.footprint).map(([u, v]) => /** @type {Point} */ ([x + u * cos - v * sin, y + u * sin + v * cos]));
  return places.length > 0 ? boxOf(view, places, 2) : null;
}

/** The hit points of a piece on the screen, where they stand by themselves. @param {View} view @param {Life} life @returns {Box | null} */
function boxOfLife(view, { piece, box }) {
  if (!piece.pose || !box) return null;
  const [x, y] = toScreen(view, [piece.pose.x_in, piece.pose.y_in]);
  return { left: box.left + x, right: box.right + x, top: box.top + y, bottom: box.bottom + y };
}

/** @param {string} words @param {{letter: number, rim: number}} how */
function width(words, { letter, rim }) {
  return [...words].length * letter + rim;
}

/** @param {Box} box @param {Box} bounds */
function meets(box, bounds) {
  return box.right > bounds.left && box.left < bounds.right && box.bottom > bounds.top && box.top < bounds.bottom;
}

/** As much of the name of some ground as there is room for on it: one of several alike has its number at least. Pure.
 * @param {View} view @param {import("../app/types.js").Area} area @param {string} words */
export function nameFor(view, area, words) {
  const { left, right } = boxOf(view, area.outline_in);
  if (view.scale >= FAR && width(words, GROUND) <= (right - left) * WIDER) return words;
  return / (\d+)$/.exec(words)?.[1] ?? "";
}

/** Every name's place, by its id; pure.
 * @param {View} view
 * @param {{pieces: {piece: import("../app/types.js").Piece, weight: number}[], areas: {area: import("../app/types.js").Area, at: Point, words: string}[],
 *   notes: {line: Point[], words: string}[], lives?: Life[],
 *   strips?: {outline: Point[], words: string}[]}} told
 */
export function namesAt(view, { pieces, areas, notes, lives = [], strips = [] }) {
  const bounds = { left: 0, top: 0, right: view.width, bottom: view.height };
  /** @type {Box[]} */
  const taken = [];
  /** @type {Wanted[]} */
  const wanted = notes.map(({ line, words }, at) => {
    const [from, to] = [toScreen(view, line[0] ?? [0, 0]), toScreen(view, line.at(-1) ?? [0, 0])];
    const spots = spotsAlong(from, to, width(words, MEASURE), MEASURE.high);
    return { id: `note ${at}`, spots, own: null, weight: 100 + Math.hypot(to[0] - from[0], to[1] - from[1]) / 1000 };
  });
  for (const { piece, weight } of pieces) {
    const box = boxOfPiece(view, piece);
    if (!box || !meets(box, bounds)) continue;
    taken.push(box);
    wanted.push({ id: `piece ${piece.id}`, spots: spotsAround(box, width(piece.id, PIECE), PIECE.high), own: box, weight });
  }
  for (const life of lives) {
    const box = boxOfLife(view, life);
    const own = boxOfPiece(view, life.piece);
    if (box && own && meets(own, bounds)) wanted.push({ id: `life ${life.piece.id}`, spots: spotsBeside(box, own), own, weight: LIFE });
  }
  strips.forEach(({ outline, words }, at) => {
    const box = outline.length > 0 && boxOf(view, outline);
    if (box && meets(box, bounds)) wanted.push({ id: `strip ${at}`, spots: spotsInStrip(box, width(words, ZONE), ZONE.high, bounds), own: null, weight: STRIP });
  });
  areas.forEach(({ area, at, words }, rank) => {
    const box = boxOf(view, area.outline_in);
    const shown = nameFor(view, area, words);
    if (!meets(box, bounds) || !shown) return;
    const wide = width(shown, GROUND);
    const above = areas.slice(rank + 1).map((each) => each.area.outline_in);
    // A name stands on its own ground, and not on what lies over it.
    const spots = spotsWithin(box, toScreen(view, at), wide, GROUND.high).filter((spot) => {
      const place = toTable(view, [(spot.left + spot.right) / 2, (spot.top + spot.bottom) / 2]);
      return isInside(place, area.outline_in) && !above.some((ring) => isInside(place, ring));
    });
    wanted.push({ id: `area ${area.id}`, spots, own: null, weight: 0 });
  });
  return { found: placed(wanted, taken, bounds), wanted };
}

export class Names {
  /** @param {{pieces: import("./pieces.js").Pieces, ground: import("./ground.js").Ground, marks: import("./marks.js").Marks,
   *   zones?: import("./zones.js").Zones}} parts */
  constructor({ pieces, ground, marks, zones }) {
    this.zones = zones;
    this.pieces = pieces;
    this.ground = ground;
    this.marks = marks;
  }

  /** @param {View} view */
  place(view) {
    const shown = [...this.pieces.shown.values()].filter(({ piece }) => piece.pose);
    const { states } = this.pieces;
    const lives = shown.map(({ piece }) => ({ piece, box: states.lifeOf(piece.id) })).filter(({ box }) => box);
    const { found } = namesAt(view, {
      pieces: shown.map(({ piece, group }) => ({ piece, weight: weightOf(group, view) })),
      areas: this.ground.labels,
      notes: this.marks.notes,
      lives,
      strips: this.zones?.labels ?? [],
    });
    this.zones?.labels.forEach(({ text }, at) => stand(text, found.get(`strip ${at}`) ?? null, 11));
    for (const life of lives) {
      const [stands, box] = [found.get(`life ${life.piece.id}`), boxOfLife(view, life)];
      states.placeLife(life.piece.id, stands && box ? [stands.left - box.left, stands.top - box.top] : null);
    }
    for (const { piece } of shown) this.pieces.name(piece.id, found.get(`piece ${piece.id}`) ?? null, boxOfPiece(view, piece));
    for (const { area, text, words } of this.ground.labels) {
      text.textContent = nameFor(view, area, words);
      stand(text, found.get(`area ${area.id}`) ?? null, 11);
    }
    this.marks.notes.forEach((_, at) => this.marks.name(at, found.get(`note ${at}`) ?? null));
  }
}

/** Who keeps the name first: who acts, is picked or may be chosen. @param {SVGElement} group @param {View} view */
function weightOf({ classList }, view) {
  if (classList.contains("acting") || classList.contains("picked")) return 30;
  if (classList.contains("can")) return 20;
  if (classList.contains("wreck") || classList.contains("corpse") || classList.contains("aboard")) return view.scale < FAR ? 1 : 5;
  return 10;
}

/** @param {SVGElement} text @param {Box | null} box @param {number} low pixels from the top of the box to the line of writing */
export function stand(text, box, low) {
  text.setAttribute("display", box ? "inline" : "none");
  if (box) text.setAttribute("transform", `translate(${((box.left + box.right) / 2).toFixed(1)} ${(box.top + low).toFixed(1)})`);
}
