// Runs in the page before anything else; `window.benchLoad` is read at the end.
{
  /**
   * Milliseconds of main-thread time after which a task counts as blocking (https://web.dev/articles/tbt).
   */
  const BLOCKING_THRESHOLD = 50;
  /** Milliseconds. Browsers report no shorter ones (https://www.w3.org/TR/event-timing/#sec-should-add-performanceeventtiming). */
  const SHORTEST_EVENT = 16;
  const load = { firstPaint: 0, largestPaint: 0, blocking: 0, layoutShift: 0, interaction: 0 };
  window.benchLoad = load;
  const takers = {
    paint: (entry) => {
      if (entry.name === "first-contentful-paint") load.firstPaint = entry.startTime;
    },
    "largest-contentful-paint": (entry) => {
      load.largestPaint = entry.startTime;
    },
    longtask: (entry) => {
      load.blocking += entry.duration - BLOCKING_THRESHOLD;
    },
    "layout-shift": (entry) => {
      load.layoutShift += entry.value;
    },
    event: (entry) => {
      if (entry.interactionId) load.interaction = Math.max(load.interaction, entry.duration);
    },
  };
  for (const [type, take] of Object.entries(takers)) {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...(type === "event" ? { durationThreshold: SHORTEST_EVENT } : {}),
    });
  }
}
