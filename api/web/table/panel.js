// Shows what stands beside the table: the picked pieces, the answers, and what is seen at a glance.

import { button, make, replace } from "../app/elements.js";
import { answerWords, capital, inches } from "../app/words.js";
import { Measuring } from "./measuring.js";
import { WhatIf } from "./what_if.js";
import { pieceWords } from "./words.js";

/** @typedef {import("./measuring.js").Findings} Findings */
/** @typedef {import("./measuring.js").Answered} Answered */

const TITLES = /** @type {Record<string, string>} */ ({
  range: "Range", sight: "Sight", near: "Near", chain: "Chain", line: "Clear line",
});
const MOST_INCHES = 10000;

export class TablePanel {
  /** @param {{host: HTMLElement, store: import("../app/store.js").Store,
   *   requests: import("../app/request.js").Requests, pick: (id: string) => void,
   *   say: (text: string) => void, isShown: () => boolean}} parts */
  constructor({ host, store, requests, pick, say, isShown }) {
    this.store = store;
    this.pick = pick;
    this.key = "";
    /** Fields that do not hold a length now. @type {Set<string>} */
    this.mistyped = new Set();
    this.picked = make("p", { class: "picked" });
    this.list = make("div", { class: "chips", role: "group", "aria-label": "Pieces" });
    this.swap = button("Swap", () => store.set({ picked: [...store.now.picked].reverse() }));
    this.clear = button("Clear", () => store.set({ picked: [] }));
    this.answers = make("div", { class: "answers", "aria-live": "polite" });
    this.trouble = make("p", { class: "trouble", role: "alert", hidden: true });
    this.measuring = new Measuring({
      store,
      requests,
      found: (findings) => this.show(findings),
      isWanted: isShown,
    });
    host.append(
      make("h2", {}, "Measure"),
      this.picked,
      make("p", { class: "row" }, this.swap, this.clear, new WhatIf({ store, say }).element),
      this.trouble,
      this.answers,
      this.terms(),
      make("h2", {}, "Pieces"),
      this.list,
    );
    store.on(["table", "picked"], () => this.showPieces());
  }

  terms() {
    const limit = this.length("limit", "Limit", "none");
    const reach = this.length("reach", "Near", "3");
    const metric = make(
      "select",
      { onchange: () => this.asked("metric", metric.value) },
      ...[["edge", "edge to edge"], ["centre", "centre to centre"], ["front", "front to front"]].map(
        ([value, text]) => make("option", { value }, text),
      ),
    );
    return make(
      "details",
      { class: "terms" },
      make("summary", {}, "How it is measured"),
      make("div", { class: "row" }, limit, reach, make("label", {}, "Range", metric)),
    );
  }

  /** @param {"limit" | "reach"} name @param {string} label @param {string} placeholder */
  length(name, label, placeholder) {
    const field = make("input", {
      type: "text",
      inputmode: "decimal",
      autocomplete: "off",
      placeholder,
      value: this.measuring.terms[name],
      oninput: () => {
        const length = typedLength(field.value);
        field.setAttribute("aria-invalid", String(length === null));
        this.mistyped[length === null ? "add" : "delete"](name);
        this.trouble.hidden = length !== null;
        this.trouble.textContent =
          length === null
            ? `${label}: expected a number of inches, 0 to ${MOST_INCHES}, got “${field.value.slice(0, 20)}”`
            : "";
        if (length !== null) this.asked(name, length);
      },
    });
    return make("label", {}, label, make("span", { class: "unit" }, field, " in"));
  }

  /** @param {"limit" | "reach" | "metric"} name @param {string} value */
  asked(name, value) {
    this.measuring.terms[name] = name === "reach" && value === "" ? "3" : value;
    this.measuring.now();
  }

  showPieces() {
    const { table, picked } = this.store.now;
    const [first, second] = picked;
    const told = second
      ? `From ${first} to ${second}.`
      : first
        ? `From ${first}. Tap another piece to measure to it.`
        : "Tap a piece: what it sees and reaches. Tap a second one: range and sight between them.";
    if (this.picked.textContent !== told) this.picked.textContent = told;
    this.swap.disabled = picked.length < 2;
    this.clear.disabled = picked.length < 1;
    const key = JSON.stringify([picked, table?.pieces.map((each) => [each.id, each.state, each.side])]);
    if (key === this.key) return;
    this.key = key;
    replace(
      this.list,
      ...(table?.pieces ?? []).map((piece) =>
        button(piece.id, () => this.pick(piece.id), {
          "data-key": piece.id,
          "data-state": piece.state,
          "aria-pressed": String(picked.includes(piece.id)),
          title: pieceWords(piece),
          "aria-label": pieceWords(piece),
        }),
      ),
    );
  }

  /** @param {Findings} findings */
  show({ picked, answers, around, trouble }) {
    // A length that is none is told until it is mended.
    if (this.mistyped.size === 0) {
      this.trouble.hidden = !trouble;
      this.trouble.textContent = trouble;
    }
    const asks = picked.length > 1 ? answers : answers.filter((each) => each.measurement.what === "chain");
    this.store.draw("measuring", asks.flatMap((each) => each.drawing));
    this.store.set({ seen: Object.fromEntries(around.map((each) => [each.piece, each.sight.answer])) });
    replace(
      this.answers,
      around.length > 0 && this.glance(around),
      ...answers.map((each) => card(each)),
    );
  }

  /** @param {import("./measuring.js").Neighbour[]} around */
  glance(around) {
    const rows = around.map((each) =>
      make(
        "tr",
        { "data-key": `row ${each.piece}` },
        make("th", { scope: "row" }, button(each.piece, () => this.pick(each.piece), { class: "link", "data-key": `glance ${each.piece}` })),
        make("td", { class: "number" }, each.range.value_in === null ? "–" : inches(each.range.value_in)),
        make("td", {}, badge(each.range.answer === "YES" || each.range.answer === "NO" ? "" : each.range.answer)),
        make("td", { title: each.sight.sentence }, badge(each.sight.answer, seenWords(each.sight))),
      ),
    );
    const heads = ["Piece", "Away", "", "In sight"].map((text) => make("th", { scope: "col" }, text || make("span", { class: "unseen" }, "In range")));
    return make(
      "table",
      { class: "glance" },
      make("caption", {}, "Everything around it"),
      make("thead", {}, make("tr", {}, ...heads)),
      make("tbody", {}, ...rows),
    );
  }
}

/** @param {{answer: string, p_blocked: number | null}} sight */
function seenWords(sight) {
  if (sight.answer !== "TOO_CLOSE_TO_CALL" || sight.p_blocked === null) return "";
  return `${Math.round(100 - 100 * sight.p_blocked)} % clear`;
}

/** @param {string} answer @param {string} [words] */
export function badge(answer, words = "") {
  if (!answer) return "";
  return make("span", { class: "answer", "data-answer": answer }, words || capital(answerWords(answer)));
}

/** @param {Answered} told */
function card({ measurement }) {
  const { what, answer, sentence, verdict, p_blocked: blocked } = measurement;
  return make(
    "article",
    { class: "card", "data-what": what, "data-answer": answer },
    make("h3", {}, TITLES[what] ?? what, badge(answer)),
    make("p", {}, sentence),
    verdict && numbers(verdict, blocked),
    ...(measurement.warnings ?? []).map((warning) => make("p", { class: "faint" }, warning)),
  );
}

/** @param {NonNullable<import("./measuring.js").Told["verdict"]>} verdict
 * @param {number | null} [blocked] */
function numbers(verdict, blocked) {
  /** @type {[string, number | null][]} */
  const rows = [
    ["value", verdict.value_in], ["limit", verdict.limit_in], ["margin", verdict.margin_in],
    ["error", verdict.sigma_in], ["doubt", verdict.bound_in],
  ];
  const told = rows.flatMap(([name, length]) => (length === null ? [] : [entry(name, inches(length))]));
  if (blocked !== null && blocked !== undefined) {
    told.push(entry("blocked with", `${Math.round(100 * blocked)} %`));
  }
  return make("dl", {}, ...told);
}

/** @param {string} name @param {string} value */
export function entry(name, value) {
  return make("div", {}, make("dt", {}, name), make("dd", {}, value));
}

/** A length as people type it, with a comma or a point; null where it is none.
 * @param {string} text
 */
export function typedLength(text) {
  const plain = text.trim();
  if (plain === "") return "";
  if (!/^(\d+[.,]?\d*|[.,]\d+)$/.test(plain)) return null;
  const length = Number(plain.replace(",", "."));
  return length <= MOST_INCHES ? String(length) : null;
}
