import type { Page } from "@playwright/test";

/** Scrolls from the top to a share of the page's height in steps, each drawn before the next, as for a visitor. */
export async function readTo(page: Page, share: number): Promise<void> {
  await page.evaluate(async (end) => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (let y = 0; y < document.documentElement.scrollHeight * end; y += 700) {
      window.scrollTo({ top: y, behavior: "instant" });
      await drawn();
    }
  }, share);
}
