// Draws the accuracy: a bar for each step of the set-up, shorter as it gets better.

import { make } from "../app/elements.js";

/** @param {{step: string, accuracy_in: number, says: string}[]} history */
export function accuracyDrawn(history) {
  const worst = Math.max(...history.map((each) => each.accuracy_in), Number.MIN_VALUE);
  return make(
    "ol",
    { class: "accuracy", "aria-label": "How far off a place may be, step by step" },
    ...history.map((each) => {
      const bar = make("span", { class: "bar", "aria-hidden": "true" });
      bar.style.setProperty("--share", barShare(each.accuracy_in, worst).toFixed(3));
      return make(
        "li",
        { title: each.says },
        make("span", { class: "step" }, each.step),
        bar,
        make("span", { class: "value" }, `${Number(each.accuracy_in.toPrecision(2))} in`),
      );
    }),
  );
}

/** Part of the longest bar; a twentieth is kept, so that a hundredth of the error is still a bar.
 * @param {number} value
 * @param {number} worst
 */
export function barShare(value, worst) {
  return Math.max(0.05, Math.min(1, value / worst));
}
