// Chooses the army: one that comes with the umpire, or a roster file of one's own.

import { button, make, replace } from "../app/elements.js";
import { capital, spaced } from "../app/words.js";
import { kitPart } from "./kit_part.js";

const MOST_BYTES = 256 * 1024;

/** @param {import("./camera_part.js").Doing} doing @returns {import("./camera_part.js").StepView} */
export function armyStep({ requests, act, fail }) {
  const samples = make("div", { class: "chips" });
  const file = make("input", { type: "file", accept: ".toml,text/plain", onchange: () => void read() });
  const kit = kitPart({ requests, act });
  let asked = false;
  /** The army that was told of last. @type {string | undefined} */
  let named;

  /** @param {{sample: string} | {roster_toml: string}} wanted */
  async function choose(wanted) {
    await requests.put("/setup/roster", wanted);
    kit.chosenAnew();
  }

  async function read() {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    if (chosen.size > MOST_BYTES) fail(`${chosen.name}: expected a roster of at most 256 kB, got ${Math.ceil(chosen.size / 1024)} kB`);
    else await act(async () => choose({ roster_toml: await chosen.text() }));
    file.value = "";
  }

  return {
    element: make(
      "div",
      {},
      make("p", {}, "The printed kit of an army says how large the table is, and which tags lie on it."),
      samples,
      make("label", {}, "Or a roster file of yours", file),
      kit.element,
      make("p", { class: "faint" }, "The practice camera shows pictures of a made-up table, and needs no paper at all."),
    ),
    show: async (told) => {
      kit.show(told.roster?.name ?? "");
      named = told.roster?.name;
      if (asked) return mark();
      const rosters = await requests.get("/setup/rosters");
      asked = true;
      replace(
        samples,
        ...rosters.map((/** @type {{sample: string}} */ { sample }) =>
          button(capital(spaced(sample.replaceAll("-", " "))), () => void act(() => choose({ sample })), {
            "data-key": sample,
          }),
        ),
      );
      mark();
    },
  };

  function mark() {
    for (const each of samples.querySelectorAll("button")) {
      each.setAttribute("aria-pressed", String(each.dataset.key === named));
    }
  }
}
