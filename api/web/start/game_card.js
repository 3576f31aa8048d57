// Draws a game's card on the first page: its picture, its own sentence, and the samples to play.

import { button, make } from "../app/elements.js";
import { capital, listed, spaced } from "../app/words.js";

/** @typedef {import("./screen.js").Sample} Sample */
/** @typedef {import("../app/elements.js").Child} Child */

/** The games that have a picture here. @returns {Promise<string[]>} */
export async function covers() {
  return (await fetch("/covers/covers.json")).json();
}

/** @param {{own: Sample[], says: string, hasCover: boolean, play: (sample: Sample) => void, first: Child, needs: HTMLElement}} parts
 *   `first` is what is settled before it is played, `needs` what has to lie on the table */
export function gameCard({ own, says, hasCover, play, first, needs }) {
  const game = own[0]?.game ?? "";
  return make(
    "article",
    { class: "card sample" },
    hasCover && make("img", { class: "cover", src: `/covers/${game}.svg`, alt: "", width: 320, height: 120 }),
    make("h3", {}, own[0]?.title ?? ""),
    make("p", {}, says),
    first,
    needs,
    make("div", { class: "row" }, ...own.map((sample) =>
      button(playWords(sample, own), () => play(sample), {
        "data-key": `sample ${sample.sample}`,
        // What is seen comes first: it is what somebody says who gives commands by voice.
        "aria-label": `${playWords(sample, own)}: ${sample.title}`,
        title: [listed(sample.sides.map(capital)), `on ${sample.width_in} × ${sample.depth_in} in`].filter(Boolean).join(" "),
      }),
    )),
  );
}

/** What the players have to have. @param {Sample[]} own @param {boolean} isDealt whether the umpire deals the cards @returns {Child[]} */
export function needed(own, isDealt) {
  if (own[0]?.own_deck && !isDealt) {
    return ["You need its deck: ", make("a", { href: "/guide/printing.html#a-deck-of-cards", target: "_blank" }, "print one"), ", or let the umpire deal."];
  }
  if (own[0]?.has_cards && !isDealt) return ["You need a pack of cards, and nothing to print."];
  return [own.length > 1 ? "Play at once, with nothing to print." : "Nothing to print."];
}

/** What tells a sample from others of its game: its name, and its table where that differs.
 * @param {Sample} sample @param {Sample[]} own */
function playWords({ sample, game, width_in: width, depth_in: depth }, own) {
  const plain = spaced(sample.replaceAll("-", " "));
  const rest = plain.startsWith(spaced(game)) ? plain.slice(game.length).trim() : plain;
  const table = own.some((each) => each.width_in !== width) ? `${width} × ${depth} in` : "";
  // A table's size in its name is said already.
  const name = /^\d/.test(rest) ? "" : capital(rest);
  return [name || "Play", table].filter(Boolean).join(", ");
}
