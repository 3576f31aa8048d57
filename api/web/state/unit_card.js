// Draws the card of a unit: how it fares, its cards and numbers, what it may do and why not the rest.

import { button, make } from "../app/elements.js";
import { capital } from "../app/words.js";
import { backOf, faceOf } from "./cards.js";
import { isLost, numberWords, shareLeft, unitState } from "./facts.js";

/** @typedef {import("./facts.js").Unit} Unit */
/** @typedef {Pick<import("../play/hanging.js").Hung, "words" | "reason" | "doer" | "isOwn">} Bid What may be done, or why it may not. */

/**
 * @param {Unit} unit
 * @param {{bids: Bid[], badge: Node | null, drawing: Node | null, find: (unit: string) => void}} parts
 */
export function unitCard(unit, { bids, badge, drawing, find }) {
  const free = bids.filter((bid) => !bid.reason);
  const barred = bids.filter((bid) => bid.reason && bid.isOwn);
  const states = unitState(unit);
  return make(
    "article",
    { class: `unit-card${isLost(unit) ? " lost" : ""}`, "aria-label": `Unit ${unit.name}`, "data-unit": unit.id },
    drawing,
    make("h3", {}, badge, make("span", {}, unit.name), make("small", {}, unit.name === unit.says ? "" : unit.says)),
    states.length > 0 && make("p", { class: "states" }, capital(states.join(", "))),
    unit.damage && unit.stage === "in_play" && (unit.damage.falls || unit.damage.value > 0) && gaugeOf(unit.damage),
    unit.statuses.length > 0 && make("ul", { class: "statuses" }, ...unit.statuses.map(({ says, mark }) => make("li", { "data-mark": mark }, `It ${says}.`))),
    unit.cards_down + unit.cards_open.length > 0 &&
      make("div", { class: "hand", role: "group", "aria-label": `Cards on ${unit.name}` }, ...unit.cards_open.map(faceOf), ...Array.from({ length: unit.cards_down }, () => backOf())),
    numbersOf(unit),
    unit.carries.length > 0 && make("p", { class: "row" }, "Carries ", ...unit.carries.map((each) => button(each, () => find(each), { class: "link", "data-key": `carried ${each}` }))),
    unit.notes.length > 0 && make("p", { class: "notes" }, unit.notes.join(" · ")),
    ...mayOf(free),
    barred.length > 0 && make("ul", { class: "may-not", "aria-label": `What ${unit.name} may not do` }, ...barred.map(({ words, reason }) => make("li", {}, make("b", {}, words), ` ${reason}`))),
  );
}

/** What it may do itself, and what others may do to it; pure. @param {Bid[]} free @returns {{doer: string, words: string[]}[]} */
export function mayWords(free) {
  const doers = [...new Set(free.map((bid) => (bid.isOwn ? "" : bid.doer)))].sort();
  return doers.map((doer) => {
    const words = free.filter((bid) => (bid.isOwn ? "" : bid.doer) === doer).map(({ words }) => (doer ? words.replace(`${doer}: `, "") : words).replace(" …", ""));
    return { doer, words: [...new Set(words)] };
  });
}

/** @param {Bid[]} free */
function mayOf(free) {
  return mayWords(free).map(({ doer, words }) => make("p", { class: "may" }, make("b", {}, doer ? `${doer} may: ` : "May: "), words.join(", ")));
}

/** @param {Unit} unit */
function numbersOf({ value, numbers }) {
  const all = value === null ? numbers : [...numbers, { name: "Worth", value, of: null, unit: "", main: false }];
  if (all.length === 0) return null;
  return make("dl", {}, ...all.map((number) => make("div", {}, make("dt", {}, number.name), make("dd", {}, numberWords(number)))));
}

/** @param {import("./facts.js").Gauge} gauge */
function gaugeOf(gauge) {
  const bar = make("i", {});
  bar.style.width = `${Math.round(shareLeft(gauge) * 100)}%`;
  return make("div", { class: "gauge", role: "img", "aria-label": `${gauge.value} of ${gauge.of} ${gauge.says}` }, bar);
}

/** Every unit of every side in a line, for wide windows.
 * @param {import("./facts.js").Facts} facts
 * @param {{badge: (side: string) => Node | null, find: (unit: string) => void, picked: string}} parts
 */
export function unitList(facts, { badge, find, picked }) {
  return facts.sides.flatMap((side) => {
    // Who is out of it comes last.
    const own = facts.units.filter((unit) => unit.side === side.name).sort((one, other) => Number(isLost(one)) - Number(isLost(other)));
    if (own.length === 0) return [];
    return [
      make("h3", { class: "side-name" }, badge(side.name), capital(side.name)),
      make(
        "ul",
        { class: "unit-list", "aria-label": `Units of ${side.name}` },
        ...own.map((unit) => {
          const line = button("", () => find(unit.id), { "data-key": `unit ${unit.id}`, "aria-pressed": unit.id === picked ? "true" : "false" });
          line.append(make("span", {}, make("b", {}, unit.name), unit.says === unit.name ? "" : ` ${unit.says}`), make("small", {}, unitState(unit).join(", ")));
          return make("li", { class: [unit.acting && "now", isLost(unit) && "out", unit.done && "done"].filter(Boolean).join(" ") }, line);
        }),
      ),
    ];
  });
}
