// Lays lines, halos, the ruler and places to be over the table.

import { draw } from "../app/elements.js";
import { distance, outline, path, short } from "./geometry.js";
import { toScreen } from "./view.js";

/** @typedef {import("../app/types.js").Mark} Mark */
/** @typedef {import("../app/types.js").Point} Point */
/** @typedef {{at: Point, words: string, kind: string, line: Point[]}} Note */

// Pixels that a letter takes.
const LETTER = 7;

/** A line with its words. @param {Mark} mark */
function lineOf(mark) {
  const kind = `mark ${mark.what} ${mark.answer.toLowerCase()}`;
  const d = path(mark.line_in, false);
  return [draw("path", { class: "mark under", d }), draw("path", { class: kind, d })];
}

export class Marks {
  constructor() {
    this.halos = draw("g", { class: "halos", "aria-hidden": "true" });
    this.lines = draw("g", { class: "marks", "aria-hidden": "true" });
    this.words = draw("g", { class: "mark-words", "aria-hidden": "true" });
    /** @type {Note[]} */
    this.notes = [];
  }

  /** @param {import("../app/store.js").Drawn[]} drawn */
  show(drawn) {
    const marks = drawn.flatMap((each) => each.marks).filter((mark) => mark.line_in.length > 1);
    this.lines.replaceChildren(...marks.flatMap(lineOf));
    this.notes = marks
      .filter((mark) => mark.words)
      .map((mark) => ({ at: halfway(mark.line_in), words: mark.words, kind: mark.answer.toLowerCase(), line: mark.line_in }));
    this.words.replaceChildren(
      ...this.notes.map((note) => draw("text", { class: `note ${note.kind}` }, note.words)),
    );
  }

  /** A band around a piece: everything that is so near to its edge.
   * @param {import("../app/types.js").Piece[]} pieces
   * @param {number} reach inches
   */
  halo(pieces, reach) {
    const bands = pieces.flatMap((piece) =>
      piece.pose
        ? [
            draw("path", {
              class: "halo",
              d: outline(piece.footprint),
              // Half of the stroke lies outside of the outline.
              "stroke-width": short(2 * reach),
              transform: `translate(${short(piece.pose.x_in)} ${short(piece.pose.y_in)}) rotate(${short(piece.pose.heading_deg)})`,
            }),
          ]
        : [],
    );
    this.halos.replaceChildren(...bands);
  }

  /** @param {import("./view.js").View} view */
  place(view) {
    this.notes.forEach((note, index) => {
      const [x, y] = toScreen(view, note.at);
      const length = distance(note.line[0] ?? [0, 0], note.line.at(-1) ?? [0, 0]) * view.scale;
      // Words that are longer than their line would lie upon their neighbours'.
      const fits = length > note.words.length * LETTER;
      this.words.children[index]?.setAttribute("display", fits ? "inline" : "none");
      this.words.children[index]?.setAttribute(
        "transform",
        `translate(${x.toFixed(1)} ${(y - 6).toFixed(1)})`,
      );
    });
  }
}

/** @param {Point[]} line @returns {Point} */
function halfway(line) {
  /** @type {Point} */
  const a = line[0] ?? [0, 0];
  /** @type {Point} */
  const b = line.at(-1) ?? [0, 0];
  if (line.length > 2) return line[Math.floor(line.length / 2)] ?? a;
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}
