// Changes the points of an outline; pure, in inches.

import { distance } from "../table/geometry.js";

/** @typedef {import("../app/types.js").Point} Point */

export const LEAST = 3;
export const MOST = 500;

/** @param {Point[]} ring @param {number} index @param {Point} to @param {{width_in: number, depth_in: number}} table */
export function moved(ring, index, to, table) {
  return ring.map((point, at) => (at === index ? within(to, table) : point));
}

/** A new point in the middle of the side that begins at this one. @param {Point[]} ring @param {number} index @returns {Point[]} */
export function split(ring, index) {
  const [a, b] = [ring[index], ring[(index + 1) % ring.length]];
  if (!a || !b || ring.length >= MOST) return ring;
  /** @type {Point} */
  const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  return [...ring.slice(0, index + 1), middle, ...ring.slice(index + 1)];
}

/** @param {Point[]} ring @param {number} index */
export function without(ring, index) {
  return ring.length > LEAST ? ring.filter((_, at) => at !== index) : ring;
}

/** The point within reach of a finger, or -1. @param {Point[]} ring @param {Point} place @param {number} reach */
export function pointAt(ring, place, reach) {
  const [best] = ring.map((point, index) => ({ index, far: distance(point, place) })).sort((one, other) => one.far - other.far);
  return best && best.far <= reach ? best.index : -1;
}

/** Which sides cross each other: an outline that does is none. @param {Point[]} ring @returns {[number, number] | null} */
export function crossing(ring) {
  const count = ring.length;
  for (let one = 0; one < count; one += 1) {
    for (let other = one + 2; other < count; other += 1) {
      if (one === 0 && other === count - 1) continue;
      const [a, b, c, d] = [ring[one], ring[one + 1], ring[other], ring[(other + 1) % count]];
      if (a && b && c && d && cross(a, b, c, d)) return [one, other];
    }
  }
  return null;
}

/** @param {Point} a @param {Point} b @param {Point} c @param {Point} d */
function cross(a, b, c, d) {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/** @param {Point} a @param {Point} b @param {Point} place */
function side([ax, ay], [bx, by], [x, y]) {
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
}

/** @param {Point} place @param {{width_in: number, depth_in: number}} table @returns {Point} */
export function within([x, y], { width_in: width, depth_in: depth }) {
  return [tidy(Math.min(width, Math.max(0, x))), tidy(Math.min(depth, Math.max(0, y)))];
}

/** An outline to begin with, around a place. @param {Point} place @param {{width_in: number, depth_in: number}} table */
export function square([x, y], table, half = 3) {
  const corners = /** @type {Point[]} */ ([[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]);
  return corners.map((corner) => within(corner, table));
}

/** What is shown around an outline: a window of the table, with room to drag into.
 * @param {Point[]} ring
 * @param {{width_in: number, depth_in: number}} table
 */
export function windowAround(ring, table, room = 3) {
  const xs = ring.map(([x]) => x);
  const ys = ring.map(([, y]) => y);
  const [left, bottom] = within([Math.min(...xs) - room, Math.min(...ys) - room], table);
  const [right, top] = within([Math.max(...xs) + room, Math.max(...ys) + room], table);
  return { left, bottom, width: Math.max(1, right - left), depth: Math.max(1, top - bottom) };
}

/** To a ten-thousandth of an inch, so that steps add up to what one reads. @param {number} length */
function tidy(length) {
  return Number(length.toFixed(4));
}
