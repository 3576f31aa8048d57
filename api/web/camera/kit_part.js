// Makes the pages of the kit to print, all of them or some, and foretells what a camera will read of it.

import { button, drawingFrom, make, replace } from "../app/elements.js";
import { capital, listed } from "../app/words.js";

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

/** Cameras that people have, and how they stand; nothing chosen is what the roster says. */
const CAMERAS = /** @type {const} */ ([
  ["", "the roster’s"],
  ["720p", "720p"],
  ["1080p", "1080p"],
  ["1440p", "1440p"],
  ["4k", "4K"],
]);
const LEANS = /** @type {const} */ ([
  ["", "the roster’s"],
  ["0", "from straight above"],
  ["30", "leaning 30 degrees"],
  ["45", "leaning 45 degrees"],
  ["60", "leaning 60 degrees"],
]);

/** What is asked for; nothing named is everything; pure.
 * @param {string} paper @param {string[]} chosen
 */
export function kitWanted(paper, chosen) {
  const isAll = chosen.length === 0 || chosen.length === PARTS.length;
  return { paper, ...(isAll ? {} : { only: chosen }) };
}

/** The camera that it is to lie before; pure.
 * @param {string} camera @param {string} lean in degrees
 */
export function kitBefore(camera, lean) {
  return { ...(camera ? { camera } : {}), ...(lean ? { tilt_deg: Number(lean) } : {}) };
}

/** @param {{kinds: string[], tag_in: number, read: string, placed: string}} told */
function kindForetold({ kinds, tag_in, read, placed }) {
  return make("li", {}, make("strong", {}, capital(listed(kinds))), `, tags of ${Math.round(tag_in * 100) / 100} in: ${read}; ${placed}.`);
}

/** @param {Pick<import("./camera_part.js").Doing, "requests" | "act">} doing */
export function kitPart({ requests, act }) {
  const paper = make("select", {}, make("option", { value: "a4" }, "A4"), make("option", { value: "letter" }, "Letter"));
  const ticks = PARTS.map(([name, says]) => {
    const box = make("input", { type: "checkbox", value: name });
    return { box, element: make("label", {}, box, says) };
  });
  let of = "";
  /** Counts the armies: an answer about an earlier one is passed over. */
  let army = 0;
  const print = button("Save the pages to print", () => void act(() => save(), "Drawing the pages"), { "data-key": "kit" });

  async function save() {
    const chosen = ticks.filter(({ box }) => box.checked).map(({ box }) => box.value);
    const response = await requests.send("POST", "/setup/kit.pdf", kitWanted(paper.value, chosen));
    const address = URL.createObjectURL(await response.blob());
    make("a", { href: address, download: "kit.pdf" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  const [camera, lean] = [CAMERAS, LEANS].map((all) => make("select", {}, ...all.map(([value, says]) => make("option", { value }, says))));
  const foretold = make("div", { class: "foretold", role: "status" });
  const ask = button("Foretell it", () => void act(() => foretell(), "Looking at every tag from there"), { "data-key": "foretell" });

  async function foretell() {
    const before = kitBefore(camera?.value ?? "", lean?.value ?? "");
    const mine = army;
    const told = await requests.post("/setup/kit/foretold", before);
    if (mine !== army) return;
    replace(
      foretold,
      make("p", {}, make("strong", {}, told.camera), `: ${told.hangs}.`),
      told.anchors && make("p", { class: "answer", "data-answer": "NO" }, told.anchors),
      make("ul", {}, ...told.kinds.map(kindForetold)),
      make("p", { class: "faint" }, `${told.basis}.`),
      make("details", { class: "foretold-maps" }, make("summary", {}, "On maps of the table"), drawingFrom(told.drawing)),
    );
  }

  /** What was foretold was of another army. */
  function chosenAnew() {
    army += 1;
    replace(foretold);
  }

  const element = make(
    "fieldset",
    { class: "kit", hidden: true },
    make("legend", {}, "Print its kit"),
    make("div", { class: "row" }, make("label", {}, "Paper", paper), print),
    make("details", {}, make("summary", {}, "Only some of it"), make("div", { class: "chips" }, ...ticks.map((each) => each.element))),
    make("p", { class: "faint" }, "Print at 100 %, never “fit to page”. Glue the lens board to something flat."),
    make(
      "details",
      {},
      make("summary", {}, "Will a camera read it?"),
      make("div", { class: "row" }, make("label", {}, "Camera", camera), make("label", {}, "Angle", lean), ask),
      foretold,
    ),
  );
  return {
    element,
    /** Another army may have the same name: that of every roster of somebody's own. */
    chosenAnew,
    show(/** @type {string} */ chosen) {
      element.hidden = !chosen;
      if (chosen !== of) chosenAnew();
      of = chosen;
    },
  };
}
