// Moves pieces for people without a camera: dragged, turned by the handle, or by keys.

import { draw } from "../app/elements.js";
import { query } from "../app/request.js";
import { inches } from "../app/words.js";
import { sound } from "../seat/sounds.js";
import { Asked } from "./asked.js";
import { distance, extent, path, short } from "./geometry.js";
import { heldWords } from "./hands.js";
import { ReachDisc } from "./reach_disc.js";
import { clamp, toScreen, toTable } from "./view.js";

/** @typedef {import("../app/types.js").Point} Point */
/** @typedef {import("../app/types.js").Piece} Piece */

// Pixels from the middle of the handle within which a finger takes hold of it.
const HANDLE = 22;
const TURN_STEP = 15;
const NUDGE = 0.25;
// Pixels from one line of what is said to the next, about.
const LINE = 16;
// Inches within which a piece is where it was.
const SAME = 0.005;
// Inches and pixels beyond the edge up to which a piece is meant to stand at it.
const BESIDE = { inches: 2, pixels: 30 };

/** Whether a place lies beside the table, and not just over its edge as one lets go; pure.
 * @param {Point} place @param {{width_in: number, depth_in: number}} size @param {number} scale pixels of an inch */
export function isBeside([x, y], { width_in: width, depth_in: depth }, scale) {
  return Math.min(x, y, width - x, depth - y) < -Math.max(BESIDE.inches, BESIDE.pixels / scale);
}

/** What has been moved of a piece that is moved once more before anything else happens: the way from where
 * it stood at first, and nothing once it is back there; pure.
 * @param {{moved: import("../app/store.js").Moved | null, state: {last: number} | null}} now @param {import("../app/store.js").Moved} moved
 * @returns {import("../app/store.js").Moved | null}
 */
export function movedOn({ moved: before, state }, { piece, from, to }) {
  const last = state?.last ?? -1;
  // What this page did last may not have come back yet.
  const isOn = before?.piece === piece && (before.last ?? -1) >= last;
  const begun = isOn ? before.from : from;
  const isBack = isOn && distance([begun.x_in, begun.y_in], [to.x_in, to.y_in]) < SAME && Math.abs(begun.heading_deg - to.heading_deg) < SAME;
  return isBack ? null : { piece, from: begun, to, last };
}

export class Mover {
  /** @param {{map: import("./map.js").TableMap, requests: import("../app/request.js").Requests}} parts */
  constructor({ map, requests }) {
    this.map = map;
    this.requests = requests;
    /** @type {{piece: Piece, from: Piece, by: Point, isTurning: boolean, isOff: boolean} | null} */
    this.held = null;
    this.trail = draw("path", { class: "trail" });
    this.reach = new ReachDisc(map, (reach) => this.reached(reach));
    this.words = draw("text", { class: "note" });
    this.handle = draw("circle", { class: "handle", r: 9, display: "none" });
    map.world.append(this.trail);
    map.svg.append(this.handle, this.words);
    this.asked = new Asked((piece, pose) => this.send(piece, pose));
    map.store.on(["table", "byHand", "practice"], () => this.pickedChanged());
    map.store.on(["moved", "reaches"], () => this.showLimit());
    map.store.on(["battle"], () => this.asked.leave());
    map.store.on(["table"], () => this.asked.tableCame(map.store.now.table?.number ?? -1));
  }

  /** Whether pieces can be put elsewhere from here. */
  mayMove() {
    const { byHand, practice } = this.map.store.now;
    return byHand || practice;
  }

  /** The piece that the handle belongs to. @returns {Piece | null} */
  handled() {
    const { picked } = this.map.store.now;
    if (!this.mayMove() || picked.length !== 1 || !this.isOwn(picked[0] ?? "")) return null;
    return this.map.standing().find((piece) => piece.id === picked[0] && piece.pose) ?? null;
  }

  /** @param {string} piece */
  isOwn(piece) {
    const { own } = this.map.store.now;
    return own === null || own.includes(piece);
  }

  pickedChanged() {
    this.placeHandle(this.held?.piece ?? this.handled());
  }

  /** @param {Piece | null} piece */
  placeHandle(piece) {
    const at = piece && this.handleAt(piece);
    this.handle.setAttribute("display", at ? "inline" : "none");
    if (at) this.handle.setAttribute("transform", `translate(${at[0].toFixed(1)} ${at[1].toFixed(1)})`);
  }

  /** @param {Piece} piece @returns {Point | null} */
  handleAt(piece) {
    if (!piece.pose) return null;
    const angle = (piece.pose.heading_deg * Math.PI) / 180;
    const reach = extent(piece.footprint).front + 22 / this.map.view.scale;
    return toScreen(this.map.view, [
      piece.pose.x_in + reach * Math.cos(angle),
      piece.pose.y_in + reach * Math.sin(angle),
    ]);
  }

  /** @param {Point} at on the screen */
  grab(at) {
    if (!this.mayMove()) return false;
    const handled = this.handled();
    const knob = handled && this.handleAt(handled);
    const isTurning = Boolean(knob && distance(knob, at) <= HANDLE);
    const piece = isTurning ? handled : this.map.pieceAt(at);
    if (!piece?.pose || !this.isOwn(piece.id)) return false;
    const isHeld = heldWords(this.map.store.now.held, piece.id);
    if (isHeld) {
      this.map.say(`${isHeld}.`);
      return false;
    }
    const place = toTable(this.map.view, at);
    const by = /** @type {Point} */ ([piece.pose.x_in - place[0], piece.pose.y_in - place[1]]);
    this.held = { piece, from: piece, by, isTurning, isOff: false };
    this.map.pieces.held = piece.id;
    this.map.store.set({ hung: null, holding: piece.id });
    this.reach.show(isTurning ? null : (this.map.store.now.reaches.get(piece.id) ?? null));
    return true;
  }

  /** @param {Point} at */
  drag(at) {
    const held = this.held;
    if (!held?.from.pose) return;
    const place = toTable(this.map.view, at);
    const size = this.map.size();
    const pose = { ...held.from.pose };
    if (held.isTurning) {
      const angle = Math.atan2(place[1] - pose.y_in, place[0] - pose.x_in);
      pose.heading_deg = (Math.round((angle * 180) / Math.PI) + 360) % 360;
    } else {
      const [x, y] = [place[0] + held.by[0], place[1] + held.by[1]];
      held.isOff = isBeside([x, y], size, this.map.view.scale);
      [pose.x_in, pose.y_in] = [clamp(x, 0, size.width_in), clamp(y, 0, size.depth_in)];
    }
    held.piece = { ...held.from, pose };
    this.draw(held.piece);
    this.placeHandle(this.map.store.now.picked[0] === held.piece.id ? held.piece : null);
    this.tell(held);
  }

  /** @param {NonNullable<Mover["held"]>} held */
  tell({ from, piece, isTurning, isOff }) {
    if (!from.pose || !piece.pose) return;
    /** @type {Point[]} */
    const ends = [[from.pose.x_in, from.pose.y_in], [piece.pose.x_in, piece.pose.y_in]];
    this.trail.setAttribute("d", isTurning ? "" : path(ends, false));
    const words = isOff ? `Beside the table: ${this.map.store.now.practice ? "into the box" : "it goes back"}` : isTurning ? `${Math.round(piece.pose.heading_deg)}°` : (this.reach.measured(piece) ?? inches(distance(ends[0] ?? [0, 0], ends[1] ?? [0, 0])));
    const lines = words.split(" · ");
    // The last line stands where a single one would.
    this.words.replaceChildren(...lines.map((line, index) => draw("tspan", { x: 0, dy: `${index === 0 ? -1.2 * (lines.length - 1) : 1.2}em` }, line)));
    const [x, y] = toScreen(this.map.view, ends[1] ?? [0, 0]);
    const above = extent(piece.footprint).front * this.map.view.scale + 30;
    // All of it is in the picture, also at its edges: below the piece where above it is no room.
    const half = (this.words.getBBox().width ?? 0) / 2 + 4;
    const top = y - above < 1.2 * LINE * lines.length ? y + above + LINE * (lines.length - 1) : y - above;
    this.words.setAttribute("transform", `translate(${clamp(x, half, this.map.view.width - half).toFixed(1)} ${top.toFixed(1)})`);
  }

  /** Where a unit reaches, round what it may not enter. @param {import("../app/types.js").Reach} reach @returns {Promise<Point[][] | null>} */
  async reached({ unit, x_in, y_in, limit_in }) {
    const { battle } = this.map.store.now;
    if (!battle) return null;
    const terms = { kind: "reach", step: 0.5, x_in, y_in, inches: limit_in };
    const told = await this.requests.get(`/battles/${encodeURIComponent(battle)}/maps/${encodeURIComponent(unit)}${query(terms)}`);
    const found = /** @type {{answer: string, rings_in: Point[][]}[]} */ (told.areas ?? []).filter((each) => each.answer === "YES");
    return found.flatMap((each) => each.rings_in);
  }

  /** How far a piece may go stays in sight until its move is done: where it stands now may be too far. */
  showLimit() {
    if (this.held) return;
    const { moved, reaches } = this.map.store.now;
    const reach = (moved && reaches.get(moved.piece)) ?? null;
    this.reach.show(reach);
    const piece = reach && this.map.standing().find((each) => each.id === moved?.piece);
    if (piece && moved) this.reach.measured({ ...piece, pose: moved.to });
  }

  /** @param {Point | null} at */
  drop(at) {
    const held = this.held;
    this.held = null;
    this.map.pieces.held = "";
    this.trail.setAttribute("d", "");
    this.words.textContent = "";
    this.showLimit();
    if (!held) return;
    // A drag that is broken off takes nothing away.
    if (at && held.isOff && this.map.store.now.practice) void this.take(held.piece.id);
    else if (held.isOff) this.map.say(`${held.piece.id} is back where it stood: you let it go beside the table.`);
    if (at && !held.isOff) {
      sound("put");
      void this.put(held.piece, held.from).finally(() => this.letGo(held.piece.id));
      return;
    }
    this.letGo(held.piece.id);
    this.draw(held.from);
  }

  /** Others may have it once the umpire knows where it stands. @param {string} piece */
  letGo(piece) {
    if (this.map.store.now.holding === piece && this.held?.piece.id !== piece) this.map.store.set({ holding: "" });
  }

  /** Where a piece is to stand, from another part of the page. @param {string} id @param {import("../app/types.js").Pose} pose */
  async putBy(id, pose) {
    const piece = this.map.standing().find((each) => each.id === id);
    if (!piece?.pose) return;
    this.draw({ ...piece, pose });
    await this.put({ ...piece, pose }, piece);
  }

  /** Lay a piece where a ruling has it, or out of the box: that is no move. @param {string} id @param {import("../app/types.js").Place} place */
  async lay(id, place) {
    const piece = this.map.standing().find((each) => each.id === id);
    if (!piece) return this.map.say(`The camera does not look for ${id}: it cannot be put down here.`);
    const pose = /** @type {import("../app/types.js").Pose} */ ({ ...place, covariance: [0, 0, 0, 0, 0, 0] });
    this.draw({ ...piece, pose });
    await this.ask({ ...piece, pose }, piece);
  }

  /** Off the drawn table; the camera sees for itself that it is gone. @param {string} id */
  async take(id) {
    this.asked.forget(id);
    try {
      await this.requests.remove(`/camera/pieces/${encodeURIComponent(id)}`);
      this.map.say(`${id} lies in the box now; under “Your table” it is put down again.`);
    } catch (failure) {
      this.map.say(failure instanceof Error ? failure.message : String(failure));
    }
  }

  /** A move. @param {Piece} piece @param {Piece} from */
  async put(piece, from) {
    if (piece.pose && from.pose) this.map.store.set({ moved: movedOn(this.map.store.now, { piece: piece.id, from: from.pose, to: piece.pose }) });
    await this.ask(piece, from);
  }

  /** Tell the umpire; where it refuses, the piece goes back. @param {Piece} piece @param {Piece} from */
  async ask(piece, from) {
    if (!piece.pose) return;
    try {
      await this.asked.put(piece.id, piece.pose);
    } catch (failure) {
      this.draw(from);
      this.map.say(failure instanceof Error ? failure.message : String(failure));
    }
  }

  /** @param {Piece} piece */
  draw(piece) {
    this.map.pieces.one(piece);
    this.map.pieces.place(this.map.view, false);
  }

  /** @param {string} piece @param {import("../app/types.js").Pose} pose @returns {Promise<number>} */
  async send(piece, pose) {
    const place = {
      x_in: Number(short(pose.x_in)),
      y_in: Number(short(pose.y_in)),
      heading_deg: Number(short(pose.heading_deg)),
    };
    const { battle, me, byHand } = this.map.store.now;
    const own = byHand ? "/table" : "/camera";
    const table = me?.role === "player" ? `/battles/${encodeURIComponent(battle)}` : own;
    return (await this.requests.put(`${table}/pieces/${encodeURIComponent(piece)}`, place)).snapshot;
  }

  /** Comma and full stop turn the piece that has the focus; with Alt the arrows push it.
   * @param {KeyboardEvent} event
   */
  typed(event) {
    const { table } = this.map.store.now;
    const piece = table?.pieces.find((each) => each.id === this.map.pieces.focused);
    const from = piece && this.asked.poseOf(piece);
    if (!this.mayMove() || !from || !this.isOwn(piece.id)) return false;
    const turn = { ",": TURN_STEP, ".": -TURN_STEP }[event.key];
    const push = event.altKey
      ? { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
      : undefined;
    if (turn === undefined && !push) return false;
    const pose = { ...from, heading_deg: (from.heading_deg + (turn ?? 0) + 360) % 360 };
    if (push) {
      const [x, y] = toScreen(this.map.view, [pose.x_in, pose.y_in]);
      const step = NUDGE * this.map.view.scale;
      const to = toTable(this.map.view, [x + (push[0] ?? 0) * step, y + (push[1] ?? 0) * step]);
      const size = this.map.size();
      [pose.x_in, pose.y_in] = [clamp(to[0], 0, size.width_in), clamp(to[1], 0, size.depth_in)];
    }
    void this.put({ ...piece, pose }, { ...piece, pose: from });
    return true;
  }
}
