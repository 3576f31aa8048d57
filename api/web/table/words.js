// Tells a piece in words, and which colour its side has.

/** @typedef {import("../app/types.js").Piece} Piece */

const NAMED = ["blue", "red", "green", "purple", "grey", "brown"];
// Yellow is the next act's alone, and black is no colour on a dark page.
const INSTEAD = /** @type {Record<string, string>} */ ({ yellow: "brown", black: "brown", gray: "grey" });

/** A colour for each side: its own where it is called after one, else one that is free.
 * @param {string[]} sides
 * @returns {Map<string, string>}
 */
export function sideColours(sides) {
  const all = [...new Set(sides)];
  /** @type {Map<string, string>} */
  const colours = new Map();
  for (const side of all) {
    const named = INSTEAD[side.toLowerCase()] ?? side.toLowerCase();
    if (NAMED.includes(named) && ![...colours.values()].includes(named)) colours.set(side, named);
  }
  const free = NAMED.filter((name) => ![...colours.values()].includes(name));
  let next = 0;
  for (const side of all) {
    if (colours.has(side)) continue;
    const colour = side ? free[next % Math.max(1, free.length)] : undefined;
    if (side) next += 1;
    colours.set(side, colour ?? "none");
  }
  return colours;
}

const COMPASS = ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];

/** @param {number} heading */
export function compass(heading) {
  const turned = ((heading % 360) + 360) % 360;
  return COMPASS[Math.round(turned / 45) % 8] ?? "east";
}

/** How the camera stands to a piece, in words; nothing for one that it sees.
 * @param {Piece} piece
 */
export function stateWords(piece) {
  if (piece.declared_by) return `${piece.declared_by} vouches for it`;
  const told = { seen: "", moving: "moving", hidden: "hidden", lost: "lost", declared: "declared" };
  const since = piece.age_s >= 1 ? ` for ${Math.round(piece.age_s)} s` : "";
  const state = told[piece.state] ?? piece.state;
  return state && (piece.state === "hidden" || piece.state === "lost") ? `${state}${since}` : state;
}

/** A piece for those who do not see it drawn.
 * @param {Piece} piece
 */
export function pieceWords(piece) {
  const where = piece.pose
    ? `at ${piece.pose.x_in.toFixed(1)}, ${piece.pose.y_in.toFixed(1)}, facing ${compass(piece.pose.heading_deg)}`
    : "not on the table";
  const parts = [`${piece.side} ${piece.kind.replaceAll("_", " ")}`.trim(), stateWords(piece), where];
  return [piece.id, ...parts.filter(Boolean)].join(", ");
}
