import type { Browser, Page } from "playwright-core";
import { hydrated, launchBrowser, slowDown } from "./support/browser.ts";
import type { Figure } from "./support/figure.ts";
import type { Product } from "./support/product.ts";
import { median } from "./support/statistics.ts";
import type { Period } from "./support/trace.ts";

const RUNS = 7;
/** Milliseconds after hydration by which links near the window begin to be prefetched. */
const PREFETCHES_AFTER = 2500;

/** Time from the click on a link until the next page's heading is painted. The page is hydrated and idle before the click. */
export async function measureNavigation(product: Product): Promise<Figure[]> {
  const browser = await launchBrowser();
  const landing = await measureTo(browser, product, "/brain");
  const pricing = await measureTo(browser, product, "/pricing");
  await browser.close();
  return [
    {
      what: "Client navigation to a landing page, click to painted",
      value: landing,
      unit: "ms",
      aim: { atMost: 120 },
    },
    {
      what: "Client navigation to the pricing page (1,400 nodes)",
      value: pricing,
      unit: "ms",
      aim: { atMost: 180 },
    },
  ];
}

async function measureTo(browser: Browser, product: Product, href: string): Promise<number> {
  const durations: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await slowDown(page);
    await page.goto(`${product.url}/`, { waitUntil: "load" });
    await untilPrefetched(page);
    const { from, to } = await clickAndPaint(page, href);
    durations.push(to - from);
    await context.close();
  }
  return median(durations);
}

/** Waits until the page is idle and has the pages behind the links in the window. */
export async function untilPrefetched(page: Page): Promise<void> {
  await hydrated(page);
  await page.waitForTimeout(PREFETCHES_AFTER);
  await page.waitForLoadState("networkidle");
}

/** Follows a link. @returns when it was clicked and when the next page had painted, in milliseconds since the document's navigation began. */
export function clickAndPaint(page: Page, href: string): Promise<Period> {
  return page.evaluate(
    (target) =>
      new Promise<Period>((resolve, reject) => {
        const heading = document.querySelector("main h1");
        const link = [...document.querySelectorAll<HTMLAnchorElement>(`a[href="${target}"]`)].find(
          (anchor) => anchor.offsetParent !== null,
        );
        if (!link || !heading) return reject(new Error(`No visible link to ${target}, or no heading.`));
        const from = performance.now();
        new MutationObserver((_records, observer) => {
          if (heading.isConnected) return;
          observer.disconnect();
          // A timer set in the next frame fires after that frame has been painted.
          requestAnimationFrame(() => setTimeout(() => resolve({ from, to: performance.now() })));
        }).observe(document.body, { childList: true, subtree: true });
        link.click();
      }),
    href,
  );
}
