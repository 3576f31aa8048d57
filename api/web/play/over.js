// Shows what is offered when a battle is over.

import { button, make } from "../app/elements.js";

/** @param {import("../app/shell.js").Context} context */
export function battleOver({ store, tabs }) {
  const { state, me } = store.now;
  if (!state || state.view.result === null) return null;
  return make(
    "section",
    { class: "over-card" },
    make("h2", {}, "The battle is over"),
    make("p", {}, state.view.result),
    make(
      "p",
      { class: "row" },
      button("Read the log", () => tabs.go("log"), { class: "main", "data-key": "read" }),
      me?.role === "host" && button("Another battle", () => tabs.go("start"), { "data-key": "another" }),
    ),
  );
}
