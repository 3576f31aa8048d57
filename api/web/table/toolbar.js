// Shows the buttons that lie over the table.

import { button, make } from "../app/elements.js";
import { icon } from "../app/icons.js";

/** @typedef {import("./map.js").TableMap} TableMap */
/** @typedef {import("../app/icons.js").Icon} Icon */

/** @param {Icon} name @param {string} label @param {() => void} act */
function tool(name, label, act) {
  const made = button("", act, { "aria-label": label, title: label });
  made.append(icon(name));
  return made;
}

/** What a unit sees, reaches and fears; the key `w` presses it, too. @param {TableMap} map */
export function eye(map) {
  const made = tool("eye", "What if: sight, reach and threat", () => map.whatIf());
  made.setAttribute("aria-pressed", "false");
  made.setAttribute("aria-keyshortcuts", "w");
  return made;
}

/** @param {Icon} name @param {string} label @param {(isOn: boolean) => void} act */
function toggle(name, label, act) {
  const made = tool(name, label, () => {
    const isOn = made.getAttribute("aria-pressed") !== "true";
    made.setAttribute("aria-pressed", String(isOn));
    act(isOn);
  });
  made.setAttribute("aria-pressed", "false");
  return made;
}

/** The camera's picture under the drawing; there is none on a table that is moved by hand. @param {TableMap} map */
export function underPicture(map) {
  const made = toggle("picture", "The camera's picture under the drawing", (isOn) => map.underlay.turnOn(isOn));
  made.hidden = true;
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
    map.eye,
    map.pictured,
    toggle("halo", "Show 3 inches around the picked piece", (isOn) => {
      map.halo = isOn ? 3 : 0;
      map.haloChanged();
    }),
  );
}
