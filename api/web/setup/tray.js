// Lets a piece be dragged from its tray onto the map.

const FAR = 8;

/** Whatever is dragged away from a button is let go on the table, and is no press of the button.
 * @param {HTMLElement} chip @param {(at: {x_in: number, y_in: number}) => void} letGo
 */
export function dragged(chip, letGo) {
  /** @type {{x: number, y: number, isFar: boolean} | null} */
  let from = null;
  let wasFar = false;
  chip.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY, isFar: false };
    wasFar = false;
    chip.setPointerCapture(event.pointerId);
  });
  chip.addEventListener("pointermove", (event) => {
    if (!from) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    from.isFar ||= Math.hypot(dx, dy) > FAR;
    if (!from.isFar) return;
    lift(chip);
    chip.style.translate = `${dx}px ${dy}px`;
  });
  /** @param {PointerEvent} event */
  const end = (event) => {
    const was = from;
    from = null;
    chip.classList.remove("lifted");
    for (const name of ["translate", "left", "top"]) chip.style.removeProperty(name);
    wasFar = was?.isFar ?? false;
    const at = wasFar && event.type === "pointerup" ? placeAt(event.clientX, event.clientY) : null;
    if (at) letGo(at);
  };
  chip.addEventListener("pointerup", end);
  chip.addEventListener("pointercancel", end);
  chip.addEventListener("click", (event) => wasFar && event.stopImmediatePropagation(), { capture: true });
}

/** Off its tray, from where it lay: no edge of the tray cuts it off. @param {HTMLElement} chip */
function lift(chip) {
  if (chip.classList.contains("lifted")) return;
  const { left, top } = chip.getBoundingClientRect();
  chip.classList.add("lifted");
  chip.style.left = `${left}px`;
  chip.style.top = `${top}px`;
}

/** Inches on the table below a place of the screen; null beside the map.
 * @param {number} x @param {number} y
 */
function placeAt(x, y) {
  const world = /** @type {SVGGElement | null} */ (document.querySelector(".map .world"));
  const box = world?.ownerSVGElement?.getBoundingClientRect();
  const inches = world?.getScreenCTM()?.inverse();
  if (!box || !inches || x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
  const at = new DOMPoint(x, y).matrixTransform(inches);
  return { x_in: at.x, y_in: at.y };
}
