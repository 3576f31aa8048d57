// The page of an event: lets somebody in, and shows each role what it is for.

import { ask, comeIn, enter, inEvent, listen, own } from "./asking.js";
import { button, field, form, make } from "./make.js";
import { armies } from "./armies.js";
import { showClock } from "./clock.js";
import { calls } from "./judging.js";
import { choosing, organise } from "./organising.js";
import { rounds, standings, table, tables } from "./watching.js";

/** @typedef {import("./watching.js").View} View */

const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @type {View | null} */
let shown = null;
/** @type {((wanted: import("./asking.js").Wanted) => void) | null} */
let follow = null;

const tellClock = showClock(place("clock"));

/** Do something, and say what went wrong if it did.
 * @param {() => Promise<unknown>} work @param {{isQuiet?: boolean}} [given] */
async function attempt(work, { isQuiet = false } = {}) {
  const before = shown;
  try {
    await work();
    place("trouble").textContent = "";
    // What has just come into view was fetched anew, and somebody may write in it already.
    if (!isQuiet && shown === before) await shown?.refresh(true);
    return true;
  } catch (error) {
    place("trouble").textContent = error instanceof Error ? error.message : String(error);
    return false;
  }
}

let waiting = 0;

/** How many calls wait for a judge, whatever is looked at; a phone in a pocket hums.
 * @param {number} count */
function tellWaiting(count) {
  if (count > waiting && own.me.role !== "organiser") navigator.vibrate?.([200, 100, 200]);
  waiting = count;
  const badge = count ? ` (${count})` : "";
  const calls = [...place("views").querySelectorAll("button")].find((each) => each.dataset.view === "Calls");
  if (calls && calls.textContent !== `Calls${badge}`) calls.textContent = `Calls${badge}`;
  calls?.classList.toggle("waits", count > 0);
  document.title = `${count ? `(${count}) ` : ""}${place("title").textContent} – Paper Umpire`;
}

/** Show what is new, but do not disturb whoever is writing.
 * @param {any} [told] what came over the line */
async function renew(told) {
  if (told) {
    tellClock(told.clock);
    tellWaiting(told.waiting ?? 0);
  }
  // A word about what was looked at before may still be on its way.
  if (told && told.follows !== followsOf(shown)) return;
  try {
    if (told && shown?.heard) shown.heard(told);
    else await shown?.refresh();
  } catch (error) {
    place("trouble").textContent = error instanceof Error ? error.message : String(error);
  }
}

/** @param {View | null} view */
function followsOf(view) {
  if (view?.follows?.table) return "table";
  return view?.follows?.tables ? "tables" : "event";
}

/** @param {View} view @param {string} [named] */
function show(view, named) {
  const before = JSON.stringify(shown?.follows ?? {});
  shown = view;
  // What is followed already is told again by nobody.
  if (JSON.stringify(view.follows ?? {}) !== before) follow?.(view.follows ?? {});
  place("main").replaceChildren(view.element);
  for (const each of place("views").querySelectorAll("button")) {
    if (each.dataset.view === named) each.setAttribute("aria-current", "page");
    else each.removeAttribute("aria-current");
  }
  void renew();
}

function showTables() {
  show(tables((number) => show(table(number, showTables), "Tables")), "Tables");
}

/** @type {[string, string[], () => void][]} */
const VIEWS = [
  ["Tables", ["spectator", "player", "judge", "head_judge", "organiser"], showTables],
  ["Rounds", ["spectator", "player", "judge", "head_judge", "organiser"], () => show(rounds(attempt), "Rounds")],
  ["Standings", ["spectator", "player", "judge", "head_judge", "organiser"], () => show(standings(), "Standings")],
  ["Armies", ["player", "judge", "head_judge", "organiser"], () => show(armies(attempt), "Armies")],
  ["Calls", ["judge", "head_judge", "organiser"], () => show(calls(attempt), "Calls")],
  ["Organise", ["organiser"], () => show(organise(attempt), "Organise")],
];

async function open() {
  const before = shown;
  const mine = VIEWS.filter(([, roles]) => roles.includes(own.me.role));
  place("views").replaceChildren(...mine.map(([name, , press]) => button(name, press, { "data-view": name })));
  const event = await ask("GET", inEvent(""));
  place("title").textContent = event.name;
  document.title = `${event.name} – Paper Umpire`;
  follow = listen(renew, (says) => (place("line").textContent = says), shown?.follows);
  // Whoever went somewhere while the event was on its way stays there.
  if (shown !== before) return;
  const first = own.me.role === "organiser" ? "Organise" : own.me.role.endsWith("judge") ? "Calls" : "Tables";
  mine.find(([name]) => name === first)?.[2]();
}

function letIn() {
  const send = (/** @type {Record<string, string>} */ values) =>
    attempt(async () => {
      await enter(values.code ?? "");
      location.reload();
    });
  const code = field("Code from the organiser", { name: "code", required: true, autocomplete: "off", autocapitalize: "characters" });
  show({ element: make("section", { class: "card" }, form("Come in", send, code)), refresh: async () => {} });
}

async function start() {
  if (!(await comeIn())) {
    letIn();
    return;
  }
  place("who").textContent = own.me.name || own.me.role.replace("_", " ");
  if (own.event) {
    await open();
    return;
  }
  show(
    choosing(attempt, (event) => {
      own.event = event;
      attempt(open);
    }),
  );
}

attempt(start);
