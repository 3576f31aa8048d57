// Shows the part of the page on which a seat plays: what is waited for, forms, rulings.

import { make, replace } from "../app/elements.js";
import { Once } from "../app/once.js";
import { groundCalled, groundNamed, groundOf } from "../log/near.js";
import { besideDock, proposalCards } from "../log/proposals.js";
import { battleOver } from "./over.js";
import { OddsBeside } from "../odds/beside.js";
import { Needs } from "../odds/needs.js";
import { AnyCommand } from "./any_command.js";
import { Chooser } from "./chooser.js";
import { askedBy, disputeButton } from "./correcting.js";
import { calledIn, doerOf } from "./deeds.js";
import { Drags } from "./drags.js";
import { marksOf } from "./evidence.js";
import { Feed } from "./feed.js";
import { isOneTap, isPlaced, isQuestion, keyOf, onlyOnce, passing, sorted, unitPieces } from "./filling.js";
import { firstSentence, OfferForm } from "./offer_form.js";
import { asideOf, decided, seatSection } from "./offer_list.js";
import { disputeRefusal, withoutDisputed } from "./refusals.js";
import { rolledFor } from "./roller.js";
import { RulesBook } from "./rules_book.js";
import { slipAct } from "./slip.js";
import { Slips } from "./slips.js";
import { chanceSwitch, paceSwitch, seatSwitch, speechSwitch } from "./switches.js";
import { SheetReader } from "../sheet/reader.js";
import { Speech } from "./speech.js";
import { resultOf, titleOf } from "./title.js";
import { isAtOnce, turnAtOnce, Unprompted } from "./unprompted.js";

/** @typedef {import("../app/types.js").Offer} Offer */
/** @typedef {import("../app/shell.js").Context} Context */

export class PlayScreen {
  /** @param {{slips: HTMLElement, dock: HTMLElement, menu: import("../app/menu.js").Menu}} hosts @param {Context} context */
  constructor({ slips, dock, menu }, context) {
    this.context = context;
    this.store = context.store;
    this.book = new RulesBook(context.requests);
    this.speech = new Speech();
    /** @type {Map<string, OfferForm>} */
    this.forms = new Map();
    /** What is waited for. @type {(OfferForm | undefined)[]} */
    this.next = [];
    /** The form that is open, by its key. */
    this.active = "";
    /** @type {import("./feed.js").Fed} */
    this.fed = { battle: "", seats: [], proposals: [], last: -1, isPutBack: false };
    /** The last event that a command from here has led to: what was offered before it is over. */
    this.done = { battle: "", last: -1 };
    this.giving = new Once();
    /** The forms whose command has no answer yet, by key; one made anew waits for it, too. @type {Set<string>} */
    this.underWay = new Set();
    this.odds = new OddsBeside(context);
    this.needs = new Needs(context);
    this.unprompted = new Unprompted({ step: () => this.step() });
    this.awaits = make("h2", { class: "awaits", "aria-live": "polite" });
    this.whose = make("div", { class: "whose" });
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
    this.slips = new Slips({ host: slips, context, book: this.book, speech: this.speech });
    dock.append(this.awaits, this.about, this.offers);
    this.menu = menu;
    menu.offers.append(this.whose, this.aside, this.other.element);
    /** Called when it is known what may be asked for. */
    this.heard = () => {};
    /** Called when a board was read from a photograph, or drawn without one.
     * @type {(shown: import("../sheet/reader.js").Shown | null) => void} */
    this.photographed = () => {};
    this.chooser = new Chooser(this);
    this.drags = new Drags(this);
    this.feed = new Feed({ store: this.store, fed: (fed) => this.show(fed) });
    this.store.on(["state", "seats", "me", "battle"], () => this.stateChanged());
    // What is asked is told by what happened, which may come later than the offers.
    const renamed = () => this.fed.seats.some(({ offers }) => offers.some(isQuestion)) && this.show(this.fed);
    this.store.on(["events"], renamed);
    context.turns.on(renamed);
    // Whether somebody else's move is worth a word hangs on who moves the pieces.
    this.store.on(["byHand"], () => this.fed.battle && this.show(this.fed));
    this.store.on(["moved"], () => {
      this.drags.begin();
      for (const form of this.forms.values()) if (form.offer.holes.some((hole) => hole.kind === "pose")) form.render();
      void this.drags.look();
    });
    this.store.on(["hands"], () => [...this.forms.values()].filter(({ offer }) => offer.holes.some((hole) => hole.kind === "piles")).forEach((form) => form.render()));
    this.store.on(["link"], () => {
      // A line that comes back says how it is now, also where the umpire has lost what was done last.
      if (this.store.now.link !== "live") this.done = { battle: "", last: -1 };
      this.restUntilNew();
    });
    context.places.on(() => this.chooser.placeChanged());
  }

  /** Units and pieces of the battle. */
  units() {
    return unitPieces(this.store.now.state?.view.facts ?? {});
  }

  stateChanged() {
    const { state, battle, me, seats } = this.store.now;
    this.other.follow(state !== null && seats.length > 0 && state.view.result === null);
    const does = this.unprompted.umpireDoes.of(battle);
    replace(this.whose, seatSwitch(this.context), speechSwitch(this.speech), seats.length > 0 && chanceSwitch(does.isOn, (isOn) => this.always(isOn)), seats.length > 0 && does.isOn && paceSwitch(isAtOnce(), turnAtOnce));
    if (!state) {
      this.awaits.textContent = battle ? "Reaching the battle …" : "No battle is open. Choose one on the start page.";
      return;
    }
    withoutDisputed(this.context, this.slips.element);
    void this.book.game(state.view.game).catch(() => undefined);
    const { awaits, result } = state.view;
    const text = result === null ? titleOf(awaits, state.view.facts.awaited ?? [], seats) : resultOf(result, state.view.facts.winner);
    if (this.awaits.textContent !== text) {
      const first = firstSentence(text);
      this.awaits.replaceChildren(make("strong", {}, first), make("span", { class: "rest" }, text.slice(first.length)));
      this.awaits.parentElement?.scrollTo(0, 0);
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
    const waited = groups.filter((group) => group.now.length > 0);
    const now = waited.map((group) => seatSection(group.seat, formed(group.seat, group.now), { isNamed: waited.length > 1, stand: (command) => this.stand(group.seat, command) }));
    const questions = groups.flatMap((group) => formed(group.seat, group.questions));
    const aside = groups.map((group) => ({ seat: group.seat, forms: formed(group.seat, group.aside) }));
    if (this.forms.get(this.active)?.isPast(this.store.now.state?.view.awaits ?? "") ?? true) this.active = this.first();
    for (const [key, form] of this.forms) {
      form.unfold(key === this.active);
      form.under(this.store.now.state?.view.awaits ?? "", this.askOf(form.offer));
    }
    replace(
      this.offers,
      battleOver(this.context),
      questions.length > 0 && make("section", { class: "asked" }, make("h2", {}, "To be decided"), ...decided(questions, (form) => this.askOf(form.offer))),
      ...proposalCards(this.proposals(), fed.seats.map((each) => each.seat), (id, verb) => void this.decide(id, verb), (evidence) => this.slips.point(marksOf(evidence)), (unit) => this.drags.backOf(unit)),
      ...now,
      now.length + questions.length === 0 && this.waiting(),
    );
    this.showAside(aside.filter((group) => group.forms.length > 0), several);
    this.next = [...questions, ...groups.flatMap((group) => group.now.map((offer) => this.forms.get(`${group.seat} ${keyOf(offer)}`)))];
    this.markNext();
    this.drags.showReaches();
    this.drags.offersChanged();
    this.drags.beginNow();
    this.chooser.changed();
    this.heard();
    this.byItself();
  }

  /** The answer to a command may come after the offers that it led to: its own form waits for it. */
  byItself() {
    if (!this.offers.inert) this.unprompted.goOn(this.fed, new Map([...this.forms].filter(([key]) => !this.underWay.has(key))), () => this.byItself());
  }

  /** In which step of its turn the battle is. */
  step() {
    const { battle, state } = this.store.now;
    return JSON.stringify([battle, state?.view.facts.turn]);
  }

  /** @param {string} key of what goes round from now on, or no longer */
  goRound(key) {
    this.unprompted.resume(this.fed);
    this.unprompted.eachInTurn.turn(key, this.step(), this.store.now.state?.view.facts.units);
    this.forms.get(key)?.render();
    this.byItself();
  }

  /** What is complete as the pieces stand is given from now on. @param {string} seat @param {string} command */
  stand(seat, command) {
    this.unprompted.resume(this.fed);
    this.unprompted.asTheyStand.begin(seat, command, this.step());
    this.byItself();
  }

  /** @param {boolean} isOn */
  always(isOn) {
    this.unprompted.umpireDoes.of(this.store.now.battle).turn(isOn);
    this.unprompted.resume(this.fed);
    this.slips.acted();
    this.stateChanged();
    this.byItself();
  }

  /** Yellow is the next act: one button, or one frame round what is equally possible. */
  markNext() {
    const every = this.next.flatMap((form) => (form && !form.offer.refusal ? [form] : []));
    // What the others wait for comes before everything else.
    const asked = every.filter((form) => form.offer.weight !== "plain" && isQuestion(form.offer));
    const all = asked.length > 0 ? asked : every.filter((form) => !isQuestion(form.offer));
    const mains = all.filter((form) => form.offer.weight !== "plain");
    const able = mains.length > 0 ? mains : all;
    const isSeen = this.offers.querySelector(".proposal .go") !== null;
    const open = all.find((form) => form === this.forms.get(this.active) && !isOneTap(form.offer));
    const lead = isSeen ? undefined : (open ?? (able.length === 1 ? able[0] : undefined));
    for (const form of this.forms.values()) form.lead(form === lead);
    const isChoice = !isSeen && !lead && able.length > 1;
    this.offers.classList.toggle("choice", isChoice && asked.length === 0);
    this.offers.querySelector(".asked")?.classList.toggle("choice", isChoice && asked.length > 0);
  }

  /** What somebody has asked or disputes that this answers, by names. @param {Offer} offer */
  askOf(offer) {
    return isQuestion(offer) ? this.slips.named({ says: askedBy(offer, this.store.now.state), kind: "referee" }) : "";
  }

  /** What the camera proposes, but for a move or a place that the dock asks about already. */
  proposals() {
    const asked = new Set([...this.forms.values()].flatMap(({ offer }) => (isPlaced(offer) ? [offer.reach?.unit ?? doerOf(offer)] : [])));
    return besideDock(this.fed.proposals, { ...this.store.now, asked });
  }

  waiting() {
    const { state } = this.store.now;
    if (!state || state.view.result !== null || this.fed.seats.length === 0) return null;
    return make("div", {}, make("p", { class: "faint" }, "Nothing for you to do now."), this.odds.ofOthers(this.fed.seats[0]?.seat ?? ""));
  }

  /** @param {{seat: string, forms: OfferForm[]}[]} groups @param {boolean} several */
  showAside(groups, several) {
    replace(this.aside, groups.length > 0 && asideOf(groups, several, this.aside.querySelector("details.amend")?.hasAttribute("open") ?? false));
  }

  /** @param {string} seat @param {Offer} offer @param {Map<string, OfferForm>} before */
  form(seat, offer, before) {
    const key = `${seat} ${keyOf(offer)}`;
    const told = isQuestion(offer) ? { ...offer, says: this.slips.named({ says: offer.says, kind: "referee" }) } : offer;
    const form = before.get(key) ?? this.made(seat, told, key);
    form.renew(told);
    if (this.underWay.has(key)) form.busy(true);
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
      why: (reason) => this.context.say(groundNamed(reason, groundOf(this.store.now.table))),
      book: this.book,
      roll: (hole, command) => {
        void this.give(seat, command, form, () => rolledFor(this.context, { seat, command, hole, what: form.offer.says }));
      },
      called: () => new Map([...groundCalled(groundOf(this.store.now.table)), ...calledIn(this.store.now.state?.view.state)]),
      hand: () => this.store.now.hands[seat] ?? [],
      placeHint: (mayStay) => this.chooser.placeHint(mayStay),
      placed: (each, at) => this.chooser.place(each, each.placing).choose("", at, true),
      meter: (each) => this.drags.meter(seat, each),
      needs: (each) => this.needs.beside(seat, each, this.fed),
      odds: (each) => this.odds.of(seat, each),
      always: () => this.always(true),
      round: { isOn: () => this.unprompted.eachInTurn.isOn(key), turn: () => this.goRound(key) },
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
          key.startsWith(`${seat} `) && !offer.refusal && offer.weight !== "plain" && offer.holes.length > 0 && !isOneTap(offer) && sorted([offer]).now.length > 0,
      );
      if (open.length === 1) return open[0]?.[0] ?? "";
    }
    return "";
  }

  /** @param {string} key @param {boolean} [isGoneTo] whether what is to be filled in has the focus */
  activate(key, isGoneTo = true) {
    this.active = key;
    for (const [each, form] of this.forms) form.unfold(each === key);
    const form = this.forms.get(key);
    form?.choose(true);
    /** @type {HTMLElement | null | undefined} */
    const inside = isGoneTo ? form?.element.querySelector("fieldset button, input, [data-key=give]") : null;
    inside?.focus({ preventScroll: true });
    form?.element.scrollIntoView({ block: "nearest" });
    this.markNext();
    this.chooser.changed();
  }

  // --- commands ----------------------------------------------------------------------------------

  /** @param {string} seat @param {Record<string, unknown>} command @param {OfferForm} [form]
   * @param {() => Promise<import("../app/types.js").Ruling>} [send] another way than as it stands */
  async give(seat, command, form, send) {
    /** @type {import("../app/types.js").Refusal | null} */
    let refusal = null;
    if (!this.unprompted.isActing) this.slips.acted();
    const key = form ? `${seat} ${keyOf(form.offer)}` : "";
    const isGiven = await this.giving.run(JSON.stringify([seat, command]), async () => {
      this.underWay.add(key);
      refusal = await this.given(seat, command, form, send);
    });
    if (!isGiven) return null;
    this.underWay.delete(key);
    this.forms.get(key)?.busy(false);
    this.drags.beginNow();
    this.byItself();
    return /** @type {import("../app/types.js").Refusal | null} */ (refusal);
  }

  /** @param {string} seat @param {Record<string, unknown>} command @param {OfferForm} [form]
   * @param {() => Promise<import("../app/types.js").Ruling>} [send] */
  async given(seat, command, form, send) {
    const { battle, moved } = this.store.now;
    const { offer } = form ?? {};
    let isAccepted = false;
    form?.busy(true);
    try {
      const ruling = await (send?.() ?? this.context.requests.command(battle, seat, command));
      if (battle !== this.store.now.battle) return null;
      isAccepted = ruling.accepted;
      if (isAccepted) this.done = { battle, last: ruling.events.at(-1)?.sequence ?? -1 };
      if (isAccepted) this.drags.given(moved, offer, this.done.last);
      this.restUntilNew();
      this.rule(ruling, { seat, command });
      return ruling.refusal;
    } catch (failure) {
      this.slips.fail(failure instanceof Error ? failure.message : String(failure));
      return null;
    } finally {
      // What came of it is told beside the table.
      this.menu.open(false);
      form?.busy(false);
      form?.answered(isAccepted);
      this.feed.anew();
    }
  }

  /** Between an event and the offers that come of it nothing old can be pressed, and nothing once the link has ended. */
  restUntilNew() {
    const isOld = this.store.now.link === "ended" || (this.fed.battle === this.done.battle && this.fed.last < this.done.last);
    this.offers.inert = isOld;
    this.aside.inert = isOld;
  }

  /** What was done is told to every seat by the log; what was refused is told here.
   * @param {import("../app/types.js").Ruling} ruling
   * @param {{seat: string, command: Record<string, unknown>}} given */
  rule({ refusal }, { seat, command }) {
    if (!refusal) {
      this.slips.refusedAt = "";
      return;
    }
    const { clause, waivable, kept } = refusal;
    const pass = () => void this.give(seat, passing(command, clause));
    const openly = () => void this.give(seat, command, undefined, () => disputeRefusal(this.context, seat, kept ?? ""));
    const dispute = disputeButton("Dispute it openly", { of: kept ?? "", act: openly, key: "dispute", look: { class: "link" } });
    dispute.dataset.kept = kept ?? "";
    this.slips.refuse(refusal, [waivable ? slipAct("Ask to let it pass", pass, "override") : null, kept ? dispute : null]);
    withoutDisputed(this.context, this.slips.element);
  }

  /** @param {string} id @param {"accept" | "reject"} verb */
  async decide(id, verb) {
    const { seats } = this.store.now;
    const proposal = this.fed.proposals.find((each) => each.id === id);
    const seat = proposal && seats.includes(proposal.seat) ? proposal.seat : (seats[0] ?? "");
    await this.give(seat, { kind: verb === "accept" ? "accept_proposal" : "dismiss_proposal", proposal: id });
  }
}

