// Shows which pieces others have in hand: whoever is first holds a piece, and nobody else drags it.

import { draw } from "../app/elements.js";
import { extent } from "./geometry.js";
import { toScreen } from "./view.js";

/** Who has a piece in hand, in words; empty where nobody else does; pure.
 * @param {Record<string, string>} held the seats by piece @param {string} piece
 */
export function heldWords(held, piece) {
  const by = held[piece];
  return by === undefined ? "" : `${by || "The host"} has ${piece} in hand`;
}

export class Hands {
  /** @param {import("./map.js").TableMap} map */
  constructor(map) {
    this.map = map;
    this.layer = draw("g", { class: "hands", "aria-hidden": "true" });
    map.svg.append(this.layer);
    /** @type {Set<string>} */
    this.told = new Set();
    map.store.on(["held"], () => this.changed());
    map.store.on(["table"], () => this.place());
  }

  changed() {
    const { held, holding } = this.map.store.now;
    // Both reached for it at once, and the other was first: it goes back where it was.
    if (held[holding] !== undefined) this.map.mover.drop(null);
    if (held[holding] !== undefined) this.map.say(`${heldWords(held, holding)}.`);
    for (const [id, { group }] of this.map.pieces.shown) group.classList.toggle("in-hand", held[id] !== undefined);
    const fresh = Object.keys(held).filter((id) => !this.told.has(id));
    this.told = new Set(Object.keys(held));
    if (fresh.length > 0) this.map.whisper(`${fresh.map((id) => heldWords(held, id)).join(", ")}.`);
    this.place();
  }

  place() {
    const { held } = this.map.store.now;
    const words = this.map.standing().flatMap((piece) => {
      if (held[piece.id] === undefined || !piece.pose) return [];
      const [x, y] = toScreen(this.map.view, [piece.pose.x_in, piece.pose.y_in]);
      const above = extent(piece.footprint).front * this.map.view.scale + 14;
      const place = `translate(${x.toFixed(1)} ${(y - above).toFixed(1)})`;
      return [draw("text", { class: "note", "data-held": piece.id, transform: place }, `${held[piece.id] || "The host"} moves it`)];
    });
    this.layer.replaceChildren(...words);
  }
}
