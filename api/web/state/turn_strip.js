// Draws where the battle stands: the turn with its steps, the order of play, what runs out.

import { button, make } from "../app/elements.js";
import { backOf, faceOf } from "./cards.js";
import { numberWords } from "./facts.js";

/** @typedef {import("./facts.js").Facts} Facts */

/** The turn and its steps, for the head of the page; nothing where the game knows neither.
 * @param {import("./facts.js").Turn} turn
 */
export function turnStrip({ says, steps, stages }) {
  return [
    says && make("p", { class: "turn-no" }, says),
    steps.length > 0 && stepsOf(steps, "Steps of the turn"),
    stages.length > 0 && stepsOf(stages, "Stages of this step"),
  ];
}

/** @param {import("./facts.js").Step[]} steps @param {string} says */
function stepsOf(steps, says) {
  return make(
    "ol",
    { class: "phases", "aria-label": says },
    ...steps.map(({ says: name, state }) =>
      make("li", { class: state, "aria-current": state === "now" && "step" }, name, state === "done" && make("span", { class: "unseen" }, " done")),
    ),
  );
}

/** Who acts after whom; a tap looks for the unit. @param {import("./facts.js").Order} order @param {(unit: string) => void} find */
export function orderOfPlay({ places, down }, find) {
  if (places.length === 0 && down === 0) return null;
  return make(
    "ol",
    { class: "queue", "aria-label": "Order of play" },
    ...places.map(({ says, state, unit, card }, at) => {
      const told = [card && faceOf(card), make("span", {}, says)];
      const key = `order ${at} ${says}`;
      return make(
        "li",
        { class: state, "aria-current": state === "now" && "step" },
        ...(unit ? [withChildren(button("", () => find(unit), { "data-key": key, "aria-label": `${says}${card ? `, ${card.says}` : ""}` }), told)] : told),
      );
    }),
    down > 0 && make("li", { class: "hid" }, backOf(), `${down} face down`),
  );
}

/** @param {HTMLElement} element @param {(Node | null)[]} children */
function withChildren(element, children) {
  element.append(...children.filter((each) => each !== null));
  return element;
}

/** What runs out or counts up, and what else is so now. @param {Facts} facts */
export function clocksOf({ clocks, notes }) {
  if (clocks.length + notes.length === 0) return null;
  return make(
    "p",
    { class: "so-now" },
    ...clocks.map((clock) => make("span", { class: "clock" }, `${clock.name} ${numberWords(clock)}`)),
    ...notes.map((note) => make("span", {}, note)),
  );
}
