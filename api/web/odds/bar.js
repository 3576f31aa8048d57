// Draws how likely things are: one bar in ink, whole per cent, and the fraction for whoever asks.

import { make } from "../app/elements.js";

/** @typedef {{chance: number, ways: number, of: number, error: number, words: string}} Chance */
/** @typedef {Chance & {says: string, also: string[], clause: string, unit: string}} Likely */
/** @typedef {Chance & {says: string[], grade: string, stops: string}} Outcome */
/**
 * @typedef {object} Odds
 * @property {number} ask
 * @property {string} asked
 * @property {boolean} exact
 * @property {number} samples
 * @property {Likely[]} likely
 * @property {Outcome[]} outcomes
 * @property {number} more
 * @property {{lost: number, changed: number, nothing: number}} grades
 * @property {string[]} declines
 */

/** What a bar is made of, the gravest first. */
const GRADES = /** @type {const} */ ([
  ["lost", "destroyed"],
  ["changed", "changed"],
  ["nothing", "no effect"],
]);
const MOST = 6;

/** A chance in whole per cent, as one says it. @param {number} chance */
export function percent(chance) {
  if (chance <= 0) return "never";
  if (chance >= 1) return "always";
  if (chance < 0.01) return "rarely";
  return chance > 0.99 ? "nearly always" : `${Math.round(100 * chance)} %`;
}

/** The bar alone; nothing where it would all be of one kind. @param {Odds} odds */
export function oddsBar(odds) {
  const shares = GRADES.map(([grade, word]) => ({ grade, word, share: odds.grades[grade] }));
  if (shares.some(({ share }) => share > 0.9999)) return null;
  const told = shares.filter(({ share }) => share > 0);
  const label = told.map(({ word, share }) => `${word} ${percent(share)}`).join(", ");
  return make(
    "div",
    { class: "odds-bar", role: "img", "aria-label": label },
    ...told.map(part),
  );
}

/** Its width is no attribute, as the umpire lets no page have style in its markup. @param {{grade: string, share: number}} told */
function part({ grade, share }) {
  const element = make("i", { class: grade });
  element.style.width = `${(100 * share).toFixed(2)}%`;
  return element;
}

/** The first things that may happen, in a line; pure. @param {Pick<Odds, "likely"> | null} odds */
export function oddsWords(odds) {
  const told = (odds?.likely ?? []).slice(0, 2).map(({ says, words }) => `${says} ${words}`);
  return told.length > 0 ? `${told.join(", ")}.` : "";
}

/** @param {Likely} each */
function row(each) {
  const exactly = each.error > 0 ? `± ${(100 * each.error).toFixed(1)} %` : `${each.ways.toLocaleString("en")} of ${each.of.toLocaleString("en")}`;
  const also = each.also.length > 0 ? each.also.join(". ") : null;
  return make(
    "li",
    {},
    make("span", { title: also }, each.says, make("small", {}, exactly)),
    make("b", {}, each.words),
  );
}

/** How likely what follows is: the bar, the first things that may happen, and all of it on demand.
 * @param {Odds} odds @param {string} [name] what it is for, where several stand below one another
 */
export function oddsShown(odds, name = "") {
  if (odds.likely.length === 0) return null;
  const first = odds.likely.slice(0, 3);
  const words = first.map((each) => make("span", {}, `${each.says} `, make("b", {}, each.words)));
  const notes = [
    odds.exact ? "" : `Of ${odds.samples.toLocaleString("en")} throws that were tried.`,
    odds.declines.length > 0 ? `As if nobody used what may be declined: ${odds.declines.join("; ")}.` : "",
    stops(odds),
  ].filter(Boolean);
  return make(
    "div",
    { class: "odds" },
    name && make("strong", {}, name),
    oddsBar(odds),
    make("p", { class: "odds-words" }, ...words),
    make(
      "details",
      {},
      make("summary", {}, "How often, exactly"),
      make("ul", {}, ...odds.likely.slice(0, 4 * MOST).map(row)),
      ...notes.map((note) => make("p", { class: "faint" }, note)),
    ),
  );
}

/** Where somebody has to choose before it goes on. @param {Odds} odds */
function stops(odds) {
  const asked = [...new Set(odds.outcomes.map((each) => each.stops).filter(Boolean))];
  return asked.length > 0 ? `It goes on once somebody has chosen: ${asked.slice(0, 2).join("; ")}` : "";
}
