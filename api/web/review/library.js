// Shows the library: every battle of this umpire, searched and counted.

import { button, make, replace } from "../app/elements.js";
import { query } from "../app/request.js";
import { keeping, putAway } from "./keeping.js";
import { SeasonBox } from "./season.js";

/** @typedef {import("../app/shell.js").Context} Context */

/**
 * @typedef {object} Summary
 * @property {string} name
 * @property {string} title
 * @property {string} game
 * @property {string} game_title
 * @property {string} began
 * @property {number} events
 * @property {{name: string, sides: string[]}[]} players
 * @property {string} result
 */

/**
 * @typedef {object} Total
 * @property {string} name
 * @property {number} battles
 * @property {number} won
 * @property {number} lost
 * @property {number} drawn
 * @property {number} unfinished
 */

const ADDRESS = "#/library";

export class Library {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.text = "";
    this.player = "";
    this.since = "";
    this.asked = 0;
    this.list = make("ul", { class: "found" });
    this.told = make("p", { class: "faint", role: "status" });
    this.totals = make("div", { class: "totals" });
    this.away = make("div", { class: "away" });
    this.root = make(
      "section",
      { class: "library", "aria-label": "All battles", hidden: true },
      make("header", {}, make("h2", {}, "All battles"), button("Close", () => this.close(), { class: "close" })),
      make(
        "div",
        { class: "shelf" },
        make(
          "form",
          { class: "row", role: "search", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
          this.field("Words", "search", (value) => (this.text = value)),
          this.field("Player", "text", (value) => (this.player = value)),
          this.field("Begun since", "date", (value) => (this.since = value)),
        ),
        this.told,
        this.list,
        this.away,
        this.adding(),
        this.totals,
        new SeasonBox(context).element,
      ),
    );
    document.body.append(this.root);
    window.addEventListener("hashchange", () => this.follow());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !this.root.hidden) this.close();
    });
    this.follow();
  }

  /** @param {string} name @param {string} type @param {(value: string) => void} taken */
  field(name, type, taken) {
    const input = make("input", {
      type,
      oninput: () => {
        taken(input.value);
        void this.search();
      },
    });
    return make("label", {}, name, input);
  }

  /** A battle of another machine. */
  adding() {
    const file = make("input", { type: "file", accept: ".battle,.jsonl", required: true, "data-key": "file" });
    const name = make("input", { type: "text", maxlength: 60, placeholder: "as the file", "data-key": "name" });
    const told = make("p", { class: "added", role: "status" });
    const add = make("button", { type: "submit", "data-key": "add" }, "Add it");
    const form = make(
      "form",
      {
        class: "row",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const chosen = file.files?.[0];
          if (chosen) void this.add(chosen, { name: name.value.trim() || chosen.name, told, add, done: () => form.reset() });
        },
      },
      make("label", {}, "A battle file, or a battle as JSON Lines", file),
      make("label", {}, "Its name here", name),
      add,
    );
    const why = "A battle that is here already is not added twice, and nothing is ever written over.";
    return make("section", { "aria-label": "Add a battle" }, make("h3", {}, "Add a battle from another computer"), make("p", { class: "faint" }, why), form, told);
  }

  /** @param {File} file @param {{name: string, told: HTMLElement, add: HTMLButtonElement, done: () => void}} parts */
  async add(file, { name, told, add, done }) {
    add.disabled = true;
    told.textContent = "Sending it, and checking every event …";
    try {
      // Its type is what the server goes by, whatever the system thinks of the ending.
      const plain = new Blob([file], { type: "application/octet-stream" });
      const added = await this.context.requests.upload(`/library/battles${query({ name })}`, plain);
      told.textContent = `${file.name} ${added.says}.`;
      done();
      await this.search();
    } catch (failure) {
      told.textContent = failure instanceof Error ? failure.message : String(failure);
    } finally {
      add.disabled = false;
    }
  }

  follow() {
    this.root.hidden = location.hash !== ADDRESS;
    if (!this.root.hidden) void this.search();
  }

  async search() {
    const number = (this.asked += 1);
    try {
      const told = await this.context.requests.get(`/library${query({ text: this.text, player: this.player, since: this.since || null })}`);
      const away = await this.context.requests.get("/archive");
      if (number !== this.asked) return;
      this.show(told);
      replace(this.away, putAway(this.context, away, (failed) => void this.anew(failed)));
    } catch (failure) {
      if (number === this.asked) this.told.textContent = failure instanceof Error ? failure.message : String(failure);
    }
  }

  /** @param {string} failed what went wrong, or nothing */
  async anew(failed) {
    await this.search();
    if (failed) this.told.textContent = failed;
  }

  /** @param {{battles: Summary[], unreadable: {name: string, why: string}[],
   *   totals: {players: Record<string, Total>, armies: Record<string, Total>}}} told */
  show(told) {
    this.told.textContent = told.battles.length === 1 ? "1 battle" : `${told.battles.length || "no"} battles`;
    replace(
      this.list,
      ...told.battles.map((each) => this.row(each)),
      ...told.unreadable.map((each) => make("li", {}, `${each.name} cannot be read: ${each.why}`)),
    );
    replace(this.totals, table("Players", told.totals.players), table("Armies", told.totals.armies));
  }

  /** @param {Summary} battle */
  row(battle) {
    const players = battle.players.map((player) => player.name).join(" and ");
    return make(
      "li",
      {},
      make("p", {}, make("strong", {}, battle.title || battle.game_title), ` ${battle.began.slice(0, 10)}`),
      make("p", { class: "faint" }, `${battle.game_title}, ${players}. ${battle.result || "Not over."}`),
      button("Replay", () => void this.open(battle.name, "#/replay"), { "data-key": `replay ${battle.name}` }),
      button(battle.result ? "Open" : "Go on", () => void this.open(battle.name, "#/play"), { "data-key": `open ${battle.name}` }),
      keeping(this.context, battle, (failed) => void this.anew(failed)),
    );
  }

  /** @param {string} battle @param {string} place */
  async open(battle, place) {
    try {
      await this.context.watch(battle);
      // Whoever has chosen another one meanwhile is where that one is.
      if (battle === this.context.store.now.battle) location.hash = place;
    } catch (failure) {
      if (battle === this.context.store.now.battle) this.told.textContent = failure instanceof Error ? failure.message : String(failure);
    }
  }

  close() {
    location.hash = "#/start";
  }
}

/** @param {string} caption @param {Record<string, Total>} totals */
function table(caption, totals) {
  const rows = Object.values(totals).sort((one, other) => other.won - one.won || one.name.localeCompare(other.name));
  if (rows.length === 0) return null;
  const heads = ["", "battles", "won", "lost", "drawn", "not over"];
  return make(
    "table",
    {},
    make("caption", {}, caption),
    make("thead", {}, make("tr", {}, ...heads.map((each) => make("th", {}, each)))),
    make("tbody", {}, ...rows.map((each) => make("tr", {}, ...[each.name, each.battles, each.won, each.lost, each.drawn, each.unfinished].map((cell) => make("td", {}, String(cell)))))),
  );
}
