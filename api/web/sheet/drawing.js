// Draws a board: paper or photograph, rooms, walls as they are, doubts, and who stands where.

import { draw } from "../app/elements.js";
import { sideColours } from "../table/words.js";
import { MARGIN, standsOf, wallWords } from "./board.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../app/types.js").Point} Point */

// Inches between the lines of ruled paper.
const RULED = 0.5;

/** The colours that sides have on their plates, by their names in small letters; pure. @param {string[]} sides */
export function tokenColours(sides) {
  return new Map([...sideColours([...sides].sort())].map(([side, colour]) => [side.toLowerCase(), colour]));
}

// Pixels of the smallest letter that is read at arm's length, with what rounding takes away, and inches of the letter on a token.
const LETTER_PX = 11.2;
const LETTER = 0.21;

/** How much larger tokens are drawn than on paper, so that their letters can be read; pure. @param {number} scale pixels of an inch */
export function growth(scale) {
  return scale > 0 ? Math.min(2.2, Math.max(1, LETTER_PX / (LETTER * scale))) : 1;
}

/** The drawing of a board, as large as it may be.
 * @param {Board} board
 * @param {{picked: string, line: Point[], hasPhoto: boolean, sides: string[], scale: number}} now `scale` is pixels of an inch, as far as it is known
 */
export function drawing(board, { picked, line, hasPhoto, sides, scale }) {
  const [width, depth] = board.size;
  /** @param {Point} spot @returns {Point} */
  const to = ([x, y]) => [x, depth - y];
  const svg = draw("svg", {
    class: hasPhoto ? "sheet-map over-photo" : "sheet-map",
    viewBox: viewBoxOf(board),
    role: "group",
    "aria-label": "The board",
  });
  if (!hasPhoto) svg.append(draw("rect", { class: "sheet-paper", x: -MARGIN, y: -MARGIN, width: width + 2 * MARGIN, height: depth + 2 * MARGIN, rx: 0.06 }), ...ruled(width, depth));
  svg.append(
    ...board.rooms.map((room) => part("polygon", room.name, `Room ${room.name}`, board, picked, {
      class: "sheet-room",
      points: room.outline_in.map(to).join(" "),
    })),
    ...board.walls.map((wall) => wallDrawn(wall, board, { picked, to })),
    ...board.rooms.map((room) => letter(room, board, to)),
    ...tokens(board, { picked, to, colours: tokenColours(sides), scale }),
  );
  if (line.length > 0) {
    svg.append(draw("polyline", { class: "sheet-line", points: line.map(to).join(" ") }));
    svg.append(...line.map(to).map(([cx, cy]) => draw("circle", { class: "sheet-line-end", cx, cy, r: 0.09 })));
  }
  return svg;
}

/** @param {Board} board */
export function viewBoxOf({ size: [width, depth] }) {
  return `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${depth + 2 * MARGIN}`;
}

/** The share of the drawing that a picture takes which shows so much around the sheet.
 * @param {Board} board @param {import("./reader.js").Shown} shown */
export function pictureBox({ size: [width, depth] }, shown) {
  const [wide, deep] = [width + 2 * MARGIN, depth + 2 * MARGIN];
  return {
    left: (MARGIN - shown.margin_in) / wide,
    top: (MARGIN - shown.margin_in + depth - shown.depth_in) / deep,
    width: (shown.width_in + 2 * shown.margin_in) / wide,
    height: (shown.depth_in + 2 * shown.margin_in) / deep,
  };
}

/** The lines of the paper, with its margin. @param {number} width @param {number} depth */
function ruled(width, depth) {
  const lines = Math.floor((depth + 2 * MARGIN) / RULED);
  const across = Array.from({ length: lines }, (_, index) => `M${-MARGIN} ${(RULED * (index + 1) - MARGIN).toFixed(2)}H${(width + MARGIN).toFixed(2)}`);
  return [
    draw("path", { class: "sheet-ruled", d: across.join("") }),
    draw("path", { class: "sheet-margin", d: `M${(-0.55 * MARGIN).toFixed(2)} ${-MARGIN}V${(depth + MARGIN).toFixed(2)}` }),
  ];
}

/** A line gone over a second time by hand: beside itself, a little, always in the same way. @param {Point[]} line @returns {Point[]} */
function byHand(line) {
  return line.map(([x, y], index) => [x + 0.035 * Math.sin(7 * x + 3 * y + index), y + 0.035 * Math.cos(5 * x - 4 * y + index)]);
}

/** @param {"polygon" | "g"} tag @param {string} id @param {string} says @param {Board} board
 * @param {string} picked @param {Record<string, string | number>} more */
function part(tag, id, says, board, picked, more) {
  const doubt = board.doubts.get(id);
  const names = [more.class, doubt ? "doubted" : "", id === picked ? "picked" : ""].filter(Boolean);
  const label = doubt ? `${says}, in doubt: ${doubt}` : says;
  return draw(
    tag,
    { ...more, class: names.join(" "), "data-part": id, tabindex: "0", role: "button", "aria-label": label },
    draw("title", {}, label),
  );
}

/** @param {import("./board.js").Wall} wall @param {Board} board
 * @param {{picked: string, to: (spot: Point) => Point}} now */
function wallDrawn(wall, board, { picked, to }) {
  const points = wall.line_in.map(to).join(" ");
  const group = part("g", wall.id, `${wallWords(wall)}, ${wall.state}`, board, picked, { class: `sheet-wall ${wall.state}` });
  group.append(draw("polyline", { class: "grip", points }), draw("polyline", { class: "stroke", points }));
  if (wall.state !== "opening") group.append(draw("polyline", { class: "again", points: byHand(wall.line_in.map(to)).join(" ") }));
  // Two lines: a light one within a broad dark one.
  if (wall.state === "double") group.append(draw("polyline", { class: "between", points }));
  if (board.doubts.has(wall.id)) {
    const [x, y] = to(wall.middle_in);
    group.append(draw("circle", { class: "doubt", cx: x, cy: y, r: 0.19 }), draw("text", { class: "doubt-mark", x, y: y + 0.1 }, "?"));
  }
  return group;
}

/** @param {import("./board.js").Room} room @param {Board} board @param {(spot: Point) => Point} to */
function letter(room, board, to) {
  // In the corner up left, where nobody stands.
  const [left, top] = [...room.outline_in].sort(([x, y], [u, v]) => v - u - (y - x))[0] ?? room.centre_in;
  const [x, y] = to([left + 0.3, top - 0.42]);
  const isDoubted = board.doubts.has(room.name);
  return draw("text", { class: isDoubted ? "sheet-letter doubted" : "sheet-letter", x, y, "aria-hidden": "true" }, isDoubted ? `${room.name} ?` : room.name);
}

/** @param {Board} board @param {{picked: string, to: (spot: Point) => Point, colours: Map<string, string>, scale: number}} now */
function tokens(board, { picked, to, colours, scale }) {
  const grow = growth(scale);
  const stands = standsOf(board, grow);
  const tag = grow > 1 ? { class: "tag beside", x: 0.2, y: 0.08 } : { class: "tag", x: 0.19, y: 0.2 };
  // Within what has grown already.
  const size = scale > 0 ? Math.min(LETTER, Math.max(0.13, LETTER_PX / (scale * grow))) : 0.13;
  return board.tokens.flatMap((token) => {
    const spot = stands.get(token.id);
    if (!spot) return [];
    const [x, y] = to(spot);
    const kind = token.side ? `side-${colours.get(token.side.toLowerCase()) ?? "grey"}` : "marker";
    const whose = [token.side || "marker", token.owner].filter(Boolean).join(" of ");
    const group = part("g", token.id, `${token.id}, ${whose}, in ${token.place}`, board, picked, {
      class: `sheet-token ${kind}${token.isDone ? " done" : ""}`,
      transform: `translate(${x.toFixed(3)} ${y.toFixed(3)}) scale(${grow.toFixed(2)})`,
    });
    group.append(draw("circle", { r: 0.17 }), draw("text", { y: 0.075 }, token.mark));
    if (token.tag) {
      const told = draw("text", { ...tag, "aria-hidden": "true" }, token.tag);
      told.style.fontSize = `${size.toFixed(3)}px`;
      group.append(told);
    }
    return [group];
  });
}
