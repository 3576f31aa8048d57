// Asks to take something back or disputes it, says before what that is, and tells what came of it.

import { button, make } from "../app/elements.js";
import { headOf, leading, rulingOf } from "./slip.js";

/** @typedef {import("../app/shell.js").Context} Context */
/** @typedef {import("../app/types.js").LogEvent} LogEvent */

/** Whether somebody who plays here may ask for it. @param {Context} context @param {LogEvent} event */
export function mayFall({ store }, event) {
  return stands(event) && store.now.seats.length > 0;
}

/** @param {LogEvent} event */
function stands(event) {
  return Boolean(event.may_fall) && !event.taken_back;
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

/** What falls with a ruling: the act of the same player that it only rolled for, and what came since; pure.
 * @param {LogEvent[]} ruling @param {LogEvent[]} events
 * @returns {{isRoll: boolean, act: LogEvent | undefined, since: LogEvent[][]}} `act` would fall only if it were named */
export function takenWith(ruling, events) {
  const [first] = ruling.filter(stands);
  if (!first) return { isRoll: false, act: undefined, since: [] };
  const isRoll = isThrown(rulingOf(events, first));
  const before = events.filter((event) => stands(event) && event.sequence < first.sequence && event.ruling !== first.ruling);
  const act = isRoll ? before.findLast((event) => !isThrown(rulingOf(events, event))) : undefined;
  const later = events.filter((event) => stands(event) && event.sequence > first.sequence && event.ruling !== first.ruling);
  const since = [...new Set(later.map((event) => event.ruling ?? event.id))].map((id) => later.filter((event) => (event.ruling ?? event.id) === id));
  const begun = act && rulingOf(events, act).find(stands);
  return { isRoll, act: begun?.author === first.author ? begun : undefined, since };
}

/** Whether a ruling begins with a roll. @param {LogEvent[]} ruling */
function isThrown(ruling) {
  return Boolean(ruling.find((event) => !event.quiet)?.dice?.length);
}

/** A ruling in a few words. @param {LogEvent[]} ruling @param {(event: LogEvent) => string} told */
export function shortly(ruling, told) {
  const lead = leading(ruling);
  return lead ? headOf(told(lead)).headline.replace(/\.$/, "") : "";
}

/** What else falls, in a sentence; empty where nothing does. @param {LogEvent[][]} since @param {(event: LogEvent) => string} told */
export function sinceWords(since, told) {
  const [first, ...more] = since;
  if (!first) return "";
  return `Taken back, what came since goes, too: “${shortly(first, told)}”${more.length > 0 ? ` and ${more.length} more` : ""}.`;
}

/** What is asked about now, however often its button is drawn anew. */
let asked = "";

/** A button for what everybody is told of, and what cannot be had again: it asks first.
 * @param {string} words @param {{of: string, act: () => void, key: string, look?: Record<string, string>}} how `of` is what is disputed */
export function disputeButton(words, { of, act, key, look = {} }) {
  const box = make("span", { class: "asked-first" });
  /** @param {boolean} isSure */
  const turn = (isSure) => {
    asked = isSure ? `${key} ${of}` : "";
    box.classList.toggle("open", isSure);
    box.replaceChildren(...(isSure ? [make("strong", { class: "sure" }, "Dispute it? Everybody is told, and what it concerns waits until it is settled."), no, yes] : [asks]));
  };
  const asks = button(words, () => {
    turn(true);
    no.focus({ preventScroll: true });
    box.scrollIntoView({ block: "nearest" });
  }, { ...look, "data-key": key });
  // Where the first press was, so that a second one by mistake does nothing.
  const no = button("No", () => {
    turn(false);
    asks.focus({ preventScroll: true });
  }, { "data-key": `${key} no` });
  const yes = button("Yes, dispute it", () => {
    turn(false);
    act();
  }, { "data-key": `${key} yes` });
  if (asked === `${key} ${of}`) turn(true);
  else box.append(asks);
  return box;
}

/** What an offer answers: what somebody asks, or the dispute that it would settle. @param {import("../app/types.js").Offer} offer
 * @param {import("../app/types.js").BattleState | null} state @returns {string} */
export function askedBy({ fixed }, state) {
  const disputes = /** @type {import("../review/dispute.js").Dispute[]} */ (/** @type {any} */ (state?.view)?.disputes ?? []);
  const found = disputes.find((each) => each.dispute === fixed.dispute);
  if (found) return `${found.author} disputes ${found.entry}${found.reason ? ` (${found.reason})` : ""}.`;
  return state?.view.asks.find((each) => each.ask === fixed.ask)?.says ?? "";
}
