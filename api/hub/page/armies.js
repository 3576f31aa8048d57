// Army lists: what each player hands in, and what the army builder says of it.

import { act, ask, inEvent, own } from "./asking.js";
import { button, choice, field, form, grid, isBusy, make } from "./make.js";

/** @typedef {import("./watching.js").Try} Try */
/** @typedef {import("./watching.js").View} View */

const STANDINGS = new Map([
  ["none", "not handed in"],
  ["fits", "fits"],
  ["faults", "has faults"],
]);

/** @param {Try} attempt @returns {View} */
export function armies(attempt) {
  const element = make("section");
  /** Whose list the staff looks at; 0 for nobody's. */
  let looked = 0;
  const refresh = async (isAfterDeed = false) => {
    if (!isAfterDeed && isBusy(element)) return;
    const event = await ask("GET", inEvent(""));
    const wanted = event.lists_wanted;
    const isOrganiser = own.me.role === "organiser";
    const asking = isOrganiser && !event.rounds.length ? await askingFor(wanted, attempt) : null;
    const mine = wanted && own.me.role === "player" ? await one(event.players[own.me.player - 1], { mayChange: true, attempt }) : "";
    const seen = wanted && looked ? await one(event.players[looked - 1], { mayChange: isOrganiser, attempt }) : "";
    // Somebody may have begun to write meanwhile.
    if (!isAfterDeed && isBusy(element)) return;
    if (!wanted) {
      element.replaceChildren(make("p", {}, "This event asks for no army lists."), asking ?? "");
      return;
    }
    const limit = wanted.total === null ? "" : `, up to ${wanted.total} points`;
    const says = make("p", { class: "faint" }, `Lists for ${wanted.game.replaceAll("_", " ")}${limit}.`);
    if (own.me.role === "player") {
      element.replaceChildren(says, mine);
      return;
    }
    const show = (/** @type {any} */ player) => {
      looked = player.number;
      void attempt(async () => {});
    };
    const rows = event.players.map((/** @type {any} */ each) => {
      const press = each.army_list === "none" && !isOrganiser ? "" : button(each.army_list === "none" ? "Enter" : "Show", () => show(each), { class: "link" });
      return [each.number, each.name, STANDINGS.get(each.army_list) ?? "", press];
    });
    element.replaceChildren(says, grid(["No.", "Player", "List", ""], rows, [0]), seen, asking ?? "");
  };
  return { element, refresh };
}

/** The list of one player. @param {any} player @param {{mayChange: boolean, attempt: Try}} given */
async function one(player, { mayChange, attempt }) {
  const path = inEvent(`/players/${player.number}/list`);
  const found = player.army_list === "none" ? null : await ask("GET", path);
  const limit = found && found.total !== null ? ` of ${found.total}` : "";
  const parts = found
    ? [
        make("p", {}, make("strong", {}, `${found.points}${limit} points`), found.faults.length ? "" : ", and nothing against it."),
        ...found.faults.map((/** @type {string} */ each) => make("p", { class: "trouble" }, each)),
        make("ul", {}, ...found.units.map((/** @type {string} */ each) => make("li", {}, each))),
      ]
    : [make("p", {}, "No list is handed in yet.")];
  const send = (/** @type {Record<string, string>} */ values) =>
    attempt(() => act(path, { units: (values.units ?? "").split("\n").filter((each) => each.trim()) }));
  const lines = make("textarea", { name: "units", required: true, placeholder: "2 squad\ntank" });
  const entering = form("Hand in", send, field("One unit a line, as “2 squad + extra”", { wide: "long" }, lines));
  return make("div", { class: "card" }, make("h2", {}, player.name), ...parts, mayChange ? entering : null);
}

/** @param {any} wanted @param {Try} attempt */
async function askingFor(wanted, attempt) {
  const found = await ask("GET", "/games");
  const games = found.map((/** @type {any} */ each) => [each.game, each.title]);
  const send = (/** @type {Record<string, string>} */ values) =>
    attempt(() => act(inEvent("/lists"), { game: values.game, ...(values.total ? { total: Number(values.total) } : {}) }));
  const total = field("Points at most", { name: "total", type: "number", min: 1, wide: "short" });
  return make(
    "details",
    {},
    make("summary", {}, wanted ? "Ask for other lists" : "Ask everybody for an army list"),
    form("Ask", send, field("Game", {}, choice("game", games)), total),
  );
}
