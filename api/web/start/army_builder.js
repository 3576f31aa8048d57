// Puts armies together from a game's own units: what they cost, what is wrong.

import { button, make, replace } from "../app/elements.js";
import { query } from "../app/request.js";
import { capital } from "../app/words.js";
import { added, counted, fitted } from "./army_list.js";

/**
 * @typedef {import("./army_list.js").Line} Line
 * @typedef {{name: string, says: string, clause: string, points: number}} ExtraTold
 * @typedef {{id: string, name: string, says: string, points: number | null, extras: ExtraTold[]}} UnitTold
 * @typedef {{side: string, units: Line[]}} Army
 * @typedef {object} Told
 * @property {{name: string, units: UnitTold[]}[]} groups
 * @property {{name: string, units: Line[]}[]} ready
 * @property {number | null} total
 * @property {string} total_option
 */

export class ArmyBuilder {
  /** @param {{requests: import("../app/request.js").Requests, changed: () => void}} parts */
  constructor({ requests, changed }) {
    this.requests = requests;
    this.changed = changed;
    this.slug = "";
    /** @type {Told | null} */
    this.told = null;
    /** @type {Army[]} */
    this.armies = [];
    /** What each army may cost; null for as much as anybody likes. @type {number | null} */
    this.total = null;
    /** The lines whose extras are looked at, by `side unit`. @type {Set<string>} */
    this.opened = new Set();
    this.look = 0;
    this.element = make("div", { class: "armies" });
    this.judged = make("div", { role: "status" });
    this.sheets = button("Save the pages to print", () => void this.print(), { "data-key": "print-kit" });
    this.paper = chooser("Paper", [["a4", "A4"], ["letter", "Letter"]], /^en-(US|CA)/.test(navigator.language) ? "letter" : "a4");
    this.art = chooser("Drawings", [["colour", "in colour"], ["lines", "in lines, to save ink"], ["none", "none"]], "colour");
    this.printed = make("p", { class: "trouble", role: "alert" });
  }

  get path() {
    return `/games/${encodeURIComponent(this.slug)}/armies`;
  }

  /** Whether somebody has put an army together here. */
  get isUsed() {
    return this.armies.some((army) => army.units.length > 0);
  }

  /** The units of a game, and no army yet; what an earlier choice is answered with is passed over.
   * @param {string} slug
   */
  async load(slug) {
    if (slug === this.slug) return;
    this.slug = slug;
    /** @type {Army[]} */
    const armies = [{ side: "Red", units: [] }, { side: "Blue", units: [] }];
    this.armies = armies;
    this.told = null;
    this.look += 1;
    this.judged.replaceChildren();
    this.element.replaceChildren();
    try {
      const told = await this.requests.get(this.path);
      if (armies !== this.armies) return;
      this.told = told;
      this.total = told.total;
      this.render();
    } catch (failure) {
      if (armies !== this.armies) return;
      this.slug = "";
      const told = failure instanceof Error ? failure.message : String(failure);
      replace(this.element, make("p", { class: "faint" }, told));
    }
  }

  /** @returns {UnitTold[]} */
  units() {
    return this.told?.groups.flatMap((group) => group.units) ?? [];
  }

  sent() {
    const armies = this.armies.filter((army) => army.units.length > 0);
    return { armies, ...(this.total === null ? {} : { total: this.total }) };
  }

  /** The roster of these armies, and what a battle has to be begun with for them.
   * @returns {Promise<{roster: unknown[], options: Record<string, unknown>}>}
   */
  async roster() {
    const { roster, options } = await this.requests.post(`${this.path}/check`, this.sent());
    return { roster, options };
  }

  /** Save the sheets of exactly these armies: their pieces, their tags and the anchors. */
  async print() {
    const { slug } = this;
    this.printed.textContent = "";
    this.sheets.disabled = true;
    try {
      const response = await this.requests.send("POST", `${this.path}/kit.pdf${query({ paper: this.paper.value, art: this.art.value })}`, this.sent());
      const address = URL.createObjectURL(await response.blob());
      make("a", { href: address, download: `${slug}-kit.pdf` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10000);
    } catch (failure) {
      this.printed.textContent = failure instanceof Error ? failure.message : String(failure);
    } finally {
      this.sheets.disabled = false;
    }
  }

  /** @param {Army} army @param {Line[]} units */
  set(army, units) {
    army.units = units;
    this.render();
    this.changed();
    void this.judge();
  }

  async judge() {
    const look = ++this.look;
    if (!this.isUsed) {
      this.judged.replaceChildren();
      return;
    }
    const told = await this.requests.post(`${this.path}/check`, this.sent()).catch((failure) => ({ armies: [], trouble: failure.message }));
    if (look !== this.look) return;
    replace(
      this.judged,
      told.trouble && make("p", { class: "trouble" }, told.trouble),
      ...told.armies.map((/** @type {any} */ army) =>
        make(
          "div",
          {},
          make("p", {}, make("strong", {}, army.side), ` ${army.points}${army.total === null ? "" : ` of ${army.total}`} points`),
          ...army.faults.map((/** @type {any} */ fault) => make("p", { class: "reason" }, `${fault.says} (${fault.clause})`)),
          ...army.notes.map((/** @type {any} */ note) => make("p", { class: "faint" }, `${note.says} (${note.clause})`)),
        ),
      ),
    );
  }

  render() {
    const pages = this.isUsed && make("div", { class: "row" }, labelled(this.paper), labelled(this.art), this.sheets);
    replace(this.element, this.limit(), ...this.armies.map((army) => this.side(army)), this.judged, pages, this.printed);
  }

  limit() {
    const points = make("input", {
      type: "number", min: 0, max: 1000000, step: 1, inputmode: "numeric", "data-key": "army points",
      value: this.total ?? "", placeholder: "any",
      onchange: () => {
        if (!points.checkValidity()) return;
        this.total = points.value === "" ? null : Number(points.value);
        this.changed();
        void this.judge();
      },
    });
    return make("label", { class: "row" }, "Points that each army may cost", points);
  }

  /** @param {Army} army */
  side(army) {
    const add = make(
      "select",
      { "aria-label": `Add a unit to ${army.side}`, "data-key": `add ${army.side}`, onchange: () => this.set(army, added(army.units, add.value)) },
      make("option", { value: "" }, "Add a unit …"),
      ...(this.told?.groups ?? []).map((group) =>
        make("optgroup", { label: group.name || "Units" }, ...group.units.map((unit) =>
          make("option", { value: unit.id, title: unit.says }, `${capital(unit.name)}${unit.points === null ? "" : `, ${unit.points}`}`),
        )),
      ),
    );
    const ready = this.told?.ready ?? [];
    const whole = make(
      "select",
      { "aria-label": `A ready army for ${army.side}`, "data-key": `ready ${army.side}`, onchange: () => {
        const found = ready.find((each) => each.name === whole.value);
        if (found) this.set(army, found.units);
      } },
      make("option", { value: "" }, "A ready army …"),
      ...ready.map((each) => make("option", { value: each.name }, capital(each.name))),
    );
    return make(
      "section",
      { "data-side": army.side },
      make("h3", {}, army.side),
      ...army.units.map((_, place) => this.line(army, place)),
      make("div", { class: "row" }, ready.length > 0 && whole, add),
    );
  }

  /** @param {Army} army @param {number} place of the line in its list */
  line(army, place) {
    const line = army.units[place] ?? { unit: "", count: 0, extras: [] };
    const unit = this.units().find((each) => each.id === line.unit);
    const name = unit?.name ?? line.unit;
    const key = `${army.side} ${place}`;
    const besides = line.extras.length > 0 ? ` with ${line.extras.join(", ")}` : "";
    return make(
      "div",
      { class: "army-line" },
      make(
        "p",
        { class: "row" },
        make("span", {}, `${line.count} × ${capital(name)}${besides}`),
        button("+", () => this.set(army, counted(army.units, place, 1)), { "aria-label": `One more ${name}`, "data-key": `more ${key}` }),
        button("−", () => this.set(army, counted(army.units, place, -1)), { "aria-label": `One ${name} less`, "data-key": `less ${key}` }),
      ),
      unit && unit.extras.length > 0 && this.extras(army, place, unit.extras),
    );
  }

  /** What the units of a line may have besides, to be ticked.
   * @param {Army} army @param {number} place @param {ExtraTold[]} extras
   */
  extras(army, place, extras) {
    const key = `${army.side} ${place} ${army.units[place]?.unit}`;
    const has = army.units[place]?.extras ?? [];
    const details = make(
      "details",
      { open: this.opened.has(key), ontoggle: () => this.opened[details.open ? "add" : "delete"](key) },
      make("summary", { "data-key": `extras ${key}` }, "Extras"),
      ...extras.map((extra) =>
        make(
          "label",
          { class: "extra" },
          make("input", { type: "checkbox", checked: has.includes(extra.name), "data-key": `${key} ${extra.name}`, onchange: () => this.set(army, fitted(army.units, place, extra.name)) }),
          make("span", {}, `${capital(extra.name)} (${extra.points < 0 ? "−" : "+"}${Math.abs(extra.points)})`, make("small", { class: "faint" }, ` ${extra.says} (${extra.clause})`)),
        ),
      ),
    );
    return details;
  }
}

/** A choice of a few words, with its name. @param {string} name @param {[string, string][]} choices @param {string} first */
function chooser(name, choices, first) {
  const found = make("select", { "aria-label": name, "data-key": name.toLowerCase() }, ...choices.map(([value, says]) => make("option", { value }, says)));
  found.value = first;
  return found;
}

/** @param {HTMLSelectElement} select */
function labelled(select) {
  return make("label", {}, select.getAttribute("aria-label") ?? "", select);
}
