// Holds the roll-call: every piece is shown to the camera once, so that no tag fails in the battle.

import { button, make, replace } from "../app/elements.js";
import { listed } from "../app/words.js";

/** How many tags that are on no piece are named. */
const NAMED = 4;

/** @param {import("./camera_part.js").Doing} doing @returns {import("./camera_part.js").StepView} */
export function checkStep({ requests, act }) {
  const pieces = make("ul", { class: "roll-call" });
  const strangers = make("p", { class: "faint strangers" });
  const begin = button("Begin the roll-call", () => void act(() => requests.post("/setup/check", {})), { class: "main" });
  return {
    element: make("div", {}, make("p", {}, "Put the pieces before the camera, all at once or one by one. Each gets its tick when it has been read."), begin, pieces, strangers),
    show: ({ check }) => {
      begin.textContent = check ? "Start over" : "Begin the roll-call";
      begin.classList.toggle("main", !check);
      replace(pieces, ...(check?.pieces ?? []).map(row));
      strangers.textContent = strangersWords(check?.strangers ?? []);
    },
  };
}

/** A line, however many there are: what stands below it stays where it is. @param {number[]} numbers */
function strangersWords(numbers) {
  if (numbers.length === 0) return "";
  const more = numbers.length - NAMED;
  const named = numbers.slice(0, NAMED).map(String);
  return `Seen as well, but on no piece: ${numbers.length > 1 ? "tags" : "tag"} ${listed(more > 0 ? [...named, `${more} more`] : named)}.`;
}

/** @param {{piece: string, tags: number[], unseen: number[]}} told */
function row({ piece, tags, unseen }) {
  const seen = unseen.length === 0;
  const part = seen || unseen.length === tags.length ? "" : `, still to be shown: tag ${listed(unseen.map(String))}`;
  return make("li", { "data-seen": String(seen) }, make("strong", {}, piece), seen ? " seen" : ` not seen yet${part}`);
}
