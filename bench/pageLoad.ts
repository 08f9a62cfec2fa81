import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { hydrated, launchBrowser, slowDown } from "./support/browser.ts";
import type { Figure } from "./support/figure.ts";
import type { Product } from "./support/product.ts";
import { median } from "./support/statistics.ts";

const RUNS = 7;
/** Milliseconds after hydration in which long tasks still count. */
const QUIET_TIME = 1500;

interface Load {
  firstPaint: number;
  largestPaint: number;
  blocking: number;
  layoutShift: number;
}

/** First and largest contentful paint, blocking time and layout shift of the home page, in a new browser context per run. */
export async function measurePageLoad(product: Product): Promise<Figure[]> {
  const browser = await launchBrowser();
  const loads: Load[] = [];
  for (let run = 0; run < RUNS; run += 1) loads.push(await measureLoad(browser, `${product.url}/`));
  await browser.close();
  const of = (pick: (load: Load) => number) => median(loads.map(pick));
  return [
    {
      what: "First contentful paint",
      value: of((load) => load.firstPaint),
      unit: "ms",
      aim: { atMost: 450 },
    },
    {
      what: "Largest contentful paint",
      value: of((load) => load.largestPaint),
      unit: "ms",
      aim: { atMost: 750 },
    },
    {
      what: "Total blocking time, hydration included",
      value: of((load) => load.blocking),
      unit: "ms",
      aim: { atMost: 50 },
    },
    {
      what: "Layout shift, in thousandths",
      value: of((load) => load.layoutShift * 1000),
      unit: "",
      aim: { atMost: 20 },
    },
  ];
}

async function measureLoad(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await slowDown(page);
  await observeLoad(page);
  await page.goto(url, { waitUntil: "load" });
  await hydrated(page);
  await page.waitForTimeout(QUIET_TIME);
  const load = await readLoad(page);
  await context.close();
  return load;
}

/** In a separate JavaScript file, because code that runs in the page must not contain helpers of the compiler. */
export function observeLoad(page: Page): Promise<unknown> {
  return page.addInitScript({ path: join(import.meta.dirname, "support/observeLoad.js") });
}

export function readLoad(page: Page): Promise<Load> {
  return page.evaluate(() => (window as unknown as { benchLoad: Load }).benchLoad);
}
