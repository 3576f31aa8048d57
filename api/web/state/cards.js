// Draws cards, hands and piles: faces that are known, backs for the rest.

import { draw, make } from "../app/elements.js";
import { pictured } from "../table/silhouettes.js";
import { rowsOf } from "./facts.js";

/** @typedef {import("./facts.js").ShownCard} ShownCard */
/** @typedef {import("./facts.js").Pile} Pile */

/** @type {Record<string, string>} */
const SUITS = {
  H: "M0 .9C-1.3-.2-1-1-.5-1S0-.6 0-.4c0-.2 0-.6.5-.6s.8.8-.5 1.9z",
  D: "M0-1 .75 0 0 1-.75 0z",
  S: "M0-1C1 0 .95.65.5.65S.1.4.08.25C.1.6.2.85.35 1h-.7C-.2.85-.1.6-.08.25-.1.4-.1.65-.5.65S-1 0 0-1z",
  C: "M0-1a.44.44 0 0 1 .33.75.46.46 0 1 1-.25.62C.1.7.2.9.35 1h-.7c.15-.1.25-.3.27-.63a.46.46 0 1 1-.25-.62A.44.44 0 0 1 0-1z",
};

/** A card whose face is known: of an ordinary pack as its face, any other by its name. @param {ShownCard} card */
export function faceOf({ says, rank, suit }) {
  const outline = SUITS[suit];
  // Names of two words are one word where drawings are called.
  if (!outline) return make("span", { class: "named-card" }, pictured("", [says, says.replaceAll(" ", "")], "of-card"), says);
  const colour = suit === "H" || suit === "D" ? "red-suit" : "black-suit";
  return draw(
    "svg",
    { class: `playing-card ${colour}`, viewBox: "0 0 40 56", role: "img", "aria-label": says },
    draw("rect", { class: "face", x: 1, y: 1, width: 38, height: 54, rx: 5 }),
    draw("text", { x: 5, y: 20 }, rank),
    draw("path", { d: outline, transform: "translate(25 37) scale(11)" }),
  );
}

/** A card that lies face down. @param {string} [says] */
export function backOf(says = "a card, face down") {
  return draw(
    "svg",
    { class: "playing-card back", viewBox: "0 0 40 56", role: "img", "aria-label": says },
    draw("rect", { class: "face", x: 1, y: 1, width: 38, height: 54, rx: 5 }),
    draw("rect", { class: "pattern", x: 4, y: 4, width: 32, height: 48, rx: 3 }),
    draw("path", { class: "weave", d: "M4 20 20 4l16 16-16 16zM4 36l16-16 16 16-16 16z" }),
  );
}

// As many as a die deals are drawn; more backs are a number.
const MOST_BACKS = 6;

/** A hand: open cards first, then what this seat alone knows, then backs. @param {import("./facts.js").Hand} hand */
export function handOf({ owner, down, open, own }) {
  const all = open.length + own.length + down;
  if (all === 0) return null;
  const says = [
    open.length > 0 && `${open.length} open`,
    own.length > 0 && `${own.length} only you see`,
    down > 0 && `${down} face down`,
  ].filter(Boolean).join(", ");
  return make(
    "div",
    { class: "hand", role: "group", "aria-label": `Hand of ${owner}: ${says}` },
    ...[...open, ...own].map(faceOf),
    ...Array.from({ length: Math.min(down, MOST_BACKS) }, () => backOf()),
    make("span", { class: "hand-words" }, says),
  );
}

/** Piles: those that lie alone in a line, those of a row facing each other with the result between them.
 * @param {Pile[]} piles
 */
export function pilesOf(piles) {
  const { loose, rows } = rowsOf(piles);
  return [
    loose.length > 0 && make("ul", { class: "piles", "aria-label": "Piles" }, ...loose.map((pile) => make("li", {}, pileOf(pile), make("span", {}, pile.says)))),
    ...[...rows].map(([name, columns]) => clothOf(name, columns)),
  ];
}

/** @param {string} name @param {Map<number, Pile[]>} columns */
function clothOf(name, columns) {
  return make(
    "section",
    { class: "cloth", "aria-label": name },
    make("h3", {}, name),
    make(
      "ol",
      {},
      ...[...columns].sort(([one], [other]) => one - other).map(([number, facing]) =>
        make(
          "li",
          { value: number },
          ...facing.flatMap((pile, at) => [
            at > 0 && make("span", { class: "between" }, pile.result || String(number)),
            pileOf(pile),
            make("span", { class: "whose-pile" }, pile.owner || pile.side),
            ...pile.notes.map((note) => make("small", {}, note)),
          ]),
        ),
      ),
    ),
  );
}

/** @param {Pile} pile */
function pileOf({ says, count, top }) {
  const many = count === null ? "an unknown number of cards" : count === 1 ? "1 card" : `${count} cards`;
  return make(
    "span",
    { class: `pile${count === 0 ? " empty" : ""}`, role: "img", "aria-label": `${says}: ${many}${top ? `, ${top.says} on top` : ""}` },
    count === 0 ? null : top ? faceOf(top) : backOf(),
    make("b", {}, count === null ? "?" : String(count)),
  );
}
