// Shows in the dock how far a piece has moved of what it may, and what to do where it may not stand.

import { button, make } from "../app/elements.js";
import { inches, plain } from "../app/words.js";
import { gone, stopped } from "../table/reach_disc.js";

/** @typedef {import("../app/types.js").Reach} Reach */
/** @typedef {import("../app/store.js").Moved} Moved */

/**
 * @typedef {object} Tried What the umpire would say to the move as it is now.
 * @property {boolean} allowed
 * @property {string | null} reason
 * @property {string | null} clause
 * @property {boolean} waivable
 * @property {{x_in: number, y_in: number, away_in: number} | null} nearest where it would do
 * @property {import("../app/types.js").Measured[]} [evidence]
 */

/** How far the piece has gone as the umpire measures it, round what it may not enter; straight on where
 * nobody measures it, and null while that is awaited; pure.
 * @param {{reach: Reach | null, moved: Moved, tried: Tried | null, isAsked?: boolean}} parts
 */
export function wayGone({ reach, moved, tried, isAsked = false }) {
  if (!reach) return null;
  const found = tried?.evidence?.find((each) => each.what === "move" && typeof each.value === "number" && typeof each.limit === "number");
  const over = found ? Number(found.value) - Number(found.limit) : 0;
  // What moved before counts in the umpire's measure, and has been taken off what the reach allows.
  const far = found ? Math.max(0, Number(found.value) - Math.max(0, Number(found.limit) - reach.limit_in)) : 0;
  // What is overlooked by agreement is not too far.
  if (found) return { far, over: tried?.allowed ? Math.min(0, over) : over };
  return tried || !isAsked ? gone(reach, moved.to) : null;
}

/** Where the piece is to go instead, and what the button says; nothing where it may stand, or where
 * nobody knows yet of a place that would do; pure.
 * @param {{reach: Reach | null, moved: Moved, tried: Tried | null, isAsked?: boolean}} parts
 */
export function wayBack({ reach, moved, tried, isAsked = false }) {
  const way = wayGone({ reach, moved, tried, isAsked });
  const isTooFar = way !== null && way.over > 0.005;
  if (tried ? tried.allowed : isAsked || !isTooFar) return null;
  const near = tried?.nearest;
  // Where nobody can be asked, straight back is all that is known.
  const place = near ? { ...moved.to, x_in: near.x_in, y_in: near.y_in } : !tried && reach ? stopped(reach, moved.to) : null;
  if (!place) return null;
  // The limit is named only where it is the place itself that lies there, and not before or beside it.
  const isAtLimit = reach !== null && Math.abs(gone(reach, place).over) < 0.05;
  if (isTooFar && isAtLimit) return { place, says: `Stop at ${inches(reach.limit_in)}` };
  return { place, says: `Pull it back ${inches(near?.away_in ?? 0)}` };
}

/** @param {Reach} reach @param {{far: number, over: number} | null} way null while it is being measured */
function measured(reach, way) {
  const isTooFar = way !== null && way.over > 0.005;
  const share = way === null ? 0 : reach.limit_in > 0 ? Math.min(1, way.far / reach.limit_in) : 1;
  const filled = make("i");
  filled.style.width = `${(100 * share).toFixed(0)}%`;
  return [
    make(
      "p",
      { class: "meter-words" },
      make("strong", {}, way === null ? "Measuring …" : isTooFar ? `Too far by ${inches(way.over)}` : `${plain(way.far)} of ${inches(reach.limit_in)}`),
      make("span", {}, way === null || isTooFar ? `${inches(reach.limit_in)} at most` : `${plain(Math.max(0, -way.over))} left`),
    ),
    make("span", { class: `bar${isTooFar ? " no" : ""}`, "aria-hidden": "true" }, filled),
  ];
}

/**
 * @param {{reach: Reach | null, moved: Moved, tried: Tried | null, isAsked: boolean, put: (pose: import("../app/types.js").Pose) => void,
 *   ask: () => void, others: string, clause: (id: string) => HTMLElement | null}} parts `ask` has the others let it pass
 */
export function moveMeter({ reach, moved, tried, isAsked, put, ask, others, clause }) {
  const way = wayGone({ reach, moved, tried, isAsked });
  const isTooFar = tried ? !tried.allowed : way !== null && way.over > 0.005;
  const isRefused = tried !== null && !tried.allowed;
  const back = wayBack({ reach, moved, tried, isAsked });
  const why = isRefused ? make("p", { class: "why", role: "status" }, `${tried.reason} `, tried.clause ? clause(tried.clause) : null) : null;
  return make(
    "div",
    // While it is being measured nobody knows: whoever waits for a way that is right waits on.
    { class: "meter", "data-over": way === null && !tried ? "unknown" : String(isTooFar || isRefused) },
    ...(reach ? measured(reach, way) : []),
    why,
    make(
      "div",
      { class: "row" },
      back && button(back.says, () => put(back.place), { class: "go", "data-key": "stop" }),
      button("Put it back", () => put(moved.from), { "data-key": "put back" }),
      (isRefused ? tried.waivable : isTooFar) && button(`Ask ${others} to let it pass`, ask, { class: "link", "data-key": "ask" }),
    ),
  );
}
