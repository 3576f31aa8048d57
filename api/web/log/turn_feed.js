// Shows what has happened, newest first, by turns, in one line each.

import { button, make, replace } from "../app/elements.js";
import { clock } from "../app/words.js";
import { turnName } from "../state/facts.js";
import { named } from "./names.js";
import { groundOf, nearby } from "./near.js";

/** @typedef {import("../app/types.js").LogEvent} LogEvent */

// Of the turn that is going on so many lines are shown; the rest is in the log.
const SHOWN = 12;

/** What is told in the feed: the newest first, what fell or only sets up the file left out; pure.
 * @param {LogEvent[]} events
 * @param {(sequence: number) => number} turnOf
 * @returns {{turn: number, events: LogEvent[]}[]}
 */
export function byTurns(events, turnOf) {
  /** @type {{turn: number, events: LogEvent[]}[]} */
  const turns = [];
  for (const event of [...events].reverse()) {
    if (event.kind === "header" || event.quiet) continue;
    const turn = turnOf(event.sequence);
    if (turns.at(-1)?.turn !== turn) turns.push({ turn, events: [] });
    turns.at(-1)?.events.push(event);
  }
  return turns;
}

/** What is not told over the feed already, where the last ruling stands and what came just before it; pure.
 * @param {LogEvent[]} events @param {string} slip the first event that is told there
 */
export function withoutSlip(events, slip) {
  const from = events.findIndex((event) => event.id === slip);
  return from >= 0 ? events.slice(0, from) : events;
}

export class TurnFeed {
  /** @param {{host: HTMLElement, context: import("../app/shell.js").Context, open: (event: LogEvent) => void}} parts
   *   `open` shows what was ruled then */
  constructor({ host, context, open }) {
    this.context = context;
    this.open = open;
    this.list = make("div", { class: "feed" });
    host.append(this.list);
    context.turns.on(() => this.soon());
    context.store.on(["events", "battle", "slip"], () => this.soon());
    context.places.on(() => this.soon());
  }

  soon() {
    if (this.drawing || this.context.places.place !== "play") return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      this.render();
    });
  }

  render() {
    const { events, slip, state } = this.context.store.now;
    const [now, ...before] = byTurns(withoutSlip(events, slip), (sequence) => this.context.turns.of(sequence));
    const more = before.reduce((sum, turn) => sum + turn.events.length, 0) + Math.max(0, (now?.events.length ?? 0) - SHOWN);
    replace(
      this.list,
      now && now.turn > 0 && make("h3", {}, `${turnName(state?.view.facts.turn)} ${now.turn}`),
      now && make("ol", { reversed: true }, ...now.events.slice(0, SHOWN).map((event) => this.line(event))),
      now && button(more > 0 ? `${more} more` : "The log", () => this.context.places.go("log"), { class: "link", "data-key": "log" }),
    );
  }

  /** @param {LogEvent} event */
  line(event) {
    const { turns, store } = this.context;
    const line = button(nearby(named(event, store.now.events, (sequence) => turns.of(sequence)), groundOf(store.now.table)), () => this.open(event), {
      class: "line",
      "data-key": `fed ${event.id}`,
      title: [event.author, clock(event.time)].filter(Boolean).join(", "),
    });
    return make(
      "li",
      { class: event.taken_back ? "taken-back" : "", "data-fed": event.id },
      line,
    );
  }
}
