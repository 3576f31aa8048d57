// Fetches a part of the page when somebody first goes where it is shown: the start page does without.

/** @param {() => Promise<void>} fetched makes the part @param {(text: string) => void} say
 * @returns {() => void} to be called whenever it is wanted; one that could not be fetched is tried again then
 */
export function later(fetched, say) {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    fetched().catch((failure) => {
      isAsked = false;
      say(failure instanceof Error ? failure.message : String(failure));
    });
  };
}
