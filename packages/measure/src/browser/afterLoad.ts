import type { Milliseconds } from "@marquee/contract";

/** Runs `task` this long after the document's load event; at once where that is past. @returns the cleanup. */
export function afterLoad(task: () => void, delay: Milliseconds): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (loadedAt: number) => {
    timer = setTimeout(task, Math.max(0, loadedAt + delay - performance.now()));
  };
  const onLoad = () => wait(performance.now());
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.loadEventStart) wait(navigation.loadEventStart);
  // The load event is over where the browser does not say when it was.
  else if (document.readyState === "complete" && !navigation) onLoad();
  else window.addEventListener("load", onLoad, { once: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener("load", onLoad);
  };
}
