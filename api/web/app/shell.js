// Builds the frame of the page: the head, the tabs, the banners, and where each part stands.

import { LogScreen } from "../log/screen.js";
import { PlayScreen } from "../play/screen.js";
import { Library } from "../review/library.js";
import { Replay } from "../review/replay.js";
import { SetupScreen } from "../setup/screen.js";
import { SheetScreen } from "../sheet/screen.js";
import { StartScreen } from "../start/screen.js";
import { TableMap } from "../table/map.js";
import { TablePanel } from "../table/panel.js";
import { button, make } from "./elements.js";
import { placeOf, TABS, Tabs } from "./tabs.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./request.js").Requests} Requests */

/**
 * @typedef {object} Context What every part of the page is given.
 * @property {Store} store
 * @property {Requests} requests
 * @property {Tabs} tabs
 * @property {(text: string) => void} say for screen readers, and for a moment on the screen
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
    const nav = make(
      "nav",
      { class: "tabs", "aria-label": "Parts of the page" },
      make(
        "div",
        { role: "tablist" },
        ...TABS.map((tab) =>
          make(
            "button",
            { type: "button", role: "tab", "data-place": tab.place, "aria-controls": `panel-${tab.place}`, id: `tab-${tab.place}` },
            tab.name,
          ),
        ),
      ),
    );
    this.title = make("p", { class: "title" });
    this.link = make("p", { class: "link", role: "status" });
    this.spoken = make("p", { class: "toast", role: "status" });
    this.whispered = make("p", { class: "unseen", role: "status" });
    this.banner = make("p", { class: "banner", role: "alert", hidden: true });
    this.mapHost = make("section", { class: "map-host", "aria-label": "Table" });
    this.start = make("section", { class: "start", "aria-label": "Start" });
    this.tabs = new Tabs(nav);
    /** @type {Context} */
    const context = { store, requests, tabs: this.tabs, say: (text) => this.say(text), watch, sit, sitDown };
    const panels = TABS.map((tab) =>
      make("section", { class: "panel", id: `panel-${tab.place}`, role: "tabpanel", "aria-labelledby": `tab-${tab.place}` }),
    );
    const [table, play, log, setup] = /** @type {[HTMLElement, HTMLElement, HTMLElement, HTMLElement]} */ (panels);
    this.headTitle = make("h1", {}, button("Paper Umpire", () => this.tabs.go("start"), { class: "home" }));
    host.replaceChildren(
      make("header", {}, this.headTitle, this.title, this.link),
      this.banner,
      make("main", {}, this.start, this.mapHost, make("div", { class: "side" }, ...panels)),
      nav,
      this.spoken,
      this.whispered,
    );
    const map = new TableMap({
      host: this.mapHost,
      store,
      requests,
      say: context.say,
      whisper: (text) => (this.whispered.textContent = text),
    });
    const panel = new TablePanel({
      host: table,
      store,
      requests,
      pick: (id) => map.pick(id),
      say: context.say,
      isShown: () => this.tabs.place === "table",
    });
    new SheetScreen({ host: this.mapHost, context, play: new PlayScreen(play, context) });
    new LogScreen(log, context);
    new SetupScreen(setup, context);
    new StartScreen(this.start, context);
    new Replay(context);
    new Library(context);
    this.tabs.on((place) => {
      panels.forEach((each) => (each.hidden = each.id !== `panel-${place}`));
      this.start.hidden = place !== "start";
      panel.measuring.now();
    });
    store.on(["link", "linkWhy"], () => this.linkChanged());
    store.on(["state", "table", "battle"], () => this.headChanged());
  }

  /** Go where somebody wants to be first; whoever has tapped a tab meanwhile has said where. */
  begin() {
    this.tabs.show(placeOf(location.hash) ?? (this.store.now.battle ? "play" : "start"));
  }

  /** @param {string} text */
  say(text) {
    this.spoken.textContent = text;
    this.spoken.classList.add("shown");
    clearTimeout(this.saying);
    this.saying = window.setTimeout(() => this.spoken.classList.remove("shown"), 5000);
  }

  linkChanged() {
    const { link, linkWhy } = this.store.now;
    this.link.dataset.link = link;
    this.link.textContent = { connecting: "Connecting …", live: "Live", lost: "Offline", ended: "Ended" }[link];
    this.bannerChanged(linkWhy);
  }

  headChanged() {
    const { state, table } = this.store.now;
    document.title = state ? `${state.name || state.view.title} – Paper Umpire` : "Paper Umpire";
    this.title.textContent = state ? state.name || state.view.title : table ? "The table" : "";
    this.bannerChanged(this.store.now.linkWhy);
  }

  /** The worst that everybody has to know of; nothing else moves it. @param {string} linkWhy */
  bannerChanged(linkWhy) {
    const { state, table } = this.store.now;
    const health = table?.health;
    const camera = health && health.state !== "live" ? `Camera: ${health.state}. ${health.note}` : "";
    const paused = state?.paused ? `The battle is paused, as nothing can be saved: ${state.paused}` : "";
    const text = linkWhy || paused || camera || state?.recovered || "";
    if (this.banner.textContent !== text) this.banner.textContent = text;
    this.banner.hidden = text === "";
  }
}
