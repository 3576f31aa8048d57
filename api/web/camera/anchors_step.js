// Measures the table: photographs of the anchors, the printed bar, and what came of it.

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
  const [one, other] = [make("select"), make("select")];
  const tape = make("input", { type: "text", inputmode: "decimal", "aria-describedby": "tape-says" });
  const begin = button("Start over", () => void act(() => requests.post("/setup/table", {})), { class: "quiet" });
  const take = button("Photograph the anchors", () => void photograph(), { class: "main" });
  const solve = button("Measure the table", () => void act(() => requests.post("/setup/table/solve", {}), "Measuring the table"));
  const check = button("Check the print", () => void checkPrint());
  const moved = button("The camera has moved: one photograph", () => void again(), { "data-key": "moved" });
  const card = make("input", { type: "file", accept: "image/jpeg,image/png", onchange: () => void checkCard() });
  const cardSays = make("p", { class: "faint" });
  const byOthers = button("Too few anchors in view: place it by the others", () => void placed(), { "data-key": "by others" });
  let started = false;

  async function photograph() {
    await act(async () => {
      if (!started) await requests.post("/setup/table", {});
      await pictured();
      return requests.post("/setup/table/photographs", {});
    }, "Looking for the anchors");
  }

  /** The anchors lie where they lay: only where the camera stands is measured anew. */
  async function again() {
    await act(async () => {
      await pictured();
      return requests.post("/setup/table/moved", {});
    }, "Looking where the camera stands now");
  }

  /** By what it shares with the cameras that are measured already. */
  async function placed() {
    await act(async () => {
      await pictured();
      return requests.post("/setup/table/shared", {});
    }, "Looking for what it shares with the others");
  }

  async function checkCard() {
    const [chosen] = card.files ?? [];
    if (!chosen) return;
    await act(async () => {
      if (!started) await requests.post("/setup/table", {});
      return requests.upload("/setup/print/photograph", chosen);
    }, "Measuring the card");
    card.value = "";
  }

  async function checkPrint() {
    const [length, inches] = [lengthOf("the printed bar", bar.value), lengthOf("the tape", tape.value)];
    if (length === undefined || inches === undefined) return;
    const laid = inches === null ? null : { one: Number(one.value), other: Number(other.value), inches };
    await act(async () => {
      if (!started) await requests.post("/setup/table", {});
      return requests.put("/setup/print", { bar_in: length, tape: laid });
    });
  }

  /** Null where nothing was typed, undefined after a complaint. @param {string} what @param {string} typed */
  function lengthOf(what, typed) {
    if (typed.trim() === "") return null;
    const length = Number(typed.trim().replace(",", "."));
    if (length > 0) return length;
    fail(`${what}: expected a length in inches, got ${typed}`);
    return undefined;
  }

  /** The anchors to lay a tape between; the front edge first, which is the easiest to reach.
   * @param {Record<string, string>} named
   */
  function offerAnchors(named) {
    for (const [select, chosen] of /** @type {const} */ ([[one, "0"], [other, "1"]])) {
      if (select.options.length) continue;
      select.append(...Object.entries(named).map(([number, name]) => make("option", { value: number, selected: number === chosen }, `${number}: ${name}`)));
    }
  }

  return {
    element: make(
      "div",
      {},
      make("p", {}, "Lay the anchors roughly at the corners and edges. One photograph is enough to begin with; three to five from different sides measure better. Take the last one from where the camera stays."),
      photographs,
      make("div", { class: "row" }, make("label", {}, "The printed 6 inch bar measures, inches", bar)),
      make("p", { class: "faint", id: "bar-says" }, "Hold a ruler to the bar on the page “scale check”. A printer that shrinks the page by a hundredth makes every range wrong by a hundredth."),
      make("div", { class: "row" }, make("label", {}, "A tape from the middle of", one), make("label", {}, "to the middle of", other), make("label", {}, "reads, inches", tape), check),
      make("p", { class: "faint", id: "tape-says" }, "It checks the print over the whole table. Leave empty what you did not measure."),
      make(
        "details",
        {},
        make("summary", {}, "No ruler? A bank card will do"),
        make("p", {}, "Lay the card on its outline on the page “scale check”, photograph the whole page, and choose the photograph."),
        make("label", {}, "The photograph", card),
        cardSays,
      ),
      make("div", { class: "row" }, take, solve, byOthers, moved, begin),
      result,
    ),
    show: ({ roster, table, kept, beside }) => {
      byOthers.hidden = beside.length === 0;
      moved.hidden = kept === null;
      const scale = table?.card_scale ?? null;
      cardSays.textContent = scale === null ? "" : `By the card, the kit was printed at ${(100 * scale).toFixed(1)} % of its size.`;
      started = table !== null;
      offerAnchors(roster?.anchors_named ?? {});
      begin.hidden = !started;
      if (bar.value === "" && table?.bar_in && document.activeElement !== bar) bar.value = String(table.bar_in);
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
