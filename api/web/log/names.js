// Calls events what players call them, not by their numbers in the log; pure.

/** @typedef {import("../app/types.js").LogEvent} LogEvent */

const NUMBER = /\be(\d{1,9})\b/g;
/** Where a sentence ends, or says more of itself; inches have a point, too. */
const SENTENCE = /[:.](?=\s|$)/;

/** What an event says, with others named by what happened in them and in which turn, told once.
 * @param {{says: string, kind: string}} event only the referee's own events name others
 * @param {LogEvent[]} events
 * @param {(sequence: number) => number} turnOf
 */
export function named({ says, kind }, events, turnOf) {
  if (kind !== "referee") return says;
  let told = says;
  for (const [id] of says.matchAll(NUMBER)) {
    const about = ruledIn(id, events);
    if (!about) continue;
    const turn = turnOf(about.sequence);
    const name = `“${named(about, events, turnOf).split(SENTENCE)[0]}”${turn > 0 ? `, turn ${turn}` : ""}`;
    // What follows the colon would tell the same once more.
    told = told.replace(`: ${about.says}`, ".").replace(new RegExp(`\\b${id}\\b`), name);
  }
  return told;
}

/** The event itself, or the one that it disputes. @param {string} id @param {LogEvent[]} events @returns {LogEvent | undefined} */
function ruledIn(id, events) {
  const found = events.find((event) => event.id === id);
  const disputed = found?.kind === "referee" ? /\bdisputes (e\d{1,9})\b/.exec(found.says)?.[1] : undefined;
  return disputed ? events.find((event) => event.id === disputed) : found;
}
