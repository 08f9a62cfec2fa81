import type { Page } from "@playwright/test";

/** Holds back the fonts of pages that are opened from now on, so that they are drawn in their fallbacks. @returns what lets the fonts come. */
export async function delayFonts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/*.woff2", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Whether every font that the page has asked for is here and drawn. */
export async function fontsAreDrawn(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return (
      document.fonts.status === "loaded" && [...document.fonts].some(({ status }) => status === "loaded")
    );
  });
}
