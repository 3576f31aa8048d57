// Chooses a camera among those that are there, and says what to do about its light.

import { button, make, replace } from "../app/elements.js";
import { PhonesPart } from "./phones.js";

/** @typedef {{camera: string, kind: string, name: string, is_open: boolean}} CameraTold */

/** @param {import("./camera_part.js").Doing} doing @returns {import("./camera_part.js").StepView} */
export function chooseStep({ requests, act }) {
  const list = make("div", { class: "cameras" });
  const state = make("p", { role: "status" });
  const phones = new PhonesPart({ requests, act });
  const address = make("input", { type: "text", inputmode: "url", maxlength: "500", placeholder: "rtsp://192.168.1.20/video", "aria-label": "Address of a stream, or a recording's name" });
  const typed = make(
    "form",
    { class: "row", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void act(take); } },
    address,
    make("button", { type: "submit" }, "Use this address"),
  );
  let shown = "";
  let looks = 0;

  async function take() {
    const { camera } = await requests.post("/cameras", { address: address.value });
    await requests.put("/camera", { camera });
    address.value = "";
  }

  /** @param {CameraTold[]} cameras */
  function listed(cameras) {
    replace(
      list,
      ...cameras.map((each) =>
        button(each.name, () => void act(() => requests.put("/camera", { camera: each.camera })), {
          "aria-pressed": String(each.is_open),
          "data-key": each.camera,
        }),
      ),
    );
  }

  return {
    element: make(
      "div",
      {},
      make("p", {}, "Mount it so that it sees the whole table, and let nothing move it afterwards."),
      list,
      phones.element,
      make("details", {}, make("summary", {}, "An address"), make("p", {}, "Of an app or a camera that sends MJPEG or RTSP. It is kept until the umpire stops; one that sees the table is opened again at the next start."), typed),
      button("Look for cameras again", () => void act(async () => listed(await requests.get("/cameras"))), { class: "quiet" }),
      state,
    ),
    show: async (told) => {
      const { camera, beside } = told;
      const look = (looks += 1);
      await phones.show(camera);
      if (look !== looks) return;
      state.textContent = camera.camera === null ? "" : camera.state === "live" ? "The picture is bright, sharp and steady." : capitalised(camera.note || camera.state);
      // One that was set aside is not offered; one that is done without is again.
      const taken = JSON.stringify([camera.camera, ...beside.map((each) => each.camera)]);
      if (shown === taken) return;
      const cameras = await requests.get("/cameras");
      if (look !== looks) return;
      shown = taken;
      listed(cameras);
    },
  };
}

/** @param {string} text */
function capitalised(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
