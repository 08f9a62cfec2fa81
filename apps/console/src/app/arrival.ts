import { isModal } from "./shortcuts/useShortcuts.ts";

interface Arrival {
  /** The element that contains every screen. */
  screen: HTMLElement;
  /** Path and search of the screen that was left, if the new one may have a link to it; null if the person did not come back. */
  leftHref: string | null;
  /** Called with the title of the new screen, and again if its data bring another title. */
  onTitle: (title: string) => void;
}

/** Events that show that the person is using the new screen, which ends the arrival. */
const ACTS = ["pointerdown", "keydown", "wheel"] as const;

/**
 * Moves the focus to the title of a screen that has just opened, or to the row through which the person left it. Titles and rows may appear later,
 * with the screen's code or data; waiting ends when the person uses the screen. A field that the screen focuses keeps the focus, and so does an
 * open dialog until it is closed.
 * @returns a function that stops it.
 */
export function followArrival({ screen, leftHref, onTitle }: Arrival): () => void {
  let target: HTMLElement | null = null;
  let title = "";
  const stop = () => {
    observer.disconnect();
    for (const act of ACTS) removeEventListener(act, use, true);
    document.removeEventListener("close", settle, true);
  };
  /** Until the target exists, nothing would have the focus. */
  const use = () => {
    if (target?.isConnected) stop();
  };
  const settle = () => {
    const heading = screen.querySelector("h1");
    const text = heading?.textContent ?? "";
    if (text !== "" && text !== title) {
      title = text;
      onTitle(text);
    }
    if (isModal()) return;
    const row = leftHref === null ? null : rowOf(screen, leftHref);
    const next = row ?? heading;
    if (!next || next === target || hasOwnFocus(screen, target)) return;
    target = next;
    if (next === heading) next.tabIndex = -1;
    next.focus({ preventScroll: true });
    if (next === row && !isInWindow(row)) row.scrollIntoView({ block: "center" });
  };
  const observer = new MutationObserver(settle);
  observer.observe(screen, { childList: true, characterData: true, subtree: true });
  for (const act of ACTS) addEventListener(act, use, true);
  // Closing a dialog returns the focus to the element that had it before, which is on the previous screen.
  document.addEventListener("close", settle, true);
  settle();
  return stop;
}

/** Whether an element of the new screen has the focus for another reason. Remains of a closed dialog do not count. */
function hasOwnFocus(screen: HTMLElement, target: HTMLElement | null): boolean {
  const active = document.activeElement;
  if (!active || active === screen || active === target || !screen.contains(active)) return false;
  return active.closest("dialog") === null;
}

/** The link to the previous screen: with the same filters, or else to the same path. */
function rowOf(screen: HTMLElement, leftHref: string): HTMLElement | null {
  const { pathname, search } = new URL(leftHref, location.href);
  const links = [...screen.querySelectorAll("a")].filter((link) => link.pathname === pathname);
  return links.find((link) => link.search === search) ?? links[0] ?? null;
}

function isInWindow(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}
