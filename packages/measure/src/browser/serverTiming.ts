/** The document's own timing entry. */
export function navigationTiming(): PerformanceNavigationTiming | undefined {
  return performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming | undefined;
}

/** An entry of the document's `Server-Timing` header. Safari supports it from 16.4. */
export function serverTiming(name: string): PerformanceServerTiming | undefined {
  return navigationTiming()?.serverTiming?.find((entry) => entry.name === name);
}
