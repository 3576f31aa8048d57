// Lets the host show the umpire the table's own dice, number by number, before anybody rolls.

import { button, make, replace } from "../app/elements.js";
import { dieFace } from "../play/dice.js";

/** @typedef {import("../app/shell.js").Context} Context */
/** @typedef {{face: number, right: number, unsure: number, wrong: number}} ShownNumber */
/** @typedef {{says: string, is_over: boolean, numbers: ShownNumber[]}} DiceLesson */

const ADDRESS = "/dice-lesson";
const MOST = 8;

/** What is known of a number, in a word; pure. @param {ShownNumber} number */
export function knownAs({ right, unsure, wrong }) {
  if (wrong > 0) return "always asked about";
  if (right > 0) return "known";
  return unsure > 0 ? "not clear yet" : "not shown yet";
}

/** @param {Context} context @returns {import("./screen.js").Part} */
export function dicePart(context) {
  const { store, requests } = context;
  const count = make("input", { type: "number", min: 1, max: MOST, value: 1, "data-key": "dice shown" });
  const numbers = make("p", { class: "row", role: "group", "aria-label": "All of them show" });
  const said = make("p", { role: "status" });
  const rolled = make("input", { type: "text", inputmode: "numeric", placeholder: "3 5 5", "data-key": "faces rolled" });

  /** @param {DiceLesson} lesson */
  function show(lesson) {
    said.textContent = lesson.says;
    replace(
      numbers,
      ...lesson.numbers.map((each) => {
        const name = `${each.face}, ${knownAs(each)}`;
        const found = button("", () => void tell(Array(Number(count.value) || 1).fill(each.face)), { "aria-label": name, title: name, "data-key": `shows ${each.face}`, class: each.right > 0 && each.wrong === 0 ? "go" : "" });
        found.append(dieFace(each.face));
        return found;
      }),
    );
  }

  let looks = 0;

  /** @param {() => Promise<DiceLesson>} asked */
  async function after(asked) {
    looks += 1;
    try {
      show(await asked());
    } catch (failure) {
      said.textContent = failure instanceof Error ? failure.message : String(failure);
    }
    looks += 1;
  }

  /** How the lesson stands, unless somebody has gone on with it meanwhile. */
  async function refresh() {
    const look = (looks += 1);
    /** @type {DiceLesson | Error} */
    const told = await requests.get(ADDRESS).catch((failure) => failure);
    if (look !== looks) return;
    if (told instanceof Error) said.textContent = told.message;
    else show(told);
  }

  async function forgotten() {
    await requests.remove(ADDRESS);
    return requests.get(ADDRESS);
  }

  /** @param {number[]} faces */
  const tell = (faces) => after(() => requests.post(ADDRESS, { faces }));

  const form = make(
    "form",
    {
      class: "row",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void tell((rolled.value.match(/[1-6]/g) ?? []).map(Number));
      },
    },
    make("label", {}, "Or roll them, and type what came up", rolled),
    make("button", { type: "submit", "data-key": "tell faces" }, "Tell"),
  );
  return {
    title: "Your dice",
    element: make(
      "details",
      {},
      make("summary", {}, "Show them to the umpire"),
      make("p", {}, "Lay your dice into the tray so that all show the same number, and press that number; then the next, until all six are known. Other dice are asked about from then on."),
      make("label", {}, "Dice in the tray", count),
      numbers,
      form,
      said,
      button("Forget these dice", () => void after(forgotten), { "data-key": "forget dice" }),
    ),
    isDue: () => store.now.me?.role === "host",
    refresh,
  };
}
