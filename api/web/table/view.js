// Computes which part of the table is shown, how large and turned how far; pure, inches <-> pixels.

/** @typedef {import("../app/types.js").Point} Point */

/**
 * @typedef {object} View
 * @property {number} scale pixels an inch
 * @property {Point} centre the place of the table in the middle of the picture
 * @property {number} turn how far the table is turned, counter-clockwise, degrees
 * @property {number} width of the picture, pixels
 * @property {number} height
 */

export const LEAST_SCALE = 2;
export const MOST_SCALE = 200;

/** @param {View} view @param {Point} place @returns {Point} */
export function toScreen(view, [x, y]) {
  const angle = (view.turn * Math.PI) / 180;
  const [dx, dy] = [x - view.centre[0], y - view.centre[1]];
  const along = dx * Math.cos(angle) - dy * Math.sin(angle);
  const up = dx * Math.sin(angle) + dy * Math.cos(angle);
  return [view.width / 2 + along * view.scale, view.height / 2 - up * view.scale];
}

/** @param {View} view @param {Point} place @returns {Point} */
export function toTable(view, [x, y]) {
  const angle = (view.turn * Math.PI) / 180;
  const along = (x - view.width / 2) / view.scale;
  const up = (view.height / 2 - y) / view.scale;
  return [
    view.centre[0] + along * Math.cos(angle) + up * Math.sin(angle),
    view.centre[1] - along * Math.sin(angle) + up * Math.cos(angle),
  ];
}

/** The six numbers of an SVG matrix that does what `toScreen` does.
 * @param {View} view
 */
export function matrix(view) {
  const angle = (view.turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * view.scale, Math.sin(angle) * view.scale];
  const [e, f] = toScreen(view, [0, 0]);
  return `matrix(${[cos, -sin, -sin, -cos, e, f].map((each) => each.toFixed(4)).join(" ")})`;
}

/** How wide and how high a table is as it is turned.
 * @param {View} view
 * @param {{width_in: number, depth_in: number}} table
 */
function sides(view, table) {
  const angle = (view.turn * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  return { wide: table.width_in * cos + table.depth_in * sin, high: table.width_in * sin + table.depth_in * cos };
}

/** How much of its width a table is high, as it is turned; 1 where it is higher than wide.
 * @param {View} view
 * @param {{width_in: number, depth_in: number}} table
 */
export function share(view, table) {
  const { wide, high } = sides(view, table);
  return Math.min(1, high / wide);
}

/** The whole table with a little room around it.
 * @param {View} view
 * @param {{width_in: number, depth_in: number}} table
 * @returns {View}
 */
export function fitted(view, table) {
  const { wide, high } = sides(view, table);
  const room = 21;
  const scale = Math.min((view.width - 2 * room) / wide, (view.height - 2 * room) / high);
  return {
    ...view,
    scale: clamp(scale, LEAST_SCALE, MOST_SCALE),
    centre: [table.width_in / 2, table.depth_in / 2],
  };
}

/** Closer or further; the place under the fingers stays there.
 * @param {View} view
 * @param {number} factor
 * @param {Point} at on the screen
 * @returns {View}
 */
export function zoomed(view, factor, at) {
  const held = toTable(view, at);
  const scale = clamp(view.scale * factor, LEAST_SCALE, MOST_SCALE);
  const after = { ...view, scale };
  const now = toTable(after, at);
  return {
    ...after,
    centre: [after.centre[0] + held[0] - now[0], after.centre[1] + held[1] - now[1]],
  };
}

/** Moved by pixels; some of the table always stays in the picture.
 * @param {View} view
 * @param {Point} by
 * @param {{width_in: number, depth_in: number}} table
 * @returns {View}
 */
export function panned(view, [dx, dy], table) {
  const [x, y] = toTable(view, [view.width / 2 - dx, view.height / 2 - dy]);
  return { ...view, centre: [clamp(x, 0, table.width_in), clamp(y, 0, table.depth_in)] };
}

/** @param {number} value @param {number} least @param {number} most */
export function clamp(value, least, most) {
  return Math.max(least, Math.min(most, value));
}

const TURNED = "table-turned";

/** How whoever reads has the table turned in this battle, if they have seen it before. @param {string} reader */
export function keptTurn(reader) {
  const [whose, turn] = JSON.parse(localStorage.getItem(TURNED) ?? "[]");
  return whose === reader ? Number(turn) : null;
}

/** @param {string} reader @param {number} turn */
export function keepTurn(reader, turn) {
  localStorage.setItem(TURNED, JSON.stringify([reader, turn]));
}
