// Shows one part of the page at a time, by the address, the tabs and the keys.

/** @typedef {"start" | "table" | "play" | "log" | "setup"} Place */

export const TABS = /** @type {const} */ ([
  { place: "table", name: "Table", key: "1" },
  { place: "play", name: "Play", key: "2" },
  { place: "log", name: "Log", key: "3" },
  { place: "setup", name: "Set-up", key: "4" },
]);

/** @param {string} hash @returns {Place | null} */
export function placeOf(hash) {
  const name = hash.replace(/^#\//, "");
  const known = ["start", ...TABS.map((tab) => tab.place)];
  return hash.startsWith("#/") && known.includes(name) ? /** @type {Place} */ (name) : null;
}

export class Tabs {
  /** @param {HTMLElement} list the nav that holds a button for each tab */
  constructor(list) {
    /** @type {Place} */
    this.place = "start";
    /** @type {((place: Place) => void)[]} */
    this.listeners = [];
    this.list = list;
    window.addEventListener("hashchange", () => {
      const place = placeOf(location.hash);
      if (place) this.show(place);
    });
    list.addEventListener("keydown", (event) => this.moved(event));
    for (const tab of this.all()) {
      tab.addEventListener("click", () => this.go(/** @type {Place} */ (tab.dataset.place)));
    }
  }

  /** @returns {HTMLButtonElement[]} */
  all() {
    return [...this.list.querySelectorAll("button")];
  }

  /** @param {(place: Place) => void} tell */
  on(tell) {
    this.listeners.push(tell);
    tell(this.place);
  }

  /** Go there, so that the browser's own way back leads here again.
   * @param {Place} place
   */
  go(place) {
    if (location.hash !== `#/${place}`) history.pushState(null, "", `#/${place}`);
    this.show(place);
  }

  /** @param {Place} place */
  show(place) {
    this.place = place;
    document.body.dataset.place = place;
    for (const tab of this.all()) {
      const chosen = tab.dataset.place === place;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen || place === "start" ? 0 : -1;
    }
    for (const tell of this.listeners) tell(place);
  }

  /** @param {KeyboardEvent} event */
  moved(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const tabs = this.all();
    const from = tabs.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const next = tabs[(from + step + tabs.length) % tabs.length];
    next?.focus();
    next?.click();
  }
}
