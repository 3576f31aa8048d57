// Rolls dice and draws cards that nobody at the table has thrown.

import { newId } from "../app/request.js";

/** @typedef {import("../app/types.js").Hole} Hole */
/** @typedef {import("../app/types.js").Ruling & {roll: Roll | null}} Rolled */
/** @typedef {{digest: string, nonce: string, seed: string, contribution: string, results: string[]}} Roll */

/** Give a command with dice of the referee's, or with its toss: promised first, and then rolled inside of it.
 *
 * Our own words go into the roll, so that the referee could not have chosen it.
 * @param {import("../app/shell.js").Context} context
 * @param {{seat: string, command: Record<string, unknown>, hole: Hole, what: string}} asked
 * @returns {Promise<Rolled>}
 */
export async function rolledFor({ requests, store }, { seat, command, hole, what }) {
  const path = `/battles/${encodeURIComponent(store.now.battle)}/dice`;
  const lots = hole.by_chance ? { among: hole.allowed } : {};
  const promised = await requests.post(path, { count: hole.count, what: what.slice(0, 400), ...lots });
  return requests.post(`${path}/${promised.digest}/roll`, {
    id: newId(),
    seat,
    command,
    field: hole.name,
    contribution: newId(),
  });
}

/** So many of these, each as likely as the others.
 * @template T
 * @param {T[]} values @param {number} count
 * @param {(below: number) => number} [random]
 */
export function drawn(values, count, random = below) {
  const left = [...values];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random(left.length), 1)[0]);
}

/** A random whole number below another one, without favour. @param {number} most */
function below(most) {
  const fair = 2 ** 32 - (2 ** 32 % most);
  for (;;) {
    const number = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    if (number < fair) return number % most;
  }
}
