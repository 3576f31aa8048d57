// Shows the cameras that see one table together, and lets another one be added or left out.

import { button, make, replace } from "../app/elements.js";

/** Cameras over one table that the set-up takes. */
export const MOST = 4;

/**
 * @typedef {object} Beside A camera that is measured already.
 * @property {string} camera
 * @property {string} name
 * @property {string} state
 * @property {string} note
 * @property {number} accuracy_in
 * @property {boolean} is_placed_by_others
 */

/**
 * @typedef {object} Joined What one of several cameras counts for.
 * @property {string} name
 * @property {boolean} is_well
 * @property {string} note
 * @property {number} delay_s
 * @property {number} delay_sigma_s
 * @property {number} hidden_s
 */

/** Standard error of a delay that is worth telling: before anything has moved it is larger. */
const TOLD_DELAY_S = 0.03;

/** What is told of a camera that was set aside. @param {Beside} each */
export function besideWords({ name, state, note, accuracy_in: accuracy, is_placed_by_others: byOthers }) {
  const stands = byOthers ? "placed by the others" : `right to ${Number(accuracy.toPrecision(2))} in`;
  return `${name}: ${stands}${state === "live" ? "" : `; ${note || state}`}`;
}

/** What is told of a camera in use. @param {Joined} each @param {number} index */
export function joinedWords({ name, is_well: isWell, note, delay_s: delay, delay_sigma_s: sigma, hidden_s: hidden }, index) {
  if (!isWell) return `${name} is left out: ${note}`;
  const told = [note || "well"];
  if (index > 0 && sigma < TOLD_DELAY_S) told.push(`its pictures come ${Math.abs(Math.round(1000 * delay))} ms ${delay >= 0 ? "later" : "earlier"} than the first one's`);
  if (hidden >= 1) told.push(`others saw for ${Math.round(hidden)} s what was hidden from it`);
  return `${name}: ${told.join("; ")}`;
}

/** @param {import("./camera_part.js").Doing} doing */
export function besidePart({ requests, act }) {
  const list = make("ul", { class: "beside", hidden: true });
  const add = button("Add another camera", () => void act(() => requests.post("/setup/beside", {})), { "data-key": "add camera" });
  const why = make("p", { class: "faint" }, "A second camera sees round hands and measures heights. This one stays as it is measured; the next is set up in the same way, and then all see one table.");
  return {
    element: make("div", {}, list, why, make("div", { class: "row" }, add)),
    /** @param {import("./steps.js").Told} told @param {boolean} isMeasured */
    show({ beside, joined, camera, in_use: inUse }, isMeasured) {
      const isRoom = beside.length + 1 < MOST;
      why.hidden = add.hidden = inUse || !isMeasured || camera.camera === null || !isRoom;
      list.hidden = beside.length + joined.length === 0;
      replace(list, ...(inUse ? joined.map((each, index) => make("li", {}, joinedWords(each, index))) : beside.map(row)));
    },
  };

  /** @param {Beside} each */
  function row(each) {
    const without = () => void act(() => requests.remove(`/setup/beside/${encodeURIComponent(each.camera)}`));
    return make("li", {}, make("span", {}, `${besideWords(each)} `), button("Do without", without, { class: "link", "aria-label": `Do without ${each.name}`, "data-key": `without ${each.camera}` }));
  }
}
