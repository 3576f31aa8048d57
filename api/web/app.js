// Starts the page: who we are, what is watched, and which parts show it.

import { Connection } from "./app/connection.js";
import { make } from "./app/elements.js";
import { LogReader } from "./app/log_reader.js";
import { changesOf, lastWithoutGap } from "./app/messages.js";
import { keepPresses } from "./app/pressed.js";
import { Problem, Requests } from "./app/request.js";
import { Shell } from "./app/shell.js";
import { Store } from "./app/store.js";
import { forgetToken, heedNewLinks, takeToken } from "./app/token.js";
import { showDoor } from "./seat/door.js";
import { WhoMoves } from "./seat/who_moves.js";

// After a reload the same battle is there again, in this tab alone.
const WATCHED = "battle";

const store = new Store();
const requests = new Requests(takeToken());
heedNewLinks();

const whoMoves = new WhoMoves({ store, requests });
const log = new LogReader({ store, requests, failed: (text) => shell.say(text) });

const connection = new Connection({
  hello: () => ({
    token: requests.token,
    battle: store.now.battle,
    seat: store.now.me?.role === "host" && store.now.seats.length === 1 ? (store.now.seats[0] ?? "") : "",
    after: lastWithoutGap(store.now.events),
    options: store.now.me?.role !== "spectator",
  }),
  heard: (message) => {
    store.set(changesOf(store.now, message));
    if (message.by_hand !== undefined) whoMoves.heard(message.by_hand);
    if (message.type === "start" && store.now.battle) log.refresh(true);
    if (message.type === "seats") getUp(message.seats);
    // A correction changes what stands in the log before it.
    if (message.type === "event" && message.event.kind === "referee") log.refresh(true);
    else if (message.type === "event") {
      const { events } = store.now;
      if (lastWithoutGap(events) < (events.at(-1)?.sequence ?? -1)) log.refresh(false);
    }
  },
  changed: (link, linkWhy) => {
    store.set({ link, linkWhy, ...(link === "live" ? { held: {} } : {}) });
    if (link === "live") void whoIsHere();
    if (link === "live") whoMoves.again();
  },
});

/** Watch a battle, or the table alone, from now on.
 * @param {string} battle
 */
async function watch(battle) {
  sessionStorage.setItem(WATCHED, battle);
  requests.battle = battle;
  // What the old line still brings is of another battle.
  connection.drop();
  store.set({ battle, state: null, options: null, events: [], picked: [], drawn: [], choosing: null, supposed: null, hung: null, edges: [], moved: null, seats: [], company: [], hostElsewhere: false, held: {}, holding: "", hands: {}, tray: null });
  try {
    await sitDown();
  } finally {
    if (store.now.battle === battle) connection.start();
  }
}

/** Which seats are played from here: a player's own, or those that nobody else was let in for. */
async function sitDown() {
  const { battle, me } = store.now;
  if (!battle || !me) return;
  if (me.role === "player") store.set({ seats: [me.seat] });
  if (me.role !== "host") return;
  const seats = await requests.get(`/battles/${encodeURIComponent(battle)}/seats`);
  if (store.now.battle !== battle) return;
  const free = seats.filter((/** @type {any} */ seat) => !seat.taken);
  store.set({ seats: free.map((/** @type {any} */ seat) => seat.name) });
}

/** Who was there before we came; from then on the umpire tells of every change. */
async function whoIsHere() {
  const { battle } = store.now;
  if (!battle) return;
  const told = await requests.get(`/battles/${encodeURIComponent(battle)}/seats`).catch(() => null);
  if (told === null || store.now.battle !== battle) return;
  store.set({ company: told });
  getUp(told);
}

/** Leave the seats that somebody was let in for meanwhile: they are theirs alone.
 * @param {import("./app/store.js").SeatTold[]} told */
function getUp(told) {
  const taken = told.filter((seat) => seat.taken).map((seat) => seat.name);
  const { seats, me } = store.now;
  if (me?.role !== "host" || !seats.some((seat) => taken.includes(seat))) return;
  sit(seats.filter((seat) => !taken.includes(seat)));
}

/** Play another choice of seats from now on.
 * @param {string[]} seats
 */
function sit(seats) {
  store.set({ seats });
  connection.start();
}

/** Play every seat that is free now, and see what these see. */
async function sitAnew() {
  await sitDown();
  connection.start();
}

/** Everything at once, so that nobody taps anything in between. */
async function begin() {
  const me = await requests.get("/me");
  const battles = me.role === "host" ? await requests.get("/battles") : [];
  const was = sessionStorage.getItem(WATCHED);
  const again = battles.find((/** @type {any} */ battle) => battle.id === was && !battle.unopened);
  store.set({ me });
  const watching = watch(me.role === "host" ? (again?.id ?? "") : me.battle);
  shell.begin();
  await watching;
}

const host = /** @type {HTMLElement} */ (document.getElementById("app"));
const shell = new Shell({ host, store, requests, watch, sit, sitDown: sitAnew });

keepPresses();
store.on(["holding"], () => connection.say({ type: "hold", piece: store.now.holding }));

begin().catch((failure) => {
  if (failure instanceof Problem && failure.status === 401) {
    const had = requests.token !== "";
    forgetToken(requests.token);
    showDoor(host, { had });
    return;
  }
  host.replaceChildren(
    make("main", { class: "stranger" }, make("h1", {}, "Paper Umpire"), make("p", { role: "alert" }, failure.message)),
  );
});
