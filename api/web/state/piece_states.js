// Keeps the badges of units over their pieces, wherever these stand on the screen.

import { draw } from "../app/elements.js";
import { extent } from "../table/geometry.js";
import { toScreen } from "../table/view.js";
import { badgesOf, classesOf, lifeBox, placeLife, STATE_CLASSES } from "./badges.js";
import { isLost, unitWords } from "./facts.js";

/** @typedef {import("./facts.js").Unit} Unit */
/** @typedef {import("../app/types.js").Piece} Piece */
/** @typedef {{group: SVGGElement, told: string, half: number, pose: Piece["pose"]}} Badged */

// Pixels an inch below which badges are smaller.
const SMALL = 12;

export class PieceStates {
  constructor() {
    this.layer = draw("g", { class: "piece-states" });
    /** @type {Map<string, Unit>} units by piece */
    this.units = new Map();
    /** @type {Map<string, Badged>} */
    this.shown = new Map();
    /** @type {WeakMap<Unit, string>} */
    this.texts = new WeakMap();
    /** @type {import("../table/view.js").View | null} */
    this.view = null;
  }

  /** Whether a unit is out of the battle, on the table or off it. @param {string} piece */
  isLost(piece) {
    const unit = this.units.get(piece);
    return unit !== undefined && isLost(unit);
  }

  /** Whether a unit has left the table for good. @param {string} piece */
  isGone(piece) {
    return this.units.get(piece)?.stage === "gone";
  }

  /** Which drawings a piece may have, its unit's own first. @param {string} piece @returns {string[]} */
  kind(piece) {
    const unit = this.units.get(piece);
    return unit ? [unit.kind] : [];
  }

  /** How a piece fares, for those who do not see it. @param {string} piece */
  words(piece) {
    const unit = this.units.get(piece);
    return unit ? unitWords(unit) : "";
  }

  /** How a piece fares, on its drawing; called whenever the piece is drawn. @param {Piece} piece @param {SVGGElement} body */
  dress(piece, body) {
    const unit = this.units.get(piece.id);
    const classes = unit ? classesOf(unit) : new Set();
    for (const each of STATE_CLASSES) body.classList.toggle(each, classes.has(each));
    if (!unit || !piece.pose || unit.pieces[0] !== piece.id) {
      this.remove(piece.id);
      return;
    }
    const badged = this.shown.get(piece.id) ?? this.added(piece.id);
    badged.pose = piece.pose;
    const half = Math.max(9, this.halfOf(piece));
    const told = `${Math.round(half)} ${this.textOf(unit)}`;
    if (told !== badged.told) {
      badged.told = told;
      badged.half = half;
      badged.group.setAttribute("class", [...body.classList].find((each) => each.startsWith("side-")) ?? "");
      badged.group.replaceChildren(badgesOf(unit, half));
    }
    this.stand(badged);
  }

  /** All that is told of a unit, written once. @param {Unit} unit */
  textOf(unit) {
    const text = this.texts.get(unit) ?? JSON.stringify(unit);
    this.texts.set(unit, text);
    return text;
  }

  /** From the middle of a piece to its nearer edge, in pixels. @param {Piece} piece */
  halfOf(piece) {
    const { front, half } = extent(piece.footprint);
    return Math.min(front, half) * (this.view?.scale ?? 10);
  }

  /** @param {string} piece */
  added(piece) {
    const group = draw("g", { "data-badges": piece });
    this.layer.append(group);
    const badged = { group, told: "", half: 0, pose: null };
    this.shown.set(piece, badged);
    return badged;
  }

  /** @param {string} piece */
  remove(piece) {
    this.shown.get(piece)?.group.remove();
    this.shown.delete(piece);
  }

  /** @param {Badged} badged */
  stand({ group, pose }) {
    if (!this.view || !pose) return;
    const [x, y] = toScreen(this.view, [pose.x_in, pose.y_in]);
    group.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${this.size()})`);
  }

  /** How large badges are drawn. */
  size() {
    return (this.view?.scale ?? SMALL) < SMALL ? 0.82 : 1;
  }

  /** The hit points of a piece, around its middle; null where none are drawn. @param {string} piece */
  lifeOf(piece) {
    const [unit, badged] = [this.units.get(piece), this.shown.get(piece)];
    return unit && badged ? lifeBox(unit, badged.half, this.size()) : null;
  }

  /** Where the hit points of a piece found room, in pixels from where they stand by themselves.
   * @param {string} piece @param {[number, number] | null} off */
  placeLife(piece, off) {
    const badged = this.shown.get(piece);
    if (badged) placeLife(badged.group, badged.half, off && [off[0] / this.size(), off[1] / this.size()]);
  }

  /** What gave way comes while somebody points at the piece. @param {string} piece @param {boolean} isOn */
  ask(piece, isOn) {
    this.shown.get(piece)?.group.classList.toggle("asked", isOn);
  }
}
