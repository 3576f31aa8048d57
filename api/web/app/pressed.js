// Lets a press count whose button was put in anew, as the same, while the finger was down.

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

/** The browser clicks nothing whose button has gone since it was pressed. */
export function keepPresses() {
  /** @type {HTMLButtonElement | null} */
  let pressed = null;
  document.addEventListener("pointerdown", (event) => (pressed = buttonOf(event.target)), true);
  document.addEventListener("pointercancel", () => (pressed = null), true);
  document.addEventListener("pointerup", (event) => {
    const before = pressed;
    pressed = null;
    if (!before || before.isConnected) return;
    const now = buttonOf(document.elementFromPoint(event.clientX, event.clientY));
    if (now && !now.disabled && !now.closest("[inert]") && isSame(before, now)) now.click();
  }, true);
}
