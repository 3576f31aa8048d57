// Shows what is offered when a battle is over: to watch it, to keep it, to play again.

import { button, make } from "../app/elements.js";
import { saved } from "../log/saving.js";

/** @param {import("../app/shell.js").Context} context */
export function battleOver(context) {
  const { store, places } = context;
  const { state, me } = store.now;
  if (!state || state.view.result === null) return null;
  const isHost = me?.role === "host";
  return make(
    "section",
    { class: "over-card" },
    make("h2", {}, "The battle is over"),
    make(
      "p",
      { class: "row" },
      button("Watch it again", () => (location.hash = "#/replay/0"), { class: "go", "data-key": "watch" }),
      button("Save the report", () => void saved(context, "review/report.html"), { "data-key": "report" }),
      button("Read the log", () => places.go("log"), { "data-key": "read" }),
      isHost && button("All kept battles", () => (location.hash = "#/library"), { "data-key": "library" }),
      isHost && button("Another battle", () => places.go("start"), { "data-key": "another" }),
    ),
  );
}
