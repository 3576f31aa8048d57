// Makes the camera the table, and the table one that is moved by hand again.

import { button, make } from "../app/elements.js";

/** @param {import("./camera_part.js").Doing} doing @returns {import("./camera_part.js").StepView} */
export function useStep({ requests, act }) {
  const use = button("Use this camera", () => void act(() => requests.post("/setup/use", {})), { class: "main" });
  const leave = button("Move the pieces by hand again", () => void act(() => requests.remove("/setup/use")));
  const close = button("Close the camera", () => void act(() => requests.remove("/camera")), { class: "quiet" });
  return {
    element: make(
      "div",
      {},
      make("p", {}, "The umpire then follows every piece by itself. If the camera or the table is pushed, it says so and stops measuring until it is put right."),
      make("div", { class: "row" }, use, leave, close),
    ),
    show: ({ in_use: inUse, camera }) => {
      use.hidden = inUse;
      leave.hidden = !inUse;
      close.hidden = camera.camera === null;
    },
  };
}
