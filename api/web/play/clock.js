// Counts the clocks of the sides down between two words of the umpire, who keeps the time.

import { button, make, replace } from "../app/elements.js";
import { capital } from "../app/words.js";
import { sideColours } from "../table/words.js";
import { sideBadge } from "./plates.js";

/** @typedef {import("../app/types.js").Clock} ClockTold */
/** @typedef {import("../app/types.js").BattleState} BattleState */

const TICK = 250;
const SHORT_S = 60;

/** Seconds as a clock shows them; pure. @param {number} seconds */
export function clockFace(seconds) {
  const all = seconds > 0 ? Math.ceil(seconds) : Math.floor(-seconds);
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const face = hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
  return seconds <= -1 ? `−${face}` : face;
}

export class Clocks {
  constructor() {
    this.element = make("div", { class: "clocks", role: "timer", "aria-label": "The clocks", hidden: true });
    /** @type {{face: HTMLElement, side: ClockTold["sides"][number]}[]} */
    this.faces = [];
    this.heard = 0;
    setInterval(() => this.tick(), TICK);
  }

  /** @param {BattleState | null} state @param {import("../app/elements.js").Child} [act] a button beside them */
  show(state, act) {
    const clock = state?.clock;
    this.element.hidden = !clock;
    this.faces = [];
    if (!clock || !state) return;
    this.heard = performance.now();
    const colours = sideColours(clock.sides.map((each) => each.side).sort());
    const drawn = clock.sides.map((side) => {
      const face = make("b", {});
      this.faces.push({ face, side });
      return make("span", { class: `side-clock${side.runs ? " runs" : ""}`, "data-side": side.side }, sideBadge(colours.get(side.side) ?? "grey"), make("span", { class: "name" }, capital(side.side)), face, side.out && make("small", {}, "time is over"));
    });
    replace(this.element, ...drawn, clock.stands !== "" && make("small", { class: "stands" }, `The clock stands: ${clock.stands}.`), act);
    this.tick();
  }

  tick() {
    const gone = (performance.now() - this.heard) / 1000;
    for (const { face, side } of this.faces) {
      const left = side.left_s - (side.runs ? gone : 0);
      const text = clockFace(left);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("short", left < SHORT_S);
    }
  }
}

/** The clocks over the dock, with a pause to ask for.
 * @param {{context: import("../app/shell.js").Context, dock: HTMLElement}} parts */
export function showClocks({ context, dock }) {
  const { store, requests, say } = context;
  const clocks = new Clocks();
  dock.prepend(clocks.element);
  const act = make("span", {});
  const offered = () => {
    const found = (store.now.options?.seats ?? []).flatMap(({ seat, options }) => options.filter((each) => /_clock$/.test(each.command)).map((offer) => ({ seat, offer })))[0];
    const give = async () => {
      if (!found) return;
      try {
        const ruling = await requests.command(store.now.battle, found.seat, { kind: found.offer.command });
        if (ruling.refusal) say(ruling.refusal.reason);
      } catch (failure) {
        say(failure instanceof Error ? failure.message : String(failure));
      }
    };
    const verb = found?.offer.verb ?? "";
    // Its name in full is for whoever hears it; beside the clocks one word will do.
    replace(act, found && button(found.offer.command === "pause_clock" ? "Pause" : verb, () => void give(), { "aria-label": verb, title: verb, "data-key": "pause" }));
  };
  store.on(["state"], () => clocks.show(store.now.state, act));
  store.on(["options", "seats"], offered);
}
