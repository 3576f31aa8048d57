// Shows the log: every event as a sentence, its evidence on demand, and how to take it back.

import { button, make, replace } from "../app/elements.js";
import { Once } from "../app/once.js";
import { clock } from "../app/words.js";
import { clauseLink, evidenceList, marksOf } from "../play/evidence.js";
import { OwnRefusals } from "../play/refusals.js";
import { RulesBook } from "../play/rules_book.js";

/** @typedef {import("../app/types.js").LogEvent} LogEvent */
/** @typedef {import("../app/shell.js").Context} Context */

export class LogScreen {
  /** @param {HTMLElement} host @param {Context} context */
  constructor(host, context) {
    this.context = context;
    this.store = context.store;
    this.book = new RulesBook(context.requests);
    this.opened = "";
    /** What is being typed for the event that is open; others may act in the meantime. */
    this.reason = "";
    this.asking = new Once();
    this.told = make("p", { class: "faint", role: "status" });
    this.list = make("ol", { class: "log", reversed: true });
    this.downloads = make("p", { class: "row" });
    this.refusals = new OwnRefusals(context);
    host.append(make("h2", {}, "Log"), this.told, this.list, this.refusals.element, this.downloads);
    this.store.on(["events", "state", "seats"], () => this.soon());
    context.tabs.on(() => this.soon());
  }

  /** Many events may come at once; they are drawn together, and only where they are looked at. */
  soon() {
    if (this.drawing || this.context.tabs.place !== "log") return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      this.render();
    });
  }

  render() {
    const { events, state, me } = this.store.now;
    this.told.textContent = state ? "" : "No battle is open.";
    if (state && !this.read) {
      this.read = this.book.game(state.view.game).then(() => this.soon(), () => undefined);
    }
    const rows = [...events].reverse();
    replace(this.list, ...rows.map((event) => this.row(event)));
    replace(
      this.downloads,
      state && button("Replay the battle", () => (location.hash = "#/replay"), { "data-key": "replay" }),
      state && button("Save the report", () => void this.download("review/report.html"), { "data-key": "report" }),
      me?.role === "host" && button("All battles", () => (location.hash = "#/library"), { "data-key": "library" }),
      state && me?.role === "host" && button("Save the battle's file", () => void this.download("export.battle"), { "data-key": "battle" }),
      state && me?.role === "host" && button("Save the log", () => void this.download("export.jsonl"), { "data-key": "jsonl" }),
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
      make("span", { class: "says" }, event.says),
      event.taken_back ? make("span", { class: "fallen" }, "taken back") : "",
    );
    return make(
      "li",
      { class: event.taken_back ? "taken-back" : "", value: event.sequence, "data-event": event.id, "data-kind": event.kind },
      head,
      isOpen && this.details(event),
    );
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
    const { seats } = this.store.now;
    const byWhom = event.author ? `${event.author}, ` : "";
    const mayTakeBack = event.may_fall && !event.taken_back && seats.length > 0;
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
    const { seats } = this.store.now;
    const isOwn = seats.includes(event.author);
    const isMeasured = event.evidence.length > 0;
    const reason = make("input", { type: "text", autocomplete: "off", maxlength: 200, "aria-label": "Why, if you like", placeholder: "why, if you like", value: this.reason, "data-key": `reason ${event.id}`, oninput: () => (this.reason = reason.value) });
    const words = isOwn ? "Take it back, with all that came of it" : "Ask to take it back";
    return make(
      "div",
      { class: "row" },
      reason,
      isMeasured && button("Dispute it", () => void this.once("challenge", event, reason.value), { "data-key": `dispute ${event.id}` }),
      button(words, () => void this.once("take_back", event, reason.value), { "data-key": `take ${event.id}` }),
    );
  }

  /** @param {"take_back" | "challenge"} kind @param {LogEvent} event @param {string} typed why */
  async once(kind, event, typed) {
    await this.asking.run(`${kind} ${event.id}`, () => this.ask(kind, event, typed));
  }

  /** @param {"take_back" | "challenge"} kind @param {LogEvent} event @param {string} typed why */
  async ask(kind, event, typed) {
    const { seats, battle } = this.store.now;
    const own = kind === "take_back" ? seats.find((each) => each === event.author) : seats.find((each) => each !== event.author);
    const seat = own ?? seats[0] ?? "";
    const reason = typed.trim();
    const command = { kind, entry: event.id, ...(reason ? { reason } : {}) };
    try {
      const ruling = await this.context.requests.command(battle, seat, command);
      const told = ruling.refusal?.reason ?? ruling.events.at(-1)?.says ?? "";
      this.context.say(told);
    } catch (failure) {
      this.context.say(failure instanceof Error ? failure.message : String(failure));
    }
  }

  /** @param {string} what */
  async download(what) {
    const { battle } = this.store.now;
    try {
      const response = await this.context.requests.send("GET", `/battles/${encodeURIComponent(battle)}/${what}`);
      const address = URL.createObjectURL(await response.blob());
      make("a", { href: address, download: `${battle}${what.replace("review/", "-").replace("export", "")}` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10000);
    } catch (failure) {
      this.context.say(failure instanceof Error ? failure.message : String(failure));
    }
  }
}
