// Draws pieces and keeps them up to date: only what has changed is touched.

import { draw } from "../app/elements.js";
import { corners, ellipse, extent, frontArrow, outline, path, short } from "./geometry.js";
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
 * @property {SVGTextElement} label
 * @property {string} placed
 */

// Set from elsewhere than from the piece itself.
const MARKS = ["picked", "second", "can", "cannot", "in-sight", "doubtful", "out-of-sight"];

export class Pieces {
  constructor() {
    this.errors = draw("g", { class: "errors", "aria-hidden": "true" });
    this.bodies = draw("g", { class: "pieces" });
    this.labels = draw("g", { class: "labels", "aria-hidden": "true" });
    /** @type {Map<string, Shown>} */
    this.shown = new Map();
    this.sides = "";
    this.colours = sideColours([]);
    /** A piece that is being dragged stays where the finger has it. */
    this.held = "";
    this.focused = "";
  }

  /** @param {Piece[]} pieces */
  show(pieces) {
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

  /** @param {string} id */
  remove(id) {
    const shown = this.shown.get(id);
    if (!shown) return;
    for (const part of [shown.group, shown.error, shown.label]) part.remove();
    this.shown.delete(id);
  }

  /** @param {Piece} piece */
  one(piece) {
    const shown = this.shown.get(piece.id) ?? this.added(piece);
    shown.piece = piece;
    const told = toldOf(piece);
    if (told === shown.told) return;
    shown.told = told;
    shown.placed = "";
    const shape = JSON.stringify(piece.footprint);
    if (shape !== shown.shape) {
      shown.shape = shape;
      shown.group.replaceChildren(...body(piece));
    }
    const { group, error, label } = shown;
    const colour = this.colours.get(piece.side) ?? "none";
    const marks = MARKS.filter((each) =>
      group.classList.contains(each),
    );
    group.setAttribute("class", ["piece", `side-${colour}`, piece.state, ...marks].join(" "));
    group.setAttribute("aria-label", pieceWords(piece));
    const isThere = piece.pose !== null;
    for (const part of [group, error, label]) {
      part.setAttribute("display", isThere ? "inline" : "none");
    }
    if (!piece.pose) return;
    const { x_in: x, y_in: y, heading_deg: heading } = piece.pose;
    group.setAttribute("transform", `translate(${short(x)} ${short(y)}) rotate(${short(heading)})`);
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
    const label = draw("text", { class: "label" }, piece.id);
    this.bodies.append(group);
    this.errors.append(error);
    this.labels.append(label);
    const shown = { piece, told: "", shape: "", group, error, label, placed: "" };
    this.shown.set(piece.id, shown);
    return shown;
  }

  /** Puts the names where the pieces are on the screen: upright, and always of a size to read.
   * @param {import("./view.js").View} view
   * @param {boolean} all whether the view has changed, too
   */
  place(view, all) {
    for (const { piece, label, placed } of this.shown.values()) {
      if (!piece.pose || (!all && placed)) continue;
      const [x, y] = toScreen(view, [piece.pose.x_in, piece.pose.y_in]);
      const { front, half } = extent(piece.footprint);
      const fits = Math.min(front, half) * 2 * view.scale > 14 + piece.id.length * 4;
      const lower = fits ? 0 : Math.max(front, half) * view.scale + 9;
      label.setAttribute("transform", `translate(${x.toFixed(1)} ${(y + lower).toFixed(1)})`);
      label.classList.toggle("below", !fits);
      const shown = this.shown.get(piece.id);
      if (shown) shown.placed = "yes";
    }
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

/** @param {Piece} piece */
function body(piece) {
  const shape = outline(piece.footprint);
  const { front, half } = extent(piece.footprint);
  const size = Math.min(front, half) * 0.7;
  return [
    draw("path", { class: "ring", d: shape }),
    draw("path", { class: "base", d: shape }),
    draw("path", { class: "hatch", d: hatch(piece) }),
    draw("path", { class: "front", d: frontArrow(piece.footprint) }),
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
