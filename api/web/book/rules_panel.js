// Shows the rules in the page: how the battle is won, the steps of the turn, and every clause, found by its words.

import { button, make, replace } from "../app/elements.js";
import { clauseLink } from "../play/evidence.js";
import { RulesBook } from "../play/rules_book.js";
import { hasAll } from "./sought.js";
import { winningCard } from "./winning_card.js";

const MOST = 40;

export class RulesPanel {
  /** @param {import("../app/shell.js").Context} context */
  constructor(context) {
    this.context = context;
    this.book = new RulesBook(context.requests);
    this.sought = make("input", { type: "search", placeholder: "Words or a clause", "aria-label": "Search the rules", oninput: () => void this.list() });
    this.title = make("h2", { id: "rules-title" });
    this.card = make("div", { class: "turn-card" });
    this.found = make("ul", { class: "clauses" });
    this.dialog = make(
      "dialog",
      { class: "rules", "aria-labelledby": "rules-title" },
      make("div", { class: "row" }, this.title, button("Close", () => this.dialog.close(), { class: "link" })),
      this.sought,
      this.card,
      this.found,
    );
    document.body.append(this.dialog);
  }

  async open() {
    const { state } = this.context.store.now;
    this.title.textContent = state ? state.view.title : "Rules";
    const steps = state?.view.facts?.turn?.steps ?? [];
    // The rules are opened for what is not known yet: the words of last time would hide it.
    this.sought.value = "";
    replace(
      this.card,
      winningCard(state?.view.facts, this.book),
      steps.length > 0 && make("h3", {}, state?.view.facts?.turn?.says ? "A turn" : "Before the first turn"),
      steps.length > 0 && make("ol", {}, ...steps.map(({ says, state: how }) => make("li", { "aria-current": how === "now" && "step" }, says))),
    );
    this.dialog.showModal();
    await this.list();
  }

  /** The clauses with all the words that are sought; the game's own first. */
  async list() {
    const isSought = this.sought.value.trim() !== "";
    this.card.hidden = isSought;
    const slug = this.context.store.now.state?.view.game;
    if (!slug) return replace(this.found, make("li", {}, "Open a battle first."));
    try {
      const told = await this.book.game(slug);
      // What decides this battle is found like a clause, and before them.
      const ways = (this.context.store.now.state?.view.facts.ways ?? []).map(({ clause, says }) => ({ id: clause, says }));
      const all = [...(isSought ? ways : []), ...told.clauses, ...told.referee_clauses];
      const fitting = all.filter(({ id, says }) => hasAll(`${id} ${says}`, this.sought.value));
      const rows = fitting.slice(0, MOST).map(({ id, says }) => make("li", {}, make("p", {}, says), clauseLink(id, this.book)));
      const more = fitting.length > MOST && make("li", { class: "faint" }, `${fitting.length - MOST} more: type a word.`);
      replace(this.found, ...rows, more, rows.length === 0 && make("li", {}, "No clause has all of these words."));
    } catch (failure) {
      replace(this.found, make("li", { role: "alert" }, failure instanceof Error ? failure.message : String(failure)));
    }
  }
}
