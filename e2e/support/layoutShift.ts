import type { Page } from "@playwright/test";

/** Starts to add up layout shifts without user input. Call it before opening the page. */
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

/** The layout shift of the document so far (https://web.dev/articles/cls). */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () => (window as unknown as { layoutShiftSum: { value: number } }).layoutShiftSum.value,
  );
}
