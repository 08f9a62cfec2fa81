import type { Browser } from "playwright-core";
import { hydrated, launchBrowser, slowDown } from "./support/browser.ts";
import type { Figure } from "./support/figure.ts";
import { type LoadTiming, observeLoad, readLoad } from "./support/loadTiming.ts";
import type { Product } from "./support/product.ts";
import { median } from "./support/statistics.ts";

const RUNS = 7;
/** Milliseconds after hydration in which long tasks still count. */
const QUIET_TIME = 1500;

/** First and largest contentful paint, blocking time and layout shift of the home page, in a new browser context per run. */
export async function measurePageLoad(product: Product): Promise<Figure[]> {
  const browser = await launchBrowser();
  const loads: LoadTiming[] = [];
  for (let run = 0; run < RUNS; run += 1) loads.push(await measureLoad(browser, `${product.url}/`));
  await browser.close();
  const of = (pick: (load: LoadTiming) => number) => median(loads.map(pick));
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

async function measureLoad(browser: Browser, url: string): Promise<LoadTiming> {
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
