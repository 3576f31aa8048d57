// Makes the pages of the kit to print: on A4 or Letter, all of them or some.

import { button, make } from "../app/elements.js";

/** What can be printed by itself; the first ones are what a camera needs. */
const PARTS = /** @type {const} */ ([
  ["scale", "Scale check"],
  ["board", "Lens board"],
  ["anchors", "Anchors"],
  ["units", "Units"],
  ["terrain", "Terrain"],
  ["markers", "Markers"],
  ["cards", "Cards"],
  ["slips", "Slips"],
  ["sheet", "Game sheet"],
]);

/** What is asked for; nothing named is everything; pure.
 * @param {string} paper @param {string[]} chosen
 */
export function kitWanted(paper, chosen) {
  const isAll = chosen.length === 0 || chosen.length === PARTS.length;
  return { paper, ...(isAll ? {} : { only: chosen }) };
}

/** @param {Pick<import("./camera_part.js").Doing, "requests" | "act">} doing */
export function kitPart({ requests, act }) {
  const paper = make("select", {}, make("option", { value: "a4" }, "A4"), make("option", { value: "letter" }, "Letter"));
  const ticks = PARTS.map(([name, says]) => {
    const box = make("input", { type: "checkbox", value: name });
    return { box, element: make("label", {}, box, says) };
  });
  const print = button("Save the pages to print", () => void act(() => save(), "Drawing the pages"), { "data-key": "kit" });

  async function save() {
    const chosen = ticks.filter(({ box }) => box.checked).map(({ box }) => box.value);
    const response = await requests.send("POST", "/setup/kit.pdf", kitWanted(paper.value, chosen));
    const address = URL.createObjectURL(await response.blob());
    make("a", { href: address, download: "kit.pdf" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  const element = make(
    "fieldset",
    { class: "kit", hidden: true },
    make("legend", {}, "Print its kit"),
    make("div", { class: "row" }, make("label", {}, "Paper", paper), print),
    make("details", {}, make("summary", {}, "Only some of it"), make("div", { class: "chips" }, ...ticks.map((each) => each.element))),
    make("p", { class: "faint" }, "Print at 100 %, never “fit to page”. Glue the lens board to something flat."),
  );
  return { element, show: (/** @type {boolean} */ isChosen) => void (element.hidden = !isChosen) };
}
