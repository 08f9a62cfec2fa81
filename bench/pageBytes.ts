import { gzipSync } from "node:zlib";
import type { Page, Request } from "playwright-core";
import { hydrated, launchBrowser } from "./support/browser.ts";
import type { Figure } from "./support/figure.ts";
import type { Product } from "./support/product.ts";

const KB = 1024;

/** Gzip bytes that the home page transfers to a browser, counted from its responses. */
export async function measurePageBytes(product: Product): Promise<Figure[]> {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const scripts = countScripts(page);
  const document = await page.goto(`${product.url}/`, { waitUntil: "load" });
  const html = (await document?.text()) ?? "";
  await hydrated(page);
  const { before, after } = await scripts();
  await page.waitForLoadState("networkidle");
  const { after: prefetched } = await scripts();
  await browser.close();
  const css = /<style[^>]*>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
  return [
    { what: "HTML of the home page, its CSS included", value: gzipSize(html) / KB, unit: "KB gzip" },
    { what: "CSS alone", value: gzipSize(css) / KB, unit: "KB gzip" },
    { what: "JS before hydration", value: before / KB, unit: "KB gzip", aim: { atMost: 12 } },
    { what: "JS after hydration", value: after / KB, unit: "KB gzip", aim: { atMost: 110 } },
    { what: "JS with the pages prefetched from it", value: prefetched / KB, unit: "KB gzip" },
  ];
}

/** Counts the bytes of all scripts. Hydration starts after the load event. */
function countScripts(page: Page): () => Promise<{ before: number; after: number }> {
  const pending: Promise<{ isEarly: boolean; size: number }>[] = [];
  let hasLoaded = false;
  page.once("load", () => {
    hasLoaded = true;
  });
  page.on("request", (request) => {
    if (request.resourceType() !== "script") return;
    const isEarly = !hasLoaded;
    pending.push(sizeOf(request).then((size) => ({ isEarly, size })));
  });
  return async () => {
    const scripts = await Promise.all(pending);
    const sum = (list: typeof scripts) => list.reduce((total, { size }) => total + size, 0);
    return { before: sum(scripts.filter(({ isEarly }) => isEarly)), after: sum(scripts) };
  };
}

async function sizeOf(request: Request): Promise<number> {
  const response = await request.response();
  return response ? gzipSize(await response.body()) : 0;
}

function gzipSize(content: string | Buffer): number {
  return gzipSync(content, { level: 9 }).byteLength;
}
