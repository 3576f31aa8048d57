// Stands in for the browser where Node tries parts of the page: elements, and an umpire who answers late.

import { Store } from "../../../api/web/app/store.js";

class Element {
  constructor(tag) {
    Object.assign(this, { tag, children: [], attributes: new Map(), listeners: {}, style: { setProperty() {} }, dataset: {}, hidden: false, isConnected: true, value: "", offsetParent: {} });
    const names = new Set();
    this.classList = {
      add: (...each) => each.forEach((name) => names.add(name)),
      remove: (...each) => each.forEach((name) => names.delete(name)),
      contains: (name) => names.has(name),
      toggle: (name, isOn = !names.has(name)) => (isOn ? names.add(name) : names.delete(name), isOn),
    };
  }

  get textContent() {
    return this.children.map((each) => (each instanceof Element ? each.textContent : String(each))).join("");
  }

  set textContent(text) {
    this.children = [text];
  }

  get parentElement() {
    return new Element("div");
  }

  get options() {
    return this.children;
  }

  get selectedOptions() {
    return this.children.filter((each) => each.getAttribute("value") === this.value);
  }

  append(...more) {
    this.children.push(...more);
    // The first of a choice is chosen by itself.
    if (this.tag === "select" && this.value === "") this.value = this.children[0]?.getAttribute?.("value") ?? "";
  }

  prepend(...more) {
    this.children.unshift(...more);
  }

  after() {}
  remove() {}
  focus() {}
  scrollTo() {}
  scrollIntoView() {}
  insertBefore() {}

  replaceChildren(...more) {
    this.children = [];
    this.append(...more);
  }

  setAttribute(name, value) {
    this.attributes.set(name, value);
    if (name === "value") this.value = value;
    if (name === "hidden") this.hidden = true;
    if (name.startsWith("data-")) this.dataset[name.slice(5)] = value;
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  toggleAttribute() {}
  removeAttribute() {}

  addEventListener(name, act) {
    this.listeners[name] = act;
  }

  getClientRects() {
    return [{}];
  }

  contains() {
    return false;
  }

  closest() {
    return null;
  }

  querySelector() {
    return null;
  }

  querySelectorAll() {
    return [];
  }

  click() {
    return this.listeners.click?.({ preventDefault() {} });
  }
}

const heard = {};
const listening = { addEventListener: (name, act) => (heard[name] = act) };
const kept = () => ({ getItem: () => null, setItem() {}, removeItem() {} });
const ids = new Map();

/** What whoever listens to the whole page or its window hears. @param {string} name @param {object} [event] */
export function happens(name, event = {}) {
  return heard[name]?.(event);
}

/** Give Node what the modules of the page look for; done once, before they are loaded. */
export function standIn() {
  globalThis.document = {
    ...listening,
    body: new Element("body"),
    visibilityState: "visible",
    activeElement: null,
    createElement: (tag) => new Element(tag),
    createElementNS: (_, tag) => new Element(tag),
    getElementById: (id) => ids.get(id) ?? ids.set(id, new Element("div")).get(id),
    querySelectorAll: () => [],
    elementFromPoint: () => null,
  };
  Object.assign(globalThis, { Element, HTMLElement: Element, HTMLInputElement: class {}, SVGElement: class {} });
  Object.assign(globalThis, { localStorage: kept(), sessionStorage: kept(), location: { hash: "" }, history: { replaceState() {}, pushState() {} } });
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { language: "en" } });
  globalThis.window = Object.assign(globalThis, { ...listening, scrollTo() {}, requestAnimationFrame: (act) => act() });
}

/** All of the elements below one that are of this kind. @param {any} element @param {string} tag */
export function all(element, tag) {
  return element.children.flatMap((each) => (each instanceof Element ? [...(each.tag === tag ? [each] : []), ...all(each, tag)] : []));
}

/** Press the button that says so. @param {any} element @param {string} words */
export function press(element, words) {
  const found = all(element, "button").find((each) => each.textContent === words);
  if (!found) throw new Error(`expected a button ${words}, got ${all(element, "button").map((each) => each.textContent)}`);
  return found.click();
}

/** Until everything that waits for an answer that has come has gone on. */
export async function settled() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** An umpire who answers when it is told to. */
export class LateUmpire {
  constructor() {
    this.battle = "";
    /** What was asked and has no answer yet, in its order. */
    this.open = [];
    /** All that was ever asked. @type {string[]} */
    this.asked = [];
    for (const method of ["get", "post", "put", "remove", "upload"]) this[method] = (path, sent) => this.ask(method, path, sent);
  }

  ask(method, path, sent) {
    this.asked.push(`${method} ${path}`);
    return new Promise((answer, fail) => this.open.push({ path, sent, answer, fail }));
  }

  /** The first question that begins so, and has no answer yet. */
  question(path) {
    const at = this.open.findIndex((each) => each.path.startsWith(path));
    if (at < 0) throw new Error(`expected a question ${path}, got ${this.open.map((each) => each.path)}`);
    return this.open.splice(at, 1)[0];
  }

  async answers(path, told) {
    this.question(path).answer(told);
    await settled();
  }

  async fails(path, words = "The umpire does not answer.") {
    this.question(path).fail(new Error(words));
    await settled();
  }
}

/** What a part of the page is given, in a battle. @param {Record<string, unknown>} [now] */
export function given(now = {}) {
  const store = new Store();
  store.set({ me: { role: "host" }, battle: "one", seats: ["Red"], ...now });
  const requests = new LateUmpire();
  const said = [];
  const gone = [];
  const watch = async (battle) => store.set({ battle, state: null });
  const places = { place: "setup", on() {}, go: (place) => gone.push(place) };
  const context = { store, requests, places, watch, sit: (seats) => store.set({ seats }), sitDown: async () => {}, say: (text) => said.push(text), turns: { on() {}, of: () => 0 }, slots: { order: document.createElement("div") } };
  return { store, requests, context, said, gone };
}

/** @param {string} game @param {object} [options] */
export const stateOf = (game, options = {}) => ({ view: { game, title: game, options, facts: {}, result: null } });
