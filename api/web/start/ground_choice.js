// Chooses what a battle's table is like: its ground, as small maps, and its size.

import { button, draw, make, replace } from "../app/elements.js";
import { query } from "../app/request.js";
import { drawnArea, rank, weaves } from "../table/textures.js";

/**
 * @typedef {object} Ground
 * @property {string} ground
 * @property {string} title
 * @property {string} says
 * @property {number} width_in
 * @property {number} depth_in
 * @property {boolean} is_random
 */

const SIZES = ["36 x 36", "48 x 36", "48 x 48", "72 x 48", "24 x 24"];
const MOST = 999999;

export class GroundChoice {
  /** @param {{requests: import("../app/request.js").Requests}} parts */
  constructor({ requests }) {
    this.requests = requests;
    this.slug = "";
    /** @type {Ground[]} */
    this.grounds = [];
    this.chosen = "";
    this.seed = 1;
    this.look = 0;
    this.sizes = make("select", { onchange: () => this.render() }, ...SIZES.map((size) => make("option", { value: size }, `${size.replace("x", "by")} in`)));
    this.maps = make("div", { class: "grounds", role: "radiogroup", "aria-label": "The ground" });
    this.element = make("div", { class: "ground-choice" }, this.maps, make("label", {}, "The bare table's size", this.sizes));
  }

  /** The grounds of a game; those of an earlier choice are passed over. @param {string} slug */
  async load(slug) {
    if (slug === this.slug) return;
    this.slug = slug;
    this.chosen = "";
    const asked = this.requests.get(`/games/${encodeURIComponent(slug)}/grounds`);
    const grounds = await asked.catch((failure) => {
      // Choosing the game again asks again.
      if (slug === this.slug) this.slug = "";
      throw failure;
    });
    if (slug !== this.slug) return;
    this.grounds = grounds;
    this.chosen = grounds[0]?.ground ?? "";
    this.render();
  }

  /** What `POST /battles` is to lay. */
  wanted() {
    if (this.chosen) return { ground: this.chosen, seed: this.seed };
    const [width, depth] = this.sizes.value.split(" x ").map(Number);
    return { width_in: width, depth_in: depth };
  }

  render() {
    const look = ++this.look;
    const bare = { ground: "", title: "A bare table", says: "Lay it out as you like.", width_in: 36, depth_in: 36, is_random: false };
    replace(this.maps, ...[...this.grounds, bare].map((ground) => this.card(ground, look)));
    this.sizes.closest("label")?.toggleAttribute("hidden", this.chosen !== "");
  }

  /** @param {Ground} ground @param {number} look */
  card(ground, look) {
    const map = draw("svg", { class: "small-map", viewBox: `0 0 ${ground.width_in} ${ground.depth_in}`, "aria-hidden": "true" });
    const isChosen = ground.ground === this.chosen;
    const pick = make(
      "button",
      { type: "button", role: "radio", "aria-checked": String(isChosen), class: "ground", "data-key": `ground ${ground.ground || "bare"}`, onclick: () => this.pick(ground) },
      map,
      make("strong", {}, ground.title),
      make("small", { class: "faint" }, ground.says),
    );
    void this.drawMap(map, ground, look);
    if (!ground.is_random || !isChosen) return pick;
    return make("div", { class: "ground-by-chance" }, pick, button("Another one", () => this.another(), { "data-key": "another ground" }));
  }

  /** @param {SVGElement} map @param {Ground} ground @param {number} look */
  async drawMap(map, ground, look) {
    map.append(draw("rect", { class: "table-top", width: ground.width_in, height: ground.depth_in }));
    if (!ground.ground) return;
    const path = `/games/${encodeURIComponent(this.slug)}/grounds/${encodeURIComponent(ground.ground)}${query({ seed: this.seed })}`;
    const told = await this.requests.get(path).catch(() => null);
    if (!told || look !== this.look) return;
    const { terrain } = told.table;
    const prefix = `choice-${ground.ground}`;
    const defs = weaves(prefix);
    const order = [...terrain].sort((one, other) => rank(one.kind) - rank(other.kind));
    map.append(draw("g", { transform: `matrix(1 0 0 -1 0 ${ground.depth_in})` }, defs, ...order.map((area) => drawnArea(area, defs, prefix))));
  }

  /** @param {Ground} ground */
  pick(ground) {
    this.chosen = ground.ground;
    this.render();
    this.maps.querySelector(`[data-key="ground ${ground.ground || "bare"}"]`)?.scrollIntoView({ block: "nearest" });
  }

  another() {
    this.seed = 1 + Math.floor(Math.random() * MOST);
    this.render();
  }
}
