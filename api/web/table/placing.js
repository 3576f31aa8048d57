// Finds room for names on the map, so that none lies on another; pure, in pixels.

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/**
 * @typedef {object} Wanted
 * @property {string} id
 * @property {Box[]} spots where it may stand, the best first
 * @property {Box | null} own what it belongs to, and may lie on
 * @property {number} weight who goes first; ground has less than units
 */

// Pixels between two names.
const GAP = 1;
// How much of a name may lie over a piece that is not its own, where no place is free.
const COVERS = 0.34;
const CELL = 64;

/** @param {Box} one @param {Box} other */
export function overlap(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** Boxes by the part of the picture that they lie in, so that only neighbours are compared. */
class Crowd {
  constructor() {
    /** @type {Map<string, Box[]>} */
    this.cells = new Map();
  }

  /** @param {Box} box @returns {string[]} */
  keys(box) {
    const found = [];
    for (let x = Math.floor(box.left / CELL); x <= Math.floor(box.right / CELL); x += 1) {
      for (let y = Math.floor(box.top / CELL); y <= Math.floor(box.bottom / CELL); y += 1) found.push(`${x} ${y}`);
    }
    return found;
  }

  /** @param {Box} box */
  add(box) {
    for (const key of this.keys(box)) {
      const there = this.cells.get(key);
      if (there) there.push(box);
      else this.cells.set(key, [box]);
    }
  }

  /** Those that a box lies on. @param {Box} box @returns {Set<Box>} */
  under(box) {
    return new Set(this.keys(box).flatMap((key) => (this.cells.get(key) ?? []).filter((each) => overlap(each, box) > 0)));
  }
}

/** @param {Box} box @param {number} by @returns {Box} */
function grown(box, by) {
  return { left: box.left - by, top: box.top - by, right: box.right + by, bottom: box.bottom + by };
}

/** @param {Box} box @param {Box} bounds */
function isIn(box, bounds) {
  return box.left >= bounds.left && box.top >= bounds.top && box.right <= bounds.right && box.bottom <= bounds.bottom;
}

/** Where each name stands; one without room gives way, and has no place.
 *
 * A name never lies on another one. It keeps off pieces while any place is free, and covers no more than
 * a third of itself with them where none is.
 * @param {Wanted[]} wanted
 * @param {Box[]} pieces
 * @param {Box} bounds
 * @returns {Map<string, Box>}
 */
export function placed(wanted, pieces, bounds) {
  const crowd = new Crowd();
  for (const piece of pieces) crowd.add(piece);
  const names = new Crowd();
  /** @type {Map<string, Box>} */
  const found = new Map();
  const order = wanted.map((each, at) => ({ each, at })).sort((one, other) => other.each.weight - one.each.weight || one.at - other.at);
  for (const { each } of order) {
    const spot = spotOf(each, { crowd, names, bounds });
    if (!spot) continue;
    names.add(grown(spot, GAP));
    found.set(each.id, spot);
  }
  return found;
}

/** @param {Wanted} wanted @param {{crowd: Crowd, names: Crowd, bounds: Box}} around @returns {Box | null} */
function spotOf({ spots, own }, { crowd, names, bounds }) {
  let best = null;
  let least = COVERS;
  for (const spot of spots) {
    if (!isIn(spot, bounds) || names.under(spot).size > 0) continue;
    const size = (spot.right - spot.left) * (spot.bottom - spot.top);
    let covered = 0;
    for (const piece of crowd.under(spot)) if (!own || !same(piece, own)) covered += overlap(piece, spot) / size;
    if (covered === 0) return spot;
    if (covered < least) [best, least] = [spot, covered];
  }
  return best;
}

/** @param {Box} one @param {Box} other */
function same(one, other) {
  return one.left === other.left && one.top === other.top && one.right === other.right && one.bottom === other.bottom;
}

/** The places around a piece, the best first: below, right, left, above, at its corners, and then further off.
 * @param {Box} piece @param {number} wide @param {number} high
 * @returns {Box[]}
 */
export function spotsAround(piece, wide, high) {
  const [x, y] = [(piece.left + piece.right) / 2, (piece.top + piece.bottom) / 2];
  /** @param {number} left @param {number} top @returns {Box} */
  const at = (left, top) => ({ left, top, right: left + wide, bottom: top + high });
  return [2, 9, 18].flatMap((off) => [
    at(x - wide / 2, piece.bottom + off),
    at(piece.right + off, y - high / 2),
    at(piece.left - wide - off, y - high / 2),
    at(x - wide / 2, piece.top - high - off),
    at(piece.right + off - 2, piece.bottom + off - 2),
    at(piece.left - wide - off + 2, piece.bottom + off - 2),
    at(piece.right + off - 2, piece.top - high - off + 2),
    at(piece.left - wide - off + 2, piece.top - high - off + 2),
  ]);
}

/** The places of hit points: where they stand by themselves, else over the middle of the piece or with their figure
 * on the left; then below the piece, where nobody takes them for another's, and higher.
 * @param {Box} box @param {Box} piece
 * @returns {Box[]}
 */
export function spotsBeside(box, piece) {
  const [wide, high] = [box.right - box.left, box.bottom - box.top];
  const middle = (piece.left + piece.right) / 2;
  const columns = [box.left, middle - wide / 2, 2 * middle - box.right];
  const rows = [box.top, piece.bottom + 2, box.top - high - 2, box.top - 2 * (high + 2)];
  return rows.flatMap((top) => columns.map((left) => ({ left, top, right: left + wide, bottom: top + high })));
}

/** The places along a line, the middle first, and then beside it.
 * @param {[number, number]} from @param {[number, number]} to @param {number} wide @param {number} high
 * @returns {Box[]}
 */
export function spotsAlong([ax, ay], [bx, by], wide, high) {
  return [0.5, 0.36, 0.64, 0.22, 0.78].flatMap((share) => {
    const [x, y] = [ax + (bx - ax) * share, ay + (by - ay) * share];
    return [[0, 0], [0, -high], [0, high], [wide * 0.6, 0], [-wide * 0.6, 0]].map(([dx = 0, dy = 0]) => ({
      left: x + dx - wide / 2, top: y + dy - high / 2, right: x + dx + wide / 2, bottom: y + dy + high / 2,
    }));
  });
}

/** The places of a strip's name: in its middle and along it; one that is too wide for it hangs over the table and
 * not over the table's edge.
 * @param {Box} strip @param {number} wide @param {number} high @param {Box} picture
 * @returns {Box[]}
 */
export function spotsInStrip(strip, wide, high, picture) {
  const middle = /** @type {[number, number]} */ ([(strip.left + strip.right) / 2, (strip.top + strip.bottom) / 2]);
  const isLeft = middle[0] < (picture.left + picture.right) / 2;
  return spotsWithin(strip, middle, wide, high).map((spot) => {
    const left = isLeft ? Math.max(strip.left + 3, spot.left) : Math.min(strip.right - 3 - wide, spot.left);
    return { ...spot, left, right: left + wide };
  });
}

/** The places within an area, its middle first. @param {Box} area @param {[number, number]} middle @param {number} wide @param {number} high @returns {Box[]} */
export function spotsWithin(area, [x, y], wide, high) {
  const [dx, dy] = [(area.right - area.left) * 0.25, (area.bottom - area.top) * 0.28];
  return [[0, 0], [0, dy], [0, -dy], [dx, 0], [-dx, 0], [dx, dy], [-dx, dy], [dx, -dy], [-dx, -dy]].map(([ox = 0, oy = 0]) => ({
    left: x + ox - wide / 2, top: y + oy - high / 2, right: x + ox + wide / 2, bottom: y + oy + high / 2,
  }));
}
