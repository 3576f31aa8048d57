// Offers the form for a command that is not offered: what players agree on, and what is rare.

import { button, make, replace } from "../app/elements.js";
import { capital, spaced } from "../app/words.js";
import { commandsOf, fieldsOf, valueOf } from "./shape.js";

/** @typedef {import("./shape.js").Field} Field */

export class AnyCommand {
  /** @param {{book: import("./rules_book.js").RulesBook, seats: () => string[], game: () => string,
   *   give: (seat: string, command: Record<string, unknown>) => void,
   *   why: (reason: string) => void}} parts */
  constructor({ book, seats, game, give, why }) {
    this.book = book;
    this.seats = seats;
    this.game = game;
    this.give = give;
    this.why = why;
    /** @type {any} */
    this.schema = null;
    /** The game and the seats that the form was last asked for. */
    this.of = "";
    this.fields = make("div", { class: "options" });
    this.says = make("p", { class: "faint" });
    this.seat = make("select", {});
    this.choice = make("select", { onchange: () => this.chosen() });
    this.element = make(
      "details",
      { class: "more", ontoggle: () => void this.load() },
      make("summary", {}, "Any other command"),
      make("p", { class: "faint" }, "For what is rare, and for what the players agree on. The rules decide, as always."),
      make("div", { class: "row" }, make("label", {}, "For", this.seat), make("label", {}, "Command", this.choice)),
      this.says,
      this.fields,
      button("Give this command", () => this.given(), { class: "main" }),
    );
  }

  /** Another battle has other commands and other seats, also while the form stands open. @param {boolean} isPlayed */
  follow(isPlayed) {
    this.element.hidden = !isPlayed;
    if (!isPlayed || !this.element.open || this.of === this.asks()) return;
    for (const list of [this.choice, this.seat, this.fields]) replace(list);
    void this.load();
  }

  asks() {
    return JSON.stringify([this.game(), this.seats()]);
  }

  async load() {
    if (!this.element.open) return;
    const game = this.game();
    this.of = this.asks();
    try {
      const schema = await this.book.commands(game);
      if (game !== this.game()) return;
      this.schema = schema;
    } catch (failure) {
      this.why(failure instanceof Error ? failure.message : String(failure));
      return;
    }
    const names = commandsOf(this.schema).map(({ name }) => make("option", { value: name }, capital(spaced(name))));
    replace(this.choice, ...names);
    replace(this.seat, ...this.seats().map((seat) => make("option", { value: seat }, seat)));
    this.chosen();
  }

  /** @returns {Field[]} */
  asked() {
    return fieldsOf(this.schema?.$defs?.[this.choice.value]);
  }

  chosen() {
    this.says.textContent = this.schema?.$defs?.[this.choice.value]?.description ?? "";
    replace(
      this.fields,
      ...this.asked().map((field) => {
        const name = `${capital(spaced(field.name))}${field.required ? "" : ", if you like"}`;
        return make("label", {}, name, input(field), field.hint ? make("span", { class: "faint" }, field.hint) : null);
      }),
    );
  }

  given() {
    if (!this.choice.value) return;
    try {
      /** @type {Record<string, unknown>} */
      const command = { kind: this.choice.value };
      for (const field of this.asked()) {
        /** @type {HTMLInputElement | null} */
        const typed = this.fields.querySelector(`[name="${CSS.escape(field.name)}"]`);
        const value = valueOf(field, typed?.value ?? "");
        if (value !== undefined) command[field.name] = value;
      }
      this.give(this.seat.value, command);
    } catch (failure) {
      this.why(failure instanceof Error ? failure.message : String(failure));
    }
  }
}

/** @param {Field} field */
function input(field) {
  const choices = field.kind === "yes" ? ["yes", "no"] : field.choices;
  if (choices.length === 0) return make("input", { type: "text", name: field.name, autocomplete: "off" });
  const empty = field.required ? [] : [make("option", { value: "" }, "as it is")];
  return make("select", { name: field.name }, ...empty, ...choices.map((each) => make("option", { value: each }, each.replaceAll("_", " "))));
}
