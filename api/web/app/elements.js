// Makes elements: every text goes in as text, and a handler is never an attribute.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Value
 * @typedef {Node | string | null | undefined | false} Child
 */

/**
 * @param {Element} element
 * @param {Record<string, Value>} attributes those that are null, undefined or false are left out
 */
export function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, String(value));
    }
  }
}

/** @param {Element} element @param {Child[]} children */
function fill(element, children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Value>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes);
  fill(element, children);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Value>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, attributes);
  fill(element, children);
  return element;
}

/**
 * @param {string} text
 * @param {(event: Event) => void} act
 * @param {Record<string, Value>} [attributes]
 */
export function button(text, act, attributes = {}) {
  return make("button", { type: "button", onclick: act, ...attributes }, text);
}

/** A drawing that comes as text, as the codes to scan do; only shapes and titles are kept.
 * @param {string} text
 * @returns {SVGElement}
 */
export function drawingFrom(text) {
  // Inside of a page a drawing needs no namespace; on its own it does.
  const whole = text.includes("xmlns=") ? text : text.replace("<svg", `<svg xmlns="${SVG}"`);
  const parsed = new DOMParser().parseFromString(whole, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") throw new Error("the drawing cannot be read");
  for (const part of parsed.querySelectorAll("script, foreignObject, style")) part.remove();
  // So that it may be shown in any size.
  if (!parsed.hasAttribute("viewBox")) {
    const [width, height] = ["width", "height"].map((name) => parseFloat(parsed.getAttribute(name) ?? "0"));
    parsed.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }
  return /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
}

/** Puts children in place of what was there, and the focus back to where it was.
 *
 * What had the focus is found again by its `data-key`; what may not be pressed any more passes it
 * on to what comes next.
 * @param {Element} element
 * @param {...Child} children
 */
export function replace(element, ...children) {
  const active = document.activeElement;
  const held = active && element.contains(active) ? active.closest("[data-key]") : null;
  const key = held?.getAttribute("data-key");
  const caret = held instanceof HTMLInputElement && held.type === "text" ? held.selectionStart : null;
  element.replaceChildren();
  fill(element, children);
  if (key) {
    /** @type {HTMLElement | null} */
    const again =
      element.querySelector(`[data-key="${CSS.escape(key)}"]:enabled`) ??
      element.querySelector("[data-key=give]:enabled") ??
      element.querySelector("[data-key]:enabled");
    again?.focus({ preventScroll: true });
    if (again instanceof HTMLInputElement && caret !== null) again.setSelectionRange(caret, caret);
  }
}
