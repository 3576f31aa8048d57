// Measures two pieces that are tapped on the table as it lay.

import { button, make, replace } from "../app/elements.js";
import { badge } from "../table/panel.js";

/** @typedef {import("../table/measuring.js").Answered} Answered */

export class PastTools {
  /** @param {HTMLElement} host
   * @param {{ask: (what: string, terms: Record<string, string | null>) => Promise<Answered>,
   *   changed: () => void}} parts */
  constructor(host, { ask, changed }) {
    this.ask = ask;
    this.changed = changed;
    /** @type {string[]} */
    this.picked = [];
    /** @type {Answered[]} */
    this.answers = [];
    this.asked = 0;
    this.told = make("div", { class: "past-told", "aria-live": "polite" });
    host.append(this.told);
    this.render("");
  }

  /** Where cards lie, no piece can be tapped. @param {boolean} isHidden */
  hide(isHidden) {
    this.told.hidden = isHidden;
  }

  get marks() {
    return this.answers.flatMap((each) => each.drawing);
  }

  /** @param {string} id */
  pick(id) {
    if (this.picked.includes(id)) this.picked = this.picked.filter((each) => each !== id);
    else this.picked = [...this.picked.slice(-1), id];
    void this.measure();
  }

  clear() {
    this.picked = [];
    void this.measure();
  }

  /** Ask again: another moment, or other pieces. */
  async measure() {
    const number = (this.asked += 1);
    const [a, b] = this.picked;
    this.answers = [];
    let trouble = "";
    try {
      /** @type {[string, Record<string, string | null>][]} */
      const questions = !a ? [] : b ? [["range", { a, b }], ["sight", { a, b }]] : [["chain", { a }]];
      const found = await Promise.all(questions.map(([what, terms]) => this.ask(what, terms)));
      if (number !== this.asked) return;
      this.answers = found;
    } catch (failure) {
      if (number !== this.asked) return;
      trouble = failure instanceof Error ? failure.message : String(failure);
    }
    this.render(trouble);
    this.changed();
  }

  /** @param {string} trouble */
  render(trouble) {
    const hint = this.picked.length === 0 && "Tap a piece to see its chain, and a second one to measure range and sight as they were.";
    replace(
      this.told,
      hint && make("p", { class: "faint" }, hint),
      trouble && make("p", { role: "alert" }, trouble),
      ...this.answers.map((each) =>
        make("p", {}, make("strong", {}, each.measurement.what), " ", badge(each.measurement.answer), " ", each.measurement.sentence),
      ),
      this.picked.length > 0 && button("Clear", () => this.clear(), { "data-key": "clear" }),
    );
  }
}
