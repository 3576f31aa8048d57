// Finds cases of the book of rulings by clause and word.

/** @typedef {{seat: string, command: string, ruling: string, clauses: string[], why: string, then: string[], measured: string[]}} Ruling */
/** @typedef {{id: string, title: string, example: string, options: string[], situation: string[], rulings: Ruling[], drawn: boolean}} Case */
/** @typedef {{game: string, title: string, usual: string[], clauses: Record<string, string>, chapters: {id: string, title: string, cases: Case[]}[]}} Book */
/** @typedef {{chapter: string, chapterTitle: string, words: string, found: Case}} Entry */

/** @param {Book} book @returns {Entry[]} */
export function entriesOf(book) {
  return book.chapters.flatMap(({ id, title, cases }) =>
    cases.map((found) => {
      const rulings = found.rulings.flatMap((each) => [each.seat, each.command, each.ruling, each.why, ...each.clauses, ...each.then, ...each.measured]);
      const words = [title, found.id, found.title, found.example, ...found.options, ...found.situation, ...rulings].join(" ").toLowerCase();
      return { chapter: id, chapterTitle: title, words, found };
    }),
  );
}

/** The cases in which every word stands. @param {Entry[]} entries @param {string} text */
export function matching(entries, text) {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => wanted.every((word) => entry.words.includes(word)));
}
