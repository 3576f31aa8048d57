// Puts the pieces of the army on a table that is moved by hand, or drawn to practise with.

import { button, make, replace } from "../app/elements.js";
import { listed } from "../app/words.js";
import { isOfCards } from "../state/facts.js";
import { distance } from "../table/geometry.js";
import { dragged } from "./tray.js";

/** @typedef {{id: string, name: string, side: string, kind: string, footprint: object, off?: boolean}} ArmyPiece
 * `off` where it belongs beside the table now: it comes later, rides or was lost. */

/** @typedef {import("../app/types.js").Point} Point */

/** Inches between the middles of two pieces that hardly lie on one another. */
const APART = 4;
const STEP = 1;

/** The place nearest to the middle of a table that is clear of all that lies there, or the clearest; pure.
 * @param {{width_in: number, depth_in: number}} table @param {Point[]} lying @returns {Point}
 */
export function freeSpot({ width_in: width, depth_in: depth }, lying) {
  /** @type {Point[]} */
  const spots = [];
  for (let x = STEP; x < width; x += STEP) for (let y = STEP; y < depth; y += STEP) spots.push([x, y]);
  /** @type {Point} */
  const middle = [width / 2, depth / 2];
  /** @param {Point} spot */
  const clear = (spot) => Math.min(APART, ...lying.map((each) => distance(spot, each)));
  spots.sort((one, other) => clear(other) - clear(one) || distance(one, middle) - distance(other, middle));
  return spots[0] ?? middle;
}

export class PiecesPart {
  title = "Pieces on the table";

  /** @param {import("../app/shell.js").Context} context */
  constructor(context) {
    this.context = context;
    this.said = make("p", { class: "faint" });
    this.tray = make("div", { class: "chips" });
    this.all = button("Lay the units out in their zones", () => void this.layOut(), { "data-key": "lay-out" });
    this.element = make("div", {}, this.said, this.all, this.tray);
    /** @type {ArmyPiece[]} */
    this.army = [];
    /** The battle whose army it is. */
    this.of = "";
    this.shown = "";
    /** Where those come to that are on their way to the table. @type {Point[]} */
    this.pending = [];
    context.store.on(["table", "practice"], () => this.show());
  }

  isDue() {
    const { byHand, practice, battle, state } = this.context.store.now;
    return (byHand || practice) && battle !== "" && !isOfCards(state);
  }

  async refresh() {
    const { battle } = this.context.store.now;
    const army = await this.context.requests.get(`/battles/${encodeURIComponent(battle)}/army`).catch(() => null);
    if (battle !== this.context.store.now.battle) return;
    // Where the umpire does not answer, what was known of this battle holds.
    if (army !== null || battle !== this.of) this.army = army ?? [];
    this.of = battle;
    this.show();
  }

  show() {
    const { table, practice } = this.context.store.now;
    const there = new Set([...this.lying(), ...(table?.terrain ?? [])].map((each) => each.id));
    const own = this.army.filter((piece) => piece.side && !piece.off);
    const off = this.army.filter((piece) => piece.side && piece.off).map((piece) => piece.id);
    const waiting = own.filter((piece) => !there.has(piece.id));
    const others = this.army.filter((piece) => !piece.side && !there.has(piece.id));
    const beside = off.length > 0 ? ` Off the table for now: ${listed(off)}.` : "";
    const how = waiting.length === 0 ? "A picked one is turned by its handle." : "Drag them there from here; a picked one is turned by its handle.";
    const told = own.length === 0 ? "" : `${own.length - waiting.length} of ${own.length} units are on the table.${beside} ${how}`;
    if (this.said.textContent !== told) this.said.textContent = told;
    this.all.hidden = waiting.length === 0 || practice;
    const key = [...waiting, ...others].map((piece) => piece.id).join("\n");
    if (key === this.shown) return;
    this.shown = key;
    replace(
      this.tray,
      ...waiting.map((piece) => this.putter(piece)),
      others.length > 0 &&
        make("details", {}, make("summary", {}, "Markers and the like"), make("div", { class: "chips" }, ...others.map((piece) => this.putter(piece)))),
    );
  }

  /** What lies on the table. */
  lying() {
    const { table, practice } = this.context.store.now;
    // Of a piece that is gone a camera says that it does not see it.
    return (table?.pieces ?? []).filter((each) => !practice || ["seen", "moving"].includes(each.state));
  }

  /** All that are not on the table yet, each side in its own zone. */
  async layOut() {
    const { battle, me } = this.context.store.now;
    try {
      const told = await this.context.requests.post(`/battles/${encodeURIComponent(battle)}/lay-out`, {});
      const without = me?.role === "host" ? told.left : told.left.filter((/** @type {string} */ id) => this.isOwn(id));
      this.context.say(without.length > 0 ? `No room for ${without.join(", ")}.` : "They stand in their zones.");
    } catch (failure) {
      this.context.say(failure instanceof Error ? failure.message : String(failure));
    }
  }

  /** @param {string} id */
  isOwn(id) {
    const { own } = this.context.store.now;
    return own === null || own.includes(id);
  }

  /** @param {ArmyPiece} piece */
  putter(piece) {
    const chip = button(`Put down ${piece.id}`, () => void this.put(piece), {
      "data-key": piece.id,
      class: "in-tray",
      title: [piece.side, piece.kind, piece.name].filter(Boolean).join(" "),
    });
    dragged(chip, (at) => void this.put(piece, at));
    return chip;
  }

  /** Where it was let go; else as near to the middle of the table as there is room.
   * @param {ArmyPiece} piece @param {{x_in: number, y_in: number}} [at]
   */
  async put(piece, at) {
    const { table, practice } = this.context.store.now;
    const lying = this.lying().flatMap(({ pose }) => (pose ? [/** @type {Point} */ ([pose.x_in, pose.y_in])] : []));
    const [x, y] = freeSpot(table?.table ?? { width_in: 36, depth_in: 36 }, [...lying, ...this.pending]);
    const place = { x_in: x, y_in: y, ...at, heading_deg: 90 };
    const coming = /** @type {Point} */ ([place.x_in, place.y_in]);
    this.pending.push(coming);
    try {
      if (practice) await this.context.lay(piece.id, place);
      else await this.context.requests.put(`/table/pieces/${encodeURIComponent(piece.id)}`, place);
    } catch (failure) {
      this.context.say(failure instanceof Error ? failure.message : String(failure));
    } finally {
      this.pending.splice(this.pending.indexOf(coming), 1);
    }
  }
}
