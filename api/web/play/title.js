// Makes the title of the dock of what the umpire waits for: one's own part of it, and each sentence once.

import { capital } from "../app/words.js";

/** @typedef {import("../state/facts.js").Awaited} Awaited */

const SENTENCES = /(?<=[.!?]) (?=\S)/;

/** Each sentence once, and each with a capital letter; pure. @param {string} text */
export function eachOnce(text) {
  return [...new Set(text.split(SENTENCES).map(capital))].join(" ");
}

/** What is asked of whoever reads, where others are asked, too; else all of it. Pure.
 * @param {string} text all that the umpire waits for @param {Awaited[]} awaited the same, by whom it is asked of
 * @param {string[]} [seats] that are played here
 */
export function titleOf(text, awaited, seats = []) {
  const own = awaited.filter((each) => each.yours && each.says && text.includes(each.says));
  const isPart = own.length > 0 && own.length < awaited.length;
  const told = isPart ? own.map(({ who, says }) => (who ? `${who}: ${says}` : says)).join(" ") : text;
  // Whoever is asked nothing reads first whom the umpire waits for.
  const names = awaited.some((each) => each.yours || seats.includes(each.seat)) ? awaited.map(({ who }) => who).filter(Boolean) : [];
  return eachOnce(told.split(SENTENCES).map((each) => namedOnce(each, names)).join(" "));
}

/** How the battle ended, and who has won it; pure. @param {string} result @param {string} winner empty where nobody has */
export function resultOf(result, winner) {
  return winner && !result.toLowerCase().includes(winner.toLowerCase()) ? `Winner: ${capital(winner)}. ${result}` : result;
}

/** A sentence without the name before it, where it says by itself whom it is about. @param {string} sentence @param {string[]} names */
function namedOnce(sentence, names) {
  const who = names.find((name) => sentence.startsWith(`${name}: `)) ?? "";
  const says = sentence.slice(who ? who.length + 2 : 0);
  return who && ` ${says} `.replace(/[^\p{L}\p{N}]+/gu, " ").includes(` ${who} `) ? says : sentence;
}
