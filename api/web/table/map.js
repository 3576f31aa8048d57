// Shows the drawn table as a whole: it follows the store, and turns taps into picks.

import { draw, make } from "../app/elements.js";
import { isInside, nextPiece, pieceAt, turnFor } from "./geometry.js";
import { unitsByPiece } from "../state/facts.js";
import { Gestures } from "./gestures.js";
import { Ground } from "./ground.js";
import { Hands } from "./hands.js";
import { Marks } from "./marks.js";
import { Mover } from "./mover.js";
import { Names } from "./names.js";
import { OfferBar } from "./offer_bar.js";
import { Pieces } from "./pieces.js";
import { Ruler } from "./ruler.js";
import { eye, toolbar, underPicture } from "./toolbar.js";
import { Underlay } from "./underlay.js";
import { Zones } from "./zones.js";
import { fitted, keepTurn, keptTurn, matrix, panned, share, toScreen, toTable, zoomed } from "./view.js";
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
    /** Whether its place on the page has another size than what is shown. */
    this.isLate = false;
    this.halo = 0;
    this.ground = new Ground();
    this.zones = new Zones();
    this.pieces = new Pieces();
    this.pieces.isSeen = false;
    this.marks = new Marks();
    this.names = new Names({ pieces: this.pieces, ground: this.ground, marks: this.marks, zones: this.zones });
    this.world = draw("g", { class: "world" });
    this.world.append(
      this.ground.table, this.zones.drawn, this.ground.areas, this.marks.halos, this.pieces.errors,
      this.pieces.bodies, this.marks.lines,
    );
    this.svg = draw("svg", { class: "map", role: "group", "aria-label": "The table from above" });
    this.svg.append(this.world, this.zones.names, this.ground.names, this.pieces.states.layer, this.pieces.labels, this.marks.words);
    this.mover = new Mover({ map: this, requests });
    this.hands = new Hands(this);
    this.ruler = new Ruler(this);
    /** Shows what if, and lets its ghost be dragged. @type {import("../whatif/what_if_maps.js").WhatIfMaps | null} */
    this.looker = null;
    /** Turns that on or off. */
    this.whatIf = () => {};
    this.eye = eye(this);
    this.nothing = make("p", { class: "no-table" }, "Waiting for the table …");
    const box = make("div", { class: "map-box" });
    this.box = box;
    box.append(this.svg, this.nothing);
    this.underlay = new Underlay(this, requests);
    this.pictured = underPicture(this);
    host.append(toolbar(this), box);
    this.bar = new OfferBar(this);
    this.gestures = new Gestures(this.svg, {
      tap: (at) => this.tapped(at),
      grab: (at) => this.ruler.grab(at) || Boolean(this.looker?.grab(at)) || this.mover.grab(at),
      drag: (at) => (this.ruler.isOn ? this.ruler.drag(at) : this.looker?.isHeld ? this.looker.drag(at) : this.mover.drag(at)),
      drop: (at) => (this.ruler.isOn ? this.ruler.drop() : this.looker?.isHeld ? this.looker.drop() : this.mover.drop(at)),
      pan: (by) => this.look(panned(this.view, by, this.size())),
      zoom: (factor, at) => this.look(zoomed(this.view, factor, at)),
      lifted: () => this.isLate && this.resized(),
    });
    this.svg.addEventListener("keydown", (event) => this.typed(event));
    this.svg.addEventListener("click", (event) => this.pressed(event));
    new ResizeObserver(() => this.resized()).observe(box);
    store.on(["state"], () => this.stateChanged());
    store.on(["table"], () => this.tableChanged());
    store.on(["picked"], () => this.pickedChanged());
    store.on(["drawn"], () => this.drawnChanged());
    store.on(["seen"], () => this.pieces.see(store.now.seen));
    store.on(["state", "table", "me"], () => this.turnToPlayer());
    store.on(["byHand", "me", "table"], () => (this.pictured.hidden = store.now.byHand || store.now.me?.role !== "host" || !store.now.table));
    store.on(["choosing"], () => this.choosingChanged());
    store.on(["hung"], () => this.hungChanged());
    store.on(["tableWhy", "table"], () => this.whyChanged());
    store.on(["state", "table", "edges"], () => this.zonesChanged());
  }

  zonesChanged() {
    const { state, edges } = this.store.now;
    this.zones.show(state?.view.state, this.size(), { sides: state?.view.seats.flatMap((seat) => seat.sides) ?? [], edges });
    this.names.place(this.view);
  }

  size() {
    return this.store.now.table?.table ?? { width_in: 36, depth_in: 36 };
  }

  // --- what is looked at -------------------------------------------------------------------------

  /** While a finger is down the table stays as it is under it. */
  resized() {
    const box = this.box.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) return;
    this.isLate = this.gestures.fingers.size > 0;
    if (this.isLate) return;
    this.pieces.seen();
    this.view = { ...this.view, width: box.width, height: box.height };
    this.svg.setAttribute("width", String(box.width));
    this.svg.setAttribute("height", String(box.height));
    // On paper it is made to fit its box, which nothing tells it of.
    this.svg.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
    if (this.isFitted) this.fit();
    else this.look(this.view);
  }

  fit() {
    if (this.box.closest(".map-host")) document.documentElement.style.setProperty("--table-share", share(this.view, this.size()).toFixed(3));
    this.look(fitted(this.view, this.size()));
    this.isFitted = true;
  }

  /** @param {number} factor */
  zoom(factor) {
    this.look(zoomed(this.view, factor, [this.view.width / 2, this.view.height / 2]));
  }

  /** Turn the table by a quarter, so that it lies as the player sees it. */
  turn() {
    this.turnTo((this.view.turn + 90) % 360);
  }

  /** A player sees the table from where their pieces begin; from then on it stays as it is. */
  turnToPlayer() {
    const { me, state, table } = this.store.now;
    if (this.isTurned || me?.role !== "player" || !state || !table) return;
    this.isTurned = true;
    const sides = state.view.seats.find((seat) => seat.name === me.seat)?.sides ?? [];
    this.turnTo(keptTurn(this.reader()) ?? turnFor(table, sides));
  }

  /** Whoever comes again in mid-battle sees it from the same side. @param {number} turn */
  turnTo(turn) {
    keepTurn(this.reader(), turn);
    this.view = { ...this.view, turn };
    this.fit();
  }

  reader() {
    const { battle, me } = this.store.now;
    return `${battle} ${me?.seat ?? ""}`;
  }

  /** @param {import("./view.js").View} view */
  look(view) {
    this.view = view;
    this.isFitted = false;
    this.world.setAttribute("transform", matrix(view));
    this.ground.place(view);
    this.pieces.place(view, true);
    this.names.place(view);
    this.ruler.place();
    this.underlay?.place();
    this.bar?.place();
    this.looker?.areas.place(view);
    this.mover.pickedChanged();
    this.hands.place();
  }

  // --- what has changed --------------------------------------------------------------------------

  stateChanged() {
    const { state, table } = this.store.now;
    this.pieces.playing(state?.view.game ?? "");
    this.pieces.tell(unitsByPiece(state?.view.facts));
    this.ground.lies(state?.view.facts.surface ?? "mat");
    // What the game has taken off the table lies there no more.
    if (!table) return;
    this.pieces.show(this.standing());
    // What comes back has no place for its name yet.
    this.pieces.place(this.view, false);
    this.names.place(this.view);
  }

  tableChanged() {
    const { table, picked } = this.store.now;
    if (!table) return;
    const isOther = this.ground.size !== `${table.table.width_in} ${table.table.depth_in}`;
    this.ground.show(table);
    this.pieces.show(this.standing());
    if (isOther) this.fit();
    else {
      this.pieces.place(this.view, false);
      this.names.place(this.view);
    }
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
    this.names.place(this.view);
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
    this.names.place(this.view);
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

  hungChanged() {
    const { hung } = this.store.now;
    if (hung) this.bar.show(hung.piece, hung.bids, hung.isTyped);
    else this.bar.close();
  }

  // --- what is done ------------------------------------------------------------------------------

  /** The pieces where they are, or will be as soon as the umpire has moved them. */
  standing() {
    const { table, byHand } = this.store.now;
    const pieces = (table?.pieces ?? []).filter((piece) => !byHand || !this.pieces.states.isGone(piece.id));
    return pieces.map((piece) => ({ ...piece, pose: this.mover.asked.poseOf(piece) }));
  }

  /** @param {Point} at on the screen */
  pieceAt(at) {
    return pieceAt(toTable(this.view, at), this.standing(), SLACK / this.view.scale, (id) => this.pieces.states.isLost(id));
  }

  /** @param {Point} at */
  tapped(at) {
    const place = toTable(this.view, at);
    const { choosing, table } = this.store.now;
    this.store.set({ hung: null });
    if (choosing?.what === "place") {
      choosing.choose("", place, false);
      return;
    }
    if (choosing?.what === "area") {
      const areas = (table?.terrain ?? []).filter((area) => isInside(place, area.outline_in));
      const area = areas.find((each) => choosing.allowed.includes(each.id)) ?? areas[0];
      if (area) choosing.choose(area.id, place, false);
      return;
    }
    const piece = this.pieceAt(at);
    if (piece) this.pick(piece.id, place);
    else if (!choosing) this.store.set({ picked: [] });
  }

  /** @param {string} id @param {Point} [place] @param {boolean} [isTyped] */
  pick(id, place = [0, 0], isTyped = false) {
    const { choosing, picked, table } = this.store.now;
    this.pieces.focusable(id);
    if (choosing?.what === "unit" && (choosing.allowed.includes(id) || choosing.greyed[id])) {
      this.store.set({ picked: [id] });
      choosing.choose(id, place, isTyped);
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
    if (piece instanceof SVGElement && piece.dataset.piece) this.pick(piece.dataset.piece, [0, 0], true);
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
    if (key === "Enter" || key === " ") this.pick(this.pieces.focused, [0, 0], true);
    else if (key === "Escape") this.store.set({ picked: [] });
    else if (key === "+" || key === "=") this.zoom(1.25);
    else if (key === "-") this.zoom(0.8);
    else if (key === "0") this.fit();
    else if (key === "r") this.turn();
    else if (key === "w") this.whatIf();
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
