// Shows the host what to begin with: play a sample, begin a battle, go on with one, measure.

import { button, make, replace } from "../app/elements.js";
import { Once } from "../app/once.js";
import { day } from "../app/words.js";
import { isLearnt, Lesson, lessons } from "../lesson/lesson.js";
import { keeping, putAway } from "../review/keeping.js";
import { covers, gameCard, needed } from "./game_card.js";

/** @typedef {import("../app/shell.js").Context} Context */
/**
 * @typedef {object} Sample
 * @property {string} sample
 * @property {string} game
 * @property {string} title
 * @property {string[]} sides
 * @property {boolean} has_cards
 * @property {boolean} own_deck
 * @property {number} width_in
 * @property {number} depth_in
 * @property {number} pieces
 */

export class StartScreen {
  /** @param {HTMLElement} host @param {Context} context */
  constructor(host, context) {
    this.context = context;
    this.trouble = make("p", { class: "trouble", role: "alert", hidden: true });
    this.waiting = make("div", { class: "waiting" });
    this.samples = make("div", { class: "cards-row" });
    /** Samples whose cards the umpire is to deal. @type {Set<string>} */
    this.dealt = new Set();
    /** @type {Promise<Sample[]> | null} */
    this.known = null;
    /** @type {Promise<import("../app/types.js").GameTold[]> | null} */
    this.games = null;
    /** @type {Promise<string[]> | null} */
    this.drawn = null;
    /** The games that have a picture. @type {string[]} */
    this.covers = [];
    /** What each game says of itself. @type {Map<string, string>} */
    this.told = new Map();
    /** The sides of each game's own armies. @type {Map<string, string[]>} */
    this.sides = new Map();
    this.beginning = new Once();
    /** Counts what was chosen: only the last is gone to, however late the umpire answers. */
    this.choice = 0;
    /** Counts what was asked: an older list does not take the place of a newer one. */
    this.look = 0;
    this.battles = make("div", { class: "battles" });
    this.fresh = make("details", { class: "card new" }, make("summary", {}, "A battle of your own"));
    /** Fetched when somebody first opens it. @type {import("./new_battle.js").NewBattle | null} */
    this.form = null;
    this.fresh.addEventListener("toggle", () => this.fresh.open && void this.openForm().catch((failure) => this.fail(failure.message)));
    this.lesson = new Lesson(context);
    this.learn = button("Learn in three minutes", () => void this.begin(), { "data-key": "learn" });
    host.append(
      this.waiting,
      make(
        "div",
        { class: "hero" },
        make(
          "div",
          {},
          make("h2", {}, make("span", {}, "You play on paper."), " ", make("span", {}, "The umpire measures.")),
          make("p", {}, "Move the pieces, roll the dice. Range, sight and every rule are judged for you, with the reason."),
          make("p", { class: "row" }, this.learn, make("small", {}, "No camera, nothing to print")),
        ),
        make("img", { class: "hero-picture", src: "/start/table.svg", alt: "", width: 420, height: 300 }),
      ),
      this.trouble,
      this.samples,
      this.fresh,
      make("h2", {}, "Your battles"),
      this.battles,
    );
    context.places.on((place) => {
      if (place === "start") void this.refresh();
    });
    context.store.on(["me"], () => void this.refresh());
  }

  async refresh() {
    const { me } = this.context.store.now;
    if (!me) return;
    this.fresh.hidden = me.role !== "host";
    this.samples.hidden = me.role !== "host";
    this.learn.parentElement?.toggleAttribute("hidden", me.role !== "host");
    this.trouble.hidden = true;
    const look = (this.look += 1);
    const { requests } = this.context;
    try {
      const [battles, away] = await Promise.all([requests.get("/battles"), me.role === "host" ? requests.get("/archive") : []]);
      if (look !== this.look) return;
      this.showBattles(battles, away);
      if (me.role === "host") await this.refreshSamples();
    } catch (failure) {
      if (look === this.look) this.fail(failure instanceof Error ? failure.message : String(failure));
    }
  }

  async openForm() {
    const { NewBattle } = await import("./new_battle.js");
    if (!this.form) {
      this.form = new NewBattle({ requests: this.context.requests, begin: (asked) => this.openNew(asked), failed: (text) => this.fail(text), sides: (game) => this.sides.get(game) ?? [] });
      this.fresh.append(this.form.element);
    }
    await this.form.load(this.askedOnce());
  }

  /** The games, asked for again only where that failed. @returns {Promise<import("../app/types.js").GameTold[]>} */
  askedOnce() {
    this.games ??= this.context.requests.get("/games").catch((/** @type {unknown} */ failure) => {
      this.games = null;
      throw failure;
    });
    return this.games;
  }

  /** They take a moment the first time, and stay the same. */
  async refreshSamples() {
    if (!this.known) this.showSamples(null);
    this.known ??= this.context.requests.get("/samples");
    // Where the games fail first, nobody waits for these any more.
    this.known.catch(() => {});
    try {
      this.told = new Map((await this.askedOnce()).map((game) => [game.slug, game.says]));
      this.drawn ??= covers().catch(() => {
        this.drawn = null;
        return [];
      });
      this.covers = await this.drawn;
      this.showSamples(await this.known);
    } catch (failure) {
      this.known = null;
      this.showSamples([]);
      throw failure;
    }
  }

  /** @param {Sample[] | null} samples null while they are looked for */
  showSamples(samples) {
    // Of several samples of a game the first counts.
    this.sides = new Map((samples ?? []).filter((each) => each.sides.length > 1).reverse().map((each) => [each.game, each.sides]));
    replace(
      this.samples,
      samples === null && make("article", { class: "card sample" }, make("h3", {}, "Samples"), make("p", { class: "faint" }, "Looking for them …")),
      ...byGame(samples ?? [], this.covers).map((own) => {
        const needs = make("p", { class: "faint" }, ...needed(own, own.some((each) => this.dealt.has(each.sample))));
        return gameCard({
          own,
          says: this.told.get(own[0]?.game ?? "") ?? "",
          hasCover: this.covers.includes(own[0]?.game ?? ""),
          play: (sample) => void this.beginning.run("", () => this.play(sample)),
          first: own.some((sample) => sample.has_cards) && this.dealing(own, needs),
          needs,
        });
      }),
      make(
        "article",
        { class: "card" },
        make("h3", {}, "Just measure"),
        make("p", {}, "Range and sight, no game"),
        button("To the table", () => void this.measure(), { "data-key": "measure" }),
      ),
    );
  }

  /** @param {import("../app/types.js").BattleBrief[]} battles @param {string[]} away */
  showBattles(battles, away) {
    const row = (/** @type {import("../app/types.js").BattleBrief} */ battle) =>
      battle.unopened
        ? make("p", { class: "card trouble" }, `${battle.id}: ${battle.unopened}`)
        : make(
            "article",
            { class: "card battle" },
            make("h3", {}, battle.name || battle.title),
            make("p", { class: "faint" }, `${battle.title}, ${battle.seats.join(" against ")}, begun ${day(battle.began)}`),
            button(battle.over ? "Open" : "Go on", () => void this.open(battle.id), { "data-key": `battle ${battle.id}`, "aria-label": `${battle.over ? "Open" : "Go on with"} ${battle.name || battle.title}` }),
            this.context.store.now.me?.role === "host" &&
              keeping(this.context, { name: battle.id, title: battle.name }, (failed) => void this.kept(failed)),
          );
    const { latest, going, over } = inTurn(battles, lessons());
    // One thing is recommended: what waits, or else the lesson.
    this.learn.classList.toggle("go", !latest && !isLearnt());
    const name = latest ? latest.name || latest.title : "";
    replace(
      this.waiting,
      latest &&
        make(
          "article",
          { class: "card" },
          make("p", {}, make("strong", {}, name), ` ${latest.seats.join(" against ")}`),
          button("Go on", () => void this.open(latest.id), { class: "go", "data-key": "go on", "aria-label": `Go on: ${name}` }),
        ),
    );
    replace(
      this.battles,
      ...(battles.length > 0 ? going.map(row) : [make("p", { class: "faint" }, "None yet.")]),
      over.length > 0 && make("h3", {}, "Over"),
      ...over.map(row),
      putAway(this.context, away, (failed) => void this.kept(failed)),
    );
  }

  /** After a battle was renamed, put away, taken back or deleted. @param {string} failed */
  async kept(failed) {
    await this.refresh();
    if (failed) this.fail(failed);
  }

  /** Whether the umpire deals the cards, for whoever has none. @param {Sample[]} own @param {HTMLElement} needs */
  dealing(own, needs) {
    const names = own.map((each) => each.sample);
    const box = make("input", {
      type: "checkbox",
      checked: names.some((name) => this.dealt.has(name)),
      "data-key": `deals ${own[0]?.game}`,
      onchange: () => {
        names.forEach((name) => (box.checked ? this.dealt.add(name) : this.dealt.delete(name)));
        replace(needs, ...needed(own, box.checked));
      },
    });
    return make("label", { class: "switch" }, box, "We have no cards: the umpire deals them");
  }

  /** @param {Sample} sample */
  async play(sample) {
    this.samples.setAttribute("aria-busy", "true");
    try {
      const path = `/samples/${encodeURIComponent(sample.sample)}/battle`;
      const asked = { name: sample.title, cards: this.dealt.has(sample.sample) ? "dealt" : "printed" };
      await this.openNew(this.context.requests.post(path, asked));
    } catch (failure) {
      this.fail(failure instanceof Error ? failure.message : String(failure));
    } finally {
      this.samples.removeAttribute("aria-busy");
    }
  }

  async begin() {
    this.samples.setAttribute("aria-busy", "true");
    try {
      this.choice += 1;
      await this.lesson.begin();
    } catch (failure) {
      this.fail(failure instanceof Error ? failure.message : String(failure));
    } finally {
      this.samples.removeAttribute("aria-busy");
    }
  }

  /** Go to a battle once it is begun; whoever has chosen another one meanwhile stays there.
   * @param {Promise<{id: string}>} asked
   */
  async openNew(asked) {
    const choice = (this.choice += 1);
    const { id } = await asked;
    if (choice === this.choice) await this.open(id);
    else await this.refresh();
  }

  /** @param {string} battle */
  async open(battle) {
    const choice = (this.choice += 1);
    try {
      const watching = this.context.watch(battle);
      this.context.places.go("play");
      await watching;
    } catch (failure) {
      if (choice !== this.choice) return;
      this.context.places.go("start");
      this.fail(failure instanceof Error ? failure.message : String(failure));
    }
  }

  async measure() {
    this.choice += 1;
    await this.context.watch("");
    this.context.places.go("table");
  }

  /** @param {string} text */
  fail(text) {
    this.trouble.hidden = false;
    this.trouble.textContent = text;
  }
}

/** Which battle waits: the one that was played last and goes on, a lesson only where no other does; and the rest of them, those that are over apart; pure.
 * @template {{id: string, over: boolean, unopened: string, began?: string}} B
 * @param {B[]} battles the one that was played last first @param {string[]} lessons
 * @returns {{latest: B | undefined, going: B[], over: B[]}}
 */
export function inTurn(battles, lessons) {
  const sorted = [...battles].sort((one, other) => (other.began ?? "").localeCompare(one.began ?? ""));
  const waits = battles.filter((battle) => !battle.over && !battle.unopened);
  const latest = waits.find((battle) => !lessons.includes(battle.id)) ?? waits[0];
  return { latest, going: sorted.filter((battle) => !battle.over), over: sorted.filter((battle) => battle.over) };
}

/** The samples of each game together, in the order in which the games are presented; others come last.
 * @param {Sample[]} samples @param {string[]} order
 */
function byGame(samples, order) {
  const place = (/** @type {string} */ game) => (order.includes(game) ? order.indexOf(game) : order.length);
  const games = [...new Set(samples.map((each) => each.game))].sort((one, other) => place(one) - place(other));
  return games.map((game) => samples.filter((each) => each.game === game));
}
