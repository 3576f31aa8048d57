// Shows what a unit sees, reaches and fears, where it stands or where its ghost is put; nobody is told.

import { button, make, replace } from "../app/elements.js";
import { inches } from "../app/words.js";
import { groundOf, nearby } from "../log/near.js";
import { toTable } from "../table/view.js";
import { Areas } from "./areas.js";
import { mapAddress, numbersAddress, otherSides, sideAddress, tries } from "./asking.js";
import { There } from "./there.js";

/** @typedef {import("../app/types.js").Point} Point */
/** @typedef {import("./asking.js").Mode} Mode */
/** @typedef {import("./asking.js").UnitMap} UnitMap */
/** @typedef {import("./asking.js").NumbersTo} NumbersTo */

/** @type {[Mode, string][]} */
const MODES = [["sight", "Sight"], ["reach", "Reach"], ["threat", "Threat"], ["from", "From here"]];
/** @type {Record<string, string>} */
const SEEN = { YES: "clear", NO: "hidden", TOO_CLOSE_TO_CALL: "too close to call", CANNOT_SEE: "cannot be judged" };
/** @type {Record<Mode, [string, string][]>} */
const KEYS = {
  sight: [["lt", "seen"], ["dk", "hidden"], ["cl", "too close to call"]],
  reach: [["rc", "within reach"], ["cl", "too close to call"]],
  threat: [["t1", "where one can hit it"], ["t3", "where more can"], ["cl", "too close to call"]],
  from: [["lt", "seen from here"], ["dk", "hidden"], ["cl", "too close to call"]],
};
const SAFE = /** @type {[string, string][]} */ ([["lt", "safe"], ["t1", "where one can hit"], ["t3", "where more can"], ["cl", "too close to call"]]);
const AIMED = /** @type {[string, string][]} */ ([["rc", "from there it could hit"], ["cl", "too close to call"]]);
// A map follows a ghost that is dragged twelve times a second, and never more often.
const PAUSE_MS = 80;

export class WhatIfMaps {
  /** @param {{map: import("../table/map.js").TableMap, host: HTMLElement, context: import("../app/shell.js").Context}} parts */
  constructor({ map, host, context }) {
    this.map = map;
    this.store = context.store;
    this.requests = context.requests;
    this.isOn = false;
    /** @type {Mode} */
    this.mode = "sight";
    this.waiting = false;
    this.isStale = false;
    this.isHeld = false;
    /** The side from which one would be safe, while that is shown. */
    this.feared = "";
    this.areas = new Areas(map);
    this.modes = make("div", { class: "what-modes", role: "group", "aria-label": "What if" });
    for (const [mode, name] of MODES) {
      this.modes.append(button(name, () => this.choose(mode), { "data-mode": mode, "aria-pressed": "false" }));
    }
    this.title = make("h2", { "aria-live": "polite" }, "Looking …");
    this.rows = make("ul", { class: "what-rows" });
    this.key = make("p", { class: "what-key", "aria-hidden": "true" });
    this.told = make("p", { class: "what-told", role: "status" });
    this.acts = make("div", { class: "row" });
    /** How far a unit goes where nobody says. */
    this.inches = make("input", { type: "number", min: "0", max: "100", step: "0.5", inputmode: "decimal", oninput: () => this.changed() });
    this.far = make("label", { class: "what-far", hidden: true }, "Inches", this.inches);
    this.element = make(
      "section",
      { class: "what", hidden: true, "aria-label": "What if" },
      this.modes,
      make("article", { class: "what-card" }, this.title, this.far, this.rows, this.key, this.acts, this.told),
      make("p", { class: "what-only" }, "Only you see this."),
    );
    host.prepend(this.element);
    map.looker = this;
    this.there = new There(this);
    this.store.on(["table", "state", "picked", "supposed", "battle"], () => this.changed());
  }

  /** @param {boolean} [isOn] */
  toggle(isOn = !this.isOn) {
    this.isOn = isOn;
    this.element.hidden = !isOn;
    this.map.eye.setAttribute("aria-pressed", String(isOn));
    if (isOn) this.element.scrollIntoView({ block: "nearest" });
    else {
      this.there.hide();
      this.areas.clear();
      if (this.store.now.supposed) this.store.set({ supposed: null });
    }
    this.changed();
  }

  /** @param {Mode} mode */
  choose(mode) {
    this.mode = mode;
    if (mode !== "reach") this.far.hidden = true;
    this.feared = "";
    this.changed();
  }

  /** Where a whole side hits. It may take seconds, and nothing waits for it. @param {string} side */
  async fear(side) {
    if (this.feared === side) {
      this.choose("threat");
      return;
    }
    this.feared = side;
    this.told.textContent = `Measuring all units of ${side} …`;
    const { battle, seat } = this.what();
    const { table } = this.store.now;
    try {
      const map = await this.requests.get(sideAddress(battle, seat, side));
      if (this.feared !== side || !this.isOn || this.store.now.table !== table) return;
      this.told.textContent = "";
      this.showSide(map);
    } catch (failure) {
      if (this.feared !== side) return;
      // Pressing it again asks again.
      this.feared = "";
      this.told.textContent = failure instanceof Error ? failure.message : String(failure);
    }
  }

  /** @param {UnitMap} map */
  showSide(map) {
    if (map.answered) this.areas.show(map);
    else this.areas.clear();
    this.title.textContent = map.says;
    replace(this.rows, ...fears(map));
    replace(this.key, ...keyOf(map.answered ? SAFE : []));
    replace(this.acts, ...this.buttons());
  }

  changed() {
    if (!this.isOn) return;
    // What is no longer waited for is not told of.
    if (this.feared) this.told.textContent = "";
    this.feared = "";
    this.there.hide();
    for (const each of this.modes.children) {
      each.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (each).dataset.mode === this.mode));
    }
    const [unit] = this.store.now.picked;
    replace(this.acts, ...this.buttons());
    if (!unit) {
      this.areas.clear();
      this.title.textContent = "Pick a unit.";
      replace(this.rows);
      return;
    }
    this.isStale = true;
    void this.ask();
  }

  /** A sentence with ground called as the map does. @param {string} says */
  called(says) {
    return nearby(says, groundOf(this.store.now.table));
  }

  what() {
    const { battle, picked, supposed, seats, me } = this.store.now;
    const [unit = "", target = ""] = picked;
    const ghost = supposed?.piece === unit ? supposed : null;
    const inches = this.mode === "reach" && this.inches.checkValidity() ? this.inches.value : "";
    return { battle, seat: me?.role === "host" ? (seats[0] ?? "") : "", mode: this.mode, unit, target, ghost, inches };
  }

  /** One question at a time: what has changed meanwhile is asked when the last is answered. */
  async ask() {
    if (this.waiting) return;
    while (this.isStale && this.isOn) {
      this.isStale = false;
      this.waiting = true;
      const asked = this.what();
      const begun = performance.now();
      try {
        const [map, numbers] = await Promise.all([
          this.requests.get(mapAddress(asked)),
          asked.battle ? this.requests.get(numbersAddress(asked)) : { others: [] },
        ]);
        if (this.isWanted(asked)) this.show(asked, map, numbers.others);
      } catch (failure) {
        if (this.isWanted(asked)) {
          this.areas.clear();
          this.title.textContent = failure instanceof Error ? failure.message : String(failure);
          replace(this.rows);
        }
      }
      await new Promise((resume) => setTimeout(resume, begun + PAUSE_MS - performance.now()));
      this.waiting = false;
    }
  }

  /** Whether the same is looked at still; a map may lag behind a ghost that is dragged.
   * @param {ReturnType<WhatIfMaps["what"]>} asked
   */
  isWanted(asked) {
    const now = this.what();
    const isSame = asked.battle === now.battle && asked.mode === now.mode && asked.unit === now.unit && asked.target === now.target;
    return this.isOn && !this.feared && isSame;
  }

  /** @param {ReturnType<WhatIfMaps["what"]>} asked @param {UnitMap} map @param {NumbersTo[]} numbers */
  show(asked, map, numbers) {
    if (map.answered) this.areas.show(map);
    else this.areas.clear();
    this.title.textContent = titleOf(asked, map, numbers);
    this.far.hidden = asked.mode !== "reach" || (map.answered && !asked.inches);
    replace(this.rows, ...(asked.mode === "reach" ? [] : asked.mode === "threat" ? fears(map) : rows(numbers.map((each) => ({ ...each, says: this.called(each.says) })), (unit) => void this.tell(unit))));
    const key = asked.mode === "from" && asked.target ? AIMED : KEYS[asked.mode];
    replace(this.key, ...keyOf(map.answered ? key : []));
  }

  /** What hides a unit, and from where it would be seen, for whoever asks by keys. @param {string} unit */
  async tell(unit) {
    const pose = this.store.now.table?.pieces.find((each) => each.id === unit)?.pose;
    if (!pose) return;
    const here = await this.there.ask([pose.x_in, pose.y_in]).catch(() => null);
    if (!here) return;
    this.told.textContent = here.sentence;
    delete this.told.dataset.answer;
    this.areas.point(here.nearest_in);
  }

  buttons() {
    const { unit, target, ghost } = this.what();
    if (!unit) return [];
    const put = button(ghost ? `${unit} where it really stands` : `Put ${unit} elsewhere`, () => this.pressed(unit), { "data-key": "ghost" });
    const sides = this.mode === "threat" && this.what().battle ? otherSides(this.store.now.table, unit) : [];
    const safe = sides.map((side) => button(this.feared === side ? `Only what ${unit} fears` : `Where is it safe from ${side}?`, () => void this.fear(side), { "data-key": `safe-${side}` }));
    const offered = ghost ? tries(this.store.now.options, unit, target) : [];
    return [put, ...safe, ...offered.map(({ seat, command, verb }) => button(`Would “${verb}” be allowed?`, () => void this.attempt(seat, command)))];
  }

  /** @param {string} unit */
  pressed(unit) {
    if (this.store.now.supposed) this.store.set({ supposed: null, choosing: null });
    else {
      this.told.textContent = `Tap where ${unit} could stand. Nobody else is told.`;
      this.store.set({ choosing: { what: "place", allowed: [], greyed: {}, choose: (_, place) => this.suppose(unit, place) } });
    }
  }

  /** @param {string} piece @param {Point} place */
  suppose(piece, [x, y]) {
    const { width_in: width, depth_in: depth } = this.map.size();
    const x_in = Number(Math.min(width, Math.max(0, x)).toFixed(2));
    const y_in = Number(Math.min(depth, Math.max(0, y)).toFixed(2));
    this.told.textContent = "";
    this.store.set({ choosing: null, supposed: { piece, x_in, y_in } });
  }

  /** @param {string} seat @param {Record<string, unknown>} command */
  async attempt(seat, command) {
    const asked = this.what();
    const { battle, unit, ghost } = asked;
    const place = ghost ? { x_in: ghost.x_in, y_in: ghost.y_in } : {};
    const told = await this.requests
      .post(`/battles/${encodeURIComponent(battle)}/try`, { seat, command, unit, ...place })
      .catch((failure) => ({ says: failure.message, allowed: false }));
    if (JSON.stringify(asked) !== JSON.stringify(this.what())) return;
    this.told.textContent = this.called(told.says);
    this.told.dataset.answer = told.allowed ? "yes" : "no";
  }

  // --- the ghost is dragged ----------------------------------------------------------------------

  /** @param {Point} at on the screen */
  grab(at) {
    const { supposed } = this.store.now;
    if (!this.isOn || !supposed) return false;
    const [x, y] = toTable(this.map.view, at);
    this.isHeld = Math.hypot(x - supposed.x_in, y - supposed.y_in) < 1.2;
    return this.isHeld;
  }

  /** @param {Point} at */
  drag(at) {
    const { supposed } = this.store.now;
    if (supposed) this.suppose(supposed.piece, toTable(this.map.view, at));
  }

  drop() {
    this.isHeld = false;
  }
}

/** What the map comes to, in a few words; pure.
 * @param {ReturnType<WhatIfMaps["what"]>} asked @param {UnitMap} map @param {NumbersTo[]} numbers
 */
export function titleOf({ mode, unit, target, ghost }, map, numbers) {
  if (!map.answered || mode === "reach" || (mode === "from" && target)) return map.says;
  const from = ghost ? "From here, " : "";
  if (mode === "threat") return `${from}${unit} fears ${map.layers.length}.`;
  const foes = numbers.filter((each) => each.foe && each.sight_answer);
  if (foes.length === 0) return map.says;
  const seen = foes.filter((each) => each.sight_answer === "YES");
  return `${from}${unit} sees ${seen.length} of ${foes.length}.`;
}

/** @param {[string, string][]} key */
function keyOf(key) {
  return key.map(([look, words]) => make("span", {}, make("i", { class: look }), words));
}

/** @param {NumbersTo[]} numbers @param {(unit: string) => void} tell */
function rows(numbers, tell) {
  return numbers
    .filter((each) => each.foe)
    .map((each) =>
      make(
        "li",
        { "data-unit": each.unit },
        make(
          "button",
          { type: "button", "aria-label": each.says, onclick: () => tell(each.unit) },
          make("b", {}, each.unit),
          make("span", { class: "num" }, each.range_in === null ? "" : inches(each.range_in)),
          make("span", { class: "seen", "data-answer": each.sight_answer ?? "" }, SEEN[each.sight_answer ?? ""] ?? ""),
          make("small", {}, each.says.split(", ").slice(1).join(", ").replace(/^hidden /, "")),
        ),
      ),
    );
}

/** @param {UnitMap} map */
function fears(map) {
  return map.layers.map((each) => make("li", {}, make("b", {}, each.unit), make("span", {}, "hits the places in its wash")));
}
