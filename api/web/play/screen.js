// Shows the part of the page on which a seat plays: what is waited for, forms, rulings.

import { make, replace } from "../app/elements.js";
import { Once } from "../app/once.js";
import { proposalCards } from "../log/proposals.js";
import { battleOver } from "./over.js";
import { AnyCommand } from "./any_command.js";
import { Chooser } from "./chooser.js";
import { marksOf } from "./evidence.js";
import { Feed } from "./feed.js";
import { isOneTap, keyOf, onlyOnce, passing, sorted, unitPieces } from "./filling.js";
import { firstSentence, OfferForm } from "./offer_form.js";
import { disputeRefusal } from "./refusals.js";
import { rolledFor } from "./roller.js";
import { RulesBook } from "./rules_book.js";
import { rulingCard } from "./ruling.js";
import { seatSwitch, speechSwitch } from "./switches.js";
import { SheetReader } from "../sheet/reader.js";
import { Speech } from "./speech.js";

/** @typedef {import("../app/types.js").Offer} Offer */
/** @typedef {import("../app/shell.js").Context} Context */

export class PlayScreen {
  /** @param {HTMLElement} host @param {Context} context */
  constructor(host, context) {
    this.context = context;
    this.store = context.store;
    this.book = new RulesBook(context.requests);
    this.speech = new Speech();
    /** @type {Map<string, OfferForm>} */
    this.forms = new Map();
    /** The form that is open, by its key. */
    this.active = "";
    /** @type {import("./feed.js").Fed} */
    this.fed = { battle: "", seats: [], proposals: [], last: -1 };
    /** The last event that a command from here has led to: what was offered before it is over. */
    this.done = { battle: "", last: -1 };
    this.giving = new Once();
    this.awaits = make("h2", { class: "awaits", "aria-live": "polite" });
    this.whose = make("div", { class: "whose" });
    this.ruled = make("div", { class: "ruled", "aria-live": "polite" });
    /** What may be done about the part of a board that was tapped. */
    this.about = make("div", { class: "about" });
    this.offers = make("div", { class: "offers" });
    this.aside = make("div", { class: "aside" });
    this.other = new AnyCommand({
      book: this.book,
      seats: () => this.store.now.seats,
      game: () => this.store.now.state?.view.game ?? "",
      give: (seat, command) => void this.give(seat, command),
      why: (reason) => context.say(reason),
    });
    host.append(this.awaits, this.ruled, this.about, this.offers, this.aside, this.other.element, this.whose);
    /** Called when it is known what may be asked for. */
    this.heard = () => {};
    /** Called when a board was read from a photograph, or drawn without one.
     * @type {(shown: import("../sheet/reader.js").Shown | null) => void} */
    this.photographed = () => {};
    this.chooser = new Chooser(this);
    this.feed = new Feed({ store: this.store, fed: (fed) => this.show(fed) });
    this.store.on(["state", "seats", "me", "battle"], () => this.stateChanged());
    this.store.on(["link"], () => {
      // A line that comes back says how it is now, also where the umpire has lost what was done last.
      if (this.store.now.link !== "live") this.done = { battle: "", last: -1 };
      this.restUntilNew();
    });
    context.tabs.on(() => this.chooser.tabChanged());
  }

  /** Units and pieces of the battle. */
  units() {
    return unitPieces(this.store.now.state?.view.state ?? {});
  }

  stateChanged() {
    const { state, battle, me, seats } = this.store.now;
    this.other.element.hidden = !state || seats.length === 0 || state.view.result !== null;
    replace(this.whose, seatSwitch(this.context), speechSwitch(this.speech));
    if (!state) {
      const none = battle ? "Reaching the battle …" : "No battle is open. Choose one on the start page.";
      this.awaits.textContent = none;
      this.ruled.replaceChildren();
      return;
    }
    this.withoutWhatIsDisputed();
    void this.book.game(state.view.game).catch(() => undefined);
    const { awaits, result } = state.view;
    const text = result ?? awaits;
    if (this.awaits.textContent !== text) {
      const first = firstSentence(text);
      this.awaits.replaceChildren(make("strong", {}, first), text.slice(first.length));
      this.speech.say(text);
    }
    this.awaits.classList.toggle("over", result !== null);
    if (me?.role === "spectator") replace(this.offers, battleOver(this.context));
  }

  // --- offers ------------------------------------------------------------------------------------

  /** @param {import("./feed.js").Fed} fed */
  show(fed) {
    this.fed = fed;
    this.offers.dataset.last = String(fed.last);
    this.restUntilNew();
    if (this.store.now.me?.role === "spectator") return;
    const before = this.forms;
    this.forms = new Map();
    const several = fed.seats.length > 1;
    const groups = onlyOnce(fed.seats.map(({ seat, offers }) => ({ seat, ...sorted(offers) })));
    /** @param {string} seat @param {Offer[]} offers */
    const formed = (seat, offers) => offers.map((offer) => this.form(seat, offer, before));
    const now = groups
      .filter((group) => group.now.length > 0)
      .map((group) => this.section(several ? group.seat : "", formed(group.seat, group.now)));
    const questions = groups.flatMap((group) => formed(group.seat, group.questions));
    const aside = groups.map((group) => ({ seat: group.seat, forms: formed(group.seat, group.aside) }));
    if (!this.forms.has(this.active)) this.active = this.first();
    for (const [key, form] of this.forms) {
      form.open(isOneTap(form.offer) || key === this.active);
      form.under(this.store.now.state?.view.awaits ?? "");
    }
    replace(
      this.offers,
      battleOver(this.context),
      questions.length > 0 && make("section", {}, make("h2", {}, "To be decided"), ...questions.map((form) => form.element)),
      ...proposalCards(fed.proposals, (id, verb) => this.decide(id, verb)),
      ...now,
      now.length + questions.length === 0 && this.waiting(),
    );
    this.showAside(aside.filter((group) => group.forms.length > 0), several);
    this.chooser.changed();
    this.heard();
  }

  waiting() {
    const { state } = this.store.now;
    if (!state || state.view.result !== null || this.fed.seats.length === 0) return null;
    return make("p", { class: "faint" }, "Nothing for you to do now.");
  }

  /** @param {{seat: string, forms: OfferForm[]}[]} groups @param {boolean} several */
  showAside(groups, several) {
    const wasOpen = this.aside.querySelector("details")?.open ?? false;
    replace(
      this.aside,
      groups.length > 0 &&
        make(
          "details",
          { class: "more", open: wasOpen },
          make("summary", { "data-key": "more" }, "Take back, give up and more"),
          ...groups.map((group) => this.section(several ? group.seat : "", group.forms)),
        ),
    );
  }

  /** @param {string} seat @param {OfferForm[]} forms */
  section(seat, forms) {
    return make(
      "section",
      { class: "seat-offers", "data-seat": seat },
      seat && make("h3", { class: "seat" }, seat),
      ...forms.map((form) => form.element),
    );
  }

  /** @param {string} seat @param {Offer} offer @param {Map<string, OfferForm>} before */
  form(seat, offer, before) {
    const key = `${seat} ${keyOf(offer)}`;
    const form = before.get(key) ?? this.made(seat, offer, key);
    form.renew(offer);
    this.forms.set(key, form);
    return form;
  }

  /** @param {string} seat @param {Offer} offer @param {string} key */
  made(seat, offer, key) {
    /** @type {OfferForm} */
    const form = new OfferForm(offer, {
      give: (command) => void this.give(seat, command, form),
      opened: () => this.activate(key),
      changed: () => this.chooser.changed(),
      why: (reason) => this.context.say(reason),
      book: this.book,
      roll: (hole, command) => {
        const what = form.offer.says;
        void this.give(seat, command, form, () => rolledFor(this.context, { seat, command, hole, what }));
      },
      placeHint: () => this.chooser.placeHint(),
      sheet: (fill) => this.reader(fill),
    });
    return form;
  }

  /** @param {(values: Record<string, unknown>) => void} fill */
  reader(fill) {
    const filled = (/** @type {Record<string, unknown>} */ values, /** @type {any} */ shown) => {
      this.photographed(shown);
      fill(values);
    };
    return new SheetReader({ context: this.context, fill: filled }).element;
  }

  /** The offer that is surely meant: the only one of a seat that has something to fill in. */
  first() {
    for (const { seat } of this.fed.seats) {
      const open = [...this.forms].filter(
        ([key, { offer }]) =>
          key.startsWith(`${seat} `) && !offer.refusal && offer.holes.length > 0 && !isOneTap(offer) && sorted([offer]).now.length > 0,
      );
      if (open.length === 1) return open[0]?.[0] ?? "";
    }
    return "";
  }

  /** @param {string} key */
  activate(key) {
    this.active = key;
    for (const [each, form] of this.forms) form.open(isOneTap(form.offer) || each === key);
    const form = this.forms.get(key);
    /** @type {HTMLElement | null | undefined} */
    const inside = form?.element.querySelector("fieldset button, input, [data-key=give]");
    inside?.focus({ preventScroll: true });
    form?.element.scrollIntoView({ block: "nearest" });
    this.chooser.changed();
  }

  // --- commands ----------------------------------------------------------------------------------

  /** @param {string} seat @param {Record<string, unknown>} command @param {OfferForm} [form]
   * @param {() => Promise<import("../app/types.js").Ruling>} [send] another way than as it stands */
  async give(seat, command, form, send) {
    await this.giving.run(JSON.stringify([seat, command]), () => this.given(seat, command, form, send));
  }

  /** @param {string} seat @param {Record<string, unknown>} command @param {OfferForm} [form]
   * @param {() => Promise<import("../app/types.js").Ruling>} [send] */
  async given(seat, command, form, send) {
    const { battle } = this.store.now;
    let isAccepted = false;
    form?.busy(true);
    try {
      const ruling = await (send?.() ?? this.context.requests.command(battle, seat, command));
      if (battle !== this.store.now.battle) return;
      isAccepted = ruling.accepted;
      if (isAccepted) this.done = { battle, last: ruling.events.at(-1)?.sequence ?? -1 };
      this.restUntilNew();
      this.rule(ruling, { seat, command });
    } catch (failure) {
      const told = failure instanceof Error ? failure.message : String(failure);
      replace(this.ruled, make("p", { class: "trouble", role: "alert" }, told));
    } finally {
      form?.busy(false);
      form?.answered(isAccepted);
      this.feed.anew();
    }
  }

  /** Between an event and the offers that come of it, nothing old can be pressed. */
  restUntilNew() {
    const isOld = this.fed.battle === this.done.battle && this.fed.last < this.done.last;
    this.offers.inert = isOld;
    this.aside.inert = isOld;
  }

  /** @param {import("../app/types.js").Ruling} ruling
   * @param {{seat: string, command: Record<string, unknown>}} given */
  rule(ruling, { seat, command }) {
    const done = () => {
      this.ruled.replaceChildren();
      this.store.draw("ruling", []);
    };
    const evidence = ruling.refusal ? ruling.refusal.evidence : ruling.events.flatMap((event) => event.evidence);
    this.store.draw("ruling", marksOf(evidence));
    replace(
      this.ruled,
      rulingCard({
        ruling,
        command,
        book: this.book,
        override: (clause) => void this.give(seat, passing(command, clause)),
        dispute: (name) => void this.give(seat, command, undefined, () => disputeRefusal(this.context, seat, name)),
        done,
      }),
    );
    this.withoutWhatIsDisputed();
    // What is waited for now and what has been ruled are read first, also on a small screen.
    this.awaits.scrollIntoView({ block: "nearest" });
    this.speech.say(ruling.refusal ? ruling.refusal.reason : ruling.events.map((event) => event.says).join(" "));
  }

  /** A refusal is disputed once, from here or from anywhere else: then its card offers it no more. */
  withoutWhatIsDisputed() {
    const card = this.ruled.querySelector("[data-kept]");
    const disputes = /** @type {import("../review/dispute.js").Dispute[]} */ (/** @type {any} */ (this.store.now.state?.view)?.disputes ?? []);
    const found = disputes.find((each) => each.refusal && each.refusal === card?.getAttribute("data-kept"));
    if (found) card?.replaceWith(make("span", { class: "faint" }, `Disputed: ${found.dispute}`));
  }

  /** @param {string} id @param {"accept" | "reject"} verb */
  async decide(id, verb) {
    const { seats } = this.store.now;
    const proposal = this.fed.proposals.find((each) => each.id === id);
    const seat = proposal && seats.includes(proposal.seat) ? proposal.seat : (seats[0] ?? "");
    const kind = verb === "accept" ? "accept_proposal" : "dismiss_proposal";
    await this.give(seat, { kind, proposal: id });
  }
}

