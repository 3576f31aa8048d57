// Knows how armies are put together from a game's own units: what they cost, what is wrong.

import { button, make, replace } from "../app/elements.js";
import { capital } from "../app/words.js";

/**
 * @typedef {{id: string, name: string, says: string, points: number | null}} UnitTold
 * @typedef {{unit: string, count: number}} Line
 * @typedef {{side: string, units: Line[]}} Army
 * @typedef {object} Told
 * @property {{name: string, units: UnitTold[]}[]} groups
 * @property {{name: string, units: Line[]}[]} ready
 * @property {number | null} total
 * @property {string} total_option
 */

/** One more of a unit; the list stays in its order. Pure.
 * @param {Line[]} units @param {string} unit @param {number} by
 * @returns {Line[]}
 */
export function counted(units, unit, by) {
  const known = units.some((line) => line.unit === unit);
  const all = known ? units : [...units, { unit, count: 0 }];
  return all
    .map((line) => (line.unit === unit ? { ...line, count: line.count + by } : line))
    .filter((line) => line.count > 0);
}

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
    this.look = 0;
    this.element = make("div", { class: "armies" });
    this.judged = make("div", { role: "status" });
    this.sheets = button("Save the pages to print", () => void this.print(), { "data-key": "print-kit" });
    this.printed = make("p", { class: "trouble", role: "alert" });
  }

  get path() {
    return `/games/${encodeURIComponent(this.slug)}/armies`;
  }

  /** Whether somebody has put an army together here. */
  get isUsed() {
    return this.armies.some((army) => army.units.length > 0);
  }

  /** @param {string} slug */
  async load(slug) {
    if (slug === this.slug) return;
    this.slug = slug;
    this.armies = [{ side: "Red", units: [] }, { side: "Blue", units: [] }];
    this.judged.replaceChildren();
    try {
      this.told = await this.requests.get(this.path);
      this.render();
    } catch (failure) {
      this.told = null;
      const told = failure instanceof Error ? failure.message : String(failure);
      replace(this.element, make("p", { class: "faint" }, told));
    }
  }

  /** @returns {UnitTold[]} */
  units() {
    return this.told?.groups.flatMap((group) => group.units) ?? [];
  }

  sent() {
    const total = this.told?.total ?? null;
    return { armies: this.armies.filter((army) => army.units.length > 0), ...(total === null ? {} : { total }) };
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
    this.printed.textContent = "";
    this.sheets.disabled = true;
    try {
      const response = await this.requests.send("POST", `${this.path}/kit.pdf`, this.sent());
      const address = URL.createObjectURL(await response.blob());
      make("a", { href: address, download: `${this.slug}-kit.pdf` }).click();
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
    const pages = this.isUsed && make("div", { class: "row" }, this.sheets);
    replace(this.element, ...this.armies.map((army) => this.side(army)), this.judged, pages, this.printed);
  }

  /** @param {Army} army */
  side(army) {
    const names = new Map(this.units().map((unit) => [unit.id, unit.name]));
    const add = make(
      "select",
      { "aria-label": `Add a unit to ${army.side}`, "data-key": `add ${army.side}`, onchange: () => this.set(army, counted(army.units, add.value, 1)) },
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
        if (found) this.set(army, found.units.map(({ unit, count }) => ({ unit, count })));
      } },
      make("option", { value: "" }, "A ready army …"),
      ...ready.map((each) => make("option", { value: each.name }, capital(each.name))),
    );
    return make(
      "section",
      { "data-side": army.side },
      make("h3", {}, army.side),
      ...army.units.map((line) =>
        make(
          "p",
          { class: "row army-line" },
          make("span", {}, `${line.count} × ${capital(names.get(line.unit) ?? line.unit)}`),
          button("+", () => this.set(army, counted(army.units, line.unit, 1)), { "aria-label": `One more ${names.get(line.unit)}`, "data-key": `more ${army.side} ${line.unit}` }),
          button("−", () => this.set(army, counted(army.units, line.unit, -1)), { "aria-label": `One ${names.get(line.unit)} less`, "data-key": `less ${army.side} ${line.unit}` }),
        ),
      ),
      make("div", { class: "row" }, ready.length > 0 && whole, add),
    );
  }
}
