// Draws how a battle is won, and how far each side is.

import { make } from "../app/elements.js";
import { capital } from "../app/words.js";
import { clauseLink } from "../play/evidence.js";
import { sideBadge } from "../play/plates.js";
import { sideColours } from "../table/words.js";

/** @param {import("../state/facts.js").Facts | undefined} facts @param {import("../play/rules_book.js").RulesBook} book */
export function winningCard(facts, book) {
  if (!facts || facts.ways.length === 0) return null;
  const colours = sideColours(facts.sides.map((each) => each.name).sort());
  return make(
    "section",
    { class: "to-win", "aria-label": "How to win" },
    make("h3", {}, "How to win"),
    make("ul", {}, ...facts.ways.map((way) => make("li", {}, make("p", {}, way.says), standingOf(way, colours), clauseLink(way.clause, book)))),
  );
}

/** How far each side is. @param {import("../state/facts.js").Way} way @param {Map<string, string>} colours */
function standingOf({ counts, goal, standing }, colours) {
  if (standing.length === 0) return null;
  return make(
    "p",
    { class: "standing" },
    make("small", {}, counts),
    ...standing.map(({ side, value }) =>
      make("span", {}, sideBadge(colours.get(side) ?? "grey"), ` ${capital(side)} `, make("b", {}, `${Math.round(value * 100) / 100}`), goal !== null && ` of ${goal}`),
    ),
  );
}
