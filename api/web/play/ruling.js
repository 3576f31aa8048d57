// Shows the referee's answer: what has happened, or why not, and what to do about it.

import { button, make } from "../app/elements.js";
import { clauseLink, evidenceList } from "./evidence.js";

/** @typedef {import("../app/types.js").Ruling} Ruling */

/**
 * @param {{ruling: Ruling, command: Record<string, unknown>, book: import("./rules_book.js").RulesBook,
 *   override: (clause: string) => void, dispute: (name: string) => void, done: () => void}} parts
 */
export function rulingCard({ ruling, command, book, override, dispute, done }) {
  const { refusal } = ruling;
  const close = button("✕", done, { class: "close", "aria-label": "Put the ruling away", "data-key": "close" });
  if (refusal) {
    return make(
      "article",
      { class: "ruling refused", "data-ruling": "refused" },
      close,
      make("h3", {}, "That does not count"),
      make("p", {}, refusal.reason),
      evidenceList(refusal.evidence),
      make(
        "div",
        { class: "row" },
        clauseLink(refusal.clause, book),
        refusal.waivable
          ? button("Ask to let it pass", () => override(refusal.clause), { "data-key": "override" })
          : null,
        refusal.kept
          ? button("Dispute it before all", () => dispute(refusal.kept ?? ""), { "data-key": "dispute", "data-kept": refusal.kept })
          : null,
      ),
    );
  }
  return make(
    "article",
    { class: "ruling", "data-ruling": "accepted" },
    close,
    make("h3", {}, "Ruling"),
    ...ruling.events.map((event) =>
      make(
        "div",
        { class: "happened" },
        make("p", {}, event.says),
        event.evidence.length > 0
          ? make("details", {}, make("summary", {}, "What it was judged by"), evidenceList(event.evidence))
          : null,
        clauseLink(event.clause, book),
      ),
    ),
  );
}
