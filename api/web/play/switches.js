// Shows the switches over the play: which seats somebody plays here, and whether it is spoken.

import { make } from "../app/elements.js";

/** For a host who plays several seats at one screen. @param {import("../app/shell.js").Context} context */
export function seatSwitch({ store, say, sit, sitDown }) {
  const { me, state, seats } = store.now;
  if (!state || !me) return null;
  const all = state.view.seats;
  const own = all.find((seat) => seat.name === me.seat);
  if (me.role === "player") {
    const sides = own?.sides.join(" and ");
    return make("p", { class: "you" }, `You are ${me.seat}${sides && sides !== me.seat ? `, ${sides}` : ""}`);
  }
  if (me.role === "spectator") return make("p", { class: "you" }, "You are watching");
  const value = seats.length === 0 ? "" : seats.length === 1 ? (seats[0] ?? "") : "*";
  const choices = [["*", "every free seat"], ...all.map((seat) => [seat.name, seat.name]), ["", "nobody: watch"]];
  const select = make(
    "select",
    {
      "data-key": "seat",
      onchange: () => {
        if (select.value === "*") sitDown().catch((failure) => say(failure.message));
        else sit(select.value ? [select.value] : []);
      },
    },
    ...choices.map(([name, words]) => make("option", { value: name, selected: name === value }, words)),
  );
  return make("label", { class: "you" }, "You play", select);
}

/** @param {import("./speech.js").Speech} speech */
export function speechSwitch(speech) {
  if (!speech.isPossible) return null;
  const box = make("input", {
    type: "checkbox",
    checked: speech.isOn,
    "data-key": "speech",
    onchange: () => speech.turn(box.checked),
  });
  return make("label", { class: "switch" }, box, "Speak");
}

/** Whether the umpire rolls, shuffles and deals by itself. @param {boolean} isOn @param {(isOn: boolean) => void} turn */
export function chanceSwitch(isOn, turn) {
  const box = make("input", { type: "checkbox", checked: isOn, "data-key": "chance", onchange: () => turn(box.checked) });
  return make("label", { class: "switch" }, box, "The umpire rolls and deals for me");
}

/** Whether what the umpire does by itself leaves no time to read. @param {boolean} isOn @param {(isOn: boolean) => void} turn */
export function paceSwitch(isOn, turn) {
  const box = make("input", { type: "checkbox", checked: isOn, "data-key": "at once", onchange: () => turn(box.checked) });
  return make("label", { class: "switch" }, box, "At once, without time to read");
}
