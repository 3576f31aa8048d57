// Searches the guide: every page by heading and word, in what was read once.

/** @typedef {[address: string, title: string, heading: string, anchor: string, words: string]} Row */

const MOST = 20;
const AROUND = 70;

/**
 * The parts that hold every word, those with the words in their headings first.
 * @param {readonly Row[]} rows
 * @param {string} wanted
 * @returns {Row[]}
 */
export function found(rows, wanted) {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return rows
    .map((row) => ({ row, score: score(row, words) }))
    .filter((each) => each.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map((each) => each.row);
}

/**
 * @param {Row} row
 * @param {readonly string[]} words
 */
function score(row, words) {
  const title = row[1].toLowerCase(), heading = row[2].toLowerCase(), text = row[4].toLowerCase();
  let sum = 0;
  for (const word of words) {
    const here = (heading.includes(word) ? 9 : 0) + (title.includes(word) ? 4 : 0) + (text.includes(word) ? 1 : 0);
    if (here === 0) return 0;
    sum += here;
  }
  return sum;
}

/**
 * What is said around the first of the words.
 * @param {string} text
 * @param {string} wanted
 */
export function around(text, wanted) {
  const place = text.toLowerCase().indexOf(wanted.toLowerCase().trim().split(/\s+/)[0] ?? "");
  const from = Math.max(0, place - AROUND);
  const shown = text.slice(from, Math.max(place, 0) + AROUND);
  return `${from > 0 ? "… " : ""}${shown}${from + shown.length < text.length ? " …" : ""}`;
}

/** Make the search of this page work. */
function start() {
  const up = document.body.dataset["up"] ?? "";
  const box = document.querySelector('[role="search"]');
  const input = box?.querySelector("input");
  const place = document.getElementById("found");
  // From a disk no page may read another file; there the browser's own search has to do.
  if (!(box instanceof HTMLElement) || !input || !place || location.protocol === "file:") return;
  box.hidden = false;
  const home = document.createElement("a");
  home.href = "/";
  home.textContent = "To the table";
  box.before(home);
  /** @type {Promise<Row[]> | undefined} */
  let reading;
  input.addEventListener("input", async () => {
    reading ??= fetch(`${up}search.json`).then((answer) => answer.json());
    const rows = await reading.catch(() => undefined);
    if (rows === undefined) reading = undefined;
    show(place, rows, { wanted: input.value, up });
  });
}

/**
 * @param {HTMLElement} place
 * @param {Row[] | undefined} rows
 * @param {{ wanted: string, up: string }} asked
 */
function show(place, rows, { wanted, up }) {
  place.hidden = wanted.trim() === "";
  const hits = rows === undefined ? [] : found(rows, wanted);
  const list = document.createElement("ol");
  for (const [address, title, heading, anchor, words] of hits) {
    const item = document.createElement("li"), link = document.createElement("a");
    const name = document.createElement("strong"), said = document.createElement("span");
    link.href = `${up}${address}#${anchor}`;
    name.textContent = heading === title ? title : `${title}: ${heading}`;
    said.textContent = around(words, wanted);
    link.append(name, said);
    item.append(link);
    list.append(item);
  }
  const none = rows === undefined ? "The umpire does not answer; try again." : "Nothing in the guide says that.";
  place.replaceChildren(hits.length > 0 ? list : none);
}

if (typeof document !== "undefined") start();
