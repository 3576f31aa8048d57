// Finds what is out of place: how far, which way, and how it is turned; pure, for the arrows.

import { corners } from "../table/geometry.js";

/** @typedef {import("../app/types.js").Point} Point */
/** @typedef {import("../app/types.js").Piece} Piece */
/** @typedef {import("../app/types.js").Pose} Pose */
/** @typedef {import("../app/types.js").Mark} Mark */
/** @typedef {"stands" | "off" | "missing" | "unseen" | "extra"} Standing */
/**
 * @typedef {object} Guide What is to be done with one piece.
 * @property {string} id
 * @property {Standing} standing
 * @property {string} says
 * @property {Mark[]} marks
 */

// Nobody puts paper down more exactly by hand; the umpire's own doubt comes on top.
const BY_HAND_IN = 0.1;
const BY_HAND_DEG = 3;
const WINDS = ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];

/** What to do with each piece so that everything stands as it did; what is in place comes last.
 * @param {Piece[]} stood
 * @param {Piece[]} now
 * @returns {Guide[]}
 */
export function guides(stood, now) {
  const here = new Map(now.map((piece) => [piece.id, piece]));
  const wanted = stood.filter((piece) => piece.pose !== null);
  const known = new Set(stood.map((piece) => piece.id));
  const all = [
    ...wanted.map((piece) => guide(piece, here.get(piece.id) ?? null)),
    ...now.filter((piece) => piece.pose && !known.has(piece.id)).map(extra),
  ];
  const rank = { off: 0, missing: 1, extra: 2, unseen: 3, stands: 4 };
  return all.sort((one, other) => rank[one.standing] - rank[other.standing] || one.id.localeCompare(other.id));
}

/** @param {Piece} wanted @param {Piece | null} piece @returns {Guide} */
function guide(wanted, piece) {
  const { id } = wanted;
  const to = /** @type {Pose} */ (wanted.pose);
  const ghost = { what: "to-be", line_in: ring(wanted, to), answer: /** @type {const} */ ("YES"), words: "" };
  if (piece === null || piece.state === "lost" || piece.pose === null) {
    return { id, standing: "missing", says: `put it down at ${place(to)}`, marks: [{ ...ghost, words: id }] };
  }
  if (piece.state === "hidden" || piece.state === "moving") {
    return { id, standing: "unseen", says: `${piece.state} just now`, marks: [] };
  }
  const from = piece.pose;
  const [dx, dy] = [to.x_in - from.x_in, to.y_in - from.y_in];
  const far = Math.hypot(dx, dy);
  const turn = turnBetween(from.heading_deg, to.heading_deg);
  const isTurned = !wanted.footprint.disc && Math.abs(turn) > Math.max(BY_HAND_DEG, 2 * doubtDeg(from, to));
  const isOff = far > Math.max(BY_HAND_IN, 2 * doubtIn(from, to));
  if (!isOff && !isTurned) return { id, standing: "stands", says: "stands where it was", marks: [] };
  const says = [
    isOff && `${length(far)} to the ${wind(dx, dy)}`,
    isTurned && `turn it ${Math.round(Math.abs(turn))}° to the ${turn > 0 ? "left" : "right"}`,
  ];
  const way = arrow([from.x_in, from.y_in], [to.x_in, to.y_in]);
  const words = isOff ? `${id} ${length(far)}` : `${id} ${Math.round(turn)}°`;
  return {
    id,
    standing: "off",
    says: says.filter(Boolean).join(", "),
    marks: [{ ...ghost, words: isOff ? "" : words }, ...(isOff ? [{ what: "way", line_in: way, answer: /** @type {const} */ ("TOO_CLOSE_TO_CALL"), words }] : [])],
  };
}

/** @param {Piece} piece @returns {Guide} */
function extra(piece) {
  return { id: piece.id, standing: "extra", says: "was not on the table", marks: [] };
}

/** Counter-clockwise, from -180 to 180. @param {number} from @param {number} to */
export function turnBetween(from, to) {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
}

/** The wind rose's name of a direction. @param {number} dx @param {number} dy */
export function wind(dx, dy) {
  const eighth = Math.round(Math.atan2(dy, dx) / (Math.PI / 4));
  return /** @type {string} */ (WINDS[(eighth + 8) % 8]);
}

/** @param {Pose} one @param {Pose} other */
function doubtIn(one, other) {
  return Math.sqrt([one, other].reduce((sum, { covariance: c }) => sum + Math.max(c[0], c[2]), 0));
}

/** @param {Pose} one @param {Pose} other */
function doubtDeg(one, other) {
  return Math.sqrt(one.covariance[5] + other.covariance[5]);
}

/** @param {number} far */
function length(far) {
  return `${Number(far.toFixed(far < 1 ? 2 : 1))} in`;
}

/** @param {Pose} pose */
function place({ x_in: x, y_in: y }) {
  return `${Number(x.toFixed(1))} in from the west edge, ${Number(y.toFixed(1))} in from the south`;
}

/** The outline of a piece where it is to be, closed.
 * @param {Piece} piece
 * @param {{x_in: number, y_in: number, heading_deg: number}} pose
 * @returns {Point[]}
 */
export function ring(piece, { x_in: x, y_in: y, heading_deg: heading }) {
  const angle = (heading * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const points = corners(piece.footprint).map(([u, v]) => /** @type {Point} */ ([x + u * cos - v * sin, y + u * sin + v * cos]));
  return points[0] ? [...points, points[0]] : [];
}

/** A line with a head, in one stroke. @param {Point} from @param {Point} to @returns {Point[]} */
export function arrow(from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const far = Math.hypot(dx, dy);
  if (far === 0) return [from, to];
  const head = Math.min(0.6, far / 2);
  const [ux, uy] = [(dx / far) * head, (dy / far) * head];
  /** @type {Point} */
  const left = [to[0] - ux - uy / 2, to[1] - uy + ux / 2];
  /** @type {Point} */
  const right = [to[0] - ux + uy / 2, to[1] - uy - ux / 2];
  return [from, to, left, to, right];
}
