// Knows how the referee is asked to roll dice or to draw cards.

/** @typedef {import("../app/types.js").Hole} Hole */

/** @param {import("../app/shell.js").Context} context @param {Hole} hole */
export function canRoll({ store }, hole) {
  if (!store.now.battle) return false;
  return hole.kind === "dice" || (hole.kind === "cards" && hole.allowed.length >= hole.count);
}

/** The faces or cards that came up; undefined where the referee refuses.
 * @param {import("../app/shell.js").Context} context
 * @param {{seat: string, offer: import("../app/types.js").Offer, hole: Hole}} asked
 */
export async function rollFor({ requests, store, say }, { seat, offer, hole }) {
  const path = `/battles/${encodeURIComponent(store.now.battle)}/rolls`;
  const what = offer.says.slice(0, 400);
  const wanted =
    hole.kind === "dice"
      ? { seat, what, dice: hole.count }
      : { seat, what, cards: hole.count, unseen: hole.allowed.map(String) };
  try {
    const promised = await requests.post(path, wanted);
    const told = await requests.post(`${path}/${encodeURIComponent(promised.digest)}/reveal`, { contribution: "" });
    return hole.kind === "dice" ? told.results.map(Number) : told.results;
  } catch (failure) {
    say(failure instanceof Error ? failure.message : String(failure));
    return undefined;
  }
}
