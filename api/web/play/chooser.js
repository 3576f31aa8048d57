// Fills in the form that is open by taps on the table.

import { commandsAt } from "../odds/needs.js";
import { singles } from "./by_itself.js";
import { isComplete, isOneTap } from "./filling.js";
import { hangingOn } from "./hanging.js";

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
  placeChanged() {
    this.own = this.store.now.choosing;
    this.changed();
  }

  /** What the table is for now: a place, a unit or an area of the open form, or another form. */
  changed() {
    const isHere = this.screen.context.places.place === "play";
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
    const hole = offer.holes.find((each) => each.kind === "area" && each.allowed.length > 0);
    if (!hole) return null;
    return {
      what: "area",
      allowed: hole.allowed.map(String),
      greyed: hole.greyed,
      choose: (id) => {
        if (hole.allowed.includes(id)) form.change(hole.name, id);
        else this.screen.context.say(hole.greyed[id] ?? `${id} cannot be chosen here.`);
      },
    };
  }

  /** Every piece on which something hangs that may be done now.
   * @returns {import("../app/store.js").Choosing | null} */
  ofOffers() {
    const units = this.screen.units();
    const pieces = this.store.now.table?.pieces.map((piece) => piece.id) ?? [];
    /** @type {Map<string, import("./hanging.js").Hung[]>} */
    const hung = new Map(pieces.map((piece) => [piece, hangingOn(piece, this.screen.forms, units)]));
    this.hangAnew(hung);
    const allowed = pieces.filter((piece) => hung.get(piece)?.some((each) => !each.reason));
    const greyed = Object.fromEntries(
      pieces.filter((piece) => !allowed.includes(piece)).flatMap((piece) => (hung.get(piece) ?? []).slice(0, 1).map((each) => [piece, each.reason])),
    );
    if (allowed.length === 0 && Object.keys(greyed).length === 0) return null;
    return { what: "unit", allowed, greyed, choose: (id, _place, isTyped) => this.tapped(id, hung.get(id) ?? [], isTyped) };
  }

  /** A tap looks: the piece says what may be done with it, and nothing is done before a button is pressed.
   * What an open form asks for is filled in.
   * @param {string} piece @param {import("./hanging.js").Hung[]} hung @param {boolean} isTyped */
  tapped(piece, hung, isTyped) {
    const { active, forms } = this.screen;
    const own = hung.find((each) => each.key === active && !each.reason && Object.keys(each.fills).length > 0);
    const form = own && forms.get(own.key);
    if (own && form && !isOneTap(form.offer)) for (const [name, value] of Object.entries(own.fills)) form.change(name, value);
    this.hang(piece, own ? [own, ...hung.filter((each) => each !== own)] : hung, isTyped);
  }

  /** @param {string} piece @param {import("./hanging.js").Hung[]} hung @param {boolean} isTyped */
  hang(piece, hung, isTyped) {
    const bids = hung.map((each) => ({ words: each.words, reason: each.reason, need: () => this.need(each), act: () => this.bid(each) }));
    this.store.set({ hung: { piece, bids: [...bids, ...this.wayBack(piece, hung)], isTyped } });
  }

  /** A piece that was dragged, and that nothing may be done with, goes back by one press.
   * @param {string} piece @param {import("./hanging.js").Hung[]} hung @returns {import("../table/offer_bar.js").Bid[]} */
  wayBack(piece, hung) {
    const { moved } = this.store.now;
    if (moved?.piece !== piece || hung.some((each) => !each.reason)) return [];
    return [{ words: "Put it back", reason: "", isBack: true, need: async () => "", act: () => void this.screen.context.put(piece, moved.from) }];
  }

  /** A piece with which nothing may be done says at once why not. @param {string} piece */
  sayWhyNot(piece) {
    const hung = hangingOn(piece, this.screen.forms, this.screen.units());
    if (hung.length > 0 && hung.every((each) => each.reason)) this.hang(piece, hung, false);
  }

  /** What it takes, where a button is all that it takes to do it. @param {import("./hanging.js").Hung} bid @returns {Promise<string>} */
  async need({ key, fills, isWhole, reason }) {
    const offer = this.screen.forms.get(key)?.offer;
    const seat = this.screen.fed.seats.find((each) => key.startsWith(`${each.seat} `))?.seat ?? "";
    const [found] = offer && isWhole && !reason ? commandsAt(offer, { ...singles(offer), ...fills }) : [];
    if (!found) return "";
    const told = await Promise.all([this.screen.needs.of(seat, found.command), this.screen.odds.inWords(seat, found.command)]);
    return told.filter(Boolean).join(" ");
  }

  /** What hangs on a piece goes with the offers. @param {Map<string, import("./hanging.js").Hung[]>} hung */
  hangAnew(hung) {
    const shown = this.store.now.hung;
    if (!shown) return;
    const now = hung.get(shown.piece) ?? [];
    /** @param {{words: string, reason: string}[]} bids */
    const told = (bids) => JSON.stringify(bids.map(({ words, reason }) => [words, reason]).sort());
    if (now.length === 0) this.store.set({ hung: null });
    else if (told(now) !== told(shown.bids.filter((each) => !each.isBack))) this.hang(shown.piece, now, false);
  }

  /** A button was pressed: it is done, or what is still to be said is asked for.
   * @param {import("./hanging.js").Hung} bid */
  bid({ key, fills }) {
    const form = this.screen.forms.get(key);
    if (!form) return;
    form.values = { ...singles(form.offer), ...form.values, ...fills };
    if (isComplete(form.offer, form.values)) form.give();
    else this.open({ key });
  }

  /** @param {Pick<import("./hanging.js").Hung, "key">} bid */
  open({ key }) {
    this.screen.activate(key);
    this.screen.forms.get(key)?.render();
    this.changed();
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

  /** Beside the button stands what has to be done first, where it cannot stay. @param {boolean} mayStay */
  placeHint(mayStay) {
    const { byHand, practice } = this.store.now;
    if (!byHand && !practice) return "Put it there; the camera looks.";
    return mayStay ? "Drag it on the table, or leave it where it is." : "";
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

/** @param {number} length */
function round(length) {
  return Math.round(length * 100) / 100;
}
