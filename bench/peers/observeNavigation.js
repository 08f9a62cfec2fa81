// Runs in each document before anything else. `window.benchNavigation` is the time in milliseconds from the click on a link until the next page
// has painted, whether that page is a new document or replaces the content of this one.
{
  const KEY = "benchClickedAt";
  const now = () => performance.timeOrigin + performance.now();

  /** A timer set in the next frame fires after that frame has been painted. */
  const afterPaint = (run) => requestAnimationFrame(() => setTimeout(run));

  const clickedAt = Number(globalThis.origin === "null" ? 0 : sessionStorage.getItem(KEY));
  if (clickedAt) {
    const takePaint = (list) => {
      const paint = list.getEntriesByName("first-contentful-paint")[0];
      if (paint) window.benchNavigation = performance.timeOrigin + paint.startTime - clickedAt;
    };
    new PerformanceObserver(takePaint).observe({ type: "paint", buffered: true });
  }

  const onClick = () => {
    const startedAt = now();
    sessionStorage.setItem(KEY, String(startedAt));
    const heading = document.querySelector("main h1");
    new MutationObserver((_records, observer) => {
      if (heading.isConnected) return;
      observer.disconnect();
      afterPaint(() => {
        window.benchNavigation = now() - startedAt;
      });
    }).observe(document, { childList: true, subtree: true });
  };
  document.addEventListener("click", onClick, { capture: true });
}
