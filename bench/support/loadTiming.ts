import { join } from "node:path";
import type { Page } from "playwright-core";

/** Milliseconds since the navigation, and a layout shift score, as `observeLoad.js` reads them in the page. */
export interface LoadTiming {
  firstPaint: number;
  largestPaint: number;
  blocking: number;
  layoutShift: number;
  /** The longest time from an interaction to its next paint; 0 if there was none, or none of 16 ms. */
  interaction: number;
}

/** In a separate JavaScript file, because code that runs in the page must not contain helpers of the compiler. */
export function observeLoad(page: Page): Promise<unknown> {
  return page.addInitScript({ path: join(import.meta.dirname, "observeLoad.js") });
}

/** The results of {@link observeLoad} for the open document. */
export function readLoad(page: Page): Promise<LoadTiming> {
  return page.evaluate(() => (window as unknown as { benchLoad: LoadTiming }).benchLoad);
}
