import { capital, listed } from "../app/words.js";
import { groundNamed, groundOf } from "../log/near.js";
import { edgesAsked } from "../table/zones.js";
import { clauseLink } from "./evidence.js";
import { commandOf, isFilled, passing } from "./filling.js";
import { moveMeter } from "./move_meter.js";

/** @typedef {import("./offer_form.js").OfferForm} OfferForm */

/** A piece that is dragged, and the form that it fills in: how far it may go, and what if that was too far. */
export class Drags {
  /** @param {import("./screen.js").PlayScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** What the umpire would say to where a piece was let go, and to which offer.
     * @type {{moved: import("../app/store.js").Moved, offer: string, told: import("./move_meter.js").Tried} | null} */
    this.tried = null;
    /** Of several questions under way the last one counts. */
    this.asked = 0;
    /** The offer whose piece the umpire is being asked about, and where that was let go. */
    this.asking = "";
    /** @type {import("../app/store.js").Moved | null} */
    this.askedOf = null;
    /** A piece that was let go before it was known what that begins. @type {import("../app/store.js").Moved | null} */
    this.early = null;
    screen.store.on(["link"], () => {
      // What was asked over a line that is lost may get no answer.
      if (screen.store.now.link !== "live") this.askedOf = null;
    });
  }

  /** A place of its own that an offer asks for, where a piece of its unit was let go.
   * @param {import("../app/types.js").Offer} offer */
  placeOf(offer) {
    const { moved } = this.screen.store.now;
    const hole = offer.holes.find((each) => each.kind === "pose");
    const unit = offer.reach?.unit ?? String(offer.fixed.unit ?? offer.unit ?? "");
    const pieces = this.screen.units().get(unit) ?? [unit];
    return moved && hole && !offer.refusal && pieces.includes(moved.piece) ? { moved, hole, unit, pieces } : null;
  }

  /** Whoever lets a piece go hears at once whether it may stand there; nobody else learns of it. */
  async look() {
    this.tried = null;
    this.asking = "";
    this.asked += 1;
    const { asked } = this;
    for (const { seat } of this.screen.fed.seats) {
      for (const [key, form] of this.screen.forms) {
        const found = key.startsWith(`${seat} `) ? this.placeOf(form.offer) : null;
        if (!found || found.pieces.length !== 1) continue;
        const { moved, hole, unit } = found;
        const lacks = form.offer.holes.some((each) => each !== hole && !isFilled(each, form.values[each.name]));
        if (lacks) continue;
        const { x_in, y_in, heading_deg } = moved.to;
        // Where a move ends is measured; what is laid out is put where it is said.
        const isMeasured = hole.optional || Boolean(form.offer.reach);
        const values = isMeasured ? form.values : { ...form.values, [hole.name]: { x_in, y_in, heading_deg } };
        const sent = { seat, command: commandOf(form.offer, values), ...(isMeasured ? { unit, x_in, y_in, heading_deg } : {}) };
        const { battle } = this.screen.store.now;
        const offer = JSON.stringify(form.offer);
        this.asking = offer;
        this.askedOf = moved;
        form.render();
        const told = await this.screen.context.requests.post(`/battles/${encodeURIComponent(battle)}/try`, sent).catch(() => null);
        if (this.asked !== asked) return;
        this.asking = "";
        const shown = this.screen.forms.get(key) ?? form;
        if (!told || this.screen.store.now.moved !== moved) return shown.render();
        const reason = told.reason && groundNamed(told.reason, groundOf(this.screen.store.now.table));
        this.tried = { moved, offer, told: { ...told, reason } };
        shown.render();
        return;
      }
    }
  }

  /** What may be asked for has come anew: what was said of where a piece stands may hold no more. Where it is the
   * same, and just that is being measured, its answer is waited for: asked anew, none would count while offers come. */
  offersChanged() {
    const forms = [...this.screen.forms.values()].filter((form) => this.placeOf(form.offer));
    if (forms.length > 0 && !forms.some(({ offer }) => this.isSaidOf(offer) || this.isAskedOf(offer))) void this.look();
  }

  /** Whether the umpire is being asked about just this. @param {import("../app/types.js").Offer} offer */
  isAskedOf(offer) {
    return this.asking !== "" && this.askedOf === this.screen.store.now.moved && this.asking === JSON.stringify(offer);
  }

  /** Whether the umpire's word is about just this. @param {import("../app/types.js").Offer} offer */
  isSaidOf(offer) {
    return this.tried !== null && this.tried.moved === this.screen.store.now.moved && this.tried.offer === JSON.stringify(offer);
  }

  /** Brings back what was dragged of a unit, as where the roll for its move has failed; null where nothing was.
   * @param {string} unit @returns {(() => void) | null} */
  backOf(unit) {
    const { moved, byHand } = this.screen.store.now;
    const pieces = this.screen.units().get(unit) ?? [unit];
    return moved && byHand && pieces.includes(moved.piece) ? () => void this.screen.context.put(moved.piece, moved.from) : null;
  }

  /** How far pieces may go now, for whoever drags one, and which edges are to be chosen among. */
  showReaches() {
    const edges = edgesAsked([...this.screen.forms.values()].map(({ offer }) => offer));
    if (edges.join() !== this.screen.store.now.edges.join()) this.screen.store.set({ edges });
    const units = this.screen.units();
    const reaches = [...this.screen.forms.values()].flatMap(({ offer }) => {
      const { reach } = offer;
      return reach && !offer.refusal ? (units.get(reach.unit) ?? [reach.unit]).map((piece) => /** @type {const} */ ([piece, reach])) : [];
    });
    if (reaches.length > 0 || this.screen.store.now.reaches.size > 0) this.screen.store.set({ reaches: new Map(reaches) });
  }

  /** A piece that is dragged begins what is begun so; while the page is behind, what the next offers have for it. */
  begin() {
    this.early = this.screen.store.now.moved;
    // Where it was let go is where it is meant to stand, and not where somebody tapped before.
    for (const form of this.screen.forms.values()) {
      const found = this.placeOf(form.offer);
      if (found && isElsewhere(found.moved) && form.values[found.hole.name] !== undefined) form.change(found.hole.name, undefined);
    }
    this.beginNow();
    this.open();
  }

  /** What says where the piece stands is opened, for its measure to be seen; where nothing does, the piece says why. */
  open() {
    const { moved } = this.screen.store.now;
    const placing = [...this.screen.forms].filter(([, { offer }]) => !["quiet", "grave"].includes(offer.weight ?? "main") && this.placeOf(offer));
    const [key = ""] = placing[0] ?? [];
    if (placing.length === 1 && key !== this.screen.active) this.screen.activate(key, false);
    if (placing.length === 0 && moved) this.screen.chooser.sayWhyNot(moved.piece);
  }

  /** Once the offers are those of what has happened last, and its form does not wait for an answer. */
  beginNow() {
    const { moved } = this.screen.store.now;
    if (this.early !== moved) this.early = null;
    if (!this.early || this.isBehind()) return;
    const { piece } = this.early;
    const units = this.screen.units();
    const begun = [...this.screen.forms].filter(([, { offer }]) => offer.by_drag && !offer.refusal && (units.get(offer.unit ?? "") ?? [offer.unit]).includes(piece));
    if (begun.some(([key]) => this.screen.underWay.has(key))) return;
    this.early = null;
    for (const [, form] of begun) form.give();
  }

  /** A command was accepted. What says where a piece stands has settled that; what only begins its move, and
   * the roll for it, have not: the way that the piece has gone goes on.
   * @param {import("../app/store.js").Moved | null} moved as it was when the command was given
   * @param {import("../app/types.js").Offer | undefined} offer @param {number} last its last event */
  given(moved, offer, last) {
    const { store } = this.screen;
    const { moved: now } = store.now;
    const goesOn = offer && (offer.by_drag || offer.holes.some(({ kind }) => kind === "dice"));
    if (goesOn && now && now.piece === moved?.piece) now.last = last;
    // What was dragged since then waits for what comes next.
    if (!goesOn && moved && now === moved) store.set({ moved: null });
  }

  isBehind() {
    const { fed, feed, offers, store } = this.screen;
    return offers.inert || feed.held !== null || fed.last < (store.now.state?.last ?? -1);
  }

  /** @param {string} seat @param {OfferForm} form */
  meter(seat, form) {
    const found = this.placeOf(form.offer);
    if (!found) return null;
    const { moved } = found;
    const { reach = null } = form.offer;
    const tried = this.tried && this.isSaidOf(form.offer) ? this.tried.told : null;
    if (!reach && (!tried || tried.allowed)) return null;
    return moveMeter({
      reach,
      moved,
      tried,
      isAsked: this.asking === JSON.stringify(form.offer),
      clause: (id) => clauseLink(id, this.screen.book),
      put: (pose) => void this.screen.context.put(moved.piece, pose),
      ask: () => void this.askToPass(seat, form, moved),
      others: listed((this.screen.store.now.state?.view.seats ?? []).filter((each) => each.name !== seat).flatMap((each) => each.sides).map(capital)) || "the others",
    });
  }

  /** The others let a command pass under a clause: the first asking tells under which.
   * @param {string} seat @param {OfferForm} form @param {import("../app/store.js").Moved} moved */
  async askToPass(seat, form, moved) {
    const hole = form.offer.holes.find((each) => each.kind === "pose");
    const { x_in, y_in, heading_deg } = moved.to;
    const command = commandOf(form.offer, hole ? { ...form.values, [hole.name]: { x_in, y_in, heading_deg } } : form.values);
    const refusal = await this.screen.give(seat, command, form);
    if (refusal?.waivable) await this.screen.give(seat, passing(command, refusal.clause));
  }
}

/** Whether it was not only turned. @param {import("../app/store.js").Moved} moved */
function isElsewhere({ from, to }) {
  return from.x_in !== to.x_in || from.y_in !== to.y_in;
}
