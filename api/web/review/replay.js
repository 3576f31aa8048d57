// Replays a battle: walked through event by event, any moment drawn, two side by side.

import { button, draw, make, replace } from "../app/elements.js";
import { clock } from "../app/words.js";
import { groundJudged, groundOf, nearby } from "../log/near.js";
import { marksOf } from "../play/evidence.js";
import { addressOf, momentOf, nextOf, turnAt, turnFrom, turnMarks, turnWord, turnWords } from "./course.js";
import { DisputeBox } from "./dispute.js";
import { LuckBox } from "./luck.js";
import { Moments } from "./moments.js";
import { PastMap } from "./past_map.js";
import { PastTools } from "./past_tools.js";
import { Proof } from "./proof.js";

/** @typedef {import("../app/shell.js").Context} Context */
/** @typedef {import("./moments.js").Moment} Moment */

// Events a second.
const SPEEDS = [1, 2, 4, 10];
const AROUND = 6;

export class Replay {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.at = 0;
    /** @type {number | null} */
    this.beside = null;
    this.speed = 2;
    this.playing = 0;
    this.battle = "";
    this.isOpening = false;
    this.root = make("section", { class: "replay", "aria-label": "Replay", hidden: true });
    document.body.append(this.root);
    window.addEventListener("hashchange", () => this.follow());
    // On the whole page: what had the focus may just have gone.
    document.addEventListener("keydown", (event) => this.typed(event));
    context.store.on(["battle", "state"], () => this.follow());
  }

  /** Show what the address asks for, once the battle is there. */
  follow() {
    const asked = momentOf(location.hash);
    const { battle, state, events } = this.context.store.now;
    const wasHidden = this.root.hidden;
    this.root.hidden = asked === null || !state;
    document.body.classList.toggle("replaying", !this.root.hidden);
    if (!asked || !state) {
      this.stop();
      return;
    }
    // What was played since it was closed belongs to it; the log may know of it before the state.
    const last = Math.max(state.last, events.at(-1)?.sequence ?? -1);
    const isOld = wasHidden && this.course !== undefined && this.course.count <= last;
    if (this.battle !== battle || isOld || (!this.course && !this.isOpening)) {
      this.battle = battle;
      void this.open(asked.sequence, asked.beside);
    } else if (asked.sequence !== null && (asked.sequence !== this.at || asked.beside !== this.beside)) {
      this.beside = asked.beside;
      this.splitChanged();
      this.go(asked.sequence);
    }
  }

  /** @param {number | null} sequence @param {number | null} beside */
  async open(sequence, beside) {
    const moments = new Moments(this.context.requests, this.battle);
    this.moments = moments;
    this.course = undefined;
    this.isOpening = true;
    replace(this.root, make("p", { class: "waiting" }, "Opening the battle …"));
    // On its way while the course is read: the first picture is there with it.
    const last = this.context.store.now.state?.last ?? 0;
    moments.at(sequence ?? last).catch(() => {});
    try {
      const course = await moments.course();
      if (moments !== this.moments) return;
      this.isOpening = false;
      this.course = course;
    } catch (failure) {
      if (moments !== this.moments) return;
      this.isOpening = false;
      replace(this.root, make("p", { role: "alert" }, failure instanceof Error ? failure.message : String(failure)), this.leaving());
      return;
    }
    this.beside = beside;
    this.build(moments, this.course);
    this.go(sequence ?? this.course.count - 1);
    this.slider?.focus();
  }

  leaving() {
    return button("Close", () => this.close(), { class: "close", "data-key": "close" });
  }

  /** @param {Moments} moments @param {import("./moments.js").Course} course */
  build(moments, course) {
    const last = course.count - 1;
    this.slider = make("input", { type: "range", min: 0, max: last, step: 1, value: 0, "aria-label": "Moment", oninput: () => this.go(Number(this.slider?.value ?? 0)) });
    this.where = make("p", { class: "where", role: "status" });
    this.says = make("p", { class: "says" });
    this.list = make("ol", { class: "events" });
    this.play = button("Play", () => this.toggle(), { "data-key": "play", "aria-pressed": "false" });
    this.fast = make("select", { "aria-label": "Speed", onchange: () => (this.speed = Number(this.fast?.value ?? 2)) }, ...SPEEDS.map((each) => make("option", { value: each, selected: each === this.speed }, `${each} a second`)));
    const left = make("div", { class: "one" });
    const right = make("div", { class: "other", hidden: true });
    const side = make("aside", {}, this.says);
    this.tools = new PastTools(side, {
      ask: (what, terms) => moments.measure(this.at, what, terms),
      changed: () => this.lay(),
    });
    this.dispute = new DisputeBox(side, this.context);
    this.proof = new Proof(side, moments, this.context);
    side.append(this.list);
    this.luck = new LuckBox(side, moments, (sequence) => this.go(sequence));
    this.other = right;
    this.map = new PastMap(left, "The table at this moment", (id) => this.tools?.pick(id));
    this.besideMap = new PastMap(right, "The table at the other moment", () => {});
    this.besideSays = make("p", { class: "beside-says" });
    right.append(this.besideSays);
    const turns = course.turns.map((turn) => button(turn.turn === 0 ? "Start" : `${turn.turn}`, () => this.go(turn.first), { "aria-label": turn.turn === 0 ? "Before turn 1" : `Turn ${turn.turn}`, "data-turn": turn.first }));
    this.turns = make("div", { class: "turns", role: "group", "aria-label": "Turns" }, turns[0], turns.length > 1 && make("span", { class: "faint", "aria-hidden": "true" }, turnWord(this.context.store.now.state?.view.facts.turn?.says)), ...turns.slice(1));
    replace(
      this.root,
      make("header", {}, make("h2", {}, "Replay"), this.where, this.leaving()),
      make("div", { class: "stage" }, make("div", { class: "maps" }, left, right), side),
      make(
        "footer",
        {},
        this.turns,
        make("div", { class: "course" }, draw("svg", { class: "turn-marks", viewBox: `0 0 ${Math.max(1, last)} 1`, preserveAspectRatio: "none", "aria-hidden": "true" }, draw("path", { d: turnMarks(course) })), this.slider),
        make(
          "div",
          { class: "row" },
          button("◀◀", () => this.go(turnFrom(course, this.at, -1)), { "aria-label": "Turn back", "data-key": "turn-back" }),
          button("◀", () => this.go(this.at - 1), { "aria-label": "One event back", "data-key": "back" }),
          this.play,
          button("▶", () => this.go(this.at + 1), { "aria-label": "One event on", "data-key": "on" }),
          button("▶▶", () => this.go(turnFrom(course, this.at, 1)), { "aria-label": "Next turn", "data-key": "turn-on" }),
          this.fast,
          button("Next ruling", () => this.go(nextOf(course.measured, this.at, 1)), { "data-key": "ruling" }),
          button("Side by side", () => this.split(), { "data-key": "split" }),
          button("Copy the link", () => void this.copy(), { "data-key": "copy" }),
        ),
      ),
    );
    this.splitChanged();
  }

  /** @param {number} sequence */
  go(sequence) {
    const { course } = this;
    if (!course) return;
    this.at = Math.max(0, Math.min(course.count - 1, sequence));
    if (this.slider) this.slider.value = String(this.at);
    history.replaceState(null, "", addressOf(this.at, this.beside));
    void this.load();
  }

  /** Fetch where one is; while something is on its way, only the last wish counts. */
  async load() {
    if (this.loading || !this.moments) return;
    this.loading = true;
    for (let wanted = -1; wanted !== this.at; ) {
      wanted = this.at;
      /** @type {Moments} */
      const moments = this.moments;
      const found = await moments.at(wanted).catch((failure) => (failure instanceof Error ? failure : new Error(String(failure))));
      // Neither a late picture nor a late failure is of any use to whoever has gone on.
      if (moments !== this.moments) wanted = -1;
      else if (wanted === this.at && found instanceof Error) {
        if (this.where) this.where.textContent = found.message;
        this.stop();
      } else if (wanted === this.at) this.show(/** @type {Moment} */ (found));
    }
    this.loading = false;
    if (this.course && this.at + 1 < this.course.count) this.moments.at(this.at + 1).catch(() => {});
  }

  /** @param {Moment} told */
  show(told) {
    const { course } = this;
    if (!course || !this.where || !this.says) return;
    const ground = groundOf(told.table);
    const moment = { ...told, event: { ...told.event, says: nearby(told.event.says, ground), evidence: groundJudged(told.event.evidence, ground) } };
    this.moment = moment;
    this.where.textContent = `${moment.event.id} of ${course.count - 1}, ${turnWords(course, moment.turn)}${clock(moment.event.time)}`;
    this.says.textContent = moment.event.says;
    this.says.classList.toggle("fallen", moment.event.taken_back);
    this.map?.show(moment.table, moment.view);
    this.tools?.hide(this.map?.box.hidden ?? false);
    this.lay();
    if (this.tools?.picked.length) void this.tools.measure();
    this.dispute?.show(moment.event.id);
    this.luck?.show(moment.sequence);
    this.proof?.show(moment, course.pictured.includes(moment.sequence));
    for (const each of this.turns?.querySelectorAll("button") ?? []) {
      const began = Number(each.dataset.turn);
      each.setAttribute("aria-current", String(turnAt(course, began) === moment.turn));
    }
    this.around();
  }

  /** The measured lines of the ruling, and what was asked of the past. */
  lay() {
    const own = this.moment ? withoutRepeats(marksOf(this.moment.event.evidence)) : [];
    this.map?.lay([...own, ...(this.tools?.marks ?? [])], this.tools?.picked ?? []);
  }

  /** The events before and after, of which only a few are ever in the page. */
  around() {
    const { events } = this.context.store.now;
    const from = Math.max(0, this.at - AROUND);
    const near = events.slice(from, this.at + AROUND + 1);
    const ground = groundOf(this.moment?.table ?? null);
    if (!this.list) return;
    replace(
      this.list,
      ...near.map((event) =>
        make(
          "li",
          { value: event.sequence, class: event.taken_back ? "taken-back" : "", "aria-current": event.sequence === this.at ? "step" : null },
          button(nearby(event.says, ground), () => this.go(event.sequence), { "data-key": event.id }),
        ),
      ),
    );
  }

  toggle() {
    if (this.playing) {
      this.stop();
      return;
    }
    if (this.course && this.at >= this.course.count - 1) this.go(0);
    this.play?.setAttribute("aria-pressed", "true");
    if (this.play) this.play.textContent = "Pause";
    const tick = () => {
      this.playing = window.setTimeout(tick, 1000 / this.speed);
      if (this.loading) return;
      if (this.course && this.at >= this.course.count - 1) this.stop();
      else this.go(this.at + 1);
    };
    this.playing = window.setTimeout(tick, 1000 / this.speed);
  }

  stop() {
    clearTimeout(this.playing);
    this.playing = 0;
    this.play?.setAttribute("aria-pressed", "false");
    if (this.play) this.play.textContent = "Play";
  }

  split() {
    this.beside = this.beside === null ? this.at : null;
    this.splitChanged();
    this.go(this.at);
  }

  splitChanged() {
    if (!this.other) return;
    this.other.hidden = this.beside === null;
    if (this.beside === null || !this.moments) return;
    const { beside, moments } = this;
    moments.at(beside).then((moment) => {
      if (beside !== this.beside || moments !== this.moments) return;
      this.besideMap?.show(moment.table, moment.view);
      this.besideMap?.lay(withoutRepeats(marksOf(moment.event.evidence)), []);
      if (this.besideSays) this.besideSays.textContent = `${moment.event.id}: ${moment.event.says}`;
    }, () => {});
  }

  async copy() {
    const address = `${location.origin}/${addressOf(this.at, this.beside)}`;
    try {
      await navigator.clipboard.writeText(address);
      this.context.say("The link is copied; it opens this moment for whoever is let into the battle.");
    } catch {
      this.context.say(address);
    }
  }

  close() {
    this.stop();
    location.hash = "#/log";
  }

  /** @param {KeyboardEvent} event */
  typed(event) {
    const { course } = this;
    if (!course || this.root.hidden || event.target instanceof HTMLSelectElement) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      " ": () => this.toggle(),
      ArrowRight: () => this.go(event.shiftKey ? turnFrom(course, this.at, 1) : this.at + 1),
      ArrowLeft: () => this.go(event.shiftKey ? turnFrom(course, this.at, -1) : this.at - 1),
      n: () => this.go(nextOf(course.measured, this.at, 1)),
      b: () => this.go(nextOf(course.measured, this.at, -1)),
      Home: () => this.go(0),
      End: () => this.go(course.count - 1),
      s: () => this.split(),
      Escape: () => this.close(),
    };
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    // A button that has the focus is pressed by the space bar, as everywhere.
    if (event.key === " " && event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    act();
  }
}

/** Of several measurements along one line the first has its number at it; all are in the list.
 * @param {import("../app/types.js").Mark[]} marks
 */
function withoutRepeats(marks) {
  const told = new Set();
  return marks.map((mark) => {
    const line = JSON.stringify(mark.line_in);
    const again = told.has(line);
    told.add(line);
    return again ? { ...mark, words: "" } : mark;
  });
}
