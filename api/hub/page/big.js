// A screen on the wall: who plays where, and who leads.

import { ask, comeIn, inEvent, listen } from "./asking.js";
import { showClock } from "./clock.js";
import { grid, make } from "./make.js";
import { after, standingsGrid } from "./watching.js";

const MOST_ROWS = 16;
const TURN_SECONDS = 12;
const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
let page = 0;
const tellClock = showClock(place("clock"));

async function draw() {
  try {
    const [event, tables, standings] = await Promise.all([
      ask("GET", inEvent("")),
      ask("GET", inEvent("/tables")),
      ask("GET", inEvent("/standings")),
    ]);
    place("trouble").textContent = "";
    place("title").textContent = event.name;
    const round = event.rounds.at(-1);
    const results = new Map((round?.games ?? []).map((/** @type {any} */ each) => [each.table, each.results.at(-1)]));
    const rows = tables.map((/** @type {any} */ each) => {
      const last = results.get(each.table);
      const state = last ? `${last.score.replace("_", " ")} ${last.victory.some(Boolean) ? last.victory.join(" : ") : ""}` : "in play";
      return [each.table, each.white, each.black, each.white ? state : ""];
    });
    place("main").replaceChildren(
      make("section", {}, make("h2", {}, round ? `Round ${round.round}` : "Tables"), grid(["", "White", "Black", "White's result"], turned(rows))),
      make("section", {}, make("h2", {}, after(standings.rounds)), standingsGrid({ rows: turned(standings.rows) }, standings.order.slice(0, 2))),
    );
  } catch (error) {
    place("trouble").textContent = error instanceof Error ? error.message : String(error);
  }
}

/** The rows of this turn, where there are more than fit.
 * @param {any[]} rows */
function turned(rows) {
  const pages = Math.max(1, Math.ceil(rows.length / MOST_ROWS));
  const first = (page % pages) * MOST_ROWS;
  return rows.slice(first, first + MOST_ROWS);
}

/** Names and results change with a deed; what happens at the tables is not followed here.
 * @param {any} told */
function heard(told) {
  tellClock(told.clock);
  void draw();
}

async function start() {
  if (!(await comeIn())) {
    place("trouble").textContent = "Open this page with the spectators' code behind the address: /screen#CODE";
    return;
  }
  listen(heard, (says) => (place("line").textContent = says === "live" ? "" : says));
  setInterval(() => {
    page += 1;
    void draw();
  }, TURN_SECONDS * 1000);
}

void start();
