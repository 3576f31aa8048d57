// Lays lines, halos, the ruler and places to be over the table.

import { draw } from "../app/elements.js";
import { outline, path, short } from "./geometry.js";
import { stand } from "./names.js";

/** @typedef {import("../app/types.js").Mark} Mark */
/** @typedef {import("../app/types.js").Point} Point */
/** @typedef {{words: string, kind: string, line: Point[]}} Note */

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
      .map((mark) => ({ words: mark.words, kind: mark.answer.toLowerCase(), line: mark.line_in }));
    this.words.replaceChildren(
      ...this.notes.map((note) => measureTag(note)),
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

  /** Where the words of a line stand; without a place they give way. @param {number} at @param {import("./placing.js").Box | null} box */
  name(at, box) {
    const tag = this.words.children[at];
    if (tag instanceof SVGElement) stand(tag, box, box ? (box.bottom - box.top) / 2 : 0);
  }
}

/** Words on a slip of their own. @param {Note} note */
function measureTag({ words, kind }) {
  const wide = [...words].length * 7 + 16;
  return draw(
    "g",
    { class: `measure-tag ${kind}` },
    draw("rect", { x: -wide / 2, y: -10.5, width: wide, height: 21, rx: 10.5 }),
    draw("text", { class: `note ${kind}`, y: 4.5 }, words),
  );
}
