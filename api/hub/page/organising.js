// What an organiser does: players, rounds, codes, and the event as a file.

import { act, ask, inEvent } from "./asking.js";
import { button, choice, field, form, grid, isBusy, make } from "./make.js";

/** @typedef {import("./watching.js").Try} Try */
/** @typedef {import("./watching.js").View} View */

const ROLES = /** @type {[string, string][]} */ ([
  ["spectator", "Spectators (one code for all)"],
  ["judge", "Judge"],
  ["head_judge", "Head judge"],
  ["player", "Player"],
  ["organiser", "Organiser"],
]);
export const SYSTEMS = /** @type {[string, string][]} */ ([
  ["swiss", "Swiss"],
  ["round_robin", "Round robin"],
  ["knockout", "Knock-out"],
  ["by_hand", "By hand"],
]);

/** @param {Try} attempt @returns {View} */
export function organise(attempt) {
  const rounds = make("div", { class: "card" });
  const players = make("div");
  const grants = make("div");
  const code = make("div", { role: "status" });
  const refresh = async (isAfterDeed = false) => {
    const event = await ask("GET", inEvent(""));
    if (isAfterDeed || !isBusy(rounds)) rounds.replaceChildren(...roundParts(event, attempt));
    players.replaceChildren(playerGrid(event, attempt));
    grants.replaceChildren(grantGrid(await ask("GET", inEvent("/grants")), attempt, refresh));
  };
  const element = make(
    "section",
    {},
    rounds,
    make("div", { class: "card" }, make("h2", {}, "Players"), entering(attempt), players),
    make("div", { class: "card" }, make("h2", {}, "Let somebody in"), ...inviting(attempt, code), code, grants),
    make("div", { class: "card" }, make("h2", {}, "Spectators"), delaying(attempt)),
    make("div", { class: "card" }, make("h2", {}, "The event as a file"), exporting(attempt)),
  );
  return { element, refresh };
}

/** @param {any} event @param {Try} attempt */
function roundParts(event, attempt) {
  const last = event.rounds.at(-1);
  const missing = last ? last.games.filter((/** @type {any} */ each) => !each.results.length).length : 0;
  const next = event.rounds.length + 1;
  const says = missing ? `Round ${last.round}: ${missing === 1 ? "1 result is" : `${missing} results are`} missing.` : `Round ${next} of ${event.rounds_planned}`;
  const parts = [make("h2", {}, "Rounds")];
  if (next > event.rounds_planned && !missing) return [...parts, make("p", {}, "All rounds are played.")];
  parts.push(make("p", {}, says));
  if (!missing && event.system !== "by_hand") {
    parts.push(make("p", {}, button(`Draw round ${next}`, () => attempt(() => act(inEvent("/rounds"))), { class: "main" })));
  }
  if (!missing) parts.push(byHand(attempt, next));
  const isBegun = last?.games.some((/** @type {any} */ each) => each.results.length);
  if (last && !isBegun) {
    const back = (/** @type {Record<string, string>} */ values) => attempt(() => act(inEvent("/rounds/last/withdrawal"), values));
    const why = field("Why", { name: "reason", required: true, maxlength: 300 });
    parts.push(make("details", {}, make("summary", {}, `Take round ${last.round} back`), form("Take back", back, why)));
  }
  if (last) parts.push(timing(event, attempt));
  return parts;
}

/** The clock of the round. @param {any} event @param {Try} attempt */
function timing(event, attempt) {
  const start = (/** @type {Record<string, string>} */ values) =>
    attempt(() => act(inEvent("/clock"), { minutes: Number(values.minutes) }));
  const minutes = field("Minutes", { name: "minutes", type: "number", min: 1, max: 999, required: true, wide: "short" });
  const turn = event.clock?.runs
    ? button("Stop the clock", () => attempt(() => act(inEvent("/clock/pause"))))
    : event.clock
      ? button("Let the clock go on", () => attempt(() => act(inEvent("/clock/going-on"))))
      : null;
  return make("div", {}, make("h3", {}, "The round's clock"), turn, form(event.clock ? "Start anew" : "Start", start, minutes));
}

/** @param {Try} attempt @param {number} next */
function byHand(attempt, next) {
  const send = (/** @type {Record<string, string>} */ values) => {
    const pairs = (values.pairs ?? "").split(/[\n,;]+/).filter((each) => each.trim()).map((each) => each.trim().split(/\D+/).map(Number));
    const byes = (values.byes ?? "").split(/\D+/).filter(Boolean).map(Number);
    return attempt(() => act(inEvent("/rounds"), { pairs, byes }));
  };
  const pairs = make("textarea", { name: "pairs", required: true, placeholder: "1-4\n3-2" });
  return make(
    "details",
    {},
    make("summary", {}, `Pair round ${next} by hand`),
    form("Pair", send, field("Pairs by number, White first", { wide: "long" }, pairs), field("Byes", { name: "byes" })),
  );
}

/** @param {Try} attempt */
function entering(attempt) {
  const send = (/** @type {Record<string, string>} */ values) =>
    attempt(() => {
      const members = (values.members ?? "").split(",").map((each) => each.trim()).filter(Boolean);
      return act(inEvent("/players"), { ...values, members, rating: Number(values.rating) || 0 });
    });
  return form(
    "Enter",
    send,
    field("Name", { name: "name", required: true, maxlength: 80 }),
    field("Club", { name: "club", maxlength: 80 }),
    field("Army", { name: "army", maxlength: 80 }),
    field("Of a team: its players, the strongest first, with commas", { name: "members", wide: "long" }),
    field("Rating", { name: "rating", type: "number", min: 0, max: 9999, wide: "short" }),
  );
}

/** @param {any} event @param {Try} attempt */
function playerGrid(event, attempt) {
  const away = event.rounds.length + 1;
  const rows = event.players.map((/** @type {any} */ each) => {
    const to = (/** @type {string} */ rest) => inEvent(`/players/${each.number}/${rest}`);
    const leave = button("Withdraw", () => attempt(() => act(to("withdrawal"))), { class: "link" });
    const come = button("Play again", () => attempt(() => act(to("return"))), { class: "link" });
    const miss = button(`Away in round ${away}`, () => attempt(() => act(to("absences"), { round: away })), { class: "link" });
    const deeds = each.withdrawn ? [come] : away <= event.rounds_planned ? [leave, miss] : [leave];
    return [each.number, each.name, [each.club, each.army, each.members.join(", ")].filter(Boolean).join("; "), make("span", {}, ...deeds)];
  });
  return grid(["No.", "Name", "Club, army", ""], rows, [0]);
}

/** @param {Try} attempt @param {HTMLElement} code */
function inviting(attempt, code) {
  const show = (/** @type {string} */ says, /** @type {string} */ found) => {
    const link = `${location.origin}/#${found}`;
    code.replaceChildren(`${says}: `, make("span", { class: "code" }, found), ` or ${link}`);
  };
  const person = (/** @type {Record<string, string>} */ values) =>
    attempt(async () => {
      const role = values.role ?? "";
      const wanted = { role, name: values.name, player: role === "player" ? Number(values.player) || 0 : 0 };
      const told = await ask("POST", inEvent("/codes"), wanted);
      show(`${wanted.name || wanted.role.replace("_", " ")}, ${wanted.role === "spectator" ? "for all of them" : "once"}`, told.code);
    });
  const table = (/** @type {Record<string, string>} */ values) =>
    attempt(async () => {
      const first = Number(values.table);
      const last = Math.max(first, Number(values.last) || first);
      const rows = [];
      for (let number = first; number <= last; number += 1) {
        const told = await ask("POST", inEvent(`/tables/${number}/code`));
        rows.push([number, make("span", { class: "code" }, told.code)]);
      }
      const how = make("span", { class: "command" }, `umpire serve --hub ${location.origin} --code CODE`);
      code.replaceChildren("Each table joins once, with ", how, grid(["Table", "Code, once"], rows, [0]));
    });
  return [
    form(
      "Show a code",
      person,
      field("Who", {}, choice("role", ROLES)),
      field("Name of a judge or organiser", { name: "name", maxlength: 60 }),
      field("Player's number", { name: "player", type: "number", min: 1, wide: "short" }),
    ),
    form(
      "Show tables' codes",
      table,
      field("Table", { name: "table", type: "number", min: 1, max: 500, required: true, wide: "short" }),
      field("to", { name: "last", type: "number", min: 1, max: 500, wide: "short" }),
    ),
  ];
}

/** @param {any[]} found @param {Try} attempt @param {() => Promise<void>} refresh */
function grantGrid(found, attempt, refresh) {
  const rows = found.map((each) => {
    const out = () =>
      attempt(async () => {
        await ask("DELETE", inEvent(`/grants/${each.grant}`));
        await refresh();
      });
    return [each.role.replace("_", " "), each.name, button("Put out", out, { class: "link" })];
  });
  return rows.length ? grid(["Who", "Name", ""], rows) : make("p", { class: "faint" }, "Nobody has come in with a code yet.");
}

/** @param {Try} attempt */
function delaying(attempt) {
  const send = (/** @type {Record<string, string>} */ values) =>
    attempt(() => act(inEvent("/delay"), { minutes: Number(values.minutes) }, "PUT"));
  const minutes = field("Minutes later (0 to 15)", { name: "minutes", type: "number", min: 0, max: 15, required: true, wide: "short" });
  return form("Delay what they see", send, minutes);
}

/** @param {Try} attempt */
function exporting(attempt) {
  const text = make("textarea", { readonly: true, "aria-label": "Report file", hidden: true });
  const show = () =>
    attempt(async () => {
      text.value = (await ask("GET", inEvent("/report"))).report;
      text.hidden = false;
    });
  return make("div", {}, make("p", {}, button("Show the report file (TRF)", show)), text);
}

/** For whoever runs the hub: its events, and a new one.
 * @param {Try} attempt @param {(event: string) => void} open @returns {View} */
export function choosing(attempt, open) {
  const list = make("div", { class: "tiles" });
  const refresh = async () => {
    const found = await ask("GET", "/events");
    list.replaceChildren(
      ...found.map((/** @type {any} */ each) => {
        const tile = button("", () => open(each.event), { class: "tile" });
        const says = `${each.players} players, round ${each.round} of ${each.rounds}`;
        tile.append(make("span", { class: "number" }, each.name), make("span", { class: "faint" }, says));
        return tile;
      }),
    );
  };
  const begin = (/** @type {Record<string, string>} */ values) =>
    attempt(async () => {
      await act("/events", { ...values, rounds: Number(values.rounds) });
      open(values.event ?? "");
    });
  const bring = (/** @type {Record<string, string>} */ values) =>
    attempt(async () => {
      await act("/events/import", values);
      open(values.event ?? "");
    });
  const called = () =>
    field("In addresses", { name: "event", required: true, pattern: "[a-z0-9][a-z0-9\\-]*", maxlength: 40, placeholder: "winter-cup" });
  const system = () => field("Paired by", {}, choice("system", SYSTEMS));
  const file = make("textarea", { name: "report", required: true });
  const element = make(
    "section",
    {},
    list,
    make("h2", {}, "A new event"),
    form(
      "Begin",
      begin,
      field("Name", { name: "name", required: true, maxlength: 80 }),
      called(),
      system(),
      field("Rounds", { name: "rounds", type: "number", min: 1, max: 50, required: true, wide: "short" }),
    ),
    make("h2", {}, "An event of another program"),
    form("Go on with it", bring, called(), system(), field("Its report file (TRF)", { wide: "long" }, file)),
  );
  return { element, refresh };
}
