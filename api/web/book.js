// Shows the book of rulings: the judged cases of a game, searched by clause and word.

import { button, make, replace } from "./app/elements.js";
import { entriesOf, matching } from "./book/search.js";

/** @typedef {import("./book/search.js").Book} Book */
/** @typedef {import("./book/search.js").Entry} Entry */
/** @typedef {import("./book/search.js").Ruling} Ruling */

const AT_ONCE = 30;
/** @param {string} id @returns {HTMLElement} */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const game = make("select", { "aria-label": "Game" });
const find = make("input", { type: "search", placeholder: "PI-HERO-01, smash, wall …", "aria-label": "Clause or words", maxlength: 100 });
/** @type {{book: Book | null, entries: Entry[], most: number}} */
const shown = { book: null, entries: [], most: AT_ONCE };

/** What the address asks for: `#game/words`. */
function asked() {
  const [slug = "", ...words] = decodeURIComponent(location.hash.slice(1)).split("/");
  return { slug, words: words.join("/") };
}

/** @param {string} path @returns {Promise<any>} */
async function fetched(path) {
  const response = await fetch(`/api/v1/book${path}`);
  if (!response.ok) throw new Error((await response.json()).detail);
  return response.json();
}

/** @param {string} clause */
function clauseButton(clause) {
  return button(clause, () => look(clause), { class: "link", title: shown.book?.clauses[clause] ?? "" });
}

/** @param {Ruling} ruling */
function rulingItem(ruling) {
  return make(
    "li",
    {},
    make("p", {}, make("strong", {}, ruling.seat), `: ${ruling.command}`),
    make("p", {}, make("span", { class: `ruling ${ruling.ruling}` }, ruling.ruling), ...ruling.clauses.map(clauseButton)),
    make("p", {}, ruling.why),
    ruling.measured.length > 0 && make("p", { class: "faint" }, `Measured: ${ruling.measured.join("; ")}.`),
    ruling.then.length > 0 && make("p", { class: "faint" }, `Then: ${ruling.then.join("; ")}.`),
  );
}

/** @param {Entry} entry */
function caseCard({ chapter, chapterTitle, found }) {
  const path = [shown.book?.game ?? "", chapter, found.id].map(encodeURIComponent).join("/");
  const about = [chapterTitle, found.example, ...found.options].filter(Boolean).join(" · ");
  return make(
    "article",
    { class: "card case", "data-case": found.id },
    make("h2", {}, found.title),
    make("p", { class: "faint" }, about),
    found.situation.length > 0 && make("ul", {}, ...found.situation.map((each) => make("li", {}, each))),
    found.drawn && make("img", { src: `/api/v1/book/${path}/drawing.svg`, loading: "lazy", alt: `The table: ${found.title}` }),
    make("ol", {}, ...found.rulings.map(rulingItem)),
  );
}

/** @param {string} words */
function look(words) {
  find.value = words;
  shown.most = AT_ONCE;
  history.replaceState(null, "", `#${game.value}/${encodeURIComponent(words)}`);
  render();
  scrollTo({ top: 0 });
}

function render() {
  const { book } = shown;
  if (!book) return;
  const found = matching(shown.entries, find.value);
  const clause = book.clauses[find.value.trim().toUpperCase()] ?? book.clauses[find.value.trim()];
  const usual = book.usual.length > 0 ? ` Unless a case says otherwise: ${book.usual.join("; ")}.` : "";
  part("told").textContent = clause ?? `${found.length} of ${shown.entries.length} judged cases.${usual}`;
  const more = found.length > shown.most;
  replace(
    part("cases"),
    ...found.slice(0, shown.most).map(caseCard),
    more && button(`Show more (${found.length - shown.most})`, () => ((shown.most += AT_ONCE), render()), { "data-key": "more" }),
  );
}

/** @param {string} slug */
async function open(slug) {
  // Nothing is searched in the book of another game, whatever becomes of this one.
  shown.book = null;
  replace(part("cases"));
  part("told").textContent = "";
  const book = await fetched(`/${encodeURIComponent(slug)}`).catch((failure) => {
    if (slug === game.value) throw failure;
  });
  // Another game may have been chosen meanwhile.
  if (!book || slug !== game.value) return;
  shown.book = book;
  shown.entries = entriesOf(book);
  shown.most = AT_ONCE;
  render();
}

/** @param {() => Promise<void>} work */
async function trying(work) {
  try {
    await work();
  } catch (failure) {
    part("told").textContent = failure instanceof Error ? failure.message : String(failure);
  }
}

async function start() {
  /** @type {{game: string, title: string}[]} */
  const books = await fetched("");
  game.replaceChildren(...books.map((each) => make("option", { value: each.game }, each.title)));
  part("asked").append(game, find);
  game.addEventListener("change", () => void trying(() => (look(find.value), open(game.value))));
  // What could not be had before is asked for again.
  find.addEventListener("change", () => void trying(async () => shown.book === null && open(game.value)));
  find.addEventListener("input", () => look(find.value));
  window.addEventListener("hashchange", () => void trying(follow));
  await follow();
}

async function follow() {
  const { slug, words } = asked();
  if ([...game.options].some((each) => each.value === slug)) game.value = slug;
  find.value = words;
  if (shown.book?.game === game.value) render();
  else await open(game.value);
}

void trying(start);
