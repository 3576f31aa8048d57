// Tells how the hub of the event is, and calls a judge about a ruling.

import { make, replace } from "../app/elements.js";
import { Once } from "../app/once.js";
import { clock, listed } from "../app/words.js";
import { leading, rulingOf } from "./slip.js";

/** @typedef {{id: string, entry: string, says: string, standing: string, judge: string}} Call */
/** @typedef {{event: string, table: number, hub: string, away_since: string, says_no: string, calls: Call[],
 *   assignment: {round: number, players: {name: string}[]} | null}} HubNow */

const LOOK = 4000;
const RULINGS = 8;

/** How the hub is, where that is worth a word; pure. @param {HubNow} now */
export function hubWords(now) {
  if (now.says_no) return `The hub does not take what this table sends: ${now.says_no}`;
  if (now.away_since) return `The hub has been away since ${clock(now.away_since)}; the battle goes on.`;
  return "";
}

/** What has come of a call; pure. @param {Call} call */
export function callWords({ standing, judge }) {
  const who = judge || "A judge";
  switch (standing) {
    case "on its way":
      return "on its way to the hub";
    case "waiting":
      return "the judges have been told";
    case "taken":
      return `${who} comes`;
    case "appealed":
      return "the head judge is asked";
    default:
      return `${who} has ruled: it stands in the log`;
  }
}

class JudgePart {
  /** @param {{context: import("../app/shell.js").Context, dock: HTMLElement, menu: import("../app/menu.js").Menu}} parts */
  constructor({ context, dock, menu }) {
    this.context = context;
    this.calling = new Once();
    this.told = make("p", { class: "hub-line", role: "status", hidden: true });
    dock.prepend(this.told);
    this.where = make("p", { class: "faint" });
    this.about = make("select", {});
    this.says = make("input", { type: "text", maxlength: 600, autocomplete: "off", required: true });
    this.calls = make("ul", { class: "calls" });
    const form = make(
      "form",
      { onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void this.calling.run("", () => this.call())) },
      make("label", {}, "Which ruling", this.about),
      make("label", {}, "What it is about", this.says),
      make("button", { type: "submit", class: "main", "data-key": "judge" }, "Call a judge"),
    );
    this.element = make("details", { class: "more judge", hidden: true }, make("summary", { "data-key": "judge part" }, "Call a judge"), this.where, form, this.calls);
    menu.offers.append(this.element);
    context.store.on(["events"], () => this.rulings());
    context.store.on(["battle", "state", "seats"], () => this.changed());
    setInterval(() => void this.look(), LOOK);
    void this.look();
  }

  isOurs() {
    const { state, seats } = this.context.store.now;
    return Boolean(state?.in_event) && seats.length > 0;
  }

  changed() {
    this.element.hidden = !this.isOurs();
    if (!this.isOurs()) this.told.hidden = true;
  }

  /** The newest rulings, each once, the last first. */
  rulings() {
    const kept = this.about.value;
    const { events } = this.context.store.now;
    const firsts = events.filter((each) => each.kind !== "header" && each.ruling === each.id).slice(-3 * RULINGS);
    // Called by what heads it.
    const found = firsts.map((each) => rulingOf(events, each)).filter((ruling) => ruling.some((each) => !each.quiet)).slice(-RULINGS).reverse();
    replace(this.about, ...found.map((ruling) => make("option", { value: ruling[0]?.id, selected: ruling[0]?.id === kept }, leading(ruling)?.says ?? "")), make("option", { value: "" }, "None of these"));
  }

  path() {
    return `/battles/${encodeURIComponent(this.context.store.now.battle)}/judge`;
  }

  async look() {
    if (!this.isOurs()) return;
    const { battle } = this.context.store.now;
    const told = await this.context.requests.get(this.path()).catch(() => null);
    if (told && battle === this.context.store.now.battle) this.show(told);
  }

  /** @param {HubNow} now */
  show(now) {
    const words = hubWords(now);
    if (this.told.textContent !== words) this.told.textContent = words;
    this.told.hidden = words === "";
    const round = now.assignment;
    this.where.textContent = `Table ${now.table} of ${now.event}.${round ? ` Round ${round.round}: ${listed(round.players.map((each) => each.name))}.` : ""}`;
    // Whoever is writing why they appeal is not disturbed.
    if (this.calls.querySelector("details[open]")) return;
    replace(this.calls, ...now.calls.map((each) => make("li", {}, `${each.says} – ${callWords(each)}.`, each.standing === "ruled" ? this.appealing(each) : null)));
  }

  /** What a judge has ruled may be put to the head judge. @param {Call} call */
  appealing(call) {
    const says = make("input", { type: "text", maxlength: 600, autocomplete: "off", required: true });
    const part = make("details", {}, make("summary", { "data-key": `appeal ${call.id}` }, "Ask the head judge"));
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.calling.run(call.id, () => this.appeal(call, says.value.trim(), part));
    };
    part.append(make("form", { onsubmit: send }, make("label", {}, "Why", says), make("button", { type: "submit" }, "Appeal")));
    return part;
  }

  /** @param {Call} call @param {string} says @param {HTMLDetailsElement} part */
  async appeal(call, says, part) {
    if (!says) return;
    try {
      const told = await this.context.requests.post(`${this.path()}/appeal`, { id: crypto.randomUUID?.() ?? `appeal-${Date.now()}`, call: call.id, says });
      part.open = false;
      this.show(told);
    } catch (failure) {
      this.context.say(failure instanceof Error ? failure.message : String(failure));
    }
  }

  async call() {
    const says = this.says.value.trim();
    if (!says) return;
    try {
      this.show(await this.context.requests.post(this.path(), { id: crypto.randomUUID?.() ?? `call-${Date.now()}`, says, entry: this.about.value }));
      this.says.value = "";
    } catch (failure) {
      this.context.say(failure instanceof Error ? failure.message : String(failure));
    }
  }
}

/** @param {ConstructorParameters<typeof JudgePart>[0]} parts */
export function showJudge(parts) {
  return new JudgePart(parts);
}
