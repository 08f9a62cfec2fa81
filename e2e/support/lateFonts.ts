import type { Page } from "@playwright/test";

/** Delays the fonts of pages opened from now on, which use the fallback fonts until then. @returns a function that lets the fonts load. */
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

/** Whether all requested fonts have loaded and are in use. */
export async function fontsAreDrawn(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return (
      document.fonts.status === "loaded" && [...document.fonts].some(({ status }) => status === "loaded")
    );
  });
}
