// Draws what a screen on the wall tells beside the table: the score, the turn, the last ruling, whose move it is.

import { make } from "../app/elements.js";
import { capital } from "../app/words.js";
import { lastRuling, leading, rulingSlip } from "../play/slip.js";
import { resultOf } from "../play/title.js";
import { sideBadge } from "../play/plates.js";
import { numberName, numberWords } from "../state/facts.js";
import { clocksOf, orderOfPlay, turnStrip } from "../state/turn_strip.js";
import { sideColours } from "../table/words.js";
import { marksOf } from "../play/evidence.js";

/** @typedef {import("../app/types.js").LogEvent} LogEvent */
/** @typedef {import("../state/facts.js").Facts} Facts */
/** @typedef {import("../app/types.js").BattleState} BattleState */

// So many lines of what was before fit under the ruling.
const LINES = 6;

/** @param {BattleState} state */
function coloursOf(state) {
  return sideColours(state.view.facts.sides.map((side) => side.name).sort());
}

/** A field for each side: its name, its main number large, the others small.
 * @param {BattleState} state
 */
export function scoreOf(state) {
  const { facts, seats } = state.view;
  const colours = coloursOf(state);
  return make(
    "section",
    { class: "score", "aria-label": "The score" },
    ...facts.sides.map((side) => {
      const colour = colours.get(side.name) ?? "grey";
      const main = side.numbers.find((number) => number.main);
      const others = side.numbers.filter((number) => !number.main).slice(0, 2);
      const who = side.seats.filter((seat) => seat !== side.name && seats.length > 1);
      return make(
        "div",
        { class: `score-side side-${colour} on-${colour}${side.acting ? " is-turn" : ""}` },
        make("p", { class: "side-line" }, sideBadge(colour), make("strong", {}, capital(side.name)), who.length > 0 && make("small", {}, who.join(", "))),
        make("p", { class: "so-many" }, others.map((number) => `${numberWords(number)} ${numberName(number)}`).join(", ")),
        main && make("b", { "aria-label": main.name }, numberWords(main)),
      );
    }),
  );
}

/** The turn, its steps, who acts after whom, and what runs out. @param {Facts} facts */
export function courseOf(facts) {
  const order = orderOfPlay(facts.order, () => {});
  for (const button of order?.querySelectorAll("button") ?? []) button.replaceWith(...button.childNodes);
  return make("section", { class: "course" }, make("div", { class: "turn-line" }, ...turnStrip(facts.turn)), order, clocksOf(facts));
}

/** The last ruling, without anything to press. @param {LogEvent[]} events @param {BattleState} state */
export function ruledOf(events, state) {
  const { result } = state.view;
  const ruling = lastRuling(events, result);
  const author = leading(ruling)?.author ?? "";
  const side = state.view.seats.find((seat) => seat.name === author)?.sides[0] ?? author;
  const badge = sideBadge(coloursOf(state).get(side) ?? "grey");
  const slip = rulingSlip({ events: ruling, who: badge, book: /** @type {any} */ (null), acts: [] });
  for (const each of slip?.querySelectorAll("details, .acts") ?? []) each.remove();
  return { slip, marks: marksOf(ruling.flatMap((event) => event.evidence)) };
}

/** What was before, the newest first. @param {LogEvent[]} events @param {BattleState} state */
export function beforeOf(events, state) {
  const shown = new Set(lastRuling(events, state.view.result));
  const lines = events.filter((event) => event.kind !== "header" && !event.quiet && !shown.has(event)).slice(-LINES);
  return lines.length > 0 ? make("ol", { class: "before", reversed: true }, ...lines.reverse().map((event) => make("li", {}, event.says))) : null;
}

/** Who is to act, or who has won. @param {BattleState} state */
export function nextOf(state) {
  const { facts, result, awaits } = state.view;
  if (result !== null) return make("p", { class: "next over" }, make("b", {}, resultOf(result, facts.winner)));
  const who = [...new Set(facts.awaited.map((each) => each.who))];
  const told = [...new Set(facts.awaited.map((each) => each.says))];
  // What differs from seat to seat is each player's own to read.
  const says = told.length === 1 && told[0]?.includes(" ") ? told[0] : "";
  if (who.length === 0 && !awaits) return null;
  return make("p", { class: "next" }, make("b", {}, who.length > 0 ? who.map(capital).join(" and ") : awaits), says && make("span", {}, says));
}

/** The time of day, and how long the battle has gone on; pure. @param {number} now @param {number} began seconds since 1970; 0 where nobody knows */
export function clockWords(now, began) {
  const time = new Date(now * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const minutes = Math.max(0, Math.floor((now - began) / 60));
  const gone = minutes >= 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes} min`;
  return { time, gone: began > 0 ? gone : "" };
}
