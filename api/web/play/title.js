// Makes the title of the dock of what the umpire waits for: one's own part of it, and each sentence once.

import { capital } from "../app/words.js";

/** @typedef {import("../state/facts.js").Awaited} Awaited */

/** Each sentence once, and each with a capital letter; pure. @param {string} text */
export function eachOnce(text) {
  return [...new Set(text.split(/(?<=[.!?]) (?=\S)/).map(capital))].join(" ");
}

/** What is asked of whoever reads, where others are asked, too; else all of it. Pure.
 * @param {string} text all that the umpire waits for @param {Awaited[]} awaited the same, by whom it is asked of
 */
export function titleOf(text, awaited) {
  const own = awaited.filter((each) => each.yours && each.says && text.includes(each.says));
  const isPart = own.length > 0 && own.length < awaited.length;
  return eachOnce(isPart ? own.map(({ who, says }) => (who ? `${who}: ${says}` : says)).join(" ") : text);
}
