// Makes elements, from text that is never taken for markup.

/** @typedef {Node | string | number | null} Child */

/**
 * @param {string} tag
 * @param {Record<string, any>} [given] attributes; what begins with "on" is a listener
 * @param {...Child} children
 * @returns {any}
 */
export function make(tag, given = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null) made.setAttribute(name, String(value));
  }
  made.append(...children.filter((each) => each !== null).map((each) => (each instanceof Node ? each : String(each))));
  return made;
}

/** @param {string} says @param {() => unknown} press @param {Record<string, any>} [given] */
export function button(says, press, given = {}) {
  return make("button", { type: "button", onclick: press, ...given }, says);
}

/** A labelled input, or any other control that is passed.
 * @param {string} says @param {Record<string, any>} given @param {HTMLElement} [control] */
export function field(says, given, control) {
  const { wide = "", ...rest } = given;
  return make("label", wide ? { class: wide } : {}, says, control ?? make("input", rest));
}

/** @param {string} name @param {[string, string][]} choices value and text of each */
export function choice(name, choices) {
  return make("select", { name }, ...choices.map(([value, says]) => make("option", { value }, says)));
}

/** A form whose values are sent; it is emptied once that was done.
 * @param {string} press what its button says
 * @param {(values: Record<string, string>) => Promise<unknown>} send
 * @param {...Child} fields */
export function form(press, send, ...fields) {
  const made = make("form", {}, ...fields, make("button", { class: "main" }, press));
  made.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const values = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(made)));
    if (await send(values)) made.reset();
  });
  return made;
}

/** Whether somebody is writing something in here, which must not be drawn anew under their hands.
 * @param {Element} place */
export function isBusy(place) {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll("textarea:not([readonly]), input"));
  const written = [...fields].some((each) => each.value !== each.defaultValue);
  return written || place.querySelector("details[open] form, details[open] img, form :focus") !== null;
}

/** @param {string[]} heads @param {Child[][]} rows @param {number[]} [counts] the columns of numbers */
export function grid(heads, rows, counts = []) {
  const sort = (/** @type {number} */ at) => (counts.includes(at) ? { class: "count" } : {});
  const head = make("tr", {}, ...heads.map((each, at) => make("th", { scope: "col", ...sort(at) }, each)));
  const body = rows.map((row) => make("tr", {}, ...row.map((each, at) => make("td", sort(at), each))));
  return make("div", { class: "wide", tabindex: 0, role: "region", "aria-label": heads.join(", ") }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...body)));
}
