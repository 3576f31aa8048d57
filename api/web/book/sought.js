// Finds a text by words that somebody types; pure.

/** Words that are looked for as one: whoever types any of them means all of them. */
const ALIKE = [/^(win|wins|won|winner|winners|winning|victory|victories)$/];

/** @param {string} text @returns {string[]} */
function words(text) {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Whether a text has all the words that are sought, or what means the same.
 * @param {string} text @param {string} sought */
export function hasAll(text, sought) {
  const told = text.toLowerCase();
  const single = told.split(/[^\p{L}\p{N}]+/u);
  return words(sought).every((word) => {
    const alike = ALIKE.find((each) => each.test(word));
    return told.includes(word) || (alike !== undefined && single.some((each) => alike.test(each)));
  });
}
