// Asks to take something back or disputes it, and tells what came of it.

/** @typedef {import("../app/shell.js").Context} Context */
/** @typedef {import("../app/types.js").LogEvent} LogEvent */

/** Whether somebody who plays here may ask for it. @param {Context} context @param {LogEvent} event */
export function mayFall({ store }, event) {
  return Boolean(event.may_fall) && !event.taken_back && store.now.seats.length > 0;
}

/** In the name of whoever may do it without asking, where one of them plays here.
 * @param {Context} context
 * @param {"take_back" | "challenge"} kind
 * @param {LogEvent} event
 * @param {string} [typed] why
 */
export async function correct({ store, requests, say }, kind, event, typed = "") {
  const { seats, battle } = store.now;
  const own = kind === "take_back" ? seats.find((each) => each === event.author) : seats.find((each) => each !== event.author);
  const reason = typed.trim();
  const command = { kind, entry: event.id, ...(reason ? { reason } : {}) };
  try {
    const ruling = await requests.command(battle, own ?? seats[0] ?? "", command);
    // What came of it stands on the slip.
    if (ruling.refusal) say(ruling.refusal.reason);
  } catch (failure) {
    say(failure instanceof Error ? failure.message : String(failure));
  }
}
