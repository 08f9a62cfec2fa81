import type { Browser, Page } from "playwright-core";
import { hydrated, launchBrowser, slowDown } from "./support/browser.ts";
import type { Figure } from "./support/figure.ts";
import type { Product } from "./support/product.ts";
import { median } from "./support/statistics.ts";

const RUNS = 7;
/** Long tasks are counted until the page has been quiet for this long after hydration, in milliseconds. */
const QUIET_TIME = 1500;
/** What a task may take of the main thread before it counts as blocking (https://web.dev/articles/tbt). */
const BLOCKING_THRESHOLD = 50;

interface Load {
  firstPaint: number;
  largestPaint: number;
  blocking: number;
  layoutShift: number;
}

/** First and largest paint, blocking time and layout shift of the home page, in a fresh browser context each time. */
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
  await observe(page);
  await page.goto(url, { waitUntil: "load" });
  await hydrated(page);
  await page.waitForTimeout(QUIET_TIME);
  const load = await page.evaluate(() => (window as unknown as { benchLoad: Load }).benchLoad);
  await context.close();
  return load;
}

function observe(page: Page): Promise<unknown> {
  return page.addInitScript((threshold) => {
    const load: Load = { firstPaint: 0, largestPaint: 0, blocking: 0, layoutShift: 0 };
    Object.assign(window, { benchLoad: load });
    const watch = (type: string, take: (entry: PerformanceEntry & { value?: number }) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    watch("paint", (entry) => {
      if (entry.name === "first-contentful-paint") load.firstPaint = entry.startTime;
    });
    watch("largest-contentful-paint", (entry) => {
      load.largestPaint = entry.startTime;
    });
    watch("longtask", (entry) => {
      load.blocking += entry.duration - threshold;
    });
    watch("layout-shift", (entry) => {
      load.layoutShift += entry.value ?? 0;
    });
  }, BLOCKING_THRESHOLD);
}
