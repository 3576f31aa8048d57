// Shows the dice pad: faces are tapped one by one, or the referee rolls.

import { button, draw, make, replace } from "../app/elements.js";
import { capital, card } from "../app/words.js";

/** @typedef {import("./hole.js").Part} Part */

const DOTS = [
  [], [[12, 12]], [[7, 7], [17, 17]], [[7, 7], [12, 12], [17, 17]],
  [[7, 7], [17, 7], [7, 17], [17, 17]], [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]],
  [[7, 6], [7, 12], [7, 18], [17, 6], [17, 12], [17, 18]],
];

/** A die's face; 0 is one that has not been rolled. @param {number} face */
export function dieFace(face) {
  return draw(
    "svg",
    { viewBox: "0 0 24 24", class: "die", "aria-hidden": "true" },
    draw("rect", { x: 1, y: 1, width: 22, height: 22, rx: 4 }),
    ...(DOTS[face] ?? []).map(([x, y]) => draw("circle", { cx: x, cy: y, r: 2.2 })),
  );
}

/** @param {Part} part */
export function dicePad(part) {
  const { hole, value, change, roll } = part;
  const faces = /** @type {number[]} */ (Array.isArray(value) ? value : []);
  const whole = faces.length === hole.count;
  const total = faces.reduce((sum, face) => sum + face, 0);
  const slots = Array.from({ length: hole.count }, (_, index) => {
    const face = faces[index] ?? 0;
    const slot = button("", () => change(faces.filter((_each, at) => at !== index)), {
      class: "slot",
      disabled: face === 0,
      "data-key": `slot ${index}`,
      "aria-label": face ? `Die ${index + 1}: ${face}. Take it back` : `Die ${index + 1}: not rolled`,
    });
    slot.append(dieFace(face));
    return slot;
  });
  const pad = [1, 2, 3, 4, 5, 6].map((face) => {
    const key = button("", () => change([...faces, face]), {
      class: "face",
      disabled: whole,
      "data-key": `face ${face}`,
      "aria-label": `A ${face}`,
    });
    key.append(dieFace(face));
    return key;
  });
  return make(
    "div",
    { class: "dice" },
    make("div", { class: "slots", role: "group", "aria-label": "Your dice" }, ...slots, whole && hole.count > 1 && make("output", {}, `= ${total}`), roll && button("Roll for me", roll, { class: "quiet", "data-key": "roll" })),
    make("div", { class: "pad", role: "group", "aria-label": "Tap what you have rolled" }, ...pad),
  );
}

const SUIT_ORDER = /** @type {const} */ (["S", "H", "C", "D"]);
const FEW = 12;
const RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"];

/** Cards by suit; what is not to be had is greyed. @param {Part} part */
export function cardPicker(part) {
  const { hole, value, change, deal } = part;
  const many = hole.kind === "cards";
  const chosen = /** @type {string[]} */ (many ? (value ?? []) : value === undefined ? [] : [value]);
  const allowed = hole.allowed.map(String);
  const full = many && chosen.length >= hole.count;
  /** @param {string} name */
  const press = (name) => {
    if (chosen.includes(name)) change(many ? chosen.filter((each) => each !== name) : undefined);
    else change(many ? [...chosen, name] : name);
  };
  const hidden = allowed.filter((name) => card(name) === null);
  // A whole pack is drawn where much of it will do, so that a card has its place there.
  const isWhole = allowed.length > FEW;
  /** @param {string} name */
  const key = (name) => {
    const isChosen = chosen.includes(name);
    return button(card(name)?.face ?? name, () => press(name), {
      class: card(name)?.red ? "card red" : "card",
      disabled: !isChosen && (!allowed.includes(name) || full),
      "aria-pressed": String(isChosen),
      "aria-label": capital(card(name)?.name ?? name),
      "data-key": `card ${name}`,
    });
  };
  const suits = SUIT_ORDER.map((suit) => RANKS.map((rank) => `${rank}${suit}`).filter((name) => isWhole || allowed.includes(name)));
  // A hand is one row: by suits it would be as deep as a pack.
  const rows = (isWhole ? suits : [suits.flat()]).map((names) => make("div", { class: "suit", role: "group" }, ...names.map(key)));
  const faces = allowed.some((name) => card(name) !== null);
  const picked = chosen.map((name) => card(name)?.face ?? (name || "a face-down card"));
  const box = make("div", { class: "cards" });
  replace(
    box,
    ...hidden.map((name) =>
      button(name || "A face-down card", () => press(name), { "aria-pressed": String(chosen.includes(name)), "data-key": `card ${name}` }),
    ),
    deal && button("Draw for me", deal, { class: "quiet", "data-key": "deal" }),
    many && make("p", { class: "faint" }, `${chosen.length} of ${hole.count}${picked.length ? `: ${picked.join(", ")}` : ""}`),
    faces && make("div", { class: "pack" }, ...rows),
  );
  return box;
}
