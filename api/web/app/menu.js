// Holds what is wanted seldom behind one button: other parts of the page, switches, giving up.

import { button, make } from "./elements.js";
import { icon } from "./icons.js";

/** @typedef {import("./places.js").Place} Place */

const WAYS = /** @type {const} */ ([
  { place: "play", name: "The table" },
  { place: "table", name: "Measure" },
  { place: "log", name: "The log" },
  { place: "setup", name: "Your table" },
  { place: "start", name: "All battles" },
]);

export class Menu {
  /** @param {import("./places.js").Places} places */
  constructor(places) {
    /** What the game and the referee offer beside: taking back, giving up, any other command. */
    this.offers = make("div", { class: "menu-offers" });
    /** @type {[Place, HTMLButtonElement][]} */
    this.ways = WAYS.map(({ place, name }) => [
      place,
      button(name, () => {
        this.open(false);
        places.go(place);
      }, { class: "way" }),
    ]);
    /** For whoever looks for it by what they want: it stands on top of the host's table. */
    this.invite = button("Invite a phone", () => {
      this.open(false);
      places.go("setup");
    }, { class: "way", hidden: true });
    const nav = make("nav", { "aria-label": "Parts of the page" }, ...this.ways.map(([, way]) => way), this.invite);
    nav.append(make("a", { class: "way", href: "/book", target: "_blank" }, "Book of rulings"));
    nav.append(make("a", { class: "way", href: "/guide/", target: "_blank" }, "Guide"));
    this.box = make("div", { class: "menu", id: "menu", hidden: true }, nav, this.offers);
    this.opener = button("", () => this.open(this.box.hidden), {
      class: "tool menu-opener",
      "aria-label": "Menu",
      title: "Menu",
      "aria-expanded": "false",
      "aria-controls": "menu",
    });
    this.opener.append(icon("more"));
    this.element = make("div", { class: "menu-place" }, this.opener, this.box);
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.box.hidden) return;
      this.open(false);
      this.opener.focus();
    });
    document.addEventListener("pointerdown", (event) => {
      if (!this.box.hidden && !event.composedPath().includes(this.element)) this.open(false);
    });
    places.on((place) => {
      for (const [each, way] of this.ways) way.setAttribute("aria-current", each === place ? "page" : "false");
    });
  }

  /** @param {boolean} isOpen */
  open(isOpen) {
    this.box.hidden = !isOpen;
    this.opener.setAttribute("aria-expanded", String(isOpen));
  }
}
