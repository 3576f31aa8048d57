// Draws what dice brought over a battle against what was to be expected, by who rolled and for what.

import { draw, make, replace } from "../app/elements.js";

/** @typedef {{event: number, chance: number, came: boolean, ahead: number, within: number}} LuckStep */
/** @typedef {{by: string, what: string, count: number, expected: number, came: number, as_much: number, steps: LuckStep[]}} LuckRow */

const WIDE = 320;
const HIGH = 96;
const LEFT = 30;

export class LuckBox {
  /** @param {Element} host @param {import("./moments.js").Moments} moments @param {(sequence: number) => void} go */
  constructor(host, moments, go) {
    this.moments = moments;
    this.go = go;
    this.at = 0;
    /** @type {LuckRow[]} */
    this.rows = [];
    this.body = make("div", { class: "luck-body" });
    this.element = make("details", { class: "luck" }, make("summary", {}, "Luck"), this.body);
    this.element.addEventListener("toggle", () => void this.opened());
    host.append(this.element);
  }

  /** Reckoned by the umpire roll by roll, so only for whoever wants to see it. */
  async opened() {
    if (!this.element.open || this.rows.length > 0) return;
    replace(this.body, make("p", { class: "faint", role: "status" }, "The umpire reckons every roll …"));
    try {
      const told = await this.moments.luck();
      this.rows = told.rows;
      replace(this.body, ...shown(told.rows, told.unknown, this.go));
      this.show(this.at);
    } catch (failure) {
      replace(this.body, make("p", { role: "alert" }, failure instanceof Error ? failure.message : String(failure)));
    }
  }

  /** Where one is in the battle. @param {number} sequence */
  show(sequence) {
    this.at = sequence;
    for (const [number, head] of this.body.querySelectorAll(".playhead").entries()) {
      const steps = this.rows[number]?.steps ?? [];
      const x = across(steps.filter((each) => each.event <= sequence).length, steps.length);
      head.setAttribute("d", `M${x.toFixed(1)} 4V${HIGH - 4}`);
    }
  }
}

/** What strays farthest from what was to be expected, in one sentence; pure. @param {LuckRow[]} rows */
export function sentenceOf(rows) {
  const [row] = [...rows].sort((one, other) => one.as_much - other.as_much);
  if (!row) return "No roll or card of this battle is known well enough.";
  if (row.as_much > 0.32) return "Luck was fair to both sides.";
  const more = row.came - row.expected;
  return `${row.by}: ${row.what} ${Math.abs(more).toFixed(1)} times ${more > 0 ? "more" : "fewer"} than expected. Luck alone does as much ${often(row.as_much)}.`;
}

/** @param {number} share */
function often(share) {
  return share < 0.01 ? "in fewer than 1 of 100 battles" : `in ${Math.round(100 * share)} of 100 battles`;
}

/** @param {LuckRow[]} rows @param {number} unknown @param {(sequence: number) => void} go */
function shown(rows, unknown, go) {
  return [
    make("p", { class: "luck-says" }, sentenceOf(rows)),
    ...rows.map((row) => figure(row, go)),
    rows.length > 0 && make("p", { class: "faint" }, "Full line: what came ahead of what was expected. Wash: two standard errors. Press the line to go to that moment."),
    unknown > 0 && make("p", { class: "faint" }, `${unknown} more could not be reckoned.`),
  ];
}

/** @param {LuckRow} row @param {(sequence: number) => void} go */
function figure(row, go) {
  const words = `${row.by}, ${row.what}: ${row.count} times, ${row.expected.toFixed(1)} expected, ${row.came} came; luck alone does as much ${often(row.as_much)}`;
  const svg = line(row.steps, words);
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const share = ((event.clientX - box.left) / Math.max(1, box.width)) * WIDE;
    const at = Math.round(((share - LEFT) / (WIDE - LEFT - 8)) * row.steps.length) - 1;
    const step = row.steps[Math.max(0, Math.min(row.steps.length - 1, at))];
    if (step) go(step.event);
  });
  return make("figure", {}, make("figcaption", {}, `${words}.`), svg);
}

/** @param {LuckStep[]} steps @param {string} words */
function line(steps, words) {
  const most = Math.max(1e-9, ...steps.flatMap((each) => [Math.abs(each.ahead), each.within]));
  /** @param {number} value */
  const y = (value) => (HIGH / 2 - ((HIGH / 2 - 12) * value) / most).toFixed(1);
  /** @param {(each: LuckStep) => number} of */
  const over = (of) => steps.map((each, number) => `${across(number + 1, steps.length).toFixed(1)} ${y(of(each))}`);
  const start = `${LEFT} ${HIGH / 2}`;
  const band = [start, ...over((each) => each.within), ...over((each) => -each.within).reverse()];
  return draw(
    "svg",
    { class: "luck-line", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": words },
    draw("path", { class: "within", d: `M${band.join("L")}Z` }),
    draw("path", { class: "expected", d: `M${start}H${WIDE - 8}` }),
    draw("path", { class: "came", d: `M${[start, ...over((each) => each.ahead)].join("L")}` }),
    draw("path", { class: "playhead", d: "" }),
    draw("text", { x: LEFT - 4, y: 16, "text-anchor": "end" }, `+${most.toFixed(1)}`),
    draw("text", { x: LEFT - 4, y: HIGH / 2 + 4, "text-anchor": "end" }, "0"),
  );
}

/** @param {number} number @param {number} count */
function across(number, count) {
  return LEFT + ((WIDE - LEFT - 8) * number) / Math.max(1, count);
}
