// Makes the widget for each kind of open place: units, choices, counts, places, words.

import { button, make } from "../app/elements.js";
import { capital, inches, spaced } from "../app/words.js";
import { cardPicker, dicePad } from "./dice.js";
import { same, withPressed } from "./filling.js";
import { pilesPicker } from "./piles.js";

/**
 * @typedef {object} Part An open place on the page.
 * @property {import("../app/types.js").Hole} hole
 * @property {unknown} value
 * @property {(value: unknown) => void} change
 * @property {(value: unknown) => string} words what the button of a value says
 * @property {Record<string, string>} help what comes of a value, by the value
 * @property {boolean} isPlain whether its buttons say all that its name would
 * @property {(name: string, reason: string) => void} insist tells why something is greyed, and then chooses it
 * @property {(() => void) | null} roll the referee rolls
 * @property {(() => void) | null} deal the referee draws cards
 * @property {Placing} placing
 * @property {() => HTMLElement} sheet
 * @property {import("./piles.js").Piles} piles
 */

/**
 * @typedef {object} Placing How a place on the table is chosen.
 * @property {boolean} isOn whether the next tap on the table is it
 * @property {() => void} toggle
 * @property {(at: [number, number]) => void} typed a place in inches from the south-west corner
 * @property {string} hint
 */

/** @param {Part} part @returns {HTMLElement} */
export function holeWidget(part) {
  const { hole } = part;
  if (hole.kind === "dice") return group(hole, dicePad(part), "");
  // Cards that lie face down are all alike: of them alone there is nothing to choose.
  if (hole.kind === "card" && !hole.optional && same(hole.allowed, [""])) return make("p", { class: "hole", "data-hole": hole.name }, `${capital(spaced(hole.name))}: one that lies face down`);
  if (hole.kind === "card" || hole.kind === "cards") return group(hole, cardPicker(part));
  if (hole.kind === "piles") return group(hole, pilesPicker(part.piles), "Which cards");
  if (hole.kind === "sheet") return group(hole, part.sheet(), "The rooms that were drawn");
  if (hole.kind === "line") return line(part);
  if (hole.kind === "pose") return group(hole, place(part));
  if (hole.allowed.length > 0 || Object.keys(hole.greyed).length > 0) return group(hole, choices(part), undefined, part.isPlain || hole.name === "choice");
  if (hole.kind === "count") return typed(part, "number");
  return typed(part, "text");
}

/** @param {import("../app/types.js").Hole} hole @param {HTMLElement} inside @param {string} [name] @param {boolean} [isPlain] */
function group(hole, inside, name = capital(spaced(hole.name)), isPlain = false) {
  const legend = hole.kind === "pose" ? "Where to" : hole.optional ? `${name}, if you like` : name;
  return make(
    "fieldset",
    { class: `hole hole-${hole.kind}`, "data-hole": hole.name },
    make("legend", { class: name && !isPlain ? "" : "unseen" }, legend || "Dice"),
    inside,
  );
}

/** Buttons for what may be chosen, then what may not, each with its reason. @param {Part} part */
function choices({ hole, value, change, insist, words, help, roll }) {
  const allowed = hole.allowed.map((each) => {
    const isMany = hole.kind === "units";
    const isChosen = isMany ? Array.isArray(value) && value.includes(each) : value !== undefined && same(each, value);
    const chooser = button(words(each), () => change(isMany ? withPressed(hole, value, each) : isChosen && hole.optional ? undefined : each), {
      "aria-pressed": String(isChosen),
      "data-key": `choice ${hole.name} ${JSON.stringify(each)}`,
    });
    const told = help[String(each)];
    if (told) chooser.append(make("small", {}, told));
    return chooser;
  });
  const greyed = Object.entries(hole.greyed).map(([name, reason]) =>
    // Not `disabled`: who cannot press it does not learn why.
    button(words(name), () => insist(name, reason), {
      class: "greyed",
      "aria-disabled": "true",
      "aria-pressed": String(value !== undefined && String(value) === name),
      title: reason,
      "aria-description": reason,
      "data-key": `greyed ${hole.name} ${name}`,
    }),
  );
  const toss = roll && button("Toss for us", roll, { class: "link", "data-key": `toss ${hole.name}` });
  return make("div", { class: "choices" }, ...allowed, ...greyed, toss);
}

/** @param {Part} part */
function place({ value, change, placing }) {
  const spot = /** @type {{x_in: number, y_in: number, heading_deg?: number} | undefined} */ (value);
  /** @param {number} by */
  const turn = (by) =>
    spot && change({ ...spot, heading_deg: ((spot.heading_deg ?? 0) + by + 360) % 360 });
  const where = spot ? `${inches(spot.x_in)} east, ${inches(spot.y_in)} north` : placing.hint;
  return make(
    "div",
    { class: "place" },
    where && make("p", { class: spot ? "" : "faint" }, where),
    make(
      "div",
      { class: "choices" },
      button(placing.isOn ? "Tap the table now" : spot ? "Another place" : "Choose a place on the table", placing.toggle, {
        "aria-pressed": String(placing.isOn),
        "data-key": "place",
      }),
      placing.isOn && typedPlace(placing.typed),
      spot && button("Turn left", () => turn(15), { "data-key": "left" }),
      spot && button("Turn right", () => turn(-15), { "data-key": "right" }),
      spot && button("As it stands", () => change(undefined), { "data-key": "none" }),
    ),
  );
}

/** The same for those who do not tap: it is there once both numbers are. @param {Placing["typed"]} typed */
function typedPlace(typed) {
  const fields = ["east", "north"].map((way) =>
    make("input", {
      type: "text",
      inputmode: "decimal",
      autocomplete: "off",
      size: 5,
      placeholder: `in ${way}`,
      "aria-label": `Inches ${way}`,
      "data-key": `inches ${way}`,
      onchange: () => {
        const [x = NaN, y = NaN] = fields.map((field) => (field.value.trim() ? Number(field.value.replace(",", ".")) : NaN));
        if (Number.isFinite(x) && Number.isFinite(y)) typed([x, y]);
      },
    }),
  );
  return make("span", { class: "row" }, ...fields);
}

/** A line by its points, for those who do not draw it on the board. @param {Part} part */
function line({ hole, value, change }) {
  const field = make("input", {
    type: "text",
    autocomplete: "off",
    placeholder: "5 1, 5 5",
    value: Array.isArray(value) ? value.map((spot) => spot.join(" ")).join(", ") : "",
    "data-key": `field ${hole.name}`,
    onchange: () => {
      const spots = field.value.split(",").map((spot) => spot.trim().split(/\s+/).map(Number));
      const isLine = spots.length > 1 && spots.every((spot) => spot.length === 2 && spot.every(Number.isFinite));
      change(isLine ? spots : undefined);
    },
  });
  return make("label", { class: "hole", "data-hole": hole.name }, `${capital(spaced(hole.name))}: draw it on the board, or type its points in inches`, field);
}

/** @param {Part} part @param {"text" | "number"} type */
function typed({ hole, value, change }, type) {
  const field = make("input", {
    type: "text",
    inputmode: type === "number" ? "numeric" : "text",
    autocomplete: "off",
    value: value === undefined ? "" : String(value),
    "data-key": `field ${hole.name}`,
    oninput: () => {
      const text = field.value.trim();
      if (type === "text") change(text === "" ? undefined : field.value);
      else change(text === "" ? undefined : Number(text));
    },
  });
  const name = capital(spaced(hole.name));
  return make("label", { class: "hole", "data-hole": hole.name }, hole.optional ? `${name}, if you like` : name, field);
}
