// Applies a message of the live socket to what is known; pure, so that it can be tried without one.

/** @typedef {import("./store.js").State} State */

/**
 * @param {State} state
 * @param {any} message
 * @returns {Partial<State>}
 */
export function changesOf(state, message) {
  switch (message.type) {
    case "welcome":
      return { link: "live", linkWhy: "" };
    case "start":
      return {
        ...(message.table ? { table: message.table, tableWhy: "" } : {}),
        ...hands(state, message),
        ...(message.state ? { state: message.state } : {}),
      };
    case "table":
      return { table: message.table, tableWhy: "", ...hands(state, message) };
    case "no_table":
      return { tableWhy: message.why };
    case "state":
      return { state: message.state ?? message };
    case "options":
      return { options: message };
    case "seats":
      return { company: message.seats, hostElsewhere: message.host_elsewhere ?? false };
    case "held":
      return { held: message.pieces };
    case "tray":
      return { tray: message.tray };
    case "event":
      return { events: withEvents(state.events, [message.event]) };
    default:
      return {};
  }
}

/** A host drags pieces wherever the table is moved by hand; of a player's own the umpire is asked.
 * @param {State} state
 * @param {{by_hand: boolean}} message
 * @returns {Partial<State>}
 */
function hands({ me }, message) {
  return me?.role === "host" ? { byHand: message.by_hand } : {};
}

/** The log with more events, each once and in order; a later telling of one takes its place.
 * @param {import("./types.js").LogEvent[]} events
 * @param {import("./types.js").LogEvent[]} more
 */
export function withEvents(events, more) {
  const bySequence = new Map(events.map((event) => [event.sequence, event]));
  for (const event of more) bySequence.set(event.sequence, event);
  return [...bySequence.values()].sort((one, other) => one.sequence - other.sequence);
}

/** The last event of those that have come without a gap; -1 for none.
 * @param {import("./types.js").LogEvent[]} events
 */
export function lastWithoutGap(events) {
  let last = -1;
  for (const event of events) {
    if (event.sequence !== last + 1) break;
    last = event.sequence;
  }
  return last;
}
