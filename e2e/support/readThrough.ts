import type { Page } from "@playwright/test";

/**
 * Scrolls from the top to a share of the page's height in steps, each drawn before the next, as for a visitor. On one of several hundred pages,
 * headless Chromium draws no frame after a resize; the next step then continues without it.
 */
export async function readTo(page: Page, share: number): Promise<void> {
  await page.evaluate(async (end) => {
    const drawn = () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
        setTimeout(done, 3000);
      });
    for (let y = 0; y < document.documentElement.scrollHeight * end; y += 700) {
      window.scrollTo({ top: y, behavior: "instant" });
      await drawn();
    }
  }, share);
}
