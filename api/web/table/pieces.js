// Draws pieces and keeps them up to date: only what has changed is touched.

import { draw } from "../app/elements.js";
import { glide, isMoved } from "./gliding.js";
import { corners, ellipse, extent, outline, path, short } from "./geometry.js";
import { PieceStates } from "../state/piece_states.js";
import { onBase, rearPattern, silhouetteOf, whenDrawn } from "./silhouettes.js";
import { toScreen } from "./view.js";
import { pieceWords, sideColours } from "./words.js";

/** @typedef {import("../app/types.js").Piece} Piece */

/**
 * @typedef {object} Shown
 * @property {Piece} piece
 * @property {string} told what it was drawn from
 * @property {string} shape
 * @property {SVGGElement} group
 * @property {SVGEllipseElement} error
 * @property {SVGGElement} label
 * @property {import("../app/types.js").Point | null} off from the middle of the piece to its name, in pixels; null where that gave way
 */

// Set from elsewhere than from the piece itself.
const MARKS = ["picked", "second", "can", "cannot", "in-sight", "doubtful", "out-of-sight", "in-hand"];

export class Pieces {
  constructor() {
    this.errors = draw("g", { class: "errors", "aria-hidden": "true" });
    this.bodies = draw("g", { class: "pieces" });
    this.labels = draw("g", { class: "labels", "aria-hidden": "true" });
    /** What the game tells of the units. */
    this.states = new PieceStates();
    /** @type {Map<string, Shown>} */
    this.shown = new Map();
    this.sides = "";
    this.colours = sideColours([]);
    /** A piece that is being dragged stays where the finger has it. */
    this.held = "";
    this.focused = "";
    /** The game that is played, whose drawings come first. */
    this.game = "";
    /** Drawings are fetched for a map that somebody sees: the first page does without. */
    this.isSeen = true;
    this.redrawn = () => this.redraw();
    for (const event of ["pointerover", "focusin"]) this.bodies.addEventListener(event, (at) => this.ask(at, true));
    for (const event of ["pointerout", "focusout"]) this.bodies.addEventListener(event, (at) => this.ask(at, false));
  }

  /** A name that gave way comes while somebody points at its piece. @param {Event} event @param {boolean} isOn */
  ask(event, isOn) {
    const id = /** @type {Element} */ (event.target).closest("[data-piece]")?.getAttribute("data-piece") ?? "";
    this.shown.get(id)?.label.classList.toggle("asked", isOn);
    this.states.ask(id, isOn);
  }

  /** @param {string} game */
  playing(game) {
    if (game === this.game) return;
    this.game = game;
    this.redraw();
  }

  /** Somebody looks at the map from now on. */
  seen() {
    this.isSeen = true;
    if (this.shown.size > 0) whenDrawn(this.redrawn);
  }

  redraw() {
    for (const shown of this.shown.values()) {
      shown.told = shown.shape = "";
      this.one(shown.piece);
    }
  }

  /** @param {Piece[]} pieces */
  show(pieces) {
    if (this.isSeen && pieces.length > 0) whenDrawn(this.redrawn);
    const sides = [...new Set(pieces.map((piece) => piece.side))].sort();
    if (sides.join("\n") !== this.sides) {
      this.sides = sides.join("\n");
      this.colours = sideColours(sides);
      for (const shown of this.shown.values()) shown.told = "";
    }
    const gone = new Set(this.shown.keys());
    for (const piece of pieces) {
      gone.delete(piece.id);
      if (piece.id !== this.held) this.one(piece);
    }
    for (const id of gone) this.remove(id);
    if (!this.shown.has(this.focused)) this.focusable(this.shown.keys().next().value ?? "");
  }

  /** What the game tells of the units, by piece. @param {Map<string, import("../state/facts.js").Unit>} units */
  tell(units) {
    this.states.units = units;
    for (const shown of this.shown.values()) {
      if (shown.piece.id !== this.held) this.one(shown.piece);
      this.states.dress(shown.piece, shown.group);
    }
  }

  /** @param {string} id */
  remove(id) {
    const shown = this.shown.get(id);
    if (!shown) return;
    for (const part of [shown.group, shown.error, shown.label]) part.remove();
    this.shown.delete(id);
    this.states.remove(id);
  }

  /** @param {Piece} piece */
  one(piece) {
    const shown = this.shown.get(piece.id) ?? this.added(piece);
    const before = shown.piece.pose;
    shown.piece = piece;
    const words = this.states.words(piece.id);
    const told = `${toldOf(piece)}|${words}`;
    if (told === shown.told) return;
    shown.told = told;
    const colour = this.colours.get(piece.side) ?? "none";
    const kinds = [this.states.kind(piece.id), piece.kind].flat().filter(Boolean);
    const shape = JSON.stringify([piece.footprint, kinds, colour]);
    if (shape !== shown.shape) {
      shown.shape = shape;
      shown.group.replaceChildren(...body(piece, { drawn: silhouetteOf(this.game, kinds), kind: kinds[0] ?? "", colour }));
    }
    const { group, error, label } = shown;
    const marks = MARKS.filter((each) =>
      group.classList.contains(each),
    );
    group.setAttribute("class", ["piece", `side-${colour}`, piece.state, ...marks].join(" "));
    group.setAttribute("aria-label", words ? `${pieceWords(piece)}, ${words}` : pieceWords(piece));
    this.states.dress(piece, group);
    const isThere = piece.pose !== null;
    for (const part of [group, error, label]) {
      part.setAttribute("display", isThere ? "inline" : "none");
    }
    if (!piece.pose) return;
    const { x_in: x, y_in: y, heading_deg: heading } = piece.pose;
    group.setAttribute("transform", `translate(${short(x)} ${short(y)}) rotate(${short(heading)})`);
    if (before && piece.id !== this.held && isMoved(before, piece.pose)) glide(group, before, piece.pose);
    // Light comes from the north-west, however the piece is turned.
    group.firstElementChild?.setAttribute("transform", `rotate(${short(-heading)}) translate(0.09 -0.13) rotate(${short(heading)})`);
    const { long, across, turn } = ellipse(piece.pose.covariance);
    error.setAttribute("rx", short(long));
    error.setAttribute("ry", short(across));
    error.setAttribute("transform", `translate(${short(x)} ${short(y)}) rotate(${short(turn)})`);
  }

  /** @param {Piece} piece @returns {Shown} */
  added(piece) {
    const group = draw("g", {
      class: "piece",
      "data-piece": piece.id,
      role: "button",
      tabindex: -1,
      "aria-pressed": "false",
    });
    const error = draw("ellipse", { class: "error" });
    const label = nameTag(piece.id);
    label.setAttribute("data-of", piece.id);
    this.bodies.append(group);
    this.errors.append(error);
    this.labels.append(label);
    const shown = { piece, told: "", shape: "", group, error, label, off: null };
    this.shown.set(piece.id, shown);
    return shown;
  }

  /** Lets names go with their pieces, upright and always of a size to read; `Names` finds them their room.
   * @param {import("./view.js").View} view
   * @param {boolean} all whether the view has changed, too
   */
  place(view, all) {
    this.states.view = view;
    if (all) for (const { piece, group } of this.shown.values()) this.states.dress(piece, group);
    const held = this.shown.get(this.held);
    if (held) this.stand(held, view);
  }

  /** @param {Shown} shown @param {import("./view.js").View} view */
  stand({ piece, label, off }, view) {
    if (!piece.pose) return;
    const [x, y] = toScreen(view, [piece.pose.x_in, piece.pose.y_in]);
    label.setAttribute("transform", `translate(${(x + (off?.[0] ?? 0)).toFixed(1)} ${(y + (off?.[1] ?? 0)).toFixed(1)})`);
  }

  /** Where the name of a piece stands; without a place it gives way, and comes when it is asked for.
   * @param {string} id @param {import("./placing.js").Box | null} at @param {import("./placing.js").Box | null} piece
   */
  name(id, at, piece) {
    const shown = this.shown.get(id);
    if (!shown || !piece) return;
    const { label, group } = shown;
    const [x, y] = [(piece.left + piece.right) / 2, (piece.top + piece.bottom) / 2];
    shown.off = at ? [(at.left + at.right) / 2 - x, (at.top + at.bottom) / 2 - y] : [0, piece.bottom - y + 9];
    const states = ["acting", "wreck", "corpse", "picked"].filter((each) => group.classList.contains(each));
    const colour = [...group.classList].find((each) => each.startsWith("side-")) ?? "";
    label.setAttribute("class", ["label", colour, ...states, at ? "" : "gives-way", label.classList.contains("asked") ? "asked" : ""].join(" ").trim());
    label.setAttribute("transform", `translate(${(x + (shown.off[0] ?? 0)).toFixed(1)} ${(y + (shown.off[1] ?? 0)).toFixed(1)})`);
  }

  /** @param {string[]} picked */
  pick(picked) {
    for (const [id, { group }] of this.shown) {
      group.classList.toggle("picked", picked.includes(id));
      group.classList.toggle("second", picked.indexOf(id) === 1);
      group.setAttribute("aria-pressed", String(picked.includes(id)));
    }
  }

  /** @param {Record<string, string>} seen what the picked piece sees, by piece */
  see(seen) {
    for (const [id, { group }] of this.shown) {
      group.classList.toggle("in-sight", seen[id] === "YES");
      group.classList.toggle("doubtful", seen[id] === "TOO_CLOSE_TO_CALL");
      group.classList.toggle("out-of-sight", seen[id] === "NO" || seen[id] === "CANNOT_SEE");
    }
  }

  /** @param {Set<string> | null} allowed @param {Set<string>} greyed */
  choosable(allowed, greyed) {
    for (const [id, { group }] of this.shown) {
      group.classList.toggle("can", Boolean(allowed?.has(id)));
      group.classList.toggle("cannot", Boolean(allowed && !allowed.has(id) && greyed.has(id)));
    }
  }

  /** The one piece that the tab key leads to; the arrow keys lead on from it.
   * @param {string} id
   */
  focusable(id) {
    this.shown.get(this.focused)?.group.setAttribute("tabindex", "-1");
    this.focused = id;
    this.shown.get(id)?.group.setAttribute("tabindex", "0");
  }
}

/** @param {Piece} piece */
function toldOf(piece) {
  const { pose } = piece;
  const place = pose ? `${pose.x_in} ${pose.y_in} ${pose.heading_deg} ${pose.covariance}` : "";
  // The age goes on by itself; in words it counts whole seconds.
  const age = piece.state === "seen" ? "" : Math.round(piece.age_s);
  return `${place}|${piece.state}|${age}|${piece.side}|${piece.kind}|${piece.declared_by}`;
}

/** A name on a slip, with a bar in the colour of its side; around its own middle. @param {string} words */
function nameTag(words) {
  const wide = [...words].length * 7 + 11;
  return draw(
    "g",
    { class: "label" },
    draw("rect", { class: "slip-of-name", x: -wide / 2, y: -7.5, width: wide, height: 15, rx: 3 }),
    draw("rect", { class: "bar", x: -wide / 2, y: -7.5, width: 3.5, height: 15, rx: 1.5 }),
    draw("text", { x: 1.5, y: 4 }, words),
  );
}

/** @param {Piece} piece @param {{drawn: import("./silhouettes.js").Silhouette | null, kind: string, colour: string}} how */
function body(piece, { drawn, kind, colour }) {
  const shape = outline(piece.footprint);
  const { front, half } = extent(piece.footprint);
  const size = Math.min(front, half) * 0.7;
  const nib = Math.min(0.3, half * 0.45);
  return [
    draw("path", { class: "shade", d: shape }),
    draw("path", { class: "ring", d: shape }),
    draw("path", { class: "front", d: path([[front + nib * 1.15, 0], [front + nib * 0.2, nib * 0.8], [front + nib * 0.2, -nib * 0.8]]) }),
    draw("path", { class: "base", d: shape }),
    draw("path", { class: "pattern", d: rearPattern(piece.footprint, colour) }),
    onBase(piece.footprint, drawn, kind),
    draw("path", { class: "hatch", d: hatch(piece) }),
    draw("path", { class: "cross", d: `M${-size} ${-size}L${size} ${size}M${-size} ${size}L${size} ${-size}` }),
    draw("title", {}, `${piece.id} ${piece.side} ${piece.kind}`),
  ];
}

/** Lines across a hidden piece, so that its state does not hang on colour alone.
 * @param {Piece} piece
 */
function hatch(piece) {
  const points = corners(piece.footprint);
  const xs = points.map(([x]) => x);
  const { half } = extent(piece.footprint);
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const steps = [0.25, 0.5, 0.75].map((share) => least + share * (most - least));
  return steps.map((x) => path([[x, -half * 0.8], [x, half * 0.8]], false)).join("");
}
