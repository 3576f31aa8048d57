// Shows a battle on a television or over a stream: table, state, last ruling and clock, and nothing to press.

import { Connection } from "../app/connection.js";
import { make, replace } from "../app/elements.js";
import { LogReader } from "../app/log_reader.js";
import { changesOf, lastWithoutGap } from "../app/messages.js";
import { Problem, Requests } from "../app/request.js";
import { Store } from "../app/store.js";
import { Clocks } from "../play/clock.js";
import { waitedFor } from "./own_code.js";
import { beforeOf, clockWords, courseOf, nextOf, ruledOf, scoreOf } from "./parts.js";
import { WatchedMap } from "./watched_map.js";

// A screen keeps its own code, so that the browser of a player or of the host stays theirs.
const KEY = `code of ${location.pathname}`;
const TICK = 10_000;
const isOverlay = location.pathname === "/overlay";

/** The code behind the # of the address, or the one of last time. */
function takeCode() {
  if (location.hash.length > 1) {
    localStorage.setItem(KEY, location.hash.slice(1));
    history.replaceState(null, "", location.pathname);
  }
  return localStorage.getItem(KEY) ?? "";
}

const store = new Store();
const requests = new Requests(takeCode());
const host = /** @type {HTMLElement} */ (document.getElementById("screen"));
const stage = make("section", { class: "stage", "aria-label": "The table" });
const score = make("div", { class: "score-place" });
const course = make("div", { class: "course-place" });
const ruled = make("div", { class: "ruled", role: "status" });
const before = make("div", { class: "before-place" });
const next = make("div", { class: "next-place" });
const time = make("p", { class: "time" });
const clocks = new Clocks();
const lost = make("p", { class: "lost-line", role: "alert", hidden: true });

const log = new LogReader({ store, requests, failed: () => {} });

const connection = new Connection({
  hello: () => ({ token: requests.token, battle: store.now.battle, seat: "", after: lastWithoutGap(store.now.events), options: false }),
  heard: (message) => {
    store.set(changesOf(store.now, message));
    const isGap = message.type === "event" && lastWithoutGap(store.now.events) < (store.now.events.at(-1)?.sequence ?? -1);
    const isAnew = message.type === "start" || (message.type === "event" && message.event.kind === "referee");
    if (isAnew || isGap) log.refresh(isAnew);
  },
  changed: (link, linkWhy) => {
    lost.hidden = link === "live" || link === "connecting";
    lost.textContent = link === "ended" ? "This code has ended. Ask the host for a new one." : linkWhy;
    // Nobody opens an address anew with a remote control.
    if (link === "ended" && !isOverlay) void beLetIn();
  },
});

function stateChanged() {
  const { state } = store.now;
  if (!state) return;
  document.title = `${state.name || state.view.title} – Paper Umpire`;
  clocks.show(state);
  replace(score, scoreOf(state), clocks.element);
  replace(next, nextOf(state));
  if (!isOverlay) replace(course, courseOf(state.view.facts));
}

function logChanged() {
  const { events, state } = store.now;
  if (!state || events.length === 0) return;
  const { slip, marks } = ruledOf(events, state);
  replace(ruled, slip);
  store.draw("ruling", marks);
  if (!isOverlay) replace(before, beforeOf(events, state));
}

function tick() {
  const first = store.now.events[0];
  const began = first ? Date.parse(first.time) / 1000 : 0;
  const told = clockWords(Date.now() / 1000, Number.isFinite(began) ? began : 0);
  replace(time, make("b", {}, told.time), told.gone && make("span", {}, told.gone));
}

/** @param {string} why */
function stranger(why) {
  host.replaceChildren(make("div", { class: "reaching" }, make("h1", {}, "Paper Umpire"), make("p", {}, why)));
}

async function begin() {
  const me = await requests.get("/me");
  if (!me.battle) return stranger("Open a battle, and show its screen from “Your table”.");
  requests.battle = me.battle;
  store.set({ me, battle: me.battle });
  document.documentElement.classList.toggle("overlay", isOverlay);
  const side = make("aside", { class: "told" }, score, !isOverlay && course, ruled, !isOverlay && before, next, !isOverlay && time);
  host.replaceChildren(...(isOverlay ? [] : [stage]), side, lost);
  if (!isOverlay) new WatchedMap({ host: stage, store });
  store.on(["state"], stateChanged);
  store.on(["events", "state"], logChanged);
  store.on(["events"], tick);
  setInterval(tick, TICK);
  connection.start();
}

/** What the host types is shown until it was typed; then the screen begins anew with a token of its own. */
async function beLetIn() {
  requests.token = "";
  const token = await waitedFor(requests, {
    show: (digits) => host.replaceChildren(make("div", { class: "reaching" }, make("h1", {}, "Paper Umpire"), make("p", { class: "own-code", "aria-label": "The code of this screen" }, digits), make("p", {}, "The host types this under “Your table”, “Players and their phones”."))),
    fail: stranger,
  });
  localStorage.setItem(KEY, token);
  location.reload();
}

begin().catch((failure) => {
  if (!(failure instanceof Problem && failure.status === 401)) stranger(failure.message);
  else if (isOverlay) stranger("This overlay needs a code. The host shows one under “Your table”.");
  else void beLetIn();
});
