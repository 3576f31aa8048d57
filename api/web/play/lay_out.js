// Puts one's units into the strip in which they begin, where they stand elsewhere on a table without a camera.

import { button, make } from "../app/elements.js";
import { isInside } from "../table/geometry.js";
import { stripOutline, stripsOf } from "../table/zones.js";

/** @typedef {import("../app/types.js").Piece} Piece */

/** Sides that begin in a strip and have a piece that stands outside of all of theirs; pure.
 * @param {{zones?: unknown, forces?: unknown} | undefined} told by the game
 * @param {{sides: string[], pieces: Piece[], table: import("../table/zones.js").Size}} now @returns {string[]} */
export function outside(told, { sides, pieces, table }) {
  const strips = stripsOf({ zones: told?.zones, forces: told?.forces }, { sides, edges: [] });
  return sides.filter((side) => {
    const own = strips.flatMap((each) => (each.side === side ? [stripOutline(each.strip, table)] : []));
    const isIn = (/** @type {Piece} */ { pose }) => !pose || own.some((ring) => isInside([pose.x_in, pose.y_in], ring));
    return own.length > 0 && pieces.some((piece) => piece.side === side && !isIn(piece));
  });
}

export class LayOut {
  /** @param {import("../app/shell.js").Context} context */
  constructor(context) {
    this.context = context;
    /** @type {string[]} */
    this.sides = [];
    this.element = make(
      "div",
      { class: "lay-out", hidden: true },
      make("p", {}, "Drag your units into the shaded strip, or:"),
      button("Lay them out in it for me", () => void this.lay(), { "data-key": "lay out" }),
    );
    context.store.on(["state", "table", "byHand", "seats"], () => this.show());
  }

  show() {
    const { state, table, byHand, seats } = this.context.store.now;
    const own = (state?.view.seats ?? []).filter(({ name }) => seats.includes(name)).flatMap(({ sides }) => sides);
    this.sides = byHand && table ? outside(state?.view.state, { sides: own, pieces: table.pieces, table: table.table }) : [];
    this.element.hidden = this.sides.length === 0;
  }

  async lay() {
    const { battle } = this.context.store.now;
    try {
      const { left } = await this.context.requests.post(`/battles/${encodeURIComponent(battle)}/lay-out`, { sides: this.sides, anew: true });
      if (left.length > 0) this.context.say(`No room for ${left.join(", ")}.`);
    } catch (failure) {
      this.context.say(failure instanceof Error ? failure.message : String(failure));
    }
  }
}
