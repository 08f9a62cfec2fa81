import { useEffect, useRef } from "react";

/** Elements that use all keys themselves. */
const TYPING =
  "textarea, [contenteditable], dialog, [role=dialog], input:not([type=range], [type=checkbox], [type=radio])";
const PRESSED_BY_SPACE = "button, a, summary, input[type=checkbox], input[type=radio]";

/**
 * Keyboard shortcuts for the whole screen, except in elements that use the keys themselves. A control clicked
 * with a pointer keeps the focus, so Space must not press it again.
 * @param onKey returns whether it handled the key.
 */
export function useKeys(onKey: (key: string) => boolean): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    let pointed: Element | null = null;
    let isTaken = false;
    const point = ({ target }: Event) => {
      pointed = target instanceof Element ? target.closest(PRESSED_BY_SPACE) : null;
    };
    const press = (event: KeyboardEvent) => {
      isTaken = false;
      if (event.key === "Tab") pointed = null;
      if (event.ctrlKey || event.metaKey || event.altKey || isOwnKey(event, pointed)) return;
      isTaken = latest.current(event.key);
      if (isTaken) event.preventDefault();
    };
    // Firefox presses a button when the key is let go.
    const release = (event: KeyboardEvent) => {
      if (isTaken && event.key === " ") event.preventDefault();
    };
    addEventListener("pointerdown", point, true);
    addEventListener("keydown", press);
    addEventListener("keyup", release);
    return () => {
      removeEventListener("pointerdown", point, true);
      removeEventListener("keydown", press);
      removeEventListener("keyup", release);
    };
  }, []);
}

/** Whether the element that has the focus does something by this key itself. */
function isOwnKey({ target, key }: KeyboardEvent, pointed: Element | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(TYPING)) return true;
  if (target.closest("select")) return key === " " || key.startsWith("Arrow");
  const pressed = key === " " ? target.closest(PRESSED_BY_SPACE) : null;
  return pressed !== null && pressed !== pointed;
}
