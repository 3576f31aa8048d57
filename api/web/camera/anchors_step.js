// Knows how the table is measured: photographs of the anchors, the printed bar, and what came of it.

import { button, make, replace } from "../app/elements.js";
import { listed } from "../app/words.js";
import { accuracyDrawn } from "./accuracy.js";
import { sentence } from "./lens_step.js";
import { accuracyWords, missingAnchors } from "./steps.js";

/** @param {import("./camera_part.js").Doing} doing @returns {import("./camera_part.js").StepView} */
export function anchorsStep({ requests, act, fail, pictured }) {
  const photographs = make("ol", { class: "photographs" });
  const result = make("div", { "aria-live": "polite" });
  const bar = make("input", { type: "text", inputmode: "decimal", placeholder: "6.00", "aria-describedby": "bar-says" });
  const begin = button("Begin anew", () => void act(() => requests.post("/setup/table", {})), { class: "quiet" });
  const take = button("Photograph the anchors", () => void photograph(), { class: "main" });
  const solve = button("Measure the table", () => void act(() => requests.post("/setup/table/solve", {}), "Measuring the table"));
  const check = button("Check the print", () => void checkPrint());
  let started = false;

  async function photograph() {
    await act(async () => {
      if (!started) await requests.post("/setup/table", {});
      await pictured();
      return requests.post("/setup/table/photographs", {});
    }, "Looking for the anchors");
  }

  async function checkPrint() {
    const text = bar.value.trim().replace(",", ".");
    const length = text === "" ? null : Number(text);
    if (length !== null && !(length > 0)) return fail(`the printed bar: expected a length in inches, got ${bar.value}`);
    await act(async () => {
      if (!started) await requests.post("/setup/table", {});
      return requests.put("/setup/print", { bar_in: length });
    });
  }

  return {
    element: make(
      "div",
      {},
      make("p", {}, "Lay the anchors roughly at the corners and edges. One photograph is enough to begin with; three to five from different sides measure better. Take the last one from where the camera stays."),
      photographs,
      make(
        "div",
        { class: "row" },
        make("label", {}, "The printed 6 inch bar measures, inches", bar),
        check,
      ),
      make("p", { class: "faint", id: "bar-says" }, "Hold a ruler to the bar on the anchor sheet. A printer that shrinks the page by a hundredth makes every range wrong by a hundredth."),
      make("div", { class: "row" }, take, solve, begin),
      result,
    ),
    show: ({ table }) => {
      started = table !== null;
      begin.hidden = !started;
      const taken = table?.photographs ?? [];
      solve.disabled = taken.length === 0;
      solve.classList.toggle("main", taken.length > 0 && !table?.solved);
      take.classList.toggle("main", taken.length === 0);
      replace(photographs, ...taken.map((each) => row(/** @type {import("./steps.js").Anchors} */ (table), each)));
      replace(result, ...(table?.solved ? solvedShown(table.solved) : []));
    },
  };

  /** @param {import("./steps.js").Anchors} table @param {import("./steps.js").Anchors["photographs"][number]} each */
  function row(table, each) {
    const missing = missingAnchors(table, each);
    const seen = missing.length === 0 ? `all ${each.anchors.length} anchors` : `${each.anchors.length} anchors, without ${listed(missing.map(String))}`;
    const remove = () => void act(() => requests.remove(`/setup/table/photographs/${each.photograph}`));
    return make(
      "li",
      {},
      make("span", {}, `Photograph ${each.photograph}: ${seen}${each.note ? `; ${each.note}` : ""}`),
      button("Remove", remove, { class: "link", "aria-label": `Remove photograph ${each.photograph}`, "data-key": `remove ${each.photograph}` }),
    );
  }
}

/** @param {import("./steps.js").Solved} solved */
function solvedShown(solved) {
  return [
    make("p", { class: "verdict" }, make("strong", {}, accuracyWords(solved.accuracy_in)), ` At worst, in a corner: ${Number(solved.worst_in.toPrecision(2))} in.`),
    accuracyDrawn(solved.history),
    make("p", { class: solved.print.verdict === "refused" ? "trouble" : "" }, sentence(solved.print.says)),
    make("ul", {}, ...[...solved.warnings, ...solved.next].map((text) => make("li", {}, sentence(text)))),
  ];
}
