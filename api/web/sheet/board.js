// Reads a drawn board from a game's view, and where on it everybody stands; pure.
//
// A game is played on a drawn board when its view has `board` with `rooms` and `walls`, in inches of
// the sheet; `tokens` and `markers` beside it say with `place` which room or side they are in.

import { capital } from "../app/words.js";
import { begun } from "../play/filling.js";

/** @typedef {import("../app/types.js").Point} Point */
/** @typedef {{name: string, outline_in: Point[], centre_in: Point}} Room */
/** @typedef {{id: string, called?: string, sides: string[], line_in: Point[], middle_in: Point, state: string}} Wall */
/** @typedef {{id: string, mark: string, place: string, beside: string, side: string, isDone: boolean, tag: string, owner: string}} Token */
/** @typedef {{size: Point, rooms: Room[], walls: Wall[], doubts: Map<string, string>, tokens: Token[], key: string}} Board */

const APART = 0.42;
// Inches of paper around the drawn rooms.
export const MARGIN = 0.75;
// So much wider is a token with its number beside it.
const BESIDE = 1.5;
const OUT = 0.34;

/** @param {Record<string, any>} state the game's own view @returns {Board | null} */
export function boardOf(state) {
  const board = state.board;
  if (!board || !Array.isArray(board.rooms) || !Array.isArray(board.walls)) return null;
  const tokens = (state.tokens ?? []).map((/** @type {any} */ each) => ({
    id: String(each.id),
    mark: String(each.form ?? each.id),
    place: String(each.place),
    beside: String(each.outside_of ?? ""),
    side: String(each.side ?? ""),
    isDone: each.done === true,
    tag: tagOf(String(each.id), String(each.owner ?? "")),
    owner: String(each.owner ?? ""),
  }));
  const markers = (state.markers ?? []).map((/** @type {any} */ each) => ({
    id: String(each.name), mark: String(each.mark), place: String(each.place), beside: "", side: "", isDone: false, tag: "", owner: "",
  }));
  const doubts = new Map((state.doubts ?? []).map((/** @type {any} */ each) => [String(each.subject), String(each.says)]));
  return { size: board.size_in ?? extent(board.rooms), rooms: board.rooms, walls: board.walls, doubts, tokens: [...markers, ...tokens], key: keyOfMarks(tokens, markers, state.marks ?? {}) };
}

/** What the letters of those on the board are short for; pure.
 * @param {Token[]} tokens @param {Token[]} markers each called by its name @param {Record<string, string>} marks */
function keyOfMarks(tokens, markers, marks) {
  const told = tokens.flatMap(({ mark }) => (marks[mark] ? [`${mark} ${marks[mark]}`] : []));
  return [...new Set(told), ...markers.map(({ id, mark }) => `${mark} ${id}`)].join(", ");
}

/** What tells a token from others with its mark: its number, and the initial of whoever it belongs to; pure.
 * @param {string} id @param {string} owner */
export function tagOf(id, owner) {
  return `${/\d+$/.exec(id)?.[0] ?? ""} ${owner.slice(0, 1).toUpperCase()}`.trim();
}

/** A wall as the game calls it, else by its name; pure. @param {Wall} wall */
export function wallWords(wall) {
  return capital(wall.called || `wall ${wall.id}`);
}

/** @param {Room[]} rooms @returns {Point} */
function extent(rooms) {
  const spots = rooms.flatMap((room) => room.outline_in);
  return [Math.max(1, ...spots.map(([x]) => x)), Math.max(1, ...spots.map(([, y]) => y))];
}

/** Where each token is drawn: in rows about the middle of its room, or before the wall outside.
 * @param {Board} board @param {number} [grow] how much larger tokens are drawn than on paper, with what they are told by beside them
 * @returns {Map<string, Point>}
 */
export function standsOf(board, grow = 1) {
  const across = APART * (grow > 1 ? grow * BESIDE : 1);
  /** @type {Map<string, Token[]>} */
  const together = new Map();
  for (const token of board.tokens) {
    const key = `${token.place} ${token.beside}`;
    together.set(key, [...(together.get(key) ?? []), token]);
  }
  /** @type {Map<string, Point>} */
  const found = new Map();
  for (const group of together.values()) {
    const [first] = group;
    const stands = first && middleOf(board, first);
    if (!stands) continue;
    const { middle, wide } = within(board, stands, { count: group.length, isInside: board.rooms.some((room) => room.name === first.place), across, down: APART * grow });
    group.forEach((token, index) => {
      const row = Math.floor(index / wide);
      const inRow = Math.min(wide, group.length - row * wide);
      found.set(token.id, [
        middle[0] + (index % wide - (inRow - 1) / 2) * across,
        middle[1] - (row - (Math.ceil(group.length / wide) - 1) / 2) * APART * grow - 0.12,
      ]);
    });
  }
  return found;
}

/** Rows as square as may be in a room, and along the wall outside of one, where nobody is cut off by the edge of the paper.
 * @param {Board} board @param {Point} middle
 * @param {{count: number, isInside: boolean, across: number, down: number}} how inches from one to the next
 * @returns {{middle: Point, wide: number}} */
function within({ size: [width, depth] }, [x, y], { count, isInside, across, down }) {
  if (isInside) return { middle: [x, y], wide: Math.ceil(Math.sqrt(count)) };
  const isColumn = Math.abs(x - width / 2) / width > Math.abs(y - depth / 2) / depth;
  const most = Math.floor((isColumn ? (depth + 2 * MARGIN) / down : (width + 2 * MARGIN) / across) - 0.5);
  const wide = isColumn ? Math.ceil(count / most) : Math.min(count, most);
  const [half, tall] = [((wide - 1) * across + down) / 2, ((Math.ceil(count / wide) - 1) * down + down) / 2];
  /** @param {number} at @param {number} least @param {number} largest */
  const held = (at, least, largest) => Math.max(least, Math.min(largest, at));
  return { middle: [held(x, half - MARGIN, width + MARGIN - half - (across - down) / 2), held(y, tall - MARGIN, depth + MARGIN - tall)], wide };
}

/** @param {Board} board @param {Token} token @returns {Point | null} */
function middleOf(board, token) {
  const room = board.rooms.find((each) => each.name === token.place);
  if (room) return room.centre_in;
  const beside = board.rooms.find((each) => each.name === token.beside);
  const walls = board.walls.filter((each) => each.sides.includes(token.place));
  const wall = walls.find((each) => each.sides.includes(token.beside)) ?? walls[0];
  if (!wall) return null;
  const from = beside?.centre_in ?? [board.size[0] / 2, board.size[1] / 2];
  const [x, y] = wall.middle_in;
  const away = outward(wall, from);
  return [x + OUT * away[0], y + OUT * away[1]];
}

/** Square to a wall, away from a point. @param {Wall} wall @param {Point} from @returns {Point} */
function outward(wall, from) {
  const [x0, y0] = wall.line_in[0] ?? [0, 0];
  const [x1, y1] = wall.line_in.at(-1) ?? [1, 0];
  const long = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [x, y] = [-(y1 - y0) / long, (x1 - x0) / long];
  const [dx, dy] = [wall.middle_in[0] - from[0], wall.middle_in[1] - from[1]];
  return x * dx + y * dy >= 0 ? [x, y] : [-x, -y];
}

/** What lies under a tap: a token, else a wall, else a room; nothing where only paper is.
 * @param {Board} board @param {Point} at inches of the sheet @param {number} slack inches @param {number} [grow]
 */
export function partAt(board, at, slack, grow = 1) {
  const stands = [...standsOf(board, grow)].filter(([, spot]) => far(spot, at) <= Math.max(0.19 * grow, slack * 0.7));
  const token = stands.sort(([, one], [, other]) => far(one, at) - far(other, at))[0];
  if (token) return token[0];
  const near = board.walls
    .map((wall) => ({ id: wall.id, gap: gapTo(wall.line_in, at) }))
    .sort((one, other) => one.gap - other.gap)[0];
  if (near && near.gap <= slack) return near.id;
  return board.rooms.find((room) => isInside(room.outline_in, at))?.name ?? "";
}

/** @param {Point} one @param {Point} other */
function far(one, other) {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}

/** @param {Point[]} line @param {Point} at */
function gapTo(line, at) {
  let least = Infinity;
  for (let index = 1; index < line.length; index += 1) {
    const [a, b] = /** @type {[Point, Point]} */ ([line[index - 1], line[index]]);
    const long = far(a, b) ** 2 || 1;
    const share = Math.max(0, Math.min(1, ((at[0] - a[0]) * (b[0] - a[0]) + (at[1] - a[1]) * (b[1] - a[1])) / long));
    least = Math.min(least, far(at, [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]));
  }
  return least;
}

/** @param {Point[]} ring @param {Point} at */
function isInside(ring, [x, y]) {
  let inside = false;
  ring.forEach(([x0, y0], index) => {
    const [x1, y1] = ring[(index + 1) % ring.length] ?? [0, 0];
    if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) inside = !inside;
  });
  return inside;
}

/** @typedef {import("../app/types.js").Offer} Offer */
/** @typedef {{seat: string, offer: Offer, values: Record<string, unknown>, open: import("../app/types.js").Hole[]}} About */

/** The offers that are about a part of the board, with the part filled in.
 * @param {{seat: string, offers: Offer[]}[]} groups @param {string} id
 * @returns {About[]}
 */
export function offersAbout(groups, id) {
  return groups.flatMap(({ seat, offers }) =>
    offers
      .filter((offer) => offer.refusal === null && offer.weight !== "quiet")
      .flatMap((offer) => {
        const isFixed = Object.values(offer.fixed).includes(id);
        const hole = offer.holes.find((each) => each.allowed.includes(id));
        if (!isFixed && !hole) return [];
        /** @type {Record<string, unknown>} */
        const values = isFixed || !hole ? begun(offer) : { ...begun(offer), [hole.name]: id };
        const open = offer.holes.filter((each) => !(each.name in values) && !each.optional);
        return [{ seat, offer, values, open }];
      }),
  );
}
