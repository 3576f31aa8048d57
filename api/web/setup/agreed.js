// Shows what was agreed for this battle, to be read again in an argument.

import { make, replace } from "../app/elements.js";
import { capital, spaced, valueWords } from "../app/words.js";

/** @param {import("../app/shell.js").Context} context @returns {import("./screen.js").Part} */
export function agreedPart({ store, requests }) {
  const list = make("dl", { class: "agreed" });
  return {
    title: "What was agreed",
    element: make("details", {}, make("summary", {}, "Show all of it"), list),
    isDue: () => store.now.state !== null,
    refresh: async () => {
      const { state } = store.now;
      if (!state) return;
      const game = await requests.get(`/games/${encodeURIComponent(state.view.game)}`).catch(() => null);
      /** @type {Map<string, string>} */
      const says = new Map((game?.options ?? []).map((/** @type {any} */ each) => [each.name, each.says]));
      replace(
        list,
        ...Object.entries(state.view.options).map(([name, value]) =>
          make("div", { title: says.get(name) ?? "" }, make("dt", {}, capital(spaced(name))), make("dd", {}, valueWords(value))),
        ),
      );
    },
  };
}
