import { findFragment } from "./findFragment.ts";

/**
 * Browsers restore the scroll position of a history entry at once, before a client-rendered page has its height.
 * So positions are remembered here, in memory only (nothing is stored before consent), by the index that each entry carries.
 * Entries of one page (an open overlay) share an index: going from one to the other moves nothing.
 */
const positions = new Map<number, number>();
let currentIndex = 0;

/** Starts remembering. @returns the cleanup, which gives scroll restoration back to the browser. */
export function trackScroll(): () => void {
  history.scrollRestoration = "manual";
  const known = indexOf(history.state);
  currentIndex = known ?? 0;
  if (known === null) history.replaceState({ ...history.state, index: currentIndex }, "");
  const onScroll = () => positions.set(currentIndex, window.scrollY);
  window.addEventListener("scroll", onScroll, { passive: true });
  return () => {
    window.removeEventListener("scroll", onScroll);
    history.scrollRestoration = "auto";
  };
}

/** Call once the page of the current history entry is in the document. An entry without an index is a new one. */
export function restoreScroll(): void {
  const known = indexOf(history.state);
  if (known !== null) {
    currentIndex = known;
    window.scrollTo({ top: positions.get(known) ?? 0, behavior: "instant" });
    return;
  }
  currentIndex += 1;
  history.replaceState({ ...history.state, index: currentIndex }, "");
  const target = findFragment(location.hash, document);
  if (target) target.scrollIntoView({ behavior: "instant" });
  else window.scrollTo({ top: 0, behavior: "instant" });
}

function indexOf(state: unknown): number | null {
  if (typeof state !== "object" || state === null || !("index" in state)) return null;
  return typeof state.index === "number" ? state.index : null;
}
