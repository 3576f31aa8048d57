// Draws what a side has: its numbers, the main one large, what it holds, and its hands.

import { make } from "../app/elements.js";
import { handOf } from "./cards.js";
import { numberName, numberWords } from "./facts.js";

/** What stands on the plate of a side, below who plays it.
 * @param {import("./facts.js").Facts | undefined} facts
 * @param {string} name of the side
 */
export function sideState(facts, name) {
  const side = facts?.sides.find((each) => each.name === name);
  if (!facts || !side) return [];
  const main = side.numbers.find((number) => number.main);
  const others = side.numbers.filter((number) => !number.main);
  const held = facts.objectives.filter((each) => each.held_by === name);
  return [
    main && make("p", { class: "points" }, make("b", {}, numberWords(main)), make("small", {}, numberName(main))),
    make(
      "p",
      { class: "counters" },
      side.says && make("span", {}, side.says),
      ...others.map((number) => make("span", {}, make("b", {}, numberWords(number)), ` ${numberName(number)}`)),
      ...held.map(({ says, worth }) => make("span", { class: "holds" }, `holds ${says}${worth ? ` (${worth})` : ""}`)),
      ...side.notes.map((note) => make("span", {}, note)),
    ),
    ...side.hands.map(handOf),
  ];
}

/** What may be held and is nobody's yet, or somebody's. @param {import("./facts.js").Facts} facts */
export function objectivesOf({ objectives }) {
  if (objectives.length === 0) return null;
  return make(
    "ul",
    { class: "objectives", "aria-label": "Objectives" },
    ...objectives.map(({ name, says, worth, held_by: holder }) =>
      make(
        "li",
        {},
        make("b", {}, says),
        says !== name && ` in ${name}`,
        worth !== null && `, worth ${worth}`,
        make("span", {}, holder ? `held by ${holder}` : "nobody's"),
      ),
    ),
  );
}
