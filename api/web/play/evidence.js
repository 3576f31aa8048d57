// Tells what a ruling was judged by: the clause, the numbers, and lines on the table.

import { make, replace } from "../app/elements.js";
import { inches } from "../app/words.js";
import { badge, entry } from "../table/panel.js";

/** @typedef {import("../app/types.js").Measured} Measured */

// Inches that are told as nothing.
const NOTHING = 0.005;

/** @param {Measured[]} evidence @returns {import("../app/types.js").Mark[]} */
export function marksOf(evidence) {
  return evidence
    .filter((each) => (each.line ?? []).length > 1 && !isNothing(each))
    .map((each) => ({
      what: each.what,
      line_in: each.line ?? [],
      answer: each.answer,
      words: each.value === null || each.value === undefined ? "" : inches(each.value),
    }));
}

/** Whether there is nothing to draw: a length that rounds to nothing, and is allowed. @param {Measured} found */
function isNothing({ value, answer }) {
  return typeof value === "number" && answer === "YES" && Math.abs(value) < NOTHING;
}

/** With the unit that each is of, where several are of one kind: the reason begins with it; pure.
 * @param {Measured[]} evidence @param {string[]} units @returns {Measured[]} */
export function withUnits(evidence, units) {
  const longest = [...units].sort((one, other) => other.length - one.length);
  return evidence.map((each) => {
    const isOne = evidence.filter(({ what }) => what === each.what).length < 2;
    return { ...each, of: isOne ? "" : (longest.find((unit) => each.why.startsWith(`${unit} `)) ?? "") };
  });
}

/** An error that rounds to nothing is not told; pure. @param {number | null | undefined} length */
export function errorOf(length) {
  return length && inches(length) !== inches(0) ? length : null;
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
    ["error", errorOf(found.sigma)], ["doubt", errorOf(found.bound)], ["overlooked", found.courtesy || null],
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

/** A clause that tells on demand what it says, with a judged case for it and one against.
 * @param {string} clause
 * @param {import("./rules_book.js").RulesBook} book
 */
export function clauseLink(clause, book) {
  if (!clause) return null;
  const words = make("p", {}, "");
  const judged = make("div", { class: "judged" });
  // Read when it is opened: the rules may come a moment after the ruling.
  const opened = async () => {
    words.textContent = book.says(clause) || "The rules have not arrived yet; open it again.";
    const examples = await book.judged(clause).catch(() => []);
    if (examples.length > 0) replace(judged, make("strong", {}, "Judged cases"), make("ul", {}, ...examples.map(judgedCase)), make("a", { href: book.page(clause), target: "_blank" }, "All cases of it"));
  };
  return make(
    "details",
    { class: "clause", ontoggle: () => void opened() },
    make("summary", { "aria-label": `Clause ${clause}` }, clause),
    words,
    judged,
  );
}

/** @param {import("./rules_book.js").JudgedExample} example */
function judgedCase({ ruling, before, seat, command, why }) {
  const situation = before.length > 0 ? ` ${before.join("; ")}.` : "";
  return make("li", {}, make("strong", {}, ruling), ` —${situation} ${seat}: ${command}. ${why}`);
}
