// Holds the roll-call: every piece is shown to the camera once, so that no tag fails in the battle.

import { button, make, replace } from "../app/elements.js";
import { listed } from "../app/words.js";

/** @param {import("./camera_part.js").Doing} doing @returns {import("./camera_part.js").StepView} */
export function checkStep({ requests, act }) {
  const pieces = make("ul", { class: "roll-call" });
  const strangers = make("p", { class: "faint" });
  const begin = button("Begin the roll-call", () => void act(() => requests.post("/setup/check", {})), { class: "main" });
  return {
    element: make("div", {}, make("p", {}, "Put the pieces before the camera, all at once or one by one. Each gets its tick when it has been read."), pieces, strangers, begin),
    show: ({ check }) => {
      begin.textContent = check ? "Start over" : "Begin the roll-call";
      begin.classList.toggle("main", !check);
      replace(pieces, ...(check?.pieces ?? []).map(row));
      const others = check?.strangers ?? [];
      strangers.textContent = others.length > 0 ? `Seen as well, but on no piece: tag ${listed(others.map(String))}.` : "";
    },
  };
}

/** @param {{piece: string, tags: number[], unseen: number[]}} told */
function row({ piece, tags, unseen }) {
  const seen = unseen.length === 0;
  const part = seen || unseen.length === tags.length ? "" : `, still to be shown: tag ${listed(unseen.map(String))}`;
  return make("li", { "data-seen": String(seen) }, make("strong", {}, piece), seen ? " seen" : ` not seen yet${part}`);
}
