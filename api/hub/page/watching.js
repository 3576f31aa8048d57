// Tables, rounds and standings, as everybody sees them.

import { act, ask, inEvent, own } from "./asking.js";
import { button, choice, field, form, grid, isBusy, make } from "./make.js";

/** @typedef {(work: () => Promise<unknown>, given?: {isQuiet?: boolean}) => Promise<boolean>} Try
 * does it and draws anew, unless it is quiet */
/** @typedef {{element: HTMLElement, refresh: (isAfterDeed?: boolean) => Promise<void>,
 *   follows?: import("./asking.js").Wanted, heard?: (told: any) => void}} View
 * what comes over the line is heard; a view that does not hear asks anew */

const MOST_EVENTS = 60;
const SCORES = /** @type {[string, string][]} */ ([
  ["win loss", "White won"],
  ["loss win", "Black won"],
  ["draw draw", "a draw"],
  ["forfeit_win forfeit_loss", "White, without a game"],
  ["forfeit_loss forfeit_win", "Black, without a game"],
]);
const WORDS = new Map(SCORES);

/** All tables, each as soon as something happens there.
 * @param {(table: number) => void} open @returns {View} */
export function tables(open) {
  const element = make("section", { class: "tiles" });
  /** @type {Map<number, HTMLElement>} */
  const tiles = new Map();
  const heard = (/** @type {any} */ told) => {
    if (told.whole) tiles.clear();
    for (const each of told.tables) tiles.set(each.table, tile(each, tiles.get(each.table), open));
    const sorted = [...tiles].sort(([one], [other]) => one - other).map(([, each]) => each);
    if (told.whole) element.replaceChildren(...(sorted.length ? sorted : [make("p", {}, "No round is drawn yet.")]));
    else sorted.forEach((each, at) => element.children[at] === each || element.insertBefore(each, element.children[at] ?? null));
  };
  const refresh = async () => heard({ whole: true, tables: await ask("GET", inEvent("/tables")) });
  return { element, refresh, heard, follows: { tables: true } };
}

/** @param {any} each @param {HTMLElement | undefined} known @param {(table: number) => void} open */
function tile(each, known, open) {
  const found = known ?? button("", () => open(each.table), { class: "tile" });
  const who = each.white ? `${each.white} – ${each.black}` : "nobody is seated";
  const number = make("span", { class: "number" }, `Table ${each.table}`);
  const what = make("span", { class: "faint" }, each.says || (each.lines ? `${each.lines} events` : "nothing sent yet"));
  found.replaceChildren(number, make("span", {}, who), what);
  return found;
}

/** @param {number} number @param {() => void} back @returns {View} */
export function table(number, back) {
  const element = make("section");
  /** @type {Map<number, any>} */
  const events = new Map();
  const heard = (/** @type {any} */ found) => {
    if (found.table !== number) return;
    if (found.whole) events.clear();
    for (const each of found.events) events.set(each.sequence, each);
    const last = [...events].sort(([one], [other]) => other - one).map(([, each]) => each);
    const who = found.white ? `: ${found.white} – ${found.black}` : "";
    const late = found.delay_minutes ? `Shown ${found.delay_minutes} minutes later.` : "";
    const delayed = own.me.role === "spectator" || own.me.role === "player" ? late : "";
    element.replaceChildren(
      make("p", {}, button("All tables", back)),
      make("h2", {}, `Table ${number}${who}`),
      make("p", { class: "faint" }, delayed),
      found.result ? outcome(found.result) : "",
      found.standing ? battle(found.standing, last.slice(0, MOST_EVENTS)) : make("p", {}, found.unshown),
    );
  };
  const refresh = async () => {
    const found = await ask("GET", inEvent(`/tables/${number}`));
    const view = found.shown?.view;
    const standing = view ? { ...view, sides: view.facts.sides } : null;
    heard({ ...found, whole: true, standing, events: found.shown?.events ?? [] });
  };
  return { element, refresh, heard, follows: { table: number } };
}

/** Who has won, and what each side has, for whoever gives the result. @param {any} result */
function outcome(result) {
  const rows = result.sides.map((/** @type {any} */ each) => {
    const points = each.points === null ? "" : `${each.points}`;
    return make("div", {}, make("dt", {}, `${each.side} (${each.seats.join(", ")})`), make("dd", {}, [points, each.won ? "won" : ""].filter(Boolean).join(", ") || "–"));
  });
  return make("section", { "aria-label": "Result" }, make("p", {}, make("strong", {}, result.says)), make("dl", {}, ...rows));
}

/** @param {any} standing @param {any[]} events the latest first */
function battle(standing, events) {
  const sides = standing.sides.map((/** @type {any} */ each) => {
    const counts = each.numbers.map((/** @type {any} */ one) => `${one.name} ${one.value}${one.of ? ` of ${one.of}` : ""}`);
    return make("div", {}, make("dt", {}, each.name), make("dd", {}, counts.join(", ") || "–"));
  });
  const told = events.filter((each) => !each.quiet);
  return make(
    "div",
    {},
    make("p", {}, make("strong", {}, standing.title), ` ${standing.result ?? standing.awaits}`),
    sides.length ? make("dl", {}, ...sides) : null,
    make(
      "ol",
      { class: "log", "aria-label": "What happened, the latest first" },
      ...told.map((each) => make("li", each.taken_back ? { class: "fallen" } : {}, each.says)),
    ),
  );
}

/** @param {Try} attempt @returns {View} */
export function rounds(attempt) {
  const element = make("section");
  const refresh = async (isAfterDeed = false) => {
    if (!isAfterDeed && isBusy(element)) return;
    const event = await ask("GET", inEvent(""));
    const name = (/** @type {number} */ number) => `${number} ${event.players[number - 1].name}`;
    const latest = event.rounds.length;
    // Somebody may have begun to write meanwhile.
    if (!isAfterDeed && isBusy(element)) return;
    const told = [...event.rounds].reverse().map((/** @type {any} */ each) =>
      make(
        "div",
        { class: "card" },
        make("h2", {}, `Round ${each.round} of ${event.rounds_planned}`),
        grid(
          ["Table", "White", "Black", "Result"],
          each.games.map((/** @type {any} */ game) => [
            game.table,
            sitting(name(game.white), game.boards.map((/** @type {any} */ one, /** @type {number} */ at) => (at % 2 ? one.black : one.white))),
            sitting(name(game.black), game.boards.map((/** @type {any} */ one, /** @type {number} */ at) => (at % 2 ? one.white : one.black))),
            result(game, { round: each.round, isLatest: each.round === latest, attempt }),
          ]),
        ),
        each.byes.length ? make("p", {}, `Bye: ${each.byes.map(name).join(", ")}`) : null,
        ...each.conceded.map((/** @type {string} */ says) => make("p", { class: "faint" }, `Conceded: ${says}`)),
      ),
    );
    element.replaceChildren(...(told.length ? told : [make("p", {}, "No round is drawn yet.")]));
  };
  return { element, refresh };
}

/** A player, or a team with who plays at which board. @param {string} name @param {string[]} members */
function sitting(name, members) {
  if (!members.length) return name;
  return make("span", {}, name, make("ol", { class: "boards" }, ...members.map((each) => make("li", {}, each || "–"))));
}

/** @param {any} game @param {{round: number, isLatest: boolean, attempt: Try}} round */
function result(game, { round, isLatest, attempt }) {
  const last = game.results.at(-1);
  const staff = ["organiser", "judge", "head_judge"].includes(own.me.role);
  const mine = own.me.role === "player" && [game.white, game.black].includes(own.me.player);
  const says = last ? `${WORDS.get(`${last.score} ${last.black_score}`) ?? "none came"}${points(last)}` : "";
  const was = game.results.slice(0, -1).length ? ` (corrected: ${last.reason})` : "";
  if (last && !staff) return `${says}${was}`;
  if (!last && !(staff || mine)) return isLatest ? "in play" : "open";
  // Those where both teams have somebody; the others are won without a game.
  const boards = game.boards.flatMap((/** @type {any} */ each, /** @type {number} */ at) => (each.white && each.black ? [at + 1] : []));
  const send = (/** @type {Record<string, string>} */ values) => {
    const [score, black_score] = (values.score ?? "").split(" ");
    const victory = [Number(values.white_points) || 0, Number(values.black_points) || 0];
    const body = { round, white: game.white, score, black_score, victory };
    if (!last && boards.length) {
      const scores = boards.map((/** @type {number} */ at) => values[`board${at}`]);
      return attempt(() => act(inEvent("/results/boards"), { round, white: game.white, boards: scores }));
    }
    return attempt(() =>
      last ? act(inEvent("/corrections"), { ...body, reason: values.reason }) : act(inEvent("/results"), body),
    );
  };
  const ofBoards = boards.map((/** @type {number} */ at) => ofBoard(at, game.boards[at - 1]));
  const fields = !last && boards.length ? ofBoards : [
    field("Result", {}, choice("score", SCORES)),
    field("White's points", { name: "white_points", type: "number", min: 0, wide: "short" }),
    field("Black's points", { name: "black_points", type: "number", min: 0, wide: "short" }),
    last ? field("Why", { name: "reason", required: true, maxlength: 300 }) : null,
  ];
  const made = form(last ? "Correct" : "Enter", send, ...fields);
  const title = last ? `${says}${was}` : "Enter the result";
  return make("details", { class: "result" }, make("summary", {}, title), made);
}

/** Who won at a board, where the first team has White at every other one.
 * @param {number} at @param {{white: string, black: string}} board */
function ofBoard(at, { white, black }) {
  const [ours, theirs] = at % 2 ? [white, black] : [black, white];
  const results = /** @type {[string, string][]} */ ([["win", `${ours} won`], ["draw", "a draw"], ["loss", `${theirs} won`]]);
  return field(`Board ${at}`, {}, choice(`board${at}`, results));
}

/** @param {any} told */
const points = (told) => (told.victory.some(Boolean) ? `, ${told.victory.join(" : ")}` : "");

/** @returns {View} */
export function standings() {
  const element = make("section");
  const refresh = async () => {
    const found = await ask("GET", inEvent("/standings"));
    element.replaceChildren(make("p", { class: "faint" }, after(found.rounds)), standingsGrid(found, found.order));
  };
  return { element, refresh };
}

/** @param {number} count */
export const after = (count) => (count === 1 ? "After 1 round" : `After ${count} rounds`);

/** @param {string} measure */
const titled = (measure) => (measure.charAt(0).toUpperCase() + measure.slice(1)).replaceAll("_", " ");

/** @param {any} found @param {string[]} order */
export function standingsGrid(found, order) {
  const heads = ["Rank", "Player", ...order.map(titled)];
  const rows = found.rows.map((/** @type {any} */ each) => [
    each.rank,
    each.name,
    ...order.map((measure) => each.values[measure] ?? 0),
  ]);
  return grid(heads, rows, [0, ...order.map((_, at) => at + 2)]);
}
