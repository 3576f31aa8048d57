// Finds how rows of piles lay last that were taken up at once, before anybody saw them.

import { rowsOf } from "../state/facts.js";

/** @typedef {import("../state/facts.js").Pile} Pile */

// A war of many battles is over within as many events.
const MOST_BACK = 40;

/** The piles in rows of the last moment between two that had any; none, where nobody may look back.
 * @param {(sequence: number) => Promise<{view: {facts: {piles: Pile[]}}}>} at a moment of the battle
 * @param {number} from the last moment that was seen @param {number} to where no rows are left
 * @returns {Promise<Pile[]>}
 */
export async function endedRows(at, from, to) {
  for (let sequence = to - 1; sequence >= Math.max(from, to - MOST_BACK); sequence -= 1) {
    const { view } = await at(sequence);
    const rows = view.facts.piles.filter((pile) => pile.row);
    if (rowsOf(rows).rows.size > 0) return rows;
  }
  return [];
}
