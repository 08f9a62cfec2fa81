import type { Page } from "@playwright/test";

/** Hides the page for a moment. Recorders send what they have when the page is hidden. */
export async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const state of ["hidden", "visible"]) {
      Object.defineProperty(document, "visibilityState", { get: () => state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }
  });
}
