// Lets a piece that somebody else has moved glide to its new place, and shows for a moment from where.

import { draw } from "../app/elements.js";
import { short } from "./geometry.js";

/** @typedef {import("../app/types.js").Pose} Pose */

const GLIDES_MS = 220;
const STAYS_MS = 1600;
/** What moves less than this, inches, has only been measured anew. */
const LEAST = 0.25;

/** Whether a piece is let glide; pure. @param {Pose | null} from @param {Pose | null} to */
export function isMoved(from, to) {
  return Boolean(from && to && Math.hypot(to.x_in - from.x_in, to.y_in - from.y_in) >= LEAST);
}

/** The heading that leads to another one by the shorter turn; pure. @param {number} from @param {number} to */
export function turnedBy(from, to) {
  return from + ((((to - from) % 360) + 540) % 360) - 180;
}

/** Whoever wants nothing to move by itself sees pieces where they are at once. */
function isStill() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {SVGGElement} group of the piece, which stands at its new place already
 * @param {Pose} from @param {Pose} to */
export function glide(group, from, to) {
  if (isStill()) return;
  const ends = [from, { ...to, heading_deg: turnedBy(from.heading_deg, to.heading_deg) }];
  const frames = ends.map((at) => ({ transform: `translate(${at.x_in}px, ${at.y_in}px) rotate(${at.heading_deg}deg)` }));
  group.animate(frames, { duration: GLIDES_MS, easing: "cubic-bezier(.2,.8,.2,1)" });
  const trail = draw("path", { class: "trail", "aria-hidden": "true", d: `M${short(from.x_in)} ${short(from.y_in)}L${short(to.x_in)} ${short(to.y_in)}` });
  group.before(trail);
  trail.animate([{ opacity: 0.9 }, { opacity: 0.9, offset: 0.6 }, { opacity: 0 }], STAYS_MS).onfinish = () => trail.remove();
}
