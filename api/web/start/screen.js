// Knows the first thing that a host sees: play a sample, begin a battle, go on with one, measure.

import { button, make, replace } from "../app/elements.js";
import { day } from "../app/words.js";
import { NewBattle } from "./new_battle.js";

/** @typedef {import("../app/shell.js").Context} Context */
/** @typedef {{slug?: string, name: string, title: string, says: string, game: string}} Sample */

export class StartScreen {
  /** @param {HTMLElement} host @param {Context} context */
  constructor(host, context) {
    this.context = context;
    this.trouble = make("p", { class: "trouble", role: "alert", hidden: true });
    this.samples = make("div", { class: "cards-row" });
    this.battles = make("div", { class: "battles" });
    this.fresh = make("details", { class: "card new" }, make("summary", {}, "A battle of your own"));
    this.form = new NewBattle({ requests: context.requests, begun: (id) => void this.open(id), failed: (text) => this.fail(text) });
    this.fresh.append(this.form.element);
    host.append(
      make("h2", {}, "What do you want to do?"),
      this.trouble,
      this.samples,
      this.fresh,
      make("h2", {}, "Go on with a battle"),
      this.battles,
    );
    context.tabs.on((place) => {
      if (place === "start") void this.refresh();
    });
    context.store.on(["me"], () => void this.refresh());
  }

  async refresh() {
    const { me } = this.context.store.now;
    if (!me) return;
    this.fresh.hidden = me.role !== "host";
    this.samples.hidden = me.role !== "host";
    this.trouble.hidden = true;
    try {
      const battles = await this.context.requests.get("/battles");
      this.showBattles(battles);
      if (me.role !== "host") return;
      const samples = await this.context.requests.get("/samples").catch(() => []);
      this.showSamples(samples);
      await this.form.load();
    } catch (failure) {
      this.fail(failure instanceof Error ? failure.message : String(failure));
    }
  }

  /** @param {Sample[]} samples */
  showSamples(samples) {
    replace(
      this.samples,
      ...samples.map((sample) =>
        make(
          "article",
          { class: "card sample", "data-sample": sample.name },
          make("h3", {}, sample.title),
          make("p", {}, sample.says),
          button("Play it now", () => void this.play(sample), { class: "main", "data-key": `sample ${sample.name}` }),
        ),
      ),
      make(
        "article",
        { class: "card" },
        make("h3", {}, "Just measure"),
        make("p", {}, "Range, sight and neighbours of the pieces on the table; no game."),
        button("To the table", () => void this.measure(), { "data-key": "measure" }),
      ),
    );
  }

  /** @param {import("../app/types.js").BattleBrief[]} battles */
  showBattles(battles) {
    const rows = [...battles].sort((one, other) => (other.began ?? "").localeCompare(one.began ?? "")).map((battle) =>
      battle.unopened
        ? make("p", { class: "card trouble" }, `${battle.id}: ${battle.unopened}`)
        : make(
            "article",
            { class: "card battle" },
            make("h3", {}, battle.name || battle.title),
            make("p", { class: "faint" }, `${battle.title}, ${battle.seats.join(" against ")}, begun ${day(battle.began)}`),
            button("Go on", () => void this.open(battle.id), { "data-key": `battle ${battle.id}`, "aria-label": `Go on with ${battle.name || battle.title}` }),
          ),
    );
    replace(this.battles, ...(rows.length > 0 ? rows : [make("p", { class: "faint" }, "None yet.")]));
  }

  /** @param {Sample} sample */
  async play(sample) {
    try {
      const { battle } = await this.context.requests.post(`/samples/${encodeURIComponent(sample.name)}`, {});
      await this.open(battle);
    } catch (failure) {
      this.fail(failure instanceof Error ? failure.message : String(failure));
    }
  }

  /** @param {string} battle */
  async open(battle) {
    try {
      await this.context.watch(battle);
      this.context.tabs.go("play");
    } catch (failure) {
      this.fail(failure instanceof Error ? failure.message : String(failure));
    }
  }

  async measure() {
    await this.context.watch("");
    this.context.tabs.go("table");
  }

  /** @param {string} text */
  fail(text) {
    this.trouble.hidden = false;
    this.trouble.textContent = text;
  }
}
