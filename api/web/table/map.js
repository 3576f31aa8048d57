// Shows the drawn table as a whole: it follows the store, and turns taps into picks.

import { draw, make } from "../app/elements.js";
import { isInside, nextPiece, pieceAt, turnFor } from "./geometry.js";
import { Gestures } from "./gestures.js";
import { Ground } from "./ground.js";
import { Marks } from "./marks.js";
import { Mover } from "./mover.js";
import { Pieces } from "./pieces.js";
import { Ruler } from "./ruler.js";
import { toolbar } from "./toolbar.js";
import { Zones } from "./zones.js";
import { fitted, matrix, panned, toScreen, toTable, zoomed } from "./view.js";
import { pieceWords } from "./words.js";

/** @typedef {import("../app/types.js").Point} Point */
/** @typedef {import("../app/store.js").Store} Store */

// Pixels that a finger may miss a piece by.
const SLACK = 16;
/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class TableMap {
  /** @param {{host: HTMLElement, store: Store, requests: import("../app/request.js").Requests,
   *   say: (text: string) => void, whisper: (text: string) => void}} parts
   *   `whisper` is for those who do not see the table */
  constructor({ host, store, requests, say, whisper }) {
    this.store = store;
    this.say = say;
    this.whisper = whisper;
    /** @type {import("./view.js").View} */
    this.view = { scale: 10, centre: [0, 0], turn: 0, width: 300, height: 300 };
    /** Until somebody zooms, the whole table stays in the picture. */
    this.isFitted = true;
    this.isTurned = false;
    this.halo = 0;
    this.ground = new Ground();
    this.zones = new Zones();
    this.pieces = new Pieces();
    this.marks = new Marks();
    this.world = draw("g", { class: "world" });
    this.world.append(
      this.ground.table, this.zones.drawn, this.ground.areas, this.marks.halos, this.pieces.errors,
      this.pieces.bodies, this.marks.lines,
    );
    this.svg = draw("svg", { class: "map", role: "group", "aria-label": "The table from above" });
    this.svg.append(this.world, this.ground.names, this.pieces.labels, this.marks.words);
    this.mover = new Mover({ map: this, requests });
    this.ruler = new Ruler(this);
    this.nothing = make("p", { class: "no-table" }, "Waiting for the table …");
    const box = make("div", { class: "map-box" });
    box.append(this.svg, this.nothing);
    host.append(toolbar(this), box);
    this.gestures = new Gestures(this.svg, {
      tap: (at) => this.tapped(at),
      grab: (at) => this.ruler.grab(at) || this.mover.grab(at),
      drag: (at) => (this.ruler.isOn ? this.ruler.drag(at) : this.mover.drag(at)),
      drop: (at) => (this.ruler.isOn ? this.ruler.drop() : this.mover.drop(at)),
      pan: (by) => this.look(panned(this.view, by, this.size())),
      zoom: (factor, at) => this.look(zoomed(this.view, factor, at)),
    });
    this.svg.addEventListener("keydown", (event) => this.typed(event));
    this.svg.addEventListener("click", (event) => this.pressed(event));
    this.box = box;
    new ResizeObserver(() => this.resized()).observe(box);
    store.on(["table"], () => this.tableChanged());
    store.on(["picked"], () => this.pickedChanged());
    store.on(["drawn"], () => this.drawnChanged());
    store.on(["seen"], () => this.pieces.see(store.now.seen));
    store.on(["state", "table", "me"], () => this.turnToPlayer());
    store.on(["choosing"], () => this.choosingChanged());
    store.on(["tableWhy", "table"], () => this.whyChanged());
    store.on(["state", "table"], () => this.zones.show(store.now.state?.view.state.zones, this.size()));
  }

  size() {
    return this.store.now.table?.table ?? { width_in: 36, depth_in: 36 };
  }

  // --- what is looked at -------------------------------------------------------------------------

  resized() {
    const box = this.box.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) return;
    this.view = { ...this.view, width: box.width, height: box.height };
    this.svg.setAttribute("width", String(box.width));
    this.svg.setAttribute("height", String(box.height));
    if (this.isFitted) this.fit();
    else this.look(this.view);
  }

  fit() {
    this.look(fitted(this.view, this.size()));
    this.isFitted = true;
  }

  /** @param {number} factor */
  zoom(factor) {
    this.look(zoomed(this.view, factor, [this.view.width / 2, this.view.height / 2]));
  }

  /** Turn the table by a quarter, so that it lies as the player sees it. */
  turn() {
    this.view = { ...this.view, turn: (this.view.turn + 90) % 360 };
    this.fit();
  }

  /** A player sees the table from where their pieces begin; from then on it stays as it is. */
  turnToPlayer() {
    const { me, state, table } = this.store.now;
    if (this.isTurned || me?.role !== "player" || !state || !table) return;
    this.isTurned = true;
    const sides = state.view.seats.find((seat) => seat.name === me.seat)?.sides ?? [];
    this.view = { ...this.view, turn: turnFor(table, sides) };
    this.fit();
  }

  /** @param {import("./view.js").View} view */
  look(view) {
    this.view = view;
    this.isFitted = false;
    this.world.setAttribute("transform", matrix(view));
    this.ground.place(view);
    this.pieces.place(view, true);
    this.marks.place(view);
    this.ruler.place();
    this.mover.pickedChanged();
  }

  // --- what has changed --------------------------------------------------------------------------

  tableChanged() {
    const { table, picked } = this.store.now;
    if (!table) return;
    const isOther = this.ground.size !== `${table.table.width_in} ${table.table.depth_in}`;
    this.ground.show(table);
    this.pieces.show(this.standing());
    if (isOther) this.fit();
    else this.pieces.place(this.view, false);
    this.haloChanged();
    const known = new Set(table.pieces.map((piece) => piece.id));
    if (picked.some((id) => !known.has(id))) {
      this.store.set({ picked: picked.filter((id) => known.has(id)) });
    }
  }

  whyChanged() {
    const { table, tableWhy } = this.store.now;
    this.nothing.hidden = table !== null && !tableWhy;
    this.nothing.textContent = tableWhy || "Waiting for the table …";
    this.svg.classList.toggle("stale", Boolean(tableWhy) || (table !== null && table.health.state !== "live"));
  }

  pickedChanged() {
    this.pieces.pick(this.store.now.picked);
    this.haloChanged();
    this.mover.pickedChanged();
  }

  haloChanged() {
    const { table, picked } = this.store.now;
    const chosen = table?.pieces.filter((piece) => picked[0] === piece.id) ?? [];
    this.marks.halo(this.halo ? chosen : [], this.halo);
  }

  drawnChanged() {
    this.marks.show(this.store.now.drawn);
    this.marks.place(this.view);
  }

  choosingChanged() {
    const { choosing } = this.store.now;
    const allowed = choosing ? new Set(choosing.allowed) : null;
    const greyed = new Set(Object.keys(choosing?.greyed ?? {}));
    const ofAreas = choosing?.what === "area";
    this.pieces.choosable(ofAreas ? null : choosing?.what === "unit" ? allowed : null, greyed);
    this.ground.choosable(ofAreas ? allowed : null);
    this.svg.classList.toggle("choosing", choosing !== null);
  }

  // --- what is done ------------------------------------------------------------------------------

  /** The pieces where they are, or will be as soon as the umpire has moved them. */
  standing() {
    const pieces = this.store.now.table?.pieces ?? [];
    return pieces.map((piece) => ({ ...piece, pose: this.mover.asked.poseOf(piece) }));
  }

  /** @param {Point} at on the screen */
  pieceAt(at) {
    return pieceAt(toTable(this.view, at), this.standing(), SLACK / this.view.scale);
  }

  /** @param {Point} at */
  tapped(at) {
    const place = toTable(this.view, at);
    const { choosing, table } = this.store.now;
    if (choosing?.what === "place") {
      choosing.choose("", place);
      return;
    }
    if (choosing?.what === "area") {
      const areas = (table?.terrain ?? []).filter((area) => isInside(place, area.outline_in));
      const area = areas.find((each) => choosing.allowed.includes(each.id)) ?? areas[0];
      if (area) choosing.choose(area.id, place);
      return;
    }
    const piece = this.pieceAt(at);
    if (piece) this.pick(piece.id, place);
    else if (!choosing) this.store.set({ picked: [] });
  }

  /** @param {string} id @param {Point} [place] */
  pick(id, place = [0, 0]) {
    const { choosing, picked, table } = this.store.now;
    this.pieces.focusable(id);
    if (choosing?.what === "unit") {
      choosing.choose(id, place);
      return;
    }
    const others = picked.filter((each) => each !== id);
    const after = picked.includes(id) ? others : [...picked.slice(0, 1), id];
    this.store.set({ picked: after });
    const piece = table?.pieces.find((each) => each.id === id);
    if (piece) this.whisper(`${pieceWords(piece)}${after.includes(id) ? ", picked" : ", no longer picked"}`);
  }

  /** A screen reader presses what it finds; a finger's press has been understood already.
   * @param {MouseEvent} event
   */
  pressed(event) {
    if (event.detail !== 0) return;
    const piece = /** @type {Element} */ (event.target).closest("[data-piece]");
    if (piece instanceof SVGElement && piece.dataset.piece) this.pick(piece.dataset.piece);
  }

  /** @param {KeyboardEvent} event */
  typed(event) {
    if (event.ctrlKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    const done =
      this.mover.typed(event) ||
      (arrow ? this.stepped(event, arrow) : this.keyed(event.key));
    if (done) event.preventDefault();
  }

  /** @param {string} key */
  keyed(key) {
    if (key === "Enter" || key === " ") this.pick(this.pieces.focused);
    else if (key === "Escape") this.store.set({ picked: [] });
    else if (key === "+" || key === "=") this.zoom(1.25);
    else if (key === "-") this.zoom(0.8);
    else if (key === "0") this.fit();
    else if (key === "r") this.turn();
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event @param {Point} arrow */
  stepped(event, arrow) {
    if (event.shiftKey) {
      this.look(panned(this.view, [-40 * arrow[0], -40 * arrow[1]], this.size()));
      return true;
    }
    const places = [...this.pieces.shown.values()].flatMap(({ piece }) =>
      piece.pose ? [{ id: piece.id, at: toScreen(this.view, [piece.pose.x_in, piece.pose.y_in]) }] : [],
    );
    const next = nextPiece(this.pieces.focused, places, arrow);
    if (next) {
      this.pieces.focusable(next);
      this.pieces.shown.get(next)?.group.focus({ preventScroll: true });
    }
    return true;
  }
}
