// Draws how a unit fares on its piece: smoke, fire, cards, hits, a tick, who rides along; in pixels around its middle.

import { draw } from "../app/elements.js";
import { isDamaged, shareLeft } from "./facts.js";

/** @typedef {import("./facts.js").Unit} Unit */

/** What of a unit's state has a class of its own on its piece. */
export const STATE_CLASSES = ["to_come", "wreck", "corpse", "gone", "damaged", "acting", "done", "aboard"];

/** @param {Unit} unit @returns {Set<string>} */
export function classesOf(unit) {
  const found = [unit.stage, isDamaged(unit) && "damaged", unit.acting && "acting", unit.done && "done", unit.carried_by && "aboard"];
  return new Set(STATE_CLASSES.filter((each) => found.includes(each)));
}

/** @type {Record<string, string>} */
const MARKS = {
  fire: "M0-6c3 3 4 5 3 7-.5 2-2 3-3 3s-3-1-3.5-3c-.5-2 1-2.5 1.5-4.5 1 1 1 1.5 1.5 2 .5-1.5 1-3 .5-4.5z",
  cover: "M-5-4H5v4q0 4-5 5.5Q-5 4-5 0z",
  stuck: "M-4-4 4 4M-4 4 4-4",
  strong: "M0-5 4 0H1.5V5h-3V0H-4z",
  weak: "M0 5 4 0H1.5v-5h-3V0H-4z",
  item: "M0-5.5 1.7-1.8 5.5-1.5 2.7 1.2 3.5 5 0 3-3.5 5-2.7 1.2-5.5-1.5-1.7-1.8z",
  repair: "M-5 3 1-3a3 3 0 0 1 4-3L3-4l2 2 2-2a3 3 0 0 1-3 4L-3 5z",
};

// More pictures than these would hide the piece; the card of the unit has them all.
const MOST_MARKS = 3;
// Pixels of a figure of hit points.
const LIFE_LETTER = 7;

/** @param {Unit} unit @param {number} half pixels from the middle of the piece to where its badges stand */
export function badgesOf(unit, half) {
  const found = draw("g", { class: "unit-badges", "aria-hidden": "true" });
  if (unit.stage === "gone" || unit.stage === "corpse") return found;
  if (unit.stage === "wreck") {
    found.append(flame(half * 0.6), puff(half * 0.6 + 4, -half * 0.4 - 10, 1));
    return found;
  }
  if (isDamaged(unit)) found.append(puff(half * 0.3, -half * 0.3, 0.9));
  const { damage } = unit;
  if (damage?.falls) found.append(bar(half, shareLeft(damage), String(damage.value)));
  else if (damage && damage.value > 0) found.append(burst(half, -half, damage.value));
  cardsOf(unit, half, found);
  const marked = unit.statuses.filter((status) => MARKS[status.mark]);
  marked.slice(0, MOST_MARKS).forEach((status, at) => found.append(statusMark(status.mark, -half - 9, half - at * 15)));
  if (unit.done) found.append(draw("path", { class: "tick", d: "M-5 0-1.5 4 5-4", transform: `translate(${half} ${half})` }));
  if (unit.carries.length > 0) found.append(pill(unit.carries.join(" "), half + 8, 0));
  return found;
}

/** @param {Unit} unit @param {number} half @param {SVGGElement} found */
function cardsOf(unit, half, found) {
  const open = unit.cards_open.slice(0, 2);
  const backs = Math.min(unit.cards_down, 2);
  for (let at = 0; at < backs; at += 1) found.append(draw("rect", { class: "badge-back", x: -half - 8 + at * 4, y: -half - 12 + at * 2, width: 11, height: 15, rx: 2 }));
  open.forEach((card, at) => {
    const x = -half - 8 + (backs + at) * 15;
    const suit = { H: "♥", D: "♦", S: "♠", C: "♣" }[card.suit] ?? "";
    found.append(
      draw("rect", { class: "badge-face", x, y: -half - 13, width: 20, height: 16, rx: 2 }),
      draw("text", { class: `badge-text${card.suit === "H" || card.suit === "D" ? " red-suit" : ""}`, x: x + 10, y: -half - 1 }, card.rank ? `${card.rank}${suit}` : card.says.slice(0, 2)),
    );
  });
}

/** @param {number} x @param {number} y @param {number} size */
function puff(x, y, size) {
  return draw(
    "g",
    { class: "smoke", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${size})` },
    draw("circle", { cx: -3, cy: 1, r: 6 }),
    draw("circle", { cx: 3, cy: -4, r: 6.5 }),
    draw("circle", { cx: 8, cy: -11, r: 5 }),
  );
}

/** @param {number} half */
function flame(half) {
  return draw("path", { class: "flame", transform: `translate(${half.toFixed(1)} ${(-half * 0.66).toFixed(1)})`, d: "M0-13c6 6 8 10 6 15-1 4-4 6-6 6s-6-2-7-6c-1-4 2-5 3-9 2 2 2 3 3 4 1-3 2-6 1-10z" });
}

/** @param {number} x @param {number} y @param {number} count */
function burst(x, y, count) {
  const spikes = Array.from({ length: 16 }, (_, at) => {
    const far = at % 2 ? 6.5 : 9.5;
    return `${(far * Math.cos((at * Math.PI) / 8)).toFixed(1)} ${(far * Math.sin((at * Math.PI) / 8)).toFixed(1)}`;
  });
  return draw("g", { class: "burst", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, draw("path", { d: `M${spikes.join("L")}z` }), draw("text", { y: 4 }, String(count)));
}

/** The hit points of a unit as they stand by themselves, in pixels around the middle of its piece; null where it has none; pure.
 * @param {Pick<Unit, "damage" | "stage">} unit @param {number} half @param {number} size how large badges are drawn
 * @returns {import("../table/placing.js").Box | null}
 */
export function lifeBox({ damage, stage }, half, size) {
  if (!damage?.falls || ["gone", "corpse", "wreck"].includes(stage)) return null;
  const wide = longOf(half);
  const far = wide / 2 + 3 + String(damage.value).length * LIFE_LETTER;
  return { left: (-wide / 2 - 1) * size, right: far * size, top: (-half - 13) * size, bottom: (-half - 3) * size };
}

/** @param {number} half */
function longOf(half) {
  return Math.max(24, half * 2);
}

/** Puts hit points where there is room for them, so far from where they stand by themselves; without any they
 * give way, and come when somebody points at the piece.
 * @param {Element} badges @param {number} half @param {[number, number] | null} off
 */
export function placeLife(badges, half, off) {
  const life = badges.querySelector(".life");
  if (!life) return;
  const [x, y] = off ?? [0, 0];
  life.setAttribute("transform", `translate(${(x - longOf(half) / 2).toFixed(1)} ${(y - half - 10).toFixed(1)})`);
  life.classList.toggle("gives-way", off === null);
}

/** @param {number} half @param {number} share @param {string} words */
function bar(half, share, words) {
  const wide = longOf(half);
  return draw(
    "g",
    { class: `life${share <= 0.34 ? " low" : ""}`, transform: `translate(${(-wide / 2).toFixed(1)} ${(-half - 10).toFixed(1)})` },
    draw("rect", { class: "all", width: wide, height: 6, rx: 3 }),
    draw("rect", { class: "left", width: wide * share, height: 6, rx: 3 }),
    draw("text", { x: wide + 3, y: 6.5 }, words),
  );
}

/** @param {string} mark @param {number} x @param {number} y */
function statusMark(mark, x, y) {
  return draw("g", { class: `status-mark ${mark}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, draw("circle", { r: 8 }), draw("path", { d: MARKS[mark] ?? "" }));
}

/** @param {string} words @param {number} x @param {number} y */
function pill(words, x, y) {
  const wide = 8 + words.length * 6.5;
  return draw("g", { class: "rides", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, draw("rect", { width: wide, height: 14, y: -7, rx: 7 }), draw("text", { x: wide / 2, y: 3.5 }, words));
}
