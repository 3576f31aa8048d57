// Computes outlines, errors and distances in inches; pure, and only for drawing and picking.
// What counts in a game is measured by the umpire.

/** @typedef {import("../app/types.js").Point} Point */
/** @typedef {import("../app/types.js").Piece} Piece */
/** @typedef {import("../app/types.js").Footprint} Footprint */

/** A number as it stands in a path, short.
 * @param {number} value
 */
export function short(value) {
  return Number(value.toFixed(4)).toString();
}

/** @param {Point[]} points @param {boolean} closed */
export function path(points, closed = true) {
  const steps = points.map(([x, y], index) => `${index ? "L" : "M"}${short(x)} ${short(y)}`);
  return steps.join("") + (closed ? "Z" : "");
}

/** The corners of a footprint around its own middle, heading east; many for a disc.
 * @param {Footprint} footprint
 * @returns {Point[]}
 */
export function corners(footprint) {
  if (footprint.rectangle) {
    const [x, y] = [footprint.rectangle.length_in / 2, footprint.rectangle.width_in / 2];
    return [[-x, -y], [x, -y], [x, y], [-x, y]];
  }
  if (footprint.disc) {
    const radius = footprint.disc.radius_in;
    return Array.from({ length: 24 }, (_, index) => {
      const angle = (index * Math.PI) / 12;
      return /** @type {Point} */ ([radius * Math.cos(angle), radius * Math.sin(angle)]);
    });
  }
  return footprint.polygon ?? [];
}

/** The outline of a footprint as a path; a disc is drawn round.
 * @param {Footprint} footprint
 */
export function outline(footprint) {
  if (!footprint.disc) return path(corners(footprint));
  const radius = short(footprint.disc.radius_in);
  const arc = `a${radius} ${radius} 0 1 0`;
  return `M-${radius} 0${arc} ${2 * Number(radius)} 0${arc} -${2 * Number(radius)} 0Z`;
}

/** How far the footprint reaches to the front, and half its width.
 * @param {Footprint} footprint
 */
export function extent(footprint) {
  const points = corners(footprint);
  return {
    front: Math.max(0.1, ...points.map(([x]) => x)),
    half: Math.max(0.1, ...points.map(([, y]) => Math.abs(y))),
  };
}

/** Two standard errors of a place as an ellipse: half axes in inches, and its turn in degrees.
 * @param {number[]} covariance
 */
export function ellipse([xx = 0, xy = 0, yy = 0]) {
  const middle = (xx + yy) / 2;
  const apart = Math.hypot((xx - yy) / 2, xy);
  return {
    long: 2 * Math.sqrt(Math.max(0, middle + apart)),
    across: 2 * Math.sqrt(Math.max(0, middle - apart)),
    turn: (Math.atan2(2 * xy, xx - yy) * 90) / Math.PI,
  };
}

/** @param {Point} one @param {Point} other */
export function distance([x, y], [u, v]) {
  return Math.hypot(x - u, y - v);
}

/** @param {Point} point @param {Point[]} ring */
export function isInside([x, y], ring) {
  let inside = false;
  ring.forEach(([ax, ay], index) => {
    const [bx, by] = /** @type {Point} */ (ring[(index + 1) % ring.length]);
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

/** How far a place is from a footprint that lies there; 0 inside of it.
 * @param {Point} place
 * @param {Piece} piece
 */
export function offset(place, piece) {
  if (!piece.pose) return Infinity;
  const angle = (-piece.pose.heading_deg * Math.PI) / 180;
  const [dx, dy] = [place[0] - piece.pose.x_in, place[1] - piece.pose.y_in];
  /** @type {Point} */
  const local = [
    dx * Math.cos(angle) - dy * Math.sin(angle),
    dx * Math.sin(angle) + dy * Math.cos(angle),
  ];
  const ring = corners(piece.footprint);
  if (isInside(local, ring)) return 0;
  return Math.min(
    ...ring.map((corner, index) =>
      toSegment(local, corner, /** @type {Point} */ (ring[(index + 1) % ring.length])),
    ),
  );
}

/** @param {Point} place @param {Point} a @param {Point} b */
function toSegment(place, a, b) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const along = length ? ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / length : 0;
  const held = Math.max(0, Math.min(1, along));
  return distance(place, [a[0] + held * dx, a[1] + held * dy]);
}

/** The piece that a finger means: the one under it, else the nearest that is not far off.
 * @param {Point} place
 * @param {Piece[]} pieces
 * @param {number} slack inches
 * @param {(id: string) => boolean} [isLost] whoever stands on one that is lost comes before it
 * @returns {Piece | null}
 */
export function pieceAt(place, pieces, slack, isLost = () => false) {
  let best = null;
  let least = Infinity;
  for (const piece of pieces) {
    if (!piece.pose) continue;
    const off = offset(place, piece);
    if (off > slack) continue;
    // Among those under the finger, the living first, and then the one whose middle is nearest.
    const rank = off * 1000 + (isLost(piece.id) ? 100 : 0) + distance(place, [piece.pose.x_in, piece.pose.y_in]);
    if (rank < least) [best, least] = [piece, rank];
  }
  return best;
}

/** The next piece in a direction on the screen, for the arrow keys.
 * @param {string} from
 * @param {{id: string, at: Point}[]} places on the screen
 * @param {Point} direction
 */
export function nextPiece(from, places, direction) {
  const here = places.find((each) => each.id === from);
  if (!here) return places[0]?.id ?? null;
  let best = null;
  let least = Infinity;
  for (const { id, at } of places) {
    const [dx, dy] = [at[0] - here.at[0], at[1] - here.at[1]];
    const along = dx * direction[0] + dy * direction[1];
    const aside = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    if (id === from || along <= 0) continue;
    const rank = along + 2 * aside;
    if (rank < least) [best, least] = [id, rank];
  }
  return best;
}

/** The middle of an outline, for its name.
 * @param {Point[]} ring
 * @returns {Point}
 */
export function middle(ring) {
  let area = 0;
  let [x, y] = [0, 0];
  ring.forEach(([ax, ay], index) => {
    const [bx, by] = /** @type {Point} */ (ring[(index + 1) % ring.length]);
    const cross = ax * by - bx * ay;
    area += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  });
  if (Math.abs(area) < 1e-9) return ring[0] ?? [0, 0];
  return [x / (3 * area), y / (3 * area)];
}

/** How far the table is to be turned for these sides to have their pieces before them.
 * @param {{pieces: Piece[], table: {width_in: number, depth_in: number}}} snapshot
 * @param {string[]} sides
 */
export function turnFor({ pieces, table }, sides) {
  const own = pieces.flatMap((piece) => (piece.pose && sides.includes(piece.side) ? [piece.pose] : []));
  if (own.length === 0) return 0;
  const mean = (/** @type {number[]} */ values) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const east = mean(own.map((pose) => pose.x_in)) / table.width_in - 0.5;
  const north = mean(own.map((pose) => pose.y_in)) / table.depth_in - 0.5;
  // In the middle nobody's edge is nearer than the others.
  if (Math.max(Math.abs(east), Math.abs(north)) < 0.2) return 0;
  if (Math.abs(north) >= Math.abs(east)) return north > 0 ? 180 : 0;
  return east > 0 ? 270 : 90;
}
