// Lays a unit that is due on a table without a camera: it waits in the dock until it is dragged onto the map.

import { button, make, replace } from "../app/elements.js";
import { dragged } from "../setup/tray.js";

/** @typedef {import("../state/facts.js").Unit} Unit */

/** The pieces of the units that are asked for by name and lie nowhere yet; what rides comes with its carrier; pure.
 * @param {{awaits: string, units: Unit[], there: Set<string>, own: string[] | null}} now @returns {string[]} */
export function toLay({ awaits, units, there, own }) {
  const named = new Set(awaits.split(/[^\p{L}\p{N}_-]+/u));
  const due = units.filter((unit) => unit.stage === "to_come" && !unit.carried_by && named.has(unit.id));
  return due.flatMap((unit) => unit.pieces).filter((piece) => !there.has(piece) && (own === null || own.includes(piece)));
}

export class ToCome {
  /** @param {import("../app/shell.js").Context} context */
  constructor({ store, requests, say }) {
    this.store = store;
    this.requests = requests;
    this.say = say;
    this.shown = "";
    this.chips = make("div", { class: "chips" });
    this.element = make("div", { class: "to-come", hidden: true }, make("p", {}, "Not on the table yet: drag it onto the map."), this.chips);
    store.on(["state", "table", "byHand", "own"], () => this.show());
  }

  show() {
    const { state, table, byHand, own, seats } = this.store.now;
    const there = new Set((table?.pieces ?? []).map((each) => each.id));
    const asked = { awaits: state?.view.awaits ?? "", units: state?.view.facts?.units ?? [], there, own };
    const waiting = byHand && seats.length > 0 ? toLay(asked) : [];
    this.element.hidden = waiting.length === 0;
    if (waiting.join("\n") === this.shown) return;
    this.shown = waiting.join("\n");
    replace(this.chips, ...waiting.map((piece) => this.chip(piece)));
  }

  /** @param {string} piece */
  chip(piece) {
    const { width_in: width, depth_in: depth } = this.store.now.table?.table ?? { width_in: 36, depth_in: 36 };
    const found = button(`Put down ${piece}`, () => void this.put(piece, { x_in: width / 2, y_in: depth / 2 }), { class: "in-tray", "data-key": `lay ${piece}` });
    dragged(found, (at) => void this.put(piece, at));
    return found;
  }

  /** @param {string} piece @param {{x_in: number, y_in: number}} at */
  async put(piece, at) {
    const { battle, me } = this.store.now;
    const table = me?.role === "player" ? `/battles/${encodeURIComponent(battle)}` : "/table";
    try {
      await this.requests.put(`${table}/pieces/${encodeURIComponent(piece)}`, { ...at, heading_deg: 90 });
    } catch (failure) {
      this.say(failure instanceof Error ? failure.message : String(failure));
    }
  }
}
