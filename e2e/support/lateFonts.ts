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

/** Waits until the page has noticed that its fonts are late. */
export async function fontsAreHeld(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.fonts].some(({ display }) => display === "optional"));
}

/** When late fonts are used, once the page has decided that and drawn what it shows. */
export async function decisionOnFonts(page: Page): Promise<string | null> {
  const root = page.locator("html[data-late-fonts]");
  await root.waitFor({ state: "attached" });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return root.getAttribute("data-late-fonts");
}

/** Whether text has the width of the site's font rather than of the font that stands in for it here. */
export function fontIsInUse(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const widthIn = (family: string) => {
      const text = document.createElement("span");
      text.textContent = "What this text is drawn in";
      Object.assign(text.style, { position: "absolute", fontFamily: family });
      document.body.append(text);
      const { width } = text.getBoundingClientRect();
      text.remove();
      return width;
    };
    return widthIn('"Instrument Sans Variable", monospace') !== widthIn("monospace");
  });
}
