// Shows what was agreed for this battle, to be read again in an argument, and changes it together.

import { button, make, replace } from "../app/elements.js";
import { capital, spaced, valueWords } from "../app/words.js";
import { optionField } from "../start/options.js";

/** @typedef {import("../app/types.js").GameOption} GameOption */
/** @typedef {import("../app/shell.js").Context} Context */

/** @param {Context} context @returns {import("./screen.js").Part} */
export function agreedPart(context) {
  const { store, requests } = context;
  const list = make("dl", { class: "agreed" });
  const changer = new Changer(context);
  return {
    title: "House rules",
    element: make("div", {}, make("details", {}, make("summary", {}, "Show all of it"), list), changer.element),
    isDue: () => store.now.state !== null,
    refresh: async () => {
      const { state } = store.now;
      if (!state) return;
      const game = await requests.get(`/games/${encodeURIComponent(state.view.game)}`).catch(() => null);
      // Something has happened meanwhile: it is asked for again, and tells the newer options.
      if (state !== store.now.state) return;
      /** @type {GameOption[]} */
      const options = game?.options ?? [];
      const says = new Map(options.map((each) => [each.name, each.says]));
      replace(
        list,
        ...Object.entries(state.view.options).map(([name, value]) =>
          make("div", { title: says.get(name) ?? "" }, make("dt", {}, capital(spaced(name))), make("dd", {}, valueWords(value))),
        ),
      );
      changer.show(options, state.view.options);
    },
  };
}

/** The form that asks the others to change one option from now on. */
class Changer {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    /** @type {GameOption[]} */
    this.options = [];
    /** @type {Record<string, unknown>} */
    this.agreed = {};
    /** @type {unknown} */
    this.value = undefined;
    this.choice = make("select", { onchange: () => this.chosen() });
    this.field = make("div", {});
    this.reason = make("input", { type: "text", autocomplete: "off" });
    this.told = make("p", { role: "status" });
    this.element = make(
      "details",
      { class: "more changer" },
      make("summary", { "data-key": "change" }, "Change something from now on"),
      make("p", { class: "faint" }, "It changes once the other side agrees, and stands in the log."),
      make("label", {}, "What", this.choice),
      this.field,
      make("label", {}, "Why, if you like", this.reason),
      button("Ask the others", () => void this.ask(), { class: "main", "data-key": "ask" }),
      this.told,
    );
  }

  /** @param {GameOption[]} options @param {Record<string, unknown>} agreed */
  show(options, agreed) {
    this.element.hidden = this.context.store.now.seats.length === 0 || options.length === 0;
    const isSame = JSON.stringify([options, agreed]) === JSON.stringify([this.options, this.agreed]);
    if (isSame) return;
    const before = this.choice.value;
    this.options = options;
    this.agreed = agreed;
    replace(
      this.choice,
      ...options.map(({ name, fixed }) =>
        make("option", { value: name, disabled: fixed !== "", selected: name === before }, capital(spaced(name)) + (fixed && ": fixed at set-up")),
      ),
    );
    this.chosen();
  }

  chosen() {
    const option = this.options.find((each) => each.name === this.choice.value);
    this.value = undefined;
    if (!option) return;
    const now = /** @type {GameOption["default"]} */ (this.agreed[option.name] ?? option.default);
    this.value = now;
    replace(this.field, optionField({ ...option, default: now }, (value) => (this.value = value), "change"));
  }

  async ask() {
    const { battle, seats } = this.context.store.now;
    const seat = seats[0];
    if (!battle || seat === undefined) return;
    const reason = this.reason.value.trim();
    const command = { kind: "change_option", option: this.choice.value, value: this.value, ...(reason ? { reason } : {}) };
    try {
      const ruling = await this.context.requests.command(battle, seat, command);
      this.told.textContent = ruling.refusal?.reason ?? ruling.events.map((event) => event.says).join(" ");
      if (ruling.accepted) this.reason.value = "";
    } catch (failure) {
      this.told.textContent = failure instanceof Error ? failure.message : String(failure);
    }
  }
}
