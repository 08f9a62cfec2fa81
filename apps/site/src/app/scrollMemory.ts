/**
 * Browsers restore the scroll position of a history entry at once, before a client-rendered page has its height.
 * So positions are remembered here, in memory only (nothing is stored before consent), by the entry's index.
 */
const positions = new Map<number, number>();
let currentIndex = 0;
let isReturning = false;

/** Starts remembering. @returns the cleanup, which gives scroll restoration back to the browser. */
export function trackScroll(): () => void {
  history.scrollRestoration = "manual";
  currentIndex = indexOf(history.state) ?? 0;
  if (indexOf(history.state) === null) history.replaceState({ ...history.state, index: currentIndex }, "");
  const onScroll = () => positions.set(currentIndex, window.scrollY);
  const onPop = (event: PopStateEvent) => {
    isReturning = true;
    currentIndex = indexOf(event.state) ?? 0;
  };
  window.addEventListener("scroll", onScroll, { passive: true });
  window.addEventListener("popstate", onPop);
  return () => {
    window.removeEventListener("scroll", onScroll);
    window.removeEventListener("popstate", onPop);
    history.scrollRestoration = "auto";
  };
}

/** Call once the page of the current history entry is in the document. */
export function restoreScroll(): void {
  if (isReturning) {
    isReturning = false;
    window.scrollTo({ top: positions.get(currentIndex) ?? 0, behavior: "instant" });
    return;
  }
  currentIndex += 1;
  history.replaceState({ ...history.state, index: currentIndex }, "");
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target) target.scrollIntoView({ behavior: "instant" });
  else window.scrollTo({ top: 0, behavior: "instant" });
}

function indexOf(state: unknown): number | null {
  if (typeof state !== "object" || state === null || !("index" in state)) return null;
  return typeof state.index === "number" ? state.index : null;
}
