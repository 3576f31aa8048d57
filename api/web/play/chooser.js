// Fills in the form that is open by taps on the table.

import { aboutUnit, tappable } from "./filling.js";

/** @typedef {import("../app/types.js").Hole} Hole */
/** @typedef {import("./offer_form.js").OfferForm} OfferForm */

export class Chooser {
  /** @param {import("./screen.js").PlayScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.store = screen.store;
    /** @type {import("../app/store.js").Choosing | null} */
    this.own = null;
  }

  /** Another part of the page is shown: whatever was to be tapped there is over. */
  tabChanged() {
    this.own = this.store.now.choosing;
    this.changed();
  }

  /** What the table is for now: a place, a unit or an area of the open form, or another form. */
  changed() {
    const isHere = this.screen.context.tabs.place === "play";
    const form = this.screen.forms.get(this.screen.active);
    const choosing = isHere && form ? (this.ofForm(form) ?? this.ofOffers()) : isHere ? this.ofOffers() : null;
    // What another part of the page wants tapped is not for this one to take away.
    if (choosing || this.store.now.choosing === this.own) this.store.set({ choosing });
    this.own = choosing;
    this.drawPlace(isHere ? form : undefined);
  }

  /** @param {OfferForm} form @returns {import("../app/store.js").Choosing | null} */
  ofForm(form) {
    const { offer } = form;
    if (offer.refusal) return null;
    if (form.placing) return this.place(form, form.placing);
    const hole =
      offer.holes.find((each) => isOnTable(each) && form.values[each.name] === undefined) ??
      offer.holes.find((each) => isOnTable(each));
    if (!hole) return null;
    if (hole.kind === "area") {
      return {
        what: "area",
        allowed: hole.allowed.map(String),
        greyed: hole.greyed,
        choose: (id) => this.chosen(form, hole, id, hole.allowed.includes(id) ? id : undefined, hole.greyed),
      };
    }
    const { allowed, greyed } = tappable(hole, this.screen.units());
    return {
      what: "unit",
      allowed: [...allowed.keys()],
      greyed,
      choose: (id) => this.chosen(form, hole, id, allowed.get(id), greyed),
    };
  }

  /** @param {OfferForm} form @param {Hole} hole @param {string} id @param {unknown} value
   * @param {Record<string, string>} greyed */
  chosen(form, hole, id, value, greyed) {
    if (value !== undefined) form.change(hole.name, value);
    else this.screen.context.say(greyed[id] ?? `${id} cannot be chosen here.`);
  }

  /** Where several offers are about one unit each, its piece opens the one about it.
   * @returns {import("../app/store.js").Choosing | null} */
  ofOffers() {
    const units = this.screen.units();
    const pieces = this.store.now.table?.pieces.map((piece) => piece.id) ?? [];
    const known = new Set([...units.keys(), ...pieces]);
    /** @type {Map<string, string>} */
    const keys = new Map();
    for (const [key, form] of this.screen.forms) {
      const unit = form.offer.refusal || form.offer.holes.length === 0 ? "" : aboutUnit(form.offer, known);
      if (!unit) continue;
      for (const piece of units.get(unit) ?? [unit]) if (!keys.has(piece)) keys.set(piece, key);
    }
    if (keys.size < 2) return null;
    return {
      what: "unit",
      allowed: [...keys.keys()],
      greyed: {},
      choose: (id) => {
        const key = keys.get(id);
        if (key) this.screen.activate(key);
        else this.screen.context.say(`Nothing is asked of ${id} now.`);
      },
    };
  }

  /** @param {OfferForm} form @param {string} name @returns {import("../app/store.js").Choosing} */
  place(form, name) {
    return {
      what: "place",
      allowed: [],
      greyed: {},
      choose: (_id, [x, y]) => {
        const { width_in: width, depth_in: depth } = this.store.now.table?.table ?? { width_in: 0, depth_in: 0 };
        const inside = x >= 0 && y >= 0 && x <= width && y <= depth;
        if (!inside) this.screen.context.say("That is not on the table.");
        else form.change(name, { x_in: round(x), y_in: round(y), heading_deg: this.heading(form) });
      },
    };
  }

  /** A unit keeps facing as it does until it is turned. @param {OfferForm} form */
  heading(form) {
    const unit = String(form.offer.fixed.unit ?? form.values.unit ?? "");
    const names = this.screen.units().get(unit) ?? [unit];
    const piece = this.store.now.table?.pieces.find((each) => names.includes(each.id));
    return Math.round(piece?.pose?.heading_deg ?? 0);
  }

  placeHint() {
    return this.store.now.byHand
      ? "Drag the piece on the table to where it goes; what it measures counts."
      : "Put the piece where it goes; the camera looks.";
  }

  /** Shows the place that was chosen as an arrow. @param {OfferForm | undefined} form */
  drawPlace(form) {
    const hole = form?.offer.holes.find((each) => each.kind === "pose");
    const spot = /** @type {any} */ (hole && form?.values[hole.name]);
    if (!spot) {
      this.store.draw("place", []);
      return;
    }
    const angle = ((spot.heading_deg ?? 0) * Math.PI) / 180;
    this.store.draw("place", [
      {
        what: "to-be",
        line_in: [[spot.x_in, spot.y_in], [spot.x_in + 1.5 * Math.cos(angle), spot.y_in + 1.5 * Math.sin(angle)]],
        answer: "YES",
        words: "",
      },
    ]);
  }
}

/** @param {Hole} hole */
function isOnTable(hole) {
  return (hole.kind === "unit" || hole.kind === "area") && hole.allowed.length > 0;
}

/** @param {number} length */
function round(length) {
  return Math.round(length * 100) / 100;
}
