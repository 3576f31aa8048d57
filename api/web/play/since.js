// Tells under the newest ruling what was ruled before it, since whoever reads did something.

import { button, make } from "../app/elements.js";
import { dieFace } from "./dice.js";
import { firstSentence } from "./offer_form.js";
import { leading, rulingOf, thrown } from "./slip.js";

/** @typedef {import("../app/types.js").LogEvent} LogEvent */

/** As many as fit beside the table; the rest stands in the feed. */
export const MOST = 5;

/** The rulings after an event, but for the one that is shown, the newest first; pure.
 * @param {LogEvent[]} events @param {{after: number, shown: LogEvent[]}} parts
 * @returns {LogEvent[][]}
 */
export function rulingsSince(events, { after, shown }) {
  /** @type {LogEvent[][]} */
  const found = [];
  let at = events.indexOf(/** @type {LogEvent} */ (shown[0])) - 1;
  for (; at >= 0 && found.length < MOST; at -= 1) {
    const event = events[at];
    if (!event || event.sequence <= after || event.kind === "header") break;
    const ruling = rulingOf(events, event);
    at = events.indexOf(/** @type {LogEvent} */ (ruling[0]));
    if (ruling.some((each) => !each.quiet)) found.push(ruling);
  }
  return found;
}

/** @param {LogEvent[][]} rulings @param {{told: (event: LogEvent) => string, open: (event: LogEvent) => void}} ways */
export function sinceList(rulings, { told, open }) {
  if (rulings.length === 0) return null;
  return make(
    "section",
    { class: "since" },
    make("h3", {}, "Before that, since you acted"),
    make("ol", { reversed: true }, ...rulings.map((ruling) => {
      const lead = leading(ruling);
      if (!lead) return null;
      const faces = thrown(ruling).flatMap((event) => event.dice ?? []);
      const line = button("", () => open(lead), { class: "line", "data-key": `since ${lead.id}` });
      line.append(...faces.map((face) => dieFace(face)), make("span", {}, firstSentence(told(lead))));
      return make("li", { class: lead.taken_back ? "taken-back" : "" }, line);
    })),
  );
}
