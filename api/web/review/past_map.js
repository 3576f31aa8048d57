// Draws the table of a moment: to be looked at and measured, never moved.

import { draw, make } from "../app/elements.js";
import { pieceAt } from "../table/geometry.js";
import { Ground } from "../table/ground.js";
import { Marks } from "../table/marks.js";
import { Names } from "../table/names.js";
import { Pieces } from "../table/pieces.js";
import { fitted, matrix, toTable } from "../table/view.js";
import { PastCards } from "./past_cards.js";

/** @typedef {import("../app/types.js").Snapshot} Snapshot */

const SLACK = 14;

export class PastMap {
  /** @param {HTMLElement} host @param {string} label @param {(id: string) => void} pick */
  constructor(host, label, pick) {
    /** @type {import("../table/view.js").View} */
    this.view = { scale: 10, centre: [0, 0], turn: 0, width: 300, height: 300 };
    /** @type {Snapshot | null} */
    this.table = null;
    this.ground = new Ground();
    this.pieces = new Pieces();
    this.marks = new Marks();
    this.names = new Names({ pieces: this.pieces, ground: this.ground, marks: this.marks });
    this.world = draw("g", { class: "world" });
    this.world.append(this.ground.table, this.ground.areas, this.pieces.errors, this.pieces.bodies, this.marks.lines);
    this.svg = draw("svg", { class: "map", role: "group", "aria-label": label });
    this.svg.append(this.world, this.ground.names, this.pieces.labels, this.marks.words);
    this.nothing = make("p", { class: "no-table" }, "No table was kept up to here: nothing had been measured yet.");
    this.box = make("div", { class: "map-box" });
    this.box.append(this.svg, this.nothing);
    host.append(this.box);
    this.cards = new PastCards(host, label);
    this.svg.addEventListener("click", (event) => {
      const rect = this.svg.getBoundingClientRect();
      const at = toTable(this.view, [event.clientX - rect.left, event.clientY - rect.top]);
      const found = pieceAt(at, this.table?.pieces ?? [], SLACK / this.view.scale);
      if (found) pick(found.id);
    });
    new ResizeObserver(() => this.fit()).observe(this.box);
  }

  /** @param {Snapshot | null} table @param {import("./moments.js").Moment["view"]} view what was known of the battle then */
  show(table, view) {
    this.box.hidden = this.cards.show(view, table);
    this.nothing.hidden = table !== null;
    this.svg.classList.toggle("empty", table === null);
    this.table = table;
    if (!table) return;
    const before = this.ground.size;
    this.ground.show(table);
    this.pieces.show(table.pieces);
    if (before === this.ground.size) this.place();
    else this.fit();
  }

  /** @param {import("../app/types.js").Mark[]} marks @param {string[]} picked */
  lay(marks, picked) {
    this.pieces.pick(picked);
    this.marks.show([{ by: "past", marks }]);
    this.names.place(this.view);
  }

  fit() {
    const box = this.box.getBoundingClientRect();
    if (!this.table || box.width < 1 || box.height < 1) return;
    this.view = fitted({ ...this.view, width: box.width, height: box.height }, this.table.table);
    this.svg.setAttribute("width", String(box.width));
    this.svg.setAttribute("height", String(box.height));
    this.place();
  }

  place() {
    this.world.setAttribute("transform", matrix(this.view));
    this.ground.place(this.view);
    this.pieces.place(this.view, true);
    this.names.place(this.view);
  }
}
