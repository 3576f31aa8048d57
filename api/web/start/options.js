// Makes the field for one thing that players agree on, whatever the game.

import { make } from "../app/elements.js";
import { capital, spaced } from "../app/words.js";

/** @typedef {import("../app/types.js").GameOption} GameOption */

/** What was agreed, with one more; a default needs no word.
 * @param {Record<string, unknown>} agreed @param {GameOption} option @param {unknown} value
 */
export function changed(agreed, option, value) {
  const { [option.name]: _old, ...others } = agreed;
  return value === option.default ? others : { ...others, [option.name]: value };
}

/** @param {GameOption} option @param {(value: unknown) => void} agree @param {string} [whose] what it is a part of, where the page has another one */
export function optionField(option, agree, whose = "option") {
  const id = `${whose}-${option.name}`;
  const says = make("span", { class: "faint", id: `${id}-says` }, option.says);
  const field = input(option, agree);
  field.id = id;
  field.setAttribute("aria-describedby", `${id}-says`);
  return make("div", { class: "option" }, make("label", { for: id }, capital(spaced(option.name))), field, says);
}

/** @param {GameOption} option @param {(value: unknown) => void} agree */
function input(option, agree) {
  if (option.choices.length > 0) {
    const select = make(
      "select",
      { onchange: () => agree(select.value) },
      ...option.choices.map((choice) =>
        make("option", { value: choice, selected: choice === option.default }, capital(choice.replaceAll("_", " "))),
      ),
    );
    return select;
  }
  if (typeof option.default === "boolean") {
    const box = make("input", { type: "checkbox", checked: option.default, onchange: () => agree(box.checked) });
    return box;
  }
  const field = make("input", {
    type: typeof option.default === "number" ? "number" : "text",
    value: String(option.default),
    step: "any",
    min: option.least,
    max: option.most,
    oninput: () => agree(typeof option.default === "number" ? field.valueAsNumber : field.value),
  });
  return field;
}
