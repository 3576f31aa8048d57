// Shows the buttons that lie over the table.

import { button, draw, make } from "../app/elements.js";

/** @typedef {import("./map.js").TableMap} TableMap */

const ICONS = {
  closer: "M5 12h14M12 5v14",
  further: "M5 12h14",
  whole: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  turn: "M19 12a7 7 0 1 1-2-5M19 3v5h-5",
  errors: "M3 12a9 5 0 1 0 18 0a9 5 0 1 0-18 0M12 12h.01",
  ruler: "M3 16L16 3l5 5L8 21zM7 12l2 2M10 9l3 3M13 6l2 2",
  halo: "M12 12m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0M12 12m-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0",
};

/** @param {keyof typeof ICONS} name */
export function icon(name) {
  return draw(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    draw("path", { d: ICONS[name] }),
  );
}

/** @param {keyof typeof ICONS} name @param {string} label @param {() => void} act */
function tool(name, label, act) {
  const made = button("", act, { "aria-label": label, title: label });
  made.append(icon(name));
  return made;
}

/** @param {keyof typeof ICONS} name @param {string} label @param {(isOn: boolean) => void} act */
function toggle(name, label, act) {
  const made = tool(name, label, () => {
    const isOn = made.getAttribute("aria-pressed") !== "true";
    made.setAttribute("aria-pressed", String(isOn));
    act(isOn);
  });
  made.setAttribute("aria-pressed", "false");
  return made;
}

/** @param {TableMap} map */
export function toolbar(map) {
  return make(
    "div",
    { class: "tools", role: "toolbar", "aria-label": "How the table is shown" },
    tool("closer", "Closer", () => map.zoom(1.35)),
    tool("further", "Further away", () => map.zoom(1 / 1.35)),
    tool("whole", "The whole table", () => map.fit()),
    tool("turn", "Turn the table", () => map.turn()),
    toggle("ruler", "Ruler: drag on the table", (isOn) => map.ruler.turnOn(isOn)),
    toggle("errors", "Show the error of each place", (isOn) => map.svg.classList.toggle("with-errors", isOn)),
    toggle("halo", "Show 3 inches around the picked piece", (isOn) => {
      map.halo = isOn ? 3 : 0;
      map.haloChanged();
    }),
  );
}
