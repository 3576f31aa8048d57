// Shows every threshold of the live table to whoever wonders what the umpire goes by.

import { make, replace } from "../app/elements.js";

/** @param {import("./camera_part.js").Doing} doing @returns {HTMLElement} */
export function goesBy({ requests, act }) {
  const rows = make("dl", { class: "thresholds" });
  const element = make("details", { class: "goes-by" }, make("summary", {}, "What the umpire goes by"), rows);
  const load = async () => replace(rows, ...(await requests.get("/setup/thresholds")).flatMap(row));
  element.addEventListener("toggle", () => {
    if (element.open) void act(load);
  });
  return element;
}

/** @param {{name: string, value: number, unit: string, consequence: string}} told */
function row({ name, value, unit, consequence }) {
  return [make("dt", {}, make("code", {}, name), ` ${value} ${unit}`), make("dd", {}, consequence)];
}
