// Draws how far a piece may go while it is dragged, and tells its way against that.

import { draw } from "../app/elements.js";
import { inches, plain } from "../app/words.js";
import { apart, around, entered, groundWords, nearWords } from "./drag_guide.js";
import { distance, isInside, path, short } from "./geometry.js";

/** @typedef {import("../app/types.js").Point} Point */
/** @typedef {import("../app/types.js").Reach} Reach */

// Inches: the cells of the umpire's map are so wide, and a place nearer to the limit may be in doubt.
const CELLS = 0.75;

/** How far a piece stands from where it began, and by how much that is too far; pure.
 * @param {Reach} reach @param {{x_in: number, y_in: number}} pose
 */
export function gone(reach, pose) {
  const far = distance([reach.x_in, reach.y_in], [pose.x_in, pose.y_in]);
  return { far, over: far - reach.limit_in };
}

/** Where a piece stands that stops at the limit, on the way to where it is; pure.
 * @template {{x_in: number, y_in: number}} P
 * @param {Reach} reach @param {P} pose
 * @returns {P}
 */
export function stopped(reach, pose) {
  const { far } = gone(reach, pose);
  // A hair less, so that no rounding makes it too far.
  const share = far === 0 ? 0 : Math.min(1, (reach.limit_in - 0.01) / far);
  return { ...pose, x_in: reach.x_in + share * (pose.x_in - reach.x_in), y_in: reach.y_in + share * (pose.y_in - reach.y_in) };
}

/** As it is told while a piece is dragged; pure. @param {Reach} reach @param {{x_in: number, y_in: number}} pose */
export function goneWords(reach, pose) {
  const { far, over } = gone(reach, pose);
  return over > 0.005 ? `${inches(over)} too far` : `${plain(far)} of ${inches(reach.limit_in)}`;
}

/** Whether straight on would do, and the way that is measured does not: it leads round something; pure.
 * @param {Point[][] | null} rings of where it reaches, as the umpire measures it; null while nobody knows
 * @param {Reach} reach @param {{x_in: number, y_in: number}} pose
 */
export function leadsRound(rings, reach, pose) {
  if (!rings || gone(reach, pose).over > -CELLS) return false;
  // Holes are rings, too: whoever is in an even number of rings is in none of it.
  return rings.filter((ring) => isInside([pose.x_in, pose.y_in], ring)).length % 2 === 0;
}

export class ReachDisc {
  /** @param {import("./map.js").TableMap} map @param {(reach: Reach) => Promise<Point[][] | null>} measure
   *   where a unit reaches as the umpire measures it */
  constructor(map, measure) {
    this.map = map;
    this.measure = measure;
    /** @type {Point[][] | null} */
    this.rings = null;
    /** @type {Reach | null} */
    this.reach = null;
    this.disc = draw("path", { class: "reach", display: "none" });
    this.reached = draw("path", { class: "reached", "fill-rule": "evenodd" });
    this.stop = draw("path", { class: "reach-stop", display: "none" });
    /** So far from whom a follower follows. */
    this.near = draw("path", { class: "near-ring", display: "none" });
    map.world.insertBefore(this.disc, map.world.firstChild?.nextSibling ?? null);
    map.world.insertBefore(this.reached, this.disc);
    map.world.append(this.stop, this.near);
  }

  /** @param {Reach | null} reach */
  show(reach) {
    // The same in other offers is still being measured.
    if (JSON.stringify(reach) !== JSON.stringify(this.reach)) {
      this.reach = reach;
      this.rings = null;
      if (reach) void this.measure(reach).then((rings) => this.came(reach, rings), () => {});
    }
    this.disc.setAttribute("display", reach ? "inline" : "none");
    this.stop.setAttribute("display", "none");
    this.map.svg.classList.remove("too-far");
    this.map.ground.light(reach?.stops ?? [], "");
    const leader = this.leader();
    this.near.setAttribute("display", leader ? "inline" : "none");
    if (leader && reach?.near) this.near.setAttribute("d", path(around(leader, reach.near.within_in)));
    if (reach) this.disc.setAttribute("d", path(onTable(reach, this.map.size())));
    this.fill(reach);
  }

  /** All that it reaches is filled: the disc, until the umpire has said what of it lies behind something. @param {Reach | null} reach */
  fill(reach) {
    const rings = reach && this.rings;
    this.disc.classList.toggle("bare", Boolean(rings));
    this.reached.setAttribute("d", rings ? rings.map((ring) => path(ring)).join("") : "");
  }

  /** @param {Reach} reach @param {Point[][] | null} rings */
  came(reach, rings) {
    if (this.reach !== reach || !rings?.length) return;
    this.rings = rings;
    this.fill(reach);
  }

  /** The piece of the unit that is followed. */
  leader() {
    const near = this.reach?.near;
    if (!near) return null;
    const pieces = this.map.pieces.states.units;
    return this.map.standing().find((piece) => piece.pose && (pieces.get(piece.id)?.id ?? piece.id) === near.unit) ?? null;
  }

  /** What the label says; null where nothing holds the piece. @param {import("../app/types.js").Piece} piece */
  measured(piece) {
    const { reach } = this;
    const { pose } = piece;
    if (!reach || !pose) return null;
    const ground = entered(reach, pose, this.map.ground.terrain);
    this.map.ground.light(reach.stops ?? [], ground?.area.id ?? "");
    const isOver = gone(reach, pose).over > 0.005 || Boolean(ground && ground.over > 0);
    this.map.svg.classList.toggle("too-far", isOver);
    const isTooFar = gone(reach, pose).over > 0.005;
    this.stop.setAttribute("display", isTooFar ? "inline" : "none");
    if (isTooFar) {
      const at = stopped(reach, pose);
      this.stop.setAttribute("d", `M${short(at.x_in - 0.4)} ${short(at.y_in)}a0.4 0.4 0 1 0 0.8 0a0.4 0.4 0 1 0 -0.8 0`);
    }
    const leader = this.leader();
    const near = leader && reach.near ? nearWords(reach.near, apart(piece, leader)) : "";
    const far = leadsRound(this.rings, reach, pose) ? "Out of reach: the way leads round" : goneWords(reach, pose);
    return [far, near, groundWords(ground)].filter(Boolean).join(" · ");
  }
}

/** The disc as far as it lies on the table. @param {Reach} reach @param {{width_in: number, depth_in: number}} size @returns {Point[]} */
function onTable(reach, { width_in: width, depth_in: depth }) {
  return Array.from({ length: 72 }, (_, index) => {
    const angle = (index * Math.PI) / 36;
    return [
      Math.max(0, Math.min(width, reach.x_in + reach.limit_in * Math.cos(angle))),
      Math.max(0, Math.min(depth, reach.y_in + reach.limit_in * Math.sin(angle))),
    ];
  });
}
