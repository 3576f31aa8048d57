// Shows whoever is not let in why, and how to get in: by a link, a scan, or a code in the terminal.

import { button, make, replace } from "../app/elements.js";
import { Requests } from "../app/request.js";
import { howToComeBack, isUmpires, keepToken } from "../app/token.js";

/** What a stranger reads. @param {{had: boolean, hostname: string}} known whether a token was shown */
export function doorWords({ had, hostname }) {
  if (had) return { why: "This link has ended.", how: howToComeBack(hostname) };
  const how = isUmpires(hostname) ? "On the umpire's computer: type `umpire open`, or have its terminal show a code." : "Scan the code that the host shows, or ask the host for a link.";
  return { why: "This table is private. Paste the link or scan the code.", how };
}

/** @param {HTMLElement} host @param {{had: boolean}} known */
export function showDoor(host, { had }) {
  const { hostname } = location;
  const isHere = isUmpires(hostname);
  const { why, how } = doorWords({ had, hostname });
  const code = make("div", { class: "door-code" });
  host.replaceChildren(
    make(
      "main",
      { class: "stranger" },
      make("h1", {}, "Paper Umpire"),
      make("p", { role: "alert" }, make("strong", {}, why), " ", how),
      isHere && code,
    ),
  );
  if (isHere) askForCode(code);
}

/** @param {HTMLElement} place */
function askForCode(place) {
  const requests = new Requests("");
  const said = make("p", { role: "status", class: "faint" });
  const show = button("Show a code in the terminal", () => void start(), { class: "go", "data-key": "show-code" });
  const start = async () => {
    try {
      await requests.post("/code", {});
      replace(place, form, said);
      said.textContent = "Good once, for a minute.";
      field.focus();
    } catch (failure) {
      said.textContent = failure instanceof Error ? failure.message : String(failure);
    }
  };
  const field = make("input", {
    inputmode: "numeric",
    autocomplete: "one-time-code",
    pattern: "[0-9]{6}",
    maxlength: 6,
    required: true,
    "data-key": "code",
  });
  const form = make(
    "form",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void enter();
      },
    },
    make("label", {}, "Six digits in the terminal ", field),
    make("button", { type: "submit", class: "go", "data-key": "enter-code" }, "Come in"),
  );
  const enter = async () => {
    try {
      const { token } = await requests.post("/code/entered", { code: field.value });
      keepToken(token);
      location.reload();
    } catch (failure) {
      said.textContent = failure instanceof Error ? failure.message : String(failure);
      field.value = "";
      field.focus();
      if (failure instanceof Error && "kind" in failure && failure.kind === "no-code") replace(place, show, said);
    }
  };
  replace(place, show, said);
}
