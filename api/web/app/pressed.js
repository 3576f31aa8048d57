// Lets a press count whose button moved away, or was put in anew as the same, while the finger was down.

/** A finger that is still moves no farther, pixels. */
const STILL = 8;

/** What makes two buttons one and the same to whoever presses; pure. @param {Element} one @param {Element} other */
export function isSame(one, other) {
  /** @param {Element} each */
  const told = (each) => JSON.stringify([each.getAttribute("data-key"), each.getAttribute("aria-label"), each.textContent]);
  return told(one) === told(other);
}

/** @param {EventTarget | null} target */
function buttonOf(target) {
  return target instanceof Element ? target.closest("button") : null;
}

/** The browser clicks nothing whose button has gone, or has moved on, since it was pressed. */
export function keepPresses() {
  /** @type {{button: HTMLButtonElement, x: number, y: number} | null} */
  let pressed = null;
  document.addEventListener("pointerdown", (event) => {
    const found = buttonOf(event.target);
    pressed = found && { button: found, x: event.clientX, y: event.clientY };
  }, true);
  document.addEventListener("pointercancel", () => (pressed = null), true);
  document.addEventListener("pointerup", (event) => {
    const before = pressed;
    pressed = null;
    // What is still there under the finger is clicked by the browser.
    if (!before || buttonOf(event.target) === before.button) return;
    const isStill = Math.hypot(event.clientX - before.x, event.clientY - before.y) <= STILL;
    const under = buttonOf(document.elementFromPoint(event.clientX, event.clientY));
    const now = !before.button.isConnected && under && isSame(before.button, under) ? under : isStill ? moved(before.button) : null;
    if (now && !now.disabled && !now.closest("[inert]") && now.getClientRects().length > 0) now.click();
  }, true);
}

/** The button that was pressed where it is now, if it is the only one of its kind. @param {HTMLButtonElement} before */
function moved(before) {
  if (before.isConnected) return before;
  const same = [...document.querySelectorAll("button")].filter((each) => isSame(before, each));
  return same.length === 1 ? same[0] : null;
}
