// Shows the host what to begin with: play a sample, begin a battle, go on with one, measure.

import { button, make, replace } from "../app/elements.js";
import { Once } from "../app/once.js";
import { capital, day, listed, spaced } from "../app/words.js";
import { NewBattle } from "./new_battle.js";

/** @typedef {import("../app/shell.js").Context} Context */
/**
 * @typedef {object} Sample
 * @property {string} sample
 * @property {string} game
 * @property {string} title
 * @property {string[]} sides
 * @property {number} width_in
 * @property {number} depth_in
 * @property {number} pieces
 */

export class StartScreen {
  /** @param {HTMLElement} host @param {Context} context */
  constructor(host, context) {
    this.context = context;
    this.trouble = make("p", { class: "trouble", role: "alert", hidden: true });
    this.samples = make("div", { class: "cards-row" });
    /** @type {Promise<Sample[]> | null} */
    this.known = null;
    this.beginning = new Once();
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
      await Promise.all([this.refreshSamples(), this.form.load()]);
    } catch (failure) {
      this.fail(failure instanceof Error ? failure.message : String(failure));
    }
  }

  /** They take a moment the first time, and stay the same. */
  async refreshSamples() {
    if (!this.known) this.showSamples(null);
    this.known ??= this.context.requests.get("/samples");
    try {
      this.showSamples(await this.known);
    } catch (failure) {
      this.known = null;
      this.showSamples([]);
      throw failure;
    }
  }

  /** @param {Sample[] | null} samples null while they are looked for */
  showSamples(samples) {
    replace(
      this.samples,
      samples === null && make("article", { class: "card sample" }, make("h3", {}, "Samples"), make("p", { class: "faint" }, "Looking for them …")),
      ...(samples ?? []).map((sample) =>
        make(
          "article",
          { class: "card sample", "data-sample": sample.sample },
          make("h3", {}, capital(spaced(sample.sample.replaceAll("-", " ")))),
          make("p", {}, sampleWords(sample)),
          button("Play it now", () => void this.beginning.run("", () => this.play(sample)), {
            class: "main",
            "data-key": `sample ${sample.sample}`,
            "aria-label": `Play ${sample.sample} now`,
          }),
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
    this.samples.setAttribute("aria-busy", "true");
    try {
      const path = `/samples/${encodeURIComponent(sample.sample)}/battle`;
      const begun = await this.context.requests.post(path, { name: sample.title });
      await this.open(begun.id);
    } catch (failure) {
      this.fail(failure instanceof Error ? failure.message : String(failure));
    } finally {
      this.samples.removeAttribute("aria-busy");
    }
  }

  /** @param {string} battle */
  async open(battle) {
    try {
      const watching = this.context.watch(battle);
      this.context.tabs.go("play");
      await watching;
    } catch (failure) {
      this.context.tabs.go("start");
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

/** @param {Sample} sample */
function sampleWords({ title, sides, width_in: width, depth_in: depth }) {
  const who = sides.length > 0 ? `${listed(sides.map(capital))}, ` : "";
  return `${title}: ${who}on ${width} × ${depth} in. Nothing to print.`;
}
