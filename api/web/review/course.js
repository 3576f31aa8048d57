// Finds where in the course of a battle one is, and where the turns before and after begin; pure.

/** @typedef {import("./moments.js").Course} Course */

/** The turn of an event. @param {Course} course @param {number} sequence */
export function turnAt(course, sequence) {
  return course.turns[indexAt(course, sequence)]?.turn ?? 0;
}

/** Which turn it is, for the head of a moment; nothing of a game that tells no turns. @param {Course} course @param {number} turn */
export function turnWords(course, turn) {
  if (!course.turns.some((each) => each.turn > 0)) return "";
  return turn === 0 ? "before turn 1, " : `turn ${turn}, `;
}

/** Lines across a course that is one high, where each turn begins. @param {Course} course */
export function turnMarks({ turns }) {
  return turns.flatMap(({ turn, first }) => (turn > 0 ? [`M${first} 0v1`] : [])).join("");
}

/** What the game calls a turn. @param {string} [says] as it tells the one that is now */
export function turnWord(says) {
  return /^[^\d]+(?= \d)/.exec(says ?? "")?.[0] ?? "Turn";
}

/** @param {Course} course @param {number} sequence */
function indexAt(course, sequence) {
  let low = 0;
  let high = course.turns.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((course.turns[middle]?.first ?? 0) <= sequence) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where the next turn begins, or this one or the last one, going back.
 * @param {Course} course @param {number} sequence @param {1 | -1} way
 */
export function turnFrom(course, sequence, way) {
  const at = indexAt(course, sequence);
  if (way > 0) return course.turns[at + 1]?.first ?? course.count - 1;
  const began = course.turns[at]?.first ?? 0;
  return sequence > began ? began : (course.turns[at - 1]?.first ?? 0);
}

/** The next of some events after this one, or before it; where there is none, one stays.
 * @param {number[]} events in order @param {number} sequence @param {1 | -1} way
 */
export function nextOf(events, sequence, way) {
  const found = way > 0 ? events.find((each) => each > sequence) : events.findLast((each) => each < sequence);
  return found ?? sequence;
}

/** The address of a moment, to be sent to a friend at the same table.
 * @param {number} sequence @param {number | null} beside
 */
export function addressOf(sequence, beside) {
  return beside === null ? `#/replay/${sequence}` : `#/replay/${sequence}/${beside}`;
}

/** @param {string} hash @returns {{sequence: number | null, beside: number | null} | null} */
export function momentOf(hash) {
  const found = /^#\/replay(?:\/(\d{1,9})(?:\/(\d{1,9}))?)?$/.exec(hash);
  if (!found) return null;
  return { sequence: number(found[1]), beside: number(found[2]) };
}

/** @param {string | undefined} text */
function number(text) {
  return text === undefined ? null : Number(text);
}
