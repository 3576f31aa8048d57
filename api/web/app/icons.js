// Draws the signs of buttons that have no words.

import { draw } from "./elements.js";

const ICONS = {
  closer: "M5 12h14M12 5v14",
  further: "M5 12h14",
  whole: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  turn: "M19 12a7 7 0 1 1-2-5M19 3v5h-5",
  errors: "M3 12a9 5 0 1 0 18 0a9 5 0 1 0-18 0M12 12h.01",
  ruler: "M3 16L16 3l5 5L8 21zM7 12l2 2M10 9l3 3M13 6l2 2",
  halo: "M12 12m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0M12 12m-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0",
  eye: "M2 12c3-5 6.5-7 10-7s7 2 10 7c-3 5-6.5 7-10 7s-7-2-10-7zM12 12m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
  picture: "M4 5h16v14H4zM4 16l5-5l4 4l3-3l4 4M15.5 9h.01",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  book: "M4 5.5C6 4 9 4 12 6c3-2 6-2 8-.5V19c-2-1.5-5-1.5-8 .5c-3-2-6-2-8-.5zM12 6v13.5",
  sound: "M4 10v4h3l4 4V6L7 10zM15 9a4 4 0 0 1 0 6M17.5 6.5a8 8 0 0 1 0 11",
  back: "M14 6l-6 6l6 6",
};

/** @typedef {keyof typeof ICONS} Icon */

/** @param {Icon} name */
export function icon(name) {
  return draw("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, draw("path", { d: ICONS[name] }));
}

/** The umpire's own sign. */
export function logo() {
  return draw(
    "svg",
    { viewBox: "0 0 32 32", class: "logo", "aria-hidden": "true" },
    draw("path", { class: "logo-paper", d: "M4 25 16 5l12 20z" }),
    draw("path", { class: "logo-fold", d: "M16 5v20M16 5 9 25" }),
    draw("path", { class: "logo-go", d: "M18 25h10l-6-10z" }),
  );
}
