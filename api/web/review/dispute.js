// Shows a dispute about the ruling one looks at, measured again, and settles it.

import { button, make, replace } from "../app/elements.js";
import { Once } from "../app/once.js";
import { newId } from "../app/request.js";
import { named } from "../log/names.js";
import { keepButton } from "./kept_case.js";
import { photographButton, sideBySide } from "./second_opinion.js";

/** @typedef {import("../app/shell.js").Context} Context */

/**
 * @typedef {object} Dispute
 * @property {string} dispute
 * @property {string} author
 * @property {string} entry
 * @property {string[]} entries
 * @property {string[]} subjects
 * @property {string} reason
 * @property {string[]} measured
 * @property {string[]} [photographs] those of them that were judged by a photograph
 * @property {string} outcome
 * @property {boolean} changed whether the ruling was taken back, or what was refused was done
 * @property {boolean} open
 * @property {string} refusal as `r3`, where it is about one
 */

/** The dispute that an event belongs to. @param {Dispute[]} disputes @param {string} id */
export function disputeOf(disputes, id) {
  return disputes.findLast((each) => each.dispute === id || each.entries.includes(id) || each.measured.includes(id)) ?? null;
}

/** Who disputes or disputed what, and what waits for it or came of it.
 * @param {Dispute} dispute @param {import("../app/types.js").LogEvent[]} events @param {(sequence: number) => number} turnOf */
export function disputeWords(dispute, events, turnOf) {
  const because = dispute.reason ? ` (${dispute.reason})` : "";
  const [asks, state] = dispute.open
    ? ["disputes", `What concerns ${dispute.subjects.join(", ") || "it"} waits.`]
    : ["disputed", settledWords(dispute, events)];
  return named({ says: `${dispute.author} ${asks} ${dispute.entry}${because}. ${state}`, kind: "referee" }, events, turnOf);
}

/** @param {Dispute} dispute @param {import("../app/types.js").LogEvent[]} events */
function settledWords({ dispute, outcome, changed, refusal }, events) {
  // It fell with something else that was taken back.
  if (outcome === "taken_back") return "It is taken back.";
  const falls = refusal ? "what was refused is done" : "it is taken back, with what followed";
  const ends = changed ? falls : `${refusal ? "the refusal" : "the ruling"} stands`;
  if (outcome === "rolled_off") return `Rolled off: ${ends}.`;
  if (outcome !== "agreed") return `Settled: ${ends}.`;
  const told = new RegExp(`\\bsettles ${dispute}\\b.*: agreed otherwise: (.*)`, "s");
  const terms = events.map((event) => (event.kind === "referee" ? told.exec(event.says)?.[1] : "")).find(Boolean);
  return `Agreed otherwise${terms ? `: ${terms}` : "."}`;
}

export class DisputeBox {
  /** @param {HTMLElement} host @param {Context} context */
  constructor(host, context) {
    this.context = context;
    this.id = "";
    this.measuring = new Once();
    this.box = make("div", { class: "dispute", role: "group", "aria-label": "Dispute", hidden: true });
    host.append(this.box);
    /** @type {{of: string, part: HTMLElement} | null} */
    this.photographs = null;
    context.store.on(["state", "seats", "events"], () => this.render());
  }

  /** @param {string} id the event that is looked at */
  show(id) {
    this.id = id;
    this.render();
  }

  render() {
    const { state, seats } = this.context.store.now;
    const disputes = /** @type {Dispute[]} */ (/** @type {any} */ (state?.view)?.disputes ?? []);
    const found = disputeOf(disputes, this.id);
    this.box.hidden = found === null;
    if (!found) return;
    const mayAct = found.open && seats.length > 0;
    replace(
      this.box,
      make("p", {}, disputeWords(found, this.context.store.now.events, (sequence) => this.context.turns.of(sequence))),
      mayAct && button("Measure it again: hands off for 2 seconds", () => void this.measuring.run("", () => this.again(found)), { "data-key": "again" }),
      sideBySide(this.context, found),
      mayAct && this.photograph(found),
      !found.open && keepButton(this.context, Number(found.entry.slice(1))),
      mayAct && button("Settle it", () => (location.hash = "#/play"), { "data-key": "settle" }),
    );
  }

  /** One for a dispute, so that what it says of a photograph stays. @param {Dispute} dispute */
  photograph(dispute) {
    if (this.photographs?.of !== dispute.dispute) this.photographs = { of: dispute.dispute, part: photographButton(this.context, dispute) };
    return this.photographs.part;
  }

  /** @param {Dispute} dispute */
  async again(dispute) {
    const { battle, seats } = this.context.store.now;
    this.context.say("Hands off the table …");
    try {
      const sent = { id: newId(), seat: seats[0] ?? "", dispute: dispute.dispute };
      const told = await this.context.requests.post(`/battles/${encodeURIComponent(battle)}/review/measure-again`, sent);
      this.context.say(told.refusal?.reason ?? told.events.at(-1)?.says ?? "");
    } catch (failure) {
      this.context.say(failure instanceof Error ? failure.message : String(failure));
    }
  }
}
