// Shows the log: every event as a sentence, its evidence on demand, and how to take it back.

import { button, make, replace } from "../app/elements.js";
import { Once } from "../app/once.js";
import { clock } from "../app/words.js";
import { correct, disputeButton, mayFall, sinceWords, takenWith } from "../play/correcting.js";
import { rulingOf } from "../play/slip.js";
import { clauseLink, evidenceList, marksOf } from "../play/evidence.js";
import { OwnRefusals } from "../play/refusals.js";
import { RulesBook } from "../play/rules_book.js";
import { named } from "./names.js";
import { groundOf, nearby } from "./near.js";
import { saved } from "./saving.js";
import { turnName } from "../state/facts.js";

/** @typedef {import("../app/types.js").LogEvent} LogEvent */
/** @typedef {import("../app/shell.js").Context} Context */

/** @typedef {"all" | "mine" | "rulings" | "disputes"} Kind */

const KINDS = /** @type {const} */ ([["all", "All"], ["mine", "Mine"], ["rulings", "Rulings"], ["disputes", "Disputes"]]);

/** Whether an event is among those that are looked for; pure.
 * @param {LogEvent} event
 * @param {{kind: Kind, seats: string[], words: string}} looked `rulings` are those that were measured,
 *   `disputes` whatever the players settled between them
 */
export function isShown(event, { kind, seats, words }) {
  if (kind === "mine" && !seats.includes(event.author)) return false;
  if (kind === "rulings" && event.evidence.length === 0) return false;
  if (kind === "disputes" && event.kind !== "referee" && !event.taken_back) return false;
  const said = `${event.author} ${event.says} ${event.id} ${event.clause}`.toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => said.includes(word));
}

export class LogScreen {
  /** @param {HTMLElement} host @param {Context} context */
  constructor(host, context) {
    this.context = context;
    this.store = context.store;
    this.book = new RulesBook(context.requests);
    this.opened = "";
    /** What is being typed for the event that is open; others may act in the meantime. */
    this.reason = "";
    /** The game whose rules were asked for. */
    this.read = "";
    this.asking = new Once();
    this.told = make("p", { class: "faint", role: "status" });
    /** @type {Kind} */
    this.kind = "all";
    this.search = make("input", { type: "search", autocomplete: "off", "aria-label": "Search the log", placeholder: "Search", oninput: () => this.soon() });
    this.kinds = make("div", { class: "row kinds", role: "group", "aria-label": "Which events" }, ...KINDS.map(([kind, name]) => this.filter(kind, name)));
    context.turns.on(() => this.soon());
    this.list = make("ol", { class: "log", reversed: true });
    this.downloads = make("p", { class: "row" });
    this.refusals = new OwnRefusals(context);
    host.append(make("h2", {}, "The log"), this.told, make("div", { class: "row" }, this.search, this.kinds), this.list, this.refusals.element, this.downloads);
    this.store.on(["events", "state", "seats"], () => this.soon());
    context.places.on(() => this.soon());
  }

  /** Many events may come at once; they are drawn together, and only where they are looked at. */
  soon() {
    if (this.drawing || this.context.places.place !== "log") return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      this.render();
    });
  }

  render() {
    const { events, state, me } = this.store.now;
    this.told.textContent = state ? "" : "No battle is open.";
    const game = state?.view.game ?? "";
    if (game && this.read !== game) {
      this.read = game;
      // What could not be had is asked for again.
      void this.book.game(game).then(() => this.soon(), () => (this.read = ""));
    }
    const rows = [...events].reverse().filter((event) => isShown(event, { kind: this.kind, seats: this.store.now.seats, words: this.search.value }));
    if (state && events.length > 0) this.told.textContent = rows.length === 0 ? "Nothing of that kind." : "";
    let turn = -1;
    replace(
      this.list,
      ...rows.map((event) => {
        const of = this.context.turns.of(event.sequence);
        const row = this.row(event);
        if (of !== turn && of > 0) row.prepend(make("h3", { class: "turn" }, `${turnName(state?.view.facts.turn)} ${of}`));
        turn = of;
        return row;
      }),
    );
    replace(
      this.downloads,
      state && button("Replay the battle", () => (location.hash = "#/replay"), { "data-key": "replay" }),
      state && button("Save the report", () => void saved(this.context, "review/report.html"), { "data-key": "report" }),
      me?.role === "host" && button("All battles", () => (location.hash = "#/library"), { "data-key": "library" }),
      state && me?.role === "host" && button("Save the battle's file", () => void saved(this.context, "export.battle"), { "data-key": "battle" }),
      state && me?.role === "host" && button("Save the log", () => void saved(this.context, "export.jsonl"), { "data-key": "jsonl" }),
    );
  }

  /** @param {Kind} kind @param {string} name */
  filter(kind, name) {
    return button(
      name,
      () => {
        this.kind = kind;
        for (const each of this.kinds.children) each.setAttribute("aria-pressed", String(each.getAttribute("data-kind") === kind));
        this.render();
      },
      { "data-kind": kind, "data-key": `kind ${kind}`, "aria-pressed": String(kind === this.kind) },
    );
  }

  /** @param {LogEvent} event */
  row(event) {
    const isOpen = this.opened === event.id;
    const head = button("", () => this.toggle(event), {
      class: "event",
      "aria-expanded": String(isOpen),
      "data-key": event.id,
    });
    head.append(
      make("span", { class: "when" }, clock(event.time)),
      make("span", { class: "says" }, this.words(event)),
      event.taken_back ? make("span", { class: "fallen" }, "taken back") : "",
    );
    return make(
      "li",
      { class: event.taken_back ? "taken-back" : "", value: event.sequence, "data-event": event.id, "data-kind": event.kind },
      head,
      isOpen && this.details(event),
    );
  }

  /** What an event says, by names and places. @param {LogEvent} event */
  words(event) {
    return nearby(named(event, this.store.now.events, (sequence) => this.context.turns.of(sequence)), groundOf(this.store.now.table));
  }

  /** @param {LogEvent} event */
  toggle(event) {
    this.opened = this.opened === event.id ? "" : event.id;
    this.reason = "";
    this.store.draw("log", this.opened ? marksOf(event.evidence) : []);
    this.render();
  }

  /** @param {LogEvent} event */
  details(event) {
    const byWhom = event.author ? `${event.author}, ` : "";
    const mayTakeBack = mayFall(this.context, event);
    return make(
      "div",
      { class: "details" },
      make("p", { class: "faint" }, `${byWhom}${event.id}${event.evidence.length ? "" : "; nothing was measured for it"}`),
      evidenceList(event.evidence),
      make(
        "div",
        { class: "row" },
        clauseLink(event.clause, this.book),
        button("See that moment", () => (location.hash = `#/replay/${event.sequence}`), { "data-key": `moment ${event.id}` }),
        mayTakeBack && this.taking(event),
      ),
    );
  }

  /** What was measured can be disputed; everything can be taken back, if the others agree.
   * @param {LogEvent} event
   */
  taking(event) {
    const { events, seats } = this.store.now;
    const also = sinceWords(takenWith(rulingOf(events, event), events).since, (each) => this.words(each));
    const isOwn = seats.includes(event.author);
    const isMeasured = event.evidence.length > 0;
    const reason = make("input", { type: "text", autocomplete: "off", maxlength: 200, "aria-label": "Why, if you like", placeholder: "why, if you like", value: this.reason, "data-key": `reason ${event.id}`, oninput: () => (this.reason = reason.value) });
    const words = isOwn ? "Take it back, with all that came of it" : "Ask to take it back";
    return make(
      "div",
      { class: "row" },
      reason,
      isMeasured && disputeButton("Dispute it", { of: event.id, act: () => void this.once("challenge", event, reason.value), key: `dispute ${event.id}` }),
      button(words, () => void this.once("take_back", event, reason.value), { "data-key": `take ${event.id}` }),
      also && make("small", { class: "faint" }, also),
    );
  }

  /** @param {"take_back" | "challenge"} kind @param {LogEvent} event @param {string} typed why */
  async once(kind, event, typed) {
    await this.asking.run(`${kind} ${event.id}`, () => correct(this.context, kind, event, typed));
  }
}
