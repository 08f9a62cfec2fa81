import type { Milliseconds } from "@marquee/contract";

/** Runs `task` `delay` after the document's load event, or as soon as possible if that time has passed. @returns the cleanup. */
export function afterLoad(task: () => void, delay: Milliseconds): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (loadedAt: number) => {
    timer = setTimeout(task, Math.max(0, loadedAt + delay - performance.now()));
  };
  const onLoad = () => wait(performance.now());
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.loadEventStart) wait(navigation.loadEventStart);
  // Without a navigation entry, a complete document has passed its load event at an unknown time.
  else if (document.readyState === "complete" && !navigation) onLoad();
  else window.addEventListener("load", onLoad, { once: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener("load", onLoad);
  };
}
