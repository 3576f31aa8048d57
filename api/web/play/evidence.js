// Tells what a ruling was judged by: the clause, the numbers, and lines on the table.

import { make } from "../app/elements.js";
import { inches } from "../app/words.js";
import { badge, entry } from "../table/panel.js";

/** @typedef {import("../app/types.js").Measured} Measured */

/** @param {Measured[]} evidence @returns {import("../app/types.js").Mark[]} */
export function marksOf(evidence) {
  return evidence
    .filter((each) => (each.line ?? []).length > 1)
    .map((each) => ({
      what: each.what,
      line_in: each.line ?? [],
      answer: each.answer,
      words: each.value === null || each.value === undefined ? "" : inches(each.value),
    }));
}

/** @param {Measured[]} evidence */
export function evidenceList(evidence) {
  if (evidence.length === 0) return null;
  return make("ul", { class: "evidence" }, ...evidence.map((each) => make("li", {}, ...one(each))));
}

/** @param {Measured} found */
function one(found) {
  /** @type {[string, number | null | undefined][]} */
  const lengths = [
    ["value", found.value], ["limit", found.limit], ["margin", found.margin],
    ["error", found.sigma], ["doubt", found.bound], ["overlooked", found.courtesy || null],
  ];
  const rows = lengths.flatMap(([name, length]) =>
    length === null || length === undefined ? [] : [entry(name, inches(length))],
  );
  if (found.blockers?.length) rows.push(entry("in the way", found.blockers.join(", ")));
  if (found.declared?.length) rows.push(entry("on the word for", found.declared.join(", ")));
  return [
    make("p", {}, make("strong", {}, found.what.replaceAll("_", " ")), " ", badge(found.answer), " ", found.why),
    rows.length > 0 && make("dl", {}, ...rows),
  ];
}

/** A clause that tells on demand what it says.
 * @param {string} clause
 * @param {(id: string) => string} says
 */
export function clauseLink(clause, says) {
  if (!clause) return null;
  const words = says(clause);
  if (!words) return make("span", { class: "clause" }, clause);
  return make(
    "details",
    { class: "clause" },
    make("summary", { "aria-label": `Clause ${clause}` }, clause),
    make("p", {}, words),
  );
}
