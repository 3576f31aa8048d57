// Tells of cameras that saw the table when the umpire stopped, and do not see it now.

import { button, make, replace } from "../app/elements.js";

/**
 * @typedef {object} Missing A camera of last time.
 * @property {string} camera
 * @property {string} name
 * @property {string} note a sentence of the umpire's
 * @property {boolean} is_opening
 */

/** @param {import("./camera_part.js").Doing} doing */
export function missingPart({ requests, act }) {
  const list = make("ul", { class: "beside missing", role: "status", hidden: true });
  return {
    element: list,
    /** @param {import("./steps.js").Told} told */
    show({ missing }) {
      list.hidden = missing.length === 0;
      replace(list, ...missing.map(row));
    },
  };

  /** @param {Missing} each */
  function row({ camera, name, note, is_opening: isOpening }) {
    const without = () => void act(() => requests.remove(`/setup/beside/${encodeURIComponent(camera)}`));
    const leave = button("Do without", without, { class: "link", "aria-label": `Do without ${name}`, "data-key": `without ${camera}` });
    return make("li", {}, make("span", {}, `${note}${isOpening ? " …" : "."} `), leave);
  }
}
