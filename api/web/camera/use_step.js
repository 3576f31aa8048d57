// Makes the camera the table, and the table one that is moved by hand again.

import { button, make } from "../app/elements.js";
import { inches } from "../app/words.js";
import { besidePart } from "./beside.js";
import { cameraCount, isMeasured } from "./steps.js";

/** @param {import("./camera_part.js").Doing} doing @returns {import("./camera_part.js").StepView} */
export function useStep(doing) {
  const { requests, act } = doing;
  const file = make("input", { type: "file", accept: "image/*", capture: "environment", "data-key": "photograph", onchange: () => void compare() });
  const told = make("p", { class: "compared", role: "status" });
  const second = make("div", {}, make("label", {}, "Compare with a photograph of the whole table, by any phone", file), told);

  async function compare() {
    const [picture] = file.files ?? [];
    if (!picture) return;
    told.textContent = "";
    await act(async () => {
      told.textContent = comparison(await requests.upload("/setup/second-opinion", picture));
    }, "Measuring the photograph");
    file.value = "";
  }

  const use = button("Use this camera", () => void act(() => requests.post("/setup/use", {})), { class: "main" });
  const leave = button("Move the pieces by hand again", () => void act(() => requests.remove("/setup/use")));
  const others = besidePart(doing);
  const drawn = make("p", { hidden: true }, "What it sees is drawn: drag a piece on the map, and it lies there.");
  const close = button("Close the camera", () => void act(() => requests.remove("/camera")), { class: "quiet" });
  return {
    element: make(
      "div",
      {},
      make("p", {}, "The umpire then follows every piece by itself. If the camera or the table is pushed, it says so and stops measuring until it is put right."),
      drawn,
      make("div", { class: "row" }, use, leave, close),
      others.element,
      second,
    ),
    show: (told) => {
      const { in_use: inUse, camera } = told;
      const count = cameraCount(told);
      use.textContent = count > 1 ? `Use these ${count} cameras` : "Use this camera";
      close.textContent = count > 1 ? "Close all cameras" : "Close the camera";
      others.show(told, isMeasured(told));
      drawn.hidden = !(inUse && camera.is_drawn && !told.is_elsewhere);
      use.hidden = inUse;
      leave.hidden = !inUse;
      second.hidden = !inUse;
      close.hidden = camera.camera === null;
    },
  };
}

/** @param {{pieces: number, error_in: number, apart: string[], notes: string[]}} found */
function comparison({ pieces, error_in: error, apart, notes }) {
  const seen = `The photograph shows ${pieces} ${pieces === 1 ? "piece" : "pieces"}, each to ${inches(error)} or better.`;
  const differ = apart.length > 0 ? `It differs from the camera by more than their errors: ${apart.join(" ")}` : "It agrees with the camera.";
  return [seen, differ, ...notes].join(" ");
}
