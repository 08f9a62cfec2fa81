import type { Page } from "@playwright/test";

/**
 * Hides the page for a moment. Recorders send what they have when the page is hidden. Datadog's client ignores events that a script dispatches,
 * unless they carry its mark.
 */
export async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const state of ["hidden", "visible"]) {
      Object.defineProperty(document, "visibilityState", { get: () => state, configurable: true });
      document.dispatchEvent(Object.assign(new Event("visibilitychange"), { __ddIsTrusted: true }));
    }
  });
}
