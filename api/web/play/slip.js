// Draws a ruling as a slip of paper: who did what, the result, its measures, what may be done about it.

import { button, make } from "../app/elements.js";
import { capital, clock, inches, plain, spaced } from "../app/words.js";
import { dieFace } from "./dice.js";
import { clauseLink, evidenceList } from "./evidence.js";
import { firstSentence } from "./offer_form.js";

/** @typedef {import("../app/types.js").LogEvent} LogEvent */
/** @typedef {import("../app/types.js").Measured} Measured */
/** @typedef {import("./rules_book.js").RulesBook} RulesBook */

// As many measures as one takes in at a glance.
const MEASURES = 4;

/** What has ended a battle that is over; pure. @param {LogEvent[]} events @param {string | null} [result] of the battle */
function ending(events, result) {
  const most = Math.max(0, ...events.map((event) => event.headline ?? 0));
  return result && most > 0 ? events.findLast((event) => event.headline === most) : undefined;
}

/** The events of the last command that has led to any, or of the one that has ended the battle; pure.
 * @param {LogEvent[]} events @param {string | null} [result]
 * @returns {LogEvent[]}
 */
export function lastRuling(events, result) {
  const last = ending(events, result) ?? events.at(-1);
  if (!last || last.kind === "header") return [];
  return rulingOf(events, last);
}

/** All events of the command that has led to this one; pure.
 * @param {LogEvent[]} events @param {LogEvent} event
 */
export function rulingOf(events, event) {
  return event.ruling ? events.filter((each) => each.ruling === event.ruling) : [event];
}

/** What is told first: what matters most, else what the others follow from; pure.
 * @param {LogEvent[]} events
 */
export function leading(events) {
  const told = events.filter((event) => !event.quiet);
  const most = Math.max(0, ...told.map((event) => event.headline ?? 0));
  if (most > 0) return told.find((event) => event.headline === most);
  // What dice and answers brought, before what was rolled for and asked.
  const brought = told.filter((event) => !event.dice?.length && !isQuestion(event.says));
  const first = brought.length > 0 ? brought : told;
  return first.find((event) => event.evidence.length > 0) ?? first[0] ?? events[0];
}

/** Whether it begins with what was asked. @param {string} says */
function isQuestion(says) {
  return firstSentence(says).endsWith("?");
}

/** What has happened in a sentence, and the rest of it: an answer comes before what it answers; pure. @param {string} says */
export function headOf(says) {
  const first = firstSentence(says);
  const rest = says.slice(first.length).trim();
  return rest && isQuestion(says) ? { headline: rest, rest: first } : { headline: first, rest };
}

/** Without what the dock asks beside it; pure. @param {LogEvent[]} ruling @param {string} awaits */
export function withoutAsked(ruling, awaits) {
  const kept = ruling.filter((event) => event.evidence.length > 0 || event.dice?.length || event.headline || !awaits.includes(event.says));
  return kept.length > 0 ? kept : ruling;
}

/** The rolls among the events of a ruling; pure. @param {LogEvent[]} events */
export function thrown(events) {
  return events.filter((event) => !event.quiet && event.dice?.length);
}

/**
 * @param {{events: LogEvent[], who: HTMLElement | SVGElement | null, book: RulesBook, acts: (HTMLElement | null)[], about?: string[]}} parts
 *   `about` are the units of the reader that somebody else did something to
 */
export function rulingSlip({ events, who, book, acts, about = [] }) {
  const lead = leading(events);
  if (!lead) return null;
  const { headline, rest } = headOf(lead.says);
  const rolls = thrown(events);
  const others = events.filter((event) => event !== lead && !event.quiet && !rolls.includes(event));
  const measured = events.filter((event) => event.evidence.length > 0);
  return make(
    "article",
    { class: "slip", "data-ruling": "accepted", "data-first": events[0]?.id ?? "", "data-about": about.join(" ") },
    make("p", { class: "kicker" }, who, lead.author, about.length > 0 && make("strong", { class: "at-you" }, "at you"), make("time", {}, clock(lead.time))),
    ...rolls.map((roll) => make("p", { class: "thrown" }, ...(roll.dice ?? []).map((face) => dieFace(face)), roll !== lead && make("span", {}, roll.says))),
    make("h2", {}, headline),
    rest && make("p", {}, rest),
    measures(measured, book),
    closeWords(measured) && make("p", { class: "faint" }, closeWords(measured)),
    measured.length === 0 && clauseLink(lead.clause, book),
    others.length > 0 && make("ul", { class: "out" }, ...others.map((event) => make("li", {}, event.says))),
    measured.length > 0 &&
      make("details", {}, make("summary", {}, "What it was judged by"), ...measured.map((event) => evidenceList(event.evidence) ?? "")),
    events.some((event) => event.taken_back) && make("p", { class: "stamp" }, "Taken back"),
    make("div", { class: "acts" }, ...acts),
  );
}

/**
 * @param {{refusal: import("../app/types.js").Refusal, book: RulesBook, acts: (HTMLElement | null)[]}} parts
 */
export function refusalSlip({ refusal, book, acts }) {
  return make(
    "article",
    { class: "slip refused", "data-ruling": "refused" },
    make("p", { class: "kicker" }, "That does not count"),
    make("h2", {}, firstSentence(refusal.reason)),
    make("p", {}, `${refusal.reason.slice(firstSentence(refusal.reason).length)} ${refusal.remedy ?? ""}`.trim()),
    make("ul", { class: "measures" }, ...refusal.evidence.slice(0, MEASURES).map((found) => measure(found, true))),
    refusal.evidence.length > 0 && make("details", {}, make("summary", {}, "What it was judged by"), evidenceList(refusal.evidence)),
    make("div", { class: "acts" }, clauseLink(refusal.clause, book), ...acts),
  );
}

/** @param {LogEvent[]} events @param {RulesBook} book */
function measures(events, book) {
  const lines = events.flatMap((event) => event.evidence.filter(isTelling).map((found, index) => ({ found, clause: index === 0 ? event.clause : "" })));
  if (lines.length === 0) return null;
  return make(
    "ul",
    { class: "measures" },
    ...lines.slice(0, MEASURES).map(({ found, clause }) => {
      const line = measure(found, false);
      const link = clauseLink(clause, book);
      if (link) line.append(link);
      return line;
    }),
  );
}

/** Why what is too close to its limit was ruled all the same, once; pure. @param {LogEvent[]} events */
export function closeWords(events) {
  const close = events.flatMap((event) => event.evidence).filter((found) => found.answer === "TOO_CLOSE_TO_CALL" && typeof found.limit === "number");
  if (close.length === 0) return "";
  const bound = Math.max(...close.map((found) => found.bound ?? 0));
  return `≈ ${bound > 0 ? `Within ${inches(bound)} of the limit` : "So near the limit"} the umpire cannot tell, so nothing was refused for it.`;
}

/** Whether its numbers tell anything at a glance: of a limit of nothing there is only whether it was kept.
 * @param {Measured} found */
function isTelling(found) {
  return found.answer !== "YES" || found.limit !== 0;
}

/** One measure: its name, its value and its limit. @param {Measured} found @param {boolean} isRefused */
function measure(found, isRefused) {
  const value = found.value === null || found.value === undefined ? "" : plain(found.value);
  const limit = found.limit === null || found.limit === undefined ? "" : `of ${inches(found.limit)}`;
  const sign = isRefused || found.answer === "TOO_CLOSE_TO_CALL" || found.answer === "CANNOT_SEE" ? found.answer : "";
  const words = { YES: "✓", NO: "✕", TOO_CLOSE_TO_CALL: "≈ too close", CANNOT_SEE: "⌀ cannot see", "": "" }[sign];
  return make(
    "li",
    {},
    make("span", { class: "name" }, capital(spaced(found.what)) + (found.of ? ` of ${found.of}` : "")),
    make("strong", {}, value && !limit ? `${value} in` : value || (found.answer === "YES" ? "clear" : "")),
    make("small", {}, limit),
    sign && make("span", { class: "sign", "data-answer": sign }, words),
  );
}

/** @param {string} text @param {() => void} act @param {string} key */
export function slipAct(text, act, key) {
  return button(text, act, { class: "link", "data-key": key });
}
