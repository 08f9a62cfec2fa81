import type { Page } from "@playwright/test";

/** Starts adding up what shifts without the visitor having done anything; call before the page is opened. */
export async function recordLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sum = { value: 0 };
    Object.assign(window, { layoutShiftSum: sum });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) sum.value += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** @returns what has shifted on this document so far (https://web.dev/articles/cls). */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () => (window as unknown as { layoutShiftSum: { value: number } }).layoutShiftSum.value,
  );
}
