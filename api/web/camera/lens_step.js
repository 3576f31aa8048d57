// Measures the lens: the board is held up, and what has been seen of the picture is drawn.

import { button, draw, make, replace } from "../app/elements.js";

/** @param {import("./camera_part.js").Doing} doing @returns {import("./camera_part.js").StepView} */
export function lensStep({ requests, act }) {
  const says = make("p", { class: "next", role: "status" });
  const picture = make("div", { class: "coverage" });
  const result = make("ul");
  const begin = button("Measure the lens", () => void act(() => requests.post("/setup/lens", {})), { class: "main" });
  const take = button("Keep this view", () => void act(() => requests.post("/setup/lens/views", {})));
  const solve = button("That is enough: solve", () => void act(() => requests.post("/setup/lens/solve", {}), "Solving the lens"));
  return {
    element: make(
      "div",
      {},
      make("p", {}, "Hold the lens board into the view. Each picture that is sharp, still and new is kept by itself."),
      says,
      picture,
      result,
      make("div", { class: "row" }, begin, take, solve),
    ),
    show: (told) => {
      const { lens } = told;
      begin.textContent = lens ? "Start over" : "Measure the lens";
      begin.classList.toggle("main", !lens);
      take.hidden = solve.hidden = !lens || lens.solved !== null;
      solve.classList.toggle("main", Boolean(lens?.is_enough));
      solve.disabled = !lens || lens.views === 0;
      says.textContent = lens && !lens.solved ? nextWords(lens) : "";
      replace(picture, lens && !lens.solved && coverageDrawn(lens));
      const told_of = lens?.solved ? [...lens.solved.sentences, ...lens.solved.warnings] : [];
      replace(result, ...told_of.map((text) => make("li", {}, text)));
    },
  };
}

/** @param {import("./steps.js").Lens} lens */
function nextWords({ says, next }) {
  return says === next ? sentence(next) : `${sentence(says)} Next: ${sentence(next)}`;
}

/** Parts of the picture, the darker the more often the board was there. @param {import("./steps.js").Lens} lens */
function coverageDrawn({ coverage, views, enough_views: enough }) {
  const { rows, columns } = coverage;
  const cells = coverage.views.flatMap((row, y) =>
    row.map((count, x) =>
      draw("rect", { x: x * 16 + 1, y: y * 12 + 1, width: 14, height: 10, rx: 1, class: "cell", "data-seen": Math.min(count, 3) }),
    ),
  );
  const seen = coverage.views.flat().filter((count) => count > 0).length;
  const label = `The board has been in ${seen} of ${rows * columns} parts of the picture, in ${views} of ${enough} views`;
  return draw("svg", { viewBox: `0 0 ${columns * 16} ${rows * 12}`, role: "img", "aria-label": label }, ...cells);
}

/** @param {string} text */
export function sentence(text) {
  const whole = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
