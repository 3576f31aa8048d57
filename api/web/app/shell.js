// Builds the frame of the page: head, table, plates, slips, feed and dock, each in its place.

import { CardTable } from "../cards/card_table.js";
import { showToPlace } from "../back/to_place.js";
import { TurnFeed } from "../log/turn_feed.js";
import { Turns } from "../log/turns.js";
import { Plates } from "../play/plates.js";
import { PlayScreen } from "../play/screen.js";
import { momentOf } from "../review/course.js";
import { showPresence } from "../seat/presence.js";
import { tellTurns } from "../seat/your_turn.js";
import { StateShown } from "../state/state_shown.js";
import { StartScreen } from "../start/screen.js";
import { TableMap } from "../table/map.js";
import { TablePanel } from "../table/panel.js";
import { button, make } from "./elements.js";
import { icon, logo } from "./icons.js";
import { later } from "./later.js";
import { Menu } from "./menu.js";
import { placeOf, Places } from "./places.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./request.js").Requests} Requests */

/**
 * @typedef {object} Slots Where the page draws what a game tells of its state.
 * @property {HTMLElement} turn the turn and its phases, in the head
 * @property {HTMLElement} units every unit with its state, on wide windows
 * @property {HTMLElement} others the plates of the other sides
 * @property {HTMLElement} own one's own plate, with the hand
 * @property {HTMLElement} order the order of play, over the slip
 * @property {HTMLElement} unit the card of the unit that is selected
 */

/**
 * @typedef {object} Context What every part of the page is given.
 * @property {Store} store
 * @property {Requests} requests
 * @property {Places} places
 * @property {Slots} slots
 * @property {Turns} turns in which turn something happened
 * @property {(text: string) => void} say for screen readers, and for a moment on the screen
 * @property {(piece: string, pose: import("./types.js").Pose) => Promise<void>} put moves a piece on the table
 * @property {(piece: string, place: import("./types.js").Place) => Promise<void>} lay puts one where a ruling has it, or out of the box: no move
 * @property {() => void} rules opens the rules, with how the battle is won on top
 * @property {(battle: string) => Promise<void>} watch
 * @property {(seats: string[]) => void} sit
 * @property {() => Promise<void>} sitDown
 */

export class Shell {
  /** @param {{host: HTMLElement, store: Store, requests: Requests,
   *   watch: (battle: string) => Promise<void>, sit: (seats: string[]) => void,
   *   sitDown: () => Promise<void>}} parts */
  constructor({ host, store, requests, watch, sit, sitDown }) {
    this.store = store;
    this.places = new Places();
    this.menu = new Menu(this.places);
    this.title = make("p", { class: "title" });
    this.link = make("p", { class: "link", role: "status" });
    this.spoken = make("p", { class: "toast", role: "status" });
    this.whispered = make("p", { class: "unseen", role: "status" });
    this.banner = make("p", { class: "banner", role: "alert", hidden: true });
    this.mapHost = make("section", { class: "map-host", "aria-label": "Table" });
    this.start = make("section", { class: "start", "aria-label": "Start" });
    this.slots = slots();
    /** @type {Context} */
    const context = {
      store,
      requests,
      places: this.places,
      slots: this.slots,
      turns: new Turns({ store, requests }),
      say: (text) => this.say(text),
      put: async () => {},
      lay: async () => {},
      rules: () => {},
      watch,
      sit,
      sitDown,
    };
    this.play = panel("play", "What has happened");
    this.table = this.aside("table", "Measure");
    this.log = this.aside("log", "The log");
    this.setup = this.aside("setup", "Your table");
    this.dock = make("section", { class: "dock", "aria-label": "What you can do" });
    /** @type {import("../book/rules_panel.js").RulesPanel | undefined} */
    this.rules = undefined;
    this.frame(host);
    this.parts(context);
    store.on(["link", "linkWhy"], () => this.linkChanged());
    store.on(["options"], () => this.hush());
    store.on(["state", "table", "battle", "hostElsewhere"], () => this.headChanged());
    // After the head, whose title it marks.
    showPresence({ store, place: this.link });
    tellTurns({ store, place: this.menu.offers });
  }

  /** A part that is looked at for a while, with the way back. @param {import("./places.js").Place} place @param {string} name */
  aside(place, name) {
    const back = button("", () => this.places.go("play"), { class: "tool", "aria-label": "Back to the table", title: "Back to the table" });
    back.append(icon("back"));
    const found = panel(place, name);
    found.append(make("p", { class: "back" }, back));
    return found;
  }

  /** @param {HTMLElement} host */
  frame(host) {
    const home = button("", () => this.places.go("start"), { class: "home", "aria-label": "Paper Umpire" });
    home.append(logo(), make("span", { class: "name" }, "Paper Umpire"));
    const { turn, units, others, own, order } = this.slots;
    this.scroll = make("div", { class: "scroll" }, this.play, this.table, this.log, this.setup);
    this.play.append(order);
    host.replaceChildren(
      make("header", { class: "top" }, make("h1", {}, home), this.title, turn, this.link, this.menu.element),
      this.banner,
      make("main", {}, this.start, units, this.mapHost, others, this.scroll, this.dock, own),
      this.spoken,
      this.whispered,
    );
  }

  /** @param {Context} context */
  parts(context) {
    const { store, requests, say } = context;
    const map = new TableMap({
      host: this.mapHost,
      store,
      requests,
      say,
      whisper: (text) => (this.whispered.textContent = text),
    });
    context.put = (piece, pose) => map.mover.putBy(piece, pose);
    context.lay = (piece, pose) => map.mover.lay(piece, pose);
    const measure = new TablePanel({
      host: this.table,
      store,
      requests,
      pick: (id) => map.pick(id),
      say,
      isShown: () => this.places.place === "table",
    });
    const maps = later(async () => {
      const { WhatIfMaps } = await import("../whatif/what_if_maps.js");
      new WhatIfMaps({ map, host: /** @type {HTMLElement} */ (this.scroll), context }).toggle();
    }, say);
    map.whatIf = () => (map.looker ? map.looker.toggle() : maps());
    new Plates(context);
    const dealt = make("section", { class: "dealt", "aria-label": "Cards", hidden: true });
    this.slots.order.after(dealt);
    new CardTable({ host: this.mapHost, context, dealt });
    const cards = later(async () => {
      const { showDealtCards } = await import("../cards/dealt.js");
      showDealtCards(context, dealt);
    }, say);
    store.on(["state"], () => /** @type {any} */ (store.now.state?.view)?.options?.cards === "dealt" && cards());
    new StateShown(context, this.mapHost);
    const play = new PlayScreen({ slips: this.play, dock: this.dock, menu: this.menu }, context);
    // Under the newest ruling, which nothing pushes out of sight.
    this.play.append(this.slots.unit);
    const hints = later(async () => {
      const { Hints } = await import("../lesson/hints.js");
      new Hints({ host: /** @type {HTMLElement} */ (this.dock.parentElement), store }).changed();
    }, say);
    store.on(["state"], () => store.now.state && hints());
    context.rules = () => void this.openRules(context);
    this.menu.box.querySelector("nav")?.prepend(button("Rules", () => {
      this.menu.open(false);
      context.rules();
    }, { class: "way" }));
    new TurnFeed({ host: this.play, context, open: (event) => play.slips.reopen(event) });
    new StartScreen(this.start, context);
    this.fetchedLater(context, play);
    showToPlace(store, { host: map.box, put: context.lay });
    this.places.on((place) => {
      for (const each of [this.play, this.table, this.log, this.setup]) each.hidden = each.id !== `panel-${place}`;
      this.start.hidden = place !== "start";
      this.scroll?.scrollTo(0, 0);
      measure.measuring.now();
    });
  }

  /** What nobody needs before they go there, or play on a drawn board. @param {Context} context @param {PlayScreen} play */
  fetchedLater(context, play) {
    const sheet = later(async () => {
      const { SheetScreen } = await import("../sheet/screen.js");
      new SheetScreen({ host: this.mapHost, context, play });
    }, context.say);
    context.store.on(["state"], () => {
      const view = context.store.now.state?.view;
      // A game on paper may read a photograph before there is a board.
      if (view?.facts.surface === "paper" || view?.state.board) sheet();
    });
    const log = later(async () => {
      const { LogScreen } = await import("../log/screen.js");
      new LogScreen(this.log, context);
    }, context.say);
    this.places.on((place) => place === "log" && log());
    const setup = later(async () => {
      const { SetupScreen } = await import("../setup/screen.js");
      new SetupScreen(this.setup, context);
    }, context.say);
    this.places.on((place) => place === "setup" && setup());
    const tray = later(async () => {
      const { TrayRead } = await import("../play/tray_read.js");
      new TrayRead({ play, context });
    }, context.say);
    context.store.on(["tray"], () => context.store.now.tray && tray());
    const clocks = later(async () => {
      const { showClocks } = await import("../play/clock.js");
      showClocks({ context, dock: this.dock });
    }, context.say);
    context.store.on(["state"], () => context.store.now.state?.clock && clocks());
    const toCome = later(async () => {
      const { ToCome } = await import("../play/to_come.js");
      this.dock.firstElementChild?.after(new ToCome(context).element);
    }, context.say);
    context.store.on(["state", "byHand"], () => {
      const { byHand, state } = context.store.now;
      if (byHand && state?.view.facts.units.some((unit) => unit.stage === "to_come")) toCome();
    });
    const laying = later(async () => {
      const { LayOut } = await import("../play/lay_out.js");
      const found = new LayOut(context);
      this.dock.firstElementChild?.after(found.element);
      found.show();
    }, context.say);
    context.store.on(["state", "byHand"], () => {
      const { byHand, state } = context.store.now;
      const zones = /** @type {unknown} */ (state?.view.state.zones);
      if (byHand && Array.isArray(zones) && zones.length > 0) laying();
    });
    const judge = later(async () => {
      const { showJudge } = await import("../play/judge.js");
      showJudge({ context, dock: this.dock, menu: this.menu });
    }, context.say);
    context.store.on(["state"], () => context.store.now.state?.in_event && judge());
    const replay = later(async () => {
      const { Replay } = await import("../review/replay.js");
      new Replay(context);
    }, context.say);
    const library = later(async () => {
      const { Library } = await import("../review/library.js");
      new Library(context);
    }, context.say);
    const follow = () => (location.hash === "#/library" ? library() : momentOf(location.hash) && replay());
    window.addEventListener("hashchange", follow);
    follow();
  }

  /** Fetched when they are wanted; what did not come is asked for again then. @param {Context} context */
  async openRules(context) {
    try {
      const { RulesPanel } = await import("../book/rules_panel.js");
      this.rules ??= new RulesPanel(context);
      await this.rules.open();
    } catch (failure) {
      this.say(failure instanceof Error ? failure.message : String(failure));
    }
  }

  /** Go where somebody wants to be first; whoever has gone somewhere meanwhile has said where. */
  begin() {
    this.places.show(placeOf(location.hash) ?? (this.store.now.battle ? "play" : "start"));
  }

  /** @param {string} text */
  say(text) {
    this.spoken.textContent = text;
    this.spoken.classList.add("shown");
    this.saidAfter = this.store.now.options?.last;
    clearTimeout(this.saying);
    this.saying = window.setTimeout(() => this.spoken.classList.remove("shown"), 5000);
  }

  /** What was said of a moment ago is over with it. */
  hush() {
    if (this.store.now.options?.last === this.saidAfter) return;
    clearTimeout(this.saying);
    this.spoken.classList.remove("shown");
  }

  linkChanged() {
    const { link, linkWhy } = this.store.now;
    this.link.dataset.link = link;
    document.body.dataset.link = link;
    this.link.textContent = { connecting: "Connecting …", live: "Live", lost: "Offline", ended: "Ended" }[link];
    this.bannerChanged(linkWhy);
  }

  headChanged() {
    const { state, table, battle, me } = this.store.now;
    this.menu.invite.hidden = !battle || me?.role !== "host";
    document.body.dataset.battle = battle ? "yes" : "no";
    document.title = state ? `${state.name || state.view.title} – Paper Umpire` : "Paper Umpire";
    this.title.textContent = state ? state.name || state.view.title : table ? "The table" : "";
    this.bannerChanged(this.store.now.linkWhy);
  }

  /** The worst that everybody has to know of; nothing else moves it. @param {string} linkWhy */
  bannerChanged(linkWhy) {
    const { state, table, hostElsewhere, me } = this.store.now;
    const health = table?.health;
    const camera = !health ? "" : health.state === "live" ? health.note : `Camera: ${health.state}. ${health.note}`;
    const paused = state?.paused ? `The battle is paused, as nothing can be saved: ${state.paused}` : "";
    // Each battle has its codes: whoever is to come along needs one.
    const gone = hostElsewhere && me?.role !== "host" ? "The host has another battle open. To play or watch it, scan the code for it: the host shows it with Invite a phone." : "";
    const text = linkWhy || paused || camera || gone || state?.recovered || (state?.table_says ?? []).join(" ");
    // What comes and goes by itself takes nobody's place.
    const isPassing = text === linkWhy ? this.store.now.link !== "ended" : text === camera && ["lost", "stale"].includes(health?.state ?? "");
    this.banner.classList.toggle("passing", text !== "" && isPassing);
    if (this.banner.textContent !== text) this.banner.textContent = text;
    this.banner.hidden = text === "";
  }
}

/** @returns {Slots} */
function slots() {
  /** @param {string} name */
  const slot = (name) => make("div", { class: `slot ${name}-slot` });
  return {
    turn: slot("turn"),
    units: make("aside", { class: "slot units-slot", "aria-label": "Units" }),
    others: make("section", { class: "slot others-slot", "aria-label": "The other side" }),
    own: make("section", { class: "slot own-slot", "aria-label": "Your side" }),
    order: slot("order"),
    unit: slot("unit"),
  };
}

/** @param {import("./places.js").Place} place @param {string} name */
function panel(place, name) {
  return make("section", { class: "panel", id: `panel-${place}`, "aria-label": name });
}
