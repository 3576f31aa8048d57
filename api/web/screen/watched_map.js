// Draws the table for those who only watch: it follows the store, fills its place, and nothing on it can be pressed.

import { draw, make } from "../app/elements.js";
import { Ground } from "../table/ground.js";
import { Marks } from "../table/marks.js";
import { Names } from "../table/names.js";
import { Pieces } from "../table/pieces.js";
import { fitted, matrix } from "../table/view.js";
import { unitsByPiece } from "../state/facts.js";
import { Zones } from "../table/zones.js";

// So much larger than on a desk are names and lines, to be read from the other end of a room.
const LARGER = 1.55;

export class WatchedMap {
  /** @param {{host: HTMLElement, store: import("../app/store.js").Store}} parts */
  constructor({ host, store }) {
    this.store = store;
    /** @type {import("../table/view.js").View} */
    this.view = { scale: 10, centre: [0, 0], turn: 0, width: 300, height: 300 };
    this.ground = new Ground();
    this.zones = new Zones();
    this.pieces = new Pieces();
    this.marks = new Marks();
    this.names = new Names({ pieces: this.pieces, ground: this.ground, marks: this.marks, zones: this.zones });
    this.world = draw("g", { class: "world" });
    this.world.append(this.ground.table, this.zones.drawn, this.ground.areas, this.pieces.bodies, this.marks.lines);
    this.svg = draw("svg", { class: "map", role: "img", "aria-label": "The table from above" });
    this.svg.append(this.world, this.zones.names, this.ground.names, this.pieces.states.layer, this.pieces.labels, this.marks.words);
    this.box = make("div", { class: "map-box" });
    this.box.append(this.svg);
    host.append(this.box);
    new ResizeObserver(() => this.place()).observe(this.box);
    store.on(["state", "table"], () => this.changed());
    store.on(["drawn"], () => this.lined());
  }

  changed() {
    const { state, table } = this.store.now;
    if (!table) return;
    const { states } = this.pieces;
    this.pieces.playing(state?.view.game ?? "");
    this.pieces.tell(unitsByPiece(state?.view.facts));
    this.ground.show(table);
    this.pieces.show(table.pieces.filter((piece) => !states.isGone(piece.id)));
    for (const { group } of this.pieces.shown.values()) {
      for (const each of ["role", "aria-pressed", "tabindex"]) group.removeAttribute(each);
    }
    this.zones.show(state?.view.state, table.table, { sides: state?.view.seats.flatMap((seat) => seat.sides) ?? [] });
    this.place();
  }

  lined() {
    this.marks.show(this.store.now.drawn);
    this.names.place(this.view);
  }

  place() {
    const { table } = this.store.now;
    const box = this.box.getBoundingClientRect();
    if (!table || box.width < 1 || box.height < 1) return;
    const [width, height] = [box.width / LARGER, box.height / LARGER];
    this.view = fitted({ ...this.view, width, height }, table.table);
    this.svg.setAttribute("viewBox", `0 0 ${width.toFixed(1)} ${height.toFixed(1)}`);
    this.world.setAttribute("transform", matrix(this.view));
    this.ground.place(this.view);
    this.pieces.place(this.view, true);
    this.names.place(this.view);
  }
}
