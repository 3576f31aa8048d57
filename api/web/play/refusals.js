// Lists one's own refusals by measuring, and disputes one of them.

import { make, replace } from "../app/elements.js";
import { Once } from "../app/once.js";
import { newId } from "../app/request.js";
import { clock } from "../app/words.js";
import { disputeButton } from "./correcting.js";
import { evidenceList } from "./evidence.js";

/** @typedef {import("../app/shell.js").Context} Context */

/**
 * @typedef {object} Kept A refusal that the battle's file keeps.
 * @property {string} name
 * @property {number} number
 * @property {string} time
 * @property {string} seat
 * @property {string} dispute
 * @property {string} clause
 * @property {string} reason
 * @property {import("../app/types.js").Measured[]} evidence
 */

/** Everybody is told of it so, and of what was asked for.
 * @param {Context} context @param {string} seat @param {string} name as `r3`
 * @param {string} [reason] @returns {Promise<import("../app/types.js").Ruling>}
 */
export function disputeRefusal({ requests, store }, seat, name, reason = "") {
  const battle = encodeURIComponent(store.now.battle);
  const sent = { id: newId(), seat, ...(reason ? { reason } : {}) };
  return requests.post(`/battles/${battle}/refusals/${name.slice(1)}/challenge`, sent);
}

/** A refusal is disputed once, from its card or from anywhere else: then its card offers it no more.
 * @param {Context} context @param {HTMLElement} slips */
export function withoutDisputed({ store }, slips) {
  const card = slips.querySelector("[data-kept]");
  const disputes = /** @type {import("../review/dispute.js").Dispute[]} */ (/** @type {any} */ (store.now.state?.view)?.disputes ?? []);
  const found = disputes.some((each) => each.refusal && each.refusal === card?.getAttribute("data-kept"));
  if (found) card?.replaceWith(make("span", { class: "faint" }, "It is disputed."));
}

export class OwnRefusals {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.disputing = new Once();
    /** Counts what was asked: an older list does not take the place of a newer one, or of another battle's. */
    this.look = 0;
    this.list = make("ol", { class: "log" });
    this.element = make(
      "details",
      { class: "more refusals", ontoggle: () => void this.renew() },
      make("summary", { "data-key": "refusals" }, "What was refused by measuring"),
      make("p", { class: "faint" }, "Only you see this. To dispute one of them tells everybody what you asked for."),
      this.list,
    );
    context.store.on(["state", "seats"], () => void this.renew());
  }

  async renew() {
    const { battle, seats, state } = this.context.store.now;
    this.element.hidden = !state || seats.length === 0;
    const look = (this.look += 1);
    if (!battle || !this.element.open || this.element.hidden) return;
    const path = `/battles/${encodeURIComponent(battle)}/refusals?seat=`;
    try {
      /** @type {Kept[][]} */
      const told = await Promise.all(seats.map((seat) => this.context.requests.get(path + encodeURIComponent(seat))));
      if (look !== this.look) return;
      // Once the battle is over, every seat is told of all of them.
      const every = new Map(told.flat().map((each) => [each.number, each]));
      const rows = [...every.values()].sort((one, other) => other.number - one.number);
      replace(this.list, ...rows.map((each) => this.row(each)), rows.length === 0 && make("li", {}, "Nothing so far."));
    } catch (failure) {
      if (look !== this.look) return;
      replace(this.list, make("li", {}, failure instanceof Error ? failure.message : String(failure)));
    }
  }

  /** @param {Kept} refusal */
  row(refusal) {
    const { seats } = this.context.store.now;
    const may = seats.includes(refusal.seat) && !refusal.dispute;
    return make(
      "li",
      { "data-refusal": refusal.name },
      make("p", {}, make("span", { class: "when" }, clock(refusal.time)), ` ${refusal.seat}, ${refusal.clause}: ${refusal.reason}`),
      make("details", {}, make("summary", {}, "What it was judged by"), evidenceList(refusal.evidence)),
      refusal.dispute && make("p", { class: "faint" }, "It is disputed."),
      may && disputeButton("Dispute it", { of: refusal.name, act: () => void this.disputing.run(refusal.name, () => this.dispute(refusal)), key: `dispute ${refusal.name}` }),
    );
  }

  /** @param {Kept} refusal */
  async dispute(refusal) {
    try {
      const ruling = await disputeRefusal(this.context, refusal.seat, refusal.name);
      this.context.say(ruling.refusal?.reason ?? ruling.events.at(-1)?.says ?? "");
    } catch (failure) {
      this.context.say(failure instanceof Error ? failure.message : String(failure));
    }
    await this.renew();
  }
}
