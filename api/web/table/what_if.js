// Measures from where a piece could stand, before it is moved; nobody is told.

import { button } from "../app/elements.js";
import { ring } from "../back/guides.js";

/** @typedef {import("../app/store.js").Store} Store */
/** @typedef {import("../app/types.js").Point} Point */

const NAME = "what if";

export class WhatIf {
  /** @param {{store: Store, say: (text: string) => void}} parts */
  constructor({ store, say }) {
    this.store = store;
    this.say = say;
    this.element = button("What if it stood elsewhere?", () => this.pressed(), { "data-key": NAME });
    store.on(["picked", "battle", "me", "supposed"], () => this.changed());
    store.on(["table", "supposed"], () => this.drawn());
  }

  changed() {
    const { picked, battle, me, supposed } = this.store.now;
    if (supposed && supposed.piece !== picked[0]) {
      this.store.set({ supposed: null });
      return;
    }
    this.element.hidden = !battle || me?.role === "spectator" || picked.length === 0;
    this.element.textContent = supposed ? `${supposed.piece} where it really stands` : "What if it stood elsewhere?";
    this.element.setAttribute("aria-pressed", String(supposed !== null));
  }

  pressed() {
    const { picked, supposed } = this.store.now;
    const [piece] = picked;
    if (supposed) this.store.set({ supposed: null });
    else if (piece) {
      this.say(`Tap where ${piece} could stand. Nobody else is told.`);
      this.store.set({ choosing: { what: "place", allowed: [], greyed: {}, choose: (_, place) => this.suppose(piece, place) } });
    }
  }

  /** @param {string} piece @param {Point} place */
  suppose(piece, [x, y]) {
    this.store.set({ choosing: null, supposed: { piece, x_in: Number(x.toFixed(2)), y_in: Number(y.toFixed(2)) } });
  }

  drawn() {
    const { supposed, table } = this.store.now;
    const piece = supposed && table?.pieces.find((each) => each.id === supposed.piece);
    if (!supposed || !piece) return this.store.draw(NAME, []);
    const pose = { ...supposed, heading_deg: piece.pose?.heading_deg ?? 0 };
    this.store.draw(NAME, [{ what: "to-be", line_in: ring(piece, pose), answer: "CANNOT_SEE", words: `${piece.id}, supposed` }]);
  }
}
