import type { Page } from "@playwright/test";

/** Fonts by URL, which names their content. */
const fonts = new Map<string, Promise<{ type: string; body: string }>>();

/**
 * Delays the fonts of each page opened in this tab from now on, which uses the fallback fonts until then. Intercepts nothing else, because
 * Playwright's routes turn off the cache. The fonts themselves are not cached, so that each page asks for them.
 * @returns a function that holds the fonts of the next page, and returns one that lets them load.
 */
export async function delayFonts(page: Page): Promise<() => () => void> {
  let released: Promise<void> = Promise.resolve();
  const protocol = await page.context().newCDPSession(page);
  protocol.on("Fetch.requestPaused", async ({ requestId, request: { url } }) => {
    const held = released;
    const font = fonts.get(url) ?? readFont(url);
    fonts.set(url, font);
    const { type, body } = await font;
    await held;
    const responseHeaders = [
      { name: "content-type", value: type },
      { name: "cache-control", value: "no-store" },
    ];
    // The page may be closed by now.
    await protocol
      .send("Fetch.fulfillRequest", { requestId, responseCode: 200, responseHeaders, body })
      .catch(() => undefined);
  });
  await protocol.send("Fetch.enable", { patterns: [{ urlPattern: "*.woff2" }] });
  return () => {
    let release = () => {};
    released = new Promise<void>((resolve) => {
      release = resolve;
    });
    return release;
  };
}

async function readFont(url: string): Promise<{ type: string; body: string }> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const body = Buffer.from(await response.arrayBuffer()).toString("base64");
  return { type: response.headers.get("content-type") ?? "", body };
}

/** Waits until the page has noticed that its fonts are late. */
export async function fontsAreHeld(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.fonts].some(({ display }) => display === "optional"));
}

/** Resolves to the page's decision when to use late fonts, after it has been made and rendered. */
export async function decisionOnFonts(page: Page): Promise<string | null> {
  const root = page.locator("html[data-late-fonts]");
  await root.waitFor({ state: "attached" });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return root.getAttribute("data-late-fonts");
}

/** Whether text has the width of the site's font instead of the fallback font's width. */
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
